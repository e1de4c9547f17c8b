// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/table_with_actions.h"

#include "ui/base/elided_label.h"
#include "ui/figures/figure_table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace highwater {

TableWithActions::TableWithActions(FigureTableView* table, const QString& name)
    : m_hint(new ElidedLabel(this))
    , m_compare(new QPushButton(this))
    , m_take(new QPushButton(this))
{
    m_compare->setObjectName(name + QStringLiteral(".compare"));
    m_take->setObjectName(name + QStringLiteral(".take"));
    for (QPushButton* button : {m_compare, m_take})
        button->setAutoDefault(false);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    table->setTakesByClick(false);
    table->setRowKeys(true);
    auto* actions = new QHBoxLayout;
    actions->setContentsMargins(16, 4, 16, 4);
    actions->setSpacing(8);
    actions->addWidget(m_hint, 1);
    actions->addWidget(m_compare);
    actions->addWidget(m_take);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(table, 1);
    column->addLayout(actions);
    connect(table, &FigureTableView::rowChosen, this, &TableWithActions::rowChosen);
    connect(table, &FigureTableView::rowTaken, this, [this](int row) {
        emit rowChosen(row);
        emit takeRequested();
    });
    connect(table, &FigureTableView::rowMarked, this, [this](int row) {
        emit rowChosen(row);
        emit compareRequested();
    });
    connect(m_compare, &QPushButton::clicked, this, &TableWithActions::compareRequested);
    connect(m_take, &QPushButton::clicked, this, &TableWithActions::takeRequested);
    setActive(false);
}

void TableWithActions::setActive(bool active)
{
    m_take->setEnabled(active);
    m_compare->setEnabled(active);
}

void TableWithActions::setHint(const QString& hint)
{
    m_hint->setText(hint);
}

void TableWithActions::retranslate()
{
    m_take->setText(tr("Take"));
    m_compare->setText(tr("Add to Compare"));
}

} // namespace highwater
