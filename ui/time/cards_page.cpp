// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/cards_page.h"

#include "core/exchange/cards_json.h"
#include "core/figure/cards_figure.h"
#include "core/figure/cards_table.h"
#include "ui/base/csv_rows.h"
#include "ui/base/elided_label.h"
#include "ui/base/under_row.h"
#include "ui/time/sample_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>

#include <algorithm>

namespace highwater {
namespace {

/// Every card of the catalogue; no answer where the work was cancelled.
void findCards(QPromise<Result<std::vector<Card>>>& promise, const Plan& plan)
{
    const Catalog& catalog = builtinCatalog();
    if (Problems problems = cardProblems(plan); !problems.empty()) {
        promise.addResult(Result<std::vector<Card>>(std::move(problems)));
        return;
    }
    std::vector<Card> found;
    const auto& devices = catalog.devices();
    for (const Device& device : devices) {
        if (promise.isCanceled())
            return;
        auto card = cardOf(plan, catalog, device);
        if (!card) {
            promise.addResult(Result<std::vector<Card>>(card.problems()));
            return;
        }
        found.push_back(*std::move(card));
        promise.setProgressValue(static_cast<int>(100 * found.size() / devices.size()));
    }
    promise.addResult(Result<std::vector<Card>>(std::move(found)));
}

} // namespace

CardsPage::CardsPage(QWidget* parent)
    : FoundPage(new SampleView([this](const Panel&, std::size_t row) { takeShown(row); }, nullptr),
                new FigureTableView(nullptr, QStringLiteral("cardsTable")), findCards, parent)
    , m_known(std::make_shared<KnownCards>())
    , m_status(new ElidedLabel(this))
    , m_copy(new QPushButton(this))
{
    setObjectName(QStringLiteral("cardsPage"));
    m_status->setObjectName(QStringLiteral("cards.status"));
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_copy->setObjectName(QStringLiteral("cards.copy"));
    m_copy->setAutoDefault(false);
    m_view->setObjectName(QStringLiteral("cardsFigure"));
    constexpr int rows = 10;
    m_table->setLeastRows(rows);
    constexpr int columns = 5; // card, number, step, days and price
    m_table->setColumnsThatStay(columns);
    m_table->setSortable(true);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(16, 4, 16, 4);
    row->addWidget(m_status, 1);
    row->addWidget(m_copy);
    layOutUnderRow(this, row, m_view);
    connect(m_copy, &QPushButton::clicked, this, &CardsPage::copyCsv);
    connect(m_table, &FigureTableView::rowTaken, this, &CardsPage::takeRow);
    connect(m_table, &FigureTableView::sortRequested, this, [this](int sorted, bool reversed) {
        const auto shown = cardColumns(cardTimesOf(m_plan));
        if (sorted >= static_cast<int>(shown.size()))
            return;
        m_order = {shown[static_cast<std::size_t>(sorted)], reversed};
        showAnswer();
    });
    retranslate();
}

const std::vector<Card>& CardsPage::cards() const
{
    static const std::vector<Card> none;
    return m_answer ? *m_answer : none;
}

void CardsPage::take(const Found& found)
{
    m_known->keep(*m_work.found(), found);
    FoundPage::take(found);
}

void CardsPage::showAnswer()
{
    if (m_answer)
        sortCards(*m_answer, m_order.key, m_order.reversed);
    const CardTimes times = cardTimesOf(m_plan);
    m_table->show(cardsTable(cards(), m_plan.cluster.device, times, m_format.unit()), m_format);
    const auto columns = cardColumns(times);
    const auto at = std::ranges::find(columns, m_order.key);
    m_table->showSorted(at == columns.end() ? -1 : static_cast<int>(at - columns.begin()),
                        m_order.reversed);
    m_copy->setEnabled(!cards().empty());
    showFigure();
    showStatus();
}

std::size_t CardsPage::rowsInView() const
{
    const int line = fontMetrics().height();
    constexpr int around = 9, least = 2; // lines of title, legend and axis
    const int room = (m_view->height() - around * line) * 3 / (4 * line);
    return static_cast<std::size_t>(std::clamp(room, least, static_cast<int>(mostCardsShown)));
}

void CardsPage::showFigure()
{
    if (cards().empty() || !m_resolved) {
        m_view->showSentence(reason());
        return;
    }
    if (m_work.found() != m_plan)
        return; // the previous plan's cards stay, faded
    const auto figure
        = cardsFigure(cards(), m_plan, *m_resolved, m_order, m_format.unit(), rowsInView());
    if (figure)
        m_view->show(*figure);
    else
        m_view->showSentence(tr("This plan does not fit on any number of any card."));
}

void CardsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showFigure();
}

void CardsPage::showStatus()
{
    const QString said = tr(
        "The fewest of each card on which this plan fits, all else kept. Click a card to take it.");
    m_status->setText(m_work.isBusy() ? tr("Counting the cards: %1 %").arg(m_work.percent())
                          : reason().isEmpty() ? said
                                               : reason());
}

void CardsPage::takeRow(int row)
{
    if (row >= 0 && row < static_cast<int>(cards().size()))
        takeCard(cards()[static_cast<std::size_t>(row)]);
}

void CardsPage::takeShown(std::size_t row)
{
    const auto shown = shownCards(cards(), m_plan.cluster.device, m_order, rowsInView());
    if (row < shown.size())
        takeCard(shown[row]);
}

void CardsPage::takeCard(const Card& card)
{
    if (!isCurrent() || !card.gpus)
        return;
    emit cardTaken(onCard(m_plan, card),
                   tr("Card %1").arg(QString::fromStdString(card.device->name)));
}

void CardsPage::copyCsv()
{
    const auto csv = QByteArray::fromStdString(cardsCsv(cards()));
    auto* copied = new QMimeData;
    copied->setData(QStringLiteral("text/csv"), csv);
    copied->setText(tabbed(csvRows(csv)));
    QGuiApplication::clipboard()->setMimeData(copied);
    emit said(tr("The cards are on the clipboard"));
}

void CardsPage::retranslate()
{
    m_copy->setText(tr("Copy as CSV"));
    m_table->setTableName(tr("Cards of the catalogue"));
    showAnswer();
}

} // namespace highwater
