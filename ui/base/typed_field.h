// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>

#include <functional>
#include <optional>

namespace highwater {

/// A spin box for any kind of value: the owner's actions decide the meaning of its text and arrows.
class TypedField : public QAbstractSpinBox
{
    Q_OBJECT
    // What Qt tells a screen reader of a spin box; none of a field for words.
    Q_PROPERTY(QVariant value READ spokenValue WRITE takeSpoken)
    Q_PROPERTY(QVariant minimum READ spokenLeast)
    Q_PROPERTY(QVariant maximum READ spokenMost)
    Q_PROPERTY(QVariant stepSize READ spokenStep)
    Q_PROPERTY(QVariant singleStep READ spokenStep) // from Qt 6.11 on

public:
    struct Actions
    {
        std::function<void()> commit, restore, typed;
        std::function<void(int)> step;
    };

    /// A value as a number, in the unit that the field shows.
    struct Number
    {
        double value = 0, least = 0, most = 0, step = 1;
        bool operator==(const Number&) const = default;
    };

    TypedField(QWidget* parent, Actions actions);

    QString text() const;
    void setText(const QString& text);
    void setPlaceholder(const QString& text);
    bool isModified() const;
    void setModified(bool modified);

    void setSteps(bool up, bool down);
    /// The number for screen readers; null where the value is none.
    void setNumber(std::optional<Number> number);
    void setRefused(bool refused); ///< a red outline: the text is not a value

    void stepBy(int steps) override;
    bool event(QEvent* event) override;

    static constexpr int frame = 1; ///< Fusion leaves a line of pixels free above and below a spin
                                    ///< box

protected:
    StepEnabled stepEnabled() const override { return m_enabled; }
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QVariant spokenValue() const;
    QVariant spokenLeast() const;
    QVariant spokenMost() const;
    QVariant spokenStep() const;
    void takeSpoken(const QVariant& value);

    Actions m_actions;
    std::optional<Number> m_number;
    StepEnabled m_enabled = StepUpEnabled | StepDownEnabled;
    bool m_refused = false;
};

} // namespace highwater
