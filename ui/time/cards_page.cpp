// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/cards_page.h"

#include "core/exchange/cards_json.h"
#include "core/figure/cards_table.h"
#include "ui/base/csv_rows.h"
#include "ui/base/key_words.h"
#include "ui/base/words.h"
#include "ui/figures/figure_table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

/// Every card of the catalogue; none where the work was cancelled.
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
    : QWidget(parent)
    , m_status(new QLabel(this))
    , m_copy(new QPushButton(this))
    , m_table(new FigureTableView(this, QStringLiteral("cardsTable")))
    , m_work([this](const Found& found) { show(found); },
             [this](int percent) {
                 m_percent = percent;
                 showStatus();
             })
{
    setObjectName(QStringLiteral("cardsPage"));
    m_status->setObjectName(QStringLiteral("cards.status"));
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_copy->setObjectName(QStringLiteral("cards.copy"));
    m_copy->setAutoDefault(false);
    m_table->setSortable(true);
    m_table->hideNote(); // the status stands above
    m_rest.setSingleShot(true);
    m_rest.setInterval(restBeforeWork);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(16, 4, 16, 4);
    row->addWidget(m_status, 1);
    row->addWidget(m_copy);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(&m_rest, &QTimer::timeout, this, &CardsPage::start);
    connect(m_copy, &QPushButton::clicked, this, &CardsPage::copyCsv);
    connect(m_table, &FigureTableView::rowTaken, this, &CardsPage::take);
    connect(m_table, &FigureTableView::sortRequested, this, [this](int sorted, bool reversed) {
        const auto columns = cardColumns(cardTimesOf(m_plan), m_small);
        if (sorted >= static_cast<int>(columns.size()))
            return;
        m_key = columns[static_cast<std::size_t>(sorted)];
        m_reversed = reversed;
        showRows();
    });
    retranslate();
}

void CardsPage::showPlan(const Plan& plan, const MemoryFormat& format)
{
    const bool sameFormat = format == m_format;
    m_plan = plan;
    m_format = format;
    m_problem.clear();
    if (m_asked == plan) {
        m_rest.stop();
        if (!sameFormat)
            showRows();
        return;
    }
    m_table->setStale(true);
    m_rest.start();
    showStatus();
}

void CardsPage::start()
{
    m_asked = m_plan;
    m_percent = 0;
    m_work.start([plan = m_plan](auto& promise) { findCards(promise, plan); });
    showStatus();
}

void CardsPage::show(const Found& found)
{
    m_cards.clear();
    m_problem.clear();
    if (found) {
        m_cards = *found;
    } else {
        const Problem& problem = found.problems().front();
        m_problem = problemText(problem);
    }
    m_table->setStale(false);
    showRows();
}

void CardsPage::showSentence(const QString& sentence)
{
    m_work.cancel();
    m_rest.stop();
    m_asked.reset();
    m_cards.clear();
    m_problem = sentence;
    showRows();
}

void CardsPage::setStale(bool stale)
{
    if (stale)
        m_table->setStale(true);
    else if (m_asked == m_plan && !m_work.isRunning())
        m_table->setStale(false);
}

void CardsPage::setSmall(bool small)
{
    m_small = small;
    showRows();
}

void CardsPage::showRows()
{
    sortCards(m_cards, m_key, m_reversed);
    const CardTimes times = cardTimesOf(m_plan);
    m_table->show(cardsTable(m_cards, m_plan.cluster.device, times, m_format.unit(), m_small),
                  m_format);
    const auto columns = cardColumns(times, m_small);
    const auto at = std::ranges::find(columns, m_key);
    m_table->showSorted(at == columns.end() ? -1 : static_cast<int>(at - columns.begin()),
                        m_reversed);
    m_copy->setEnabled(!m_cards.empty());
    showStatus();
}

void CardsPage::showStatus()
{
    const bool busy = m_work.isRunning() || m_rest.isActive();
    QString said = tr("The fewest of each card that fit this plan, all else kept. Click one to "
                      "take it.");
    if (cardTimesOf(m_plan) == CardTimes::None)
        said += QLatin1Char(' ') + tr("The phases of a job are not timed.");
    m_status->setText(!m_problem.isEmpty() ? m_problem
                          : busy           ? tr("Counting the cards: %1 %").arg(m_percent)
                                           : said);
}

void CardsPage::take(int row)
{
    if (row < 0 || row >= static_cast<int>(m_cards.size()) || m_asked != m_plan)
        return;
    const Card& card = m_cards[static_cast<std::size_t>(row)];
    if (!card.gpus)
        return;
    emit cardTaken(onCard(m_plan, card),
                   tr("Card %1").arg(QString::fromStdString(card.device->name)));
}

void CardsPage::copyCsv()
{
    const auto csv = QByteArray::fromStdString(cardsCsv(m_cards));
    auto* copied = new QMimeData;
    copied->setData(QStringLiteral("text/csv"), csv);
    copied->setText(tabbed(csvRows(csv)));
    QGuiApplication::clipboard()->setMimeData(copied);
    emit said(tr("The cards are on the clipboard"));
}

QWidget* CardsPage::table() const
{
    return m_table;
}

void CardsPage::retranslate()
{
    m_copy->setText(tr("Copy as CSV"));
    m_table->setTableName(tr("Cards of the catalogue"));
    showRows();
}

} // namespace highwater
