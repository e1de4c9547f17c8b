// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/compare.h"
#include "core/figure/figure_table.h"
#include "core/plan/plan.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;

namespace highwater {

class CompareList;
class FigureView;
template <class Request, class Answer> class RestedWork;

/// A figure of compared plans that is to be made anew, with a replay of the allocator at each of
/// its points.
struct CompareRequest
{
    std::vector<Compared> plans;
    std::int64_t context = 0;
    MemoryUnit unit = MemoryUnit::GiB;
    std::size_t current = 0;
    bool operator==(const CompareRequest&) const = default;
};

/// The tab that compares plans: a figure of the list's plans, and the buttons that change the list.
/// Like the other figures it computes only when it is in front.
class ComparePage : public QWidget
{
    Q_OBJECT

public:
    explicit ComparePage(CompareList& list, QWidget* parent = nullptr);
    ~ComparePage() override;

    /// With `idle`, without a replay of the current plan's allocator.
    void showPlan(const Plan& current, const MemoryFormat& format,
                  const std::optional<IdleShares>& idle = {});
    /// Faded, because the shown current plan is an earlier one.
    void setStale(bool stale);
    const Figure& figure() const { return m_figure; }
    const FigureTable& table() const { return m_table; }
    QString hint() const;
    void retranslate();
    FigureView* view() const { return m_view; }
    /// Asks the person for another name of the plan at this place.
    void askName(std::size_t place);

signals:
    void addRequested(); ///< the current plan
    void libraryRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showList(const Plan& current);
    void fit();

    CompareList& m_list;
    CountedPlans m_counted;
    Figure m_figure;
    FigureTable m_table;
    QPushButton* m_add;
    QPushButton* m_library;
    QPushButton* m_rename;
    QPushButton* m_remove;
    QLabel* m_baseLabel;
    QComboBox* m_base;
    FigureView* m_view;
    std::unique_ptr<RestedWork<CompareRequest, Result<Figure>>> m_replay;
};

} // namespace highwater
