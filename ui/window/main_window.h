// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/base/view_choices.h"
#include "ui/document/document.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <vector>

class QLabel;
class QSplitter;

namespace highwater {

class BaselineActions;
class CommandPalette;
class CompareList;
class ExportActions;
class FigureTableView;
class FigureView;
class FileActions;
class HelpActions;
class ImportActions;
class LargestModelFinder;
class LedgerView;
class MessageBar;
class OffersPanel;
class NameActions;
class Tab;
class TabsView;
class PinnedSlider;
class PlanPanel;
class PlanReplacer;
class Presentation;
class RunActions;
class ShareActions;
class UndoActions;
class VerdictBar;
class ViewActions;
struct Offer;
struct SavedPlan;
struct ShownFigure;

/// The window: the control panel at the left, verdict, tabs and their numbers at the right. It
/// connects these parts with the document, and requests other windows by its signals.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Plan& plan = firstPlan(), QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    FileActions& files() { return *m_files; }
    ImportActions& imports() { return *m_imports; }
    MessageBar& messages() { return *m_messages; }
    void setChoices(const ViewChoices& choices);
    void showPlans(); ///< the tab of the library

signals:
    void newRequested(); ///< a window with the first plan
    void planRequested(const highwater::Plan& plan); ///< a window with this plan, which is in no
                                                     ///< file
    void importRequested(const QString& text); ///< a window for a text of another program
    void openRequested(const QStringList& paths);
    void choicesChanged(const highwater::ViewChoices& choices); ///< a person's choices, for all
                                                                ///< windows
    void closing();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectActions();
    void buildCentre();
    void giveMenu(FigureView& view, const QList<QAction*>& bands);
    void layOut();
    void buildMenus();
    void buildToolBar();
    void buildStatusBar();
    void drawIcons();
    void retranslate();
    void restore();
    void store() const;

    void showNewResults();
    void showResults();
    void showVerdict();
    void showHint();
    void showFrontChoices();
    void showSmall();
    void say(const QString& sentence);
    void apply(const std::vector<Change>& changes);
    void openOffers(bool open);
    void preview(const Offer* offer);
    void previewLayers(const SavedPlan* saved);
    void focusNextPart();
    void openRun(const QString& path);
    void openPreferences();
    void openPalette();
    void present();
    void showKey(KeyPath key);
    const PinnedSlider* pinnedRow(KeyPath key) const;
    bool acts(KeyPath key) const;
    void takeChoices(const ViewChoices& choices);
    ShownFigure shownFigure() const;

    Document m_document;
    MemoryFormat m_format;
    ViewChoices m_choices;
    bool m_small = false;
    int m_turned = 0; ///< turns of the wheel with Ctrl that are not a step of the text size yet

    MessageBar* m_messages;
    CompareList* m_compared;
    FileActions* m_files;
    ImportActions* m_imports;
    NameActions* m_name;
    UndoActions* m_undo;
    ShareActions* m_share;
    RunActions* m_run;
    ExportActions* m_exports;
    BaselineActions* m_baseline;
    ViewActions* m_view;
    HelpActions* m_help;
    std::vector<QMenu*> m_menus;

    PlanPanel* m_panel = nullptr;
    VerdictBar* m_verdict = nullptr;
    OffersPanel* m_offers = nullptr;
    LargestModelFinder* m_largestModel = nullptr;
    CommandPalette* m_palette = nullptr; ///< made when it is first opened
    PlanReplacer* m_replacer; ///< of plans that the palette opens
    QPointer<Presentation> m_presentation; ///< null while there is none
    LedgerView* m_ledger = nullptr;
    FigureTableView* m_table = nullptr;
    TabsView* m_tabs = nullptr;
    Tab* m_library = nullptr; ///< one of the tabs
    QSplitter* m_sides = nullptr;
    QLabel* m_hint = nullptr;
    QLabel* m_methodLabel = nullptr;
    QLabel* m_unitLabel = nullptr;
    QTimer m_showRest; ///< shows numbers and suggestions, see showNewResults()
};

} // namespace highwater
