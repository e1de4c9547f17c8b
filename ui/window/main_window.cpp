// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/answer/group_words.h"
#include "ui/answer/ledger_view.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/icons.h"
#include "ui/base/key_words.h"
#include "ui/base/language.h"
#include "ui/base/message_bar.h"
#include "ui/base/settings.h"
#include "ui/base/tab_row.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/export/export_actions.h"
#include "ui/figures/compare_list.h"
#include "ui/figures/compare_page.h"
#include "ui/figures/context_view.h"
#include "ui/figures/figure_page.h"
#include "ui/figures/figure_table_view.h"
#include "ui/figures/legend_row.h"
#include "ui/figures/timeline_page.h"
#include "ui/panel/plan_panel.h"
#include "ui/plans/plans_page.h"
#include "ui/window/file_actions.h"
#include "ui/window/help_dialog.h"
#include "ui/window/share_actions.h"
#include "ui/window/windows.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QLabel>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace highwater {
namespace {

constexpr int panelWidth = 356;
constexpr int smallPanelWidth = 316;
constexpr int tabCount = 7;

/// A page of the centre: a row of choices over a picture.
QWidget* page(QWidget* row, QWidget* picture)
{
    auto* widget = new QWidget;
    auto* layout = new QVBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(row);
    layout->addWidget(picture, 1);
    return widget;
}

} // namespace

MainWindow::MainWindow(const Plan& plan, QWidget* parent)
    : QMainWindow(parent)
    , m_document(plan)
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(900, 600);
    resize(1440, 900);
    buildActions();
    buildToolBar();
    buildCentre();
    restore();
    retranslate();

    connect(&m_document, &Document::planChanged, m_panel, &PlanPanel::showPlan);
    connect(&m_document, &Document::resultsChanged, this, &MainWindow::showResults);
    m_panel->showPlan();
    showResults();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildActions()
{
    const auto menu = [this](const char* name) {
        QMenu* made = menuBar()->addMenu(QString());
        made->setObjectName(QString::fromLatin1(name));
        return made;
    };
    m_fileMenu = menu("menu.file");
    m_editMenu = menu("menu.edit");
    m_viewMenu = menu("menu.view");
    m_planMenu = menu("menu.plan");
    m_exportMenu = menu("menu.export");
    m_helpMenu = menu("menu.help");

    m_messages = new MessageBar(this);
    m_files = new FileActions(m_document, *m_messages, this);
    m_files->addTo(m_fileMenu);
    connect(m_files, &FileActions::newRequested, this, [] { newWindow(firstPlan()); });
    connect(m_files, &FileActions::openRequested, this,
            [this](const QStringList& paths) { openFiles(paths, this); });
    m_share = new ShareActions(m_document, *m_messages, this);
    m_share->addTo(m_planMenu);
    connect(m_files, &FileActions::codeDropped, m_share, &ShareActions::take);
    connect(m_share, &ShareActions::newRequested, this, &MainWindow::openPlan);
    connect(m_share, &ShareActions::said, this, &MainWindow::say);

    m_exports = new ExportActions(m_document, *m_messages, this, [this] { return shownFigure(); });
    m_exports->addTo(m_exportMenu);

    QUndoStack* undo = m_document.undoStack();
    m_undo = new QAction(this);
    m_redo = new QAction(this);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcut(QKeySequence::Redo);
    connect(m_undo, &QAction::triggered, undo, &QUndoStack::undo);
    connect(m_redo, &QAction::triggered, undo, &QUndoStack::redo);
    connect(undo, &QUndoStack::indexChanged, this, &MainWindow::nameUndo);
    m_editMenu->addAction(m_undo);
    m_editMenu->addAction(m_redo);

    auto* tabs = new QActionGroup(this);
    for (int i = 0; i < tabCount; ++i) {
        QAction* action
            = m_viewMenu->addAction(QString(), QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + i)),
                                    this, [this, i] { m_tabs->setCurrentIndex(i); });
        action->setCheckable(true);
        tabs->addAction(action);
        m_tabActions << action;
    }
    m_viewMenu->addSeparator();
    m_compared = new CompareList(this);
    m_pin = m_viewMenu->addAction(QString(), QKeySequence(Qt::CTRL | Qt::Key_B), this, [this] {
        m_compared->pin(m_document.plan());
        statusBar()->showMessage(tr("The dashed line is this plan's total from now on"), 4000);
    });
    m_pin->setObjectName(QStringLiteral("baseline.pin"));
    m_unpin = m_viewMenu->addAction(QString(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B), this,
                                    [this] { m_compared->unpin(); });
    m_unpin->setObjectName(QStringLiteral("baseline.remove"));
    m_viewMenu->addSeparator();
    m_nextPart
        = m_viewMenu->addAction(QString(), QKeySequence(Qt::Key_F6), this, &MainWindow::focusNext);
    m_showPanel = m_viewMenu->addAction(QString(), QKeySequence(Qt::Key_F9), this,
                                        [this](bool on) { m_panel->setVisible(on); });
    m_showLedger
        = m_viewMenu->addAction(QString(), QKeySequence(Qt::Key_F8), this, [this] { showTab(); });
    for (QAction* action : {m_showPanel, m_showLedger}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    m_viewMenu->addSeparator();

    const auto choices
        = [this](QMenu*& submenu, QActionGroup*& group, const QStringList& names, auto apply) {
              submenu = m_viewMenu->addMenu(QString());
              group = new QActionGroup(this);
              for (const QString& word : names) {
                  QAction* action = submenu->addAction(QString());
                  action->setCheckable(true);
                  action->setData(word);
                  group->addAction(action);
              }
              connect(group, &QActionGroup::triggered, this, [apply](QAction* action) {
                  for (MainWindow* window : windows())
                      apply(*window, action->data().toString());
              });
          };
    const QString system = QStringLiteral("system");
    choices(m_themeMenu, m_themes, {system, QStringLiteral("light"), QStringLiteral("dark")},
            [](MainWindow& window, const QString& name) { window.setTheme(name); });
    choices(m_unitMenu, m_units, {QStringLiteral("GiB"), QStringLiteral("GB")},
            [](MainWindow& window, const QString& name) {
                window.setUnit(name == QLatin1String("GB") ? MemoryFormat::Unit::GB
                                                           : MemoryFormat::Unit::GiB);
            });
    choices(m_languageMenu, m_languages, QStringList{system} + languages(),
            [](MainWindow& window, const QString& name) { window.setLanguage(name); });

    m_help
        = m_helpMenu->addAction(QString(), QKeySequence::HelpContents, this, &MainWindow::showHelp);
}

void MainWindow::buildToolBar()
{
    m_toolBar = addToolBar(QString());
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize(QSize(18, 18));
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_files->addTo(m_toolBar);
    m_toolBar->addAction(m_undo);
    m_toolBar->addAction(m_redo);
    m_toolBar->addSeparator();
    m_toolBar->addAction(m_pin);
    m_toolBar->addSeparator();
    m_exports->addTo(m_toolBar);
    auto* room = new QWidget(m_toolBar);
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(room);
    m_toolBar->addAction(m_help);
    m_toolBar->toggleViewAction()->setVisible(false);
    drawIcons();
}

void MainWindow::drawIcons()
{
    m_files->drawIcons();
    m_exports->drawIcons();
    m_undo->setIcon(themedIcon("undo"));
    m_redo->setIcon(themedIcon("redo"));
    m_pin->setIcon(themedIcon("pin"));
    m_help->setIcon(themedIcon("help"));
    setWindowIcon(themedIcon("highwater"));
}

void MainWindow::buildCentre()
{
    m_panel = new PlanPanel(m_document, this);
    m_verdict = new VerdictBar(this);
    m_tabs = new TabRow(this);
    m_tabs->setObjectName(QStringLiteral("tabs"));
    m_pages = new QStackedWidget(this);
    m_ledger = new LedgerView(this);

    m_legend = new LegendRow(QStringLiteral("legend"), this);
    m_chart = new ContextChartView(this);
    m_range = new QComboBox(this);
    m_range->setObjectName(QStringLiteral("range"));
    m_range->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rangeLabel = new QLabel(this);
    m_rangeLabel->setBuddy(m_range);
    m_legend->row()->addWidget(m_rangeLabel);
    m_legend->row()->addWidget(m_range);
    m_pages->addWidget(page(m_legend, m_chart));

    FigurePage* zero = zeroStagesPage(this);
    m_figures = {zero, gpusPage(this), sizesPage(this)};
    for (FigurePage* figures : m_figures) {
        m_pages->addWidget(figures);
        connect(figures, &FigurePage::changed, this, &MainWindow::showTab);
    }
    connect(zero, &FigurePage::panelClicked, this, [this](int stage) {
        m_document.edit("layout.zero", std::int64_t{stage}, tr("ZeRO stage"));
    });
    m_timeline = new TimelinePage(this);
    m_pages->addWidget(m_timeline);
    connect(m_timeline, &TimelinePage::changed, this, &MainWindow::showTab);
    connect(m_timeline, &TimelinePage::cursorMoved, this,
            [this] { m_table->selectRow(m_timeline->row()); });
    connect(m_timeline, &TimelinePage::traceRequested, m_exports, &ExportActions::exportTrace);
    connect(m_timeline, &TimelinePage::gradientsChosen, this, [this](bool kept) {
        m_document.edit("recipe.keep_gradients", kept, keyLabel("recipe.keep_gradients"));
    });
    m_compare = new ComparePage(*m_compared, this);
    m_pages->addWidget(m_compare);
    connect(m_compare, &ComparePage::addRequested, this,
            [this] { m_compared->add(m_document.plan()); });
    connect(m_compared, &CompareList::changed, this, &MainWindow::showBaseline);
    m_plans = new PlansPage(m_document, *m_messages, this);
    m_pages->addWidget(m_plans);
    connect(m_plans, &PlansPage::openRequested, this, &MainWindow::openPlan);
    connect(m_plans, &PlansPage::said, this, &MainWindow::say);
    connect(m_plans, &PlansPage::hintChanged, this, &MainWindow::showHint);
    connect(m_compare, &ComparePage::libraryRequested, this,
            [this] { m_tabs->setCurrentIndex(m_pages->indexOf(m_plans)); });
    connect(m_plans, &PlansPage::addToCompare, this, [this](const Plan& plan, const QString& name) {
        if (m_compared->add(plan, name))
            say(tr("“%1” is in Compare").arg(name));
    });
    for (int i = 0; i < tabCount; ++i)
        m_tabs->addTab(QString());

    m_halves = new QSplitter(Qt::Vertical, this);
    m_halves->addWidget(m_pages);
    m_table = new FigureTableView(this);
    connect(m_table, &FigureTableView::rowChosen, this, [this](int row) {
        if (m_pages->currentWidget() == m_timeline)
            m_timeline->chooseRow(row);
    });
    m_numbers = new QStackedWidget(this);
    m_numbers->addWidget(m_ledger);
    m_numbers->addWidget(m_table);
    m_halves->addWidget(m_numbers);
    m_halves->setStretchFactor(0, 1);
    m_halves->setStretchFactor(1, 0);
    m_halves->setChildrenCollapsible(false);
    m_halves->setSizes({420, 248});

    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_tabs);
    column->addWidget(m_halves, 1);

    m_sides = new QSplitter(Qt::Horizontal, this);
    m_sides->addWidget(m_panel);
    m_sides->addWidget(centre);
    m_sides->setStretchFactor(0, 0);
    m_sides->setStretchFactor(1, 1);
    m_sides->setChildrenCollapsible(false);
    m_sides->setSizes({panelWidth, 1440 - panelWidth});
    auto* whole = new QWidget(this);
    auto* rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_messages);
    rows->addWidget(m_sides, 1);
    setCentralWidget(whole);

    m_hint = new QLabel(this);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setContentsMargins(10, 0, 10, 0);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    statusBar()->addWidget(m_hint, 1);
    m_unitLabel = new QLabel(this);
    m_methodLabel = new QLabel(this);
    for (QLabel* label : {m_methodLabel, m_unitLabel}) {
        label->setContentsMargins(10, 0, 10, 0);
        auto* line = new QFrame(this);
        line->setFrameShape(QFrame::VLine);
        line->setForegroundRole(QPalette::Mid);
        statusBar()->addPermanentWidget(line);
        statusBar()->addPermanentWidget(label);
    }

    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        m_tabActions.at(index)->setChecked(true);
        showTab();
    });
    connect(m_legend, &LegendRow::shownChanged, this, [this](const auto& shown) {
        ContextView view = m_document.contextView();
        view.shown = shown;
        m_document.setContextView(view);
    });
    connect(m_range, &QComboBox::activated, this, [this](int index) {
        ContextView view = m_document.contextView();
        view.last = m_range->itemData(index).toLongLong();
        m_document.setContextView(view);
    });
    connect(m_chart, &ContextChartView::contextDragged, this, [this](qint64 tokens, bool finished) {
        // The axis stands still while the hand is on it.
        ContextView view = m_document.contextView();
        view.last = finished ? m_range->currentData().toLongLong()
                             : std::llround(m_document.results().chart->x.most);
        m_document.setContextView(view);
        m_document.edit("workload.context", std::int64_t{tokens}, tr("Context length"),
                        QStringLiteral("marker"));
        if (finished) {
            m_document.closeGesture();
            m_verdict->announce();
        }
    });
    connect(m_verdict, &VerdictBar::applyRequested, this,
            [this](const std::vector<Change>& changes) {
                if (const auto changed = with(m_document.plan(), {changes, {}, false}))
                    m_document.edit(*changed, tr("Apply suggestion"));
            });
    connect(m_verdict, &VerdictBar::fieldRequested, this,
            [this](const QString& key) { m_panel->focusKey(key.toStdString()); });
    m_legend->setShown(m_document.contextView().shown);
}

void MainWindow::retranslate()
{
    m_fileMenu->setTitle(tr("&File"));
    m_editMenu->setTitle(tr("&Edit"));
    m_viewMenu->setTitle(tr("&View"));
    m_planMenu->setTitle(tr("&Plan"));
    m_exportMenu->setTitle(tr("E&xport"));
    m_helpMenu->setTitle(tr("&Help"));
    m_files->retranslate();
    m_share->retranslate();
    m_exports->retranslate();
    m_messages->retranslate();
    nameUndo();
    m_pin->setText(tr("Pin as baseline"));
    m_unpin->setText(tr("Remove baseline"));
    m_showPanel->setText(tr("Control panel"));
    m_showLedger->setText(tr("Ledger"));
    m_themeMenu->setTitle(tr("Theme"));
    m_unitMenu->setTitle(tr("Unit"));
    m_languageMenu->setTitle(tr("Language"));
    m_help->setText(tr("What the terms mean"));
    m_help->setIconText(tr("Help"));
    const QStringList themes{tr("As the desktop"), tr("Light"), tr("Dark")};
    const QStringList units{tr("GiB (2³⁰ bytes)"), tr("GB (10⁹ bytes)")};
    QStringList ownNames{tr("As the desktop")};
    for (const QString& language : languages())
        ownNames << nativeName(language);
    const auto name = [](QActionGroup* group, const QStringList& names) {
        for (qsizetype i = 0; i < names.size(); ++i)
            group->actions().at(i)->setText(names.at(i));
    };
    name(m_themes, themes);
    name(m_units, units);
    name(m_languages, ownNames);

    const QStringList tabs{tr("Context"),  tr("ZeRO stages"), tr("GPUs"), tr("8B · 70B · 405B"),
                           tr("Timeline"), tr("Compare"),     tr("Plans")};
    for (int i = 0; i < tabCount; ++i) {
        m_tabs->setTabText(i, tabs.at(i));
        m_tabActions.at(i)->setText(tabs.at(i));
    }
    m_nextPart->setText(tr("Next part of the window"));
    m_tabs->setAccessibleName(tr("Figures"));
    m_rangeLabel->setText(tr("Range"));
    const auto fill = [](QComboBox& box, const std::vector<std::pair<QString, QVariant>>& items) {
        const int index = std::max(0, box.currentIndex());
        box.clear();
        for (const auto& [text, value] : items)
            box.addItem(text, value);
        box.setCurrentIndex(index);
    };
    fill(*m_range,
         {{tr("Auto"), 0LL},
          {QStringLiteral("1K – 16K"), 16384LL},
          {QStringLiteral("1K – 32K"), 32768LL},
          {QStringLiteral("1K – 128K"), 131072LL},
          {QStringLiteral("1K – 1M"), 1048576LL}});
    m_range->setAccessibleName(tr("Range of contexts"));
    for (FigurePage* figures : m_figures)
        figures->retranslate();
    m_timeline->retranslate();
    m_compare->retranslate();
    m_plans->retranslate();
    m_legend->retranslate();
    m_panel->retranslate();
    if (m_chart)
        showResults();
}

void MainWindow::nameUndo()
{
    const QUndoStack* undo = m_document.undoStack();
    m_undo->setEnabled(undo->canUndo());
    m_redo->setEnabled(undo->canRedo());
    m_undo->setText(undo->canUndo() ? tr("Undo: %1").arg(undo->undoText()) : tr("Undo"));
    m_redo->setText(undo->canRedo() ? tr("Redo: %1").arg(undo->redoText()) : tr("Redo"));
    m_undo->setIconText(tr("Undo")); // of the same width whatever is undone
    m_redo->setIconText(tr("Redo"));
}

void MainWindow::setTheme(const QString& name)
{
    m_theme = name;
    if (name == QLatin1String("light"))
        QApplication::setPalette(lightTheme().palette());
    else if (name == QLatin1String("dark"))
        QApplication::setPalette(darkTheme().palette());
    else
        QApplication::setPalette(desktopTheme().palette());
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toString() == name);
}

void MainWindow::setUnit(MemoryFormat::Unit unit)
{
    m_format = MemoryFormat(unit);
    for (QAction* action : m_units->actions())
        action->setChecked(action->data().toString() == m_format.unitName());
    showResults();
}

void MainWindow::setLanguage(const QString& language)
{
    m_language = language;
    speak(language);
    m_format = MemoryFormat(m_format.unit());
    for (QAction* action : m_languages->actions())
        action->setChecked(action->data().toString() == language);
    retranslate();
}

void MainWindow::restore()
{
    restoreGeometry(settings::windowGeometry.value());
    m_sides->restoreState(settings::panelSplitter.value());
    m_halves->restoreState(settings::ledgerSplitter.value());
    m_compared->restore();
    setTheme(settings::theme.value());
    setLanguage(settings::language.value());
    setUnit(settings::unit.value() == QLatin1String("GB") ? MemoryFormat::Unit::GB
                                                          : MemoryFormat::Unit::GiB);
}

void MainWindow::store() const
{
    const SettingsBatch batch;
    settings::windowGeometry.store(saveGeometry());
    settings::panelSplitter.store(m_sides->saveState());
    if (m_numbers->currentWidget() == m_ledger && m_pages->currentIndex() == 0)
        settings::ledgerSplitter.store(m_halves->saveState());
    m_compared->store();
    settings::theme.store(m_theme);
    settings::language.store(m_language);
    settings::unit.store(m_format.unitName());
}

void MainWindow::showResults()
{
    const Results& results = m_document.results();
    m_panel->showResults();
    m_verdict->show(content(), m_format);
    m_ledger->setFormat(m_format);
    m_ledger->setStale(!results.estimate);
    if (results.estimate)
        m_ledger->show(*results.estimate);
    m_unitLabel->setText(m_format.unit() == MemoryFormat::Unit::GiB ? tr("Unit: GiB (2³⁰ bytes)")
                                                                    : tr("Unit: GB (10⁹ bytes)"));
    const Method* method = findMethod(m_document.plan().method);
    m_methodLabel->setText(method ? tr("Method: %1").arg(translated(Text(method->name)))
                                  : QString());
    showTab();
}

VerdictContent MainWindow::content() const
{
    const Results& results = m_document.results();
    if (!results.estimate) {
        VerdictContent none;
        if (!results.problems.empty()) {
            const Problem& problem = results.problems.front();
            none.problemField = QString::fromStdString(problem.field);
            none.problem = tr("%1: %2").arg(keyLabel(problem.field), translated(problem.message));
        }
        return none;
    }
    VerdictContent said = verdictContent(*results.estimate);
    for (const auto& solution : {results.context, results.microBatch, results.gpus})
        if (solution)
            said.solutions.push_back(*solution);
    said.remedies = results.remedies;
    return said;
}

FigurePage* MainWindow::figurePage() const
{
    return qobject_cast<FigurePage*>(m_pages->currentWidget());
}

ShownFigure MainWindow::shownFigure() const
{
    const FigurePage* figures = figurePage();
    const QWidget* page = m_pages->currentWidget();
    return {figures                  ? std::string(figures->figureName())
                : page == m_compare  ? "compare"
                : page == m_timeline ? "timeline"
                                     : "context",
            m_document.contextView(),
            m_format.unit(),
            m_compared->plans(m_document.plan()),
            m_compared->current(),
            m_timeline->stage()};
}

void MainWindow::showTab()
{
    FigurePage* figures = figurePage();
    QWidget* page = m_pages->currentWidget();
    m_plans->setFormat(m_format);
    m_numbers->setVisible(page != m_plans && m_showLedger->isChecked());
    if (figures) {
        showFigure(*figures);
        showNumbers(*m_table);
    } else if (page == m_compare) {
        showCompare();
        showNumbers(*m_table);
    } else if (page == m_timeline) {
        showTimeline();
        showNumbers(*m_table);
    } else if (page != m_plans) {
        showContext();
        showNumbers(*m_ledger);
    }
    showHint();
}

void MainWindow::showHint()
{
    const QWidget* page = m_pages->currentWidget();
    const FigurePage* figures = figurePage();
    m_hint->setText(figures                  ? figures->hint()
                        : page == m_compare  ? m_compare->hint()
                        : page == m_timeline ? m_timeline->hint()
                        : page == m_plans    ? m_plans->hint()
                                          : tr("Drag the marker in the chart, or press ← or → "
                                               "on it"));
}

/// Said for four seconds in the place of the hint.
void MainWindow::say(const QString& sentence)
{
    statusBar()->showMessage(sentence, 4000);
}

void MainWindow::openPlan(const Plan& plan)
{
    newWindow(plan)->document().setUnsaved();
}

/// The numbers below the picture: a figure's table leaves it the room that a ledger needs.
void MainWindow::showNumbers(QWidget& numbers)
{
    if (m_numbers->currentWidget() == &numbers)
        return;
    const bool ledger = &numbers == m_ledger;
    const QList<int> sizes = m_halves->sizes();
    if (!ledger)
        m_ledgerHeight = sizes.last();
    m_numbers->setCurrentWidget(&numbers);
    const int wanted
        = ledger ? m_ledgerHeight : std::min(m_ledgerHeight, m_table->sizeHint().height());
    m_halves->setSizes({sizes.first() + sizes.last() - wanted, wanted});
}

void MainWindow::showContext()
{
    const Results& results = m_document.results();
    m_chart->setStale(!results.chart);
    if (!results.chart)
        return; // the last good chart stays
    std::array<bool, groupCount> present{};
    for (std::size_t i = 0; i < groupCount; ++i)
        present[i] = results.chart->atMarker.perGpu.bytes[i] > 0;
    m_legend->setPresent(present);
    QStringList hidden;
    for (std::size_t i = 0; i < groupCount; ++i)
        if (present[i] && !m_document.contextView().shown[i])
            hidden << translated(groupName(static_cast<Group>(i)));
    m_ledger->setNote(hidden.isEmpty() ? QString()
                                       : tr("Hidden in the chart and still counted: %1.")
                                             .arg(hidden.join(QStringLiteral(", "))));
    m_chart->setDeviceName(shortName(*results.estimate->plan.device));
    QString summary = tr("%1. %2").arg(m_verdict->headline(), m_verdict->detail());
    if (results.chart->baselineAtMarker)
        summary = tr("%1. Baseline %2")
                      .arg(summary, m_format.withUnit(*results.chart->baselineAtMarker, 1));
    m_chart->setSummary(summary);
    m_chart->setFormat(m_format);
    m_chart->show(*results.chart);
}

void MainWindow::showFigure(FigurePage& figures)
{
    figures.showPlan(m_document.plan(), m_format);
    m_table->show(figureTable(figures.figure()), m_format);
}

void MainWindow::showCompare()
{
    m_compare->showPlan(m_document.plan(), m_format);
    m_table->show(m_compare->table(), m_format);
}

void MainWindow::showTimeline()
{
    m_timeline->showPlan(m_document.plan(), m_format);
    m_table->show(m_timeline->table(), m_format);
    m_table->selectRow(m_timeline->row());
}

/// Whatever changed in the list, the chart and the tab in front follow.
void MainWindow::showBaseline()
{
    m_unpin->setEnabled(m_compared->baseline().has_value());
    m_document.setBaseline(m_compared->baseline());
    if (m_pages->currentWidget() == m_compare)
        showTab();
}

/// Round the parts of the window: panel, picture, numbers.
void MainWindow::focusNext()
{
    QWidget* focus = QApplication::focusWidget();
    const std::array<QWidget*, 3> parts{m_panel, m_pages->currentWidget(),
                                        m_numbers->currentWidget()};
    std::size_t at = parts.size() - 1;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (focus && parts[i]->isAncestorOf(focus))
            at = i;
    for (std::size_t step = 1; step <= parts.size(); ++step) {
        QWidget* part = parts[(at + step) % parts.size()];
        if (!part->isVisible())
            continue;
        QWidget* first = part == m_pages->widget(0) ? m_chart
            : part == m_timeline                    ? m_timeline->view()
                                                    : part->nextInFocusChain();
        while (first != part
               && !(part->isAncestorOf(first) && first->isVisible() && first->isEnabled()
                    && (first->focusPolicy() & Qt::TabFocus)))
            first = first->nextInFocusChain();
        if (first != part)
            return first->setFocus(Qt::ShortcutFocusReason);
    }
}

void MainWindow::showHelp()
{
    auto* dialog = new HelpDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::applySmallMode()
{
    constexpr int slack = 24; // so that a window at the threshold does not flicker
    const int margin = m_small ? slack : 0;
    const bool small = width() < 1100 + margin || height() < 760 + margin;
    if (small == m_small)
        return;
    m_small = small;
    m_panel->setSmall(small);
    m_verdict->setSmall(small);
    m_chart->setSmall(small);
    m_ledger->setSmall(small);
    const int panel = small ? smallPanelWidth : panelWidth;
    m_sides->setSizes({panel, width() - panel});
    constexpr int ledger = 248, smallLedger = 172;
    const int numbers = small ? smallLedger : ledger;
    m_halves->setSizes({std::max(200, m_halves->height() - numbers), numbers});
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    applySmallMode();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_verdict) {
        drawIcons();
        showResults();
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_files->mayClose()) {
        event->ignore();
        return;
    }
    store();
    rememberAsLast(*this);
    event->accept();
}

} // namespace highwater
