// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/answer/largest_model_finder.h"
#include "ui/answer/layers_view.h"
#include "ui/answer/ledger_view.h"
#include "ui/answer/offers_panel.h"
#include "ui/answer/verdict_bar.h"
#include "ui/answer/verdict_content.h"
#include "ui/base/accessible.h"
#include "ui/base/elided_label.h"
#include "ui/base/icons.h"
#include "ui/base/key_words.h"
#include "ui/base/message_bar.h"
#include "ui/base/settings.h"
#include "ui/base/within_screen.h"
#include "ui/base/words.h"
#include "ui/document/plan_replacer.h"
#include "ui/export/export_actions.h"
#include "ui/figures/compare_list.h"
#include "ui/figures/figure_table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/help/help_tips.h"
#include "ui/help/help_topics.h"
#include "ui/panel/key_relevance.h"
#include "ui/panel/pinned_slider.h"
#include "ui/panel/plan_panel.h"
#include "ui/window/baseline_actions.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_actions.h"
#include "ui/window/focus_parts.h"
#include "ui/window/help_actions.h"
#include "ui/window/import_actions.h"
#include "ui/window/menu_keys.h"
#include "ui/window/name_actions.h"
#include "ui/window/preferences_dialog.h"
#include "ui/window/presentation.h"
#include "ui/window/run_actions.h"
#include "ui/window/share_actions.h"
#include "ui/window/tab.h"
#include "ui/window/tabs_view.h"
#include "ui/window/undo_actions.h"
#include "ui/window/view_actions.h"

#include <QAction>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QScreen>
#include <QSplitter>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <array>
#include <chrono>

namespace highwater {
namespace {

constexpr QSize usualSize(1440, 900), leastSize(900, 600);
constexpr QSize smallBelow(1100, 760); ///< a narrower or lower window is small
constexpr int panelWidth = 356;
/// The least time between two updates of the rest of the results, numbers and suggestions, while a
/// control is dragged.
constexpr std::chrono::milliseconds showRestAfter(40);

/// The largest size of a window without its frame, on the screen where it opens.
QSize roomOnScreen()
{
    constexpr QSize frame(12, 44);
    const QScreen* screen = QGuiApplication::screenAt(QCursor::pos());
    if (!screen)
        screen = QGuiApplication::primaryScreen();
    return screen ? screen->availableSize() - frame : usualSize;
}

QVBoxLayout* tightColumn(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

MainWindow::MainWindow(const Plan& plan, QWidget* parent)
    : QMainWindow(parent)
    , m_document(plan)
    , m_messages(new MessageBar(this))
    , m_compared(new CompareList(this))
    , m_files(new FileActions(m_document, *m_compared, *m_messages, this))
    , m_imports(new ImportActions(m_document, *m_messages, this))
    , m_name(new NameActions(m_document, this))
    , m_undo(new UndoActions(*m_document.undoStack(), this))
    , m_share(new ShareActions(m_document, *m_messages, this))
    , m_run(new RunActions(m_document, this))
    , m_exports(new ExportActions(m_document, *m_messages, this, [this] { return shownFigure(); }))
    , m_baseline(new BaselineActions(m_document, *m_compared, this))
    , m_view(new ViewActions(this))
    , m_help(new HelpActions(this, [this] { return topicOf(m_tabs->front().widget()); }))
    , m_replacer(new PlanReplacer(m_document, *m_messages, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    const QSize room = roomOnScreen();
    setMinimumSize(leastSize.boundedTo(room));
    m_messages->setNotesVanish();
    resize(usualSize.boundedTo(room));
    buildCentre();
    layOut();
    buildMenus();
    buildToolBar();
    buildStatusBar();
    connectActions();
    new MenuKeys(this);
    restore();

    connect(&m_document, &Document::planChanged, m_panel, &PlanPanel::showPlan);
    connect(&m_document, &Document::planChanged, m_messages, &MessageBar::planChanged);
    connect(&m_document, &Document::resultsChanged, this, &MainWindow::showNewResults);
    m_showRest.setSingleShot(true);
    m_showRest.setInterval(showRestAfter);
    connect(&m_showRest, &QTimer::timeout, this, &MainWindow::showResults);
    m_panel->showPlan();
    showResults();
}

/// Its children end when it is no main window any more; what they tell as they hide, such as the
/// end of a preview, must not reach it.
MainWindow::~MainWindow()
{
    for (const QObject* child : findChildren<QObject*>())
        child->disconnect(this);
}

void MainWindow::buildCentre()
{
    m_panel = new PlanPanel(m_document, this);
    connect(m_panel, &PlanPanel::groupMade, this, [this] { applyTips(*m_panel); });
    connect(m_panel, &PlanPanel::followed, this, [this](const QString& what) {
        m_messages->show({Message::Kind::Note,
                          QStringLiteral("followed"),
                          what,
                          {{tr("Undo"), [this] { m_document.undoStack()->undo(); }}},
                          true});
    });
    m_verdict = new VerdictBar(this);
    m_offers = new OffersPanel(this);
    m_largestModel = new LargestModelFinder(this);
    connect(m_largestModel, &LargestModelFinder::found, this, &MainWindow::showVerdict);
    m_ledger = new LedgerView;
    m_table = new FigureTableView;
    m_tabs = new TabsView(this);
    const Tabs tabs
        = makeTabs({m_document, *m_compared, *m_messages, *m_verdict, *m_ledger, *m_table}, this);
    m_library = tabs.library;
    m_tabs->setTabs(tabs.pages, *m_ledger, *m_table);
    connect(m_verdict, &VerdictBar::applyRequested, this, &MainWindow::apply);
    connect(m_verdict, &VerdictBar::panelRequested, this, &MainWindow::openOffers);
    connect(m_offers, &OffersPanel::taken, this, [this](const std::vector<Change>& changes) {
        openOffers(false);
        apply(changes);
    });
    connect(m_offers, &OffersPanel::closeRequested, this, [this] { openOffers(false); });
    connect(m_offers, &OffersPanel::previewed, this, &MainWindow::preview);
    connect(&m_ledger->layers(), &LayersView::applyRequested, this, &MainWindow::apply);
    connect(&m_ledger->layers(), &LayersView::previewChanged, this, &MainWindow::previewLayers);
    connect(m_verdict, &VerdictBar::fieldRequested, this,
            [this](const QString& key) { m_panel->focusKey(key.toStdString()); });
    connect(m_tabs, &TabsView::frontChanged, this, &MainWindow::showFrontChoices);
    connect(m_tabs, &TabsView::hintChanged, this, &MainWindow::showHint);
    for (Tab* tab : m_tabs->tabs()) {
        connect(tab, &Tab::said, this, &MainWindow::say);
        connect(tab, &Tab::planRequested, this, &MainWindow::planRequested);
        connect(tab, &Tab::traceRequested, m_exports, &ExportActions::exportTrace);
        if (FigureView* view = tab->figureView())
            giveMenu(*view, tab->bandActions());
        connect(tab, &Tab::exportRequested, m_exports, &ExportActions::exportPlan);
    }
}

/// Gives a figure a context menu with its actions and the bands that it can show.
void MainWindow::giveMenu(FigureView& view, const QList<QAction*>& bands)
{
    const auto separate = [&view] {
        auto* line = new QAction(&view);
        line->setSeparator(true);
        view.addAction(line);
    };
    separate();
    view.addActions(m_exports->figureActions());
    if (!bands.isEmpty()) {
        separate();
        view.addActions(bands);
    }
    connect(&view, &FigureView::dragOutRequested, this,
            [this, &view] { m_exports->dragFigure(&view); });
}

void MainWindow::layOut()
{
    auto* centre = new QWidget(this);
    auto* column = tightColumn(centre);
    column->addWidget(m_verdict);
    column->addWidget(m_offers);
    column->addWidget(m_tabs, 1);
    m_sides = new QSplitter(Qt::Horizontal, this);
    m_sides->addWidget(m_panel);
    m_sides->addWidget(centre);
    m_sides->setStretchFactor(0, 0);
    m_sides->setStretchFactor(1, 1);
    m_sides->setChildrenCollapsible(false);
    m_sides->setSizes({panelWidth, width() - panelWidth});
    auto* whole = new QWidget(this);
    auto* rows = tightColumn(whole);
    rows->addWidget(m_sides, 1);
    rows->addWidget(m_messages);
    setCentralWidget(whole);
}

void MainWindow::buildMenus()
{
    const auto menu = [this](const char* name) {
        QMenu* made = menuBar()->addMenu(QString());
        made->setObjectName(QString::fromLatin1(name));
        m_menus.push_back(made);
        return made;
    };
    QMenu* file = menu("menu.file");
    m_files->addTo(file);
    m_imports->addTo(file, m_files->closing());
    m_exports->addPrintTo(file, m_files->closing());
    QMenu* edit = menu("menu.edit");
    m_undo->addTo(edit);
    edit->addSeparator();
    m_exports->addCopyTo(edit);
    edit->addSeparator();
    m_view->addPreferences(edit);
    QMenu* view = menu("menu.view");
    m_view->addPages(view, static_cast<int>(m_tabs->pageTitles().size()), m_tabs->mostViews());
    view->addSeparator();
    m_baseline->addTo(view);
    view->addSeparator();
    m_view->addParts(view);
    view->addSeparator();
    m_view->addChoices(view);
    QMenu* plan = menu("menu.plan");
    m_name->addTo(plan);
    m_share->addTo(plan);
    m_exports->addTo(menu("menu.export"));
    m_run->addTo(menu("menu.run"));
    m_help->addTo(menu("menu.help"));
}

void MainWindow::connectActions()
{
    connect(m_files, &FileActions::newRequested, this, &MainWindow::newRequested);
    connect(m_files, &FileActions::openRequested, this, &MainWindow::openRequested);
    connect(m_files, &FileActions::runRequested, this, &MainWindow::openRun);
    connect(m_run, &RunActions::runRequested, this, &MainWindow::openRun);
    connect(m_files, &FileActions::logRequested, m_run, &RunActions::explainFile);
    connect(m_share, &ShareActions::failureRequested, m_run, &RunActions::explain);
    connect(m_files, &FileActions::codeDropped, m_share, &ShareActions::take);
    connect(m_share, &ShareActions::importRequested, m_imports, &ImportActions::takeText);
    connect(m_share, &ShareActions::newRequested, this, &MainWindow::planRequested);
    connect(m_share, &ShareActions::newImportRequested, this, &MainWindow::importRequested);
    connect(m_share, &ShareActions::said, this, &MainWindow::say);
    connect(m_baseline, &BaselineActions::said, this, &MainWindow::say);
    connect(m_view, &ViewActions::pageChosen, this, [this](int page) {
        m_tabs->choosePage(page);
        if (&m_tabs->front() == m_library) // so that typing filters its list
            m_library->firstFocus()->setFocus(Qt::ShortcutFocusReason);
    });
    connect(m_view, &ViewActions::viewChosen, m_tabs, &TabsView::chooseView);
    connect(m_view, &ViewActions::furtherChosen, m_tabs, &TabsView::chooseFurther);
    connect(m_view, &ViewActions::findRequested, this, &MainWindow::openPalette);
    connect(m_view, &ViewActions::presentRequested, this, &MainWindow::present);
    connect(m_view, &ViewActions::nextPartRequested, this, &MainWindow::focusNextPart);
    connect(m_view, &ViewActions::panelShown, m_panel, &QWidget::setVisible);
    connect(m_view, &ViewActions::numbersShown, m_tabs, &TabsView::setNumbersShown);
    connect(m_view, &ViewActions::choicesChanged, this, &MainWindow::takeChoices);
    connect(m_view, &ViewActions::preferencesRequested, this, &MainWindow::openPreferences);
    connect(m_view, &ViewActions::fullScreenShown, this, [this](bool shown) {
        setWindowState(shown ? windowState() | Qt::WindowFullScreen
                             : windowState() & ~Qt::WindowFullScreen);
    });
}

/// Draws a memory recording over the timeline.
void MainWindow::openRun(const QString& path)
{
    const std::vector<Tab*>& tabs = m_tabs->tabs();
    for (std::size_t i = 0; i < tabs.size(); ++i)
        if (tabs[i]->openRun(path))
            m_tabs->bringToFront(static_cast<int>(i));
}

void MainWindow::buildToolBar()
{
    QToolBar* bar = addToolBar(QString());
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(18, 18));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_files->addTo(bar);
    m_undo->addTo(bar);
    bar->addSeparator();
    m_baseline->addTo(bar);
    bar->addSeparator();
    m_exports->addTo(bar);
    m_name->addTo(bar);
    m_help->addTo(bar);
    bar->toggleViewAction()->setVisible(false);
    drawIcons();
}

void MainWindow::drawIcons()
{
    m_files->drawIcons();
    m_exports->drawIcons();
    m_undo->drawIcons();
    m_name->drawIcons();
    m_baseline->drawIcons();
    m_help->drawIcons();
    setWindowIcon(programIcon());
}

void MainWindow::buildStatusBar()
{
    m_hint = new ElidedLabel(this);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setContentsMargins(10, 0, 10, 0);
    statusBar()->addWidget(m_hint, 1);
    m_unitLabel = new QLabel(this);
    m_methodLabel = new QLabel(this);
    m_unitLabel->setObjectName(QStringLiteral("status.unit"));
    m_methodLabel->setObjectName(QStringLiteral("status.method"));
    for (QLabel* label : {m_methodLabel, m_unitLabel}) {
        label->setContentsMargins(10, 0, 10, 0);
        auto* line = new QFrame(this);
        line->setFrameShape(QFrame::VLine);
        line->setForegroundRole(QPalette::Mid);
        statusBar()->addPermanentWidget(line);
        statusBar()->addPermanentWidget(label);
    }
}

void MainWindow::retranslate()
{
    const std::array titles{tr("&File"),   tr("&Edit"), tr("&View"), tr("&Plan"),
                            tr("E&xport"), tr("Ru&n"),  tr("&Help")};
    for (std::size_t i = 0; i < titles.size(); ++i)
        m_menus[i]->setTitle(titles[i]);
    m_files->retranslate();
    m_imports->retranslate();
    m_run->retranslate();
    m_undo->retranslate();
    m_name->retranslate();
    m_share->retranslate();
    m_exports->retranslate();
    m_baseline->retranslate();
    m_messages->retranslate();
    m_help->retranslate();
    m_view->retranslate(m_tabs->pageTitles());
    showFrontChoices();
    m_tabs->retranslate();
    m_panel->retranslate();
    m_offers->retranslate();
    applyTips(*this);
}

void MainWindow::setChoices(const ViewChoices& choices)
{
    m_choices = choices;
    m_format = MemoryFormat(choices.memoryUnit());
    m_view->setChoices(choices);
    m_panel->setUnit(m_format.unit());
    m_run->setFormat(m_format);
    if (auto* dialog = findChild<PreferencesDialog*>())
        dialog->setChoices(choices);
    retranslate();
    showResults();
}

/// Applies a person's choice to all windows.
void MainWindow::takeChoices(const ViewChoices& choices)
{
    storeChoices(choices);
    applyChoices(choices);
    setChoices(choices);
    emit choicesChanged(choices);
}

void MainWindow::openPreferences()
{
    auto* dialog = new PreferencesDialog(m_choices, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreferencesDialog::choicesChanged, this, &MainWindow::takeChoices);
    connect(dialog, &PreferencesDialog::plansFolderChanged, this, [this] {
        for (Tab* tab : m_tabs->tabs())
            tab->reload();
    });
    dialog->open();
}

/// What can be found is collected anew each time: menus, values and own plans change.
void MainWindow::openPalette()
{
    const auto offer = [this] {
        CommandPalette::Offer made;
        for (const QMenu* menu : m_menus)
            addMenu(made.items, *menu);
        for (Tab* tab : m_tabs->tabs())
            if (tab->concerns(m_document.plan()))
                made.items.push_back({PaletteKind::Command,
                                      QStringLiteral("view:") + tab->widget()->objectName(),
                                      tab->title(), tr("View"),
                                      PaletteNames(tab->title(), {toQString(tab->figureName())}),
                                      [tab] { emit tab->frontRequested(); }});
        addSettings(
            made.items, m_document.plan(), [this](KeyPath key) { return acts(key); },
            [this](KeyPath key) { showKey(key); });
        addModels(made.items, [this](const std::string& id) { m_panel->chooseModel(id); });
        addCards(made.items, [this](const std::string& id) { m_panel->chooseDevice(id); });
        addPlans(
            made.items, [this](const Plan& plan) { m_replacer->replace(plan, tr("Open plan")); },
            [this](const QString& path) { emit openRequested({path}); });
        addHelp(made.items);
        made.plan = m_document.plan();
        made.set = [this](const TypedSetting& setting) {
            m_document.edit(setting.key, setting.value, keyLabel(setting.key));
        };
        return made;
    };
    if (!m_palette)
        m_palette = new CommandPalette(offer, this);
    m_palette->open();
}

/// The slider of a key that has one of the five; else null.
const PinnedSlider* MainWindow::pinnedRow(KeyPath key) const
{
    for (const PinnedSlider* row : m_panel->findChildren<PinnedSlider*>())
        if (keyOfPart(row->objectName()) == key)
            return row;
    return nullptr;
}

/// Whether the panel shows the key, as its value changes something.
bool MainWindow::acts(KeyPath key) const
{
    if (const PinnedSlider* row = pinnedRow(key))
        return row->isEnabled();
    return isRelevant(key, m_document.plan(), m_document.results());
}

/// Brings the control of a key to the front and gives it the focus, or says why there is none.
void MainWindow::showKey(KeyPath key)
{
    m_view->showPanel();
    if (const PinnedSlider* row = pinnedRow(key))
        return row->findChild<QWidget*>(row->objectName() + QStringLiteral(".field"))
            ->setFocus(Qt::ShortcutFocusReason);
    if (!acts(key))
        return say(tr("“%1” changes nothing in this plan, so that the panel does not show it")
                       .arg(keyLabel(key)));
    m_panel->focusKey(std::string(key.text()));
}

/// Shows the figure in front and the sliders alone over the whole screen; the chart of memory where
/// the view has no figure.
void MainWindow::present()
{
    if (m_presentation) {
        m_presentation->raise();
        return m_presentation->activateWindow();
    }
    m_presentation = new Presentation(m_document, this);
    connect(m_presentation, &Presentation::edited, m_panel, &PlanPanel::editPinned);
    connect(m_presentation, &Presentation::contextDragged, &m_document, &Document::dragContext);
    connect(m_presentation, &Presentation::bandsChosen, &m_document, &Document::setShownBands);
    const Tab& front = m_tabs->front();
    if (const FigureView* view = front.figureView(); view && front.figureName() != "context")
        m_presentation->follow(*view, front.followsPlan());
    m_presentation->showResults(m_format);
    m_presentation->showFullScreen();
}

void MainWindow::restore()
{
    restoreGeometry(settings::windowGeometry.value());
    keepOnScreen(*this);
    m_sides->restoreState(settings::panelSplitter.value());
    m_tabs->restore();
    m_compared->restore();
    const ViewChoices choices = storedViewChoices();
    applyChoices(choices);
    setChoices(choices);
}

void MainWindow::store() const
{
    const SettingsBatch batch;
    settings::windowGeometry.store(saveGeometry());
    settings::panelSplitter.store(m_sides->saveState());
    m_tabs->store();
    m_compared->store();
}

/// The largest model is searched in the background; showVerdict() runs again when it is found.
void MainWindow::showVerdict()
{
    VerdictContent content = verdictContent(m_document.results());
    const bool wanted
        = content.verdict && content.verdict != Verdict::Over && content.parameters > 0;
    m_largestModel->ask(wanted ? std::optional(m_document.plan()) : std::nullopt);
    content.seeksModel = wanted && !m_largestModel->answer();
    if (m_largestModel->answer())
        content.solutions.push_back(*m_largestModel->answer());
    m_verdict->show(content, m_format);
    if (m_offers->isVisibleTo(this)) {
        if (m_verdict->offers().all.empty() || !content.verdict)
            openOffers(false);
        else
            m_offers->show(m_verdict->offers(), m_format);
    }
}

/// The panel of all offers pushes the page down. It has the focus while it is open.
void MainWindow::openOffers(bool open)
{
    if (open)
        m_offers->show(m_verdict->offers(), m_format);
    const bool hadFocus = m_offers->isAncestorOf(focusWidget());
    m_offers->setVisible(open);
    m_verdict->setPanelOpen(open);
    if (open)
        m_offers->enter();
    else
        preview(nullptr);
    if (!open && hadFocus)
        m_verdict->focusMore();
}

/// Shows the plan with an offered change in the chart, before a person takes it.
void MainWindow::preview(const Offer* offer)
{
    std::optional<PreviewedPlan> previewed;
    if (offer && offer->then)
        if (const auto changed = withChanges(m_document.plan(), offer->changes))
            previewed = PreviewedPlan{*changed, *offer->then, offer->name};
    for (Tab* tab : m_tabs->tabs())
        tab->preview(previewed);
}

void MainWindow::previewLayers(const SavedPlan* saved)
{
    std::optional<PreviewedPlan> previewed;
    if (saved)
        previewed = PreviewedPlan{saved->plan, saved->totals,
                                  toQString(savedLabel(*saved, [](const Text& text) {
                                      return translated(text).toStdString();
                                  }))};
    for (Tab* tab : m_tabs->tabs())
        tab->preview(previewed);
}

/// During a drag (provisional idle shares) picture and headline follow each step; numbers and
/// suggestions follow at most once in showRestAfter.
void MainWindow::showNewResults()
{
    if (!m_document.provisionalIdle())
        return showResults();
    m_verdict->showLines(verdictContent(*m_document.results().estimate), m_format);
    m_tabs->showPicture();
    if (m_presentation)
        m_presentation->showResults(m_format);
    if (!m_showRest.isActive())
        m_showRest.start();
}

void MainWindow::showResults()
{
    m_showRest.stop();
    if (m_presentation)
        m_presentation->showResults(m_format);
    m_panel->showResults();
    showVerdict();
    if (!m_document.provisionalIdle())
        m_verdict->announce();
    m_tabs->setPlan(m_document.plan());
    m_tabs->show(m_format);
    m_ledger->layers().show(m_document.plan(), m_document.provisionalIdle().has_value());
    m_unitLabel->setText(m_format.unit() == MemoryFormat::Unit::GiB ? tr("Unit: GiB (1024³ bytes)")
                                                                    : tr("Unit: GB (1000³ bytes)"));
    const Text method(methodOf(m_document.plan().method).name);
    m_methodLabel->setText(tr("Method: %1").arg(translated(method)));
}

/// Checks page and view in front in the View menu.
void MainWindow::showFrontChoices()
{
    m_view->setPage(m_tabs->frontPage());
    m_view->setViews(m_tabs->viewTitles(), m_tabs->frontView());
}

void MainWindow::showPlans()
{
    emit m_library->frontRequested();
}

void MainWindow::showHint()
{
    m_hint->setText(m_tabs->front().hint());
}

/// Shows a sentence for four seconds in place of the hint.
void MainWindow::say(const QString& sentence)
{
    statusBar()->showMessage(sentence, 4000);
    announce(*this, sentence);
}

void MainWindow::apply(const std::vector<Change>& changes)
{
    if (const auto changed = withChanges(m_document.plan(), changes))
        m_document.edit(*changed, tr("Apply suggestion"));
}

ShownFigure MainWindow::shownFigure() const
{
    ShownFigure figure;
    figure.name = m_tabs->front().figureName();
    figure.context = m_document.contextView();
    figure.unit = m_format.unit();
    if (const FigureView* view = m_tabs->front().figureView())
        figure.zoom = view->zoom();
    for (const Tab* tab : m_tabs->tabs())
        tab->addChoices(figure);
    return figure;
}

void MainWindow::focusNextPart()
{
    const Tab& front = m_tabs->front();
    focusNextOf({{m_panel}, {front.widget(), front.firstFocus()}, {m_tabs->numbers()}});
}

void MainWindow::showSmall()
{
    constexpr int slack = 24; // so that a window at the threshold does not flicker
    const int margin = m_small ? slack : 0;
    const bool small
        = width() < smallBelow.width() + margin || height() < smallBelow.height() + margin;
    if (small == m_small)
        return;
    m_small = small;
    m_panel->setSmall(small);
    m_offers->setSmall(small);
    m_verdict->setSmall(small);
    m_tabs->setSmall(small);
    m_undo->setSmall(small);
    const int panel = small ? PlanPanel::leastWidth : panelWidth;
    m_sides->setSizes({panel, width() - panel});
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_sides) // null while the window is being made
        showSmall();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_unitLabel) {
        drawIcons();
        showResults();
    }
    QMainWindow::changeEvent(event);
}

/// Ctrl and wheel change the text size where no part of the window used the event.
void MainWindow::wheelEvent(QWheelEvent* event)
{
    constexpr int notch = 120;
    if (!(event->modifiers() & Qt::ControlModifier) || event->angleDelta().y() == 0)
        return QMainWindow::wheelEvent(event);
    m_turned += event->angleDelta().y();
    if (const int steps = m_turned / notch; steps != 0) {
        m_turned -= steps * notch;
        m_view->stepTextSize(steps);
    }
}

/// Copies the figure in front if no part of the window handles copying itself.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        m_exports->copyFigure();
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_files->mayClose()) {
        event->ignore();
        return;
    }
    store();
    emit closing();
    event->accept();
}

} // namespace highwater
