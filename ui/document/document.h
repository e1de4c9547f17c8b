// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"
#include "core/figure/context_chart.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/plan.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>

namespace highwater {

/// Everything that the window shows of a plan, computed once for all views.
struct Results
{
    std::optional<Estimate> estimate;
    Problems problems; ///< why there is no estimate
    std::optional<ContextChart> chart;
    std::optional<Solution> context, microBatch, gpus;
    std::vector<Remedy> remedies;
};

/// The plan that opens first: 8B on eight H100.
Plan firstPlan();

/// With the totals of a `baseline` in the chart, where there is one.
Results compute(const Plan& plan, const ContextView& view, const Resolved* baseline = nullptr);

/// The one owner of the plan. Controls hand it edits; it computes once in a turn of the event
/// loop, however many edits came, and tells the views. It knows the plan's file and whether the
/// file has the plan as it is here, but neither reads nor writes it.
class Document : public QObject
{
    Q_OBJECT

public:
    explicit Document(const Plan& plan = firstPlan(), QObject* parent = nullptr);
    ~Document() override;

    const Plan& plan() const { return m_plan; }
    const Results& results() const { return m_results; }
    QUndoStack* undoStack() { return &m_undo; }

    /// Puts the plan in place as one undoable step. Steps of the same `gesture` (a drag, typing in
    /// one field) are one step until closeGesture().
    void edit(const Plan& plan, const QString& what, const QString& gesture = {});
    /// One key's value; false, and nothing changed, where the key does not allow it.
    bool edit(const std::string& key, const Value& value, const QString& what,
              const QString& gesture = {});
    void closeGesture();

    const QString& path() const { return m_path; } ///< of its file; empty where it has none
    bool isModified() const { return !m_undo.isClean(); }
    /// Another plan in the place of this one, as its file has it: nothing to undo.
    void load(const Plan& plan, const QString& path);
    /// The file, or with an empty path whoever put the plan here, has it as it is now.
    void setSaved(const QString& path);
    /// No file has the plan as it is now, whatever is undone.
    void setUnsaved();

    const ContextView& contextView() const { return m_view; }
    void setShownBands(const std::array<bool, groupCount>& shown);
    /// The last context of the chart's axis; 0: one that suits the plan.
    void setContextRange(std::int64_t last);
    /// The marker of the chart is under the hand, at this context; `finished` when the hand lets
    /// go. Meanwhile the axis stays as it is, or the marker would run away from the hand.
    void dragContext(std::int64_t tokens, bool finished);
    /// The plan whose total the chart shows beside this one's; no part of either.
    void setBaseline(const std::optional<Plan>& baseline);

    /// Computes now what a turn of the event loop would; for tests and the first paint.
    void settle();

signals:
    void planChanged(); ///< at once, for what only shows the plan's own values
    void resultsChanged(); ///< once in a turn of the event loop
    void fileChanged(); ///< the path, or whether it has the plan as it is

private:
    friend class PlanCommand;
    void put(const Plan& plan);
    void setContextView(const ContextView& view);
    void scheduleCompute();

    Plan m_plan;
    ContextView m_view;
    std::int64_t m_range = 0; ///< that was chosen; m_view has another during a drag
    std::optional<Plan> m_baseline;
    std::optional<Resolved> m_baselineResolved;
    Results m_results;
    QUndoStack m_undo;
    QString m_path;
    QString m_gesture;
    int m_gestureCount = 0;
    bool m_dirty = false;
};

} // namespace highwater
