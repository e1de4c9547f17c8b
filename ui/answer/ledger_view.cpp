// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/ledger_view.h"

#include "core/answer/exact.h"
#include "core/answer/group_words.h"
#include "core/answer/verdict.h"
#include "core/figure/answer_tables.h"
#include "core/methods/estimate_words.h"
#include "ui/answer/layers_view.h"
#include "ui/answer/ledger_tree.h"
#include "ui/base/font_points.h"
#include "ui/base/key_words.h"
#include "ui/base/phrases.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/figure_table_view.h"

#include <QAction>
#include <QButtonGroup>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {

LedgerView::LedgerView(QWidget* parent)
    : QWidget(parent)
    , m_model(new LedgerModel(this))
    , m_tree(new LedgerTree(this))
    , m_stages(new FigureTableView(this, QStringLiteral("stages")))
    , m_layerPage(new LayersView(this))
    , m_tables(new QStackedWidget(this))
    , m_note(new TableNote(this))
    , m_ledgerButton(new QToolButton(this))
    , m_stagesButton(new QToolButton(this))
    , m_layersButton(new QToolButton(this))
    , m_copyText(m_tree->addMenuAction("ledger.copyText"))
    , m_copyCsv(m_tree->addMenuAction("ledger.copyCsv"))
    , m_unfoldAll(m_tree->addMenuAction("ledger.unfoldAll"))
    , m_foldAll(m_tree->addMenuAction("ledger.foldAll"))
    , m_steps(m_tree->addMenuAction("ledger.steps"))
{
    m_tree->setObjectName(QStringLiteral("ledger"));
    m_tree->setModel(m_model);
    for (int place = 1; const auto column : {LedgerModel::Step, LedgerModel::TensorShape})
        m_tree->header()->moveSection(m_tree->header()->visualIndex(column), place++);
    m_steps->setCheckable(true);
    showColumns();
    m_note->setObjectName(QStringLiteral("ledger.note"));
    m_note->setTextFormat(Qt::PlainText);

    layOut();
    connectActions();
    connect(m_tree, &LedgerTree::roomChanged, this, &LedgerView::fitNames);
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        m_unfolded.insert(index.data(LedgerTree::GroupRole).toInt());
        fitNames();
        showNote();
    });
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        m_unfolded.remove(index.data(LedgerTree::GroupRole).toInt());
        fitNames();
        showNote();
    });
    connect(m_tree->header(), &QHeaderView::sectionHandleDoubleClicked, this,
            &LedgerView::setWidths);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& row) {
                const QVariant group = row.data(LedgerTree::GroupRole);
                emit groupChosen(group.isValid() ? std::optional(static_cast<Group>(group.toInt()))
                                                 : std::nullopt);
            });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &LedgerView::remember);
    connect(m_model, &QAbstractItemModel::modelReset, this, &LedgerView::restore);

    setFonts();
    retranslate();
}

void LedgerView::layOut()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tables->addWidget(m_tree);
    m_tables->addWidget(m_stages);
    m_tables->addWidget(m_layerPage);
    column->addWidget(m_tables, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(0, 0, 8, 0);
    foot->setSpacing(0);
    foot->addWidget(m_note, 1);
    m_ledgerButton->setObjectName(QStringLiteral("ledger.showLedger"));
    m_stagesButton->setObjectName(QStringLiteral("ledger.showStages"));
    m_layersButton->setObjectName(QStringLiteral("ledger.showLayers"));
    auto* choice = new QButtonGroup(this);
    for (QToolButton* button : {m_ledgerButton, m_stagesButton, m_layersButton}) {
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setMinimumSize(24, 24);
        button->hide();
        choice->addButton(button);
        foot->addWidget(button);
    }
    m_ledgerButton->setChecked(true);
    column->addLayout(foot);
    connect(choice, &QButtonGroup::buttonClicked, this, [this](QAbstractButton* button) {
        showPage(button == m_stagesButton       ? Page::Stages
                     : button == m_layersButton ? Page::Layers
                                                : Page::Ledger);
    });
    connect(m_layerPage, &LayersView::noteChanged, this, &LedgerView::showNote);
    connect(m_stages, &FigureTableView::rowChosen, this, [this](int row) {
        const bool most = m_pipeline && row == m_pipeline->answer.totals.stage;
        pickStage(most ? std::nullopt : std::optional<std::int64_t>(row));
        showPage(Page::Ledger);
    });
}

void LedgerView::connectActions()
{
    m_copyText->setShortcut(QKeySequence::Copy);
    m_copyText->setShortcutContext(Qt::WidgetShortcut);
    connect(m_copyText, &QAction::triggered, this, &LedgerView::copyAsText);
    connect(m_copyCsv, &QAction::triggered, this, &LedgerView::copyAsCsv);
    connect(m_unfoldAll, &QAction::triggered, m_tree, &QTreeView::expandAll);
    connect(m_foldAll, &QAction::triggered, m_tree, &QTreeView::collapseAll);
    connect(m_steps, &QAction::toggled, this, &LedgerView::showColumns);
    connect(m_steps, &QAction::triggered, this, [this] { m_stepsByHand = true; });
}

void LedgerView::show(const Estimate& estimate)
{
    const Answer& answer = estimate.answer;
    const auto stages = static_cast<std::int64_t>(answer.stages.size());
    m_pipeline = stages > 0 ? std::optional(estimate) : std::nullopt;
    if (m_stage && *m_stage >= stages)
        m_stage.reset();
    showChoices(stages > 0, !answer.serves && estimate.plan.method == MethodId::Exact);

    m_isLecture = estimate.plan.method == MethodId::Lecture;
    proposeSteps();
    m_host = answer.hostPerNode;
    m_disk = answer.diskPerNode;
    m_fits = estimate.fits();
    m_ignored = estimate.ignored;
    m_layers = layerWords(answer, m_model->format().unit());
    m_notCounted.clear();
    for (const Group group : {Group::Activations, Group::Temporary, Group::Overhead})
        if (std::ranges::none_of(answer.ledger,
                                 [group](const Line& line) { return line.group == group; }))
            m_notCounted.push_back(group);
    if (m_pipeline)
        return showAnswer();
    m_model->show(estimate);
    m_totals = answer.totals;
    m_peak = answer.moments.empty() || answer.serves ? std::nullopt : answer.totals.peakMoment;
    setStale(false);
    fitContents();
    showNote();
}

void LedgerView::showNothing()
{
    m_pipeline.reset();
    showChoices(false, false);
    m_model->clear();
    m_peak.reset();
    m_notCounted.clear();
    m_ignored.clear();
    m_layers.clear();
    m_host = m_disk = 0;
    showNote();
}

/// Shows the answer; for a pipeline, the chosen stage and the table of all stages.
void LedgerView::showAnswer()
{
    const Resolved& plan = m_pipeline->plan;
    const Answer& most = m_pipeline->answer;
    const std::int64_t stage = m_stage.value_or(most.totals.stage);
    if (stage == most.totals.stage) {
        m_model->show(most, plan.capacity);
        m_totals = most.totals;
    } else {
        const Answer picked = exactAnswer(plan, stageAt(plan, stage), most.totals);
        m_model->show(picked, plan.capacity);
        m_totals = picked.totals;
    }
    m_peak = m_totals.peakMoment;
    m_stages->show(stageTable(*m_pipeline), m_model->format());
    m_stages->selectRow(static_cast<int>(stage));
    setStale(false);
    fitContents();
    showNote();
}

/// Shows the buttons of the pages that the plan has.
void LedgerView::showChoices(bool stages, bool layers)
{
    m_ledgerButton->setVisible(stages || layers);
    m_stagesButton->setVisible(stages);
    m_layersButton->setVisible(layers);
    const QWidget* const page = m_tables->currentWidget();
    if ((!stages && page == m_stages) || (!layers && page == m_layerPage))
        showPage(Page::Ledger);
}

void LedgerView::showPage(Page page)
{
    switch (page) {
    case Page::Ledger:
        m_tables->setCurrentWidget(m_tree);
        m_ledgerButton->setChecked(true);
        break;
    case Page::Stages:
        m_tables->setCurrentWidget(m_stages);
        m_stagesButton->setChecked(true);
        break;
    case Page::Layers:
        m_tables->setCurrentWidget(m_layerPage);
        m_layersButton->setChecked(true);
        break;
    }
    showNote();
}

void LedgerView::pickStage(std::optional<std::int64_t> stage)
{
    m_stage = stage;
    if (m_pipeline)
        showAnswer();
}

void LedgerView::revealGroup(std::optional<Group> group)
{
    showPage(Page::Ledger);
    if (!group) {
        m_tree->setCurrentIndex({});
        return m_tree->clearSelection();
    }
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex top = m_model->index(row, 0);
        const QVariant there = top.data(LedgerTree::GroupRole);
        if (!there.isValid() || static_cast<Group>(there.toInt()) != *group)
            continue;
        m_tree->expand(top);
        m_tree->setCurrentIndex(top);
        m_tree->scrollTo(top, QAbstractItemView::PositionAtTop);
    }
}

void LedgerView::setStale(bool stale)
{
    m_tree->setStale(stale);
}

void LedgerView::setFormat(const MemoryFormat& format)
{
    if (format == m_model->format())
        return;
    m_model->setFormat(format);
    m_layerPage->setFormat(format);
    if (m_pipeline)
        m_stages->show(stageTable(*m_pipeline), format);
    setWidths();
}

void LedgerView::setNote(const QString& note)
{
    m_givenNote = note;
    showNote();
}

/// "Stage 1 of 4, the most loaded."
QString LedgerView::stageSentence() const
{
    const Answer& answer = m_pipeline->answer;
    const MemoryFormat& format = m_model->format();
    const auto stages = static_cast<qlonglong>(answer.stages.size());
    if (!m_stage || *m_stage == answer.totals.stage)
        return tr("%1.", "a sentence").arg(translated(stageShown(answer)));
    return tr("Stage %1 of %2; the most loaded is stage %3 with %4.")
        .arg(format.count(*m_stage + 1), format.count(stages),
             format.count(answer.totals.stage + 1), format.withUnit(answer.totals.total, 1));
}

/// Whether a visible row of the tree is grey.
bool LedgerView::showsGrey() const
{
    const auto isGrey
        = [](const QModelIndex& row) { return row.data(LedgerTree::AbsentRole).toBool(); };
    for (int top = 0; top < m_model->rowCount(); ++top) {
        const QModelIndex group = m_model->index(top, 0);
        if (isGrey(group))
            return true;
        for (int row = 0; m_tree->isExpanded(group) && row < m_model->rowCount(group); ++row)
            if (isGrey(m_model->index(row, 0, group)))
                return true;
    }
    return false;
}

QString LedgerView::remarks() const
{
    if (m_tables->currentWidget() == m_layerPage)
        return m_layerPage->note();
    if (m_tables->currentWidget() == m_stages)
        return tr("Pick a stage to see its ledger.");
    QStringList said;
    if (m_pipeline)
        said << stageSentence();
    if (m_host > 0)
        said << tr("Host memory per node: %1.").arg(m_model->format().withUnit(m_host, 2));
    if (m_disk > 0)
        said << tr("NVMe per node: %1.").arg(m_model->format().withUnit(m_disk, 2));
    if (!m_ignored.empty()) {
        QStringList names;
        for (const KeyPath key : m_ignored)
            names << keyLabel(key);
        said << tr("Without effect here: %1.")
                    .arg(names.join(tr(", ", "between the parts of a list")));
    }
    if (!m_givenNote.isEmpty()) {
        said << m_givenNote;
    } else if (!m_notCounted.empty()) {
        QStringList names;
        for (const Group group : m_notCounted)
            names << translated(groupName(group));
        said << tr("Not counted by this method: %1.")
                    .arg(names.join(tr(", ", "between the parts of a list")));
    } else if (m_peak) {
        said << tr("The step peaks at: %1.").arg(withinSentence(momentName(*m_peak)));
        const AmountWords words = amountWords(m_model->format(), m_totals.total);
        if (const auto allocator = allocatorText(m_totals, m_fits, words.withUnit))
            said << tr("%1.", "a sentence").arg(translated(*allocator));
        if (showsGrey())
            said << tr("Grey lines exist at other moments.");
    }
    for (const Text& layer : m_layers)
        said << tr("%1.", "a sentence").arg(translated(layer));
    return said.join(QLatin1Char(' '));
}

void LedgerView::showNote()
{
    m_note->say(remarks());
}

void LedgerView::setSmall(bool isSmall)
{
    m_small = isSmall;
    proposeSteps();
    showColumns();
}

/// The lecture's own tables of a layer have a row for each step; a narrow window has no room.
void LedgerView::proposeSteps()
{
    if (!m_stepsByHand)
        m_steps->setChecked(m_isLecture && !m_small);
}

/// In a narrow window, and beside steps and shapes, formulas need the room of the raw bytes.
void LedgerView::showColumns()
{
    const bool steps = m_steps->isChecked();
    for (const auto column : {LedgerModel::Step, LedgerModel::TensorShape})
        m_tree->setColumnHidden(column, !steps);
    m_tree->setColumnHidden(LedgerModel::RawBytes, m_small || steps);
    m_tree->setBarWidth(m_small || steps ? 42 : 72);
    setWidths();
}

void LedgerView::setWidths()
{
    const QFontMetrics numbers(demiBold(numberFont(font())));
    const QFontMetrics words(demiBold(font()));
    const int digit = numbers.horizontalAdvance(QLatin1Char('0'));
    const auto set = [&](LedgerModel::Column which, int content) {
        const QString head = m_model->headerData(which, Qt::Horizontal).toString();
        m_widths[which] = std::max(words.horizontalAdvance(head), content) + 2 * cellInset + 2;
    };
    set(LedgerModel::Component, (m_small ? 17 : 24) * digit);
    set(LedgerModel::Size, numbers.horizontalAdvance(QStringLiteral("99,999.99")));
    set(LedgerModel::RawBytes, numbers.horizontalAdvance(QStringLiteral("999,999,999,999")));
    set(LedgerModel::Share,
        m_tree->barWidth() + 8 + numbers.horizontalAdvance(QStringLiteral("100.0\u00A0%")));
    m_tree->head().fitSection(LedgerModel::Share, m_widths[LedgerModel::Share]);
    fitContents();
    fitNames();
}

/// Makes the column as wide as the names in view, but leaves half of the rest to the formulas.
void LedgerView::fitNames()
{
    constexpr int mostPercent = 50;
    m_tree->fitNames(m_widths[LedgerModel::Component], mostPercent);
}

/// Fits the columns to what the table shows. A number is never cut: its column suits usual plans
/// and grows for very large numbers.
void LedgerView::fitContents()
{
    const QFontMetrics numbers(demiBold(numberFont(font())));
    const QModelIndex total = m_model->index(m_model->rowCount() - 1, 0);
    for (const auto column : {LedgerModel::Size, LedgerModel::RawBytes}) {
        int width = m_widths[column];
        if (total.isValid()) {
            const QString text = total.siblingAtColumn(column).data().toString();
            width = std::max(width, numbers.horizontalAdvance(text) + 2 * cellInset + 2);
        }
        if (!m_tree->isColumnHidden(column))
            m_tree->head().fitSection(column, width);
    }
    fitSteps();
}

/// Makes the columns of steps and shapes as wide as the widest of their texts.
void LedgerView::fitSteps()
{
    if (!m_steps->isChecked())
        return;
    const QFontMetrics words(font()), heads(demiBold(font()));
    for (const auto column : {LedgerModel::Step, LedgerModel::TensorShape}) {
        int widest
            = heads.horizontalAdvance(m_model->headerData(column, Qt::Horizontal).toString());
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex group = m_model->index(row, 0);
            for (int line = 0; line < m_model->rowCount(group); ++line)
                widest = std::max(
                    widest,
                    words.horizontalAdvance(m_model->index(line, column, group).data().toString()));
        }
        m_tree->head().fitSection(column, widest + 2 * cellInset + 2);
    }
}

void LedgerView::remember()
{
    m_current = m_tree->currentIndex().data(LedgerTree::KeyRole).toString();
    m_scrolled = m_tree->verticalScrollBar()->value();
}

void LedgerView::restore()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex top = m_model->index(row, 0);
        const QVariant group = top.data(LedgerTree::GroupRole);
        if (group.isValid() && m_unfolded.contains(group.toInt()))
            m_tree->expand(top);
    }
    if (!m_current.isEmpty()) {
        const QModelIndexList found
            = m_model->match(m_model->index(0, 0), LedgerTree::KeyRole, m_current, 1,
                             Qt::MatchExactly | Qt::MatchRecursive);
        if (!found.isEmpty())
            m_tree->setCurrentIndex(found.first());
    }
    m_tree->verticalScrollBar()->setValue(m_scrolled);
}

void LedgerView::copyAsText() const
{
    QGuiApplication::clipboard()->setText(m_model->asText());
}

void LedgerView::copyAsCsv() const
{
    QGuiApplication::clipboard()->setText(m_model->asCsv());
}

void LedgerView::retranslate()
{
    m_tree->setAccessibleName(tr("Ledger of the memory per GPU"));
    m_copyText->setText(tr("Copy as text"));
    m_copyCsv->setText(tr("Copy as CSV"));
    m_unfoldAll->setText(tr("Expand all"));
    m_foldAll->setText(tr("Collapse all"));
    m_steps->setText(tr("Steps and shapes"));
    m_ledgerButton->setText(tr("Ledger"));
    m_stagesButton->setText(tr("Stages"));
    m_layersButton->setText(tr("Layers"));
    m_stages->setTableName(tr("Stages of the pipeline"));
    m_model->retranslate();
    setWidths();
    showNote();
}

void LedgerView::setFonts()
{
    const QFont small = smallerBy(font(), 0.5);
    m_note->setFont(small);
    for (QToolButton* button : {m_ledgerButton, m_stagesButton, m_layersButton})
        button->setFont(small);
    setWidths();
}

void LedgerView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        setFonts();
}

QSize LedgerView::sizeHint() const
{
    const int head = m_tree->header()->sizeHint().height();
    const int row = heightFor(27, fontMetrics());
    return {800, head + 7 * row + m_note->sizeHint().height()};
}

QSize LedgerView::minimumSizeHint() const
{
    const int head = m_tree->header()->sizeHint().height();
    const int row = heightFor(27, fontMetrics());
    return {360, head + 3 * row + m_note->sizeHint().height()};
}

} // namespace highwater
