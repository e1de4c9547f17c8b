// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_file.h"
#include "core/recording/recording.h"
#include "core/recording/run_comparison.h"
#include "core/recording/run_offers.h"
#include "golden_file.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <memory>

using namespace highwater;
using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

/// The recordings of tests/golden, made by tests/truth/make_snapshot.py, and what it says of them.
const json& truths()
{
    static const json all = goldenFile("recordings/truth.json");
    return all;
}

Recording recordingOf(const std::string& file)
{
    const auto source = ByteSource::open(HIGHWATER_GOLDEN "/recordings/" + file);
    if (!source)
        throw std::runtime_error(file);
    auto recording = readRecording(*source);
    if (!recording)
        throw std::runtime_error(english(recording.problems().front()));
    return *std::move(recording);
}

/// Places in twoStacks().
constexpr std::uint32_t forward = 1, backward = 2;

/// The stack of a pass forward, and that of autograd's thread, where frames of Python were kept
/// alone.
StackTable twoStacks()
{
    StackTable stacks;
    stacks.frames.push_back({stacks.names.number("forward"), stacks.names.number("model.py"), 1});
    stacks.stacks.push_back({0});
    stacks.stacks.emplace_back();
    return stacks;
}

/// The model of make_snapshot.py with --layers 2 --hidden 128 --vocab 512 --seq 64 --batch 2.
Plan smallPlan()
{
    auto plan = readPlan(R"({"format": "highwater-plan", "version": 1, "model": {"custom":
        {"hidden_size": 128, "num_layers": 2, "num_heads": 2, "num_kv_heads": 2, "head_dim": 64,
         "intermediate_size": 512, "vocab_size": 512, "tied_embeddings": false}},
        "workload": {"context": 64, "micro_batch": 2},
        "recipe": {"framework": "plain", "precision": "bf16", "optimizer": "adamw",
                   "moments": "bf16", "master_weights": false},
        "cluster": {"gpus": 1}, "layout": {"zero": 0}})");
    if (!plan)
        throw std::runtime_error(english(plan.problems().front()));
    return *std::move(plan);
}

} // namespace

/// Recordings of every version and kind against the values of the script that made them.
class TestRecording : public QObject
{
    Q_OBJECT

private slots:
    void readsSnapshots_data();
    void readsSnapshots();
    void findsPhases_data() { readsSnapshots_data(); }
    void findsPhases();
    void everyStepIsAlikeInTheEnd();
    void aStepThatBeganBefore();
    void anOptimizerThatAllocatesNothing();
    void readsTimelines_data();
    void readsTimelines();
    void readsTraces();
    void choosesTheDevice();
    void findsTheExtraTensor_data();
    void findsTheExtraTensor();
    void matchesStates();
    void groupsRepeat();
    void theCurveStaysInItsPhases();
    void whatFollowsTheLossInForwardBelongsToIt();
    void anOfferBringsThePlanNearer();
    void drawsTheCurve();
};

void TestRecording::readsSnapshots_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, truth] : truths().items())
        if (truth.contains("file"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestRecording::readsSnapshots()
{
    QFETCH(QString, name);
    const json& truth = truths().at(name.toStdString());
    const Recording recording = recordingOf(truth.at("file"));
    const ActiveTimeline& timeline = recording.timeline;
    QCOMPARE(timeline.events.size(), truth.at("events").get<std::size_t>());
    QCOMPARE(timeline.beforeFirst.requested, truth.at("before").get<Bytes>());
    QCOMPARE(timeline.peakRequested(), truth.at("peak").get<Bytes>());
    if (truth.at("whole").get<bool>()) {
        QCOMPARE(timeline.peakActive(), truth.at("active").get<Bytes>());
        QCOMPARE(timeline.peakReserved(), truth.at("reserved").get<Bytes>());
    }
    QCOMPARE(timeline.end.requested, truth.at("requested_at_end").get<Bytes>());
    QCOMPARE(timeline.end.active, truth.at("active_at_end").get<Bytes>());
    QCOMPARE(timeline.end.reserved, truth.at("reserved_at_end").get<Bytes>());
    QCOMPARE(timeline.difference(), Bytes{0});
    QCOMPARE(timeline.last().active, timeline.end.active);
    QCOMPARE(timeline.last().reserved, timeline.end.reserved);
    QCOMPARE(timeline.outOfMemory, truth.at("oom").get<bool>());
}

void TestRecording::findsPhases()
{
    QFETCH(QString, name);
    const json& truth = truths().at(name.toStdString());
    const Recording recording = recordingOf(truth.at("file"));
    std::vector<std::array<std::int64_t, 3>> wanted, found;
    for (const json& phase : truth.at("phases")) {
        const std::string word = phase.at(0);
        // A ring's first phase begins before its first event.
        if (phase.at(2).get<std::int64_t>() < 0 || name == "ring"_L1)
            continue;
        const auto is = word == "init" ? RunPhase::Setup : fromName<RunPhase>(word).value();
        wanted.push_back({static_cast<std::int64_t>(is), phase.at(2), phase.at(3)});
    }
    for (const RunPart& part : recording.phases.parts)
        if (name != "ring"_L1)
            found.push_back({static_cast<std::int64_t>(part.phase),
                             static_cast<std::int64_t>(part.first),
                             static_cast<std::int64_t>(part.end) - 1});
    QCOMPARE(found, wanted);
    std::size_t at = 0;
    for (const RunPart& part : recording.phases.parts) { // without gaps
        QCOMPARE(part.first, at);
        at = part.end;
    }
    if (truth.at("events").get<std::int64_t>() > 0)
        QCOMPARE(at, recording.timeline.events.size());
    QCOMPARE(recording.phases.lastWhole > 0,
             name != "not recorded"_L1 && name != "out of memory"_L1);
}

void TestRecording::everyStepIsAlikeInTheEnd()
{
    const RunPhases phases = recordingOf("no-stacks.pickle.gz").phases;
    QCOMPARE(phases.passes, PhaseRule::Shape);
    QCOMPARE(phases.lastWhole, std::int64_t{3});
    QVERIFY(phases.alike.value() > 0.95);
    // The sequences of other steps have other lengths.
    QVERIFY(recordingOf("fragments.pickle.gz").phases.alike.value() < 0.95);
}

/// A gradient is given back before the first pass, while a stream still works with it: the end of a
/// step that was not recorded.
void TestRecording::aStepThatBeganBefore()
{
    const StackTable stacks = twoStacks();
    ActiveTimeline timeline;
    for (const auto& [action, stack] : {std::pair{TraceAction::FreeRequested, forward},
                                        {TraceAction::Alloc, forward},
                                        {TraceAction::Alloc, backward},
                                        {TraceAction::FreeCompleted, backward}}) {
        timeline.events.push_back({0, 512, 0, stack, 0, action});
        timeline.points.emplace_back();
    }
    timeline.blocks.push_back({0, 512, 512, 1, 3, forward});
    const RunPhases phases = phasesOf(timeline, stacks, {}, 0);
    std::vector<RunPhase> found;
    for (const RunPart& part : phases.parts)
        found.push_back(part.phase);
    QCOMPARE(found,
             (std::vector<RunPhase>{RunPhase::ZeroGrad, RunPhase::Forward, RunPhase::Backward}));
    QCOMPARE(phases.parts[0].end, std::size_t{1});
}

/// A fused optimizer whose state exists has a mark and no event; the last one ended the recording.
void TestRecording::anOptimizerThatAllocatesNothing()
{
    StackTable stacks = twoStacks();
    ActiveTimeline timeline;
    std::vector<Annotation> marks;
    std::int64_t time = 0;
    const auto mark = [&](bool isStart) {
        marks.push_back({stacks.names.number("Optimizer.step#AdamW.step"), 0, ++time, isStart});
    };
    const auto add = [&](TraceAction action, std::uint32_t stack) {
        timeline.events.push_back({0, 512, ++time, stack, 0, action});
        timeline.points.emplace_back();
        return timeline.events.size() - 1;
    };
    constexpr int steps = 3;
    for (int step = 1; step <= steps; ++step) {
        const std::size_t kept = add(TraceAction::Alloc, forward);
        const std::size_t gradient = add(TraceAction::Alloc, backward);
        timeline.blocks.push_back(
            {0, 512, 512, kept, add(TraceAction::FreeCompleted, backward), forward});
        mark(true);
        if (step == steps)
            break;
        mark(false);
        timeline.blocks.push_back(
            {0, 512, 512, gradient, add(TraceAction::FreeCompleted, forward), backward});
    }
    const RunPhases phases = phasesOf(timeline, stacks, marks, 0);
    QCOMPARE(phases.steps, std::int64_t{steps});
    QCOMPARE(phases.lastWhole, std::int64_t{steps});
}

void TestRecording::readsTimelines_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("plain") << u"timeline.json.gz"_s;
    QTest::newRow("raw") << u"timeline.raw.json.gz"_s;
}

void TestRecording::readsTimelines()
{
    QFETCH(QString, file);
    const Recording recording = recordingOf(file.toStdString());
    QVERIFY(!recording.hasReserved);
    QCOMPARE(recording.timeline.peakRequested(), truths().at("timeline").at("peak").get<Bytes>());
    QCOMPARE(recording.phases.steps, std::int64_t{2});
}

void TestRecording::readsTraces()
{
    ByteSource source(R"({"traceEvents": [
        {"name": "[memory]", "ph": "i", "ts": 2.5, "args": {"Device Type": 1, "Device Id": 3,
         "Addr": 1, "Bytes": 512, "Total Allocated": 1536, "Total Reserved": 2097152}},
        {"name": "[memory]", "ph": "i", "ts": 1.5, "args": {"Device Type": 1, "Device Id": 3,
         "Addr": 1, "Bytes": 1024, "Total Allocated": 1024, "Total Reserved": 2097152}},
        {"name": "[memory]", "ph": "i", "ts": 3, "args": {"Device Type": 0, "Device Id": -1,
         "Addr": 1, "Bytes": 9999, "Total Allocated": 9999, "Total Reserved": 9999}},
        {"name": "aten::mm", "ph": "X", "ts": 1, "args": {"Total Allocated": 7777}}]})");
    const auto recording = readRecording(source);
    QVERIFY(recording);
    QCOMPARE(recording->kind, RecordingKind::Trace);
    QCOMPARE(recording->device, std::int64_t{3});
    QCOMPARE(recording->timeline.points.size(), std::size_t{2});
    QCOMPARE(recording->timeline.points.front().requested, Bytes{1024});
    QCOMPARE(recording->timeline.peakRequested(), Bytes{1536});
    QCOMPARE(recording->timeline.peakReserved(), Bytes{2097152});
}

void TestRecording::choosesTheDevice()
{
    const auto source = ByteSource::open(HIGHWATER_GOLDEN "/recordings/four-devices.pickle.gz");
    const auto refused = readRecording(*source, 2);
    QVERIFY(!refused);
    QCOMPARE(refused.problems().front().field, std::string("--device"));
    QCOMPARE(recordingOf("four-devices.pickle.gz").devices, std::vector<std::int64_t>{0});
}

void TestRecording::findsTheExtraTensor_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("in forward") << u"extra in forward"_s;
    QTest::newRow("in backward") << u"extra in backward"_s;
}

void TestRecording::findsTheExtraTensor()
{
    QFETCH(QString, name);
    const json& truth = truths().at(name.toStdString());
    const Recording recording = recordingOf(truth.at("file"));
    const auto found = compareRun(recording, smallPlan(), builtinCatalog());
    QVERIFY(found);
    QVERIFY(!found->match.unexplained.empty());
    const Unexplained& extra = found->match.unexplained.front();
    QCOMPARE(extra.bytes, truth.at("extra").at("bytes").get<Bytes>());
    QCOMPARE(std::string(nameOf(extra.phase)), truth.at("extra").at("phase").get<std::string>());
    QCOMPARE(extra.frames.front(), std::string("telemetry.py:77 snapshot_activations"));
}

void TestRecording::matchesStates()
{
    const auto found = compareRun(recordingOf("2.4.pickle.gz"), smallPlan(), builtinCatalog());
    QVERIFY(found);
    // 2 bytes for each of 656,000 parameters, and twice as much for Adam's two moments.
    QCOMPARE(found->match.measured[Group::Parameters], Bytes{1312000});
    QCOMPARE(found->match.measured[Group::Optimizer], Bytes{2624000});
    QCOMPARE(found->match.predicted[Group::Parameters], Bytes{1312000});
    QCOMPARE(found->step, std::int64_t{2});
}

void TestRecording::groupsRepeat()
{
    const std::vector<Bytes> sizes{9, 1, 2, 3, 1, 2, 3, 1, 2, 3, 7};
    QCOMPARE(repeatingGroups(sizes, 3), (std::vector<std::size_t>{1, 4, 7}));
    QVERIFY(repeatingGroups(sizes, 4).empty());
    QVERIFY(repeatingGroups({}, 2).empty());
}

void TestRecording::theCurveStaysInItsPhases()
{
    const Recording recording = recordingOf("2.4.pickle.gz");
    const auto found = compareRun(recording, smallPlan(), builtinCatalog());
    QVERIFY(found);
    QVERIFY(!found->curve.empty());
    QVERIFY(std::ranges::is_sorted(found->curve, {}, &AlignedPoint::at));
    const TimelineChart& chart = found->chart;
    const std::vector<TimelinePoint>& points = chart.timeline.points;
    for (const AlignedPoint& point : found->curve) {
        const auto part = std::ranges::find_if(recording.phases.parts, [&](const RunPart& each) {
            return each.first <= point.event && point.event < each.end;
        });
        const auto span = std::ranges::find_if(
            chart.spans, [&](const Span& each) { return point.at < static_cast<double>(each.to); });
        const Phase phase = points[static_cast<std::size_t>(span - chart.spans.begin())].phase;
        if (part->phase == RunPhase::Optimizer)
            QCOMPARE(phase, Phase::Step);
        if (part->phase == RunPhase::Loss)
            QCOMPARE(phase, Phase::Head);
        if (part->phase == RunPhase::Backward)
            QVERIFY(phase == Phase::Loss || phase == Phase::Backward);
    }
    for (const PhaseBytes& phase : found->perPhase) {
        Bytes most = 0;
        for (const RunPart& part : recording.phases.parts)
            for (std::size_t i = part.first; part.step == 2 && i < part.end; ++i)
                if (part.phase == phase.phase)
                    most = std::max(most, recording.timeline.points[i].requested);
        QCOMPARE(phase.measured, most);
    }
}

/// Forward, loss, the rest of the model's forward function, backward, as transformers' models run.
void TestRecording::whatFollowsTheLossInForwardBelongsToIt()
{
    Recording recording = recordingOf("2.4.pickle.gz");
    const auto whole = compareRun(recording, smallPlan(), builtinCatalog());
    QVERIFY(whole);
    std::vector<RunPart>& parts = recording.phases.parts;
    const auto loss = std::ranges::find_if(parts, [&](const RunPart& part) {
        return part.phase == RunPhase::Loss && part.step == whole->step;
    });
    QVERIFY(loss != parts.end() && loss->end - loss->first > 2);
    QCOMPARE(std::next(loss)->phase, RunPhase::Backward);
    const RunPart rest{RunPhase::Forward, loss->step, loss->end - 2, loss->end};
    loss->end -= 2;
    parts.insert(std::next(loss), rest);
    const auto parted = compareRun(recording, smallPlan(), builtinCatalog());
    QVERIFY(parted);
    QCOMPARE(parted->curve.size(), whole->curve.size());
    for (std::size_t i = 0; i < whole->curve.size(); ++i) {
        QCOMPARE(parted->curve[i].event, whole->curve[i].event);
        QCOMPARE(parted->curve[i].at, whole->curve[i].at);
    }
}

void TestRecording::anOfferBringsThePlanNearer()
{
    const Recording recording = recordingOf("2.4.pickle.gz");
    Plan plan = smallPlan();
    plan.recipe.precision = Precision::Fp32; // of a run in 16 bits
    const auto found = compareRun(recording, plan, builtinCatalog());
    QVERIFY(found);
    QVERIFY(!found->offers.empty());
    const RunOffer& best = found->offers.front();
    QVERIFY(best.distanceAfter < best.distanceBefore / 2);
    Plan changed = plan;
    for (const auto& [key, value] : best.changes)
        QVERIFY(assign(changed, key, value).empty());
    const auto again = compareRun(recording, changed, builtinCatalog());
    QVERIFY(again);
    Bytes distance = again->match.unexplainedAtPeak;
    for (const auto* lines : {&again->match.notSeen, &again->match.otherMoments})
        for (const NotSeen& line : *lines)
            distance += line.bytes;
    QCOMPARE(distance, best.distanceAfter);
}

void TestRecording::drawsTheCurve()
{
    const auto found = compareRun(recordingOf("2.4.pickle.gz"), smallPlan(), builtinCatalog());
    QVERIFY(found);
    TimelineChart chart = found->chart;
    const std::size_t before = chart.figure.panels.front().overlays.size();
    addMeasured(chart, measuredCurve(*found));
    const Panel& panel = chart.figure.panels.front();
    QCOMPARE(panel.overlays.size(), before + 2);
    const Curve& tensors = panel.overlays[before];
    QCOMPARE(tensors.values.size(), panel.xs.size());
    Bytes most = 0;
    for (const PhaseBytes& phase : found->perPhase)
        most = std::max(most, phase.measured);
    QCOMPARE(std::ranges::max(tensors.values) - chart.timeline.totals.runtime, most);
}

QTEST_APPLESS_MAIN(TestRecording)
#include "test_recording.moc"
