// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/scale.h"

#include <QWidget>

namespace highwater {

/// A slider with its own scale: values of any size, ticks with words, and a handle that sticks to
/// the marks. QSlider counts positions and loses its ticks under a style sheet, so this class does
/// not derive from it.
class MarkSlider : public QWidget
{
    Q_OBJECT

public:
    explicit MarkSlider(QWidget* parent = nullptr);

    void setScale(Scale scale);
    const Scale& scale() const { return m_scale; }
    void setSteps(Steps steps) { m_steps = std::move(steps); }
    /// The value one arrow step or one page step from `from`, within the scale's ends.
    double stepped(double from, int direction, bool page) const;

    void setValue(double value); ///< without a signal
    double value() const { return m_value; }
    bool isPressed() const { return m_pressed; }

    /// The words for a value: "8,192 tokens".
    void setValueText(std::function<QString(double)> text) { m_valueText = std::move(text); }
    QString valueText() const;

    /// Shows a sentence on a mistake, or a remark, in place of the marks; empty: shows the marks
    /// again.
    void setMessage(const QString& message, bool mistake = true);
    QString message() const { return m_message; }
    bool messageFits() const;

    /// Sets the value and emits moved(), like a key; for screen readers.
    void moveTo(double value);

    /// Draws the handle, the groove and the ticks this many times as large, for reading from afar.
    void setMagnified(double times);

    QRectF handleRect() const;
    double positionOf(double value) const; ///< x of a value on the groove
    std::vector<QString> visibleLabels() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// From the widget's edge to the groove's end, so that the handle and its ring have room.
    static constexpr int grooveInset = 8;
    /// From the widget's edge to the first label.
    static constexpr int labelInset = 4;

signals:
    void moved(double value); ///< by a drag, a click, a key or the wheel
    void pressed();
    void released();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Label
    {
        QRectF box;
        QString text;
    };

    QFont labelFont() const;
    std::vector<Label> labels() const;
    double aligned(double x) const;
    double inset() const { return m_times * grooveInset; }
    ScaleOnScreen groove() const;
    void release();
    void paintGroove(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    void paintTexts(QPainter& painter) const;
    void paintHandle(QPainter& painter) const;

    Scale m_scale;
    Steps m_steps;
    std::function<QString(double)> m_valueText;
    QString m_message;
    bool m_mistake = false; ///< the message is on a mistake
    double m_times = 1; ///< as large as usual
    double m_value = 0;
    double m_before = 0; ///< the value at the drag's beginning, for Esc
    double m_grip = 0; ///< from the pointer to the handle's middle
    double m_pressX = 0;
    int m_wheel = 0; ///< the part of a turn of the wheel that is not a whole step yet
    bool m_pressed = false;
    bool m_dragging = false;
};

} // namespace highwater
