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

namespace highwater {

PagesView::PagesView(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new TabRow(this))
    , m_pictures(new QStackedWidget(this))
    , m_numbers(new QStackedWidget(this))
    , m_halves(new QSplitter(Qt::Vertical, this))
{
    m_tabs->setObjectName(QStringLiteral("tabs"));
    m_halves->addWidget(m_pictures);
    m_halves->addWidget(m_numbers);
    m_halves->setStretchFactor(0, 1);
    m_halves->setStretchFactor(1, 0);
    m_halves->setChildrenCollapsible(false);
    m_halves->setSizes({420, 248});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_halves, 1);
}

void PagesView::setPages(std::vector<Page*> pages, LedgerView& ledger, FigureTableView& table)
{
    m_pages = std::move(pages);
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

void PagesView::show(const MemoryFormat& format)
{
    m_format = format;
    showFront();
}

void PagesView::showFront()
{
    front().show(m_format);
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

/// A figure's table needs less height than a ledger; the picture gets the difference.
void PagesView::showNumbers()
{
    QWidget* wanted = front().numbers();
    m_numbers->setVisible(wanted && m_numbersShown);
    if (!wanted || m_numbers->currentWidget() == wanted)
        return;
    const bool ledger = wanted == m_ledger;
    const QList<int> sizes = m_halves->sizes();
    if (!ledger)
        m_ledgerHeight = sizes.last();
    m_numbers->setCurrentWidget(wanted);
    const int height
        = ledger ? m_ledgerHeight : std::min(m_ledgerHeight, m_table->sizeHint().height());
    m_halves->setSizes({sizes.first() + sizes.last() - height, height});
}

void PagesView::setSmall(bool small)
{
    for (Page* page : m_pages)
        page->setSmall(small);
    m_ledger->setSmall(small);
    constexpr int ledger = 248, smallLedger = 172, leastPicture = 200;
    const int height = small ? smallLedger : ledger;
    m_halves->setSizes({std::max(leastPicture, m_halves->height() - height), height});
}

void PagesView::retranslate()
{
    m_tabs->setAccessibleName(tr("Figures"));
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i), m_pages[i]->title());
        m_tabs->setTabToolTip(static_cast<int>(i), tipOf(m_pages[i]->widget()->objectName()));
        m_pages[i]->retranslate();
    }
}

void PagesView::store() const
{
    // Only with the ledger in front: the table of a figure moves the splitter.
    if (m_numbers->currentWidget() == m_ledger && front().numbers() == m_ledger)
        settings::ledgerSplitter.store(m_halves->saveState());
}

void PagesView::restore()
{
    m_halves->restoreState(settings::ledgerSplitter.value());
}

} // namespace highwater
