// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/message_line.h"

#include "ui/base/theme.h"

#include <QEvent>

namespace highwater {

MessageLine::MessageLine(QWidget* parent)
    : QLabel(parent)
{
    setWordWrap(true);
    setVisible(false);
    applyColour();
}

void MessageLine::setMessage(const QString& message)
{
    setLine(message, false);
}

void MessageLine::setCaution(const QString& sentence)
{
    setLine(sentence, true);
}

void MessageLine::setLine(const QString& text, bool caution)
{
    if (caution != m_isCaution) {
        m_isCaution = caution;
        applyColour();
    }
    setText(text);
    setVisible(m_rowShown && !text.isEmpty());
}

void MessageLine::setRowShown(bool shown)
{
    m_rowShown = shown;
    setVisible(shown && !text().isEmpty());
}

QColor MessageLine::colour() const
{
    return m_isCaution ? currentTheme().caution : currentTheme().over;
}

void MessageLine::applyColour()
{
    QPalette loud = palette();
    loud.setColor(QPalette::WindowText, colour());
    setPalette(loud);
}

void MessageLine::changeEvent(QEvent* event)
{
    // The line's own colour survives a change of the theme, so it is set again; setting it changes
    // the palette again, hence the comparison.
    if (event->type() == QEvent::PaletteChange && palette().color(QPalette::WindowText) != colour())
        applyColour();
    QLabel::changeEvent(event);
}

} // namespace highwater
