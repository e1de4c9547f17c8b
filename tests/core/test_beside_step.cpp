// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/answer/timeline.h"
#include "core/explore/advise.h"
#include "helpers.h"

#include <QTest>

using namespace highwater;

namespace {

/// A Llama 3.2 1B of so many layers under the Trainer, with weights of 16 bits on one GPU.
Plan trainer(std::int64_t layers, std::int64_t context)
{
    CustomModel model = llama(2048, layers, 32, 8, 8192, 128256);
    model.tiedEmbeddings = true;
    Plan plan;
    plan.model = model;
    plan.workload.context = context;
    plan.cluster.gpus = 1;
    plan.recipe.framework = Framework::HuggingFace;
    plan.recipe.precision = Precision::Bf16;
    plan.recipe.moments = Moments::Bf16;
    return plan;
}

Plan withAdapters(Plan plan, AdapterKind kind)
{
    plan.adapter.kind = kind;
    plan.adapter.rank = 16;
    plan.recipe.precision = Precision::Bf16Mixed;
    plan.recipe.moments = Moments::Fp32;
    plan.recipe.recompute = Recompute::Full;
    return plan;
}

Plan sharded(Plan plan, Framework framework, std::optional<Engine> engine)
{
    plan.cluster.gpus = 4;
    plan.layout.zero = 3;
    plan.recipe.framework = framework;
    plan.recipe.engine = engine;
    plan.recipe.precision = Precision::Bf16Mixed;
    plan.recipe.moments = Moments::Fp32;
    plan.recipe.recompute = Recompute::Full;
    return plan;
}

Plan evaluating(Plan plan, std::int64_t batch, std::int64_t kept = 0)
{
    plan.workload.evaluationBatch = batch;
    plan.workload.keptPredictions = kept;
    return plan;
}

Plan saving(Plan plan, SavedState where)
{
    plan.recipe.savedState = where;
    return plan;
}

Plan merging(Plan plan)
{
    plan.adapter.merges = true;
    return plan;
}

const MomentTotal* momentOf(const Answer& answer, Moment moment)
{
    const auto found = std::ranges::find(answer.moments, moment, &MomentTotal::moment);
    return found == answer.moments.end() ? nullptr : &*found;
}

/// The bytes of tensors at a moment.
Bytes tensorsAt(const Answer& answer, Moment moment)
{
    return momentOf(answer, moment)->perGroup.total() - answer.totals.runtime;
}

/// The bytes of a line's tensors at a moment.
Bytes bytesAt(const Answer& answer, std::string_view id, Moment moment)
{
    Bytes sum = 0;
    for (const Line& line : answer.ledger)
        if (line.id == id)
            sum += line.each * Answer::copiesAt(line, moment);
    return sum;
}

} // namespace

class TestBesideStep : public QObject
{
    Q_OBJECT

private slots:
    void aStepAloneHasItsSixMoments();
    void lines_data();
    void lines();
    void rehearsed_data();
    void rehearsed();
    void gradientsAreGone();
    void predictionsOfAllRanks();
    void theLargestIsThePeak();
    void adviceIsOfTheEvaluation();
    void host_data();
    void host();
};

void TestBesideStep::aStepAloneHasItsSixMoments()
{
    const Estimate found = estimated(trainer(4, 1024));
    QCOMPARE(found.answer.moments.size(), momentCount);
    QCOMPARE(found.answer.hostPerNode, Bytes{0});
    // No key of a moment beside the step adds a column to the table of another plan.
    const auto columns = [](const Plan& plan) {
        const Resolved resolved = *prepare(plan, builtinCatalog());
        return resolved.stages.front().table().columns.size();
    };
    QCOMPARE(columns(evaluating(trainer(4, 1024), 8)), columns(trainer(4, 1024)) + 3);
    Plan plain = evaluating(trainer(4, 1024), 8);
    plain.recipe.framework = Framework::Plain;
    QVERIFY(!momentOf(estimated(plain).answer, Moment::Evaluate));
}

void TestBesideStep::lines_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<QString>("id");
    QTest::addColumn<Bytes>("bytes");
    const auto row
        = [](const char* name, const Plan& plan, Moment moment, const char* id, Bytes bytes) {
              QTest::newRow(name) << plan << moment << QString::fromLatin1(id) << bytes;
          };
    using enum Moment;
    constexpr Bytes tokens = 8 * 1024, vocabulary = 128256, hidden = 2048, wide = 8192;
    const Plan plain = evaluating(trainer(4, 1024), 8);
    row("16-bit logits of 8 rows", plain, Evaluate, "evaluation.logits", 2 * tokens * vocabulary);
    row("their 32-bit copy", plain, Evaluate, "evaluation.logits_float", 4 * tokens * vocabulary);
    row("their log-softmax", plain, Evaluate, "evaluation.log_softmax", 4 * tokens * vocabulary);
    row("the last hidden states", plain, Evaluate, "evaluation.hidden", 2 * tokens * hidden);
    row("no logits of the training batch", plain, Evaluate, "loss.logits", 0);
    row("no evaluation in a step", plain, Loss, "evaluation.logits", 0);
    // The fourth pass joins its logits to those of three: 3 + 1 + 4 times 32-bit logits of a pass.
    const Plan metrics = evaluating(trainer(4, 1024), 8, 4);
    row("predictions of three passes", metrics, Evaluate, "evaluation.predictions",
        3 * 4 * tokens * vocabulary);
    row("the fourth, and all four", metrics, Evaluate, "evaluation.join",
        5 * 4 * tokens * vocabulary);
    // PEFT: 32-bit factors, of which the product and the scaled product exist.
    const Plan lora = merging(withAdapters(trainer(4, 1024), AdapterKind::Lora));
    row("a product of factors, twice", lora, Merge, "merge.delta", 2 * 4 * hidden * wide);
    row("nothing is dequantised", lora, Merge, "merge.weight", 0);
    const Plan qlora = merging(withAdapters(trainer(4, 1024), AdapterKind::Qlora));
    row("a scaled product", qlora, Merge, "merge.delta", 4 * hidden * wide);
    row("a dequantised matrix, its sum and a copy", qlora, Merge, "merge.weight",
        (2 + 2 * 4) * hidden * wide);
    row("the 16-bit embedding that becomes one of 32 bits", qlora, Load, "load.quantised",
        2 * vocabulary * hidden);
    Plan narrow = qlora;
    narrow.adapter.upcast = false;
    row("else the largest matrix", narrow, Load, "load.quantised", 2 * hidden * wide);
    // A tied embedding is FSDP1's root. FSDP2 gathers one weight at a time.
    const Plan states = trainer(4, 1024);
    row("FSDP1's root in 32 bits",
        saving(sharded(states, Framework::HuggingFace, Engine::Fsdp1), SavedState::Host), Save,
        "save.gathered", 4 * vocabulary * hidden);
    row("FSDP2's largest weight in 32 bits",
        saving(sharded(states, Framework::HuggingFace, Engine::Fsdp2), SavedState::Host), Save,
        "save.gathered", 4 * vocabulary * hidden);
    row("ZeRO-3's largest weight in 16 bits",
        saving(sharded(states, Framework::HuggingFace, Engine::DeepSpeed), SavedState::Host), Save,
        "save.gathered", 2 * vocabulary * hidden);
}

void TestBesideStep::lines()
{
    QFETCH(Plan, plan);
    QFETCH(Moment, moment);
    QFETCH(QString, id);
    QFETCH(Bytes, bytes);
    plan.cluster.overhead = Overhead::None;
    const Answer answer = estimated(plan).answer;
    QVERIFY(momentOf(answer, moment));
    QCOMPARE(bytesAt(answer, id.toStdString(), moment), bytes);
}

void TestBesideStep::rehearsed_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<double>("mebibytes");
    QTest::addColumn<double>("reserved"); ///< 0: not compared
    // PyTorch's peak of allocated bytes, and what it has reserved by then, of trainer.evaluate(),
    // accelerator.get_state_dict() and model.merge_and_unload() after two steps, rehearsed for H100
    // 80 GB: PyTorch 2.6.0, transformers 5.24, accelerate 1.15, PEFT 0.21, bitsandbytes 0.48,
    // DeepSpeed 0.19. Two workspaces of the matrix library, of 32 MiB, are taken off.
    const auto row = [](const char* name, const Plan& plan, Moment moment, double read,
                        double reserved = 0) {
        constexpr double workspaces = 64;
        QTest::newRow(name) << plan << moment << (moment == Moment::Load ? read : read - workspaces)
                            << (reserved > 0 ? reserved - workspaces : 0);
    };
    using enum Moment;
    const Plan lora = withAdapters(trainer(16, 2048), AdapterKind::Lora);
    row("LoRA, 8 rows of 2,048", evaluating(lora, 8), Evaluate, 22677.4, 26494);
    row("LoRA, merged", merging(lora), Merge, 2679.2);
    row("4 passes of 4 rows of 1,024, predictions kept", evaluating(trainer(4, 1024), 4, 4),
        Evaluate, 18994.3, 30764);
    Plan narrow = lora;
    narrow.model = llama(4096, 4, 32, 32, 11008, 32000);
    narrow.recipe.recompute = Recompute::None;
    row("Llama 2 7B of 4 layers, 8 rows of 2,048", evaluating(narrow, 8), Evaluate, 7303.4);
    row("Llama 2 7B of 4 layers, merged", merging(narrow), Merge, 2509.3);
    Plan copies = evaluating(withAdapters(trainer(4, 1024), AdapterKind::Lora), 2, 3);
    copies.cluster.gpus = 2;
    copies.recipe.recompute = Recompute::None;
    row("3 passes of 2 rows on each of 2 ranks, predictions kept", copies, Evaluate, 13097.2,
        19370);
    const Plan qlora = withAdapters(trainer(8, 1024), AdapterKind::Qlora);
    row("QLoRA, loaded", qlora, Load, 1743.5);
    row("QLoRA, 2 rows of 1,024", evaluating(qlora, 2), Evaluate, 3904.0);
    row("QLoRA, merged", merging(qlora), Merge, 1605.4);
    const Plan states = trainer(8, 1024);
    const Plan fsdp1 = sharded(states, Framework::HuggingFace, Engine::Fsdp1);
    row("FSDP1 on 4 ranks, 2 rows", evaluating(fsdp1, 2), Evaluate, 5224.7);
    row("FSDP1 on 4 ranks, saved", saving(fsdp1, SavedState::Host), Save, 3210.6);
    Plan adapted = evaluating(fsdp1, 2);
    adapted.adapter.kind = AdapterKind::Lora;
    row("LoRA with FSDP1 on 4 ranks, 2 rows", adapted, Evaluate, 3462.3);
    Plan seven = fsdp1;
    seven.model = llama(4096, 2, 32, 32, 11008, 32000);
    seven.cluster.gpus = 2;
    row("Llama 2 7B of 2 layers on 2 ranks, saved", saving(seven, SavedState::Host), Save, 4880.1);
    row("the same, gathered on the GPUs", saving(seven, SavedState::Gpu), Save, 7424.2);
    const Plan fsdp2 = sharded(states, Framework::HuggingFace, Engine::Fsdp2);
    row("FSDP2 on 4 ranks, 2 rows", evaluating(fsdp2, 2), Evaluate, 5340.7);
    seven.recipe.engine = Engine::Fsdp2;
    row("Llama 2 7B of 2 layers with FSDP2, saved", saving(seven, SavedState::Host), Save, 4380.1);
    row("the same with FSDP2, gathered on the GPUs", saving(seven, SavedState::Gpu), Save, 6424.2);
    row("FSDP2 on 4 ranks, saved", saving(fsdp2, SavedState::Host), Save, 3210.6);
    Plan zero3 = sharded(states, Framework::HuggingFace, Engine::DeepSpeed);
    zero3.layout.reduceBucket = 500'000'000; // DeepSpeed's own, as its file said nothing
    row("ZeRO-3 on 4 ranks, 2 rows", evaluating(zero3, 2), Evaluate, 7821.0);
}

void TestBesideStep::rehearsed()
{
    QFETCH(Plan, plan);
    QFETCH(Moment, moment);
    QFETCH(double, mebibytes);
    QFETCH(double, reserved);
    const Answer answer = estimated(plan).answer;
    constexpr double mib = 1 << 20;
    const double share = moment == Moment::Load ? 0.015 : 0.01; // adapters are made after the load
    const double found = static_cast<double>(tensorsAt(answer, moment)) / mib;
    QVERIFY2(near(found, mebibytes, share),
             qPrintable(QStringLiteral("%1 MiB, not %2").arg(found).arg(mebibytes)));
    if (reserved == 0)
        return;
    QCOMPARE(answer.totals.peakMoment, moment);
    constexpr double part = 0.03;
    const double held = static_cast<double>(answer.totals.reserved()) / mib;
    QVERIFY2(near(held, reserved, part),
             qPrintable(QStringLiteral("reserved %1 MiB, not %2").arg(held).arg(reserved)));
}

void TestBesideStep::gradientsAreGone()
{
    const Plan plan = evaluating(
        saving(sharded(trainer(4, 1024), Framework::HuggingFace, Engine::Fsdp2), SavedState::Host),
        1);
    const Answer answer = estimated(plan).answer;
    const auto at
        = [&](Moment moment, Group group) { return momentOf(answer, moment)->perGroup[group]; };
    QVERIFY(at(Moment::OptimizerStep, Group::Gradients) > 0);
    for (const Moment moment : {Moment::Evaluate, Moment::Save}) {
        QCOMPARE(at(moment, Group::Gradients), Bytes{0});
        QCOMPARE(at(moment, Group::Activations), Bytes{0});
        for (const Group group : {Group::Parameters, Group::Optimizer})
            QCOMPARE(at(moment, group), at(Moment::OptimizerStep, group));
    }
}

/// Each rank gathers the predictions of all.
void TestBesideStep::predictionsOfAllRanks()
{
    Plan plan = evaluating(trainer(4, 1024), 2, 3);
    plan.cluster.gpus = 4;
    plan.cluster.overhead = Overhead::None;
    const Answer answer = estimated(plan).answer;
    constexpr Bytes pass = Bytes{4} * 2 * 1024 * 128256;
    QCOMPARE(bytesAt(answer, "evaluation.predictions", Moment::Evaluate), 2 * 4 * pass);
    QCOMPARE(bytesAt(answer, "evaluation.join", Moment::Evaluate), 4 * 4 * pass);
}

void TestBesideStep::theLargestIsThePeak()
{
    const Plan plan = evaluating(trainer(4, 1024), 8);
    const Estimate found = estimated(plan), alone = estimated(trainer(4, 1024));
    QCOMPARE(found.answer.totals.peakMoment, Moment::Evaluate);
    QVERIFY(alone.answer.totals.peakMoment != Moment::Evaluate);
    QCOMPARE(found.answer.totals.allocated, tensorsAt(found.answer, Moment::Evaluate));
    // What the step has left in the cache suits none of these logits.
    QVERIFY(found.answer.totals.reserved() > alone.answer.totals.reserved());
    const Timeline timeline = timelineOf(found.plan);
    QCOMPARE(timeline.peakBytes(), found.answer.totals.total);
    QCOMPARE(timeline.points[timeline.peak].phase, Phase::Evaluate);
    QCOMPARE(timelineLength(found.plan, stageAt(found.plan, 0)),
             static_cast<std::int64_t>(timeline.points.size()));
    const auto at = timeline.moments[static_cast<std::size_t>(Moment::Evaluate)];
    Bytes sum = 0;
    for (const Line& line : linesAt(found.plan, timeline, at))
        sum += line.bytes;
    QCOMPARE(sum, found.answer.totals.allocated);
}

/// Where the evaluation alone does not fit, its batch is the cheapest change.
void TestBesideStep::adviceIsOfTheEvaluation()
{
    const Plan plan = evaluating(trainer(4, 1024), 64);
    QVERIFY(!judge(*prepare(plan, builtinCatalog()))->fits());
    QVERIFY(judge(*prepare(trainer(4, 1024), builtinCatalog()))->fits());
    const auto found = advise(plan, builtinCatalog());
    QVERIFY(found && !found->empty());
    const std::vector<Change>& changes = found->front().changes;
    QCOMPARE(changes.size(), std::size_t{1});
    QCOMPARE(shown(changes.front().key), QStringLiteral("workload.evaluation_batch"));
}

void TestBesideStep::host_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("bytes");
    // 4 layers of 60,821,504 weights, a tied embedding and the last norm.
    constexpr Bytes weights = Bytes{4} * 60'821'504 + Bytes{128256} * 2048 + 2048;
    const Plan fsdp = sharded(trainer(4, 1024), Framework::HuggingFace, Engine::Fsdp2);
    QTest::newRow("gathered in 32 bits on the first rank")
        << saving(fsdp, SavedState::Host) << 4 * weights;
    QTest::newRow("gathered on the GPUs") << saving(fsdp, SavedState::Gpu) << Bytes{0};
    Plan loading = fsdp;
    loading.recipe.efficientLoading = true;
    QTest::newRow("loaded by the first rank alone") << loading << 2 * weights;
    loading.recipe.efficientLoading = false;
    QTest::newRow("loaded by each of 4 ranks") << loading << 4 * 2 * weights;
    QTest::newRow("the fuller of loading and saving")
        << saving(loading, SavedState::Host) << 4 * 2 * weights;
    loading.recipe.engine = Engine::DeepSpeed;
    QTest::newRow("ZeRO-3 loads part by part") << loading << Bytes{0};
}

void TestBesideStep::host()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, bytes);
    QCOMPARE(estimated(plan).answer.hostPerNode, bytes);
    QCOMPARE(judge(*prepare(plan, builtinCatalog()))->hostPerNode, bytes);
}

QTEST_APPLESS_MAIN(TestBesideStep)
#include "test_beside_step.moc"
