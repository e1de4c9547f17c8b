// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/layout_list.h"
#include "core/figure/layout_table.h"
#include "ui/time/found_page.h"

#include <array>
#include <set>

class QAction;
class QLabel;
class QPushButton;
class QToolButton;

namespace highwater {

class LayoutDetails;
class TableWithActions;
class TickRow;

struct SearchRequest
{
    Plan plan;
    SearchConstraints constraints;
    bool operator==(const SearchRequest&) const = default;
};

/// The tab of a search for layouts: a row of ticks that choose among them, time against memory as a
/// dot for each, and a table below the page. A layout is selected first, which shows it against the
/// plan, and taken by Enter or by a button. The search runs in another thread, after the plan has
/// rested, and only while the tab is in front; the ticks choose among what it found.
class SearchPage : public FoundPage<SearchRequest, SearchResult>
{
    Q_OBJECT

public:
    explicit SearchPage(QWidget* parent = nullptr);
    ~SearchPage() override;

    void retranslate();
    /// Those of the shown list, for an export.
    SearchConstraints constraints() const;
    /// The table, with the buttons that act on the selected layout.
    QWidget* numbers() const;

signals:
    void layoutTaken(const std::vector<highwater::Change>& changes);
    void layoutCompared(const std::vector<highwater::Change>& changes, const QString& name);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    SearchRequest wanted() const override;
    void take(const Found& found) override;
    void forget() override;
    void showAnswer() override;
    void showStatus() override;
    void stop();
    void layOut();
    void makeLimits();
    void layOutBelow();
    void chooseAgain();
    void sortBy(int column, bool reversed);
    void showRows();
    void showFigure();
    void showChosen();
    void showNothingKept(const TickCounts& counts);
    void chooseRow(int row);
    void chooseDot(std::size_t dot);
    void openRow(int row, bool open);
    bool mayTake() const;
    void takeChosen();
    void compareChosen();
    int rowOfChosen() const;

    bool m_stopped = false;
    LayoutOrder m_order;
    std::vector<ListedLayout> m_list; ///< of m_answer, as the next four
    std::vector<LayoutRow> m_rows;
    std::vector<const FoundLayout*> m_dots;
    std::set<const FoundLayout*> m_open;
    const FoundLayout* m_chosen = nullptr;
    TickRow* m_ticks;
    QToolButton* m_keep;
    QAction* m_withinNode;
    QAction* m_frameworkOnly;
    std::array<QAction*, searchKeys.size()> m_kept{};
    QLabel* m_status;
    QPushButton* m_stop;
    QLabel* m_nothing;
    LayoutDetails* m_details;
    QPointer<TableWithActions> m_below;
};

} // namespace highwater
