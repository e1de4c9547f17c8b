// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/time_table.h"

#include "ui/answer/ledger_tree.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/time/time_model.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {

TimeTable::TimeTable(QWidget* parent)
    : QWidget(parent)
    , m_model(new TimeModel(this))
    , m_tree(new LedgerTree(this))
    , m_copy(m_tree->addMenuAction("timeTable.copyText"))
    , m_unfoldAll(m_tree->addMenuAction("timeTable.unfoldAll"))
    , m_foldAll(m_tree->addMenuAction("timeTable.foldAll"))
{
    m_tree->setObjectName(QStringLiteral("timeTable"));
    m_tree->head().setWidthsName(QStringLiteral("timeTable"));
    m_tree->setModel(m_model);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    connect(m_copy, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_model->asText()); });
    connect(m_unfoldAll, &QAction::triggered, m_tree, &QTreeView::expandAll);
    connect(m_foldAll, &QAction::triggered, m_tree, &QTreeView::collapseAll);
    connect(m_tree, &LedgerTree::roomChanged, this, &TimeTable::fitNames);
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& row) {
        m_unfolded.insert(row.data(LedgerTree::KeyRole).toString());
        fitNames();
    });
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& row) {
        m_unfolded.remove(row.data(LedgerTree::KeyRole).toString());
        fitNames();
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &TimeTable::restore);
    connect(m_tree->header(), &QHeaderView::sectionHandleDoubleClicked, this,
            &TimeTable::setWidths);
    retranslate();
}

void TimeTable::show(const std::vector<TimeRow>& rows)
{
    m_model->show(rows);
    setStale(false);
}

void TimeTable::clear()
{
    m_model->show({});
}

void TimeTable::setStale(bool stale)
{
    m_tree->setStale(stale);
}

void TimeTable::setSmall(bool small)
{
    m_tree->setColumnHidden(TimeModel::Hidden, small);
    m_tree->setBarWidth(small ? 42 : 72);
    setWidths();
}

/// Expands the rows again that had been expanded, by their keys, after a new answer.
void TimeTable::restore()
{
    const QSet<QString> unfolded = m_unfolded;
    const auto unfold = [&](const auto& self, const QModelIndex& parent) -> void {
        for (int i = 0; i < m_model->rowCount(parent); ++i) {
            const QModelIndex row = m_model->index(i, 0, parent);
            if (!unfolded.contains(row.data(LedgerTree::KeyRole).toString()))
                continue;
            m_tree->expand(row);
            self(self, row);
        }
    };
    unfold(unfold, {});
    fitNames();
}

void TimeTable::setWidths()
{
    const QFontMetrics numbers(demiBold(numberFont(font())));
    const QFontMetrics words(demiBold(font()));
    const auto set = [&](TimeModel::Column which, int content) {
        const QString head = m_model->headerData(which, Qt::Horizontal).toString();
        m_tree->head().fitSection(
            which, std::max(words.horizontalAdvance(head), content) + 2 * cellInset + 2);
    };
    const int number = numbers.horizontalAdvance(QStringLiteral("99,999 ms"));
    set(TimeModel::Time, number);
    set(TimeModel::Hidden, number);
    set(TimeModel::Share,
        m_tree->barWidth() + 8 + numbers.horizontalAdvance(QStringLiteral("100.0\u00A0%")));
    fitNames();
}

/// Makes the column as wide as the names in view, but leaves two fifths of the rest to the
/// formulas.
void TimeTable::fitNames()
{
    constexpr int least = 150, mostPercent = 60;
    m_tree->fitNames(least, mostPercent);
}

void TimeTable::retranslate()
{
    m_tree->setAccessibleName(tr("Where the time of a step goes"));
    m_copy->setText(tr("Copy as text"));
    m_unfoldAll->setText(tr("Expand all"));
    m_foldAll->setText(tr("Collapse all"));
    m_tree->header()->viewport()->update();
    setWidths();
}

void TimeTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        setWidths();
}

QSize TimeTable::sizeHint() const
{
    constexpr int rows = 8;
    return {800, m_tree->header()->sizeHint().height() + rows * heightFor(27, fontMetrics())};
}

QSize TimeTable::minimumSizeHint() const
{
    constexpr int rows = 3;
    return {360, m_tree->header()->sizeHint().height() + rows * heightFor(27, fontMetrics())};
}

} // namespace highwater
