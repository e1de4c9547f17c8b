// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/timeline.h"
#include "core/catalog/catalog.h"
#include "core/exchange/plan_file.h"
#include "helpers.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>

using namespace highwater;
using nlohmann::json;

namespace {

/// The symbols of the formulas as the recorded plan has them.
struct Sizes
{
    std::int64_t h, layers, kv, f, v;
    std::int64_t tokens; ///< of one micro-batch
    std::int64_t scores; ///< every query by every key, of all heads
    std::int64_t width; ///< bytes of one computed value
    std::int64_t biases; ///< 1 or 0

    explicit Sizes(const json& plan)
    {
        const json& model = plan["model"]["custom"];
        const json& work = plan["workload"];
        const std::int64_t context = work["context"];
        const std::int64_t heads = model["num_heads"];
        h = model["hidden_size"];
        layers = model["num_layers"];
        kv = model["num_kv_heads"].get<std::int64_t>() * model["head_dim"].get<std::int64_t>();
        f = model["intermediate_size"];
        v = model["vocab_size"];
        tokens = context * work["micro_batch"].get<std::int64_t>();
        scores = tokens * context * heads;
        width = plan["recipe"]["precision"] == "fp32" ? 4 : 2;
        biases = model.value("biases", false) ? 1 : 0;
    }

    /// Bytes of a tensor with this many values a token.
    Bytes of(std::int64_t values) const { return width * tokens * values; }
    Bytes logits() const { return of(v); }
    std::int64_t llamaLayer() const { return 2 * h * h + 2 * h * kv + 3 * h * f + 2 * h; }
    std::int64_t llama() const { return layers * llamaLayer() + 2 * v * h + h; }
};

/// A point of the step in the program's words.
struct Spot
{
    Phase phase{};
    std::int64_t pass = -1, layer = -1;

    bool operator==(const Spot&) const = default;
    QString name() const
    {
        static constexpr const char* names[]{"load", "forward", "head", "loss", "backward", "step"};
        QString text = QString::fromLatin1(names[static_cast<int>(phase)]);
        if (layer >= 0)
            text += QStringLiteral(" of layer %1").arg(layer);
        return pass < 0 ? text : text + QStringLiteral(", micro-batch %1").arg(pass);
    }
};

/// The cause of bytes that the recording has more, or fewer, than the ledger.
enum class Of {
    Loop, ///< the recorded program, by something that no plan can state
    Ledger ///< the ledger counts tensors that do not exist at the same time, or leaves some out
};

/// The bytes that the recording has at a spot beyond the ledger.
struct Difference
{
    Of of;
    const char* why;
    Bytes (*bytes)(const Sizes& n, const Spot& at);
};

bool in(const Spot& at, Phase phase)
{
    return at.phase == phase;
}

// Cross entropy in 32 bits has at its highest 12 bytes a logit: the log-softmax, its gradient and
// the gradient of its input. The ledger's 12 are the logits, the log-softmax and one 32-bit
// gradient with its cast copy. A loop that keeps the logits has these in addition: 14 bytes, in
// fp32 16.
constexpr Difference logitsHeld{
    Of::Loop, "the loop still names the logits while the backward pass runs",
    [](const Sizes& n, const Spot& at) {
        return in(at, Phase::Loss) || in(at, Phase::Backward) ? n.logits() : 0;
    }};
constexpr Difference logitsLetGo{
    Of::Loop, "the loop lets go of the logits as soon as there is a loss",
    [](const Sizes& n, const Spot& at) { return in(at, Phase::Head) ? -n.logits() : 0; }};

constexpr Difference embeddingNamed{
    Of::Loop,
    "the model's forward function still names the embedding's output, which no eager norm keeps",
    [](const Sizes& n, const Spot& at) {
        return in(at, Phase::Forward) && at.layer >= 0 && at.layer < n.layers - 1 ? n.of(n.h) : 0;
    }};
constexpr Difference foreachStep{
    Of::Loop, "AdamW of torch.optim, foreach: two temporary lists as large as the weights",
    [](const Sizes& n, const Spot& at) {
        return in(at, Phase::Step) ? 2 * n.width * n.llama() : 0;
    }};

constexpr Difference biasGradient{
    Of::Ledger, "the gradient of the bias beside that of the weight at work",
    [](const Sizes& n, const Spot& at) { return in(at, Phase::Backward) ? n.width * n.h : 0; }};

using Differences = std::vector<Difference>;

/// The tensors of each recorded case other than the logits; the file itself has those of the
/// logits.
const std::map<std::string, Differences>& namedDifferences()
{
    static const std::map<std::string, Differences> table{
        {"tiny, fused, bf16-mixed", {}},
        {"llama, fused, bf16-mixed", {}},
        {"llama, fused, bf16-mixed, logits let go", {}},
        {"llama, fused, bf16-mixed, recomputed", {}},
        {"llama, fused, bf16-mixed, chunked loss, gradients freed", {}},
        {"llama, fused, bf16-mixed, chunked loss, recomputed", {}},
        {"llama, fused, bf16-mixed, two micro-batches, gradients freed", {}},
        {"llama, eager, bf16-mixed", {embeddingNamed}},
        {"llama, eager, bf16-mixed, recomputed", {}},
        {"llama, fused, fp32", {}},
        {"llama, eager, fp32, two micro-batches", {}},
        {"llama, fused, fp32, chunked loss, foreach", {foreachStep}},
        {"gpt, flash, bf16-mixed", {biasGradient}},
        {"gpt, eager attention, bf16-mixed, dropout", {biasGradient}},
        {"gpt, eager attention, bf16-mixed, recomputed", {biasGradient}},
    };
    return table;
}

/// Empty for a case that the table does not have.
Differences differencesOf(const std::string& name)
{
    const auto found = namedDifferences().find(name);
    return found == namedDifferences().end() ? Differences{} : found->second;
}

/// A spot of the recorded step: the bytes at its end, and at its highest.
struct RecordedSpot
{
    Spot spot;
    Bytes kept = 0, highest = 0;

    /// The bytes of a point of the timeline: forward those kept from then on, else the highest.
    Bytes bytes() const
    {
        return in(spot, Phase::Forward) || in(spot, Phase::Head) ? kept : highest;
    }
};

Bytes sum(const json& groups)
{
    Bytes total = 0;
    for (const json& each : groups)
        total += each.get<Bytes>();
    return total;
}

/// One case of tests/truth/step_timeline.json and what the program makes of its plan.
class Case
{
public:
    explicit Case(const json& recorded)
        : m_recorded(recorded)
        , m_sizes(recorded["plan"])
        , m_differences(differencesOf(recorded["name"]))
    {
        if (says("the training loop still names the logits while the backward pass runs"))
            m_differences.push_back(logitsHeld);
        if (letsGo())
            m_differences.push_back(logitsLetGo);
        const auto plan = readPlan(recorded["plan"].dump());
        if (!plan)
            qFatal("%s", qPrintable(whyNot(plan)));
        const auto resolved = resolve(*plan, builtinCatalog());
        if (!resolved)
            qFatal("%s", qPrintable(whyNot(resolved)));
        m_timeline = timelineOf(*resolved);
        const auto start = static_cast<std::ptrdiff_t>(m_timeline.start);
        m_points.assign(m_timeline.points.begin() + start, m_timeline.points.end());
        m_peak = m_timeline.peak - m_timeline.start;
        record();
    }

    const std::vector<TimelinePoint>& points() const { return m_points; }
    const std::vector<RecordedSpot>& recorded() const { return m_spots; }
    std::size_t peak() const { return m_peak; }
    std::size_t recordedPeak() const { return m_recordedPeak; }
    Bytes recordedPeakBytes() const { return m_recorded["peak"]; }
    const json& resident() const { return m_recorded["resident"]; }
    bool letsGo() const
    {
        return says("the training loop lets go of the logits before the backward pass");
    }

    static Spot spotOf(const TimelinePoint& point)
    {
        return {point.phase, point.pass, point.layer};
    }

    Bytes differenceAt(const Spot& spot, std::optional<Of> of = {}) const
    {
        Bytes bytes = 0;
        for (const Difference& each : m_differences)
            if (!of || each.of == *of)
                bytes += each.bytes(m_sizes, spot);
        return bytes;
    }
    QString reasonsAt(const Spot& spot) const
    {
        QString text;
        for (const Difference& each : m_differences)
            if (const Bytes bytes = each.bytes(m_sizes, spot))
                text += QStringLiteral("\n  %1: %2").arg(bytes).arg(QLatin1String(each.why));
        return text;
    }

private:
    /// Facts of the recording that no key of the plan states.
    bool says(const char* words) const
    {
        return std::ranges::count(m_recorded["not_in_plan"], json(words)) > 0;
    }
    bool chunked() const { return m_recorded["plan"]["recipe"]["loss"] == "chunked"; }

    /// Chunked, the loss is the fused kernel that does its own backward pass; else the forward
    /// pass ends with it. The embedding goes with the first layer.
    Spot spotOf(const json& event) const
    {
        const std::string name = event["name"];
        const std::int64_t pass = event["micro_batch"];
        if (name == "optimizer_step")
            return {Phase::Step};
        if (name == "forward_head" || (name == "loss" && !chunked()))
            return {Phase::Head, pass};
        if (name == "loss" || name == "backward_loss" || name == "backward_head")
            return {Phase::Loss, pass};
        const bool forward = name == "forward_layer" || name == "forward_embedding";
        if (!forward && name != "backward_layer" && name != "backward_embedding")
            qFatal("an event that nobody knows: %s", name.c_str());
        return {forward ? Phase::Forward : Phase::Backward, pass,
                event["layer"].is_null() ? 0 : event["layer"].get<std::int64_t>()};
    }

    void record()
    {
        const Bytes resident = sum(m_recorded["resident"]);
        m_spots.push_back({{Phase::Forward}, resident, resident});
        const std::size_t peakEvent = m_recorded["peak_event"];
        for (std::size_t i = 0; i < m_recorded["events"].size(); ++i) {
            const json& event = m_recorded["events"][i];
            const Spot spot = spotOf(event);
            if (m_spots.back().spot != spot)
                m_spots.push_back({spot});
            RecordedSpot& here = m_spots.back();
            here.kept = sum(event["live"]);
            here.highest = std::max(here.highest, sum(event["peak"]));
            if (i == peakEvent)
                m_recordedPeak = m_spots.size() - 1;
        }
    }

    const json& m_recorded;
    Sizes m_sizes;
    Differences m_differences;
    Timeline m_timeline;
    std::vector<TimelinePoint> m_points; ///< from the start of the step on
    std::size_t m_peak = 0;
    std::vector<RecordedSpot> m_spots;
    std::size_t m_recordedPeak = 0;
};

} // namespace

/// The timeline against whole training steps that PyTorch made, allocation by allocation. What
/// the recording is and leaves out: tests/truth/README.md.
class TestRecordedSteps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyCaseIsKnown();
    void sameOrder_data() { rows(); }
    void sameOrder();
    void sameStates_data() { rows(); }
    void sameStates();
    void everyByteHasAName_data() { rows(); }
    void everyByteHasAName();
    void forwardEndIsExact_data()
    {
        rows([](const Case& step) { return !step.letsGo(); });
    }
    void forwardEndIsExact();
    void samePeakMoment_data() { rows(); }
    void samePeakMoment();
    void peakWithinTwoPercent_data() { rows(); }
    void peakWithinTwoPercent();

private:
    template <class Wanted> void rows(Wanted wanted) const
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_file["cases"].size(); ++i)
            if (const json& recorded = m_file["cases"][i]; wanted(Case(recorded)))
                QTest::newRow(recorded["name"].get<std::string>().c_str()) << static_cast<int>(i);
    }
    void rows() const
    {
        rows([](const Case&) { return true; });
    }
    Case fetched() const
    {
        QFETCH(int, index);
        return Case(m_file["cases"][static_cast<std::size_t>(index)]);
    }

    json m_file;
};

void TestRecordedSteps::initTestCase()
{
    std::ifstream file(HIGHWATER_TRUTH "/step_timeline.json");
    m_file = json::parse(file);
    QCOMPARE(shown(m_file["format"].get<std::string>()), QStringLiteral("highwater-step-timeline"));
    QCOMPARE(m_file["version"].get<int>(), 1);
}

void TestRecordedSteps::everyCaseIsKnown()
{
    QStringList recorded;
    for (const json& each : m_file["cases"])
        recorded << shown(each["name"].get<std::string>());
    QStringList known;
    for (const auto& each : namedDifferences())
        known << shown(each.first);
    recorded.sort();
    known.sort();
    QCOMPARE(recorded, known);
}

void TestRecordedSteps::sameOrder()
{
    const Case step = fetched();
    QStringList planned;
    for (const TimelinePoint& point : step.points())
        planned << Case::spotOf(point).name();
    QStringList recorded;
    for (const RecordedSpot& each : step.recorded())
        recorded << each.spot.name();
    QCOMPARE(planned, recorded);
}

void TestRecordedSteps::sameStates()
{
    const Case step = fetched();
    const GroupBytes& start = step.points().front().perGroup;
    QCOMPARE(start[Group::Parameters], step.resident()[0].get<Bytes>());
    QCOMPARE(start[Group::Gradients] + step.differenceAt({Phase::Forward}),
             step.resident()[1].get<Bytes>());
    QCOMPARE(start[Group::Optimizer], step.resident()[2].get<Bytes>());
    QCOMPARE(start.total(), start.states());
}

void TestRecordedSteps::everyByteHasAName()
{
    const Case step = fetched();
    QCOMPARE(step.points().size(), step.recorded().size());
    for (std::size_t i = 0; i < step.points().size(); ++i) {
        const Spot spot = Case::spotOf(step.points()[i]);
        const Bytes planned = step.points()[i].perGroup.total();
        const Bytes named = step.differenceAt(spot);
        const Bytes recorded = step.recorded()[i].bytes();
        QVERIFY2(planned + named == recorded,
                 qPrintable(QStringLiteral("%1: planned %2, recorded %3, without a name %4%5")
                                .arg(spot.name())
                                .arg(planned)
                                .arg(recorded)
                                .arg(recorded - planned - named)
                                .arg(step.reasonsAt(spot))));
    }
}

void TestRecordedSteps::forwardEndIsExact()
{
    const Case step = fetched();
    // The last micro-batch: gradients that are freed have not grown in the first one.
    const auto head = std::ranges::find(step.points().rbegin(), step.points().rend(), Phase::Head,
                                        &TimelinePoint::phase);
    const std::ptrdiff_t index = step.points().rend() - head - 1;
    QCOMPARE(head->perGroup.total(), step.recorded()[static_cast<std::size_t>(index)].kept);
}

void TestRecordedSteps::samePeakMoment()
{
    const Case step = fetched();
    std::size_t named = 0;
    Bytes most = 0;
    for (std::size_t i = 0; i < step.points().size(); ++i) {
        const TimelinePoint& point = step.points()[i];
        const Bytes bytes = point.perGroup.total() + step.differenceAt(Case::spotOf(point));
        if (bytes > most) {
            named = i;
            most = bytes;
        }
    }
    const Spot recorded = step.recorded()[step.recordedPeak()].spot;
    QCOMPARE(Case::spotOf(step.points()[named]).name(), recorded.name());
    QCOMPARE(most, step.recordedPeakBytes());

    // Where the ledger has equal micro-batches, the first one counts.
    const Spot planned = Case::spotOf(step.points()[step.peak()]);
    QCOMPARE((Spot{planned.phase, -1, planned.layer}.name()),
             (Spot{recorded.phase, -1, recorded.layer}.name()));
}

void TestRecordedSteps::peakWithinTwoPercent()
{
    const Case step = fetched();
    const TimelinePoint& peak = step.points()[step.peak()];
    const Bytes planned = peak.perGroup.total() + step.differenceAt(Case::spotOf(peak), Of::Loop);
    const Bytes recorded = step.recordedPeakBytes();
    const double error = static_cast<double>(planned) / static_cast<double>(recorded) - 1.0;
    QVERIFY2(std::abs(error) <= 0.02,
             qPrintable(QStringLiteral("%1 %").arg(100.0 * error, 0, 'f', 2)));
}

QTEST_APPLESS_MAIN(TestRecordedSteps)
#include "test_recorded_steps.moc"
