// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/layout_details.h"

#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace highwater {

LayoutDetails::LayoutDetails(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel(this))
    , m_hint(new QLabel(this))
    , m_grid(new QGridLayout)
{
    setObjectName(QStringLiteral("search.details"));
    m_name->setObjectName(QStringLiteral("search.details.name"));
    m_name->setWordWrap(true);
    m_name->setFont(demiBold(font()));
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(0, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 12, 16, 8);
    column->addWidget(m_name);
    column->addWidget(m_hint);
    column->addLayout(m_grid);
    column->addStretch(1);
}

void LayoutDetails::show(const QString& name, const std::vector<LayoutFact>& facts)
{
    m_name->setText(name);
    m_hint->setText(facts.empty() ? QString() : tr("against this plan"));
    setRows(facts.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
        m_rows[i][0]->setText(translated(facts[i].name));
        m_rows[i][1]->setText(toQString(facts[i].value));
        m_rows[i][2]->setText(toQString(facts[i].change));
    }
}

void LayoutDetails::showHint(const QString& hint)
{
    m_name->clear();
    m_hint->setText(hint);
    setRows(0);
}

QSize LayoutDetails::sizeHint() const
{
    // Digits are about as wide in every language, average letters are not.
    return {20 * fontMetrics().horizontalAdvance(u'0') + 80, 160};
}

void LayoutDetails::setRows(std::size_t count)
{
    while (m_rows.size() < count) {
        std::array<QLabel*, 3> row{};
        for (int i = 0; i < 3; ++i) {
            row[static_cast<std::size_t>(i)] = new QLabel(this);
            if (i > 0) {
                row[static_cast<std::size_t>(i)]->setAlignment(Qt::AlignTrailing
                                                               | Qt::AlignVCenter);
                row[static_cast<std::size_t>(i)]->setFont(numberFont(font()));
            }
            m_grid->addWidget(row[static_cast<std::size_t>(i)], static_cast<int>(m_rows.size()), i);
        }
        row[2]->setForegroundRole(QPalette::PlaceholderText);
        m_rows.push_back(row);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        for (QLabel* label : m_rows[i])
            label->setVisible(i < count);
}

} // namespace highwater
