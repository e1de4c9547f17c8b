// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pages_view.h"

#include "ui/answer/ledger_view.h"
#include "ui/base/settings.h"
#include "ui/base/tab_row.h"
#include "ui/figures/figure_table_view.h"
#include "ui/help/help_tips.h"
#include "ui/window/page.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace highwater {

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

PagesView::PagesView(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new TabRow(this))
    , m_pictures(new QStackedWidget(this))
    , m_numbers(new QStackedWidget(this))
    , m_halves(new Halves(this, [this] { setHeights(); }))
{
    m_tabs->setObjectName(QStringLiteral("tabs"));
    m_halves->addWidget(m_pictures);
    m_halves->addWidget(m_numbers);
    m_halves->setStretchFactor(0, 1);
    m_halves->setStretchFactor(1, 0);
    m_halves->setChildrenCollapsible(false);
    constexpr int leastPicture = 236; // otherwise the page with the greatest need decides, even if
                                      // not in front
    m_pictures->setMinimumHeight(leastPicture);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_halves, 1);
}

void PagesView::setPages(std::vector<Page*> pages, LedgerView& ledger, FigureTableView& table)
{
    m_pages = std::move(pages);
    m_heights.resize(m_pages.size());
    connect(m_halves, &QSplitter::splitterMoved, this, [this] {
        m_heights[static_cast<std::size_t>(m_pictures->currentIndex())] = m_halves->sizes().last();
    });
    m_ledger = &ledger;
    m_table = &table;
    for (Page* page : m_pages) {
        const int index = m_pictures->addWidget(page->widget());
        m_tabs->addTab(QString());
        connect(page, &Page::frontRequested, this, [this, index] { bringToFront(index); });
        connect(page, &Page::changed, this, [this, page] {
            if (page == &front())
                showFront();
        });
        connect(page, &Page::hintChanged, this, &PagesView::hintChanged);
    }
    m_numbers->addWidget(m_ledger);
    m_numbers->addWidget(m_table);
    for (const Page* page : m_pages)
        if (QWidget* numbers = page->numbers(); numbers && m_numbers->indexOf(numbers) < 0)
            m_numbers->addWidget(numbers);
    connect(m_table, &FigureTableView::rowChosen, this,
            [this](int row) { front().chooseRow(row); });
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pictures->setCurrentIndex(index);
        emit frontChanged(index);
        showFront();
    });
}

Page& PagesView::front() const
{
    return *m_pages[static_cast<std::size_t>(m_pictures->currentIndex())];
}

void PagesView::bringToFront(int index)
{
    m_tabs->setCurrentIndex(index);
}

void PagesView::setPlan(const Plan& plan)
{
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const int index = static_cast<int>(i);
        const bool offered = m_pages[i]->concerns(plan);
        if (m_tabs->isTabVisible(index) == offered)
            continue;
        if (!offered && m_tabs->currentIndex() == index)
            bringToFront(0);
        m_tabs->setTabVisible(index, offered);
        emit pageOffered(index, offered);
    }
}

void PagesView::show(const MemoryFormat& format)
{
    m_format = format;
    showFront();
}

void PagesView::showPicture()
{
    front().show(m_format);
}

void PagesView::showFront()
{
    showPicture();
    front().showNumbers(m_format);
    showNumbers();
    emit hintChanged();
}

void PagesView::setNumbersShown(bool shown)
{
    m_numbersShown = shown;
    showNumbers();
}

QWidget* PagesView::numbers() const
{
    return m_numbers->currentWidget();
}

/// The height that a person set. Otherwise the ledger's usual height, or for a figure's table that
/// of its rows, where the picture keeps the greater part.
int PagesView::wantedHeight(int page) const
{
    const int set = m_heights[static_cast<std::size_t>(page)];
    constexpr int ledger = 248, smallLedger = 172;
    if (set > 0)
        return set;
    const QWidget* numbers = m_pages[static_cast<std::size_t>(page)]->numbers();
    if (numbers == m_ledger)
        return m_small ? smallLedger : ledger;
    return std::min(numbers->sizeHint().height(), m_halves->height() * 9 / 20);
}

void PagesView::showNumbers()
{
    QWidget* wanted = front().numbers();
    const bool shown = wanted && m_numbersShown && hasRoomForBoth();
    const int page = m_pictures->currentIndex();
    const bool another = std::exchange(m_shownPage, page) != page || m_numbers->isHidden() == shown;
    m_numbers->setVisible(shown);
    if (wanted)
        m_numbers->setCurrentWidget(wanted);
    if (shown && another)
        setHeights();
}

/// Whether there is room for both. On a very low screen the picture takes all of it.
bool PagesView::hasRoomForBoth() const
{
    constexpr int enough = 320;
    return !m_halves->isVisible() || m_halves->height() >= enough;
}

void PagesView::setHeights()
{
    if (m_pages.empty() || !front().numbers())
        return;
    m_numbers->setVisible(m_numbersShown && hasRoomForBoth());
    const int height = wantedHeight(m_pictures->currentIndex());
    m_halves->setSizes({std::max(1, m_halves->height() - height), height});
}

void PagesView::setSmall(bool small)
{
    m_small = small;
    nameTabs();
    for (Page* page : m_pages)
        page->setSmall(small);
    m_ledger->setSmall(small);
    setHeights();
}

void PagesView::retranslate()
{
    m_tabs->setAccessibleName(tr("Figures"));
    nameTabs();
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_tabs->setTabToolTip(static_cast<int>(i), tipOf(m_pages[i]->widget()->objectName()));
        m_pages[i]->retranslate();
    }
}

void PagesView::nameTabs()
{
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        m_tabs->setTabText(static_cast<int>(i),
                           m_small ? m_pages[i]->briefTitle() : m_pages[i]->title());
}

void PagesView::store() const
{
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        if (m_heights[i] > 0 && m_pages[i]->numbers())
            settings::numbersHeight.store(m_heights[i], m_pages[i]->widget()->objectName());
}

void PagesView::restore()
{
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        if (m_pages[i]->numbers())
            m_heights[i] = std::clamp(
                settings::numbersHeight.value(m_pages[i]->widget()->objectName()), 0, 4000);
    setHeights();
}

} // namespace highwater
