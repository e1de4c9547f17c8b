// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/exchange/figure_csv.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/trace.h"
#include "core/figure/figures.h"
#include "figure_samples.h"
#include "helpers.h"
#include "random.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace highwater;

/// A step event by event: as values, drawn, and as a trace.
class TestTimeline : public QObject
{
    Q_OBJECT

private slots:
    void plans_data();
    void plans();
    void drawnPlans();
    void momentsAreTheAnswers_data() { plans_data(); }
    void momentsAreTheAnswers();
    void linesAddUp_data() { plans_data(); }
    void linesAddUp();
    void drawnAsItIs_data() { plans_data(); }
    void drawnAsItIs();
    void drawnInLittleRoom();
    void tableOfMoments_data() { plans_data(); }
    void tableOfMoments();
    void trace_data() { plans_data(); }
    void trace();
    void everyStageHasItsOwn();
    void eventsOfAStep();
    void gapsHideEqualPasses();
    void freedGradientsGrow();
    void theAllocatorReserves_data() { plans_data(); }
    void theAllocatorReserves();
    void laterPassesReserveAsReplayedOnes();
    void withoutAReplayTheReserveIsFlat();
    void withoutOverheadNothingIsReserved();
    void spans();
    void namesOfEvents();
    void theCalloutSaysWhy_data();
    void theCalloutSaysWhy();
    void otherMethodsHaveNone();
    void stagesThatThereAreNot();
    void csvNamesEvents();

private:
    static TimelineChart chartOf(const Plan& plan, std::optional<std::int64_t> stage = {})
    {
        auto made = timelineChart(plan, builtinCatalog(), MemoryUnit::GiB, stage);
        if (!made)
            qFatal("%s", qPrintable(whyNot(made)));
        return *std::move(made);
    }
    static Plan pipelined()
    {
        return planWith({{"cluster.gpus", "4"},
                         {"layout.pipeline", "4"},
                         {"layout.zero", "0"},
                         {"workload.global_batch", "8"}});
    }
    static std::string said(const Text& text) { return english(text); }
    static nlohmann::json traceOf(const TimelineChart& chart)
    {
        return nlohmann::json::parse(traceJson(chart, "A \"plan\"", said));
    }
};

void TestTimeline::plans_data()
{
    QTest::addColumn<Plan>("plan");
    const auto row = [](const char* name, const std::vector<Setting>& choices, Plan plan = {}) {
        QTest::newRow(name) << planWith(choices, std::move(plan));
    };
    row("dense, ZeRO-3", {{"layout.zero", "3"}});
    row("dense, nothing sharded", {{"layout.zero", "0"}});
    row("one layer", {{"layout.zero", "0"}}, bare(llama(1024, 1, 8, 8, 4096, 32000)));
    row("experts after a dense layer", {{"model.id", "deepseek-v2-lite-16b"}});
    row("experts after dense layers, ZeRO-3, gradients freed",
        {{"model.id", "deepseek-v3-r1-671b"},
         {"cluster.gpus", "256"},
         {"layout.zero", "3"},
         {"recipe.keep_gradients", "false"}});
    row("gradients freed", {{"recipe.keep_gradients", "false"}, {"layout.zero", "2"}});
    row("gradients freed, little context",
        {{"recipe.keep_gradients", "false"}, {"layout.zero", "0"}, {"workload.context", "128"}});
    row("recomputed", {{"recipe.recompute", "full"}, {"layout.zero", "3"}});
    row("recomputed, a small vocabulary, ZeRO-3",
        {{"recipe.recompute", "full"}, {"layout.zero", "3"}}, [] {
            Plan plan = bare(llama(8192, 8, 64, 8, 28672, 256));
            plan.cluster.gpus = 8;
            return plan;
        }());
    row("accumulated", {{"workload.global_batch", "64"}});
    row("pipeline", {}, pipelined());
    row("pipeline, interleaved", {{"layout.virtual_pipeline", "2"}}, pipelined());
    row("pipeline of as many micro-batches as stages", {{"workload.global_batch", "4"}},
        pipelined());
    row("no runtime overhead", {{"cluster.overhead", "none"}, {"layout.zero", "1"}});
}

void TestTimeline::plans()
{
    QFETCH(Plan, plan);
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    const TimelineChart chart = chartOf(plan);
    Bytes most = 0;
    for (const TimelinePoint& point : chart.timeline.points)
        most = std::max(most, point.perGroup.total());
    QCOMPARE(most, found->answer.totals.total);
    QCOMPARE(chart.timeline.peakBytes(), most);
    QCOMPARE(judge(plan, builtinCatalog())->totals.total, most);
    QCOMPARE(chart.point(chart.timeline.peak).perGroup, found->answer.totals.perGpu);
}

/// Whatever is combined, no point of a stage's step may be above what the estimate says of it.
void TestTimeline::drawnPlans()
{
    std::mt19937 random(20'26);
    const auto any = [&](std::initializer_list<const char*> values) {
        std::uniform_int_distribution<std::size_t> at(0, values.size() - 1);
        return *(values.begin() + at(random));
    };
    const auto anyFramework = [&] {
        const auto names = namesOf<Framework>();
        std::uniform_int_distribution<std::size_t> at(0, names.size() - 1);
        return names[at(random)].data();
    };
    int computed = 0;
    const int plans = casesToTry(4'000);
    for (int i = 0; i < plans; ++i) {
        Plan plan = planWith(
            {{"recipe.framework", anyFramework()},
             {"model.id", any({"llama-3.2-1b", "gpt2", "mixtral-8x7b", "deepseek-v2-lite-16b"})},
             {"workload.context", any({"64", "1024", "4096"})},
             {"workload.global_batch", any({"8", "16", "64", "256"})},
             {"cluster.gpus", any({"1", "8", "64"})},
             {"layout.tensor", any({"1", "1", "2", "8"})},
             {"layout.pipeline", any({"1", "1", "2", "4"})},
             {"layout.virtual_pipeline", any({"1", "1", "2"})},
             {"layout.zero", any({"0", "1", "2", "3"})},
             {"layout.offload_activations", any({"none", "none", "cpu"})},
             {"recipe.keep_gradients", any({"true", "false"})},
             {"recipe.recompute", any({"none", "selective", "full"})},
             {"recipe.attention", any({"flash", "eager"})},
             {"recipe.kernels", any({"fused", "eager"})},
             {"recipe.loss", any({"full", "chunked"})},
             {"adapter.kind", any({"none", "none", "lora", "qlora"})}},
            Plan());
        const auto resolved = resolve(plan, builtinCatalog());
        if (!resolved)
            continue;
        ++computed;
        for (std::int64_t index = 0; index < plan.layout.pipeline; ++index) {
            const Stage stage = stageAt(*resolved, index);
            const Bytes total = exactTotals(*resolved, stage).total;
            const Timeline timeline = timelineOf(*resolved, stage);
            Bytes most = 0;
            for (const TimelinePoint& point : timeline.points)
                most = std::max(most, point.perGroup.total());
            QVERIFY2(most == total,
                     qPrintable(QStringLiteral("stage %1 has %2 at a point, not %3:\n%4")
                                    .arg(index)
                                    .arg(most)
                                    .arg(total)
                                    .arg(shown(writePlan(plan)))));
            QCOMPARE(timeline.peakBytes(), total);
        }
    }
    QVERIFY(computed > plans / 4);
}

void TestTimeline::momentsAreTheAnswers()
{
    QFETCH(Plan, plan);
    const auto found = estimate(plan, builtinCatalog());
    const TimelineChart chart = chartOf(plan);
    for (const MomentTotal& moment : found->answer.moments) {
        if (moment.moment == Moment::Loss && !chart.timeline.layers.predicts)
            continue;
        const std::size_t at = chart.timeline.moments[static_cast<std::size_t>(moment.moment)];
        QCOMPARE(chart.point(at).perGroup.total(), moment.perGroup.total());
        QCOMPARE(chart.point(at).perGroup, moment.perGroup);
    }
}

void TestTimeline::linesAddUp()
{
    QFETCH(Plan, plan);
    const TimelineChart chart = chartOf(plan);
    for (std::size_t i = 0; i < chart.timeline.points.size(); ++i) {
        GroupBytes sums;
        Bytes last = std::numeric_limits<Bytes>::max();
        for (const Line& line : linesAt(chart.plan, chart.timeline, i)) {
            sums[line.group] += line.bytes;
            QVERIFY(line.bytes <= last);
            last = line.bytes;
        }
        sums[Group::Overhead] = chart.point(i).perGroup[Group::Overhead];
        QVERIFY2(sums == chart.point(i).perGroup, said(eventName(chart, i)).c_str());
    }
}

void TestTimeline::drawnAsItIs()
{
    QFETCH(Plan, plan);
    const TimelineChart chart = chartOf(plan);
    const Panel& panel = chart.figure.panels.at(0);
    QVERIFY(std::ranges::adjacent_find(panel.xs, std::greater_equal<>()) == panel.xs.end());
    QCOMPARE(panel.names.size(), panel.xs.size());
    QCOMPARE(panel.x.labels.size(), panel.x.ticks.size());
    Bytes most = 0;
    for (std::size_t i = 0; i < panel.xs.size(); ++i)
        most = std::max(most, panel.totalAt(i));
    // The stack is of tensors and the runtime; the line above it adds what is idle.
    const bool reserves = chart.timeline.countsReserved;
    QCOMPARE(most + (reserves ? chart.timeline.totals.idle.expected : 0),
             chart.timeline.peakBytes());
    if (reserves)
        QCOMPARE(std::ranges::max(panel.overlays.front().values), chart.timeline.peakBytes());
    QVERIFY(toGib(most) <= panel.y.most);

    // The phases cover the axis, and what is pointed out is drawn there.
    double at = 0;
    for (const Stretch& stretch : panel.stretches) {
        QCOMPARE(stretch.from, at);
        QVERIFY(stretch.to > stretch.from);
        at = stretch.to;
    }
    QCOMPARE(at, panel.x.most);
    QCOMPARE(chart.pointAt(panel.callout->x), chart.timeline.peak);
    for (std::size_t i = chart.first; i < chart.timeline.points.size(); ++i)
        QCOMPARE(chart.pointAt(chart.middleOf(i)), i);
    for (const double width : {640.0, 1920.0}) {
        SceneStyle style;
        style.width = width;
        style.height = width * 9 / 16;
        style.font = width / 70;
        const auto scene = laidOut(chart.figure, style);
        QVERIFY2(scene, qPrintable(whyNot(scene)));
        int callouts = 0;
        std::optional<Rect> plate;
        for (const Item& item : scene->items) {
            callouts += item.id == "peak" ? 1 : 0;
            if (const auto* box = std::get_if<Box>(&item.shape); box && item.id == "peak")
                plate = box->rect;
            if (const auto* text = std::get_if<Writing>(&item.shape))
                QVERIFY2(Rect({0, 0, style.width, style.height}).contains(text->bounds()),
                         text->text.c_str());
        }
        QVERIFY(callouts == 1 || width < 1000);
        for (const Item& item : scene->items)
            if (const auto* path = std::get_if<Path>(&item.shape); path && item.id == "overlay")
                for (const Points& part : path->parts)
                    for (const Point& point : part)
                        QVERIFY(!plate || width < 1000 || !plate->contains(point));
    }
}

/// The plate's heading is wider than some of these plots.
void TestTimeline::drawnInLittleRoom()
{
    const TimelineChart chart = chartOf(Plan{});
    std::set<bool> hasPlate;
    for (double width = 40; width < 800; width += 5) {
        SceneStyle style;
        style.width = width;
        style.height = 300;
        style.font = 12;
        const auto scene = laidOut(chart.figure, style);
        if (!scene)
            continue;
        bool found = false;
        for (const Item& item : scene->items)
            if (const auto* box = std::get_if<Box>(&item.shape); box && item.id == "peak") {
                found = true;
                QVERIFY(scene->plots.front().contains(box->rect));
            }
        hasPlate.insert(found);
    }
    QCOMPARE(hasPlate.size(), std::size_t{2});
}

void TestTimeline::tableOfMoments()
{
    QFETCH(Plan, plan);
    const TimelineChart chart = chartOf(plan);
    const MomentsTable made = momentsTable(chart, MemoryUnit::GiB, said);
    QCOMPARE(made.points.size(), made.table.rows.size());
    QVERIFY(std::ranges::is_sorted(made.points) || chart.hasSeveralPasses());
    const bool hasTotals = made.table.heads.size() == 6;
    bool differ = false;
    int peaks = 0;
    for (std::size_t i = 0; i < made.points.size(); ++i) {
        const std::vector<TableCell>& row = made.table.rows[i];
        QCOMPARE(row.size(), made.table.heads.size());
        QCOMPARE(row[1].number, chart.point(made.points[i]).perGroup[Group::Activations]);
        const Bytes all = chart.point(made.points[i]).perGroup.total();
        QCOMPARE(row[2].number, all - chart.timeline.totals.runtime);
        const Bytes taken = chart.timeline.takenAt(made.points[i]);
        const std::size_t mark = hasTotals ? 4 : 3;
        if (hasTotals)
            QCOMPARE(row[3].number, taken);
        else // the note says it once
            QVERIFY(said(made.table.note).find(amountText(taken, MemoryUnit::GiB, 2))
                    != std::string::npos);
        QVERIFY(!said(row[mark + 1].text).empty());
        differ = differ || taken != chart.timeline.peakBytes();
        if (said(row[mark].text) == "▲ peak") {
            ++peaks;
            QCOMPARE(all, chart.timeline.peakBytes());
            // Plate, curve and table name one peak.
            QCOMPARE(taken, chart.timeline.peakBytes());
        }
        QVERIFY(taken <= chart.timeline.peakBytes());
    }
    QCOMPARE(peaks, 1);
    QCOMPARE(differ, hasTotals); // else a column would say the same in every row
}

void TestTimeline::trace()
{
    QFETCH(Plan, plan);
    const TimelineChart chart = chartOf(plan);
    const nlohmann::json made = traceOf(chart);
    struct Slice
    {
        std::int64_t from, to;
    };
    std::vector<Slice> open;
    std::map<std::string, std::int64_t> most, last;
    std::int64_t at = 0;
    std::size_t layers = 0;
    for (const nlohmann::json& event : made["traceEvents"]) {
        const std::string kind = event["ph"];
        const std::int64_t ts = event["ts"];
        QVERIFY(event.contains("name") && event.contains("pid"));
        QVERIFY(ts >= at);
        at = ts;
        if (kind == "C") {
            QVERIFY(event["args"].size() == 1 && event["args"]["bytes"].is_number_integer());
            const std::string name = event["name"];
            QVERIFY(!last.contains(name) || last[name] < ts);
            last[name] = ts;
            most[name] = std::max(most[name], event["args"]["bytes"].get<std::int64_t>());
        } else if (kind == "X") {
            const Slice slice{ts, ts + event["dur"].get<std::int64_t>()};
            QVERIFY(slice.to > slice.from);
            while (!open.empty() && open.back().to <= slice.from)
                open.pop_back();
            QVERIFY(open.empty() || slice.to <= open.back().to); // within, not across
            open.push_back(slice);
            QVERIFY(open.size() <= 2);
            if (event["cat"] == "layer") {
                QCOMPARE(open.size(), std::size_t{2});
                const bool forward = std::string(event["name"]).starts_with("Forward");
                QCOMPARE(slice.to - slice.from, forward ? 1000 : 2000);
                ++layers;
            }
        } else {
            QCOMPARE(kind, std::string("M"));
        }
    }
    QCOMPARE(most.at("Total"), chart.timeline.peakBytes());
    // The bands, the total, what the allocator reserves, and what of it is idle.
    QCOMPARE(most.size(), groupCount + (chart.timeline.countsReserved ? 3 : 1));
    QCOMPARE(layers,
             static_cast<std::size_t>(std::ranges::count_if(
                 chart.timeline.points, [](const TimelinePoint& p) { return p.layer >= 0; })));
    QCOMPARE(made["otherData"]["plan"].get<std::string>(), std::string("A \"plan\""));
    QCOMPARE(made["otherData"]["peakBytes"].get<Bytes>(), chart.timeline.peakBytes());
    QVERIFY(std::string(made["otherData"]["note"]).find("not seconds") != std::string::npos);
}

void TestTimeline::everyStageHasItsOwn()
{
    const Plan plan = pipelined();
    const auto found = estimate(plan, builtinCatalog());
    QCOMPARE(found->answer.stages.size(), std::size_t{4});
    for (const StageTotal& stage : found->answer.stages) {
        const TimelineChart chart = chartOf(plan, stage.layers.index);
        QCOMPARE(chart.timeline.peakBytes(), stage.totals.total);
        QCOMPARE(chart.mostLoaded, found->answer.totals.stage);
    }
    QVERIFY(said(chartOf(plan).figure.panels[0].title).ends_with("the most loaded one"));
}

void TestTimeline::eventsOfAStep()
{
    // Load, start, 32 layers forward, head, loss, 32 layers backward, step.
    const TimelineChart chart = chartOf(openingPlan());
    QCOMPARE(chart.timeline.points.size(), std::size_t{2 + 32 + 2 + 32 + 1});
    QVERIFY(chart.timeline.gaps.empty());
    const auto& points = chart.timeline.points;
    QCOMPARE(points[2].layer, 0);
    QCOMPARE(points[33].layer, 31);
    QCOMPARE(points[36].layer, 31);
    QCOMPARE(points[67].layer, 0);
    // Every layer keeps the same.
    const auto activations = [&](std::size_t i) { return points[i].perGroup[Group::Activations]; };
    QCOMPARE(activations(1), Bytes{0});
    QCOMPARE(activations(3) - activations(2), activations(33) - activations(32));
    QCOMPARE(activations(36), activations(33));
    QCOMPARE(activations(68), Bytes{0});
}

void TestTimeline::gapsHideEqualPasses()
{
    // The last of 4 stages keeps one micro-batch of 8: pairs 1 to 3 and 8 are drawn.
    const TimelineChart last = chartOf(pipelined(), 3);
    QCOMPARE(last.timeline.schedule.inFlight, std::int64_t{1});
    QCOMPARE(last.timeline.gaps.size(), std::size_t{1});
    QCOMPARE(last.timeline.gaps[0].passes, std::int64_t{4});
    std::set<std::int64_t> passes;
    for (const TimelinePoint& point : last.timeline.points)
        passes.insert(point.pass);
    QCOMPARE(passes, (std::set<std::int64_t>{-1, 0, 1, 2, 7}));
    const TimelinePoint& before = last.point(last.timeline.gaps[0].point - 1);
    QCOMPARE(before.phase, Phase::Backward);
    QCOMPARE(last.point(last.timeline.gaps[0].point).phase, Phase::Forward);

    // The first keeps 4: three forward, then pairs, of which 5 - 4 is left out.
    const TimelineChart first = chartOf(pipelined(), 0);
    QCOMPARE(first.timeline.schedule.inFlight, std::int64_t{4});
    QCOMPARE(first.timeline.gaps.at(0).passes, std::int64_t{1});
    std::int64_t held = 0;
    for (const TimelinePoint& point : first.timeline.points)
        held = std::max(held, point.held);
    QCOMPARE(held, std::int64_t{4});
    const auto cut = std::ranges::find(first.figure.panels[0].stretches, true, &Stretch::cut);
    QCOMPARE(said(cut->name), std::string("1 more alike"));
}

void TestTimeline::freedGradientsGrow()
{
    const TimelineChart chart
        = chartOf(planWith({{"recipe.keep_gradients", "false"}, {"layout.zero", "2"}}));
    Bytes last = 0;
    for (const TimelinePoint& point : chart.timeline.points) {
        const Bytes gradients = point.perGroup[Group::Gradients];
        QVERIFY(gradients >= last);
        if (point.phase != Phase::Backward && point.phase != Phase::Step)
            QCOMPARE(gradients, Bytes{0});
        last = gradients;
    }
    QVERIFY(last > 0);
}

/// The peak of the line is what the estimate calls reserved, and it never runs below the stack.
void TestTimeline::theAllocatorReserves()
{
    QFETCH(Plan, plan);
    const TimelineChart chart = chartOf(plan);
    const Timeline& timeline = chart.timeline;
    const Panel& panel = chart.figure.panels.at(0);
    QCOMPARE(timeline.countsReserved, chart.plan.cluster.overhead != Overhead::None);
    QCOMPARE(!panel.overlays.empty(), timeline.countsReserved);
    if (!timeline.countsReserved)
        return;
    QCOMPARE(panel.overlays.front().values.size(), panel.xs.size());
    Bytes most = 0;
    for (std::size_t i = timeline.start; i < timeline.points.size(); ++i) {
        most = std::max(most, timeline.points[i].reserved);
        QVERIFY(timeline.idleAt(i) >= 0);
    }
    QCOMPARE(most, timeline.totals.reserved());
    for (std::size_t i = 0; i < panel.xs.size(); ++i)
        QVERIFY(panel.overlays.front().values[i] >= panel.totalAt(i));
    QVERIFY(toGib(std::ranges::max(panel.overlays.front().values)) <= panel.y.most);

    const Text more = panel.callout->more;
    QCOMPARE(QByteArray(more.id),
             QByteArray("PyTorch reserves %1 %2, %3 more than the tensors; with the runtime %4 "
                        "(dotted)"));
    QCOMPARE(more.arguments.at(0), amountText(most, MemoryUnit::GiB, 2));
    QCOMPARE(more.arguments.at(2), amountText(timeline.totals.idle.expected, MemoryUnit::GiB, 2));
    // The highest place of the line is the number on the plate.
    QCOMPARE(more.arguments.at(3),
             amountText(std::ranges::max(panel.overlays.front().values), MemoryUnit::GiB, 2));
    QVERIFY(figureCsv(chart.figure, said).find("Reserved by PyTorch") != std::string::npos);
}

/// Where the allocator empties its cache, a stage of a pipeline repeats a pattern: what is reserved
/// is that of the passes replayed.
void TestTimeline::laterPassesReserveAsReplayedOnes()
{
    int emptied = 0;
    for (std::int64_t stage = 0; stage < 4; ++stage) {
        Plan full = pipelined();
        full.cluster.capacity = estimated(full).answer.stages[std::size_t(stage)].totals.total
            - (Bytes{64} << 20); // less than it would reserve
        const TimelineChart chart = chartOf(full, stage);
        const Resolved& plan = chart.plan;
        if (chart.timeline.totals.flushes == 0)
            continue;
        ++emptied;
        const std::vector<ReplayMark> marks = replayMarks(plan, stageAt(plan, stage));
        QVERIFY(!marks.empty());
        const auto marked = [&](Phase phase, std::int64_t pass, std::int64_t layer) {
            Bytes most = 0;
            for (const ReplayMark& mark : marks)
                if (mark.phase == phase && mark.pass == pass && mark.layer == layer)
                    most = std::max(most, mark.reserved);
            return most;
        };
        const Bytes runtime = chart.timeline.totals.runtime;
        for (const TimelinePoint& point : chart.timeline.points) {
            const Bytes held = point.perGroup.total() - runtime;
            QVERIFY(point.reserved >= held);
            if (point.pass == 0 && &point != &chart.point(chart.timeline.peak))
                QCOMPARE(point.reserved,
                         std::max(held, marked(point.phase, point.pass, point.layer)));
        }
        // The last pass backward is the last one of the replay, and the first forward beyond its
        // passes stands for its last.
        const std::int64_t replayed = std::ranges::max(marks, {}, &ReplayMark::pass).pass;
        const auto last
            = std::ranges::find_if(chart.timeline.points, [&](const TimelinePoint& point) {
                  return point.phase == Phase::Backward
                      && point.pass == chart.timeline.schedule.passes - 1;
              });
        QVERIFY(last != chart.timeline.points.end());
        QCOMPARE(last->reserved,
                 std::max(last->perGroup.total() - runtime,
                          marked(Phase::Backward, replayed, last->layer)));
    }
    QVERIFY(emptied > 0);
}

void TestTimeline::withoutAReplayTheReserveIsFlat()
{
    const auto made = timelineChart(openingPlan(), builtinCatalog(), MemoryUnit::GiB, {},
                                    IdleShares{10'000, 20'000, 30'000});
    QVERIFY(made);
    const Timeline& timeline = made->timeline;
    for (std::size_t i = timeline.start; i < timeline.points.size(); ++i)
        QCOMPARE(timeline.points[i].reserved, timeline.totals.reserved());
    QCOMPARE(timeline.idleAt(timeline.peak), timeline.totals.allocated / 50);
}

void TestTimeline::withoutOverheadNothingIsReserved()
{
    Plan plan = openingPlan();
    plan.cluster.overhead = Overhead::None;
    const TimelineChart chart = chartOf(plan);
    QVERIFY(!chart.timeline.countsReserved);
    QVERIFY(chart.figure.panels.at(0).overlays.empty());
    QCOMPARE(chart.figure.panels.at(0).callout->lines().size(), std::size_t{2});
    QCOMPARE(chart.timeline.points.at(chart.timeline.peak).reserved, Bytes{0});
}

void TestTimeline::spans()
{
    // 32 layers: 1 each forward, 2 for head and for loss, 2 each backward, 9 (96 / 10) for others.
    const TimelineChart chart = chartOf(openingPlan());
    QCOMPARE(chart.spans[0], (Span{0, 9}));
    QCOMPARE(chart.spans[1], (Span{9, 10}));
    QCOMPARE(chart.spans[2], (Span{10, 11}));
    QCOMPARE(chart.spans[34], (Span{42, 44}));
    QCOMPARE(chart.spans[36], (Span{46, 48}));
    QCOMPARE(chart.spans[68], (Span{110, 119}));
}

void TestTimeline::namesOfEvents()
{
    const TimelineChart plain = chartOf(openingPlan());
    QCOMPARE(said(eventName(plain, 0)), std::string("Load"));
    QCOMPARE(said(eventName(plain, 1)), std::string("Start of step"));
    QCOMPARE(said(eventName(plain, 2)), std::string("Forward of layer 1"));
    QCOMPARE(said(eventName(plain, 34)), std::string("End of forward"));
    QCOMPARE(said(eventName(plain, 35)), std::string("Loss"));
    QCOMPARE(said(eventName(plain, 36)), std::string("Backward of layer 32"));
    QCOMPARE(said(eventName(plain, 68)), std::string("Optimizer step"));
    const TimelineChart piped = chartOf(pipelined(), 3);
    QCOMPARE(said(eventName(piped, 2)), std::string("Forward of layer 25, micro-batch 1"));
    const TimelineChart parts
        = chartOf(planWith({{"layout.virtual_pipeline", "2"}}, pipelined()), 0);
    QCOMPARE(said(eventName(parts, 2)), std::string("Forward of pass 1, its layer 1"));
    QCOMPARE(said(eventName(parts, 5)), std::string("Forward of pass 1, its layer 4"));
}

void TestTimeline::theCalloutSaysWhy_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("reason");
    QTest::newRow("at the loss")
        << openingPlan() << "at the loss"
        << "All 32 layers hold their activations, and logits and buffers take 12.72 GiB";
    QTest::newRow("when every gradient is there")
        << planWith({{"workload.context", "128"},
                     {"layout.zero", "0"},
                     {"recipe.keep_gradients", "false"}})
        << "end of backward"
        << "The last layer to be freed is computed, and all gradients exist";
    QTest::newRow("many micro-batches")
        << pipelined() << "backward of layer 8"
        << "4 micro-batches are in flight, and one layer uses 0.64 GiB of buffers";
}

void TestTimeline::theCalloutSaysWhy()
{
    QFETCH(Plan, plan);
    QFETCH(QString, place);
    QFETCH(QString, reason);
    const auto found = estimate(plan, builtinCatalog());
    const Callout callout = peakCallout(chartOf(plan), MemoryUnit::GiB);
    QCOMPARE(shown(said(callout.head)),
             QStringLiteral("Peak %1 GiB — %2")
                 .arg(shown(amountText(found->answer.totals.total, MemoryUnit::GiB, 2)), place));
    QCOMPARE(shown(said(callout.detail)), reason);
}

void TestTimeline::otherMethodsHaveNone()
{
    const auto made = timelineChart(planWith({{"method", "deepspeed"}, {"layout.zero", "3"}}),
                                    builtinCatalog());
    QCOMPARE(whyNot(made),
             QStringLiteral("method: knows no moments of a step: only the exact method has a "
                            "timeline; found deepspeed"));
}

void TestTimeline::stagesThatThereAreNot()
{
    for (const std::int64_t stage : {-1, 4}) {
        const auto made = timelineChart(pipelined(), builtinCatalog(), MemoryUnit::GiB, stage);
        QVERIFY(!made);
        QCOMPARE(shown(made.problems().front().field), QStringLiteral("--stage"));
    }
}

void TestTimeline::csvNamesEvents()
{
    const TimelineChart chart = chartOf(openingPlan());
    const QStringList rows = shown(figureCsv(chart.figure, said)).split(u'\n');
    QVERIFY(rows[0].startsWith(QStringLiteral("Event,\"Place in the order, in half units\",")));
    QVERIFY(rows[1].startsWith(QStringLiteral("Start of step,0,")));
    QCOMPARE(rows.size(), qsizetype(chart.figure.panels[0].xs.size()) + 2);
}

QTEST_APPLESS_MAIN(TestTimeline)
#include "test_timeline.moc"
