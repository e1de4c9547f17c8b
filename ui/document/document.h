// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"
#include "core/figure/context_chart.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/plan.h"
#include "ui/document/plan_store.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>

#include <optional>

namespace highwater {

/// The results of a plan that the window shows, computed once for all views.
struct Results
{
    std::optional<Estimate> estimate;
    Problems problems; ///< the reasons why there is no estimate
    std::optional<ContextChart> chart;
    std::optional<Solution> context, microBatch, gpus;
    std::vector<Suggestion> suggestions;
};

/// The plan that opens first: 8B on eight H100.
Plan firstPlan();
/// The first plan with the GPU and the reserve that a person prefers.
Plan newPlan();

/// Estimates the plan and computes the results that the window shows. With a `baseline`, the chart
/// has the totals of that plan as well. With `idle`, the allocator is not replayed (method.h).
Results compute(const Plan& plan, const ContextView& view, const Resolved* baseline = nullptr,
                const std::optional<IdleShares>& idle = {});

/// The only owner of a window's plan. Controls send edits to the document; the document computes
/// once in a turn of the event loop, however many edits there were, and signals the views. While a
/// gesture changes the plan, it computes without a replay of the allocator, and with one when the
/// dragged control rests or is released. It knows the plan's file and whether the plan is saved,
/// but neither reads nor writes the file.
class Document : public QObject
{
    Q_OBJECT

public:
    explicit Document(const Plan& plan = firstPlan(), QObject* parent = nullptr);
    ~Document() override;

    const Plan& plan() const { return m_plan; }
    const Results& results() const { return m_results; }
    /// The last plan of the open file that had an estimate. While the present one has none, views
    /// show it faded.
    const std::optional<Plan>& estimatedPlan() const { return m_estimated; }
    const Results& estimatedResults() const
    {
        return m_results.estimate ? m_results : m_lastEstimated;
    }
    QUndoStack* undoStack() { return &m_undo; }

    /// Replaces the plan's content as one undoable step. Steps of the same `gesture` (a drag,
    /// typing in one field) are one step until closeGesture(). A proposed name follows the change.
    /// While the views take over a plan or its results, an edit changes nothing: it is that of a
    /// field that they hide, which loses its focus and gives the text typed so far.
    void edit(const Plan& plan, const QString& what, const QString& gesture = {});
    /// The same for another version of the plan, which is taken unchanged, including its name.
    void takeVersion(const Plan& plan, const QString& what);
    /// Replaces the plan by another one, which has no file until it is saved. This is one undoable
    /// step: undo restores the previous plan and its file.
    void replace(const Plan& plan, const QString& what);
    /// Sets one key. Returns false and changes nothing where the key does not allow the value.
    bool edit(KeyPath key, const Value& value, const QString& what, const QString& gesture = {});
    void closeGesture();

    const PlanFile& file() const { return m_file; }
    const QString& path() const { return m_file.path; } ///< empty: the plan has no file
    bool isModified() const { return !m_undo.isClean(); }
    /// Replaces the plan by one that was read from this file. It counts as saved; the undo stack is
    /// cleared.
    void load(const Plan& plan, const PlanFile& file);
    /// The plan counts as saved in this file. With an empty path it counts as saved without a file,
    /// such as a plan of the library.
    void setSaved(const PlanFile& file);
    /// Called after a person has seen that the file has a new text, with this digest, and keeps the
    /// plan: the file is then no longer reported as changed.
    void setKnown(const QByteArray& digest);
    /// The plan counts as unsaved until it is saved, even if all steps are undone.
    void setUnsaved();

    const ContextView& contextView() const { return m_view; }
    void setShownBands(const std::array<bool, groupCount>& shown);
    /// The ends of the chart's axis; a last context of 0: the document chooses one that suits the
    /// plan.
    void setContextRange(std::int64_t last, std::int64_t first = ContextView().first);
    /// A person drags the chart's marker to this context; `finished` when the mouse button is
    /// released. Until then the axis keeps its range: a new range would move the marker under the
    /// pointer.
    void dragContext(std::int64_t tokens, bool finished);
    /// The plan whose total the chart shows as a dashed line. It is not part of this plan.
    void setBaseline(const std::optional<Plan>& baseline);

    /// Computes at once what an edit has scheduled for the next turn of the event loop; for tests
    /// and the first paint.
    void settle();
    /// While a drag shows results without a replay of the allocator: the idle shares used instead;
    /// null where results are final.
    std::optional<IdleShares> provisionalIdle() const
    {
        return m_rest.isActive() ? std::optional(m_idle) : std::nullopt;
    }

signals:
    void planChanged(); ///< at once, for views of the plan's own values
    void resultsChanged(); ///< once in a turn of the event loop, and when a dragged control rests
    void fileChanged(); ///< the document has another file, or the plan became saved or unsaved

private:
    friend class PlanCommand;
    void put(const Plan& plan);
    void tell(void (Document::*changed)());
    void setContextView(const ContextView& view);
    /// ChartOnly: the present results are still those of the plan.
    enum class Scope { All, ChartOnly };
    void scheduleCompute(Scope scope = Scope::All);
    void computeResults(bool moving);
    void computeChart();

    Plan m_plan;
    ContextView m_view;
    std::int64_t m_range = 0; ///< the chosen end of the axis; m_view has another during a drag
    std::optional<std::int64_t> m_rangeStart; ///< during a drag, the chosen start of the axis
    std::optional<Plan> m_baseline;
    std::optional<Resolved> m_baselineResolved;
    Results m_results;
    Results m_lastEstimated; ///< the last results with an estimate, while m_results have none
    std::optional<Plan> m_estimated;
    bool m_loaded = false; ///< another file than that of the last results
    IdleShares m_idle = fittedIdleShares(); ///< of the last results with a replay
    QTimer m_rest; ///< ends when the dragged control has rested
    QUndoStack m_undo;
    PlanFile m_file;
    QString m_gesture;
    Plan m_beforeGesture;
    int m_gestureCount = 0;
    bool m_isTelling = false; ///< the views take over a plan or its results
    bool m_dirty = true; ///< the results are those of another plan or another view
    Scope m_scope = Scope::All;
};

} // namespace highwater
