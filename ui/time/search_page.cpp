// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/search_page.h"

#include "core/figure/layout_scatter.h"
#include "ui/base/elided_label.h"
#include "ui/base/flow_layout.h"
#include "ui/base/key_words.h"
#include "ui/base/segment_row.h"
#include "ui/base/words.h"
#include "ui/time/layout_details.h"
#include "ui/time/scatter_view.h"
#include "ui/time/table_with_actions.h"
#include "ui/time/tick_row.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace highwater {
namespace {

void findLayouts(QPromise<Result<SearchResult>>& promise, const SearchRequest& request)
{
    std::stop_source stop;
    SearchControl control;
    control.isStopped = [asked = stop.get_token()] { return asked.stop_requested(); };
    control.progress = [&](double share) {
        promise.setProgressValue(static_cast<int>(100 * share));
        if (promise.isCanceled())
            stop.request_stop();
    };
    promise.addResult(search(request.plan, builtinCatalog(), request.constraints, control));
}

/// The same layout among those of another answer; null where that has none.
const FoundLayout* sameIn(const SearchResult& answer, const FoundLayout& layout)
{
    const auto is = [&](const FoundLayout& other) {
        return other.layout == layout.layout && other.recompute == layout.recompute
            && other.partly == layout.partly && other.microBatch == layout.microBatch;
    };
    const auto found = std::ranges::find_if(answer.layouts, is);
    return found == answer.layouts.end() ? nullptr : &*found;
}

} // namespace

SearchPage::SearchPage(QWidget* parent)
    : FoundPage(new ScatterView([this](std::size_t dot) { chooseDot(dot); }, nullptr),
                new FigureTableView(nullptr, QStringLiteral("searchTable")), findLayouts, parent)
    , m_ticks(new TickRow(this))
    , m_keep(new QToolButton(this))
    , m_status(new ElidedLabel(this))
    , m_stop(new QPushButton(this))
    , m_nothing(new QLabel(this))
    , m_details(new LayoutDetails(this))
    , m_below(new TableWithActions(m_table, QStringLiteral("search")))
{
    setObjectName(QStringLiteral("searchPage"));
    m_view->setObjectName(QStringLiteral("searchFigure"));
    m_keep->setObjectName(QStringLiteral("search.keep"));
    m_status->setObjectName(QStringLiteral("search.status"));
    m_stop->setObjectName(QStringLiteral("search.stop"));
    m_nothing->setObjectName(QStringLiteral("search.nothing"));
    m_stop->setAutoDefault(false);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_order.ticks = m_ticks->ticks();
    makeLimits();
    layOut();
    layOutBelow();
    connect(m_stop, &QPushButton::clicked, this, &SearchPage::stop);
    connect(m_ticks, &TickRow::changed, this, &SearchPage::chooseAgain);
    connect(m_nothing, &QLabel::linkActivated, this, [this](const QString& tick) {
        if (const auto which = fromName<LayoutTick>(tick.toStdString()))
            m_ticks->drop(*which);
    });
    retranslate();
}

SearchPage::~SearchPage()
{
    if (m_below && !m_below->parent())
        delete m_below; // no window took it
}

/// What the search itself may choose.
void SearchPage::makeLimits()
{
    auto* menu = new QMenu(m_keep);
    const auto add = [&](const QString& name, bool checked) {
        QAction* action = menu->addAction(QString(), this, &SearchPage::request);
        action->setObjectName(name);
        action->setCheckable(true);
        action->setChecked(checked);
        return action;
    };
    m_withinNode = add(QStringLiteral("search.withinNode"), true);
    m_frameworkOnly = add(QStringLiteral("search.frameworkOnly"), true);
    menu->addSection(QString())->setObjectName(QStringLiteral("search.keepSection"));
    for (std::size_t i = 0; i < searchKeys.size(); ++i)
        m_kept[i] = add(QStringLiteral("search.keep.") + pathText(searchKeys[i]), false);
    m_keep->setMenu(menu);
    m_keep->setPopupMode(QToolButton::InstantPopup);
}

void SearchPage::layOut()
{
    auto* row = new FlowLayout;
    row->setContentsMargins(16, 4, 16, 0);
    row->setSpacing(8);
    row->addWidget(new SegmentSlot(this));
    row->addWidget(m_keep);
    row->addTogether({m_status, m_stop});
    m_nothing->setContentsMargins(16, 0, 16, 4);
    m_nothing->setWordWrap(true);
    m_nothing->hide();
    auto* picture = new QHBoxLayout;
    picture->setSpacing(0);
    picture->addWidget(m_view, 1);
    picture->addWidget(m_details);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_ticks);
    column->addWidget(m_nothing);
    column->addLayout(picture, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

void SearchPage::layOutBelow()
{
    constexpr int rows = 8;
    m_table->setLeastRows(rows);
    constexpr int columns = 12; // the mark, the ranks and the step
    m_table->setColumnsThatStay(columns);
    m_table->setSortable(true);
    connect(m_table, &FigureTableView::rowOpened, this, &SearchPage::openRow);
    connect(m_table, &FigureTableView::sortRequested, this, &SearchPage::sortBy);
    connect(m_below, &TableWithActions::rowChosen, this, &SearchPage::chooseRow);
    connect(m_below, &TableWithActions::takeRequested, this, &SearchPage::takeChosen);
    connect(m_below, &TableWithActions::compareRequested, this, &SearchPage::compareChosen);
}

SearchConstraints SearchPage::constraints() const
{
    SearchConstraints wanted;
    wanted.tensorWithinNode = m_withinNode->isChecked();
    wanted.onlyWhatFrameworkHas = m_frameworkOnly->isChecked();
    for (std::size_t i = 0; i < searchKeys.size(); ++i)
        if (m_kept[i]->isChecked())
            wanted.kept.push_back(searchKeys[i]);
    wanted.ticks = m_order.ticks;
    wanted.offload = !m_order.ticks.noOffload;
    return wanted;
}

QWidget* SearchPage::numbers() const
{
    return m_below;
}

/// Of every tick, so that a tick is answered at once; only offload is searched when it is asked
/// for, as it makes many more layouts.
SearchRequest SearchPage::wanted() const
{
    SearchConstraints every = constraints();
    every.ticks = {};
    every.forEveryTick = true;
    return {m_plan, every};
}

void SearchPage::chooseAgain()
{
    m_order.ticks = m_ticks->ticks();
    request();
    showAnswer();
}

void SearchPage::sortBy(int column, bool reversed)
{
    if (!m_answer)
        return;
    const std::vector<LayoutKey> columns = layoutColumns(*m_answer);
    if (column < 1 || column > static_cast<int>(columns.size()))
        return;
    m_order.key = columns[static_cast<std::size_t>(column - 1)];
    m_order.reversed = reversed;
    showAnswer();
}

/// Stops the search; the layouts found before stay, faded.
void SearchPage::stop()
{
    m_stopped = true;
    m_work.cancel();
}

void SearchPage::take(const Found& found)
{
    m_stopped = false;
    const auto before = m_chosen ? std::optional(*m_chosen) : std::nullopt;
    m_chosen = nullptr;
    m_open.clear();
    m_list.clear();
    m_rows.clear();
    m_dots.clear();
    if (found && before) { // in the answer that FoundPage keeps
        FoundPage::take(found);
        m_chosen = sameIn(*m_answer, *before);
        showAnswer();
        return;
    }
    FoundPage::take(found);
}

void SearchPage::forget()
{
    m_stopped = false;
    m_chosen = nullptr;
    m_open.clear();
    m_list.clear();
    m_rows.clear();
    m_dots.clear();
    FoundPage::forget();
}

void SearchPage::showAnswer()
{
    m_ticks->setLimits(m_answer && m_answer->present.days, m_answer && m_answer->present.price);
    m_order.ticks = m_ticks->ticks();
    showRows();
    showFigure();
    showChosen();
    showStatus();
}

void SearchPage::showRows()
{
    m_list = m_answer ? listedLayouts(*m_answer, m_order) : std::vector<ListedLayout>();
    m_rows = layoutRows(m_list,
                        [this](const FoundLayout& layout) { return m_open.contains(&layout); });
    if (!m_answer || !m_resolved) {
        m_table->show({}, m_format);
        m_ticks->clearCounts();
        m_nothing->hide();
        return;
    }
    m_table->show(layoutTable(m_rows, *m_answer, m_format.unit(), m_resolved->cluster.gpus),
                  m_format);
    const std::vector<LayoutKey> columns = layoutColumns(*m_answer);
    const auto at = std::ranges::find(columns, m_order.key);
    m_table->showSorted(at == columns.end() ? -1 : static_cast<int>(at - columns.begin()) + 1,
                        m_order.reversed);
    m_table->selectRow(rowOfChosen());
    const TickCounts counts = countTicks(*m_answer, m_order.ticks);
    m_ticks->showCounts(counts, m_format);
    showNothingKept(counts);
}

/// The tick to take away, as a link.
void SearchPage::showNothingKept(const TickCounts& counts)
{
    const auto most = counts.kept == 0 ? mostRemoving(*m_answer, m_order.ticks) : std::nullopt;
    m_nothing->setVisible(most && counts.all > 0);
    if (!most || counts.all == 0)
        return;
    LayoutTicks fewer = m_order.ticks;
    fewer.drop(*most);
    const QString link
        = QStringLiteral("<a href=\"%1\">%2</a>")
              .arg(toQString(nameOf(*most)), m_ticks->nameOfTick(*most).toHtmlEscaped());
    m_nothing->setText(tr("The ticks keep no layout. %1 removes most: without it, %2 are kept.")
                           .arg(link, m_format.count(countTicks(*m_answer, fewer).kept)));
}

void SearchPage::showFigure()
{
    m_dots.clear();
    if (!m_answer || !m_resolved)
        return m_view->showSentence(reason());
    if (m_answer->layouts.empty())
        return m_view->showSentence(tr("No layout of this cluster fits."));
    LayoutScatter scatter
        = layoutScatter(*m_answer, m_list, m_chosen, *m_resolved, m_format.unit());
    m_dots = std::move(scatter.layouts);
    m_view->show(scatter.figure);
}

void SearchPage::showChosen()
{
    if (m_chosen && m_resolved)
        m_details->show(
            translated(briefLayoutName(*m_chosen)),
            layoutFacts(*m_chosen, m_answer->present, m_format.unit(), m_resolved->cluster.gpus));
    else
        m_details->showHint(m_rows.empty()
                                ? QString()
                                : tr("Select a layout in the chart or in the table to see it "
                                     "against this plan."));
    m_below->setActive(mayTake());
}

void SearchPage::showStatus()
{
    const bool busy = m_work.isBusy();
    m_stop->setVisible(busy);
    if (busy)
        m_status->setText(tr("Searched: %1 %").arg(m_work.percent()));
    else if (m_stopped)
        m_status->setText(tr("Stopped; change the plan to search again"));
    else if (!m_answer)
        m_status->clear();
    else {
        const TickCounts counts = countTicks(*m_answer, m_order.ticks);
        const QString kept = tr("%1 of %2 layouts kept")
                                 .arg(m_format.count(counts.kept), m_format.count(counts.all));
        m_status->setText(
            m_answer->ended ? tr("%1 · ended: too many to try all").arg(kept)
                            : tr("%1 · %2 tried").arg(kept, m_format.count(m_answer->considered)));
    }
    m_below->setActive(mayTake());
}

int SearchPage::rowOfChosen() const
{
    const auto at = std::ranges::find(m_rows, m_chosen, &LayoutRow::layout);
    return m_chosen && at != m_rows.end() ? static_cast<int>(at - m_rows.begin()) : -1;
}

void SearchPage::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(m_rows.size()))
        return;
    m_chosen = m_rows[static_cast<std::size_t>(row)].layout;
    showFigure();
    showChosen();
}

/// Selects the layout of a dot; its row is opened where it is folded under another.
void SearchPage::chooseDot(std::size_t dot)
{
    if (dot >= m_dots.size())
        return;
    m_chosen = m_dots[dot];
    for (const ListedLayout& each : m_list)
        if (std::ranges::find(each.near, m_chosen) != each.near.end())
            m_open.insert(each.layout);
    showAnswer();
}

void SearchPage::openRow(int row, bool open)
{
    if (row < 0 || row >= static_cast<int>(m_rows.size()))
        return;
    LayoutRow of = m_rows[static_cast<std::size_t>(row)];
    if (of.isInside && !open) { // ← goes to the row that it belongs to
        while (m_rows[static_cast<std::size_t>(row)].isInside)
            --row;
        m_chosen = m_rows[static_cast<std::size_t>(row)].layout;
        of = m_rows[static_cast<std::size_t>(row)];
    }
    if (open && !of.isOpen && of.near > 0)
        m_open.insert(of.layout);
    else
        m_open.erase(of.layout);
    showAnswer();
}

/// Only while the layouts are those of the present plan.
bool SearchPage::mayTake() const
{
    return m_chosen && !m_chosen->changes.empty() && isCurrent();
}

void SearchPage::takeChosen()
{
    if (!mayTake())
        return;
    const std::vector<Change> changes = m_chosen->changes; // the next plan removes the result
    emit layoutTaken(changes);
}

void SearchPage::compareChosen()
{
    if (!mayTake())
        return;
    emit layoutCompared(m_chosen->changes, translated(briefLayoutName(*m_chosen)));
}

void SearchPage::resizeEvent(QResizeEvent* event)
{
    FoundPage::resizeEvent(event);
    constexpr int leastFigure = 440;
    m_details->setVisible(width() >= leastFigure + m_details->sizeHint().width());
}

void SearchPage::retranslate()
{
    m_ticks->retranslate();
    m_withinNode->setText(tr("TP within a node"));
    m_frameworkOnly->setText(tr("Supported by the framework"));
    m_keep->setText(tr("Keep…"));
    m_stop->setText(tr("Stop"));
    m_below->retranslate();
    m_below->setHint(tr("Enter takes · Space adds to Compare · → opens near equals"));
    for (std::size_t i = 0; i < searchKeys.size(); ++i)
        m_kept[i]->setText(keyLabel(searchKeys[i]));
    m_table->setTableName(tr("Layouts"));
    showAnswer();
}

} // namespace highwater
