// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers of solve() where the model is sharded, compared with a search of every value.
#include "core/exchange/share_code.h"
#include "core/explore/solve.h"
#include "core/ledger/warning.h"
#include "core/time/time_answer.h"
#include "helpers.h"
#include "random.h"
#include "random_plan.h"

#include <QRegularExpression>
#include <QtTest>

#include <cmath>

using namespace highwater;

namespace {

bool fitsAt(Plan plan, KeyPath key, std::int64_t value)
{
    if (!assign(plan, key, value).empty())
        return false;
    const auto judged = judge(plan, builtinCatalog());
    return judged && judged->fits();
}

Solution solved(const Plan& plan, KeyPath key, SolveFor aim = SolveFor::Run)
{
    const auto found = solve(plan, builtinCatalog(), key, aim);
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *found;
}

/// The last value that fits.
std::int64_t edgeOf(const Plan& plan, KeyPath key)
{
    return solved(plan, key, SolveFor::Fit).answer.value_or(0);
}

Plan with(Plan plan, KeyPath key, std::int64_t value)
{
    if (!assign(plan, key, value).empty())
        qFatal("%s does not take %lld", std::string(key.text()).c_str(),
               static_cast<long long>(value));
    return plan;
}

/// The remarks that a plan has with a value of a key and lacks as it is, about numbers that others
/// do not divide.
QStringList newRemainders(const Plan& plan, const Plan& changed)
{
    const Estimate own = estimated(plan), then = estimated(changed);
    QStringList list;
    for (const Warning& warning : then.answer.warnings) {
        const std::string_view id = warning.message.id;
        const bool isKnown = std::ranges::any_of(own.answer.warnings, [&](const Warning& each) {
            return std::string_view(each.message.id) == id;
        });
        const bool isRemainder = id.find("divide") != std::string_view::npos
            || id.find("does not split") != std::string_view::npos
            || id.find("were enough") != std::string_view::npos;
        if (!isKnown && isRemainder)
            list << shown(english(warning.message));
    }
    return list;
}

/// All of an H100's memory, in bytes.
constexpr const char* wholeH100 = "85520809984";

/// The plan that opens first, on all memory of its cards.
Plan firstPlan(const std::vector<Setting>& more = {})
{
    return planWith(more, planWith({{"layout.zero", "3"}, {"cluster.capacity", wholeH100}}));
}

/// 405B with Megatron-LM on 512 GPUs, 2,048 sequences of 4,096 tokens a step.
Plan megatron405(const std::vector<Setting>& more = {})
{
    return planWith(more,
                    planWith({{"model.id", "llama-3.1-405b"},
                              {"cluster.gpus", "512"},
                              {"cluster.capacity", wholeH100},
                              {"recipe.framework", "megatron"},
                              {"layout.zero", "1"},
                              {"layout.tensor", "8"},
                              {"layout.pipeline", "16"},
                              {"workload.context", "4096"},
                              {"workload.global_batch", "2048"}}));
}

} // namespace

class TestSolve : public QObject
{
    Q_OBJECT

private slots:
    void largestMicroBatchOfAPipeline();
    void largestMicroBatchOfAJob_data();
    void largestMicroBatchOfAJob();
    void largerMicroBatchesOfTheSamePeak();
    void longestContextOfALayout();
    void longestContextWithWaitingCollectives();
    void shorterOnesThatDoNotFit();
    void answersFit();
    void limitsRun_data();
    void limitsRun();
    void limitsRunOnRandomPlans();
    void limitsOfJobs();
    void pricesAreThoseOfThePlans();
    void noneThatDivides();
    void anEmptiedCacheStays();
    void keysThatAMethodDoesNotRead();
    void fewestGpus_data();
    void fewestGpus();
    void gpusThatDoNotDivideANode();
    void gpusOutsideWholeNodes();
    void moreThanEightThousandNodes();
    void theHostDecidesAsWell();
    void largestModelByHand();
    void largestModel_data();
    void largestModel();
    void largestModelThatRuns_data();
    void largestModelThatRuns();
    void noModelFits();
    void layersOnTheGpu_data();
    void layersOnTheGpu();
    void whatAMethodDoesNotCount_data();
    void whatAMethodDoesNotCount();
    void totalsAreThoseOfThePlanWithTheAnswer_data();
    void totalsAreThoseOfThePlanWithTheAnswer();
};

void TestSolve::largestMicroBatchOfAPipeline()
{
    // Larger micro-batches are fewer, and a stage keeps fewer of them: 32 sequences in one may fit
    // where 31, which leave a second, do not.
    Random random(71);
    int larger = 0;
    for (int i = 0; i < 40; ++i) {
        Plan plan = bare(llama(512, 8, 8, 8, 2048, 1000));
        plan.layout.pipeline = random.power(2);
        plan.layout.virtualPipeline = random.coin() ? 2 : 1;
        plan.cluster.gpus = plan.layout.pipeline * random.from(1, 2);
        plan.workload.globalBatch = random.from(1, 60);
        plan.workload.context = 512;
        plan.recipe.keepGradients = random.coin();
        plan.cluster.capacity = random.from(200, 1500) << 20;
        KeyPath key = "workload.micro_batch";
        const std::int64_t answer = edgeOf(plan, key);
        std::int64_t most = 0, gap = 0;
        for (std::int64_t sequences = 1; sequences <= 400; ++sequences)
            if (fitsAt(plan, key, sequences)) {
                gap += sequences - most - 1;
                most = sequences;
            }
        QCOMPARE(answer, most);
        larger += gap > 0 ? 1 : 0;
    }
    QVERIFY(larger > 3); // the search has something to find
}

void TestSolve::largestMicroBatchOfAJob_data()
{
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<bool>("decides");
    const auto row = [](const char* name, const char* framework, const std::vector<Setting>& more,
                        bool decides) {
        std::vector<Setting> settings{{"workload.task", "reinforcement"},
                                      {"model.id", "qwen2.5-7b"},
                                      {"recipe.framework", framework},
                                      {"workload.context", "4096"},
                                      {"layout.zero", "3"}};
        settings.insert(settings.end(), more.begin(), more.end());
        QTest::newRow(name) << settings << decides;
    };
    row("verl packs each pass to a number of tokens", "verl", {}, false);
    row("the same in PPO", "verl", {{"job.kind", "ppo"}}, false);
    row("verl with padded sequences", "verl", {{"job.packing", "padded"}}, true);
    row("verl with a budget of tokens", "verl", {{"job.tokens.update", "8192"}}, false);
    row("OpenRLHF with a budget of tokens", "openrlhf",
        {{"job.kind", "ppo"},
         {"job.tokens.update", "8192"},
         {"model.id", "llama-3.2-1b"},
         {"rollout.utilization", "0.4"}},
        false);
}

/// A job that packs its passes has the same peak with every micro-batch; then there is no largest
/// one.
void TestSolve::largestMicroBatchOfAJob()
{
    QFETCH(std::vector<Setting>, settings);
    QFETCH(bool, decides);
    const Plan plan = planWith(settings);
    const auto found = solve(plan, builtinCatalog(), "workload.micro_batch");
    QVERIFY2(found, qPrintable(whyNot(found)));
    const KeyPath key = "workload.micro_batch";
    QVERIFY(fitsAt(plan, key, 1));
    if (!decides) {
        QVERIFY(fitsAt(plan, key, 65'536));
        QVERIFY(!found->answer);
        QCOMPARE(shown(english(found->reason)),
                 QStringLiteral("The micro-batch does not decide the peak"));
        return;
    }
    QVERIFY(found->answer);
    QVERIFY(fitsAt(plan, key, *found->answer));
    QVERIFY(!fitsAt(plan, key, *found->edge + 1));
}

/// Passes take 8,192 tokens, two sequences. Of one or two sequences each of the four ranks has one
/// pass, of three it has two; a pipeline of two stages never keeps more.
void TestSolve::largerMicroBatchesOfTheSamePeak()
{
    const Plan plan = planWith({{"workload.task", "reinforcement"},
                                {"model.id", "qwen2.5-7b"},
                                {"recipe.framework", "verl"},
                                {"recipe.recompute", "none"},
                                {"roles.rollout.place", "own"},
                                {"job.tokens.update", "8192"},
                                {"workload.context", "4096"},
                                {"cluster.capacity", "400000000000"},
                                {"layout.pipeline", "2"},
                                {"layout.zero", "1"}});
    const auto found = solve(plan, builtinCatalog(), "workload.micro_batch");
    QVERIFY2(found && found->answer, qPrintable(whyNot(found)));
    const auto peakAt = [&](std::int64_t sequences) {
        Plan changed = plan;
        changed.workload.microBatch = sequences;
        return estimated(changed).answer.totals.total;
    };
    QCOMPARE(*found->answer, std::int64_t{3});
    QVERIFY(peakAt(2) < peakAt(3));
    QCOMPARE(peakAt(3), peakAt(65'536));
    QCOMPARE(found->totals.total, peakAt(3));
    QCOMPARE(shown(english(found->note)), QStringLiteral("a larger one does not change the peak"));
}

void TestSolve::longestContextOfALayout()
{
    for (const std::vector<Setting>& layout : std::vector<std::vector<Setting>>{
             {{"layout.tensor", "4"}},
             {{"layout.context", "8"}, {"layout.zero", "3"}},
             {{"layout.pipeline", "4"}, {"workload.global_batch", "16"}},
             {{"layout.tensor", "2"}, {"layout.pipeline", "2"}, {"layout.context", "2"}}}) {
        const Plan plan = planWith(layout);
        const std::int64_t longest = edgeOf(plan, "workload.context");
        QVERIFY(longest > 0);
        QVERIFY(fitsAt(plan, "workload.context", longest));
        for (const std::int64_t more : {1, 2, 3, 100, 10000})
            QVERIFY(!fitsAt(plan, "workload.context", longest + more));
    }
}

/// Freed inputs of collectives that wait for the GPU may take more than the tensors themselves.
void TestSolve::longestContextWithWaitingCollectives()
{
    for (const char* ranks : {"4", "8"}) {
        const Plan plan = planWith({{"cluster.gpus", ranks},
                                    {"recipe.framework", "nanotron"},
                                    {"layout.tensor", ranks},
                                    {"recipe.recompute", "full"}});
        const std::int64_t longest = edgeOf(plan, "workload.context");
        QVERIFY(longest > 40'000);
        QVERIFY(fitsAt(plan, "workload.context", longest));
        QVERIFY(!fitsAt(plan, "workload.context", longest + 1));
    }
}

/// A block that is split with one length may be whole with another: the last that fits is told, and
/// a shorter one that does not.
void TestSolve::shorterOnesThatDoNotFit()
{
    const Plan plan = firstPlan({{"recipe.framework", "pytorch-fsdp"}, {"layout.tensor", "2"}});
    const KeyPath key = "workload.context";
    const Solution found = solved(plan, key, SolveFor::Fit);
    QVERIFY(found.answer);
    QVERIFY(fitsAt(plan, key, *found.answer) && !fitsAt(plan, key, *found.answer + 1));
    const QString caveat = QString::fromStdString(remarkOf(found));
    const QRegularExpressionMatch shorter
        = QRegularExpression(QStringLiteral("^Not every shorter one fits: ([0-9,]+) does not"))
              .match(caveat);
    QVERIFY2(shorter.hasMatch(), qPrintable(caveat));
    const qint64 gap = shorter.captured(1).remove(QLatin1Char(',')).toLongLong();
    QVERIFY(gap < *found.answer && !fitsAt(plan, key, gap));
    QVERIFY(remarkOf(solved(firstPlan(), key)).empty());
}

void TestSolve::answersFit()
{
    Random random(20261125);
    int answers = 0;
    for (int i = 0; i < casesToTry(150); ++i) {
        Plan plan = randomPlan(random);
        plan.workload.task = Task::Train;
        for (const KeyPath key :
             std::initializer_list<KeyPath>{"workload.context", "workload.micro_batch"}) {
            const auto found = solve(plan, builtinCatalog(), key);
            if (!found || !found->edge)
                continue;
            ++answers;
            QVERIFY2(fitsAt(plan, key, *found->edge), shareCode(plan).c_str());
            const auto most = static_cast<std::int64_t>(keyOf(key).most);
            QVERIFY2(*found->edge == most || !fitsAt(plan, key, *found->edge + 1)
                         || english(found->note) != "",
                     shareCode(plan).c_str());
            if (found->answer)
                QVERIFY2(fitsAt(plan, key, *found->answer) && *found->answer <= *found->edge,
                         shareCode(plan).c_str());
        }
    }
    QVERIFY(answers > casesToTry(50));
}

void TestSolve::limitsRun_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<qint64>("answer");
    QTest::addColumn<qint64>("edge"); // 0: as many as it may be
    const auto row = [](const char* name, const Plan& plan, KeyPath key, qint64 answer,
                        qint64 edge) { QTest::newRow(name) << plan << key << answer << edge; };
    const Plan first = firstPlan();
    // 10,368 tokens fit, but the allocator empties its cache in every pass.
    row("the first plan, in blocks of 128", first, "workload.context", 10'240, 10'755);
    // Multiples of 128, of two pieces for each of 8 context ranks, and of 8 tensor ranks.
    row("eight tensor ranks with sequence parallelism", megatron405(), "workload.context", 0,
        5'568);
    row("context ranks cut a sequence in two pieces each",
        planWith({{"layout.zero", "3"}, {"layout.context", "8"}, {"cluster.gpus", "8"}}),
        "workload.context", 0, 0);
    row("three context ranks",
        planWith({{"layout.zero", "3"}, {"layout.context", "3"}, {"cluster.gpus", "12"}}),
        "workload.context", 0, 0);
    // 168 GPUs are enough, but 2,048 sequences do not divide into passes of 168.
    const Plan batch = planWith({{"model.id", "llama-3.1-405b"},
                                 {"cluster.gpus", "512"},
                                 {"cluster.capacity", wholeH100},
                                 {"layout.zero", "3"},
                                 {"recipe.recompute", "full"},
                                 {"workload.context", "4096"},
                                 {"workload.global_batch", "2048"}});
    row("GPUs that divide the batch", batch, "cluster.gpus", 256, 168);
    row("GPUs that fill the nodes of a pipeline", megatron405(), "cluster.gpus", 0, 256);
    // 60 sequences on 8 ranks do not divide; on 4 ranks each has 15: 1, 3, 5 or 15 at a time.
    row("micro-batches that divide the batch",
        planWith({{"layout.zero", "3"},
                  {"cluster.gpus", "4"},
                  {"cluster.capacity", "150000000000"},
                  {"workload.context", "2048"},
                  {"workload.global_batch", "60"}}),
        "workload.micro_batch", 0, 0);
}

/// With the answer the plan fits, has no new remark on numbers that others do not divide, and
/// empties no cache; with the edge it fits, and with the next value it does not.
void TestSolve::limitsRun()
{
    QFETCH(Plan, plan);
    QFETCH(const KeyPath, key);
    QFETCH(qint64, answer);
    QFETCH(qint64, edge);
    const Solution found = solved(plan, key);
    QVERIFY(found.answer && found.edge);
    if (answer > 0)
        QCOMPARE(qint64{*found.answer}, answer);
    if (edge > 0)
        QCOMPARE(qint64{*found.edge}, edge);
    const Plan changed = with(plan, key, *found.answer);
    QCOMPARE(newRemainders(plan, changed).join(u'\n'), QString());
    const Estimate then = estimated(changed);
    QVERIFY(then.fits());
    QCOMPARE(qint64{then.answer.totals.flushes}, qint64{0});
    QCOMPARE(then.answer.totals.total, found.totals.total);
    const Solution last = solved(plan, key, SolveFor::Fit);
    QCOMPARE(last.answer, found.edge);
    QVERIFY(fitsAt(plan, key, *last.answer));
    if (key != "cluster.gpus")
        QVERIFY(!fitsAt(plan, key, *last.answer + 1));
    if (key == "workload.context")
        QCOMPARE(*found.answer % (*found.answer > 4096 ? 128 : 64), std::int64_t{0});
}

void TestSolve::limitsRunOnRandomPlans()
{
    Random random(20261128);
    int answers = 0, edges = 0;
    for (int i = 0; i < casesToTry(120); ++i) {
        Plan plan = randomPlan(random);
        plan.workload.task = Task::Train;
        const auto own = estimate(plan, builtinCatalog());
        if (!own)
            continue;
        for (const KeyPath key : std::initializer_list<KeyPath>{
                 "workload.context", "workload.micro_batch", "cluster.gpus"}) {
            const auto found = solve(plan, builtinCatalog(), key);
            QVERIFY(found);
            const auto present = std::get<std::int64_t>(keyOf(key).get(plan));
            const bool smaller = key == "cluster.gpus";
            if (own->fits() && found->counted && !(english(found->reason) != "")) {
                QVERIFY2(found->answer, shareCode(plan).c_str());
                QVERIFY2(smaller ? *found->answer <= present
                                 : *found->answer >= present || english(found->note) != "",
                         shareCode(plan).c_str());
            }
            if (!found->answer)
                continue;
            ++answers;
            edges += found->edge != found->answer ? 1 : 0;
            QVERIFY(smaller ? *found->edge <= *found->answer : *found->edge >= *found->answer);
            const Plan changed = with(plan, key, *found->answer);
            QVERIFY2(newRemainders(plan, changed).isEmpty(),
                     (shareCode(plan) + " " + std::string(key.text()) + " "
                      + newRemainders(plan, changed).join(u'\n').toStdString())
                         .c_str());
            const Estimate then = estimated(changed);
            QVERIFY2(then.fits(), shareCode(plan).c_str());
            QVERIFY2(then.answer.totals.flushes == 0 || own->answer.totals.flushes > 0,
                     (shareCode(plan) + " " + std::string(key.text())).c_str());
        }
    }
    QVERIFY(answers > casesToTry(60));
    QVERIFY(edges > casesToTry(20));
}

/// The engine of a job reads the job's length, and may not start with a longer one.
void TestSolve::limitsOfJobs()
{
    const Plan plan = planWith({{"job.kind", "grpo"},
                                {"model.id", "llama-3.1-8b"},
                                {"recipe.framework", "verl"},
                                {"layout.zero", "3"},
                                {"layout.context", "8"},
                                {"cluster.gpus", "64"}});
    QVERIFY(!fitsAt(plan, "workload.context", 547'640));
    const std::int64_t edge = edgeOf(plan, "workload.context");
    QVERIFY(edge < 547'640 && fitsAt(plan, "workload.context", edge)
            && !fitsAt(plan, "workload.context", edge + 1));
    Random random(40);
    int answers = 0;
    for (int i = 0; i < casesToTry(40); ++i) {
        Plan job = planWith({{"job.kind", random.coin() ? "grpo" : "ppo"},
                             {"model.id", random.coin() ? "llama-3.2-1b" : "qwen2.5-7b"},
                             {"layout.zero", random.coin() ? "3" : "2"},
                             {"recipe.framework", random.coin() ? "verl" : "openrlhf"}});
        job.cluster.gpus = random.from(1, 4) * 8;
        job.layout.context = random.power(3);
        job.workload.context = random.from(256, 8192);
        job.rollout.utilization = static_cast<double>(random.from(2, 18)) / 20;
        if (random.coin())
            job.rollout.maxLength = random.from(1024, 65536);
        for (const KeyPath key : solvableKeys) {
            const auto found = solve(job, builtinCatalog(), key, SolveFor::Fit);
            if (!found || !found->answer)
                continue;
            ++answers;
            QVERIFY2(fitsAt(job, key, *found->answer), shareCode(job).c_str());
            if (key == "workload.context" || key == "model.parameters")
                QVERIFY2(!fitsAt(job, key, *found->answer + 1)
                             || *found->answer == static_cast<std::int64_t>(keyOf(key).most),
                         shareCode(job).c_str());
        }
    }
    QVERIFY(answers > casesToTry(40));
}

/// The time of a token at the answer and at the edge, by the estimates of the changed plans.
void TestSolve::pricesAreThoseOfThePlans()
{
    const Plan first = firstPlan();
    const auto secondsOf = [&](std::int64_t context) {
        const auto time = timeOf(estimated(with(first, "workload.context", context)).plan);
        return time ? time->seconds / time->tokens : 0;
    };
    const Solution found = solved(first, "workload.context");
    QVERIFY(found.slowdown && found.edgeSlowdown);
    QVERIFY(std::abs(*found.slowdown - secondsOf(*found.answer) / secondsOf(8192)) < 1e-9);
    QVERIFY(std::abs(*found.edgeSlowdown - secondsOf(*found.edge) / secondsOf(8192)) < 1e-9);
    // 10,755 tokens cost 43 % of the tokens a second: 1/0.57 of the time of one.
    QVERIFY(*found.slowdown < 1.05 && *found.edgeSlowdown > 1.6);
    QCOMPARE(shown(english(*priceOf(found))), QStringLiteral("+3 % time a token"));
    const auto words = [](const Text& text) { return english(text); };
    QVERIFY(shown(english(*edgeText(found, "10,755", words)))
                .startsWith(QStringLiteral("10,755 is the last that fits at all: +7")));
    const Solution last = solved(first, "workload.context", SolveFor::Fit);
    QCOMPARE(last.slowdown, found.edgeSlowdown);
    QVERIFY(!edgeText(last, "10,755", words));
    QVERIFY(!solved(planWith({{"method", "lecture"}}), "workload.context").slowdown);
}

/// Four sequences of a stated batch divide among 1, 2 and 4 ranks, and the states of 8B, 16 bytes a
/// parameter, need more than four cards of 24 GiB.
void TestSolve::noneThatDivides()
{
    const Plan plan = planWith({{"layout.zero", "3"},
                                {"cluster.gpus", "4"},
                                {"cluster.device", "rtx-4090-24gb"},
                                {"recipe.recompute", "full"},
                                {"workload.context", "1024"},
                                {"workload.global_batch", "4"}});
    const Solution found = solved(plan, "cluster.gpus");
    QVERIFY(!found.answer && found.edge && *found.edge > 4);
    QVERIFY(shown(english(found.reason)).startsWith(QStringLiteral("None that layout and batch")));
    QCOMPARE(solved(plan, "cluster.gpus", SolveFor::Fit).answer, found.edge);
}

/// A plan that empties its cache already pays for it: longer contexts cost no more.
void TestSolve::anEmptiedCacheStays()
{
    const Plan plan = firstPlan({{"workload.context", "10700"}});
    QVERIFY(estimated(plan).answer.totals.flushes > 0);
    const Solution found = solved(plan, "workload.context");
    QCOMPARE(*found.answer, std::int64_t{10'752});
    QVERIFY(*found.slowdown < 1.01);
}

/// A count of context ranks that a method does not read cuts no GPUs.
void TestSolve::keysThatAMethodDoesNotRead()
{
    const std::vector<Setting> settings{
        {"method", "transformer-math"}, {"model.id", "llama-3.2-1b"}, {"workload.context", "2048"}};
    const Plan plain = planWith(settings), ranked = planWith({{"layout.context", "1024"}}, plain);
    QVERIFY(estimated(ranked).fits());
    QCOMPARE(solved(ranked, "cluster.gpus").answer, solved(plain, "cluster.gpus").answer);
    QVERIFY(*solved(ranked, "cluster.gpus").answer <= 8);
}

void TestSolve::fewestGpus_data()
{
    QTest::addColumn<Plan>("plan");
    const auto row = [](const char* name, const std::vector<Setting>& settings) {
        QTest::newRow(name) << planWith(settings);
    };
    row("data parallel", {{"layout.zero", "3"}});
    row("tensor and pipeline",
        {{"layout.tensor", "2"}, {"layout.pipeline", "4"}, {"workload.global_batch", "64"}});
    row("three stages", {{"layout.pipeline", "3"}, {"layout.zero", "1"}});
    // Four context ranks are four replicas already.
    row("replicas of context ranks",
        {{"layout.context", "4"},
         {"layout.replicate", "4"},
         {"recipe.optimizer", "sgd"},
         {"recipe.master_weights", "false"}});
    row("replicas", {{"layout.replicate", "2"}, {"layout.zero", "3"}});
    row("experts", {{"model.id", "mixtral-8x7b"}, {"layout.expert", "8"}, {"layout.zero", "3"}});
    row("experts of three ranks",
        {{"model.id", "deepseek-v2-lite-16b"},
         {"layout.expert", "2"},
         {"layout.expert_tensor", "3"},
         {"layout.tensor", "2"},
         {"layout.zero", "3"},
         {"cluster.gpus", "24"}});
}

void TestSolve::fewestGpus()
{
    QFETCH(Plan, plan);
    const std::int64_t answer = edgeOf(plan, "cluster.gpus");
    QVERIFY(answer > 0);
    QVERIFY(fitsAt(plan, "cluster.gpus", answer));
    const Layout& layout = plan.layout;
    const std::int64_t ranks = layout.tensor * layout.pipeline * layout.context;
    QCOMPARE(answer % ranks, std::int64_t{0});
    const std::int64_t node = plan.cluster.gpusPerNode;
    for (std::int64_t fewer = ranks; fewer < answer; fewer += ranks)
        if (fewer < node ? node % fewer == 0 : fewer % node == 0)
            QVERIFY2(!fitsAt(plan, "cluster.gpus", fewer), std::to_string(fewer).c_str());
}

/// 16 bytes a parameter on three cards of 95.6 GiB, where nodes have eight.
void TestSolve::gpusThatDoNotDivideANode()
{
    const Plan plan = planWith({{"layout.zero", "3"}, {"cluster.device", "h20-96gb"}});
    const auto found = solve(plan, builtinCatalog(), "cluster.gpus", SolveFor::Fit);
    QVERIFY(found && found->answer == 4);
    QCOMPARE(remarkOf(*found), std::string("3 fit as well, but do not divide a node of 8"));
    QVERIFY(fitsAt(plan, "cluster.gpus", 3) && !fitsAt(plan, "cluster.gpus", 2));
    const Plan large = planWith({{"model.id", "llama-3.1-70b"},
                                 {"layout.zero", "3"},
                                 {"recipe.recompute", "full"},
                                 {"cluster.capacity", wholeH100}});
    const auto nodes = solve(large, builtinCatalog(), "cluster.gpus", SolveFor::Fit);
    QVERIFY(nodes && nodes->answer == 24);
    QCOMPARE(remarkOf(*nodes), std::string("21 fit as well, but leave GPUs of a node of 8 idle"));
    QVERIFY(fitsAt(large, "cluster.gpus", 21) && !fitsAt(large, "cluster.gpus", 20));
    QVERIFY(remarkOf(*solve(firstPlan(), builtinCatalog(), "cluster.gpus", SolveFor::Fit)).empty());
}

void TestSolve::gpusOutsideWholeNodes()
{
    // A copy of the model takes 12 GPUs, a node has 8.
    Plan plan
        = planWith({{"layout.tensor", "4"}, {"layout.pipeline", "3"}, {"cluster.gpus", "12"}});
    QVERIFY(fitsAt(plan, "cluster.gpus", 12));
    QCOMPARE(edgeOf(plan, "cluster.gpus"), std::int64_t{12});
    // The question may be asked from a number of GPUs on which the layout has no place.
    for (const std::int64_t gpus : {1, 8, 13}) {
        plan.cluster.gpus = gpus;
        QCOMPARE(edgeOf(plan, "cluster.gpus"), std::int64_t{12});
    }
    // 12 GPUs of data parallelism fit where 8 do not: the plan's own number is an answer.
    plan = planWith({{"layout.zero", "3"}, {"cluster.gpus", "12"}, {"cluster.overhead", "none"}});
    plan.cluster.capacity = judge(plan, builtinCatalog())->totals.total;
    QVERIFY(!fitsAt(plan, "cluster.gpus", 8));
    QCOMPARE(edgeOf(plan, "cluster.gpus"), std::int64_t{12});
}

void TestSolve::moreThanEightThousandNodes()
{
    // One GPU a node: a capacity that 10,000 shards of the states just fit.
    Plan plan = planWith({{"layout.zero", "3"},
                          {"cluster.gpus", "10000"},
                          {"cluster.gpus_per_node", "1"},
                          {"cluster.overhead", "none"},
                          {"workload.context", "128"}});
    plan.cluster.capacity = judge(plan, builtinCatalog())->totals.total;
    plan.cluster.gpus = 8;
    const std::int64_t answer = edgeOf(plan, "cluster.gpus");
    QVERIFY(answer > 8192 && answer <= 10000);
    QVERIFY(fitsAt(plan, "cluster.gpus", answer));
    QVERIFY(!fitsAt(plan, "cluster.gpus", answer - 1));
}

void TestSolve::theHostDecidesAsWell()
{
    const Plan plan = planWith({{"layout.zero", "3"},
                                {"layout.offload_optimizer", "cpu"},
                                {"cluster.host_memory", "1000000000"}});
    for (const KeyPath key : {KeyPath("workload.context"), KeyPath("workload.micro_batch")}) {
        const auto solution = solve(plan, builtinCatalog(), key);
        QVERIFY(solution && !solution->answer);
        QVERIFY(english(solution->reason).find("host") != std::string::npos);
    }
    // 14 bytes of each of 8,030,261,248 weights over N GPUs, 8 of them a node: 899.4 and more
    QCOMPARE(edgeOf(plan, "cluster.gpus"), std::int64_t{904});
}

void TestSolve::largestModelByHand()
{
    // DeepSpeed's estimator, ZeRO-2 on 8 GPUs: 2 + 18/8 bytes of each parameter, so that
    // 85,520,809,984 bytes hold 20,122,543,525 of them. Shapes of that size have 47 layers, 5,504
    // wide, with attention of 40 and 8 heads of 128: 67,644,160 parameters a layer and
    // 1,411,847,552 outside. A layer has 16,512 for each column of its feed-forward part, which
    // grows by 32: with 20,000 columns the model has 20,112,403,072, with 20,032 too many. It is
    // made for sizes up to 16 columns in all layers above, 12,417,024.
    const Plan plan = firstPlan({{"method", "deepspeed"}, {"layout.zero", "2"}});
    const auto found = solve(plan, builtinCatalog(), "model.parameters", SolveFor::Fit);
    QVERIFY(found && found->answer);
    QCOMPARE(*found->answer, std::int64_t{20'124'820'095});
    QCOMPARE(*solved(plan, "model.parameters").answer, std::int64_t{20'100'000'000});
    QCOMPARE(found->totals.total, Bytes{20'112'403'072 / 4 * 17});
    QCOMPARE(shown(english(found->note)),
             QStringLiteral("A Llama of 47 layers, 5,504 wide: 20,112,403,072 parameters"));
}

void TestSolve::largestModel_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("caveat");
    const auto row
        = [](const char* name, const std::vector<Setting>& settings, const char* caveat) {
              QTest::newRow(name) << planWith(settings) << QString(QLatin1String(caveat));
          };
    const char* fits = "Not every smaller size fits, as the shape changes with it: ";
    const char* suits = "Not every smaller size suits the layout: ";
    row("unsharded", {{"cluster.overhead", "none"}}, "");
    row("sharded", {{"layout.zero", "3"}, {"cluster.overhead", "none"}}, "");
    row("with a replay", {{"layout.zero", "3"}}, "");
    // From four billion on the head is not the embedding, so that less is left for the layers.
    row("a head of its own at 4B",
        {{"layout.zero", "3"}, {"workload.context", "17k"}, {"cluster.overhead", "none"}}, fits);
    row("a layout that suits every 32nd layer",
        {{"layout.zero", "1"},
         {"layout.pipeline", "8"},
         {"layout.virtual_pipeline", "4"},
         {"cluster.gpus", "64"},
         {"workload.global_batch", "256"},
         {"cluster.overhead", "none"}},
        suits);
    row("by the lecture", {{"method", "lecture-zero"}}, "");
}

void TestSolve::largestModel()
{
    QFETCH(const Plan, plan);
    QFETCH(const QString, caveat);
    const auto found = solve(plan, builtinCatalog(), "model.parameters", SolveFor::Fit);
    QVERIFY(found && found->answer);
    const std::int64_t answer = *found->answer;
    Plan on = plan;
    QVERIFY(assign(on, "model.parameters", answer).empty());
    const auto judged = judge(on, builtinCatalog());
    QVERIFY(judged && judged->fits());
    QCOMPARE(judged->totals.total, found->totals.total);
    QVERIFY(!fitsAt(plan, "model.parameters", answer + 1));
    // No larger one fits, up to twice the size.
    for (int step = 1; step <= 64; ++step)
        QVERIFY(!fitsAt(plan, "model.parameters", answer + answer * step / 64 + 1));
    const QString said = shown(english(found->caveat));
    QVERIFY2(said.startsWith(caveat) && said.isEmpty() == caveat.isEmpty(), qPrintable(said));
    QCOMPARE(QString::fromStdString(remarkOf(*found))
                 .contains(QLatin1String(". Not every smaller size")),
             !caveat.isEmpty());
}

void TestSolve::largestModelThatRuns_data()
{
    QTest::addColumn<Plan>("plan");
    const auto row
        = [](const char* name, const char* framework, const char* adapter, const char* device,
             const char* context, const char* parameters, const std::vector<Setting>& more = {}) {
              QTest::newRow(name) << planWith(more,
                                              planWith({{"recipe.framework", framework},
                                                        {"adapter.kind", adapter},
                                                        {"cluster.device", device},
                                                        {"cluster.gpus", "1"},
                                                        {"workload.context", context},
                                                        {"recipe.recompute", "full"},
                                                        {"model.parameters", parameters}}));
          };
    constexpr const char* small = "rtx-4090-24gb";
    constexpr const char* large = "a100-sxm4-80gb";
    row("QLoRA by the Trainer", "huggingface", "qlora", small, "4k", "1b");
    row("QLoRA by the Trainer at 6K", "huggingface", "qlora", small, "6k", "1b");
    row("QLoRA by the Trainer at 8K", "huggingface", "qlora", small, "8k", "1b");
    row("QLoRA by the Trainer on 80 GB", "huggingface", "qlora", large, "16k", "1b");
    row("QLoRA with expandable segments", "huggingface", "qlora", small, "4k", "1b",
        {{"cluster.allocator.expandable_segments", "true"}});
    row("LoRA by the Trainer", "huggingface", "lora", small, "4k", "1b");
    row("all weights by the Trainer", "huggingface", "none", large, "16k", "1b");
    row("QLoRA by Axolotl", "axolotl", "qlora", small, "8k", "1b");
    row("LoRA by Axolotl", "axolotl", "lora", small, "8k", "1b");
    row("QLoRA by LLaMA-Factory", "llama-factory", "qlora", small, "4k", "1b");
    row("QLoRA by LLaMA-Factory on 80 GB", "llama-factory", "qlora", large, "16k", "1b");
    row("QLoRA by Unsloth", "unsloth", "qlora", small, "4k", "1b");
    row("QLoRA by torchtune", "torchtune", "qlora", small, "4k", "1b");
    row("a plan's own size of more digits", "huggingface", "qlora", small, "4k", "13204999999");
    row("a plan that empties its cache", "huggingface", "qlora", small, "4k", "15b");
}

/// By an estimate of each size: the answer fits, empties no cache but where the plan does, and is
/// no less than the plan's own size; no size of three digits just above it, and none within an
/// eighth of the last that fits, does the same.
void TestSolve::largestModelThatRuns()
{
    QFETCH(const Plan, plan);
    const Estimate own = estimated(plan);
    QVERIFY(own.fits());
    const bool empties = own.answer.totals.flushes > 0;
    const auto runsWith = [&](std::int64_t size) {
        const Estimate then = estimated(with(plan, "model.parameters", size));
        return then.fits() && (empties || then.answer.totals.flushes == 0);
    };
    const Solution found = solved(plan, "model.parameters");
    QVERIFY(found.answer && found.edge);
    const std::int64_t answer = *found.answer, edge = *found.edge;
    const double present = std::get<SizedModel>(plan.model).parameters;
    QVERIFY(static_cast<double>(answer) >= present && answer <= edge);
    QVERIFY(runsWith(answer));
    std::int64_t digits = 1;
    while (edge / digits >= 1000)
        digits *= 10;
    for (std::int64_t size = edge / digits * digits; size > edge - edge / 8 && size > answer;
         size -= digits)
        QVERIFY2(!runsWith(size), std::to_string(size).c_str());
    digits = 1;
    while (answer / digits >= 1000)
        digits *= 10;
    const std::int64_t next = (answer / digits + 1) * digits;
    QVERIFY2(next > edge || !runsWith(next), std::to_string(next).c_str());
}

void TestSolve::noModelFits()
{
    const auto found = solve(planWith({{"cluster.gpus", "1"}, {"cluster.capacity", "1000000"}}),
                             builtinCatalog(), "model.parameters");
    QVERIFY(found && !found->answer && found->counted);
    QCOMPARE(shown(english(found->reason)),
             QStringLiteral("Does not fit with a Llama of any size"));
}

void TestSolve::layersOnTheGpu_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<QString>("said"); // the note, or the reason
    const auto row = [](const char* name, const char* model, const std::vector<Setting>& more,
                        bool fits, const char* said) {
        QTest::newRow(name) << planWith(more,
                                        planWith({{"workload.task", "inference"},
                                                  {"inference.server", "llama.cpp"},
                                                  {"inference.weights", "q4_k_m"},
                                                  {"model.id", model},
                                                  {"workload.context", "8k"},
                                                  {"cluster.device", "rtx-4090-24gb"},
                                                  {"cluster.gpus", "1"}}))
                            << fits << QString::fromLatin1(said);
    };
    constexpr const char* large = "llama-3.3-70b";
    row("more than half of 70B", large, {}, true, "of 81, the head among them");
    row("a plan with fewer layers there", large, {{"inference.gpu_layers", "8"}}, true,
        "of 81, the head among them");
    row("a card with room for three", large, {{"cluster.capacity", "3000000000"}}, true,
        "of 81, the head among them");
    row("a card with room for none", large, {{"cluster.capacity", "1500000000"}}, true,
        "of 81, the head among them");
    row("all of 8B", "llama-3.1-8b", {}, true, "of 33, the head among them");
    row("a host too small", large, {{"cluster.host_memory", "10000000000"}}, false,
        "Does not fit with any number of layers on the GPU");
    row("a server that leaves none on the host", large, {{"inference.server", "vllm"}}, false,
        "Only llama.cpp, which serves a model, leaves layers on the host");
    row("training", large, {{"workload.task", "train"}}, false,
        "Only llama.cpp, which serves a model, leaves layers on the host");
}

/// With the answer the plan fits, with a layer more it does not: by an estimate of each number.
void TestSolve::layersOnTheGpu()
{
    constexpr KeyPath key("inference.gpu_layers");
    QFETCH(const Plan, plan);
    QFETCH(const bool, fits);
    QFETCH(const QString, said);
    const Solution found = solved(plan, key);
    QCOMPARE(found.answer.has_value(), fits);
    if (!fits) {
        QCOMPARE(shown(english(found.reason)), said);
        return;
    }
    QCOMPARE(shown(english(found.note)), said);
    std::int64_t most = -1;
    const std::int64_t every = estimated(plan).plan.shape.layers + 1;
    for (std::int64_t layers = 0; layers <= every; ++layers)
        if (fitsAt(plan, key, layers))
            most = layers;
    QCOMPARE(*found.answer, most);
    QCOMPARE(found.edge, found.answer);
    QCOMPARE(found.totals.total, estimated(with(plan, key, most)).answer.totals.total);
}

void TestSolve::whatAMethodDoesNotCount_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* method, KeyPath key, const char* reason) {
        QTest::addRow("%s, %s", method, key.text().data())
            << planWith({{"method", method}, {"layout.zero", "3"}}) << key
            << QString::fromLatin1(reason);
    };
    row("deepspeed", "workload.context", "This method does not count the context");
    row("deepspeed", "workload.micro_batch", "This method does not count the micro-batch");
    row("deepspeed", "cluster.gpus", "");
    row("lecture", "cluster.gpus", "This method does not count GPUs");
    row("lecture", "workload.context", "");
    row("exact", "workload.context", "");
}

void TestSolve::whatAMethodDoesNotCount()
{
    QFETCH(Plan, plan);
    QFETCH(const KeyPath, key);
    QFETCH(QString, reason);
    const auto found = solve(plan, builtinCatalog(), key);
    QVERIFY2(found, qPrintable(whyNot(found)));
    QCOMPARE(found->counted, reason.isEmpty());
    if (!found->counted)
        QVERIFY(!found->answer);
    if (!found->counted)
        QCOMPARE(shown(english(found->reason)), reason);
}

void TestSolve::totalsAreThoseOfThePlanWithTheAnswer_data()
{
    QTest::addColumn<QString>("method");
    for (const Method& method : methods())
        QTest::newRow(nameOf(method.id).data()) << QString::fromUtf8(nameOf(method.id).data());
}

void TestSolve::totalsAreThoseOfThePlanWithTheAnswer()
{
    // The answers come from one resolved plan; here each plan is resolved separately.
    QFETCH(QString, method);
    const std::string name = method.toStdString();
    int answers = 0;
    for (const std::vector<Setting>& settings : std::vector<std::vector<Setting>>{
             {{"layout.zero", "3"}},
             {{"model.parameters", "100000000"}},
             {{"workload.micro_batch", "4"}, {"workload.global_batch", "60"}},
             {{"layout.pipeline", "4"}, {"workload.global_batch", "16"}},
             {{"model.id", "mixtral-8x7b"}, {"layout.zero", "3"}, {"cluster.gpus", "64"}}}) {
        Plan plan = planWith(settings);
        QVERIFY(assign(plan, "method", name).empty());
        const auto present = estimate(plan, builtinCatalog());
        if (!present) // DeepSpeed's estimator knows no experts
            continue;
        const Solutions found
            = solveAll({plan, builtinCatalog(), present->plan, present->judgement()});
        for (const Solution& solution : {found.context, found.microBatch, found.gpus}) {
            if (!solution.answer)
                continue;
            ++answers;
            Plan changed = plan;
            QVERIFY(assign(changed, solution.key, *solution.answer).empty());
            const auto judged = judge(changed, builtinCatalog());
            QVERIFY(judged && judged->fits());
            QCOMPARE(solution.totals.perGpu.bytes, judged->totals.perGpu.bytes);
            QCOMPARE(solution.totals.high, judged->totals.high);
            QCOMPARE(solution.totals.stage, judged->totals.stage);
            QCOMPARE(solution.totals.host, judged->totals.host);
        }
    }
    const Method& own = methodOf(*fromName<MethodId>(name));
    const bool solvable = methodReads(own, "workload.context") || methodReads(own, "cluster.gpus");
    QCOMPARE(answers > 0, solvable); // accelerate asks for neither tokens nor GPUs
}

QTEST_APPLESS_MAIN(TestSolve)
#include "test_solve.moc"
