// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/document/document.h"

#include <QMainWindow>

class QActionGroup;
class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QToolBar;

namespace highwater {

class CompareList;
class ComparePage;
class ContextChartView;
class ExportActions;
class FigurePage;
class FigureTableView;
class FileActions;
class LedgerView;
class LegendRow;
class MessageBar;
class PlanPanel;
class PlansPage;
class ShareActions;
class TimelinePage;
class VerdictBar;
struct ShownFigure;
struct VerdictContent;

/// The window: the control panel at the left, verdict, tabs and ledger at the right. It wires the
/// views to the document and owns what is no part of a plan: theme, unit, language, sizes.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Plan& plan = firstPlan(), QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    FileActions& files() { return *m_files; }
    MessageBar& messages() { return *m_messages; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildActions();
    void buildToolBar();
    void drawIcons();
    void buildCentre();
    void retranslate();
    void nameUndo();
    void setTheme(const QString& name);
    void setUnit(MemoryFormat::Unit unit);
    void setLanguage(const QString& language);
    void restore();
    void store() const;

    void showResults();
    VerdictContent content() const;
    void showContext();
    void showFigure(FigurePage& page);
    FigurePage* figurePage() const; ///< the one in front, if it is one
    void showCompare();
    void showTimeline();
    void showBaseline();
    void showNumbers(QWidget& numbers);
    void focusNext();
    void showTab();
    void showHint();
    void say(const QString& sentence);
    void openPlan(const Plan& plan);
    ShownFigure shownFigure() const;
    void showHelp();
    void applySmallMode();

    Document m_document;
    MemoryFormat m_format;
    QString m_language, m_theme;
    bool m_small = false;

    MessageBar* m_messages = nullptr;
    FileActions* m_files = nullptr;
    ShareActions* m_share = nullptr;
    ExportActions* m_exports = nullptr;
    PlanPanel* m_panel = nullptr;
    VerdictBar* m_verdict = nullptr;
    QTabBar* m_tabs = nullptr;
    QStackedWidget* m_pages = nullptr;
    LegendRow* m_legend = nullptr;
    ContextChartView* m_chart = nullptr;
    std::vector<FigurePage*> m_figures;
    TimelinePage* m_timeline = nullptr;
    CompareList* m_compared = nullptr;
    ComparePage* m_compare = nullptr;
    PlansPage* m_plans = nullptr;
    QComboBox* m_range = nullptr;
    QLabel* m_rangeLabel = nullptr;
    LedgerView* m_ledger = nullptr;
    FigureTableView* m_table = nullptr;
    QStackedWidget* m_numbers = nullptr; ///< the ledger, or the table of a figure
    QSplitter* m_sides = nullptr;
    QSplitter* m_halves = nullptr;
    int m_ledgerHeight = 0; ///< while a figure's table, which needs less, stands in its place
    QLabel* m_hint = nullptr;
    QLabel* m_unitLabel = nullptr;
    QLabel* m_methodLabel = nullptr;

    QToolBar* m_toolBar = nullptr;
    QMenu* m_fileMenu = nullptr;
    QMenu* m_editMenu = nullptr;
    QMenu* m_viewMenu = nullptr;
    QMenu* m_planMenu = nullptr;
    QMenu* m_exportMenu = nullptr;
    QMenu* m_helpMenu = nullptr;
    QMenu* m_themeMenu = nullptr;
    QMenu* m_unitMenu = nullptr;
    QMenu* m_languageMenu = nullptr;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_pin = nullptr;
    QAction* m_unpin = nullptr;
    QList<QAction*> m_tabActions;
    QAction* m_nextPart = nullptr;
    QAction* m_showPanel = nullptr;
    QAction* m_showLedger = nullptr;
    QAction* m_help = nullptr;
    QActionGroup* m_themes = nullptr;
    QActionGroup* m_units = nullptr;
    QActionGroup* m_languages = nullptr;
};

} // namespace highwater
