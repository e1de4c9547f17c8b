// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/sentences.h"

#include <QEvent>
#include <QLabel>

namespace highwater {

Sentences::Sentences(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
{
    m_label->setObjectName(name);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_label->setForegroundRole(QPalette::PlaceholderText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void Sentences::setText(const QString& text)
{
    if (text == m_label->text())
        return;
    m_label->setText(text);
    m_label->setAccessibleName(text);
}

int Sentences::heightForWidth(int width) const
{
    return m_label->heightForWidth(width);
}

QSize Sentences::sizeHint() const
{
    return m_label->sizeHint();
}

QSize Sentences::minimumSizeHint() const
{
    return m_label->minimumSizeHint();
}

/// The label requests more or less room from this widget, which has no layout.
bool Sentences::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest && heightForWidth(width()) != height())
        updateGeometry();
    return QWidget::event(event);
}

void Sentences::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_label->resize(size());
}

} // namespace highwater
