// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/desk_page.h"

#include "core/desk/desk_words.h"
#include "core/figure/desk_table.h"
#include "ui/base/elided_label.h"
#include "ui/base/flow_layout.h"
#include "ui/base/segment_row.h"
#include "ui/base/under_row.h"
#include "ui/base/words.h"
#include "ui/figures/figure_table_view.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include <utility>

namespace highwater {

DeskPage::DeskPage(QWidget* parent)
    : QWidget(parent)
    , m_cards(new QComboBox(this))
    , m_status(new ElidedLabel(this))
    , m_table(new FigureTableView(this, QStringLiteral("deskTable")))
    , m_work(
          [this](const Answer& answer) {
              const int ofPlan = m_cards->findData(QString::fromStdString(m_planDevice));
              if (!answer.on && !std::exchange(m_answered, true) && ofPlan > 0) {
                  m_cards->setCurrentIndex(ofPlan);
                  return;
              }
              m_answered = true;
              m_answer = answer;
              showAnswer();
          },
          [](int) {})
{
    setObjectName(QStringLiteral("deskPage"));
    m_cards->setObjectName(QStringLiteral("desk.cards"));
    m_status->setObjectName(QStringLiteral("desk.status"));
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    constexpr int columns = 7; // all but the remark
    m_table->setColumnsThatStay(columns);
    m_table->setTakesByClick(false);
    fillCards();
    auto* row = new FlowLayout;
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(8);
    row->addWidget(new SegmentSlot(this));
    row->addWidget(m_cards);
    row->addWidget(m_status);
    layOutUnderRow(this, row, m_table);
    connect(m_cards, &QComboBox::currentIndexChanged, this, &DeskPage::ask);
    connect(m_table, &FigureTableView::rowTaken, this, &DeskPage::takeRow);
    retranslate();
}

void DeskPage::fillCards()
{
    const QSignalBlocker quiet(m_cards);
    m_cards->addItem(QString());
    for (const Device& device : builtinCatalog().devices())
        m_cards->addItem(QString::fromStdString(device.name), QString::fromStdString(device.id));
}

void DeskPage::setSystem(std::string folder)
{
    m_system = std::move(folder);
    if (m_asked)
        ask();
}

void DeskPage::showFormat(const MemoryFormat& format, const std::string& planDevice)
{
    m_format = format;
    m_planDevice = planDevice;
    if (!m_asked)
        ask();
    showAnswer();
}

void DeskPage::ask()
{
    m_asked = true;
    m_answer.reset();
    const std::string id = m_cards->currentData().toString().toStdString();
    m_work.start([id, system = m_system](QPromise<Answer>& promise) {
        const Catalog& catalog = builtinCatalog();
        Answer answer;
        if (const Device* device = catalog.device(id)) {
            answer.on = DeskCards{device, 1, {}, 0, {}};
        } else {
            answer.desk = system.empty() ? readDesk("/", nvmlCards(), catalog)
                                         : readDesk(system, {}, catalog);
            answer.on = mainCards(answer.desk);
        }
        if (answer.on)
            answer.fits = deskFits(*answer.on, catalog);
        promise.addResult(std::move(answer));
    });
    showAnswer();
}

void DeskPage::showAnswer()
{
    m_table->show(deskTable(m_answer ? m_answer->fits : std::vector<DeskFit>(), m_format.unit()),
                  m_format);
    if (!m_answer) {
        m_status->setText(tr("Counting the models"));
        return;
    }
    if (!m_answer->on) {
        m_status->setText(
            tr("%1. Choose one of the catalogue.").arg(translated(noDeskCards(m_answer->desk))));
        return;
    }
    QStringList parts{translated(deskCardsText(*m_answer->on))};
    for (const DeskCard& card : m_answer->desk.cards)
        if (card.used() > 0)
            parts << translated(deskCardText(card));
    m_status->setText(tr("%1. Enter or a double click makes the plan of a row.")
                          .arg(parts.join(tr("; ", "between two cards"))));
}

void DeskPage::takeRow(int row)
{
    if (!m_answer || row < 0 || row >= static_cast<int>(m_answer->fits.size()))
        return;
    const DeskFit& fit = m_answer->fits[static_cast<std::size_t>(row)];
    emit planTaken(
        fit.plan,
        tr("%1: %2").arg(QString::fromStdString(fit.model->name), translated(deskWayText(fit))));
}

void DeskPage::retranslate()
{
    m_cards->setItemText(0, tr("This machine"));
    m_cards->setAccessibleName(tr("Cards that the models have to fit"));
    m_table->setTableName(tr("Models that fit"));
    showAnswer();
}

} // namespace highwater
