// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include "core/exchange/plan_name.h"
#include "core/exchange/presets.h"
#include "core/figure/context_figure.h"
#include "ui/base/key_words.h"
#include "ui/base/language.h"
#include "ui/base/settings.h"
#include "ui/document/preset_words.h"

#include <QScopedValueRollback>
#include <QUndoCommand>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <utility>

namespace highwater {
namespace {

using namespace std::chrono_literals;

/// A dragged control that has not moved for this time is at rest.
constexpr auto restAfter = 150ms;

constexpr int neverMerges = -1; ///< the gesture of a step that joins no other

} // namespace

/// A step of the undo stack keeps the whole plan before and after, so that undo is always exact.
/// A step that replaces the plan also keeps the file of the plan that is not open: undo restores
/// the file of the previous plan, and redo the file in which the later plan has been saved
/// meanwhile.
class PlanCommand : public QUndoCommand
{
public:
    enum class File { Same, Another };

    PlanCommand(Document& document, Plan after, const QString& what, int gesture,
                File file = File::Same)
        : QUndoCommand(what)
        , m_document(document)
        , m_before(document.plan())
        , m_after(std::move(after))
        , m_gesture(gesture)
    {
        if (file == File::Another)
            m_otherFile.emplace();
    }
    int id() const override { return m_gesture; }
    void undo() override { put(m_before); }
    void redo() override { put(m_after); }
    bool mergeWith(const QUndoCommand* next) override
    {
        m_after = static_cast<const PlanCommand*>(next)->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    void put(const Plan& plan)
    {
        if (m_otherFile) {
            std::swap(m_document.m_file, *m_otherFile);
            m_document.m_view.keptTop = 0; // it belonged to the axis of another plan
        }
        m_document.put(plan);
        if (m_otherFile)
            emit m_document.fileChanged();
    }

    Document& m_document;
    Plan m_before, m_after;
    int m_gesture;
    std::optional<PlanFile> m_otherFile;
};

namespace {

/// The changed plan, renamed where no person chose the name of the plan before the change.
Plan renamed(const Plan& before, Plan changed)
{
    const QString language = windowLanguage();
    const Preset* shipped = presetNamed(before.name, language);
    return withFollowingName(before, std::move(changed), shipped,
                             shipped ? presetPlan(*shipped, language).notes : std::string());
}

} // namespace

Plan firstPlan()
{
    const auto shipped = presets();
    const auto found = std::ranges::find(shipped, firstPresetFile, &Preset::file);
    Plan plan = found == shipped.end() ? Plan() : presetPlan(*found, windowLanguage());
    plan.notes.clear(); // they describe the preset
    return plan;
}

Plan newPlan()
{
    const Plan first = firstPlan();
    Plan plan = first;
    if (const std::string device = settings::newDevice.value().toStdString();
        builtinCatalog().device(device) != nullptr)
        plan.cluster.device = device;
    if (const double reserve = settings::newReserve.value(); reserve > 0)
        if (!assign(plan, "cluster.reserve", std::llround(reserve * static_cast<double>(gib)))
                 .empty())
            plan.cluster.reserve = first.cluster.reserve;
    return renamed(first, std::move(plan));
}

Document::Document(const Plan& plan, QObject* parent)
    : QObject(parent)
    , m_plan(plan)
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::fileChanged);
    m_rest.setSingleShot(true);
    m_rest.setInterval(restAfter);
    connect(&m_rest, &QTimer::timeout, this, [this] { computeResults(false); });
    settle();
}

Document::~Document()
{
    m_undo.blockSignals(true); // clearing emits signals, and no one may react to them now
}

void Document::edit(const Plan& plan, const QString& what, const QString& gesture)
{
    if (plan == m_plan || m_isTelling)
        return;
    if (gesture != m_gesture || gesture.isEmpty()) {
        ++m_gestureCount;
        m_beforeGesture = m_plan;
    }
    m_gesture = gesture;
    // Where a gesture ends at its beginning, the old name is restored.
    Plan named = plan;
    if (plan.name == m_plan.name && plan.notes == m_plan.notes) {
        named.name = m_beforeGesture.name;
        named.notes = m_beforeGesture.notes;
        named = renamed(m_beforeGesture, std::move(named));
    }
    m_undo.push(
        new PlanCommand(*this, named, what, gesture.isEmpty() ? neverMerges : m_gestureCount));
}

bool Document::edit(KeyPath key, const Value& value, const QString& what, const QString& gesture)
{
    Plan changed = m_plan;
    if (!assign(changed, key, value).empty())
        return false;
    edit(changed, what, gesture);
    return true;
}

void Document::closeGesture()
{
    m_gesture.clear();
    if (provisionalIdle())
        scheduleCompute();
}

void Document::takeVersion(const Plan& plan, const QString& what)
{
    closeGesture();
    if (plan != m_plan)
        m_undo.push(new PlanCommand(*this, plan, what, neverMerges));
}

void Document::replace(const Plan& plan, const QString& what)
{
    closeGesture();
    if (plan != m_plan)
        m_undo.push(new PlanCommand(*this, plan, what, neverMerges, PlanCommand::File::Another));
}

void Document::load(const Plan& plan, const PlanFile& file)
{
    closeGesture();
    m_undo.clear();
    m_view.keptTop = 0; // it belonged to the axis of another plan
    m_loaded = true;
    put(plan);
    setSaved(file);
}

void Document::setSaved(const PlanFile& file)
{
    m_file = file;
    m_undo.setClean();
    emit fileChanged();
}

void Document::setKnown(const QByteArray& digest)
{
    m_file.digest = digest;
    emit fileChanged();
}

void Document::setUnsaved()
{
    m_undo.resetClean();
}

void Document::setContextView(const ContextView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    scheduleCompute(Scope::ChartOnly);
}

void Document::setShownBands(const std::array<bool, groupCount>& shown)
{
    ContextView view = m_view;
    view.shown = shown;
    setContextView(view);
}

void Document::setContextRange(std::int64_t last, std::int64_t first)
{
    m_range = last;
    ContextView view = m_view;
    view.first = first;
    view.last = last;
    setContextView(view);
}

void Document::dragContext(std::int64_t tokens, bool finished)
{
    constexpr KeyPath key = "workload.context";
    ContextView view = m_view;
    if (!m_rangeStart)
        m_rangeStart = view.first;
    const bool holds = !finished && m_results.chart;
    view.first = holds ? std::llround(m_results.chart->x.least) : *m_rangeStart;
    view.last = holds ? std::llround(m_results.chart->x.most) : m_range;
    if (!holds)
        m_rangeStart.reset();
    setContextView(view);
    edit(key, tokens, keyLabel(key), QStringLiteral("marker"));
    if (finished)
        closeGesture();
}

void Document::setBaseline(const std::optional<Plan>& baseline)
{
    if (baseline == m_baseline)
        return;
    m_baseline = baseline;
    m_baselineResolved = preparedBaseline(baseline, builtinCatalog());
    scheduleCompute();
}

void Document::put(const Plan& plan)
{
    m_plan = plan;
    tell(&Document::planChanged);
    scheduleCompute();
}

void Document::tell(void (Document::*changed)())
{
    const QScopedValueRollback telling(m_isTelling, true);
    emit(this->*changed)();
}

void Document::scheduleCompute(Scope scope)
{
    if (!m_dirty || scope == Scope::All)
        m_scope = scope;
    if (m_dirty)
        return;
    m_dirty = true;
    QTimer::singleShot(0, this, &Document::settle);
}

Results compute(const Plan& plan, const ContextView& view, const Resolved* baseline,
                const std::optional<IdleShares>& idle)
{
    Results results;
    const Catalog& catalog = builtinCatalog();
    auto estimated = estimate(plan, catalog, idle);
    if (!estimated) {
        results.problems = estimated.problems();
        return results;
    }
    results.estimate = std::move(*estimated);
    const Resolved& resolved = results.estimate->plan;
    const JudgedPlan asked{plan, catalog, resolved, results.estimate->judgement()};
    Solutions solutions = solveAll(asked);
    results.suggestions = advise(asked, solutions);
    const std::int64_t longest = solutions.context.edge.value_or(0);
    if (auto chart = contextChart(resolved, view, baseline, longest))
        results.chart = std::move(*chart);
    results.context = std::move(solutions.context);
    results.microBatch = std::move(solutions.microBatch);
    results.gpus = std::move(solutions.gpus);
    return results;
}

namespace {

/// Computes with a replay of the allocator, or takes the results of one of the plans that were
/// computed last in any window: a new window and a step back show theirs at once.
Results resultsAtRest(const Plan& plan, const ContextView& view,
                      const std::optional<Plan>& baseline, const Resolved* resolvedBaseline)
{
    struct Known
    {
        Plan plan;
        std::optional<Plan> baseline;
        ContextView view;
        Results results;
    };
    static std::deque<Known> known; // the latest first
    constexpr std::size_t most = 4;
    const auto found = std::ranges::find_if(known, [&](const Known& each) {
        return each.plan == plan && each.baseline == baseline && each.view == view;
    });
    if (found != known.end()) {
        std::rotate(known.begin(), found, found + 1);
    } else {
        known.push_front({plan, baseline, view, compute(plan, view, resolvedBaseline)});
        known.resize(std::min(known.size(), most));
    }
    return known.front().results;
}

} // namespace

void Document::settle()
{
    if (!m_dirty)
        return; // this is the scheduled call after a direct call of settle()
    if (m_scope == Scope::ChartOnly && m_results.estimate && m_results.chart)
        computeChart();
    else
        computeResults(!m_gesture.isEmpty());
}

/// A zoom or a hidden band changes no number of the plan.
void Document::computeChart()
{
    m_dirty = false;
    auto chart = contextChart(m_results.estimate->plan, m_view,
                              m_baselineResolved ? &*m_baselineResolved : nullptr,
                              m_results.chart->longest);
    if (chart)
        m_results.chart = *std::move(chart);
    m_view.keptTop = m_results.chart->y.most;
    tell(&Document::resultsChanged);
}

void Document::computeResults(bool moving)
{
    m_dirty = false;
    if (std::exchange(m_loaded, false)) {
        m_results = m_lastEstimated = {};
        m_estimated.reset();
        m_idle = fittedIdleShares();
    }
    if (m_baselineResolved)
        m_baselineResolved->replays = !moving;
    const Resolved* baseline = m_baselineResolved ? &*m_baselineResolved : nullptr;
    Results made = moving ? compute(m_plan, m_view, baseline, m_idle)
                          : resultsAtRest(m_plan, m_view, m_baseline, baseline);
    if (m_results.estimate && !made.estimate)
        m_lastEstimated = std::move(m_results);
    m_results = std::move(made);
    if (m_results.estimate)
        m_estimated = m_plan;
    if (m_results.chart)
        m_view.keptTop = m_results.chart->y.most;
    m_rest.stop();
    const bool replayable = m_results.estimate && m_results.estimate->plan.method == MethodId::Exact
        && m_results.estimate->plan.cluster.overhead != Overhead::None;
    if (replayable && moving)
        m_rest.start();
    else if (replayable)
        m_idle = idleSharesOf(m_results.estimate->answer.totals);
    tell(&Document::resultsChanged);
}

} // namespace highwater
