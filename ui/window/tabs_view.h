// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"

#include <QWidget>

#include <vector>

class QSplitter;
class QStackedWidget;

namespace highwater {

class FigureTableView;
class LedgerView;
struct Plan;
class Tab;
class TabRow;

/// The centre of the window: the row of tabs, the tab in front, and its numbers below.
class TabsView : public QWidget
{
    Q_OBJECT

public:
    explicit TabsView(QWidget* parent = nullptr);

    /// Called once. The tables come after the pictures in the order of the Tab key.
    void setTabs(std::vector<Tab*> tabs, LedgerView& ledger, FigureTableView& table);
    const std::vector<Tab*>& tabs() const { return m_tabs; }
    Tab& front() const;
    void bringToFront(int index);

    /// Sets the plan, for which only the tabs that concern it have a tab.
    void setPlan(const Plan& plan);
    /// Shows the tab in front again, as the document or the format has changed.
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
    void frontChanged(int index);
    void tabOffered(int index, bool offered);
    void hintChanged(); ///< the hint of the tab in front changed

private:
    void showFront();
    void showNumbers();
    int wantedHeight(int tab) const;
    int leastPicture() const;
    void setHeights();
    void nameTabs();
    bool hasRoomForBoth() const;

    std::vector<Tab*> m_tabs;
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
