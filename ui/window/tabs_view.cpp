// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs_view.h"

#include "ui/answer/ledger_view.h"
#include "ui/base/settings.h"
#include "ui/base/tab_row.h"
#include "ui/figures/figure_table_view.h"
#include "ui/help/help_tips.h"
#include "ui/window/tab.h"

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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row);
    column->addWidget(m_halves, 1);
}

void TabsView::setTabs(std::vector<Tab*> tabs, LedgerView& ledger, FigureTableView& table)
{
    m_tabs = std::move(tabs);
    m_heights.resize(m_tabs.size());
    connect(m_halves, &QSplitter::splitterMoved, this, [this] {
        m_heights[static_cast<std::size_t>(m_pictures->currentIndex())] = m_halves->sizes().last();
    });
    m_ledger = &ledger;
    m_table = &table;
    for (Tab* tab : m_tabs) {
        const int index = m_pictures->addWidget(tab->widget());
        m_row->addTab(QString());
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
    connect(m_row, &QTabBar::currentChanged, this, [this](int index) {
        m_pictures->setCurrentIndex(index);
        emit frontChanged(index);
        showFront();
    });
}

Tab& TabsView::front() const
{
    return *m_tabs[static_cast<std::size_t>(m_pictures->currentIndex())];
}

void TabsView::bringToFront(int index)
{
    m_row->setCurrentIndex(index);
}

void TabsView::setPlan(const Plan& plan)
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        const int index = static_cast<int>(i);
        const bool offered = m_tabs[i]->concerns(plan);
        if (m_row->isTabVisible(index) == offered)
            continue;
        if (!offered && m_row->currentIndex() == index)
            bringToFront(0);
        m_row->setTabVisible(index, offered);
        emit tabOffered(index, offered);
    }
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

int TabsView::leastPicture() const
{
    return std::max(leastOfPictures, front().leastHeight());
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
    m_row->setAccessibleName(tr("Figures"));
    nameTabs();
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        m_row->setTabToolTip(static_cast<int>(i), tipOf(m_tabs[i]->widget()->objectName()));
        m_tabs[i]->retranslate();
    }
}

void TabsView::nameTabs()
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        m_row->setTabText(static_cast<int>(i),
                          m_small ? m_tabs[i]->briefTitle() : m_tabs[i]->title());
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
