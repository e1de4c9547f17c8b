// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/explore/layout_list.h"
#include "core/explore/search.h"
#include "core/explore/search_bounds.h"
#include "core/explore/search_ranking.h"
#include "core/explore/search_words.h"
#include "core/figure/layout_table.h"
#include "core/ledger/framework.h"
#include "core/time/time_answer.h"
#include "random_plan.h"

#include <QtTest>

#include <cmath>

using namespace highwater;

namespace {

SearchResult searched(const Plan& plan, const SearchConstraints& constraints = {})
{
    auto found = search(plan, builtinCatalog(), constraints);
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

/// Everything is counted and listed, offload too, and nothing replayed.
SearchConstraints countedOnly(std::vector<KeyPath> kept = {})
{
    SearchConstraints constraints;
    constraints.offload = true;
    constraints.folds = false;
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

/// Time and memory of a layout.
struct Point
{
    double seconds = 0;
    Bytes total = 0;
    auto operator<=>(const Point&) const = default;
};

/// All layouts of a plan's cluster, one by one, each resolved from a whole plan.
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
                              const bool divides
                                  = context == 1 || m_plan.workload.context % (2 * context) == 0;
                              if (divides && gpus % (tensor * pipeline * context) == 0)
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
                if (chunks > 1 && !(interleaves && m_present.profile->abilities.chunks))
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
        Layout& layout = m_plan.layout;
        const Profile& profile = profileOf(m_plan.recipe, layout);
        for (std::int64_t zero = 0; zero <= profile.abilities.mostZero; ++zero) {
            const bool kept = keeps("layout.zero");
            const bool alone = sharing == 1 && profile.sharding != Sharding::Buckets && !kept;
            const Abilities& has = profile.abilities;
            if (zero == 0 && has.shardsAlways && sharing > 1 && !kept)
                continue;
            if (zero > 0 && (zero < has.leastZero || alone))
                continue;
            if (kept && zero != m_present.layout.zero)
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
        const Profile& profile = profileOf(m_plan.recipe, m_plan.layout);
        const bool scores = m_present.choices.attention == Attention::Eager;
        const Recipe own = m_plan.recipe;
        for (const Recompute recompute : everyOf<Recompute>()) {
            if (recompute == Recompute::Selective
                && (profile.selective == Selective::None || profile.selective == Selective::Layers
                    || (profile.selective == Selective::CoreAttention && !scores)))
                continue;
            if (keeps("recipe.recompute") && recompute != m_present.choices.recompute)
                continue;
            m_plan.recipe.recompute = recompute;
            for (const Offload optimizer : everyOf<Offload>())
                for (const Offload parameters : everyOf<Offload>())
                    for (const ActivationOffload activations : everyOf<ActivationOffload>())
                        offload(optimizer, parameters, activations, [this] { count(); });
        }
        if (!keeps("recipe.recompute")) {
            if (own.recomputeMethod != RecomputeMethod::All) {
                m_plan.recipe.recomputeMethod = RecomputeMethod::All;
                for (const Offload optimizer : everyOf<Offload>())
                    for (const Offload parameters : everyOf<Offload>())
                        for (const ActivationOffload activations : everyOf<ActivationOffload>())
                            offload(optimizer, parameters, activations, [this] { count(); });
            }
            for (const Offload optimizer : everyOf<Offload>())
                for (const Offload parameters : everyOf<Offload>())
                    offload(optimizer, parameters, ActivationOffload::None,
                            [&] { someLayers(own); });
        }
        m_plan.recipe = own;
    }

    /// The least recomputed layers with which a layout fits that does not without recompute.
    void someLayers(const Recipe& own)
    {
        const Abilities& has = profileOf(m_plan.recipe, m_plan.layout).abilities;
        const Kernels kernels = m_present.choices.kernels;
        const bool block = has.recomputesBy(RecomputeMethod::Block, kernels);
        if (!block && !has.recomputesBy(RecomputeMethod::Every, kernels))
            return;
        ++allowed;
        Recipe& recipe = m_plan.recipe;
        recipe.recompute = Recompute::None;
        std::optional<Point> found = pointOf();
        recipe.recompute = Recompute::Full;
        recipe.recomputeMethod = block ? RecomputeMethod::Block : RecomputeMethod::Every;
        const std::int64_t parts = m_plan.layout.pipeline * m_plan.layout.virtualPipeline;
        const std::int64_t layers = (m_present.shape.layers + parts - 1) / parts;
        for (std::int64_t i = 1; !found && i < layers; ++i) {
            recipe.recomputeLayers = block ? i : layers + 1 - i;
            found = pointOf();
            const bool isOwn = own.recomputeMethod == recipe.recomputeMethod
                && own.recomputeLayers == recipe.recomputeLayers;
            if (found && !isOwn) // which is among the layouts that recompute as the plan does
                points.push_back(*found);
        }
        recipe = own;
    }

    void offload(Offload optimizer, Offload parameters, ActivationOffload activations, auto visit)
    {
        const Abilities& has = profileOf(m_plan.recipe, m_plan.layout).abilities;
        const auto able = [&](KeyPath key, Offload offload) {
            if (offload == Offload::None)
                return true;
            return !keeps(key) && (offload == Offload::Nvme ? has.disk : has.host);
        };
        const bool recomputes = m_plan.recipe.recompute != Recompute::None;
        const bool stay = !has.host || !has.hostActivations || keeps("layout.offload_activations")
            || (has.hostActivationsRecomputed && !recomputes);
        if (has.offloadsTogether && !keeps("layout.offload_optimizer")
            && (optimizer == Offload::None) != (parameters == Offload::None))
            return;
        if (!able("layout.offload_optimizer", optimizer)
            || !able("layout.offload_parameters", parameters)
            || (stay && activations != ActivationOffload::None))
            return;
        m_plan.layout.offloadOptimizer = optimizer;
        m_plan.layout.offloadParameters = parameters;
        m_plan.layout.offloadActivations = activations;
        // Stages of DeepSpeed that have no disk offload to the host: another layout of the walk.
        const auto resolved = prepare(m_plan, builtinCatalog(), m_idle);
        if (resolved && resolved->layout.offloadOptimizer == m_plan.layout.offloadOptimizer
            && resolved->layout.zero == m_plan.layout.zero)
            visit();
    }

    void count()
    {
        ++allowed;
        if (const auto point = pointOf())
            points.push_back(*point);
    }

    /// Null where the layout does not fit.
    std::optional<Point> pointOf() const
    {
        const auto resolved = prepare(m_plan, builtinCatalog(), m_idle);
        const auto judged = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
        if (!judged || !judged->fits() || judged->free() < m_constraints.leastFree)
            return std::nullopt;
        return Point{stepTime(*resolved, *machineOf(*resolved)).seconds, judged->totals.total};
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

/// A cluster that is small enough to try everything.
struct SmallCluster
{
    const char* name;
    Plan plan;
    std::vector<KeyPath> kept;
};

std::vector<SmallCluster> smallClusters()
{
    std::vector<SmallCluster> list;
    const auto add = [&](const char* name, Plan plan, std::vector<KeyPath> kept = {}) {
        list.push_back({name, std::move(plan), std::move(kept)});
    };
    add("dense model, 1 GPU", planOf("llama-3.2-1b", 1, 4));
    add("dense model, 2 GPUs", planOf("llama-3.2-1b", 2, 8));
    add("dense model, 8 GPUs", planOf("llama-3.1-8b", 8, 8));
    add("dense model, 8 GPUs, offload kept", planOf("llama-3.1-8b", 8, 16), offloadKeys);
    add("dense model, 12 GPUs of nodes of 4",
        planWith({{"cluster.gpus_per_node", "4"}}, planOf("llama-3.1-8b", 12, 24)), offloadKeys);
    add("dense model, 24 GPUs", planOf("llama-3.1-70b", 24, 48), offloadKeys);
    add("experts, 8 GPUs", planOf("mixtral-8x7b", 8, 8), offloadKeys);
    add("experts, 32 GPUs", planOf("mixtral-8x7b", 32, 32), offloadKeys);
    add("latent attention and experts, 16 GPUs", planOf("deepseek-v2-lite-16b", 16, 16),
        offloadKeys);
    for (const char* framework : {"pytorch-fsdp", "deepspeed", "megatron", "nanotron",
                                  "huggingface", "torchtune", "litgpt", "verl"})
        add(framework, planWith({{"recipe.framework", framework}}, planOf("llama-3.1-8b", 4, 8)));
    add("verl, whose tensor ranks are Megatron-LM's, eager attention",
        planWith({{"recipe.framework", "verl"},
                  {"recipe.attention", "eager"},
                  {"layout.tensor", "2"},
                  {"layout.zero", "1"}},
                 planOf("llama-3.1-8b", 4, 8)));
    add("verl, a stage of Megatron-LM's kept",
        planWith({{"recipe.framework", "verl"}, {"layout.tensor", "2"}, {"layout.zero", "1"}},
                 planOf("llama-3.1-8b", 4, 8)),
        {"layout.zero"});
    add("verl, a stage of FSDP kept",
        planWith({{"recipe.framework", "verl"}, {"layout.zero", "3"}},
                 planOf("llama-3.1-8b", 4, 8)),
        {"layout.zero"});
    add("8-bit compute",
        planWith({{"recipe.precision", "fp8-mixed"}}, planOf("llama-3.1-8b", 4, 8)));
    add("32-bit compute", planWith({{"recipe.precision", "fp32"}}, planOf("llama-3.2-1b", 2, 8)));
    add("eager attention",
        planWith({{"recipe.attention", "eager"}, {"recipe.kernels", "eager"}},
                 planOf("llama-3.1-8b", 4, 8)));
    add("QLoRA on one card",
        planWith({{"adapter.kind", "qlora"}, {"cluster.device", "rtx-4090-24gb"}},
                 planOf("llama-3.1-8b", 1, 4)));
    add("LoRA, experts", planWith({{"adapter.kind", "lora"}}, planOf("mixtral-8x7b", 8, 8)),
        offloadKeys);
    add("room that the person keeps free",
        planWith({{"cluster.reserve", "20000000000"}}, planOf("llama-3.1-8b", 4, 8)));
    add("a host of known memory",
        planWith({{"cluster.host_memory", "137438953472"}}, planOf("llama-3.1-8b", 4, 8)));
    add("a host that steps beside the passes",
        planWith({{"recipe.framework", "deepspeed"},
                  {"layout.zero", "1"},
                  {"layout.offload_optimizer", "cpu"},
                  {"layout.host_step", "zenflow_overlap"},
                  {"layout.zenflow_share", "0.3"},
                  {"cluster.links.host", "10"},
                  {"workload.context", "2048"}},
                 planOf("llama-3.1-8b", 4, 64)));
    add("a pipeline that stays",
        planWith({{"layout.pipeline", "4"}}, planOf("llama-3.1-8b", 8, 32)),
        {"layout.pipeline", "layout.tensor", "recipe.recompute"});
    add("a pipeline of Megatron-LM's that recomputes 3 layers of a stage",
        planWith({{"recipe.framework", "megatron"},
                  {"recipe.recompute", "full"},
                  {"recipe.recompute_method", "block"},
                  {"recipe.recompute_layers", "3"},
                  {"layout.pipeline", "4"}},
                 planOf("llama-3.1-8b", 8, 32)),
        {"layout.pipeline", "layout.tensor", "layout.zero"});
    add("rows padded to the longest of a micro-batch",
        planWith({{"recipe.framework", "huggingface"}, {"workload.mean_length", "700"}},
                 planOf("llama-3.1-8b", 4, 8)));
    add("a method that is said in vain",
        planWith({{"recipe.recompute_method", "block"}, {"recipe.recompute_layers", "5"}},
                 planOf("llama-3.1-8b", 4, 8)),
        offloadKeys);
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
    void boundsAreNeverAbove_data();
    void boundsAreNeverAbove();
    void layoutsAreEstimates_data();
    void layoutsAreEstimates();
    void someLayersAreRecomputed_data();
    void someLayersAreRecomputed();
    void noLayersAreChosenWhereRecomputeStays();
    void offloadIsTriedWhereAskedFor();
    void nearEqualsAreListedOnce();
    void theSimplestLeadsItsNearEquals();
    void timesInDoubtSaySo_data();
    void timesInDoubtSaySo();
    void ranksOfADenseModelsExperts();
    void offloadFollowsRecomputing_data();
    void offloadFollowsRecomputing();
    void anyLayoutIsAccepted();
    void aShortListBeginsALongOne();
    void stagesAreThoseOfTheEngine();
    void aStatedUtilisationSetsThePace();
    void keysThatAreKeptStay();
    void constraintsHold();
    void everyTickIsAnswered_data();
    void everyTickIsAnswered();
    void placeOfThePlan();
    void saysWhyThePlanIsNotTheFastest();
    void nothingFits();
    void stopsWhenTold();
    void tellsHowFarItIs();
    void endsAfterItsWork();
    void noSearch_data();
    void noSearch();
    void readsWhatIsKept_data();
    void readsWhatIsKept();
};

void TestSearch::findsWhatTryingAllFinds_data()
{
    QTest::addColumn<std::size_t>("index");
    const auto clusters = smallClusters();
    for (std::size_t i = 0; i < clusters.size(); ++i)
        QTest::newRow(clusters[i].name) << i;
}

/// The best and the front are those of a walk through every layout: layouts that are not counted
/// are never among them.
void TestSearch::findsWhatTryingAllFinds()
{
    QFETCH(std::size_t, index);
    const SmallCluster cluster = smallClusters()[index];
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

void TestSearch::boundsAreNeverAbove_data()
{
    findsWhatTryingAllFinds_data();
}

/// Of every layout, or of some hundred of a large space, time and memory are not below the bounds
/// that might have ruled it out.
void TestSearch::boundsAreNeverAbove()
{
    QFETCH(std::size_t, index);
    const SmallCluster cluster = smallClusters()[index];
    const SearchConstraints constraints = countedOnly(cluster.kept);
    Resolved plan = *prepare(cluster.plan, builtinCatalog());
    plan.replays = false;
    const Resolved present = plan;
    const Machine machine = *machineOf(plan);
    const SearchSpace space(present, constraints);
    QVERIFY(!space.families().empty());
    Random random(7 + index);
    for (int i = 0; i < 60; ++i) {
        const auto& family = space.families()[random.below(space.families().size())];
        const auto bounds = boundsOf(family, plan, machine);
        const LayoutGroup& group = family.groups[random.below(family.groups.size())];
        const std::size_t kind = random.below(family.recomputes.size());
        const Recomputing recompute = family.recomputes[kind];
        const double leastSeconds = leastSecondsOf(group, family.recomputes, plan, machine)[kind];
        for (const ActivationOffload activations : family.activationOffloads(recompute)) {
            GroupBounds ofGroup(plan, machine, group, recompute, activations);
            for (int j = 0; j < 20; ++j) {
                const std::size_t at = random.below(family.savings.size());
                Candidate candidate{group, family.savings[at]};
                candidate.saving.recomputing = recompute;
                candidate.saving.activations = activations;
                const Bytes quick = ofGroup.total(bounds, at);
                const Bytes close = ofGroup.closeTotal(bounds, at, candidate.saving);
                QVERIFY(setCandidate(plan, candidate).empty());
                const double seconds = stepTime(plan, machine).seconds;
                const Bytes total = exactTotals(plan).total;
                QVERIFY(leastSeconds <= seconds);
                QVERIFY(ofGroup.seconds(bounds.savings[at]) <= seconds);
                QVERIFY(quick <= close);
                QVERIFY2(close <= total, qPrintable(QStringLiteral("%1 %2").arg(close).arg(total)));
            }
        }
    }
}

void TestSearch::layoutsAreEstimates_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::newRow("dense") << planOf("llama-3.1-8b", 8, 16);
    Plan open = planOf("llama-3.1-8b", 8, 1);
    open.workload.globalBatch.reset();
    QTest::newRow("batch left open") << open;
    QTest::newRow("experts") << planOf("mixtral-8x7b", 32, 64);
    QTest::newRow("chunks of one layer, too many to replay")
        << planWith({{"recipe.precision", "fp8-mixed"}, {"workload.context", "4096"}},
                    planOf("llama-3.1-70b", 64, 64));
    QTest::newRow("quantised") << planWith(
        {{"adapter.kind", "qlora"}, {"cluster.device", "rtx-4090-24gb"}},
        planOf("llama-3.1-8b", 2, 8));
}

/// The changes of each layout lead to its totals and its time, with a replay of the allocator, and
/// to the global batch that the plan has.
void TestSearch::layoutsAreEstimates()
{
    QFETCH(Plan, plan);
    SearchConstraints constraints;
    constraints.offload = true;
    constraints.folds = false;
    constraints.most = 20;
    const SearchResult result = searched(plan, constraints);
    const Resolved present = *prepare(plan, builtinCatalog());
    const std::int64_t batch = plan.workload.globalBatch.value_or(present.dataParallel);
    QCOMPARE(result.layouts.size(), constraints.most);
    QVERIFY(!result.front.empty());
    std::vector<FoundLayout> all = result.layouts;
    all.insert(all.end(), result.front.begin(), result.front.end());
    for (const FoundLayout& layout : all) {
        auto changed = withChanges(plan, layout.changes);
        QVERIFY2(bool(changed), qPrintable(whyNot(changed)));
        const Estimate estimate = estimated(*changed);
        QCOMPARE(estimate.answer.totals, layout.judged.totals);
        QVERIFY(estimate.fits());
        const auto time = timeOf(estimate.plan);
        QCOMPARE(time->seconds, layout.seconds());
        QCOMPARE(time->tokensPerSecondPerGpu, layout.tokensPerSecondPerGpu);
        QCOMPARE(time->modelUtilisation, layout.modelUtilisation);
        QCOMPARE(estimate.plan.microBatches * estimate.plan.workload.microBatch
                     * estimate.plan.dataParallel,
                 batch);
        QCOMPARE(estimate.plan.unsupported, std::size_t{0});
        for (const Change& change : layout.changes) {
            const bool completes = change.key == "recipe.recompute_method"
                || change.key == "recipe.recompute_layers";
            QVERIFY((completes || !english(change.label).empty()) && !english(change.cost).empty());
        }
    }
    for (std::size_t i = 1; i < result.layouts.size(); ++i)
        QVERIFY(result.layouts[i - 1].seconds() <= result.layouts[i].seconds());
    for (std::size_t i = 1; i < result.front.size(); ++i) {
        QVERIFY(result.front[i - 1].seconds() < result.front[i].seconds());
        QVERIFY(result.front[i - 1].judged.totals.total > result.front[i].judged.totals.total);
    }
    QVERIFY(result.layouts.front().pareto);
}

void TestSearch::someLayersAreRecomputed_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("method");
    const auto row = [](const char* name, const char* framework, Plan plan, const char* method) {
        QTest::newRow(name) << planWith({{"recipe.framework", framework}}, plan)
                            << QString::fromLatin1(method);
    };
    const Plan plan = planWith({{"workload.context", "8192"}}, planOf("llama-3.1-8b", 8, 16));
    row("any framework", "plain", plan, "block");
    row("Megatron-LM", "megatron", plan, "block");
    row("torchtune, every second layer or fewer", "torchtune", plan, "every");
    row("experts", "megatron",
        planWith({{"workload.context", "8192"}}, planOf("mixtral-8x7b", 32, 64)), "block");
    row("Hugging Face has no setting for it", "huggingface", plan, "");
}

/// A layout that recomputes some layers fits, by an estimate with a replay, and does not without
/// recompute, as the plan's allocator keeps memory idle; its step is shorter than that of the same
/// layout which recomputes all of them.
void TestSearch::someLayersAreRecomputed()
{
    QFETCH(Plan, plan);
    QFETCH(QString, method);
    SearchConstraints constraints;
    constraints.folds = false;
    constraints.most = 60;
    const SearchResult result = searched(plan, constraints);
    int found = 0;
    for (const auto* list : {&result.layouts, &result.front})
        for (const FoundLayout& layout : *list) {
            if (!layout.partly)
                continue;
            ++found;
            Plan changed = *withChanges(plan, layout.changes);
            QVERIFY(changed.recipe.recompute == Recompute::Full);
            QCOMPARE(QString::fromStdString(std::string(nameOf(changed.recipe.recomputeMethod))),
                     method);
            const FateCounts& counts = *layout.partly;
            QVERIFY(counts.recomputed > 0 && counts.kept > 0);
            const Estimate estimate = estimated(changed);
            QVERIFY(estimate.fits());
            QCOMPARE(estimate.answer.totals, layout.judged.totals);
            QCOMPARE(estimate.plan.unsupported, std::size_t{0});
            const double seconds = timeOf(estimate.plan)->seconds;
            QCOMPARE(seconds, layout.seconds());
            changed.recipe.recomputeMethod = RecomputeMethod::All;
            QVERIFY(seconds < timeOf(estimated(changed).plan)->seconds);
            changed.recipe.recompute = Recompute::None;
            // Layouts are chosen with the idle memory of the plan's own allocator.
            const auto kept
                = prepare(changed, builtinCatalog(), idleSharesOf(result.present.judged.totals));
            QVERIFY(kept && !judge(*kept)->fits());
            const std::string said = english(briefLayoutName(layout));
            const std::string some = std::to_string(counts.recomputed) + " of "
                + std::to_string(counts.layers()) + " layers";
            QVERIFY2(said.find(some) != std::string::npos, said.c_str());
        }
    QCOMPARE(found > 0, !method.isEmpty());
}

void TestSearch::noLayersAreChosenWhereRecomputeStays()
{
    const Plan plan = planWith({{"recipe.recompute", "full"}, {"workload.context", "8192"}},
                               planOf("llama-3.1-8b", 8, 16));
    const auto chooses = [&](std::vector<KeyPath> kept) {
        const SearchResult result = searched(plan, countedOnly(std::move(kept)));
        return std::ranges::any_of(
            result.layouts, [](const FoundLayout& layout) { return layout.partly.has_value(); });
    };
    QVERIFY(chooses({}));
    QVERIFY(!chooses({"recipe.recompute"}));
}

void TestSearch::offloadIsTriedWhereAskedFor()
{
    Plan plan = planOf("llama-3.1-8b", 8, 16);
    SearchConstraints constraints;
    const auto isTried = [&] {
        const SearchResult result = searched(plan, constraints);
        const auto is = [](const FoundLayout& layout) { return offloads(layout.layout); };
        return std::ranges::any_of(result.layouts, is) || std::ranges::any_of(result.front, is);
    };
    QVERIFY(!isTried());
    constraints.offload = true;
    QVERIFY(isTried());
    constraints.offload = false;
    plan.layout.zero = 1;
    plan.layout.offloadOptimizer = Offload::Cpu; // the plan itself does
    QVERIFY(isTried());
    // 3 billion parameters of 16 bytes each do not fit a card of 24 GiB; on the host they do.
    plan = planWith({{"cluster.device", "rtx-4090-24gb"}}, planOf("llama-3.2-3b", 1, 1));
    const auto remarks = [&] {
        std::string all;
        for (const Text& remark : remarksOn(searched(plan, constraints)))
            all += english(remark);
        return all;
    };
    QVERIFY(remarks().find("--offload") != std::string::npos);
    constraints.offload = true;
    QVERIFY(remarks().find("--offload") == std::string::npos);
    QVERIFY(isTried());
}

/// Of the layouts that cut a model alike, one stands for the fastest and all within 1 % of it; with
/// those that are folded the list is as long as without.
void TestSearch::nearEqualsAreListedOnce()
{
    const Plan plan = planOf("llama-3.1-70b", 64, 64);
    SearchConstraints constraints = countedOnly(offloadKeys);
    constraints.most = 500;
    const SearchResult every = searched(plan, constraints);
    constraints.folds = true;
    const SearchResult once = searched(plan, constraints);
    QVERIFY(once.layouts.size() < every.layouts.size());
    const auto near = [](const std::vector<FoundLayout>& list, const FoundLayout& fastest) {
        return std::ranges::count_if(list, [&](const FoundLayout& other) {
            return other.layout.tensor == fastest.layout.tensor
                && other.layout.pipeline == fastest.layout.pipeline
                && other.seconds() <= 1.01 * fastest.seconds();
        });
    };
    std::vector<std::pair<std::int64_t, std::int64_t>> seen; // tensor and pipeline ranks
    std::ptrdiff_t most = 0;
    for (const FoundLayout& layout : every.layouts) {
        QCOMPARE(layout.folded, std::int64_t{0});
        const std::pair ranks(layout.layout.tensor, layout.layout.pipeline);
        if (std::ranges::find(seen, ranks) != seen.end())
            continue;
        seen.push_back(ranks); // its fastest
        QCOMPARE(near(once.layouts, layout), std::ptrdiff_t{1});
        most = std::max(most, near(every.layouts, layout));
    }
    QVERIFY(most > 1);
    std::int64_t told = 0;
    for (const FoundLayout& layout : once.layouts)
        told += 1 + layout.folded;
    QVERIFY(told >= static_cast<std::int64_t>(every.layouts.size()));
}

/// A stage of ZeRO more, or a recomputation, is for nothing where it takes as long; the plan's own
/// layout leads its near equals whatever it has.
void TestSearch::theSimplestLeadsItsNearEquals()
{
    const auto ranked
        = [](double seconds, std::int64_t zero, Recompute recompute, std::int64_t gib) {
              Candidate candidate;
              candidate.saving.zero = zero;
              candidate.saving.recomputing.recompute = recompute;
              return Ranked{candidate, seconds, gib << 30};
          };
    const std::vector<Ranked> fastest{
        ranked(1.000, 3, Recompute::None, 50), ranked(1.002, 1, Recompute::Selective, 40),
        ranked(1.005, 0, Recompute::None, 75), // of 80: more than nine tenths
        ranked(1.009, 1, Recompute::None, 60), ranked(1.011, 0, Recompute::None, 20)};
    Candidate other;
    other.group.tensor = 2;
    const Bytes capacity = Bytes{80} << 30;
    const auto groups = nearEquals(fastest, other, capacity, true);
    QCOMPARE(groups.size(), std::size_t{2});
    QCOMPARE(groups[0].size(), std::size_t{4});
    QCOMPARE(groups[0].front().seconds, 1.009);
    QCOMPARE(groups[1].front().seconds, 1.011);
    const auto own = nearEquals(fastest, fastest[1].candidate, capacity, true);
    QCOMPARE(own[0].front().seconds, 1.002);
    QCOMPARE(nearEquals(fastest, other, capacity, false).size(), fastest.size());
}

void TestSearch::timesInDoubtSaySo_data()
{
    QTest::addColumn<std::int64_t>("zero");
    QTest::addColumn<bool>("activations");
    QTest::addColumn<double>("utilisation");
    QTest::addColumn<QStringList>("doubts");
    const auto row = [](const char* name, std::int64_t zero, bool activations, double utilisation,
                        const QStringList& doubts) {
        QTest::newRow(name) << zero << activations << utilisation << doubts;
    };
    const QString peak = QStringLiteral("utilisation"), host = QStringLiteral("offload"),
                  shards = QStringLiteral("sharding");
    row("as Llama 3 was trained", 1, false, 0.43, {});
    row("at the best published share", 1, false, 0.55, {});
    row("above it", 1, false, 0.56, {peak});
    row("offloaded activations at 61 %", 1, true, 0.61, {peak, host});
    row("ZeRO-3", 3, false, 0.4, {shards});
}

void TestSearch::timesInDoubtSaySo()
{
    QFETCH(std::int64_t, zero);
    QFETCH(bool, activations);
    QFETCH(double, utilisation);
    QFETCH(QStringList, doubts);
    Layout layout;
    layout.zero = zero;
    if (activations)
        layout.offloadActivations = ActivationOffload::Cpu;
    QStringList found;
    for (const TimeDoubt doubt : timeDoubts(layout, utilisation)) {
        found << shown(nameOf(doubt));
        QVERIFY(!english(doubtText(doubt)).empty());
    }
    QCOMPARE(found, doubts);
}

/// Warnings that a setting is counted otherwise than it is, or that something does not divide.
std::vector<std::string> misfitsOf(const Resolved& plan)
{
    std::vector<std::string> misfits;
    for (const Warning& warning : plan.warnings) {
        const std::string text = english(warning.message);
        for (const char* words : {"counted as", "not divide", "not split", "which is counted"})
            if (text.find(words) != std::string::npos)
                misfits.push_back(warning.field + warning.message.id);
    }
    return misfits;
}

/// The changes of every listed layout lead to a plan that is accepted, with the layout's totals and
/// without a new misfit.
QString whyNoLayout(const Plan& plan, const SearchResult& result)
{
    const auto known = misfitsOf(*prepare(plan, builtinCatalog()));
    for (const auto* list : {&result.layouts, &result.front})
        for (const FoundLayout& layout : *list) {
            QString settings;
            for (const Change& change : layout.changes)
                settings += QStringLiteral(" %1=%2").arg(
                    shown(change.key.text()), QString::fromStdString(settingText(change.value)));
            const auto changed = withChanges(plan, layout.changes);
            const auto resolved = changed ? prepare(*changed, builtinCatalog())
                                          : Result<Resolved>(changed.problems());
            if (!resolved)
                return settings + u": " + whyNot(resolved);
            for (const std::string& misfit : misfitsOf(*resolved))
                if (std::ranges::find(known, misfit) == known.end())
                    return settings + u": " + QString::fromStdString(misfit);
            const auto judged = judge(*resolved);
            if (!judged || judged->totals != layout.judged.totals || !judged->fits())
                return settings + u": other totals";
        }
    return {};
}

/// A dense model has no experts: their ranks are no reason to refuse it, nor a layout of it.
void TestSearch::ranksOfADenseModelsExperts()
{
    Plan plan = planWith({{"layout.tensor", "2"},
                          {"layout.expert", "16"},
                          {"layout.expert_tensor", "3"},
                          {"workload.micro_batch", "16"}},
                         planOf("llama-3.1-405b", 16, 128));
    QVERIFY(prepare(plan, builtinCatalog()));
    SearchConstraints constraints;
    constraints.offload = true;
    const SearchResult result = searched(plan, constraints);
    QVERIFY(!result.layouts.empty());
    QCOMPARE(whyNoLayout(plan, result), QString());
}

void TestSearch::offloadFollowsRecomputing_data()
{
    QTest::addColumn<QByteArray>("recompute");
    for (const char* recompute : {"full", "none"})
        QTest::newRow(recompute) << QByteArray(recompute);
}

/// Unsloth offloads what it recomputes from: a layout that recomputes otherwise says where that is.
void TestSearch::offloadFollowsRecomputing()
{
    QFETCH(QByteArray, recompute);
    const Plan plan = planWith({{"recipe.framework", "unsloth"},
                                {"recipe.recompute", recompute.constData()},
                                {"adapter.kind", "qlora"},
                                {"cluster.gpus", "1"},
                                {"cluster.device", "rtx-4090-24gb"},
                                {"workload.context", "2048"},
                                {"workload.micro_batch", "4"}});
    const SearchResult result = searched(plan);
    QVERIFY(std::ranges::any_of(result.layouts, [](const FoundLayout& layout) {
        return std::ranges::any_of(layout.changes, [](const Change& change) {
            return change.key == KeyPath("recipe.recompute");
        });
    }));
    QCOMPARE(whyNoLayout(plan, result), QString());
}

void TestSearch::anyLayoutIsAccepted()
{
    Random random(20261128);
    int layouts = 0;
    for (int i = 0; i < casesToTry(300); ++i) {
        Plan plan = randomPlan(random);
        plan.workload.task = Task::Train;
        plan.job.kind.reset();
        plan.method = MethodId::Exact;
        plan.cluster.gpus = std::min<std::int64_t>(plan.cluster.gpus, 256);
        plan.cluster.capacity = Bytes{80} << 30;
        if (i % 20 != 0) // a replay of the allocator takes long
            plan.cluster.overhead = Overhead::None;
        SearchConstraints constraints;
        constraints.most = 6;
        constraints.offload = random.coin();
        constraints.folds = random.coin();
        const auto found = search(plan, builtinCatalog(), constraints);
        if (!found)
            continue;
        layouts += static_cast<int>(found->layouts.size());
        const QString why = whyNoLayout(plan, *found);
        QVERIFY2(why.isEmpty(), qPrintable(QStringLiteral("case %1:%2").arg(i).arg(why)));
    }
    QVERIFY(layouts > casesToTry(20));
}

/// The unchanged plan has the step of its estimate; the other layouts keep their ratios to it.
/// Layouts that empty the allocator's cache rank below their time without it: the fastest five of
/// twenty are the fastest five.
void TestSearch::aShortListBeginsALongOne()
{
    const Plan plan = planWith({{"recipe.framework", "verl"}}, planOf("llama-3.1-8b", 8, 8));
    SearchConstraints constraints;
    constraints.most = 5;
    const SearchResult few = searched(plan, constraints);
    constraints.most = 20;
    const SearchResult many = searched(plan, constraints);
    QCOMPARE(few.layouts.size(), std::size_t{5});
    for (std::size_t i = 0; i < few.layouts.size(); ++i) {
        QCOMPARE(few.layouts[i].seconds(), many.layouts[i].seconds());
        QCOMPARE(few.layouts[i].judged.totals, many.layouts[i].judged.totals);
    }
}

/// DDP has no stage, and FSDP none that shards the optimizer alone.
void TestSearch::stagesAreThoseOfTheEngine()
{
    const auto stages = [](const char* engine) {
        std::vector<std::int64_t> found;
        const SearchResult result
            = searched(planWith({{"recipe.framework", "huggingface"}, {"recipe.engine", engine}},
                                planOf("llama-3.2-1b", 4, 8)),
                       {});
        for (const auto& each : result.layouts)
            if (std::ranges::find(found, each.layout.zero) == found.end())
                found.push_back(each.layout.zero);
        std::ranges::sort(found);
        return found;
    };
    QCOMPARE(stages("ddp"), std::vector<std::int64_t>{0});
    for (const char* engine : {"fsdp1", "fsdp2"}) {
        const auto found = stages(engine);
        QVERIFY(std::ranges::find(found, 1) == found.end());
    }
}

void TestSearch::aStatedUtilisationSetsThePace()
{
    const Plan plan = planOf("llama-3.1-8b", 8, 16);
    Plan stated = plan;
    stated.cluster.utilisation = 0.4;
    const SearchResult result = searched(stated), modelled = searched(plan);
    QVERIFY(result.byUtilisation && !modelled.byUtilisation);
    const FoundLayout& present = result.present;
    const auto time = timeOf(estimated(stated).plan);
    QVERIFY(near(present.seconds(), time->seconds));
    QVERIFY(near(present.tokensPerSecondPerGpu, time->tokensPerSecondPerGpu));
    QVERIFY(near(present.modelUtilisation, 0.4));
    QCOMPARE(result.place, modelled.place);
    QCOMPARE(result.layouts.size(), modelled.layouts.size());
    for (std::size_t i = 0; i < result.layouts.size(); ++i) {
        const FoundLayout& layout = result.layouts[i];
        const double ratio = modelled.layouts[i].seconds() / modelled.present.seconds();
        QCOMPARE(layout.changes.size(), modelled.layouts[i].changes.size());
        QVERIFY(near(layout.seconds(), ratio * present.seconds()));
        QVERIFY(near(layout.modelUtilisation, 0.4 / ratio));
        QVERIFY(near(layout.tokensPerSecondPerGpu * layout.seconds(),
                     present.tokensPerSecondPerGpu * present.seconds()));
    }
    double differences = 0; // of all parts: the plan's step against the fastest
    for (const TimeDifference& part : result.times)
        differences += part.seconds;
    QVERIFY(near(differences, present.seconds() - result.layouts.front().seconds(), 1e-3));
    // As in an estimate there is no time without any use of the peak.
    stated.cluster.utilisation = 0;
    const auto none = search(stated, builtinCatalog());
    QVERIFY(!none);
    QCOMPARE(shown(none.problems().front().field), QStringLiteral("cluster.utilisation"));
}

void TestSearch::keysThatAreKeptStay()
{
    const Plan plan = planWith({{"layout.zero", "3"}}, planOf("mixtral-8x7b", 16, 32));
    for (const KeyPath key : searchKeys) {
        const SearchResult result = searched(plan, countedOnly({key}));
        QVERIFY2(!result.layouts.empty(), key.text().data());
        for (const FoundLayout& layout : result.layouts)
            for (const Change& change : layout.changes)
                QVERIFY2(change.key != key, key.text().data());
    }
    const SearchResult all = searched(plan, countedOnly({searchKeys.begin(), searchKeys.end()}));
    QCOMPARE(all.allowed, std::int64_t{1});
}

void TestSearch::constraintsHold()
{
    const auto most = [](const SearchResult& result, KeyPath key) {
        std::int64_t largest = 1;
        for (const auto* list : {&result.layouts, &result.front})
            for (const FoundLayout& layout : *list)
                for (const Change& change : layout.changes)
                    if (change.key == key)
                        largest = std::max(largest, std::get<std::int64_t>(change.value));
        return largest;
    };
    const Plan nodesOfTwo
        = planWith({{"cluster.gpus_per_node", "2"}}, planOf("llama-3.1-8b", 8, 8));
    SearchConstraints constraints = countedOnly();
    QCOMPARE(most(searched(nodesOfTwo, constraints), "layout.tensor"), std::int64_t{2});
    constraints.tensorWithinNode = false;
    QCOMPARE(most(searched(nodesOfTwo, constraints), "layout.tensor"), std::int64_t{8});

    // FSDP has no NVMe; litgpt has neither tensor nor pipeline parallelism.
    const Plan litgpt = planWith({{"recipe.framework", "litgpt"}}, planOf("llama-3.1-8b", 8, 8));
    const SearchResult able = searched(litgpt, countedOnly());
    QCOMPARE(most(able, "layout.tensor"), std::int64_t{1});
    constraints = countedOnly();
    constraints.onlyWhatFrameworkHas = false;
    QVERIFY(searched(litgpt, constraints).allowed > able.allowed);

    constraints = countedOnly();
    constraints.leastFree = Bytes{60} << 30;
    const SearchResult roomy = searched(planOf("llama-3.1-8b", 8, 8), constraints);
    QVERIFY(!roomy.layouts.empty());
    for (const FoundLayout& layout : roomy.layouts)
        QVERIFY(layout.judged.free() >= constraints.leastFree);
}

void TestSearch::everyTickIsAnswered_data()
{
    QTest::addColumn<LayoutTicks>("ticks");
    QTest::newRow("none") << LayoutTicks{};
    QTest::newRow("no pipeline") << LayoutTicks{.noPipeline = true, .days = {}, .price = {}};
    QTest::newRow("no offload, the plan's ZeRO stage")
        << LayoutTicks{.noOffload = true, .sameZero = true, .days = {}, .price = {}};
    QTest::newRow("the upper end fits") << LayoutTicks{.upperEnd = true, .days = {}, .price = {}};
    QTest::newRow("all of them") << LayoutTicks{.noOffload = true,
                                                .noPipeline = true,
                                                .sameZero = true,
                                                .upperEnd = true,
                                                .days = {},
                                                .price = {}};
}

/// One search for every choice of ticks has the fastest layout and the front of a search for each.
void TestSearch::everyTickIsAnswered()
{
    QFETCH(LayoutTicks, ticks);
    Plan plan = planOf("llama-3.1-70b", 64, 128);
    plan.layout.zero = 1;
    SearchConstraints every = countedOnly();
    every.forEveryTick = true;
    const SearchResult found = searched(plan, every);
    SearchConstraints one = countedOnly();
    one.ticks = ticks;
    const SearchResult limited = searched(plan, one);
    QVERIFY(!limited.layouts.empty());
    const auto list = listedLayouts(found, {ticks});
    const auto first = std::ranges::find_if(
        list, [](const ListedLayout& each) { return !each.layout->changes.empty(); });
    QVERIFY(first != list.end());
    const auto fastest = std::ranges::find_if(
        limited.layouts, [](const FoundLayout& each) { return !each.changes.empty(); });
    QVERIFY(fastest != limited.layouts.end());
    QCOMPARE(first->layout->seconds(), fastest->seconds());
    for (const FoundLayout& layout : limited.layouts)
        QVERIFY(isKept(layout, limited, ticks));
    Bytes least = 0;
    for (const FoundLayout* layout : frontOf(list))
        least = layout->judged.totals.total;
    QCOMPARE(least, limited.front.back().judged.totals.total);
}

void TestSearch::placeOfThePlan()
{
    const Plan plan = planOf("llama-3.1-8b", 8, 16);
    const SearchResult result = searched(plan, countedOnly());
    for (std::size_t i = 0; i < 5; ++i) {
        const Plan changed = *withChanges(plan, result.layouts[i].changes);
        const SearchResult again = searched(changed, countedOnly());
        const auto faster = std::ranges::count_if(again.layouts, [&](const FoundLayout& layout) {
            return layout.seconds() < again.present.seconds();
        });
        QVERIFY(again.place);
        QCOMPARE(*again.place, std::int64_t{faster} + 1);
        QVERIFY(std::ranges::any_of(
            again.layouts, [](const FoundLayout& layout) { return layout.changes.empty(); }));
    }
}

void TestSearch::saysWhyThePlanIsNotTheFastest()
{
    // A pipeline of one micro-batch waits; nothing else compensates for it.
    const Plan slow
        = planWith({{"layout.pipeline", "8"}, {"layout.zero", "1"}}, planOf("llama-3.1-8b", 8, 8));
    const SearchResult result = searched(slow, countedOnly());
    QVERIFY(english(result.reason).starts_with("A step of the plan takes "));
    QCOMPARE(result.times.front().part, TimePart::Bubble);
    double sum = 0;
    for (const TimeDifference& one : result.times)
        sum += one.seconds;
    const double difference = result.present.seconds() - result.layouts.front().seconds();
    QVERIFY(std::abs(sum - difference) < 1e-9);

    const Plan fastest = *withChanges(slow, result.layouts.front().changes);
    const SearchResult again = searched(fastest, countedOnly());
    QCOMPARE(english(again.reason), std::string("The plan is the fastest layout that fits"));
    QVERIFY(again.times.empty() && again.memory.empty());
    QCOMPARE(*again.place, std::int64_t{1});

    const SearchResult large = searched(planOf("llama-3.1-8b", 8, 8));
    QVERIFY(english(large.reason).starts_with("The plan does not fit: "));
    QVERIFY(!large.place);
}

void TestSearch::nothingFits()
{
    const SearchResult result = searched(planOf("llama-3.1-405b", 1, 1), countedOnly(offloadKeys));
    QVERIFY(result.layouts.empty() && result.front.empty());
    QCOMPARE(result.fitting, std::int64_t{0});
    QVERIFY(english(result.reason).starts_with("The plan does not fit: "));
    // An idle GPU is no layout of the whole cluster.
    const SearchResult idle
        = searched(planWith({{"layout.tensor", "4"}}, planOf("llama-3.2-1b", 6, 1)),
                   countedOnly({"layout.tensor"}));
    QCOMPARE(idle.allowed, std::int64_t{0});
    QCOMPARE(english(idle.reason),
             std::string("None of the layouts that the constraints allow fits"));
}

void TestSearch::stopsWhenTold()
{
    bool stopped = false;
    SearchControl control{[&] { return stopped; }, {}};
    double last = 0;
    control.progress = [&](double share) {
        last = share;
        if (share > 0.1)
            stopped = true;
    };
    const auto found
        = search(planOf("llama-3.1-70b", 64, 64), builtinCatalog(), countedOnly(), control);
    QVERIFY(found->cancelled);
    QVERIFY(last < 0.5);
    const auto nothing
        = search(planOf("llama-3.1-70b", 64, 64), builtinCatalog(), countedOnly(), control);
    QVERIFY(nothing->cancelled);
    QCOMPARE(nothing->counted, std::int64_t{0});
    QVERIFY(nothing->layouts.empty());
}

void TestSearch::tellsHowFarItIs()
{
    std::vector<double> shares;
    const auto found = search(planOf("llama-3.1-8b", 8, 8), builtinCatalog(), countedOnly(),
                              {{}, [&](double share) { shares.push_back(share); }});
    QVERIFY(found && !found->cancelled);
    QVERIFY(shares.size() > 2);
    QVERIFY(std::ranges::is_sorted(shares));
    QVERIFY(shares.front() >= 0 && shares.back() <= 1);
}

void TestSearch::noSearch_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("field");
    const Plan plan = planOf("llama-3.1-8b", 8, 8);
    QTest::newRow("a method without a time")
        << planWith({{"method", "lecture"}}, plan) << QStringLiteral("method");
    QTest::newRow("an unknown model")
        << planWith({{"model.id", "llama-9"}}, plan) << QStringLiteral("model.id");
    QTest::newRow("links of nothing")
        << planWith({{"cluster.links.intra", "0"}}, plan) << QStringLiteral("cluster.links.intra");
    QTest::newRow("more layouts than can be searched")
        << planWith({{"cluster.gpus", "720720"},
                     {"cluster.gpus_per_node", "840"},
                     {"workload.global_batch", "2095133040"},
                     {"workload.context", "15855840"}, // 22 · 720,720: contexts divide it
                     {"model.parameters", "1e12"}},
                    plan)
        << QStringLiteral("cluster.gpus");
}

void TestSearch::noSearch()
{
    QFETCH(Plan, plan);
    QFETCH(QString, field);
    const auto found = search(plan, builtinCatalog());
    QVERIFY(!found);
    QCOMPARE(shown(found.problems().front().field), field);
}

/// 55,440 layers have 120 divisors, as 720,720 GPUs have 240: more layouts than a search tries. Its
/// work is counted, so that it ends after the same layout on every machine.
void TestSearch::endsAfterItsWork()
{
    if (isSanitized())
        QSKIP("takes too long");
    Plan plan;
    CustomModel model = llama(256, 55440, 55440, 55440, 55440, 1000);
    model.headDim = 1;
    plan.model = model;
    plan.recipe.framework = Framework::Megatron;
    plan.cluster.gpus = 720720;
    plan.workload.context = 14414400;
    plan.workload.globalBatch = 1441440;
    const auto all = search(plan, builtinCatalog());
    QVERIFY(!all);
    QCOMPARE(shown(all.problems().front().field), QStringLiteral("cluster.gpus"));

    SearchConstraints constraints;
    constraints.kept = {"layout.pipeline"};
    constraints.offload = true;
    const auto found = search(plan, builtinCatalog(), constraints);
    QVERIFY(found);
    QVERIFY(found->ended);
    QVERIFY(!found->cancelled);
    QVERIFY(found->counted < found->allowed);
    QVERIFY(!search(planWith({{"cluster.gpus", "64"}}), builtinCatalog())->ended);
}

void TestSearch::readsWhatIsKept_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("keys"); // none: refused
    QTest::newRow("a key") << "layout.zero" << 1;
    QTest::newRow("two keys") << "layout.zero,recipe.recompute" << 2;
    QTest::newRow("the beginning of three") << "layout.offload" << 3;
    QTest::newRow("all of the layout") << "layout" << 11;
    QTest::newRow("nothing") << "" << 0;
    QTest::newRow("a comma at the end") << "layout.zero," << 0;
    QTest::newRow("a key that no search changes") << "model.id" << 0;
    QTest::newRow("more than a key") << "layout.zeros" << 0;
}

void TestSearch::readsWhatIsKept()
{
    QFETCH(QString, typed);
    QFETCH(int, keys);
    const auto kept = readKept(typed.toStdString());
    QCOMPARE(kept ? int(kept->size()) : 0, keys);
}

QTEST_APPLESS_MAIN(TestSearch)
#include "test_search.moc"
