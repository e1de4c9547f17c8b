// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/run_panel.h"

#include "ui/base/key_words.h"
#include "ui/base/words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace highwater {
namespace {

constexpr std::size_t mostListed = 100;
constexpr int listHeight = 132;

/// A line of a stack without the folders above an installed package, which hide its name.
QString briefly(const QString& frame)
{
    for (const QLatin1String folder :
         {QLatin1String("site-packages/"), QLatin1String("dist-packages/")})
        if (const qsizetype at = frame.lastIndexOf(folder); at >= 0)
            return frame.mid(at + folder.size());
    return frame;
}

} // namespace

RunPanel::RunPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_facts(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_deviceLabel(new QLabel(this))
    , m_stepLabel(new QLabel(this))
    , m_device(new QComboBox(this))
    , m_step(new QComboBox(this))
    , m_close(new QPushButton(this))
    , m_body(new QWidget(this))
    , m_list(new QTreeWidget(m_body))
    , m_offersTitle(new QLabel(m_body))
{
    setObjectName(QStringLiteral("runPanel"));
    m_title->setObjectName(QStringLiteral("run.title"));
    m_facts->setObjectName(QStringLiteral("run.facts"));
    m_progress->setObjectName(QStringLiteral("run.progress"));
    m_device->setObjectName(QStringLiteral("run.device"));
    m_step->setObjectName(QStringLiteral("run.step"));
    m_close->setObjectName(QStringLiteral("run.close"));
    m_list->setObjectName(QStringLiteral("run.unexplained"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_deviceLabel->setBuddy(m_device);
    m_stepLabel->setBuddy(m_step);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_list->setColumnCount(3);
    m_list->setUniformRowHeights(true);
    m_list->setFixedHeight(listHeight);
    m_list->header()->setStretchLastSection(true);
    layOut();
    connect(m_close, &QPushButton::clicked, this, &RunPanel::closeRequested);
    connect(m_device, &QComboBox::activated, this,
            [this](int index) { emit deviceChosen(m_device->itemData(index).toLongLong()); });
    connect(m_step, &QComboBox::activated, this,
            [this](int index) { emit stepChosen(m_step->itemData(index).toLongLong()); });
    retranslate();
}

void RunPanel::layOut()
{
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addWidget(m_progress);
    head->addStretch(1);
    for (auto [label, box] : {std::pair(m_deviceLabel, m_device), std::pair(m_stepLabel, m_step)}) {
        head->addWidget(label);
        head->addWidget(box);
    }
    head->addWidget(m_close);

    m_offers = new QVBoxLayout;
    m_offers->setSpacing(2);
    m_offers->addWidget(m_offersTitle);
    m_offers->addStretch(1);
    auto* parts = new QHBoxLayout(m_body);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(16);
    parts->addWidget(m_list, 1);
    parts->addLayout(m_offers);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 4, 16, 8);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(m_facts);
    column->addWidget(m_body);
}

void RunPanel::showReading(const QString& name, int percent)
{
    m_name = name;
    m_run.reset();
    m_progress->setValue(percent);
    retranslate();
}

void RunPanel::showRun(const QString& name, std::shared_ptr<const RunComparison> run,
                       const MemoryFormat& format)
{
    m_name = name;
    m_run = std::move(run);
    m_format = format;
    retranslate();
}

QString RunPanel::phaseName(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Setup:
        return tr("Before the steps");
    case RunPhase::ZeroGrad:
        return tr("Gradients freed");
    case RunPhase::Forward:
        return tr("Forward");
    case RunPhase::Loss:
        return tr("Loss");
    case RunPhase::Backward:
        return tr("Backward");
    case RunPhase::Optimizer:
        break;
    }
    return tr("Optimizer");
}

QString RunPanel::facts() const
{
    const RunComparison& run = *m_run;
    const auto amount = [this](Bytes bytes) { return m_format.withUnit(bytes, 2); };
    QStringList said;
    said << tr("Peak of tensors %1, the plan's %2")
                .arg(amount(run.measuredRequested), amount(run.predictedTensors));
    if (run.hasReserved)
        said << tr("reserved %1, of which no tensor uses %2 (fragmentation); the plan's %3 and %4")
                    .arg(amount(run.measuredReserved),
                         amount(run.measuredReserved - run.measuredAllocated),
                         amount(run.predictedReserved),
                         amount(run.predictedReserved - run.predictedAllocated));
    said << translated(ruleSentence(run.phases));
    if (run.outOfMemory)
        said << tr("the run ended out of memory");
    return said.join(QStringLiteral(" · "));
}

void RunPanel::fillChoices()
{
    const auto fill = [](QComboBox* box, QLabel* label, const auto& numbers, qint64 current) {
        box->clear();
        for (const auto number : numbers)
            box->addItem(QString::number(number), static_cast<qint64>(number));
        box->setCurrentIndex(box->findData(current));
        box->setVisible(box->count() > 1);
        label->setVisible(box->count() > 1);
    };
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 1; m_run && step <= m_run->phases.steps; ++step)
        steps.push_back(step);
    fill(m_device, m_deviceLabel, m_run ? m_run->devices : std::vector<std::int64_t>(),
         m_run ? m_run->device : 0);
    fill(m_step, m_stepLabel, steps, m_run ? m_run->step : 0);
}

void RunPanel::fillList()
{
    m_list->clear();
    m_list->setHeaderLabels({tr("Not in the plan"), tr("Made in"), tr("By")});
    if (!m_run)
        return;
    std::size_t listed = 0;
    for (const Unexplained& group : m_run->match.unexplained) {
        if (listed++ == mostListed)
            break;
        const QString bytes = m_format.withUnit(group.bytes, 2);
        const QString shown
            = group.count > 1 ? tr("%1 in %2").arg(bytes, m_format.count(group.count)) : bytes;
        const QString top = group.frames.empty()
            ? tr("no stack was recorded")
            : briefly(QString::fromStdString(group.frames.front()));
        auto* item = new QTreeWidgetItem(
            m_list,
            {shown,
             group.atPeak ? phaseName(group.phase)
                          : tr("%1, after the peak").arg(phaseName(group.phase)),
             top});
        QStringList stack;
        for (const std::string& frame : group.frames) {
            stack << QString::fromStdString(frame);
            auto* line = new QTreeWidgetItem(item, {stack.last()});
            line->setFirstColumnSpanned(true);
        }
        item->setToolTip(2, stack.join(u'\n'));
    }
    for (int column = 0; column < 2; ++column)
        m_list->resizeColumnToContents(column);
}

void RunPanel::fillOffers()
{
    for (QPushButton* button : m_buttons)
        delete button;
    m_buttons.clear();
    if (!m_run)
        return;
    m_offersTitle->setText(m_run->offers.empty() ? tr("No single change brings the plan nearer")
                                                 : tr("Would bring the plan nearer"));
    for (const RunOffer& offer : m_run->offers) {
        QStringList changes;
        for (const auto& [key, value] : offer.changes)
            changes << tr("%1: %2").arg(keyLabel(key), valueLabel(key, value));
        auto* button = new QPushButton(changes.join(QStringLiteral(", ")), m_body);
        button->setObjectName(QStringLiteral("run.offer.%1").arg(m_buttons.size()));
        if (offer.distanceAfter < offer.distanceBefore)
            button->setToolTip(tr("The plan is then off by %1, not by %2")
                                   .arg(m_format.withUnit(offer.distanceAfter, 2),
                                        m_format.withUnit(offer.distanceBefore, 2)));
        connect(button, &QPushButton::clicked, this, [this, offer] { emit offerTaken(offer); });
        m_offers->insertWidget(m_offers->count() - 1, button);
        m_buttons.push_back(button);
    }
}

void RunPanel::retranslate()
{
    m_deviceLabel->setText(tr("GPU"));
    m_stepLabel->setText(tr("Step"));
    m_device->setAccessibleName(tr("GPU of the recording"));
    m_step->setAccessibleName(tr("Step of the recording"));
    m_device->setToolTip(tr("Which GPU of the recording is drawn over the timeline"));
    m_step->setToolTip(tr("Which step of the recording is drawn over the timeline"));
    m_close->setToolTip(m_run ? tr("Take the run off the timeline; its file stays as it is")
                              : tr("Stop reading the file"));
    m_list->setAccessibleName(tr("Allocations that the plan has no line for"));
    m_list->setToolTip(tr("The largest allocations of the run that no line of the plan explains; a "
                          "row opens to the functions that made it"));
    m_title->setText(m_run ? tr("Run: %1").arg(m_name) : tr("Reading %1…").arg(m_name));
    m_close->setText(m_run ? tr("Close run") : tr("Cancel"));
    m_progress->setVisible(!m_run);
    m_facts->setVisible(m_run != nullptr);
    m_body->setVisible(m_run && (!m_run->match.unexplained.empty() || !m_run->offers.empty()));
    m_facts->setText(m_run ? facts() : QString());
    fillChoices();
    fillList();
    fillOffers();
}

} // namespace highwater
