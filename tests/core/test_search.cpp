// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/explore/search.h"
#include "core/time/time_answer.h"
#include "random_plan.h"

#include <QtTest>

#include <map>
#include <numeric>

using namespace highwater;

namespace {

SearchResult searched(const Plan& plan, const SearchConstraints& constraints = {})
{
    auto found = search(plan, builtinCatalog(), constraints);
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

/// Everything is counted and nothing replayed.
SearchConstraints countedOnly(std::vector<KeyPath> kept = {})
{
    SearchConstraints constraints;
    constraints.kept = std::move(kept);
    constraints.replays = false;
    return constraints;
}

Plan planOf(const char* model, std::int64_t gpus, std::int64_t batch)
{
    Plan plan;
    plan.model = CatalogModel{model};
    plan.cluster.gpus = gpus;
    plan.workload.globalBatch = batch;
    return plan;
}

/// What a layout comes to.
struct Point
{
    double seconds = 0;
    Bytes total = 0;
    auto operator<=>(const Point&) const = default;
};

/// All layouts of a plan's cluster, one by one, each looked up from a whole plan.
class EveryLayout
{
public:
    EveryLayout(const Plan& plan, const SearchConstraints& constraints)
        : m_plan(plan)
        , m_constraints(constraints)
        , m_present(*prepare(plan, builtinCatalog()))
        , m_idle(idleSharesOf(presentTotals()))
    {
        m_plan.workload.globalBatch = m_present.workload.globalBatch.value_or(
            m_present.workload.microBatch * m_present.dataParallel);
        ranks();
        std::ranges::sort(points);
    }

    std::vector<Point> points; ///< that fit, fastest first
    std::int64_t allowed = 0;

    std::vector<Point> front() const
    {
        std::vector<Point> list;
        for (const Point& point : points)
            if (list.empty() || point.total < list.back().total)
                list.push_back(point);
        return list;
    }

private:
    Totals presentTotals() const
    {
        Resolved counted = m_present;
        counted.replays = m_constraints.replays;
        return exactTotals(counted);
    }

    bool keeps(KeyPath key) const
    {
        return std::ranges::find(m_constraints.kept, key) != m_constraints.kept.end();
    }

    /// Calls `visit` for every value of 1 to `most`, or for the plan's own where the key is kept.
    void each(KeyPath key, std::int64_t own, std::int64_t most, auto visit) const
    {
        for (std::int64_t value = keeps(key) ? own : 1; value <= (keeps(key) ? own : most); ++value)
            visit(value);
    }

    void ranks()
    {
        const std::int64_t gpus = m_plan.cluster.gpus;
        const Layout own = m_plan.layout;
        const Abilities& has = m_present.profile->abilities;
        Layout& layout = m_plan.layout;
        const auto most = [](bool able, std::int64_t count) { return able ? count : 1; };
        each("layout.tensor", own.tensor, most(has.tensor, gpus), [&](std::int64_t tensor) {
            layout.tensor = tensor;
            if (std::min(gpus, m_plan.cluster.gpusPerNode) % tensor != 0
                || m_present.shape.heads % tensor != 0)
                return;
            each("layout.pipeline", own.pipeline, most(has.pipeline, m_present.shape.layers),
                 [&](std::int64_t pipeline) {
                     layout.pipeline = pipeline;
                     each("layout.context", own.context,
                          most(has.context, m_plan.workload.context / 512),
                          [&](std::int64_t context) {
                              layout.context = context;
                              if (gpus % (tensor * pipeline * context) == 0)
                                  each("layout.expert", own.expert,
                                       most(has.expert && m_present.shape.experts > 0,
                                            m_present.shape.experts),
                                       [&](std::int64_t expert) {
                                           layout.expert = expert;
                                           batches(gpus / (tensor * pipeline * context));
                                       });
                          });
                 });
        });
    }

    void batches(std::int64_t data)
    {
        const std::int64_t batch = *m_plan.workload.globalBatch;
        const std::int64_t layers = m_present.shape.layers;
        Layout& layout = m_plan.layout;
        for (std::int64_t micro = 1; micro <= batch; ++micro) {
            if (batch % (data * micro) != 0
                || (keeps("workload.micro_batch") && micro != m_present.workload.microBatch))
                continue;
            m_plan.workload.microBatch = micro;
            for (std::int64_t chunks = 1; chunks <= layers; ++chunks) {
                const bool interleaves = layout.pipeline > 1
                    && batch / (data * micro) % layout.pipeline == 0
                    && (layers + layout.pipeline - 1) / layout.pipeline % chunks == 0
                    && chunks * layout.pipeline <= layers;
                if (chunks > 1 && !interleaves)
                    continue;
                layout.virtualPipeline = chunks;
                for (const bool cut : {true, false}) {
                    if (!cut && layout.tensor == 1)
                        continue;
                    layout.sequenceParallel = cut;
                    savings(data * layout.context);
                }
            }
        }
        layout.virtualPipeline = 1;
    }

    void savings(std::int64_t sharing)
    {
        const Profile& profile = *m_present.profile;
        Layout& layout = m_plan.layout;
        for (std::int64_t zero = 0; zero <= profile.abilities.mostZero; ++zero) {
            if (zero > 0
                && (zero < profile.abilities.leastZero
                    || (sharing == 1 && profile.sharding != Sharding::Buckets)))
                continue;
            layout.zero = zero;
            for (std::int64_t replicas = 1; replicas <= sharing; ++replicas) {
                if (replicas > 1 && (zero == 0 || replicas == sharing || sharing % replicas != 0))
                    continue;
                layout.replicate = replicas;
                recomputes();
            }
        }
    }

    void recomputes()
    {
        const Profile& profile = *m_present.profile;
        const bool scores = m_present.choices.attention == Attention::Eager;
        for (const Recompute recompute : everyOf<Recompute>()) {
            if (recompute == Recompute::Selective
                && (profile.selective == Selective::None
                    || (profile.selective == Selective::CoreAttention && !scores)))
                continue;
            if (keeps("recipe.recompute") && recompute != m_present.choices.recompute)
                continue;
            m_plan.recipe.recompute = recompute;
            for (const Offload optimizer : everyOf<Offload>())
                for (const Offload parameters : everyOf<Offload>())
                    for (const ActivationOffload activations : everyOf<ActivationOffload>())
                        offload(optimizer, parameters, activations);
        }
    }

    void offload(Offload optimizer, Offload parameters, ActivationOffload activations)
    {
        const auto able = [&](KeyPath key, Offload offload) {
            return keeps(key) ? offload == Offload::None
                              : offload != Offload::Nvme || m_present.profile->abilities.disk;
        };
        if (!able("layout.offload_optimizer", optimizer)
            || !able("layout.offload_parameters", parameters)
            || (keeps("layout.offload_activations") && activations != ActivationOffload::None))
            return;
        m_plan.layout.offloadOptimizer = optimizer;
        m_plan.layout.offloadParameters = parameters;
        m_plan.layout.offloadActivations = activations;
        count();
    }

    void count()
    {
        const auto resolved = prepare(m_plan, builtinCatalog(), m_idle);
        if (!resolved)
            return;
        ++allowed;
        const auto judged = judge(*resolved);
        if (judged && judged->fits() && judged->free() >= m_constraints.leastFree)
            points.push_back(
                {stepTime(*resolved, *machineOf(*resolved)).seconds, judged->totals.total});
    }

    Plan m_plan;
    const SearchConstraints& m_constraints;
    Resolved m_present;
    IdleShares m_idle;
};

std::vector<Point> pointsOf(const std::vector<FoundLayout>& layouts)
{
    std::vector<Point> points;
    for (const FoundLayout& layout : layouts)
        points.push_back({layout.seconds(), layout.judged.totals.total});
    return points;
}

QString shownPoints(const std::vector<Point>& points)
{
    QStringList lines;
    for (const Point& point : points)
        lines << QStringLiteral("%1 s %2 bytes").arg(point.seconds, 0, 'g', 17).arg(point.total);
    return lines.join(u'\n');
}

const std::vector<KeyPath> offloadKeys{"layout.offload_optimizer", "layout.offload_parameters",
                                       "layout.offload_activations"};

struct Cluster64
{
    const char* name;
    Plan plan;
    std::vector<KeyPath> kept;
};

std::vector<Cluster64> smallClusters()
{
    std::vector<Cluster64> list;
    const auto add = [&](const char* name, Plan plan, std::vector<KeyPath> kept = {}) {
        list.push_back({name, std::move(plan), std::move(kept)});
    };
    add("dense model, 1 GPU", planOf("llama-3.2-1b", 1, 4));
    add("dense model, 2 GPUs", planOf("llama-3.2-1b", 2, 8));
    add("dense model, 8 GPUs", planOf("llama-3.1-8b", 8, 8));
    add("dense model, 8 GPUs, offload kept", planOf("llama-3.1-8b", 8, 16), offloadKeys);
    add("dense model, 12 GPUs of nodes of 4",
        planWith({{"cluster.gpus_per_node", "4"}}, planOf("llama-3.1-8b", 12, 24)), offloadKeys);
    add("dense model, 64 GPUs", planOf("llama-3.1-70b", 64, 64), offloadKeys);
    add("experts, 8 GPUs", planOf("mixtral-8x7b", 8, 8), offloadKeys);
    add("experts, 64 GPUs", planOf("mixtral-8x7b", 64, 64), offloadKeys);
    add("latent attention and experts, 16 GPUs", planOf("deepseek-v2-lite-16b", 16, 16),
        offloadKeys);
    for (const char* framework : {"pytorch-fsdp", "deepspeed", "megatron", "nanotron",
                                  "huggingface", "torchtune", "litgpt"})
        add(framework, planWith({{"recipe.framework", framework}}, planOf("llama-3.1-8b", 8, 8)));
    add("8-bit compute",
        planWith({{"recipe.precision", "fp8-mixed"}}, planOf("llama-3.1-8b", 8, 8)));
    add("32-bit compute", planWith({{"recipe.precision", "fp32"}}, planOf("llama-3.2-1b", 4, 8)));
    add("eager attention",
        planWith({{"recipe.attention", "eager"}, {"recipe.kernels", "eager"}},
                 planOf("llama-3.1-8b", 8, 8)));
    add("QLoRA on one card",
        planWith({{"adapter.kind", "qlora"}, {"cluster.device", "rtx-4090-24gb"}},
                 planOf("llama-3.1-8b", 1, 4)));
    add("LoRA, experts", planWith({{"adapter.kind", "lora"}}, planOf("mixtral-8x7b", 8, 8)),
        offloadKeys);
    add("room that the person keeps free",
        planWith({{"cluster.reserve", "20000000000"}}, planOf("llama-3.1-8b", 8, 8)));
    add("a host of known memory",
        planWith({{"cluster.host_memory", "137438953472"}}, planOf("llama-3.1-8b", 8, 8)));
    add("a pipeline that stays",
        planWith({{"layout.pipeline", "4"}}, planOf("llama-3.1-8b", 8, 32)),
        {"layout.pipeline", "layout.tensor", "recipe.recompute"});
    return list;
}

} // namespace

/// Layouts of a cluster, ranked by the time of a step.
class TestSearch : public QObject
{
    Q_OBJECT

private slots:
    void findsWhatTryingAllFinds_data();
    void findsWhatTryingAllFinds();
};

void TestSearch::findsWhatTryingAllFinds_data()
{
    QTest::addColumn<std::size_t>("index");
    const auto clusters = smallClusters();
    for (std::size_t i = 0; i < clusters.size(); ++i)
        QTest::newRow(clusters[i].name) << i;
}

/// The best and the front are those of a walk through every layout: what is left out of the count
/// was never one of them.
void TestSearch::findsWhatTryingAllFinds()
{
    QFETCH(std::size_t, index);
    const Cluster64 cluster = smallClusters()[index];
    SearchConstraints constraints = countedOnly(cluster.kept);
    constraints.most = 40;
    const EveryLayout every(cluster.plan, constraints);
    const SearchResult found = searched(cluster.plan, constraints);
    QCOMPARE(found.allowed, every.allowed);
    QVERIFY(found.considered >= found.allowed);
    QVERIFY(found.counted <= found.allowed);
    QVERIFY(found.fitting <= static_cast<std::int64_t>(every.points.size()));
    std::vector<Point> best = every.points;
    best.resize(std::min(best.size(), constraints.most));
    QCOMPARE(shownPoints(pointsOf(found.layouts)), shownPoints(best));
    QCOMPARE(shownPoints(pointsOf(found.front)), shownPoints(every.front()));
}

QTEST_APPLESS_MAIN(TestSearch)
#include "test_search.moc"
