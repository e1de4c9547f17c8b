// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/typed_field.h"

#include "ui/base/theme.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QTimer>

#include <utility>

namespace highwater {

TypedField::TypedField(QWidget* parent, Actions actions)
    : QAbstractSpinBox(parent)
    , m_actions(std::move(actions))
{
    setAlignment(Qt::AlignRight);
    // Without WheelFocus, so that the wheel can scroll the panel across the field.
    setFocusPolicy(Qt::StrongFocus);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_actions.typed(); });
}

QString TypedField::text() const
{
    return lineEdit()->text();
}

void TypedField::setText(const QString& text)
{
    lineEdit()->setText(text);
    lineEdit()->setModified(false);
}

void TypedField::setPlaceholder(const QString& text)
{
    lineEdit()->setPlaceholderText(text);
}

bool TypedField::isModified() const
{
    return lineEdit()->isModified();
}

void TypedField::setModified(bool modified)
{
    lineEdit()->setModified(modified);
}

void TypedField::setSteps(bool up, bool down)
{
    const StepEnabled enabled
        = (up ? StepUpEnabled : StepNone) | (down ? StepDownEnabled : StepNone);
    if (enabled == m_enabled)
        return;
    m_enabled = enabled;
    update();
}

/// Only the field that has the focus says its new value: a reader would hear all the others, whose
/// automatic values follow each change of the plan.
void TypedField::setNumber(std::optional<Number> number)
{
    if (std::exchange(m_number, number) == number || !number || !hasFocus())
        return;
    QAccessibleValueChangeEvent event(this, number->value);
    QAccessible::updateAccessibility(&event);
}

QVariant TypedField::spokenValue() const
{
    return m_number ? QVariant(m_number->value) : QVariant();
}

QVariant TypedField::spokenLeast() const
{
    return m_number ? QVariant(m_number->least) : QVariant();
}

QVariant TypedField::spokenMost() const
{
    return m_number ? QVariant(m_number->most) : QVariant();
}

QVariant TypedField::spokenStep() const
{
    return m_number ? QVariant(m_number->step) : QVariant();
}

/// As if it was typed, so that the field refuses what it refuses from a keyboard.
void TypedField::takeSpoken(const QVariant& value)
{
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    if (!m_number || !isNumber)
        return;
    lineEdit()->setText(QLocale().toString(number, 'g', QLocale::FloatingPointShortest));
    lineEdit()->setModified(true);
    m_actions.typed();
    m_actions.commit();
}

void TypedField::setRefused(bool refused)
{
    if (refused == m_refused)
        return;
    m_refused = refused;
    update();
}

void TypedField::stepBy(int steps)
{
    m_actions.step(steps);
    selectAll();
}

bool TypedField::event(QEvent* event)
{
    // A text field would take the keys of undo for itself; without typed text they undo the plan.
    if (event->type() == QEvent::ShortcutOverride && !isModified()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    // While text is being typed, Esc restores the text and is no shortcut of the window.
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && isModified()) {
        event->accept();
        return true;
    }
    return QAbstractSpinBox::event(event);
}

void TypedField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Enter:
    case Qt::Key_Return:
        m_actions.commit();
        selectAll();
        break;
    case Qt::Key_Escape:
        if (isModified()) {
            m_actions.restore();
            selectAll();
        } else {
            event->ignore();
        }
        break;
    default:
        QAbstractSpinBox::keyPressEvent(event);
    }
}

void TypedField::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void TypedField::focusInEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusInEvent(event);
    update();
    // Selected after the click is done, as the click itself places the cursor.
    if (event->reason() == Qt::MouseFocusReason)
        QTimer::singleShot(0, this, [this] { selectAll(); });
    else if (event->reason() != Qt::PopupFocusReason)
        selectAll();
}

void TypedField::focusOutEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusOutEvent(event);
    update();
    if (event->reason() != Qt::PopupFocusReason)
        m_actions.commit();
}

void TypedField::paintEvent(QPaintEvent* event)
{
    QAbstractSpinBox::paintEvent(event);
    // Fusion's outline has too little contrast for the edge of a control, and its focus ring is
    // thin.
    const Theme& theme = currentTheme();
    const double pen = m_refused || hasFocus() ? 2 : 1;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_refused ? theme.over : hasFocus() ? theme.accent : theme.outline, pen));
    const double side = pen / 2, top = side + frame;
    painter.drawRoundedRect(QRectF(rect()).adjusted(side, top, -side, -top), 3, 3);
}

} // namespace highwater
