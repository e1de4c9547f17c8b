// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/cards_page.h"

#include "core/exchange/answers.h"
#include "core/figure/cards_figure.h"
#include "core/figure/cards_table.h"
#include "ui/base/csv_rows.h"
#include "ui/base/elided_label.h"
#include "ui/base/flow_layout.h"
#include "ui/base/phrases.h"
#include "ui/base/segment_row.h"
#include "ui/base/under_row.h"
#include "ui/time/limit_field.h"
#include "ui/time/sample_view.h"
#include "ui/time/table_with_actions.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMimeData>
#include <QPushButton>

#include <algorithm>

namespace highwater {
namespace {

/// Every card of the catalogue; no answer where the work was cancelled.
void findCards(QPromise<Result<std::vector<Card>>>& promise, const CardQuestion& asked)
{
    const Catalog& catalog = builtinCatalog();
    if (Problems problems = cardProblems(asked.plan); !problems.empty()) {
        promise.addResult(Result<std::vector<Card>>(std::move(problems)));
        return;
    }
    std::vector<Card> found;
    const auto& devices = catalog.devices();
    for (const Device& device : devices) {
        if (promise.isCanceled())
            return;
        auto card = cardOf(asked, catalog, device);
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
    : FoundPage(
        new SampleView([this](const Panel&, std::size_t row) { chooseShown(row); }, nullptr),
        new FigureTableView(nullptr, QStringLiteral("cardsTable")), findCards, parent)
    , m_below(new TableWithActions(m_table, QStringLiteral("cards")))
    , m_known(std::make_shared<KnownCards>())
    , m_count(new QComboBox(this))
    , m_daysLabel(new QLabel(this))
    , m_days(new QLineEdit(this))
    , m_priceLabel(new QLabel(this))
    , m_price(new QLineEdit(this))
    , m_usable(new QCheckBox(this))
    , m_status(new ElidedLabel(this))
    , m_copy(new QPushButton(this))
{
    setObjectName(QStringLiteral("cardsPage"));
    m_status->setObjectName(QStringLiteral("cards.status"));
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_copy->setObjectName(QStringLiteral("cards.copy"));
    m_copy->setAutoDefault(false);
    m_view->setObjectName(QStringLiteral("cardsFigure"));
    constexpr int rows = 10;
    m_table->setLeastRows(rows);
    constexpr int columns = 5; // card, number, step, days and price
    m_table->setColumnsThatStay(columns);
    m_table->setSortable(true);
    makeChoices();
    auto* row = new FlowLayout;
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(8);
    row->addWidget(new SegmentSlot(this));
    row->addWidget(m_count);
    row->addTogether({m_daysLabel, m_days});
    row->addTogether({m_priceLabel, m_price});
    row->addWidget(m_usable);
    row->addTogether({m_status, m_copy});
    layOutUnderRow(this, row, m_view);
    connect(m_copy, &QPushButton::clicked, this, &CardsPage::copyCsv);
    connect(m_below, &TableWithActions::rowChosen, this, &CardsPage::chooseRow);
    connect(m_below, &TableWithActions::takeRequested, this, &CardsPage::takeChosen);
    connect(m_below, &TableWithActions::compareRequested, this, &CardsPage::compareChosen);
    connect(m_table, &FigureTableView::sortRequested, this, [this](int sorted, bool reversed) {
        const auto shown = cardColumns(cardTimesOf(m_plan, cards()));
        if (sorted >= static_cast<int>(shown.size()))
            return;
        m_order = {shown[static_cast<std::size_t>(sorted)], reversed};
        showAnswer();
    });
    retranslate();
}

/// The choices above the picture: which cards, and how many of each.
void CardsPage::makeChoices()
{
    m_count->setObjectName(QStringLiteral("cards.count"));
    for (const CardCount count : everyOf<CardCount>())
        m_count->addItem(QString(), static_cast<int>(count));
    m_days->setObjectName(QStringLiteral("cards.within"));
    m_price->setObjectName(QStringLiteral("cards.under"));
    m_daysLabel->setBuddy(m_days);
    m_priceLabel->setBuddy(m_price);
    for (QLineEdit* field : {m_days, m_price}) {
        makeLimitField(*field);
        connect(field, &QLineEdit::editingFinished, this, &CardsPage::chooseAgain);
    }
    m_usable->setObjectName(QStringLiteral("cards.usable"));
    m_usable->setChecked(true);
    connect(m_usable, &QCheckBox::toggled, this, &CardsPage::chooseAgain);
    connect(m_count, &QComboBox::currentIndexChanged, this, &CardsPage::chooseAgain);
}

void CardsPage::chooseAgain()
{
    const CardQuestion before = wanted();
    m_order.count = static_cast<CardCount>(m_count->currentData().toInt());
    m_order.all = !m_usable->isChecked();
    m_order.days = limitIn(*m_days);
    m_order.price = limitIn(*m_price);
    if (wanted() != before)
        request();
    showAnswer();
}

void CardsPage::take(const Found& found)
{
    m_known->keep(*m_work.found(), found);
    FoundPage::take(found);
}

void CardsPage::showAnswer()
{
    m_shown = m_answer.value_or(std::vector<Card>());
    keepWanted(m_shown, m_order);
    sortCards(m_shown, m_order.key, m_order.reversed);
    const CardTimes times = cardTimesOf(m_plan, cards());
    m_table->show(cardsTable(cards(), m_plan.cluster.device, times, m_format.unit()), m_format);
    const auto columns = cardColumns(times);
    const auto at = std::ranges::find(columns, m_order.key);
    m_table->showSorted(at == columns.end() ? -1 : static_cast<int>(at - columns.begin()),
                        m_order.reversed);
    m_table->selectRow(rowOfChosen());
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
    if (!m_answer || !m_resolved) {
        m_view->showSentence(reason());
        return;
    }
    if (m_work.found() != wanted())
        return; // the previous plan's cards stay, faded
    if (const Problems problems = limitProblems(*m_answer, m_order); !problems.empty()) {
        m_view->showSentence(problemText(problems.front()));
        return;
    }
    const auto figure
        = cardsFigure(cards(), m_plan, *m_resolved, m_order, m_format.unit(), rowsInView());
    if (figure)
        m_view->show(*figure);
    else
        m_view->showSentence(m_order.days || m_order.price
                                 ? tr("No card fits the plan within these limits.")
                                 : tr("This plan does not fit on any number of any card."));
}

void CardsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showFigure();
}

void CardsPage::showStatus()
{
    m_status->setText(m_work.isBusy() ? tr("Counting the cards: %1 %").arg(m_work.percent())
                          : reason().isEmpty() ? tr("The batch stays as it is")
                                               : reason());
    showChosen();
}

/// What taking the selected card would change.
void CardsPage::showChosen()
{
    const Card* const card = chosen();
    m_below->setActive(mayTake());
    m_below->setHint(card && card->gpus ? changeTo(*card)
                                        : tr("Enter takes a card · Space adds it to Compare"));
}

int CardsPage::rowOfChosen() const
{
    const auto at
        = std::ranges::find(cards(), m_chosen, [](const Card& card) { return card.device->id; });
    return m_chosen.empty() || at == cards().end() ? -1 : static_cast<int>(at - cards().begin());
}

/// The selected card, where the list has it.
const Card* CardsPage::chosen() const
{
    const int row = rowOfChosen();
    return row < 0 ? nullptr : &cards()[static_cast<std::size_t>(row)];
}

bool CardsPage::mayTake() const
{
    const Card* const card = chosen();
    return card && card->gpus && isCurrent();
}

void CardsPage::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(cards().size()))
        return;
    m_chosen = cards()[static_cast<std::size_t>(row)].device->id;
    showChosen();
}

void CardsPage::chooseShown(std::size_t row)
{
    const auto shown = shownCards(cards(), m_plan.cluster.device, m_order, rowsInView());
    if (row >= shown.size())
        return;
    m_chosen = shown[row].device->id;
    m_table->selectRow(rowOfChosen());
    showChosen();
}

/// "Card B200 180GB: 1 GPU (was 8), 8 sequences a step as before"
QString CardsPage::changeTo(const Card& card) const
{
    QStringList changes;
    if (*card.gpus != m_plan.cluster.gpus)
        changes << counted(tr("%1 {GPU|GPUs} (was %2)"),
                           {QLocale().toString(static_cast<qlonglong>(*card.gpus)),
                            QLocale().toString(static_cast<qlonglong>(m_plan.cluster.gpus))});
    if (card.globalBatch)
        changes << counted(tr("%1 {sequence|sequences} a step as before"),
                           {QLocale().toString(static_cast<qlonglong>(*card.globalBatch))});
    const QString name = tr("Card %1").arg(QString::fromStdString(card.device->name));
    return changes.isEmpty() ? name
                             : tr("%1: %2").arg(name, changes.join(tr(", ", "between two parts")));
}

void CardsPage::takeChosen()
{
    if (!mayTake())
        return;
    const Card card = *chosen(); // the next plan removes the answer
    const QString change = changeTo(card);
    const QString name = tr("Card %1").arg(QString::fromStdString(card.device->name));
    emit cardTaken(onCard(m_plan, card), name);
    emit said(change);
}

void CardsPage::compareChosen()
{
    if (!mayTake())
        return;
    const Card& card = *chosen();
    emit cardCompared(
        onCard(m_plan, card),
        QStringLiteral("%1 × %2").arg(QLocale().toString(static_cast<qlonglong>(*card.gpus)),
                                      QString::fromStdString(card.device->name)));
}

QWidget* CardsPage::numbers() const
{
    return m_below;
}

CardsPage::~CardsPage()
{
    if (m_below && !m_below->parent())
        delete m_below; // no window took it
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
    m_count->setItemText(0, tr("Fewest GPUs"));
    m_count->setItemText(1, tr("Same number of GPUs"));
    m_count->setItemText(2, tr("As many as the days need"));
    m_count->setItemText(3, tr("As many as the USD allow"));
    m_count->setAccessibleName(tr("Number of GPUs of each card"));
    m_daysLabel->setText(tr("Within (days)"));
    m_priceLabel->setText(tr("Under (USD)"));
    m_days->setPlaceholderText(tr("any", "limit"));
    m_price->setPlaceholderText(tr("any", "limit"));
    m_usable->setText(tr("That the program runs on"));
    m_below->retranslate();
    m_table->setTableName(tr("Cards of the catalogue"));
    showAnswer();
}

} // namespace highwater
