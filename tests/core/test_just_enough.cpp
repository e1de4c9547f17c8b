// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recompute and offload that is just enough: every saving that a small plan can have is tried,
// and none that fits is faster than the answer.
#include "core/explore/just_enough.h"
#include "core/explore/token_time.h"
#include "core/ledger/plan_checks.h"
#include "core/time/layer_work.h"
#include "helpers.h"
#include "plans.h"
#include "timed_plan.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace highwater;

namespace {

/// What a framework lets a plan combine.
enum class Rules {
    Megatron, ///< some layers alone offloaded, without recompute and pipeline; parts by name
    Plain, ///< the same, and all layers with any recompute
    Script, ///< all or the first layers; all offloaded or none
    Tune ///< all or every n-th layer; offload with all recomputed alone
};

/// A saving as the keys of a plan say it, whether or not it makes sense.
struct Tried
{
    Recompute recompute;
    RecomputeMethod method = RecomputeMethod::All;
    std::int64_t layers = 1;
    std::vector<RecomputeModule> modules{};
    bool offload = false;
    std::optional<std::int64_t> offloadLayers{};
    std::vector<OffloadModule> offloadModules{};
};

template <class Word> std::vector<std::vector<Word>> subsets(const std::vector<Word>& words)
{
    std::vector<std::vector<Word>> sets{{}};
    for (const Word word : words)
        for (std::size_t i = 0, end = sets.size(); i < end; ++i) {
            std::vector<Word> larger = sets[i];
            larger.push_back(word);
            sets.push_back(std::move(larger));
        }
    return sets;
}

bool has(const auto& list, auto word)
{
    return std::ranges::find(list, word) != list.end();
}

bool isAllowed(Rules rules, const Tried& tried, const Plan& plan, std::int64_t part)
{
    using enum RecomputeMethod;
    const bool full = tried.recompute == Recompute::Full;
    const bool ofAll = tried.method == All;
    const bool byName = !tried.offloadModules.empty();
    if (!full && !ofAll)
        return false;
    if (rules == Rules::Script || rules == Rules::Tune) {
        if (tried.recompute == Recompute::Selective && rules == Rules::Tune)
            return false;
        if (!tried.modules.empty() || byName || tried.offloadLayers)
            return false;
        const RecomputeMethod other = rules == Rules::Tune ? Every : Block;
        if (!ofAll && tried.method != other)
            return false;
        return !tried.offload || rules == Rules::Script || (full && ofAll);
    }
    if (rules == Rules::Megatron && tried.method == Every)
        return false;
    if (tried.recompute == Recompute::Selective && tried.modules.empty()
        && rules == Rules::Megatron)
        return false; // recomputes the scores that flash attention does not keep
    if (byName)
        return !full && (tried.recompute == Recompute::None || !tried.modules.empty())
            && (!has(tried.offloadModules, OffloadModule::AttnProj)
                || has(tried.offloadModules, OffloadModule::CoreAttn));
    if (tried.offloadLayers)
        return tried.recompute == Recompute::None && plan.layout.pipeline == 1
            && *tried.offloadLayers < part;
    return !tried.offload || rules == Rules::Plain;
}

/// Every saving of a dense model, with the words that its layers have tensors for.
std::vector<Tried> everything(std::int64_t part)
{
    using enum RecomputeMethod;
    std::vector<Tried> recomputes{{.recompute = Recompute::None}};
    for (const auto& modules : subsets(std::vector{
             RecomputeModule::CoreAttn, RecomputeModule::LayerNorm, RecomputeModule::Mlp}))
        recomputes.push_back({.recompute = Recompute::Selective, .modules = modules});
    for (const Recompute kind : {Recompute::Selective, Recompute::Full})
        for (const RecomputeMethod method : {All, Block, Uniform, Every})
            for (std::int64_t layers = 1; layers <= part; ++layers)
                recomputes.push_back({.recompute = kind, .method = method, .layers = layers});
    std::vector<Tried> all = recomputes;
    for (Tried tried : recomputes) {
        tried.offload = true;
        all.push_back(tried);
        for (std::int64_t layers = 1; layers <= part; ++layers) {
            tried.offloadLayers = layers;
            all.push_back(tried);
        }
        tried.offloadLayers.reset();
        for (const auto& modules : subsets(std::vector{
                 OffloadModule::AttnNorm, OffloadModule::QkvLinear, OffloadModule::CoreAttn,
                 OffloadModule::AttnProj, OffloadModule::MlpNorm})) {
            if (modules.empty())
                continue;
            tried.offloadModules = modules;
            all.push_back(tried);
        }
    }
    return all;
}

Plan withTried(Plan plan, const Tried& tried)
{
    plan.recipe.recompute = tried.recompute;
    plan.recipe.recomputeMethod = tried.method;
    plan.recipe.recomputeLayers = tried.layers;
    plan.recipe.recomputeModules = tried.modules;
    plan.layout.offloadActivations
        = tried.offload ? ActivationOffload::Cpu : ActivationOffload::None;
    plan.layout.offloadLayers = tried.offloadLayers;
    plan.layout.offloadModules = tried.offloadModules;
    return plan;
}

/// Seconds of a token of a plan that fits; infinity where it does not.
double secondsWhereItFits(const Plan& plan)
{
    auto resolved = prepare(plan, builtinCatalog());
    if (!resolved)
        return std::numeric_limits<double>::infinity();
    const auto judged = judge(*resolved);
    if (!judged || !judged->fits())
        return std::numeric_limits<double>::infinity();
    resolved->idle.flushes = emptiesCache(*judged);
    return secondsOfAToken(*resolved).value_or(std::numeric_limits<double>::infinity());
}

Bytes totalOf(const Plan& plan)
{
    const auto found = estimate(plan, builtinCatalog());
    return found ? found->answer.totals.total : 0;
}

Plan smallPlan(Framework framework, std::int64_t gpus = 1)
{
    Plan plan;
    plan.model = llama(2048, 6, 16, 8, 5632, 32000);
    plan.recipe.framework = framework;
    plan.recipe.recompute = Recompute::None;
    plan.workload.context = 4096;
    plan.workload.microBatch = 2;
    plan.cluster.gpus = gpus;
    return plan;
}

bool isNear(double left, double right)
{
    return left == right || std::abs(left / right - 1) < 1e-12;
}

} // namespace

class TestJustEnough : public QObject
{
    Q_OBJECT

private slots:
    void nothingThatFitsIsFaster_data();
    void nothingThatFitsIsFaster();
    void estimatesGiveTheSame_data();
    void estimatesGiveTheSame();
    void staysBelowALine();
    void saysWhyThereIsNone_data();
    void saysWhyThereIsNone();
    void changesOnlyWhatDiffers();
    void budgetIsASetting();
    void isASuggestion();
    void knowsEveryLayersFate();
    void frontFalls();
    void repeatsWhatIsRecomputed();
    void partsTakeTime();
};

void TestJustEnough::nothingThatFitsIsFaster_data()
{
    QTest::addColumn<int>("framework");
    QTest::addColumn<int>("rules");
    QTest::addColumn<int>("pipeline");
    const auto row = [](const char* name, Framework framework, Rules rules, int pipeline = 1) {
        QTest::newRow(name) << static_cast<int>(framework) << static_cast<int>(rules) << pipeline;
    };
    row("no framework", Framework::Plain, Rules::Plain);
    row("no framework, two stages", Framework::Plain, Rules::Plain, 2);
    row("Megatron-LM", Framework::Megatron, Rules::Megatron);
    row("Megatron-LM, two stages", Framework::Megatron, Rules::Megatron, 2);
    row("FSDP: the first layers by a script", Framework::PyTorchFsdp, Rules::Script);
    row("TRL: the first layers by a script", Framework::HuggingFace, Rules::Script);
    row("torchtune: every n-th layer", Framework::Torchtune, Rules::Tune);
}

void TestJustEnough::nothingThatFitsIsFaster()
{
    QFETCH(int, framework);
    QFETCH(int, rules);
    QFETCH(int, pipeline);
    Plan plan = smallPlan(static_cast<Framework>(framework), pipeline);
    plan.layout.pipeline = pipeline;
    if (pipeline > 1)
        plan.workload.globalBatch = 8;
    Plan least = plan;
    least.recipe.recompute = Recompute::Full;
    const Bytes most = totalOf(plan), fewest = totalOf(least);
    QVERIFY(most > fewest);
    const std::int64_t part = 6 / pipeline;
    int answered = 0;
    for (int eighths = -1; eighths <= 8; ++eighths) {
        plan.cluster.capacity = fewest + (most - fewest) * eighths / 8;
        double best = std::numeric_limits<double>::infinity();
        for (const Tried& tried : everything(part))
            if (isAllowed(static_cast<Rules>(rules), tried, plan, part))
                best = std::min(best, secondsWhereItFits(withTried(plan, tried)));
        const auto found = justEnough(plan, builtinCatalog());
        QVERIFY2(found, qPrintable(whyNot(found)));
        QVERIFY(found->complete);
        QCOMPARE(found->least.has_value(), std::isfinite(best));
        if (!found->least)
            continue;
        ++answered;
        QVERIFY2(isNear(found->least->seconds, best),
                 qPrintable(QStringLiteral("%1 eighths: %2 s, but %3 s is possible")
                                .arg(eighths)
                                .arg(found->least->seconds)
                                .arg(best)));
    }
    QVERIFY(answered >= 5);
}

void TestJustEnough::estimatesGiveTheSame_data()
{
    QTest::addColumn<Plan>("plan");
    Plan plan = smallPlan(Framework::HuggingFace);
    plan.cluster.capacity = totalOf(plan) - 512 * mib;
    QTest::newRow("TRL") << plan;
    plan = smallPlan(Framework::Megatron);
    plan.cluster.capacity = totalOf(plan) - 512 * mib;
    QTest::newRow("Megatron-LM") << plan;
    plan = smallPlan(Framework::Plain, 8);
    plan.model = CatalogModel{"qwen3-30b-a3b"};
    plan.layout.zero = 3;
    plan.cluster.capacity = totalOf(plan) - gib;
    QTest::newRow("a mixture on eight GPUs") << plan;
}

void TestJustEnough::estimatesGiveTheSame()
{
    QFETCH(Plan, plan);
    const auto found = justEnough(plan, builtinCatalog());
    QVERIFY(found && found->least);
    const SavedPlan& saved = *found->least;
    const auto answer = estimate(saved.plan, builtinCatalog());
    QVERIFY2(answer, qPrintable(whyNot(answer)));
    QCOMPARE(answer->answer.totals.total, saved.totals.total);
    QVERIFY(answer->fits());
    const auto changed = withChanges(plan, saved.changes);
    QVERIFY(changed);
    QVERIFY(*changed == saved.plan);
    Resolved resolved = answer->plan;
    resolved.idle.flushes = emptiesCache(answer->judgement());
    QCOMPARE(*secondsOfAToken(resolved), saved.seconds);
}

void TestJustEnough::staysBelowALine()
{
    const Plan plan = smallPlan(Framework::HuggingFace); // on a card of 80 GB
    const Bytes all = totalOf(plan);
    const auto fits = justEnough(plan, builtinCatalog());
    QVERIFY(fits && fits->least);
    QVERIFY(fits->least->changes.empty()); // nothing has to be saved
    const auto below = justEnough(plan, builtinCatalog(), all - 1);
    QVERIFY(below && below->least);
    QCOMPARE(below->line, all - 1);
    QVERIFY(below->least->totals.total < all);
    QVERIFY(*below->least->slowdown > 1);
    QCOMPARE(below->least->counts.layers(), std::int64_t{6});
    // A line above the card's memory is the card's.
    const auto above = justEnough(plan, builtinCatalog(), std::numeric_limits<Bytes>::max());
    QVERIFY(above && above->least);
    QCOMPARE(above->line, preparedPlan(plan).capacity);
    const auto none = justEnough(plan, builtinCatalog(), 1);
    QVERIFY(none && !none->least && none->smallest);
    QVERIFY(none->smallest->totals.total < all);
}

void TestJustEnough::saysWhyThereIsNone_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("reason");
    Plan plan = smallPlan(Framework::Plain);
    plan.workload.task = Task::Inference;
    QTest::newRow("serving") << plan
                             << "A plan that generates text keeps nothing for a backward pass";
    plan = smallPlan(Framework::Plain);
    plan.method = MethodId::Eleuther;
    QTest::newRow("another method")
        << plan << "This method counts no time, by which savings are compared";
    plan = smallPlan(Framework::Plain);
    plan.cluster.capacity = gib;
    QTest::newRow("too small a card")
        << plan << "No recompute and no offload of the layers is enough";
}

void TestJustEnough::saysWhyThereIsNone()
{
    QFETCH(Plan, plan);
    QFETCH(QString, reason);
    const auto found = justEnough(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    QVERIFY(!found->least);
    QCOMPARE(QString::fromStdString(english(found->reason)), reason);
}

void TestJustEnough::changesOnlyWhatDiffers()
{
    Plan plan = smallPlan(Framework::Plain);
    const auto keysTo = [&](const LayerSaving& saving) {
        const Resolved resolved = preparedPlan(plan);
        QStringList keys;
        for (const Change& change : savingChanges(plan, withSaving(plan, resolved, saving), {}))
            keys << QString::fromStdString(std::string(change.key.text()));
        return keys;
    };
    QCOMPARE(keysTo({}), QStringList());
    QCOMPARE(keysTo({.recompute = Recompute::Full}),
             QStringList(QStringLiteral("recipe.recompute")));
    const LayerSaving three{
        .recompute = Recompute::Full, .method = RecomputeMethod::Block, .layers = 3};
    QCOMPARE(
        keysTo(three),
        (QStringList{QStringLiteral("recipe.recompute"), QStringLiteral("recipe.recompute_method"),
                     QStringLiteral("recipe.recompute_layers")}));
    plan = withSaving(plan, preparedPlan(plan), three);
    QCOMPARE(keysTo(three), QStringList());
    QCOMPARE(keysTo({}), QStringList(QStringLiteral("recipe.recompute")));
    QVERIFY(savingOf(preparedPlan(plan)) == three);
    // A block of all layers is no other saving than all of them.
    plan.recipe.recomputeLayers = 6;
    QVERIFY(savingOf(preparedPlan(plan)) == LayerSaving{.recompute = Recompute::Full});
}

/// A memory budget of compiled layers is a setting of torchtitan, and without compilation none.
void TestJustEnough::budgetIsASetting()
{
    Plan plan = smallPlan(Framework::PyTorchFsdp);
    const LayerSaving three{
        .recompute = Recompute::Full, .method = RecomputeMethod::Block, .layers = 3};
    plan.recipe.kernels = Kernels::Fused;
    QVERIFY(saidBySetting(preparedPlan(plan), three));
    plan.recipe.kernels = Kernels::Eager;
    QVERIFY(!saidBySetting(preparedPlan(plan), three));
}

void TestJustEnough::isASuggestion()
{
    Plan plan = smallPlan(Framework::HuggingFace);
    const Bytes most = totalOf(plan);
    plan.recipe.recompute = Recompute::Full;
    const Bytes fewest = totalOf(plan);
    plan.recipe.recompute = Recompute::None;
    plan.cluster.capacity = (most + fewest) / 2; // emptied caches are not enough
    const auto found = justEnough(plan, builtinCatalog());
    QVERIFY(found && found->least && !found->least->bySetting);
    const auto suggestions = advise(plan, builtinCatalog());
    QVERIFY(suggestions);
    const auto same = std::ranges::find_if(*suggestions, [&](const Suggestion& suggestion) {
        return std::ranges::any_of(suggestion.changes, [](const Change& change) {
            return change.key == "recipe.recompute_layers";
        });
    });
    QVERIFY(same != suggestions->end());
    QVERIFY(same->fits);
    QCOMPARE(same->totals.total, found->least->totals.total);
    const QString label = QString::fromStdString(english(same->changes.front().label));
    QVERIFY2(label.endsWith(QStringLiteral("of 6 layers · by lines in the script")),
             qPrintable(label));
}

void TestJustEnough::knowsEveryLayersFate()
{
    Plan plan = smallPlan(Framework::Plain, 2);
    const auto fates = [&] {
        QString letters;
        for (const LayerFate fate : fatesOf(preparedPlan(plan)))
            letters += QLatin1Char("kproi"[static_cast<std::size_t>(fate)]);
        return letters;
    };
    QCOMPARE(fates(), QStringLiteral("kkkkkk"));
    plan.recipe.recompute = Recompute::Full;
    QCOMPARE(fates(), QStringLiteral("rrrrrr"));
    plan.recipe.recomputeMethod = RecomputeMethod::Block;
    plan.recipe.recomputeLayers = 2;
    QCOMPARE(fates(), QStringLiteral("rrkkkk"));
    plan.layout.pipeline = 2; // two of each stage's three
    QCOMPARE(fates(), QStringLiteral("rrkrrk"));
    plan.layout.offloadActivations = ActivationOffload::Cpu;
    QCOMPARE(fates(), QStringLiteral("iioiio"));
    plan.recipe.recompute = Recompute::None;
    plan.recipe.recomputeMethod = RecomputeMethod::All;
    plan.layout.pipeline = 1;
    plan.layout.offloadLayers = 4;
    QCOMPARE(fates(), QStringLiteral("ooookk"));
    plan.layout.offloadLayers.reset();
    plan.layout.offloadModules = {OffloadModule::AttnNorm};
    QCOMPARE(fates(), QStringLiteral("pppppp"));
}

void TestJustEnough::frontFalls()
{
    const Plan plan = smallPlan(Framework::Megatron);
    const Resolved resolved = preparedPlan(plan);
    const auto front = savingFront({plan, builtinCatalog(), resolved, *judge(resolved)});
    QVERIFY(front.size() >= 6);
    for (std::size_t i = 1; i < front.size(); ++i) {
        QVERIFY(front[i].total < front[i - 1].total);
        QVERIFY(front[i].seconds >= front[i - 1].seconds);
    }
    QVERIFY(front.front().saving == LayerSaving{});
}

/// Two operations for each entry of a matrix that a token passes once more.
void TestJustEnough::repeatsWhatIsRecomputed()
{
    Plan plan = smallPlan(Framework::Plain);
    QCOMPARE(repeatedOperations(preparedPlan(plan)), 0.0);
    plan.recipe.recompute = Recompute::Selective;
    plan.recipe.recomputeModules = {RecomputeModule::Mlp};
    QCOMPARE(repeatedOperations(preparedPlan(plan)), 2.0 * 3 * 2048 * 5632 * 6);
    plan.recipe.recomputeModules = {RecomputeModule::LayerNorm};
    QCOMPARE(repeatedOperations(preparedPlan(plan)), 0.0);
    plan.recipe.recomputeModules.clear();
    plan.recipe.recompute = Recompute::Full;
    const double all = repeatedOperations(preparedPlan(plan));
    // q and o of 2048², k and v of half of it, the MLP, and half of the scores with 2 · 2048 values
    const double layer = 2.0 * (3 * 2048 * 2048 + 3 * 2048 * 5632) + 2.0 * 2048 * 4096;
    QCOMPARE(all, 6 * layer);
    plan.recipe.recomputeMethod = RecomputeMethod::Block;
    plan.recipe.recomputeLayers = 2;
    QCOMPARE(repeatedOperations(preparedPlan(plan)), 2 * layer);
    plan.recipe.recomputeMethod = RecomputeMethod::Every; // the 4th alone
    plan.recipe.recomputeLayers = 4;
    QCOMPARE(repeatedOperations(preparedPlan(plan)), layer);
}

void TestJustEnough::partsTakeTime()
{
    Plan plan = smallPlan(Framework::Megatron);
    const auto recomputed = [&] {
        const auto answer = timed(preparedPlan(plan));
        return answer.step[TimePart::Recompute];
    };
    QCOMPARE(recomputed(), 0.0);
    plan.recipe.recompute = Recompute::Full;
    const double all = recomputed();
    plan.recipe.recomputeMethod = RecomputeMethod::Block;
    plan.recipe.recomputeLayers = 2;
    QVERIFY(isNear(recomputed(), all / 3));
    plan.recipe.recomputeMethod = RecomputeMethod::All;
    plan.recipe.recompute = Recompute::Selective;
    plan.recipe.recomputeModules = {RecomputeModule::LayerNorm};
    const double norms = recomputed();
    plan.recipe.recomputeModules = {RecomputeModule::Mlp};
    const double mlp = recomputed();
    plan.recipe.recomputeModules = {RecomputeModule::LayerNorm, RecomputeModule::Mlp};
    QVERIFY(norms > 0 && mlp > 10 * norms && mlp < all);
    QVERIFY(isNear(recomputed(), norms + mlp));
}

QTEST_APPLESS_MAIN(TestJustEnough)
#include "test_just_enough.moc"
