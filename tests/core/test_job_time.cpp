// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time of a job's step: its phases, each with the lines of training or inference.
#include "core/explore/cards.h"
#include "core/job/moment_words.h"
#include "core/methods/method.h"
#include "core/time/attention_figures.h"
#include "core/time/generation.h"
#include "timed_plan.h"

#include <QtTest>

#include <numeric>

using namespace highwater;

namespace {

using Settings = std::vector<Setting>;

Settings with(Settings base, const Settings& more)
{
    base.insert(base.end(), more.begin(), more.end());
    return base;
}

Resolved preparedOf(const Settings& settings)
{
    const auto resolved = prepare(planWith(settings), builtinCatalog(), fittedIdleShares());
    if (!resolved)
        qFatal("%s", qPrintable(whyNot(resolved)));
    return *resolved;
}

TimeAnswer timed(const Settings& settings)
{
    return timed(preparedOf(settings));
}

const PhaseTime& phaseOf(const TimeAnswer& answer, Moment moment)
{
    for (const PhaseTime& phase : answer.phases)
        if (phase.phase == moment)
            return phase;
    qFatal("no phase %s", english(momentName(moment)).c_str());
}

bool hasPhase(const TimeAnswer& answer, Moment moment)
{
    return std::ranges::count(answer.phases, moment, &PhaseTime::phase) > 0;
}

bool assumes(const TimeAnswer& answer, const char* field)
{
    return std::ranges::count(answer.assumptions, field, &Assumption::field) > 0;
}

const Settings eight{{"layout.zero", "3"}, {"workload.context", "2048"}};
const Settings grpo{{"layout.zero", "3"},         {"job.kind", "grpo"},
                    {"recipe.framework", "verl"}, {"job.prompt", "1024"},
                    {"job.completion", "1024"},   {"workload.global_batch", "64"}};

} // namespace

class TestJobTime : public QObject
{
    Q_OBJECT

private slots:
    void tuningIsTraining();
    void pairsAreTwoSequences();
    void cardsOfItsOwnCost();
    void aPassIsAThirdOfAnUpdate();
    void aRewardHasNoVocabulary();
    void theBaseIsTheReference();
    void aTeacherElsewhereIsNotWaitedFor();
    void generationByHand();
    void moreSequencesThanAtOnce();
    void rewardsByRulesTakeNoTime();
    void statesThatWaitOnTheHost();
    void aPolicyThatGenerates();
    void phasesAddUp_data();
    void phasesAddUp();
    void theLengthOfTheRun();
    void byUtilisation();
    void cardsHaveTimes();
};

/// One model with the loss of training: the same step to the last bit.
void TestJobTime::tuningIsTraining()
{
    const TimeAnswer plain = timed(eight), job = timed(with(eight, {{"job.kind", "sft"}}));
    QCOMPARE(job.seconds, plain.seconds);
    QCOMPARE(job.tokens, plain.tokens);
    QCOMPARE(job.modelUtilisation, plain.modelUtilisation);
    QCOMPARE(job.phases.size(), std::size_t{1});
}

/// Chosen and rejected: the update is that of training with two sequences in place of one.
void TestJobTime::pairsAreTwoSequences()
{
    const TimeAnswer pairs = timed(with(eight, {{"workload.micro_batch", "2"}}));
    const TimeAnswer dpo = timed(with(eight, {{"job.kind", "dpo"}}));
    QCOMPARE(phaseOf(dpo, Moment::UpdatePolicy).seconds, pairs.seconds);
    QCOMPARE(dpo.tokens, pairs.tokens);
    QVERIFY(dpo.seconds > pairs.seconds);
}

void TestJobTime::aPassIsAThirdOfAnUpdate()
{
    const TimeAnswer dpo = timed(with(eight, {{"job.kind", "dpo"}}));
    const StepTime& pass = phaseOf(dpo, Moment::RefLogprob).step;
    const StepTime& update = phaseOf(dpo, Moment::UpdatePolicy).step;
    for (const TimePart part : {TimePart::Products, TimePart::MemoryBound})
        QCOMPARE(3 * pass[part], update[part]);
    // Flash attention: two products forward, five backward, each at the published rate of its pass.
    const auto figure = attentionFigureOf(preparedOf(with(eight, {{"job.kind", "dpo"}})));
    QVERIFY(figure && figure->shares.backward < figure->shares.forward);
    const double backward = 2.5 * figure->shares.forward / figure->shares.backward;
    QCOMPARE((1 + backward) * pass[TimePart::Scores], update[TimePart::Scores]);
    for (const TimePart part : {TimePart::Gradients, TimePart::Optimizer, TimePart::StepWork,
                                TimePart::Accumulation, TimePart::Recompute})
        QCOMPARE(pass[part], 0.0);
    // Each GPU gathers the bf16 weights of 7 of 8 shards once: 2 · 8.03e9 · 7/8.
    const double bytes = pass[TrafficKind::WeightGathers].bytes;
    QVERIFY2(std::abs(bytes / (2 * 8.030261248e9 * 7 / 8) - 1) < 1e-3,
             std::to_string(bytes).c_str());
    QCOMPARE(2 * bytes, update[TrafficKind::WeightGathers].bytes);
}

void TestJobTime::aRewardHasNoVocabulary()
{
    const auto head = [](const char* kind) {
        return phaseOf(timed(with(eight, {{"job.kind", kind}})), Moment::UpdatePolicy)
            .step[TimePart::Head];
    };
    QVERIFY(head("reward") > 0);
    QVERIFY(head("reward") < head("orpo") / 10'000); // one column in place of 128,256
}

void TestJobTime::theBaseIsTheReference()
{
    const TimeAnswer dpo
        = timed(with(eight, {{"job.kind", "dpo"}, {"adapter.kind", "lora"}, {"layout.zero", "0"}}));
    QCOMPARE(phaseOf(dpo, Moment::RefLogprob).step[TimePart::Adapters], 0.0);
    QVERIFY(phaseOf(dpo, Moment::UpdatePolicy).step[TimePart::Adapters] > 0);
}

void TestJobTime::aTeacherElsewhereIsNotWaitedFor()
{
    const Settings distill
        = with(eight, {{"job.kind", "distill"}, {"roles.teacher.model", "llama-3.1-70b"}});
    const TimeAnswer shared = timed(distill);
    const TimeAnswer own = timed(with(distill, {{"roles.teacher.place", "own"}}));
    QVERIFY(phaseOf(shared, Moment::Teacher).seconds
            > 2 * phaseOf(shared, Moment::UpdatePolicy).seconds); // 2·70 against 6·8
    QVERIFY(!hasPhase(own, Moment::Teacher));
    QVERIFY(assumes(own, "roles.teacher.place"));
    QCOMPARE(own.seconds, phaseOf(shared, Moment::UpdatePolicy).seconds);
}

/// 64 sequences on 8 / 2 engines: 16 each, all at once, 1,024 tokens after prompts of 1,024.
void TestJobTime::generationByHand()
{
    const PhaseTime phase = phaseOf(timed(grpo), Moment::Generate);
    Plan engine = planWith({{"workload.task", "inference"},
                            {"inference.server", "vllm"},
                            {"layout.tensor", "2"},
                            {"workload.context", "1024"},
                            {"inference.output", "1024"},
                            {"workload.micro_batch", "16"}});
    engine.inference.memoryFraction = 0.5;
    const auto generation = generationOf(*prepare(engine, builtinCatalog(), fittedIdleShares()));
    QVERIFY2(generation, qPrintable(whyNot(generation)));
    const double expected = 1024 * generation->step.value + 16 * generation->prefill.value;
    QVERIFY2(std::abs(phase.seconds / expected - 1) < 1e-9,
             (std::to_string(phase.seconds) + " " + std::to_string(expected)).c_str());
    QVERIFY(phase.low < phase.seconds && phase.seconds < phase.high);
}

/// Of 8,192 sequences on 4 engines 2,048 each: 8 times 256 one after another.
void TestJobTime::moreSequencesThanAtOnce()
{
    const auto seconds = [](const char* batch) {
        return phaseOf(timed(with(grpo,
                                  {{"workload.global_batch", batch},
                                   {"inference.max_sequences", "256"},
                                   {"rollout.utilization", "0.9"}})),
                       Moment::Generate)
            .seconds;
    };
    const double ratio = seconds("8192") / seconds("1024"); // 256 on each engine
    QVERIFY2(std::abs(ratio / 8 - 1) < 1e-6, std::to_string(ratio).c_str());
}

void TestJobTime::rewardsByRulesTakeNoTime()
{
    const TimeAnswer rules = timed(grpo);
    QVERIFY(!hasPhase(rules, Moment::Reward));
    QVERIFY(assumes(rules, "roles.reward.model"));
    const TimeAnswer model = timed(with(grpo, {{"roles.reward.model", "llama-3.1-8b"}}));
    QVERIFY(hasPhase(model, Moment::Reward));
    QVERIFY(model.seconds > rules.seconds);
}

/// OpenRLHF moves states to the host: 8.03e9 weights in bf16 by two over 25.2 GB/s and more.
void TestJobTime::statesThatWaitOnTheHost()
{
    Settings openrlhf = grpo;
    openrlhf[2] = {"recipe.framework", "openrlhf"};
    const PhaseTime sync = phaseOf(timed(openrlhf), Moment::Sync);
    QVERIFY(sync.step[TimePart::ParameterOffload] > 0);
    QVERIFY(sync.step[TimePart::NewWeights] > 0);
    QCOMPARE(phaseOf(timed(grpo), Moment::Sync).step[TimePart::ParameterOffload], 0.0);
}

void TestJobTime::aPolicyThatGenerates()
{
    const auto answer = timeOf(
        preparedOf(with(eight, {{"job.kind", "ppo"}, {"recipe.framework", "huggingface"}})));
    QCOMPARE(whyNot(answer),
             QStringLiteral("job.kind: has no time: the policy generates without an engine; found "
                            "ppo"));
}

void TestJobTime::phasesAddUp_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("framework");
    for (const JobKind kind : everyOf<JobKind>())
        for (const char* framework : {"plain", "huggingface", "verl", "openrlhf"})
            if (kind != JobKind::Ppo || QLatin1String(framework) != QLatin1String("huggingface"))
                QTest::addRow("%s, %s", std::string(nameOf(kind)).c_str(), framework)
                    << shown(nameOf(kind)) << QString::fromLatin1(framework);
}

void TestJobTime::phasesAddUp()
{
    QFETCH(QString, kind);
    QFETCH(QString, framework);
    const QByteArray job = kind.toUtf8(), code = framework.toUtf8();
    const TimeAnswer answer = timed(
        with(eight, {{"job.kind", job.constData()}, {"recipe.framework", code.constData()}}));
    double phases = 0, lines = 0, shares = 0;
    for (const PhaseTime& phase : answer.phases) {
        QVERIFY(phase.seconds > 0 && phase.low <= phase.seconds && phase.seconds <= phase.high);
        phases += phase.seconds;
        QVERIFY(!phase.lines.empty());
        for (const TimeLine& line : phase.lines) {
            QVERIFY(line.phase == phase.phase && std::isfinite(line.seconds));
            QVERIFY(!english(line.formula).empty() && !english(line.numbers).empty());
            QVERIFY(!english(line.source).empty());
        }
    }
    for (const TimeLine& line : answer.lines) {
        lines += line.seconds;
        shares += line.share;
    }
    const double parts = std::accumulate(answer.step.parts.begin(), answer.step.parts.end(), 0.0);
    for (const double sum : {phases, lines, parts})
        QVERIFY2(std::abs(sum / answer.seconds - 1) < 1e-9, std::to_string(sum).c_str());
    QVERIFY(std::abs(shares - 1) < 1e-9);
    QVERIFY(answer.modelUtilisation > 0 && answer.modelUtilisation < 1);
    QVERIFY(answer.hardwareUtilisation >= answer.modelUtilisation);
}

void TestJobTime::theLengthOfTheRun()
{
    const Settings dpo = with(eight, {{"job.kind", "dpo"}});
    const TimeAnswer open = timed(dpo);
    QVERIFY(!open.run);
    QVERIFY(assumes(open, "workload.examples"));
    const TimeAnswer stated = timed(with(dpo, {{"workload.training_tokens", "1e9"}}));
    QCOMPARE(stated.run->tokens, 1e9);
    QVERIFY(!assumes(stated, "workload.training_tokens"));
    // A pair of two sequences of 2,048 tokens.
    const TimeAnswer pairs
        = timed(with(dpo, {{"workload.examples", "100000"}, {"workload.epochs", "0.5"}}));
    QCOMPARE(pairs.run->tokens, 100'000 * 0.5 * 2 * 2048);
}

/// All operations of the models over the peak: of DPO 6·P of the policy and 2·P of the reference.
void TestJobTime::byUtilisation()
{
    const TimeAnswer answer
        = timed(with(eight, {{"job.kind", "dpo"}, {"cluster.utilisation", "0.5"}}));
    const double operations = 8 * 8.03e9 * answer.tokens; // attention and embedding: some per cent
    const double expected = operations / (989.4e12 * 8 * 0.5);
    QVERIFY2(std::abs(answer.seconds / expected - 1) < 0.05,
             std::to_string(answer.seconds).c_str());
    QVERIFY(answer.byUtilisation && answer.lines.empty() && answer.phases.empty());
}

void TestJobTime::cardsHaveTimes()
{
    const auto card = cardOf({planWith(with(grpo, {{"workload.examples", "1000"}}))},
                             builtinCatalog(), *builtinCatalog().device("h200-sxm-141gb"));
    QVERIFY(card && card->gpus);
    QVERIFY2(card->run, english(card->untimed).c_str());
    QVERIFY(card->run->seconds > 0 && card->run->cost->price > 0);
}

/// An engine's own cards cost as much for each card as those that train.
void TestJobTime::cardsOfItsOwnCost()
{
    const TimeAnswer shared = timed(with(grpo, {{"workload.examples", "1000"}}));
    QCOMPARE(shared.gpus, 8);
    const auto apart = [](const char* gpus) {
        return timed(with(grpo,
                          {{"roles.rollout.place", "own"},
                           {"roles.rollout.gpus", gpus},
                           {"workload.examples", "1000"}}));
    };
    const TimeAnswer two = apart("2"), many = apart("1048576");
    QCOMPARE(two.gpus, 10);
    QVERIFY(std::abs(two.run->gpuHours - two.run->seconds / 3600 * 10) < 1e-9 * two.run->gpuHours);
    QVERIFY(many.run->gpuHours > 100 * shared.run->gpuHours);
}

QTEST_GUILESS_MAIN(TestJobTime)
#include "test_job_time.moc"
