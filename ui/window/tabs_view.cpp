// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs_view.h"

#include "ui/answer/ledger_view.h"
#include "ui/base/segment_row.h"
#include "ui/base/settings.h"
#include "ui/base/tab_row.h"
#include "ui/figures/figure_table_view.h"
#include "ui/help/help_tips.h"
#include "ui/window/tab.h"

#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace highwater {

/// The least height of a picture. Otherwise the tab with the greatest need decides, even if not in
/// front.
constexpr int leastOfPictures = 236;
constexpr int leastNumbers = 84;

/// A splitter that signals when its size changes.
class Halves : public QSplitter
{
public:
    Halves(QWidget* parent, std::function<void()> resized)
        : QSplitter(Qt::Vertical, parent)
        , m_resized(std::move(resized))
    { }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QSplitter::resizeEvent(event);
        m_resized();
    }

private:
    std::function<void()> m_resized;
};

TabsView::TabsView(QWidget* parent)
    : QWidget(parent)
    , m_row(new TabRow(this))
    , m_pictures(new QStackedWidget(this))
    , m_numbers(new QStackedWidget(this))
    , m_halves(new Halves(this, [this] { setHeights(); }))
{
    m_row->setObjectName(QStringLiteral("tabs"));
    m_halves->addWidget(m_pictures);
    m_halves->addWidget(m_numbers);
    m_halves->setStretchFactor(0, 1);
    m_halves->setStretchFactor(1, 0);
    m_halves->setChildrenCollapsible(false);
    m_pictures->setMinimumHeight(leastOfPictures);
    m_numbers->setMinimumHeight(leastNumbers); // or else that of the page with the greatest need
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row);
    column->addWidget(m_halves, 1);
}

void TabsView::setTabs(const std::vector<TabPage>& pages, LedgerView& ledger,
                       FigureTableView& table)
{
    for (const TabPage& page : pages) {
        const auto first = static_cast<int>(m_tabs.size());
        const auto count = static_cast<int>(page.views.size());
        m_tabs.insert(m_tabs.end(), page.views.begin(), page.views.end());
        m_pages.push_back({page.title, first, count, first, nullptr});
        m_row->addTab(QString());
        if (count > 1)
            addSegments(m_pages.back(), page.name);
    }
    m_heights.resize(m_tabs.size());
    m_offered.assign(m_tabs.size(), true);
    connect(m_halves, &QSplitter::splitterMoved, this, [this] {
        m_heights[static_cast<std::size_t>(m_pictures->currentIndex())] = m_halves->sizes().last();
    });
    m_ledger = &ledger;
    m_table = &table;
    for (Tab* tab : m_tabs) {
        const int index = m_pictures->addWidget(tab->widget());
        connect(tab, &Tab::frontRequested, this, [this, index] { bringToFront(index); });
        connect(tab, &Tab::changed, this, [this, tab] {
            if (tab == &front())
                showFront();
        });
        connect(tab, &Tab::hintChanged, this, &TabsView::hintChanged);
    }
    m_numbers->addWidget(m_ledger);
    m_numbers->addWidget(m_table);
    for (const Tab* tab : m_tabs)
        if (QWidget* numbers = tab->numbers(); numbers && m_numbers->indexOf(numbers) < 0)
            m_numbers->addWidget(numbers);
    connect(m_table, &FigureTableView::rowChosen, this,
            [this](int row) { front().chooseRow(row); });
    connect(m_row, &QTabBar::currentChanged, this, &TabsView::choosePage);
    if (m_pages.front().segments)
        m_tabs.front()->segments()->put(*m_pages.front().segments);
}

void TabsView::addSegments(Page& page, const char* name)
{
    page.segments = new SegmentRow(QStringLiteral("segments.") + QLatin1String(name), this);
    page.segments->hide(); // until a view has it
    for (int view = 0; view < page.count; ++view)
        page.segments->addTab(QString());
    connect(page.segments, &QTabBar::currentChanged, this,
            [this, first = page.first](int view) { bringToFront(first + view); });
}

int TabsView::pageOf(int index) const
{
    const auto after = std::ranges::find_if(
        m_pages, [index](const Page& page) { return index < page.first + page.count; });
    return static_cast<int>(after - m_pages.begin());
}

bool TabsView::isOffered(int index) const
{
    return m_offered[static_cast<std::size_t>(index)];
}

int TabsView::frontPage() const
{
    return pageOf(m_pictures->currentIndex());
}

int TabsView::frontView() const
{
    return m_pictures->currentIndex() - m_pages[static_cast<std::size_t>(frontPage())].first;
}

Tab& TabsView::front() const
{
    return *m_tabs[static_cast<std::size_t>(m_pictures->currentIndex())];
}

void TabsView::bringToFront(int index)
{
    const int at = pageOf(index);
    Page& page = m_pages[static_cast<std::size_t>(at)];
    page.last = index;
    const bool hadFocus = page.segments && page.segments->hasFocus();
    m_pictures->setCurrentIndex(index); // hides the segments with the view before
    if (page.segments) {
        const QSignalBlocker quiet(page.segments);
        page.segments->setCurrentIndex(index - page.first);
        if (auto* slot = m_tabs[static_cast<std::size_t>(index)]->segments())
            slot->put(*page.segments);
        if (hadFocus)
            page.segments->setFocus();
    }
    {
        const QSignalBlocker quiet(m_row);
        m_row->setCurrentIndex(at);
    }
    emit frontChanged();
    showFront();
}

void TabsView::choosePage(int page)
{
    bringToFront(m_pages[static_cast<std::size_t>(page)].last);
}

void TabsView::chooseView(int view)
{
    const Page& page = m_pages[static_cast<std::size_t>(frontPage())];
    if (view < page.count && isOffered(page.first + view))
        bringToFront(page.first + view);
}

void TabsView::chooseFurther(int steps)
{
    const auto count = static_cast<int>(m_tabs.size());
    int index = m_pictures->currentIndex();
    do
        index = (index + steps + count) % count;
    while (!isOffered(index));
    bringToFront(index);
}

/// A page's view in front that does not concern the plan gives way to the first that does.
void TabsView::setPlan(const Plan& plan)
{
    bool differs = false;
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        const bool offered = m_tabs[i]->concerns(plan);
        if (m_offered[i] == offered)
            continue;
        differs = true;
        m_offered[i] = offered;
        const Page& page = m_pages[static_cast<std::size_t>(pageOf(static_cast<int>(i)))];
        if (page.segments) {
            const QSignalBlocker quiet(page.segments);
            page.segments->setTabVisible(static_cast<int>(i) - page.first, offered);
        }
    }
    if (!differs)
        return;
    for (Page& page : m_pages)
        for (int index = page.first; !isOffered(page.last) && index < page.first + page.count;
             ++index)
            if (isOffered(index))
                page.last = index;
    const Page& front = m_pages[static_cast<std::size_t>(frontPage())];
    if (front.last != m_pictures->currentIndex())
        bringToFront(front.last);
    else
        emit frontChanged();
}

QStringList TabsView::pageTitles() const
{
    QStringList titles;
    for (const Page& page : m_pages)
        titles << Tab::tr(page.title);
    return titles;
}

int TabsView::mostViews() const
{
    return std::ranges::max(m_pages, {}, &Page::count).count;
}

QStringList TabsView::viewTitles() const
{
    const Page& page = m_pages[static_cast<std::size_t>(frontPage())];
    QStringList titles;
    for (int index = page.first; index < page.first + page.count; ++index)
        titles << (isOffered(index) && page.segments
                       ? m_tabs[static_cast<std::size_t>(index)]->title()
                       : QString());
    return titles;
}

void TabsView::show(const MemoryFormat& format)
{
    m_format = format;
    showFront();
}

void TabsView::showPicture()
{
    front().show(m_format);
}

void TabsView::showFront()
{
    showPicture();
    front().showNumbers(m_format);
    showNumbers();
    emit hintChanged();
}

void TabsView::setNumbersShown(bool shown)
{
    m_numbersShown = shown;
    showNumbers();
}

QWidget* TabsView::numbers() const
{
    return m_numbers->currentWidget();
}

/// The height that a person set. Otherwise the ledger's usual height, or for a figure's table that
/// of its rows, where the picture keeps the greater part.
int TabsView::wantedHeight(int tab) const
{
    const int set = m_heights[static_cast<std::size_t>(tab)];
    constexpr int ledger = 248, smallLedger = 172;
    if (set > 0)
        return set;
    const QWidget* numbers = m_tabs[static_cast<std::size_t>(tab)]->numbers();
    if (numbers == m_ledger)
        return m_small ? smallLedger : ledger;
    return std::min(numbers->sizeHint().height(), m_halves->height() * 9 / 20);
}

void TabsView::showNumbers()
{
    QWidget* wanted = front().numbers();
    const bool shown = wanted && m_numbersShown && hasRoomForBoth();
    const int tab = m_pictures->currentIndex();
    const bool grown = std::exchange(m_leastPicture, leastPicture()) != leastPicture();
    const bool another
        = std::exchange(m_shownTab, tab) != tab || m_numbers->isHidden() == shown || grown;
    m_numbers->setVisible(shown);
    if (wanted)
        m_numbers->setCurrentWidget(wanted);
    if (shown && another)
        setHeights();
}

/// Of large text the picture takes more: its axes need their titles more than the numbers need
/// rows.
int TabsView::leastPicture() const
{
    constexpr int lines = 12;
    return std::max({leastOfPictures, front().leastHeight(), lines * fontMetrics().height()});
}

/// Whether there is room for both. On a very low screen the picture takes all of it.
bool TabsView::hasRoomForBoth() const
{
    return !m_halves->isVisible() || m_halves->height() >= leastPicture() + leastNumbers;
}

void TabsView::setHeights()
{
    if (m_tabs.empty() || !front().numbers())
        return;
    m_numbers->setVisible(m_numbersShown && hasRoomForBoth());
    const int height = std::clamp(wantedHeight(m_pictures->currentIndex()), leastNumbers,
                                  std::max(leastNumbers, m_halves->height() - leastPicture()));
    m_halves->setSizes({std::max(1, m_halves->height() - height), height});
}

void TabsView::setSmall(bool small)
{
    m_small = small;
    nameTabs();
    for (Tab* tab : m_tabs)
        tab->setSmall(small);
    m_ledger->setSmall(small);
    setHeights();
}

void TabsView::retranslate()
{
    m_row->setAccessibleName(tr("Pages"));
    for (const Page& page : m_pages)
        if (page.segments)
            page.segments->setAccessibleName(tr("Views of the page"));
    nameTabs();
    for (Tab* tab : m_tabs)
        tab->retranslate();
}

void TabsView::nameTabs()
{
    const QStringList titles = pageTitles();
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const Page& page = m_pages[i];
        const auto at = static_cast<int>(i);
        m_row->setTabText(at, titles.at(at));
        m_row->setTabToolTip(
            at,
            page.segments
                ? tipOf(page.segments->objectName())
                : tipOf(m_tabs[static_cast<std::size_t>(page.first)]->widget()->objectName()));
        for (int view = 0; page.segments && view < page.count; ++view) {
            const Tab& tab
                = *m_tabs[static_cast<std::size_t>(page.first) + static_cast<std::size_t>(view)];
            page.segments->setTabText(view, m_small ? tab.briefTitle() : tab.title());
            page.segments->setTabToolTip(view, tipOf(tab.widget()->objectName()));
        }
    }
}

void TabsView::store() const
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        if (m_heights[i] > 0 && m_tabs[i]->numbers())
            settings::numbersHeight.store(m_heights[i], m_tabs[i]->widget()->objectName());
}

void TabsView::restore()
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        if (m_tabs[i]->numbers())
            m_heights[i] = std::clamp(
                settings::numbersHeight.value(m_tabs[i]->widget()->objectName()), 0, 4000);
    setHeights();
}

} // namespace highwater
