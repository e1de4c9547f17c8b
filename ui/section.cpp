// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "section.h"

#include "theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace highwater {

Section::Section(const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_header(new QToolButton(this))
    , m_summary(new QLabel(this))
    , m_body(new QWidget(this))
    , m_rows(new QGridLayout(m_body))
{
    setObjectName(objectName);
    constexpr int inset = 14;
    constexpr int labelWidth = 96;

    m_header->setObjectName(objectName + QStringLiteral(".header"));
    m_header->setAutoRaise(true);
    m_header->setArrowType(Qt::DownArrow);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_header->setMinimumHeight(28);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_header->setFont(strong);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(inset - 8, 4, inset, 0);
    head->addWidget(m_header);
    head->addWidget(m_summary, 1);
    m_rows->setContentsMargins(inset, 2, inset, 10);
    m_rows->setHorizontalSpacing(8);
    m_rows->setVerticalSpacing(4);
    m_rows->setColumnMinimumWidth(0, labelWidth);
    m_rows->setColumnStretch(1, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 1, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(m_body);
    connect(m_header, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
}

void Section::setTitle(const QString& title)
{
    m_header->setText(title);
}

void Section::setSummary(const QString& summary)
{
    m_summary->setText(summary);
}

void Section::setOpen(bool open)
{
    m_open = open;
    m_header->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

void Section::addRow(QLabel* label, QWidget* control)
{
    const int row = m_rows->rowCount();
    label->setBuddy(control);
    m_rows->addWidget(label, row, 0);
    m_rows->addWidget(control, row, 1);
}

void Section::addWide(QWidget* control)
{
    m_rows->addWidget(control, m_rows->rowCount(), 0, 1, 2);
}

void Section::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(currentTheme().hairline);
    painter.drawLine(0, 0, width(), 0);
}

} // namespace highwater
