// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person does and with which program: how a plan tells it, and the settings that follow.
#include "core/job/purpose.h"
#include "core/ledger/resolve.h"
#include "helpers.h"

#include <QtTest>

using namespace highwater;

namespace {

QString text(const Value& value)
{
    return QString::fromStdString(typed(value));
}

Plan with(const std::vector<Setting>& settings, std::int64_t gpus = 8)
{
    Plan plan = planWith(settings);
    plan.cluster.gpus = gpus;
    return plan;
}

} // namespace

class TestPurpose : public QObject
{
    Q_OBJECT

private slots:
    void aPlanTellsItsPurpose_data();
    void aPlanTellsItsPurpose();
    void everySettingCanBeSet();
    void choosingSetsWhatTheProgramHas_data();
    void choosingSetsWhatTheProgramHas();
    void everyProgramDoesItsPurpose();
    void aPersonsOwnChoiceStays();
    void theOtherQuestionFollows();
    void onlyOtherValuesAreChanges();
};

void TestPurpose::aPlanTellsItsPurpose_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Purpose>("purpose");
    QTest::newRow("the first plan") << Plan() << Purpose::PreTrain;
    QTest::newRow("tokens") << with({{"workload.training_tokens", "1000000000"}})
                            << Purpose::PreTrain;
    QTest::newRow("examples") << with({{"workload.examples", "10000"}}) << Purpose::FineTune;
    QTest::newRow("epochs alone") << with({{"workload.epochs", "3"}}) << Purpose::FineTune;
    QTest::newRow("a framework that only fine-tunes")
        << with({{"recipe.framework", "torchtune"}}) << Purpose::FineTune;
    QTest::newRow("supervised") << with({{"job.kind", "sft"}}) << Purpose::FineTune;
    QTest::newRow("distilled") << with({{"job.kind", "distill"}}) << Purpose::FineTune;
    QTest::newRow("lora") << with({{"adapter.kind", "lora"}}) << Purpose::Adapt;
    QTest::newRow("dpo as training") << with({{"job.kind", "dpo"}}) << Purpose::Prefer;
    QTest::newRow("a preference of no kind")
        << with({{"workload.task", "preference"}}) << Purpose::Prefer;
    QTest::newRow("lora by preference")
        << with({{"workload.task", "preference"}, {"adapter.kind", "lora"}}) << Purpose::Prefer;
    QTest::newRow("ppo as training") << with({{"job.kind", "ppo"}}) << Purpose::Reinforce;
    QTest::newRow("inference") << with({{"workload.task", "inference"}}) << Purpose::Serve;
}

void TestPurpose::aPlanTellsItsPurpose()
{
    QFETCH(Plan, plan);
    QFETCH(Purpose, purpose);
    QCOMPARE(nameOf(purposeOf(plan)), nameOf(purpose));
}

/// Each value of the table is one that its key takes, and has a source.
void TestPurpose::everySettingCanBeSet()
{
    int found = 0;
    for (const Purpose purpose : everyOf<Purpose>())
        for (const UsedProgram& program : programsFor(purpose))
            for (const bool several : {false, true})
                for (const UsualSetting& setting : usualSettings(purpose, program, several)) {
                    const auto value = parsed(keyOf(setting.key), setting.value);
                    Plan plan;
                    QVERIFY2(value && assign(plan, setting.key, *value).empty(),
                             setting.key.text().data());
                    QVERIFY(!setting.source.empty());
                    ++found;
                }
    QVERIFY(found > 50);
}

void TestPurpose::choosingSetsWhatTheProgramHas_data()
{
    QTest::addColumn<std::int64_t>("gpus");
    QTest::addColumn<Purpose>("purpose");
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, std::int64_t gpus, Purpose purpose, Framework framework,
                        KeyPath key, const char* value) {
        QTest::newRow(name) << gpus << purpose << framework << key << QString::fromLatin1(value);
    };
    row("one GPU shares nothing", 1, Purpose::FineTune, Framework::HuggingFace, "layout.zero", "0");
    row("TRL's ZeRO-3", 8, Purpose::FineTune, Framework::HuggingFace, "layout.zero", "3");
    row("TRL's adapters are replicated", 8, Purpose::Adapt, Framework::HuggingFace, "layout.zero",
        "0");
    row("FSDP's FULL_SHARD", 8, Purpose::PreTrain, Framework::PyTorchFsdp, "layout.zero", "3");
    row("Megatron's distributed optimizer", 8, Purpose::PreTrain, Framework::Megatron,
        "layout.zero", "1");
    row("OpenRLHF's supervised ZeRO-2", 8, Purpose::FineTune, Framework::OpenRlhf, "layout.zero",
        "2");
    row("OpenRLHF's ZeRO-3 of preferences", 8, Purpose::Prefer, Framework::OpenRlhf, "layout.zero",
        "3");
    row("accelerate's ZeRO-2", 8, Purpose::PreTrain, Framework::DeepSpeed, "layout.zero", "2");
    row("Axolotl's FULL_SHARD", 8, Purpose::FineTune, Framework::Axolotl, "layout.zero", "3");
    row("verl recomputes", 8, Purpose::FineTune, Framework::Verl, "recipe.recompute", "\"full\"");
    row("LitGPT recomputes adapters on several GPUs", 8, Purpose::Adapt, Framework::LitGpt,
        "recipe.recompute", "\"full\"");
    row("torchtune's epoch", 1, Purpose::FineTune, Framework::Torchtune, "workload.epochs", "1.0");
    row("OpenRLHF's rank", 8, Purpose::Adapt, Framework::OpenRlhf, "adapter.rank", "64");
    row("TRL recomputes", 1, Purpose::FineTune, Framework::HuggingFace, "recipe.recompute",
        "\"full\"");
    row("pre-training does not", 8, Purpose::PreTrain, Framework::PyTorchFsdp, "recipe.recompute",
        "null");
    row("by epochs", 1, Purpose::FineTune, Framework::HuggingFace, "workload.epochs", "3.0");
    row("LitGPT's epochs", 1, Purpose::Adapt, Framework::LitGpt, "workload.epochs", "5.0");
    row("Alpaca's examples", 1, Purpose::Adapt, Framework::HuggingFace, "workload.examples",
        "52002");
    row("TRL's adapter", 1, Purpose::Adapt, Framework::HuggingFace, "adapter.kind", "\"lora\"");
    row("TRL's rank", 1, Purpose::Adapt, Framework::HuggingFace, "adapter.rank", "16");
    row("Unsloth's adapter", 1, Purpose::Adapt, Framework::Unsloth, "adapter.kind", "\"qlora\"");
    row("LLaMA-Factory's rank", 1, Purpose::Adapt, Framework::LlamaFactory, "adapter.rank", "8");
    row("LitGPT's targets", 1, Purpose::Adapt, Framework::LitGpt, "adapter.targets",
        "[\"q\", \"v\"]");
    row("a preference", 8, Purpose::Prefer, Framework::HuggingFace, "workload.task",
        "\"preference\"");
}

void TestPurpose::choosingSetsWhatTheProgramHas()
{
    QFETCH(std::int64_t, gpus);
    QFETCH(Purpose, purpose);
    QFETCH(Framework, framework);
    QFETCH(KeyPath, key);
    QFETCH(QString, value);
    Plan plan = usualPlan(with({}, gpus));
    plan = withProgram(withPurpose(plan, purpose), framework);
    QCOMPARE(nameOf(purposeOf(plan)), nameOf(purpose));
    QCOMPARE(text(keyOf(key).get(plan)), value);
}

/// Whichever two are chosen, the plan tells both, and nothing in it counts as changed.
void TestPurpose::everyProgramDoesItsPurpose()
{
    for (const std::int64_t gpus : {1, 8})
        for (const Purpose purpose : everyOf<Purpose>())
            for (const UsedProgram& program : programsFor(purpose)) {
                if (!does(program, purpose))
                    continue;
                const Plan first = usualPlan(with({{"layout.zero", gpus > 1 ? "3" : "0"}}, gpus));
                const Plan plan = withProgram(withPurpose(first, purpose), program);
                QCOMPARE(nameOf(purposeOf(plan)), nameOf(purpose));
                QVERIFY(programOf(plan) == program);
                for (const Key& key : keys())
                    QVERIFY2(!isChanged(plan, usualPlan(plan), key.path), key.path.text().data());
            }
}

void TestPurpose::aPersonsOwnChoiceStays()
{
    Plan plan = withPurpose(with({}), Purpose::FineTune);
    QCOMPARE(text(keyOf("recipe.recompute").get(plan)), QStringLiteral("\"full\""));
    plan.recipe.optimizer = Optimizer::Lion;
    plan.workload.examples = 10'000;
    plan.recipe.recompute = Recompute::None;
    plan = withPurpose(plan, Purpose::Adapt);
    QCOMPARE(text(keyOf("recipe.optimizer").get(plan)), QStringLiteral("\"lion\""));
    QCOMPARE(*plan.workload.examples, 10'000);
    QCOMPARE(text(keyOf("recipe.recompute").get(plan)), QStringLiteral("\"none\""));
    const Plan usual = usualPlan(plan);
    for (const KeyPath changed :
         {KeyPath("recipe.optimizer"), KeyPath("workload.examples"), KeyPath("recipe.recompute")})
        QVERIFY2(isChanged(plan, usual, changed), changed.text().data());
    // The keys that tell the purpose are no choice of their own.
    plan = withPurpose(plan, Purpose::PreTrain);
    QVERIFY(!plan.workload.examples);
    QCOMPARE(text(keyOf("adapter.kind").get(plan)), QStringLiteral("\"none\""));
    QCOMPARE(text(keyOf("recipe.optimizer").get(plan)), QStringLiteral("\"lion\""));
}

void TestPurpose::theOtherQuestionFollows()
{
    const Plan tuned = withProgram(with({}), Framework::Unsloth); // trains no model from the start
    QCOMPARE(nameOf(purposeOf(tuned)), nameOf(Purpose::Adapt));
    const Plan trained = withPurpose(tuned, Purpose::PreTrain);
    QVERIFY(programOf(trained) == UsedProgram(Framework::PyTorchFsdp));
    const Plan served = withPurpose(tuned, Purpose::Serve);
    QVERIFY(programOf(served) == UsedProgram(Server::Plain));
    const Plan file = withProgram(served, Server::LlamaCpp);
    QCOMPARE(nameOf(file.inference.weights), nameOf(WeightFormat::Q4KM));
    QVERIFY(programOf(withPurpose(file, Purpose::Adapt)) == UsedProgram(Framework::Unsloth));
}

void TestPurpose::onlyOtherValuesAreChanges()
{
    Plan plan = with({});
    const auto changed = [&plan](KeyPath key) { return isChanged(plan, usualPlan(plan), key); };
    plan.layout.zero = 3;
    QVERIFY(!changed("layout.zero"));
    plan.layout.zero = 1;
    QVERIFY(changed("layout.zero"));
    plan.cluster.gpus = 1;
    QVERIFY(!changed("layout.zero")); // one GPU shares nothing
    plan.recipe.precision = Precision::Bf16Mixed; // which it comes to anyway
    QVERIFY(!changed("recipe.precision"));
    plan.recipe.precision = Precision::Fp32;
    QVERIFY(changed("recipe.precision"));
    plan.model = CatalogModel{"qwen3-8b"};
    plan.cluster.device = "b200-sxm-180gb";
    QVERIFY(!changed("model.id"));
    QVERIFY(!changed("cluster.device"));
    QVERIFY(!changed("cluster.gpus"));
}

QTEST_APPLESS_MAIN(TestPurpose)
#include "test_purpose.moc"
