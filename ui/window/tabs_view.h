// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QSplitter;
class QStackedWidget;

namespace highwater {

class FigureTableView;
class LedgerView;
struct Plan;
class SegmentRow;
class Tab;
struct TabPage;
class TabRow;

/// The centre of the window: a row with a tab for each page, the view in front, and its numbers
/// below. A page of several views has segments at the left of its tool row.
class TabsView : public QWidget
{
    Q_OBJECT

public:
    explicit TabsView(QWidget* parent = nullptr);

    /// Called once. The tables come after the pictures in the order of the Tab key.
    void setTabs(const std::vector<TabPage>& pages, LedgerView& ledger, FigureTableView& table);
    /// The views of all pages, in their order.
    const std::vector<Tab*>& tabs() const { return m_tabs; }
    Tab& front() const;
    void bringToFront(int index); ///< a view
    void choosePage(int page); ///< the view of the page that was in front last
    void chooseView(int view); ///< of the page in front
    void chooseFurther(int steps); ///< the view so many steps on or back; after the last, the first

    int frontPage() const;
    int frontView() const; ///< of the page in front
    QStringList pageTitles() const;
    int mostViews() const; ///< of one page
    QStringList viewTitles() const; ///< of the page in front; empty where it is not offered

    /// Sets the plan; only the views that concern it are offered.
    void setPlan(const Plan& plan);
    /// Shows the view in front again, as the document or the format has changed.
    void show(const MemoryFormat& format);
    void showPicture(); ///< shows the picture of the tab in front, without its numbers
    using QWidget::show;
    void setNumbersShown(bool shown);
    QWidget* numbers() const;
    void setSmall(bool small);
    void retranslate();

    /// Stores the height of each tab's numbers for later runs.
    void store() const;
    void restore();

signals:
    void frontChanged(); ///< another view, or other views of its page
    void hintChanged(); ///< the hint of the tab in front changed

private:
    struct Page
    {
        const char* title;
        int first, count; ///< of its views
        int last; ///< its view that was in front last
        SegmentRow* segments; ///< null where the page has one view
    };
    int pageOf(int index) const;
    bool isOffered(int index) const;
    void addSegments(Page& page, const char* name);
    void showFront();
    void showNumbers();
    int wantedHeight(int tab) const;
    int leastPicture() const;
    void setHeights();
    void nameTabs();
    bool hasRoomForBoth() const;

    std::vector<Tab*> m_tabs;
    std::vector<Page> m_pages;
    std::vector<bool> m_offered; ///< by view
    MemoryFormat m_format;
    bool m_numbersShown = true, m_small = false;
    int m_shownTab = -1; ///< the tab whose numbers were set up last
    int m_leastPicture = 0; ///< of that tab
    std::vector<int> m_heights; ///< of the numbers, by tab, as set by a person; 0: not set
    LedgerView* m_ledger = nullptr;
    FigureTableView* m_table = nullptr;
    TabRow* m_row;
    QStackedWidget* m_pictures;
    QStackedWidget* m_numbers;
    QSplitter* m_halves;
};

} // namespace highwater
