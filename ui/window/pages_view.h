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
class Page;
class TabRow;

/// The centre of the window: the row of tabs, the page in front, and its numbers below.
class PagesView : public QWidget
{
    Q_OBJECT

public:
    explicit PagesView(QWidget* parent = nullptr);

    /// Once. The tables come after the pictures in the order of the Tab key.
    void setPages(std::vector<Page*> pages, LedgerView& ledger, FigureTableView& table);
    const std::vector<Page*>& pages() const { return m_pages; }
    Page& front() const;
    void bringToFront(int index);

    /// Pages that do not concern the plan have no tab.
    void setPlan(const Plan& plan);
    /// Shows the page in front again, as the document or the format has changed.
    void show(const MemoryFormat& format);
    void showPicture(); ///< of the page in front, without its numbers
    using QWidget::show;
    void setNumbersShown(bool shown);
    QWidget* numbers() const;
    void setSmall(bool small);
    void retranslate();

    /// Kept from one run to the next: the height of the numbers of each page.
    void store() const;
    void restore();

signals:
    void frontChanged(int index);
    void pageOffered(int index, bool offered);
    void hintChanged(); ///< of the page in front

private:
    void showFront();
    void showNumbers();
    int wantedHeight(int page) const;
    void setHeights();
    void nameTabs();
    bool hasRoomForBoth() const;

    std::vector<Page*> m_pages;
    MemoryFormat m_format;
    bool m_numbersShown = true, m_small = false;
    int m_shownPage = -1; ///< whose numbers were set up last
    std::vector<int> m_heights; ///< of the numbers, by page, as a person set them; 0: not yet
    LedgerView* m_ledger = nullptr;
    FigureTableView* m_table = nullptr;
    TabRow* m_tabs;
    QStackedWidget* m_pictures;
    QStackedWidget* m_numbers;
    QSplitter* m_halves;
};

} // namespace highwater
