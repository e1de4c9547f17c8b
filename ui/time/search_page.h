// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "ui/base/memory_format.h"
#include "ui/base/rested_work.h"

#include <QPointer>
#include <QWidget>

#include <array>
#include <optional>

class QAction;
class QCheckBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace highwater {

class FigureTableView;
class FigureView;
class NumberField;

struct SearchRequest
{
    Plan plan;
    SearchConstraints constraints;
    bool operator==(const SearchRequest&) const = default;
};

/// The tab of a search for layouts: memory against time for the layouts that no other one beats,
/// and a ranked table below the page. A click takes a layout. The search runs in another thread,
/// after the plan has rested, and only while the tab is in front.
class SearchPage : public QWidget
{
    Q_OBJECT

public:
    explicit SearchPage(QWidget* parent = nullptr);
    ~SearchPage() override;

    void showPlan(const Plan& plan, const Resolved& resolved, const MemoryFormat& format);
    /// A sentence in place of the layouts.
    void showSentence(const QString& sentence);
    /// Faded, because the shown plan is an earlier one.
    void setStale(bool stale);
    void retranslate();
    FigureView* view() const { return m_view; }
    QWidget* table() const;
    SearchConstraints constraints() const;

signals:
    void layoutTaken(const std::vector<highwater::Change>& changes);

private:
    using Found = Result<SearchResult>;
    void request();
    void stop();
    void show(const Found& found);
    void showResult();
    void showStatus();
    SearchRequest wanted() const { return {m_plan, constraints()}; }
    bool isCurrent() const;
    QString reason() const;
    void fade();
    void takeRow(int row);
    void takePoint(std::int64_t milliseconds);
    void take(const FoundLayout& layout);
    void showUnit();

    Plan m_plan;
    std::optional<Resolved> m_resolved;
    MemoryFormat m_format;
    bool m_stale = false; ///< the shown plan is an earlier one, as the open one has no estimate
    std::optional<SearchResult> m_result;
    std::optional<Problem> m_problem; ///< the reason why there are no layouts
    QString m_sentence; ///< in place of layouts
    bool m_stopped = false;
    QCheckBox* m_withinNode;
    QCheckBox* m_frameworkOnly;
    QToolButton* m_keep;
    QLabel* m_freeLabel;
    NumberField* m_free; ///< GiB or GB
    std::array<QAction*, searchKeys.size()> m_kept{};
    QLabel* m_status;
    QPushButton* m_stop;
    FigureView* m_view;
    QPointer<FigureTableView> m_table; ///< given to the window
    RestedWork<SearchRequest, Found> m_work;
};

} // namespace highwater
