// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/mark_slider.h"

#include <QStringList>

#include <optional>

class QLabel;

namespace highwater {

class CautionSign;
class ChangeDot;
class TypedField;

/// One row of the pinned sliders: its names, scale and texts. The texts are in the window's
/// language; when the language changes, the row is given a new spec.
struct SliderSpec
{
    QString objectName; ///< the row's; its parts are "<objectName>.slider" and ".field"
    QString name; ///< with its mnemonic
    QString unitName; ///< "tokens", spoken after the name; empty where nothing is counted
    std::function<QString(double)> unit; ///< shown next to the field
    Scale scale;
    std::function<Scale(double)> reaching; ///< a longer scale, for a value beyond the scale's end
    Steps steps;
    std::function<std::optional<double>(const QString&)> parse; ///< null where the text is not
                                                                ///< allowed
    std::function<QString(double)> text;
    QString allowed; ///< shown when parse returns null
    std::function<QString(const QString&)> reading; ///< a remark on a text that was read in an
                                                    ///< unusual way
    QStringList columnNames, columnUnits; ///< of all rows that are aligned with this one
};

/// A name, an exact field and a slider for one value. It spans the panel's whole width and keeps
/// the side padding itself, since the slider's handle extends beyond the edge of the text.
class PinnedSlider : public QWidget
{
    Q_OBJECT

public:
    explicit PinnedSlider(SliderSpec spec, QWidget* parent = nullptr);
    ~PinnedSlider() override;

    const SliderSpec& spec() const { return m_spec; }
    void setSpec(SliderSpec spec);
    void setSmall(bool small);

    /// Shows the plan's value, without a signal. Text that is being typed, or that was refused,
    /// stays while the value is the same.
    void show(double value, const QString& unit = {});
    using QWidget::show;
    double value() const { return m_value; }
    /// The text behind the last edited() if it was typed, else empty: this decides between two
    /// models of the catalogue with the same number of parameters.
    QString typedText() const { return m_typed; }

    /// Shows a sentence on a value that is allowed but not usable; empty: removes the sign.
    void setCaution(const QString& sentence);
    QString caution() const;

    /// Shows the dot of a changed value before the name; `usual` is the value otherwise.
    void setChanged(bool changed, const QString& usual = {});

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    static constexpr int sidePadding = 14;

signals:
    /// finished is false while a drag goes on, and true at its end, after a key and after a typed
    /// value.
    void edited(double value, bool finished);
    void resetRequested(); ///< the dot was clicked, or the name double-clicked

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyTexts();
    void applyFonts();
    void applyColours();
    void place();
    void describe();
    Scale scaleNow() const;
    void display();
    void refuse(bool refused);
    QString message() const;
    void edit(double value, bool finished);
    void commitText();
    void restoreText();
    void stepField(int steps);
    QString unitOf(double value) const;
    QString said(double value) const;
    int fieldHeight() const;
    int nameColumn() const;
    int fieldColumn() const;
    int unitColumn() const;

    SliderSpec m_spec;
    QLabel *m_name, *m_unit;
    CautionSign* m_caution;
    ChangeDot* m_changed;
    TypedField* m_field;
    MarkSlider* m_slider;
    QString m_unitShown; ///< the owner's word for the unit, where it has one
    QString m_typed;
    double m_value = 0;
    bool m_small = false;
    bool m_refused = false; ///< the field holds text that is not a value
    bool m_movedByDrag = false;
};

} // namespace highwater
