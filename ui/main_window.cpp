// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "chart/figures.h"
#include "context_view.h"
#include "exchange/plan_file.h"
#include "figure_view.h"
#include "help_dialog.h"
#include "icons.h"
#include "key_words.h"
#include "ledger_view.h"
#include "legend_row.h"
#include "plan_panel.h"
#include "theme.h"
#include "verdict_bar.h"
#include "words.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QLabel>
#include <QLibraryInfo>
#include <QMenuBar>
#include <QSettings>
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

/// A row with one labelled choice at its right.
QWidget* choiceRow(QLabel* label, QComboBox* box)
{
    auto* row = new QWidget;
    row->setFixedHeight(36);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(16, 0, 16, 0);
    layout->addStretch(1);
    layout->addWidget(label);
    layout->addWidget(box);
    label->setBuddy(box);
    return row;
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
    connect(&m_document, &Document::findingsChanged, this, &MainWindow::showFindings);
    m_panel->showPlan();
    showFindings();
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
    m_helpMenu = menu("menu.help");

    m_quit = m_fileMenu->addAction(QString(), QKeySequence::Quit, this, &QWidget::close);

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
    m_editMenu->addSeparator();
    m_copy = m_editMenu->addAction(QString(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this,
                                   &MainWindow::copyChart);

    m_showPanel = m_viewMenu->addAction(QString(), QKeySequence(Qt::Key_F9), this,
                                        [this](bool on) { m_panel->setVisible(on); });
    m_showLedger = m_viewMenu->addAction(QString(), QKeySequence(Qt::Key_F8), this,
                                         [this](bool on) { m_ledger->setVisible(on); });
    for (QAction* action : {m_showPanel, m_showLedger}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    m_viewMenu->addSeparator();

    const auto choices = [this](QMenu*& submenu, QActionGroup*& group,
                                std::initializer_list<const char*> names, auto apply) {
        submenu = m_viewMenu->addMenu(QString());
        group = new QActionGroup(this);
        for (const char* word : names) {
            QAction* action = submenu->addAction(QString());
            action->setCheckable(true);
            action->setData(QString::fromLatin1(word));
            group->addAction(action);
        }
        connect(group, &QActionGroup::triggered, this,
                [apply](QAction* action) { apply(action->data().toString()); });
    };
    choices(m_themeMenu, m_themes, {"system", "light", "dark"},
            [this](const QString& name) { setTheme(name); });
    choices(m_unitMenu, m_units, {"GiB", "GB"}, [this](const QString& name) {
        setUnit(name == QLatin1String("GB") ? MemoryFormat::Unit::GB : MemoryFormat::Unit::GiB);
    });
    choices(m_languageMenu, m_languages, {"system", "en", "zh_CN"},
            [this](const QString& name) { setLanguage(name); });

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
    m_toolBar->addAction(m_undo);
    m_toolBar->addAction(m_redo);
    m_toolBar->addSeparator();
    m_toolBar->addAction(m_copy);
    auto* room = new QWidget(m_toolBar);
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(room);
    m_toolBar->addAction(m_help);
    m_toolBar->toggleViewAction()->setVisible(false);
    drawIcons();
}

void MainWindow::drawIcons()
{
    m_undo->setIcon(themedIcon("undo"));
    m_redo->setIcon(themedIcon("redo"));
    m_copy->setIcon(themedIcon("copy"));
    m_help->setIcon(themedIcon("help"));
    setWindowIcon(themedIcon("highwater"));
}

void MainWindow::buildCentre()
{
    m_panel = new PlanPanel(m_document, this);
    m_verdict = new VerdictBar(this);
    m_tabs = new QTabBar(this);
    m_tabs->setObjectName(QStringLiteral("tabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_pages = new QStackedWidget(this);
    m_ledger = new LedgerView(this);

    m_legend = new LegendRow(this);
    m_chart = new ContextChartView(this);
    m_range = new QComboBox(this);
    m_range->setObjectName(QStringLiteral("range"));
    m_range->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rangeLabel = new QLabel(this);
    m_rangeLabel->setBuddy(m_range);
    m_legend->row()->addWidget(m_rangeLabel);
    m_legend->row()->addWidget(m_range);
    m_pages->addWidget(page(m_legend, m_chart));

    const auto basis = [this](QComboBox*& box, QLabel*& label, const char* name) {
        box = new QComboBox(this);
        box->setObjectName(QString::fromLatin1(name));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label = new QLabel(this);
        connect(box, &QComboBox::activated, this, &MainWindow::showTab);
        return choiceRow(label, box);
    };
    m_zero = new FigureView(this);
    m_zero->setObjectName(QStringLiteral("zeroFigure"));
    m_pages->addWidget(page(basis(m_zeroBasis, m_zeroBasisLabel, "zeroBasis"), m_zero));
    m_gpus = new FigureView(this);
    m_gpus->setObjectName(QStringLiteral("gpusFigure"));
    m_pages->addWidget(m_gpus);
    m_sizes = new FigureView(this);
    m_sizes->setObjectName(QStringLiteral("sizesFigure"));
    m_pages->addWidget(page(basis(m_sizesBasis, m_sizesBasisLabel, "sizesBasis"), m_sizes));
    for (int i = 0; i < m_pages->count(); ++i)
        m_tabs->addTab(QString());

    m_halves = new QSplitter(Qt::Vertical, this);
    m_halves->addWidget(m_pages);
    m_halves->addWidget(m_ledger);
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
    setCentralWidget(m_sides);

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
                             : std::llround(m_document.findings().chart->x.most);
        m_document.setContextView(view);
        m_document.edit("workload.context", std::int64_t{tokens}, tr("Context length"),
                        QStringLiteral("marker"));
        if (finished) {
            m_document.closeGesture();
            m_verdict->announce();
        }
    });
    connect(m_verdict, &VerdictBar::applyRequested, this,
            [this](const QString& key, const Value& value) {
                m_document.edit(key.toStdString(), value, tr("Apply suggestion"));
            });
    connect(m_verdict, &VerdictBar::fieldRequested, this, &MainWindow::focusKey);
    connect(m_zero, &FigureView::panelClicked, this, [this](int stage) {
        m_document.edit("layout.zero", std::int64_t{stage}, tr("ZeRO stage"));
    });
    m_legend->setShown(m_document.contextView().shown);
}

void MainWindow::retranslate()
{
    m_fileMenu->setTitle(tr("&File"));
    m_editMenu->setTitle(tr("&Edit"));
    m_viewMenu->setTitle(tr("&View"));
    m_helpMenu->setTitle(tr("&Help"));
    m_quit->setText(tr("&Quit"));
    nameUndo();
    m_copy->setText(tr("Copy figure"));
    m_showPanel->setText(tr("Control panel"));
    m_showLedger->setText(tr("Ledger"));
    m_themeMenu->setTitle(tr("Theme"));
    m_unitMenu->setTitle(tr("Unit"));
    m_languageMenu->setTitle(tr("Language"));
    m_help->setText(tr("What the terms mean"));
    m_help->setIconText(tr("Help"));
    const QStringList themes{tr("As the desktop"), tr("Light"), tr("Dark")};
    const QStringList units{tr("GiB (2³⁰ bytes)"), tr("GB (10⁹ bytes)")};
    const QStringList languages{tr("As the desktop"), QStringLiteral("English"),
                                QStringLiteral("简体中文")};
    const auto name = [](QActionGroup* group, const QStringList& names) {
        for (qsizetype i = 0; i < names.size(); ++i)
            group->actions().at(i)->setText(names.at(i));
    };
    name(m_themes, themes);
    name(m_units, units);
    name(m_languages, languages);

    m_tabs->setTabText(0, tr("Context"));
    m_tabs->setTabText(1, tr("ZeRO stages"));
    m_tabs->setTabText(2, tr("GPUs"));
    m_tabs->setTabText(3, tr("8B · 70B · 405B"));
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
    fill(*m_zeroBasis, {{tr("Lecture: 8B, DP = 8"), 0}, {tr("Current plan"), 1}});
    fill(*m_sizesBasis,
         {{tr("Lecture: fp32, 1 GPU, eager attention"), 0},
          {tr("Lecture: recomputation of 8B"), 2},
          {tr("Current plan"), 1}});
    for (QLabel* label : {m_zeroBasisLabel, m_sizesBasisLabel})
        label->setText(tr("Basis"));
    for (QComboBox* box : {m_zeroBasis, m_sizesBasis})
        box->setAccessibleName(tr("Basis"));
    m_legend->retranslate();
    m_panel->retranslate();
    setWindowTitle(tr("%1 — Highwater").arg(QString::fromStdString(m_document.plan().name)));
    if (m_chart)
        showFindings();
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
    showFindings();
}

void MainWindow::setLanguage(const QString& language)
{
    m_language = language;
    const QLocale locale
        = language == QLatin1String("system") ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    QApplication::removeTranslator(&m_translator);
    QApplication::removeTranslator(&m_qtTranslator);
    if (m_translator.load(locale, QStringLiteral("highwater"), QStringLiteral("_"),
                          QStringLiteral(":/i18n")))
        QApplication::installTranslator(&m_translator);
    if (m_qtTranslator.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                            QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QApplication::installTranslator(&m_qtTranslator);
    // Without these the fallback may set Chinese punctuation in the Japanese place.
    QFont font = QApplication::font();
    QStringList families = font.families();
    if (locale.language() == QLocale::Chinese)
        for (const char* family :
             {"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei"})
            if (!families.contains(QLatin1String(family)))
                families << QString::fromLatin1(family);
    font.setFamilies(families);
    QApplication::setFont(font);
    m_format = MemoryFormat(m_format.unit());
    for (QAction* action : m_languages->actions())
        action->setChecked(action->data().toString() == language);
    retranslate();
}

void MainWindow::restore()
{
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_sides->restoreState(settings.value(QStringLiteral("window/sides")).toByteArray());
    m_halves->restoreState(settings.value(QStringLiteral("window/halves")).toByteArray());
    setTheme(settings.value(QStringLiteral("view/theme"), QStringLiteral("system")).toString());
    setLanguage(
        settings.value(QStringLiteral("view/language"), QStringLiteral("system")).toString());
    setUnit(settings.value(QStringLiteral("view/unit")).toString() == QLatin1String("GB")
                ? MemoryFormat::Unit::GB
                : MemoryFormat::Unit::GiB);
}

Plan MainWindow::lastPlan()
{
    const auto read
        = readPlan(QSettings().value(QStringLiteral("plan/last")).toString().toStdString());
    return read ? *read : firstPlan();
}

void MainWindow::store() const
{
    QSettings settings;
    settings.setValue(QStringLiteral("plan/last"),
                      QString::fromStdString(writePlan(m_document.plan())));
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/sides"), m_sides->saveState());
    settings.setValue(QStringLiteral("window/halves"), m_halves->saveState());
    settings.setValue(QStringLiteral("view/theme"), m_theme);
    settings.setValue(QStringLiteral("view/language"), m_language);
    settings.setValue(QStringLiteral("view/unit"), m_format.unitName());
}

void MainWindow::showFindings()
{
    const Findings& findings = m_document.findings();
    m_panel->showFindings();
    m_verdict->show(content(), m_format);
    m_ledger->setFormat(m_format);
    m_ledger->setStale(!findings.estimate);
    if (findings.estimate)
        m_ledger->show(*findings.estimate);
    m_unitLabel->setText(m_format.unit() == MemoryFormat::Unit::GiB ? tr("Unit: GiB (2³⁰ bytes)")
                                                                    : tr("Unit: GB (10⁹ bytes)"));
    const Method* method = findMethod(m_document.plan().method);
    m_methodLabel->setText(method ? tr("Method: %1").arg(translated(Text(method->name)))
                                  : QString());
    showTab();
}

VerdictContent MainWindow::content() const
{
    const Findings& findings = m_document.findings();
    if (!findings.estimate) {
        VerdictContent none;
        if (!findings.problems.empty()) {
            const Problem& problem = findings.problems.front();
            none.problemField = QString::fromStdString(problem.field);
            none.problem = tr("%1: %2").arg(keyLabel(problem.field), translated(problem.message));
        }
        return none;
    }
    VerdictContent said = verdictContent(*findings.estimate);
    for (const auto& solution : {findings.context, findings.microBatch, findings.gpus})
        if (solution)
            said.solutions.push_back(*solution);
    said.remedies = findings.remedies;
    return said;
}

void MainWindow::focusKey(const QString& key)
{
    if (auto* control = m_panel->findChild<QWidget*>(key))
        control->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showTab()
{
    switch (m_pages->currentIndex()) {
    case 0:
        showContext();
        break;
    case 1:
        showFigure(*m_zero, m_zeroBasis->currentData().toInt() == 1 ? "zero" : "lecture-zero");
        break;
    case 2:
        showFigure(*m_gpus, "gpus");
        break;
    default:
        static constexpr std::array names{"lecture-scaling", "sizes", "lecture-recompute"};
        showFigure(*m_sizes, names[m_sizesBasis->currentData().toUInt()]);
        break;
    }
}

void MainWindow::showContext()
{
    const Findings& findings = m_document.findings();
    if (!findings.chart)
        return; // the last good chart stays
    std::array<bool, groupCount> present{};
    for (std::size_t i = 0; i < groupCount; ++i)
        present[i] = findings.chart->atMarker.perGpu.bytes[i] > 0;
    m_legend->setPresent(present);
    m_chart->setDeviceName(shortName(*findings.estimate->plan.device));
    m_chart->setSummary(tr("%1. %2").arg(m_verdict->headline(), m_verdict->detail()));
    m_chart->setFormat(m_format);
    m_chart->show(*findings.chart);
}

void MainWindow::showFigure(FigureView& view, std::string_view name)
{
    FigureChoice choice;
    choice.unit = m_format.unit();
    if (const auto made = figure(name, m_document.plan(), builtinCatalog(), choice))
        view.show(*made);
    statusBar()->showMessage(
        name.starts_with("lecture-")
            ? tr("The lecture's figure; with Basis on the current plan the sliders drive it")
            : QString());
}

void MainWindow::copyChart()
{
    QApplication::clipboard()->setPixmap(m_pages->currentWidget()->grab());
    statusBar()->showMessage(tr("The figure is on the clipboard"), 4000);
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
        showFindings();
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    store();
    event->accept();
}

} // namespace highwater
