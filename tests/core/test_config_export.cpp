// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "config_plans.h"
#include "core/catalog/hub_id.h"
#include "core/configs/export.h"
#include "core/configs/import.h"
#include "core/configs/server_launch.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/ledger/choices.h"
#include "core/ledger/framework.h"
#include "core/ledger/server.h"
#include "core/methods/key_use.h"
#include "core/time/time_answer.h"
#include "golden_file.h"
#include "helpers.h"
#include "presets.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

using KeySet = std::set<std::string>;

void addStrings(const nlohmann::json& node, KeySet& names)
{
    if (node.is_string())
        names.insert(node.get<std::string>());
    if (node.is_object())
        for (const auto& [key, value] : node.items())
            addStrings(value, names);
    if (node.is_array()) {
        // A field is [name, type, default].
        const bool isField = node.size() == 3 && node[0].is_string() && node[1].is_string();
        if (isField)
            names.insert(node[0].get<std::string>());
        else
            for (const nlohmann::json& item : node)
                addStrings(item, names);
    }
}

/// The keys that a program's sources have, and those that the list lacks.
KeySet keySetOf(const char* program, const KeySet& more = {})
{
    KeySet names = more;
    addStrings(goldenFile("framework_keys.json").at(program), names);
    return names;
}

std::vector<Plan> allPlans()
{
    std::vector<Plan> plans;
    for (const auto& [name, text] : presetTexts())
        if (const auto plan = readPlan(text); plan && plan->workload.task == Task::Train)
            plans.push_back(*plan);
    Random random(15);
    for (int i = 0; i < 150; ++i)
        plans.push_back(randomConfigPlan(random));
    return plans;
}

const std::vector<Plan>& plansToExport()
{
    static const std::vector<Plan> plans = [] {
        std::vector<Plan> list = allPlans();
        std::erase_if(list, [](const Plan& plan) { return plan.job.kind.has_value(); });
        return list;
    }();
    return plans;
}

WrittenConfig exportedFor(const Plan& plan, ConfigTarget target)
{
    auto written = writeConfig(plan, builtinCatalog(), target);
    if (!written)
        qFatal("%s", qPrintable(whyNot(written)));
    return *std::move(written);
}

nlohmann::json deepSpeedOf(const Plan& plan)
{
    return nlohmann::json::parse(exportedFor(plan, ConfigTarget::DeepSpeed).text);
}

void addKeys(const nlohmann::json& node, KeySet& keys)
{
    if (!node.is_object())
        return;
    for (const auto& [key, value] : node.items()) {
        keys.insert(key);
        addKeys(value, keys);
    }
}

KeySet captures(const std::string& text, const QString& pattern)
{
    KeySet found;
    const QRegularExpression words(pattern, QRegularExpression::MultilineOption);
    for (auto match = words.globalMatch(QString::fromStdString(text)); match.hasNext();)
        found.insert(match.next().captured(1).toStdString());
    return found;
}

/// The lines between "name=Class(" and the bracket that ends it.
std::string callIn(const std::string& text, const std::string& function)
{
    const std::size_t from = text.find("=" + function + "(");
    const std::size_t to = text.find("\n        )", from);
    return from == std::string::npos ? std::string() : text.substr(from, to - from);
}

std::int64_t numberIn(const std::string& text, const QString& key, std::int64_t absent)
{
    const QRegularExpression pattern(u"(?:^|\\s)"_s + key + u"(?:=|: | )\"?(-?\\d+)"_s,
                                     QRegularExpression::MultilineOption);
    const auto match = pattern.match(QString::fromStdString(text));
    return match.hasMatch() ? match.captured(1).toLongLong() : absent;
}

bool hasLine(const std::string& text, const std::string& line)
{
    return text.find(line) != std::string::npos;
}

/// The GPUs that a launch line, or the script itself, starts.
std::int64_t launched(const WrittenConfig& written)
{
    const std::string text = written.text + "\n" + joined(written.launch, "\n");
    return numberIn(text, u"--nproc_per_node"_s, 1) * numberIn(text, u"--nnodes"_s, 1);
}

bool isNoted(const std::vector<Warning>& notes, std::string_view field)
{
    for (const Warning& note : notes)
        if (note.field == field || note.field == field.substr(0, field.find('.')))
            return true;
    return false;
}

bool hasMeaning(const Plan& plan, const Resolved& resolved, KeyPath key)
{
    const Layout& layout = plan.layout;
    if (!key.isIn(KeyGroup("recipe")) && isIdle(resolved, key))
        return false;
    if (key == "layout.tp_inputs")
        return layout.sequenceParallel.value_or(true);
    if (key == "layout.replicate")
        return layout.zero > 0;
    if (key == "layout.offload_modules") // a framework may offload where the plan says nothing
        return layout.offloadActivations == ActivationOffload::Cpu;
    if (key == "layout.reduce_bucket") // a file may name the size that a plan leaves open
        return layout.reduceBucket.has_value();
    // The plan's own framework may have another engine than the file.
    if (key == "recipe.use_orig_params" || key == "recipe.backward_prefetch")
        return plan.recipe.engine == Engine::Fsdp1 && !isIdle(resolved, key);
    if (key == "recipe.engine" || key == "recipe.reentrant" || key == "recipe.mlp_tiles"
        || key == "recipe.narrow_parameters")
        return !isIdle(resolved, key);
    const Recipe& recipe = plan.recipe;
    const bool full = recipe.recompute == Recompute::Full;
    if (key == "recipe.recompute_method") // groups of one layer are all layers
        return full
            && (recipe.recomputeMethod != RecomputeMethod::Uniform || recipe.recomputeLayers > 1);
    if (key == "recipe.recompute_layers")
        return full && recipe.recomputeMethod != RecomputeMethod::All;
    if (key == "recipe.recompute_modules")
        return recipe.recompute == Recompute::Selective;
    if (key == "recipe.optimizer_rank")
        return recipe.optimizer == Optimizer::GaLore || recipe.optimizer == Optimizer::Apollo;
    return key != "layout.imbalance" && key != "recipe.framework"
        && key != "workload.training_tokens" && key != "workload.examples"
        && key != "workload.epochs" && key != "workload.task";
}

std::vector<KeyPath> comparedKeys()
{
    std::vector<KeyPath> list;
    for (const Key& key : keys())
        if (key.path.isIn(KeyGroup("workload")) || key.path.isIn(KeyGroup("recipe"))
            || key.path.isIn(KeyGroup("adapter")) || key.path.isIn(KeyGroup("layout")))
            list.push_back(key.path);
    return list;
}

/// The plan with the defaults of the framework and the engine for which it is written, and the
/// batch as a number.
Plan asRun(Plan plan, Framework framework, std::optional<Engine> engine)
{
    plan.recipe.framework = framework;
    plan.recipe.engine = engine;
    plan = withDefaults(plan);
    const Layout& layout = plan.layout;
    const std::int64_t ranks = layout.tensor * layout.pipeline * layout.context;
    plan.workload.globalBatch = plan.workload.globalBatch.value_or(plan.workload.microBatch
                                                                   * (plan.cluster.gpus / ranks));
    return plan;
}

/// The width of the training's states, which follows from precision and framework.
bool isOfStates(KeyPath key)
{
    return key == "recipe.gradients" || key == "recipe.master_weights"
        || key == "recipe.keep_gradients" || key == "recipe.moments";
}

/// Whether a key has another meaning under another framework, or is left open by the plan.
bool ofFramework(const Plan& plan, KeyPath key)
{
    return isOfStates(key) || std::holds_alternative<std::monostate>(keyOf(key).get(plan));
}

/// The same parameters in every layer; experts may be described otherwise.
bool isSame(Shape left, const Shape& right)
{
    if (left.sharedTotalWidth() != right.sharedTotalWidth())
        return false;
    for (std::int64_t layer = 0; layer < right.layers; ++layer)
        if (left.isMoe(layer) != right.isMoe(layer))
            return false;
    left.maxPositions = right.maxPositions;
    left.window = right.window; // the tokens to which a layer attends only matter to the cache
    left.pattern = right.pattern;
    left.sharedExperts = right.sharedExperts;
    left.sharedWidth = right.sharedWidth;
    left.denseFirst = right.denseFirst;
    left.moeEvery = right.moeEvery;
    left.moeOffset = right.moeOffset;
    if (right.experts == 0)
        left.expertWidth = right.expertWidth;
    return left == right;
}

/// The key without which another one has no effect.
std::string_view governing(KeyPath key)
{
    if (key == "recipe.moments")
        return "recipe.optimizer";
    if (key == "layout.virtual_pipeline" || key == "layout.stage_split" || key == "layout.schedule"
        || key == "layout.stage_layers")
        return "layout.pipeline";
    if (key == "recipe.recompute_method" || key == "recipe.recompute_modules")
        return "recipe.recompute";
    if (key == "recipe.recompute_layers")
        return "recipe.recompute_method";
    if (key == "recipe.norm_kernels" || key == "recipe.mlp_kernels")
        return "recipe.kernels";
    if (key == "recipe.engine")
        return "recipe.framework";
    if (key == "recipe.reentrant")
        return "recipe.recompute";
    if (key == "recipe.use_orig_params" || key == "recipe.backward_prefetch"
        || key == "adapter.own_units")
        return "recipe.engine";
    if (key == "recipe.optimizer_rank" || key == "recipe.master_precision")
        return "recipe.optimizer";
    if (key == "layout.offload_fraction" || key == "layout.host_step"
        || key == "layout.zenflow_share" || key == "layout.zenflow_offload")
        return "layout.offload_optimizer";
    if (key == "layout.context_kind")
        return "layout.context";
    if (key == "layout.sequence_parallel" || key == "layout.tp_inputs")
        return "layout.tensor";
    if (key == "layout.replicate")
        return "layout.zero";
    return key.isIn(KeyGroup("adapter")) ? "adapter.kind" : key.text();
}

} // namespace

Q_DECLARE_METATYPE(std::vector<highwater::Setting>)
Q_DECLARE_METATYPE(highwater::ServerTarget)

class TestConfigExport : public QObject
{
    Q_OBJECT

private slots:
    void deepSpeedHasItsKeysAlone();
    void accelerateHasItsKeysAlone();
    void torchtitanHasItsFieldsAlone();
    void megatronHasItsFlagsAlone();
    void deepSpeedAcceptsTheFile();
    void accelerateCountsItsRanks();
    void torchtitanCountsItsRanks();
    void megatronAcceptsTheArguments();
    void nanotronCountsItsRanks();
    void nanotronHeadsShareTheWidth();
    void nanotronNamesLayersOfExperts();
    void everyKeyComesBackOrIsNoted_data();
    void everyKeyComesBackOrIsNoted();
    void goldens_data();
    void goldens();
    void aWordIsSaid_data();
    void aWordIsSaid();
    void idleSettingsReachNoFile_data();
    void idleSettingsReachNoFile();
    void aPlanKeepsItsEngine_data();
    void aPlanKeepsItsEngine();
    void anEngineComesBack_data();
    void anEngineComesBack();
    void theTypeOfLoadedWeightsComesBack_data();
    void theTypeOfLoadedWeightsComesBack();
    void aKernelComesBack_data();
    void aKernelComesBack();
    void stepsAreThoseOfTheTime_data();
    void stepsAreThoseOfTheTime();
    void preferencesComeBack_data();
    void preferencesComeBack();
    void preferencesAreNoted();
    void someLayersAreTurnedByACallback();
    void programsOfTheTrainerHaveTheirFieldsAlone_data();
    void programsOfTheTrainerHaveTheirFieldsAlone();
    void aPlanOfTheTrainerComesBackWhole_data();
    void aPlanOfTheTrainerComesBackWhole();
    void everyModelComesBackByItsName();
    void everyShapeComesBackOrIsNoted();
    void inferenceIsRefused();
    void namesInCommentsStayOnTheirLine();
    void serversHaveTheirOptionsAlone_data();
    void serversHaveTheirOptionsAlone();
    void serversNameTheWeights();
};

void TestConfigExport::deepSpeedHasItsKeysAlone()
{
    const KeySet known = keySetOf("deepspeed",
                                  {"zero_optimization", "gradient_clipping", "tensor_parallel",
                                   "autotp_size", "expert_parallel", "enabled", "autoep_size",
                                   "sequence_parallel_size", "lr", "momentum"});
    KeySet used;
    for (const Plan& plan : plansToExport())
        addKeys(deepSpeedOf(plan), used);
    for (const std::string& key : used)
        QVERIFY2(known.contains(key), key.c_str());
    QVERIFY(used.size() > 25);
}

void TestConfigExport::accelerateHasItsKeysAlone()
{
    const KeySet known
        = keySetOf("accelerate", {"parallelism_config_sp_size", "fsdp_sharding_strategy"});
    KeySet used;
    for (const Plan& plan : plansToExport())
        used.merge(
            captures(exportedFor(plan, ConfigTarget::Accelerate).text, u"^ *([a-z0-9_]+):"_s));
    for (const std::string& key : used)
        QVERIFY2(known.contains(key), key.c_str());
    QVERIFY(used.size() > 20);
}

void TestConfigExport::torchtitanHasItsFieldsAlone()
{
    for (const char* type : {"TrainingConfig", "ParallelismConfig"}) {
        KeySet known, used;
        addStrings(goldenFile("framework_keys.json").at("torchtitan").at(type), known);
        for (const Plan& plan : plansToExport())
            used.merge(captures(callIn(exportedFor(plan, ConfigTarget::Torchtitan).text, type),
                                u"^ {12}([a-z_]+)="_s));
        for (const std::string& key : used)
            QVERIFY2(known.contains(key), key.c_str());
        QVERIFY(used.size() > 6);
    }
}

void TestConfigExport::megatronHasItsFlagsAlone()
{
    KeySet known
        = keySetOf("megatron", {"--disable-bias-linear", "--fp8-format", "--norm-epsilon"});
    for (const char* none : {"--add-bias-linear", "--perform-initialization", "--fp8"})
        known.erase(none);
    KeySet used;
    for (const Plan& plan : plansToExport()) {
        const std::string text = exportedFor(plan, ConfigTarget::Megatron).text;
        used.merge(captures(text.substr(text.find("pretrain_gpt.py")), u"(--[a-z0-9-]+)"_s));
    }
    for (const std::string& key : used)
        QVERIFY2(known.contains(key), key.c_str());
    QVERIFY(used.size() > 60);
}

void TestConfigExport::deepSpeedAcceptsTheFile()
{
    for (const Plan& plan : plansToExport()) {
        const auto config = deepSpeedOf(plan);
        const Layout& layout = plan.layout;
        const auto resolved = resolve(plan, builtinCatalog());
        const std::int64_t world
            = resolved->dataParallel * layout.tensor * layout.pipeline * layout.context;
        if (config.contains("train_batch_size"))
            QCOMPARE(config["train_batch_size"].get<std::int64_t>(),
                     config["train_micro_batch_size_per_gpu"].get<std::int64_t>()
                         * config["gradient_accumulation_steps"].get<std::int64_t>() * world
                         / config.value("sequence_parallel_size", std::int64_t{1}));
        QVERIFY(!(config.contains("bf16") && config.contains("fp16")));
        const auto& zero = config["zero_optimization"];
        const int stage = zero["stage"].get<int>();
        QVERIFY(stage == 3 || !zero.contains("offload_param"));
        QVERIFY(stage == 3 || !zero.contains("mics_shard_size"));
        QVERIFY(stage > 0 || !zero.contains("offload_optimizer"));
        if (config.contains("bf16") && config["bf16"].contains("bf16_master_weights_and_grads"))
            QVERIFY(stage > 0);
        if (config.contains("expert_parallel"))
            QVERIFY(!config.contains("tensor_parallel"));
        QVERIFY(!config["optimizer"]["params"].contains("max_grad_norm"));
    }
}

void TestConfigExport::accelerateCountsItsRanks()
{
    int split = 0;
    for (const Plan& plan : plansToExport()) {
        const std::string text = exportedFor(plan, ConfigTarget::Accelerate).text;
        if (!hasLine(text, "\nparallelism_config:"))
            continue;
        ++split;
        std::int64_t product = 1;
        for (const char* size : {"dp_replicate", "dp_shard", "tp", "cp"})
            product
                *= numberIn(text, u"parallelism_config_"_s + QLatin1String(size) + u"_size"_s, 1);
        QCOMPARE(product, numberIn(text, u"num_processes"_s, 0));
        QVERIFY(hasLine(text, "fsdp_version: 2\n"));
        if (numberIn(text, u"parallelism_config_tp_size"_s, 1) > 1
            && numberIn(text, u"parallelism_config_dp_replicate_size"_s, 1) > 1)
            QVERIFY(numberIn(text, u"parallelism_config_dp_shard_size"_s, 1) > 1);
    }
    QVERIFY(split > 10);
}

void TestConfigExport::torchtitanCountsItsRanks()
{
    for (const Plan& plan : plansToExport()) {
        const auto written = exportedFor(plan, ConfigTarget::Torchtitan);
        const std::string& text = written.text;
        const auto degree = [&text](const char* name, std::int64_t absent = 1) {
            return numberIn(text, QLatin1String(name), absent);
        };
        const std::int64_t data
            = degree("data_parallel_replicate_degree") * degree("data_parallel_shard_degree");
        const std::int64_t product = data * degree("tensor_parallel_degree")
            * degree("pipeline_parallel_degree") * degree("context_parallel_degree");
        const std::int64_t world
            = launched(written) * numberIn(joined(written.launch, "\n"), u"NGPU"_s, 1);
        QCOMPARE(product, world);
        const std::int64_t pass = degree("num_tokens_per_microbatch_per_dp_rank")
            * degree("num_pp_microbatches") * data;
        QCOMPARE(degree("num_tokens_per_train_step") % pass, 0);
        if (degree("pipeline_parallel_degree") > 1)
            QVERIFY(hasLine(text, "disable_cuda_graphs=True"));
    }
}

void TestConfigExport::megatronAcceptsTheArguments()
{
    for (const Plan& plan : plansToExport()) {
        const auto written = exportedFor(plan, ConfigTarget::Megatron);
        const std::string& text = written.text;
        const auto value = [&text](const char* flag, std::int64_t absent = 1) {
            return numberIn(text, QLatin1String(flag), absent);
        };
        const std::int64_t model = value("--tensor-model-parallel-size")
            * value("--pipeline-model-parallel-size") * value("--context-parallel-size");
        QCOMPARE(launched(written) % model, 0);
        const std::int64_t pass = value("--micro-batch-size") * (launched(written) / model);
        QCOMPARE(value("--global-batch-size") % pass, 0);
        QVERIFY(value("--max-position-embeddings") >= value("--seq-length"));
        const bool full = hasLine(text, "--recompute-granularity full");
        QCOMPARE(hasLine(text, "--recompute-method"), full);
        if (hasLine(text, "--cpu-offloading "))
            QVERIFY(!hasLine(text, "--recompute-granularity")
                    && value("--pipeline-model-parallel-size") == 1);
        if (hasLine(text, "--optimizer-cpu-offload"))
            QVERIFY(hasLine(text, "--use-precision-aware-optimizer"));
        if (hasLine(text, "--use-precision-aware-optimizer"))
            QVERIFY(hasLine(text, "--optimizer adam"));
        const bool fsdp = hasLine(text, "--use-megatron-fsdp");
        QCOMPARE(hasLine(text, "--ckpt-format fsdp_dtensor"), fsdp);
        QCOMPARE(hasLine(text, "CUDA_DEVICE_MAX_CONNECTIONS=1"), !fsdp);
        if (fsdp)
            QVERIFY(hasLine(text, "--optimizer adam") || hasLine(text, "--optimizer sgd"));
    }
}

void TestConfigExport::nanotronCountsItsRanks()
{
    for (const Plan& plan : plansToExport()) {
        const auto written = exportedFor(plan, ConfigTarget::Nanotron);
        const auto value
            = [&written](const char* key) { return numberIn(written.text, QLatin1String(key), 1); };
        QCOMPARE(value("dp") * value("tp") * value("pp") * value("context_parallel_size"),
                 launched(written));
        QVERIFY(value("zero_stage") <= 1);
        QVERIFY(hasLine(written.text, "start_training_step: 1\n"));
    }
}

void TestConfigExport::nanotronHeadsShareTheWidth()
{
    for (const double parameters : {1.7e9, 8e9, 20e9, 120e9}) {
        Plan plan;
        plan.model = SizedModel{parameters};
        const auto written = exportedFor(plan, ConfigTarget::Nanotron);
        const auto value
            = [&written](const char* key) { return numberIn(written.text, QLatin1String(key), 0); };
        QVERIFY(value("hidden_size") > 0);
        QCOMPARE(value("hidden_size") % value("num_attention_heads"), 0);
        QCOMPARE(value("num_attention_heads") % value("num_key_value_heads"), 0);
    }
}

/// A list of the layers with experts, where some have none: the first one of DeepSeek-V2 Lite.
void TestConfigExport::nanotronNamesLayersOfExperts()
{
    const auto names = [](const char* model) {
        Plan plan;
        plan.model = CatalogModel{model};
        const auto written = exportedFor(plan, ConfigTarget::Nanotron);
        return std::pair{written.text.find("moe_config") != std::string::npos,
                         shown(written.text).section(u"moe_config"_s, 1).contains(u"layers:"_s)};
    };
    QCOMPARE(names("mixtral-8x7b"), std::pair(true, false));
    QCOMPARE(names("deepseek-v2-lite-16b"), std::pair(true, true));
}

void TestConfigExport::everyKeyComesBackOrIsNoted_data()
{
    QTest::addColumn<int>("target");
    for (const ConfigTarget target : everyOf<ConfigTarget>())
        QTest::newRow(programName(target)) << static_cast<int>(target);
}

void TestConfigExport::everyKeyComesBackOrIsNoted()
{
    QFETCH(int, target);
    const auto program = static_cast<ConfigTarget>(target);
    int same = 0;
    for (const Plan& asked : plansToExport()) {
        const Plan plan = withoutIdleLayout(asked, *resolve(asked, builtinCatalog()));
        const auto written = exportedFor(asked, program);
        Plan base;
        base.model = plan.model;
        base.cluster = plan.cluster;
        base.workload.context = plan.workload.context;
        base.workload.microBatch = plan.workload.microBatch;
        const auto read = importPlan({written.fileName, written.text}, base, builtinCatalog());
        QVERIFY2(read, qPrintable(whyNot(read) + u"\n"_s + QString::fromStdString(written.text)));
        const auto resolved = resolve(plan, builtinCatalog());
        const Framework meant = frameworkOf(program);
        const bool hasEngines = profileOf(meant).choosesEngine();
        const Plan expected = asRun(
            plan, meant, hasEngines ? std::optional(engineOf(plan, program)) : plan.recipe.engine);
        const Plan found = asRun(read->plan, read->plan.recipe.framework, read->plan.recipe.engine);
        for (const KeyPath key : comparedKeys()) {
            if (!hasMeaning(expected, *resolved, key) || isNoted(written.notes, key.text())
                || (ofFramework(plan, key) && read->plan.recipe.framework != meant)
                || (isOfStates(key)
                    && (isNoted(written.notes, "recipe.precision")
                        || isNoted(written.notes, "layout.zero")))
                // Most programs leave what is not of 4 bits as it is, whatever the plan says.
                || (key == "adapter.upcast" && !profileOf(meant).upcastsBase)
                || isNoted(written.notes, governing(key))
                // The plan's own framework may recompute where the file's does not.
                || (key == "recipe.reentrant" && expected.recipe.recompute == Recompute::None)
                // A file that has no adapters says nothing of their units.
                || (key == "adapter.own_units" && found.adapter.kind == AdapterKind::None))
                continue;
            const QString what = shown(key.text()) + u": "_s
                + shown(settingText(keyOf(key).get(expected))) + u" came back as "_s
                + shown(settingText(keyOf(key).get(found))) + u"\n"_s + shown(shareCode(plan))
                + u"\n"_s + shown(written.text); // a plan's own text is longer than a message
            QVERIFY2(keyOf(key).get(found) == keyOf(key).get(expected), qPrintable(what));
            ++same;
        }
        if (program == ConfigTarget::Megatron && !isNoted(written.notes, "model")) {
            bool lacks = false;
            for (const Warning& note : written.notes)
                lacks = lacks || note.field.starts_with("model.");
            const auto back = shapeOf(read->plan.model, builtinCatalog());
            QVERIFY(back);
            if (!lacks)
                QVERIFY2(isSame(*back, resolved->shape),
                         qPrintable(shown(writePlan(plan)) + shown(written.text)));
        }
    }
    QVERIFY(same > 1000);
}

void TestConfigExport::goldens_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<int>("target");
    QTest::addColumn<QString>("file");
    const auto row = [](const char* name, const char* preset, const char* settings,
                        ConfigTarget target, const char* file) {
        QTest::newRow(name) << QString::fromLatin1(preset) << QString::fromLatin1(settings)
                            << static_cast<int>(target) << QString::fromLatin1(file);
    };
    const char* eight = "8b-on-8-h100.hwplan";
    const char* seventy = "70b-on-64-h100.hwplan";
    const char* layout = "tensor=8 pipeline=4 zero=1";
    row("8B, DeepSpeed", eight, "", ConfigTarget::DeepSpeed, "export_deepspeed.json");
    row("8B, accelerate", eight, "", ConfigTarget::Accelerate, "export_accelerate.yaml");
    row("8B, TRL", eight, "", ConfigTarget::Trl, "export_trl.py");
    row("8B by preferences, TRL", "8b-dpo-on-8-h100.hwplan", "", ConfigTarget::Trl,
        "export_trl_dpo.py");
    row("8B, LLaMA-Factory", eight, "", ConfigTarget::LlamaFactory, "export_llama_factory.yaml");
    row("8B, Axolotl", eight, "", ConfigTarget::Axolotl, "export_axolotl.yaml");
    row("8B, ms-swift", eight, "", ConfigTarget::MsSwift, "export_ms_swift.sh");
    row("adapters, LLaMA-Factory", "7b-lora-on-1-rtx-4090-llama-factory.hwplan", "",
        ConfigTarget::LlamaFactory, "export_llama_factory_adapters.yaml");
    row("adapters, Axolotl", "8b-qlora-on-1-rtx-4090-axolotl.hwplan", "", ConfigTarget::Axolotl,
        "export_axolotl_adapters.yaml");
    row("adapters, ms-swift", "7b-lora-on-1-rtx-3090-swift.hwplan", "", ConfigTarget::MsSwift,
        "export_ms_swift_adapters.sh");
    row("adapters, Unsloth", "8b-qlora-on-1-rtx-4090-unsloth.hwplan", "", ConfigTarget::Unsloth,
        "export_unsloth.py");
    row("70B, torchtitan", seventy, layout, ConfigTarget::Torchtitan, "export_torchtitan.py");
    row("70B, Megatron-LM", seventy, layout, ConfigTarget::Megatron, "export_megatron.sh");
    row("8B, nanotron", "8b-on-64-h100-nanotron.hwplan", "", ConfigTarget::Nanotron,
        "export_nanotron.yaml");
}

void TestConfigExport::goldens()
{
    QFETCH(QString, preset);
    QFETCH(QString, settings);
    QFETCH(int, target);
    QFETCH(QString, file);
    auto plan = readPlan(presetTexts().at(preset.toStdString()));
    QVERIFY(plan);
    for (const QString& setting : settings.split(u' ', Qt::SkipEmptyParts)) {
        const auto key
            = findKeyPath(std::string_view("layout." + setting.section(u'=', 0, 0).toStdString()));
        QVERIFY(
            key
            && assign(*plan, *key, std::int64_t{setting.section(u'=', 1).toLongLong()}).empty());
    }
    const auto written = exportedFor(*plan, static_cast<ConfigTarget>(target));
    QVERIFY2(isGolden(file.toStdString(), written.text), written.text.c_str());
}

void TestConfigExport::aWordIsSaid_data()
{
    QTest::addColumn<ConfigTarget>("target");
    QTest::addColumn<Setting>("said");
    const auto row = [](ConfigTarget target, KeyPath key, const char* value) {
        QTest::addRow("%s %s", programName(target), key.text().data())
            << target << Setting{key, value};
    };
    row(ConfigTarget::DeepSpeed, "layout.pipeline", "2");
    row(ConfigTarget::DeepSpeed, "recipe.recompute", "full");
    row(ConfigTarget::DeepSpeed, "recipe.optimizer", "adamw-8bit");
    row(ConfigTarget::Accelerate, "layout.pipeline", "2");
    row(ConfigTarget::Accelerate, "recipe.recompute", "selective");
    row(ConfigTarget::Torchtitan, "layout.zero", "1");
    row(ConfigTarget::Torchtitan, "recipe.optimizer", "lion");
    row(ConfigTarget::Torchtitan, "recipe.precision", "fp16-mixed");
    row(ConfigTarget::Torchtitan, "recipe.precision", "fp16");
    row(ConfigTarget::Megatron, "recipe.precision", "bf16");
    row(ConfigTarget::Megatron, "recipe.precision", "fp16");
    row(ConfigTarget::Megatron, "recipe.loss", "chunked");
    row(ConfigTarget::Megatron, "adapter.kind", "lora");
    row(ConfigTarget::Megatron, "layout.offload_parameters", "cpu");
    row(ConfigTarget::Nanotron, "layout.zero", "3");
    row(ConfigTarget::Nanotron, "recipe.optimizer", "muon");
    row(ConfigTarget::Trl, "layout.tensor", "2");
    row(ConfigTarget::Trl, "recipe.optimizer", "muon");
    row(ConfigTarget::LlamaFactory, "layout.tensor", "2");
    row(ConfigTarget::LlamaFactory, "recipe.loss", "fused");
    row(ConfigTarget::Axolotl, "recipe.optimizer", "soap");
    row(ConfigTarget::Axolotl, "recipe.precision", "bf16-mixed");
    row(ConfigTarget::MsSwift, "recipe.precision", "fp8-mixed");
    row(ConfigTarget::Unsloth, "layout.zero", "3");
    row(ConfigTarget::Unsloth, "recipe.loss", "full");
}

void TestConfigExport::aWordIsSaid()
{
    QFETCH(const ConfigTarget, target);
    QFETCH(const Setting, said);
    const auto written = exportedFor(planWith({said}), target);
    QVERIFY(isNoted(written.notes, said.key));
    if (target == ConfigTarget::DeepSpeed) // strict JSON: the Trainer reads no comments
        QVERIFY(!nlohmann::json::parse(written.text).is_discarded());
    else
        QVERIFY(hasLine(written.text, "# - " + std::string(said.key) + ": "));
}

/// One GPU shares nothing, so a stage of ZeRO is no word of the file, and there is no launcher of
/// several processes. With a second GPU it is.
void TestConfigExport::idleSettingsReachNoFile_data()
{
    QTest::addColumn<ConfigTarget>("target");
    QTest::addColumn<QStringList>("words");
    const QStringList trl{u"fsdp"_s, u"torchrun"_s, u"bnb_4bit_quant_storage"_s, u"deepspeed"_s};
    QTest::newRow("TRL") << ConfigTarget::Trl << trl;
    QTest::newRow("accelerate") << ConfigTarget::Accelerate
                                << QStringList{u"FSDP"_s, u"DEEPSPEED"_s, u"MULTI_GPU"_s};
    QTest::newRow("DeepSpeed") << ConfigTarget::DeepSpeed
                               << QStringList{u"\"stage\": 3"_s, u"overlap_comm"_s};
    QTest::newRow("Megatron-LM") << ConfigTarget::Megatron
                                 << QStringList{u"--use-distributed-optimizer"_s};
    QTest::newRow("nanotron") << ConfigTarget::Nanotron << QStringList{u"zero_stage: 1"_s};
    QTest::newRow("torchtitan") << ConfigTarget::Torchtitan
                                << QStringList{u"fsdp_reshard_after_forward"_s};
}

void TestConfigExport::idleSettingsReachNoFile()
{
    QFETCH(const ConfigTarget, target);
    QFETCH(const QStringList, words);
    const bool adapts = target == ConfigTarget::Trl;
    Plan plan = planWith({{"model.id", "qwen3-8b"},
                          {"workload.context", "2048"},
                          {"recipe.recompute", "full"},
                          {"adapter.kind", adapts ? "qlora" : "none"},
                          {"layout.zero", "3"},
                          {"cluster.gpus", "1"}});
    const auto one = shown(exportedFor(plan, target).text);
    for (const QString& word : words)
        QVERIFY2(!one.contains(word), qPrintable(one));
    if (adapts)
        QVERIFY(one.contains(u"gradient_checkpointing=True"_s)
                && !one.contains(u"activation_checkpointing"_s)
                && one.contains(u"python sft.py"_s));
    if (adapts) { // an engine that is named counts on one GPU too; its launcher starts one process
        plan.recipe.framework = Framework::HuggingFace;
        QVERIFY(!shown(exportedFor(plan, target).text).contains(u"deepspeed"_s));
        plan.recipe.engine = Engine::DeepSpeed;
        const auto engine = shown(exportedFor(plan, target).text);
        QVERIFY2(engine.contains(u"deepspeed --num_gpus 1 sft.py"_s)
                     && !engine.contains(u"torchrun"_s),
                 qPrintable(engine));
        plan.recipe.framework = Framework::Plain;
        plan.recipe.engine.reset();
    }
    plan.cluster.gpus = 8;
    const auto eight = shown(exportedFor(plan, target).text);
    QVERIFY(std::ranges::any_of(words, [&](const QString& word) { return eight.contains(word); }));
    QVERIFY(!(eight.contains(u"gradient_checkpointing=True"_s)
              && eight.contains(u"\"activation_checkpointing\": True"_s)));
}

void TestConfigExport::aPlanKeepsItsEngine_data()
{
    QTest::addColumn<QByteArray>("framework");
    QTest::addColumn<bool>("deepSpeed");
    QTest::newRow("DeepSpeed") << QByteArray("deepspeed") << true;
    QTest::newRow("Trainer") << QByteArray("huggingface") << true;
    QTest::newRow("OpenRLHF") << QByteArray("openrlhf") << true;
    QTest::newRow("FSDP") << QByteArray("pytorch-fsdp") << false;
    QTest::newRow("verl") << QByteArray("verl") << false;
}

/// accelerate has both engines. A plan is written for the one that its framework trains with.
void TestConfigExport::aPlanKeepsItsEngine()
{
    QFETCH(QByteArray, framework);
    QFETCH(bool, deepSpeed);
    const Plan plan = planWith({{"model.id", "llama-3.1-8b"},
                                {"cluster.gpus", "8"},
                                {"layout.zero", "3"},
                                {"recipe.framework", framework.constData()}});
    const auto text = shown(exportedFor(plan, ConfigTarget::Accelerate).text);
    QVERIFY2(
        text.contains(deepSpeed ? u"distributed_type: DEEPSPEED"_s : u"distributed_type: FSDP"_s),
        qPrintable(text));
}

void TestConfigExport::anEngineComesBack_data()
{
    QTest::addColumn<ConfigTarget>("target");
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* name, ConfigTarget target, std::vector<Setting> settings,
                        const char* line) {
        settings.insert(settings.begin(),
                        {{"recipe.framework", "huggingface"}, {"cluster.gpus", "8"}});
        QTest::newRow(name) << target << settings << QString::fromLatin1(line);
    };
    constexpr auto accelerate = ConfigTarget::Accelerate, trl = ConfigTarget::Trl;
    row("accelerate, FSDP1", accelerate, {{"recipe.engine", "fsdp1"}, {"layout.zero", "3"}},
        "fsdp_sharding_strategy: FULL_SHARD");
    row("accelerate, FSDP1 that shares gradients", accelerate,
        {{"recipe.engine", "fsdp1"}, {"layout.zero", "2"}, {"recipe.use_orig_params", "false"}},
        "fsdp_use_orig_params: false");
    row("accelerate, FSDP1 that shares nothing", accelerate, {{"recipe.engine", "fsdp1"}},
        "fsdp_sharding_strategy: NO_SHARD");
    row("accelerate, FSDP1 with prefetch", accelerate,
        {{"recipe.engine", "fsdp1"}, {"layout.zero", "3"}, {"recipe.backward_prefetch", "true"}},
        "fsdp_backward_prefetch: BACKWARD_PRE");
    row("accelerate, FSDP2", accelerate,
        {{"recipe.engine", "fsdp2"}, {"layout.zero", "2"}, {"recipe.recompute", "full"}},
        "fsdp_reshard_after_forward: false");
    row("accelerate, DeepSpeed", accelerate, {{"recipe.engine", "deepspeed"}, {"layout.zero", "2"}},
        "zero_stage: 2");
    row("accelerate, left open", accelerate, {{"layout.zero", "3"}}, "zero_stage: 3");
    row("accelerate, DDP", accelerate, {{"recipe.engine", "ddp"}, {"layout.zero", "3"}},
        "distributed_type: MULTI_GPU");
    row("TRL, FSDP1", trl, {{"recipe.engine", "fsdp1"}, {"layout.zero", "3"}}, "\"version\": 1");
    row("TRL, FSDP2", trl,
        {{"recipe.engine", "fsdp2"}, {"layout.zero", "2"}, {"recipe.recompute", "full"}},
        "\"activation_checkpointing\": True");
    row("TRL, FSDP1 with reentrant checkpoints", trl,
        {{"recipe.engine", "fsdp1"},
         {"layout.zero", "3"},
         {"recipe.recompute", "full"},
         {"recipe.reentrant", "true"}},
        "gradient_checkpointing_kwargs={\"use_reentrant\": True}");
    row("TRL, DeepSpeed", trl, {{"recipe.engine", "deepspeed"}, {"layout.zero", "3"}},
        "\"stage\": 3");
    row("TRL, DDP", trl, {{"recipe.engine", "ddp"}, {"layout.zero", "3"}}, "torchrun");
    row("TRL, bf16 alone with DeepSpeed", trl,
        {{"recipe.engine", "deepspeed"}, {"layout.zero", "2"}, {"recipe.precision", "bf16"}},
        "bf16=True");
    const std::vector<Setting> beside{{"recipe.engine", "deepspeed"},
                                      {"layout.zero", "3"},
                                      {"layout.offload_optimizer", "cpu"},
                                      {"layout.host_step", "superoffload"}};
    row("TRL, SuperOffload", trl, beside, "max_grad_norm=0");
    const auto besideIn = [&](const char* framework) {
        std::vector<Setting> settings = beside;
        settings.push_back({"recipe.framework", framework});
        return settings;
    };
    row("LLaMA-Factory, SuperOffload", ConfigTarget::LlamaFactory, besideIn("llama-factory"),
        "max_grad_norm: 0");
    row("Axolotl, SuperOffload", ConfigTarget::Axolotl, besideIn("axolotl"), "max_grad_norm: 0");
    row("ms-swift, SuperOffload", ConfigTarget::MsSwift, besideIn("ms-swift"), "--max_grad_norm 0");
}

/// Import, export and import: the file has the engine that the plan names, and says it again.
void TestConfigExport::anEngineComesBack()
{
    QFETCH(const ConfigTarget, target);
    QFETCH(const std::vector<Setting>, settings);
    QFETCH(const QString, line);
    const Plan asked = planWith(settings);
    const auto written = exportedFor(asked, target);
    const auto text = shown(written.text);
    QVERIFY2(text.contains(line), qPrintable(text));
    const auto read = importPlan({written.fileName, written.text}, asked, builtinCatalog());
    QVERIFY2(read, qPrintable(whyNot(read)));
    const auto expected = resolve(asked, builtinCatalog());
    const auto found = resolve(read->plan, builtinCatalog());
    QVERIFY(expected && found);
    QCOMPARE(found->choices.engine, expected->choices.engine);
    QCOMPARE(found->layout.zero, expected->layout.zero);
    QCOMPARE(nameOf(found->recipe.framework), nameOf(expected->recipe.framework));
    QCOMPARE(found->choices.precision, expected->choices.precision);
    QCOMPARE(nameOf(found->hostStep()), nameOf(expected->hostStep()));
    QCOMPARE(found->choices.recompute, expected->choices.recompute);
    QCOMPARE(found->choices.reentrant, expected->choices.reentrant);
    QCOMPARE(found->choices.originalParameters, expected->choices.originalParameters);
    QCOMPARE(found->choices.backwardPrefetch, expected->choices.backwardPrefetch);
    QCOMPARE(shown(exportedFor(read->plan, target).text).contains(line), true);
}

void TestConfigExport::theTypeOfLoadedWeightsComesBack_data()
{
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<QString>("type");
    const auto row = [](const char* name, std::vector<Setting> settings, const char* type) {
        settings.push_back({"recipe.framework", "huggingface"});
        QTest::newRow(name) << settings << QString::fromLatin1(type);
    };
    const Setting lora{"adapter.kind", "lora"}, wide{"adapter.base", "fp32"};
    row("LoRA", {lora}, "bfloat16");
    row("LoRA on fp32", {lora, wide}, "float32");
    row("LoRA on fp32, FSDP", {lora, wide, {"layout.zero", "3"}, {"recipe.engine", "fsdp2"}},
        "float32");
    row("all weights in bf16", {{"recipe.precision", "bf16"}}, "bfloat16");
    row("all weights in fp32", {{"recipe.precision", "bf16-mixed"}}, "float32");
}

/// TRL's files say it, and the import of one gives the same weights.
void TestConfigExport::theTypeOfLoadedWeightsComesBack()
{
    QFETCH(const std::vector<Setting>, settings);
    QFETCH(const QString, type);
    const Plan asked = planWith(settings);
    const auto written = exportedFor(asked, ConfigTarget::Trl);
    const QString text = shown(written.text);
    QVERIFY2(text.contains(u"\"dtype\": \""_s + type + u'"'), qPrintable(text));
    const auto read = importPlan({written.fileName, written.text}, asked, builtinCatalog());
    QVERIFY2(read, qPrintable(whyNot(read)));
    QCOMPARE(nameOf(read->plan.adapter.base), nameOf(asked.adapter.base));
    const auto expected = resolve(asked, builtinCatalog());
    const auto found = resolve(read->plan, builtinCatalog());
    QVERIFY(expected && found);
    QCOMPARE(found->choices.precision, expected->choices.precision);
    QCOMPARE(found->choices.moments, expected->choices.moments);
    QCOMPARE(found->floatBase(), expected->floatBase());
}

void TestConfigExport::aKernelComesBack_data()
{
    QTest::addColumn<ConfigTarget>("target");
    QTest::addColumn<AttentionKernel>("kernel");
    QTest::addColumn<QString>("line");
    const auto row
        = [](const char* name, ConfigTarget target, AttentionKernel kernel, const char* line) {
              QTest::newRow(name) << target << kernel << QString::fromLatin1(line);
          };
    constexpr auto third = AttentionKernel::Flash3;
    row("TRL", ConfigTarget::Trl, third, "\"attn_implementation\": \"flash_attention_3\"");
    row("LLaMA-Factory", ConfigTarget::LlamaFactory, third, "flash_attn: fa3");
    row("Axolotl", ConfigTarget::Axolotl, third, "attn_implementation: flash_attention_3");
    row("ms-swift", ConfigTarget::MsSwift, third, "--attn_impl flash_attention_3");
    row("Megatron-LM", ConfigTarget::Megatron, AttentionKernel::Cudnn, "--attention-backend fused");
    row("TRL has no name for it", ConfigTarget::Trl, AttentionKernel::Triton, nullptr);
    row("Megatron-LM has no name for it", ConfigTarget::Megatron, third, nullptr);
    row("torchtitan has no name for it", ConfigTarget::Torchtitan, third, nullptr);
}

/// A program whose file names the code of attention has the plan's; else a note says so.
void TestConfigExport::aKernelComesBack()
{
    QFETCH(const ConfigTarget, target);
    QFETCH(const AttentionKernel, kernel);
    QFETCH(const QString, line);
    Plan asked = planWith({{"model.id", "llama-3.1-8b"}, {"cluster.gpus", "8"}});
    asked.recipe.attentionKernel = kernel;
    const auto written = exportedFor(asked, target);
    const bool noted = std::ranges::any_of(
        written.notes, [](const Warning& note) { return note.field == "recipe.attention_kernel"; });
    QCOMPARE(noted, line.isEmpty());
    if (noted)
        return;
    QVERIFY2(shown(written.text).contains(line), qPrintable(shown(written.text)));
    Plan open = asked;
    for (const auto before : {std::optional<AttentionKernel>(), {AttentionKernel::Triton}}) {
        open.recipe.attentionKernel = before;
        const auto read = importPlan({written.fileName, written.text}, open, builtinCatalog());
        QVERIFY2(read, qPrintable(whyNot(read)));
        QVERIFY(read->plan.recipe.attentionKernel == kernel);
    }
}

/// One rule of rounding: a file runs the steps that the window shows.
void TestConfigExport::stepsAreThoseOfTheTime_data()
{
    QTest::addColumn<ConfigTarget>("target");
    QTest::addColumn<QString>("option");
    QTest::newRow("TRL") << ConfigTarget::Trl << u"max_steps=(\\d+)"_s;
    QTest::newRow("Megatron-LM") << ConfigTarget::Megatron << u"--train-iters (\\d+)"_s;
    QTest::newRow("torchtitan") << ConfigTarget::Torchtitan << u"steps=(\\d+)"_s;
    QTest::newRow("nanotron") << ConfigTarget::Nanotron << u"train_steps: (\\d+)"_s;
}

void TestConfigExport::stepsAreThoseOfTheTime()
{
    QFETCH(const ConfigTarget, target);
    QFETCH(const QString, option);
    // 60,000,000 / (8 · 2,048) = 3,662.1; with half of each sequence padding 7,324.2.
    for (const auto& [mean, steps] : {std::pair("2048", 3662), std::pair("1024", 7324)}) {
        const Plan plan = planWith({{"workload.context", "2048"},
                                    {"workload.mean_length", mean},
                                    {"workload.training_tokens", "60000000"}});
        const auto resolved = prepare(plan, builtinCatalog());
        QCOMPARE(timeOf(*resolved)->run->steps, static_cast<double>(steps));
        const KeySet found = captures(exportedFor(plan, target).text, option);
        QCOMPARE(found, KeySet{std::to_string(steps)});
    }
    const Plan examples = planWith({{"workload.examples", "10000"}, {"workload.epochs", "1.5"}});
    const auto written = shown(exportedFor(examples, target).text);
    QVERIFY(target == ConfigTarget::Trl
                ? written.contains(u"num_train_epochs=1.5"_s) && !written.contains(u"max_steps"_s)
                : written.contains(u"1875"_s)); // 15,000 / 8
    const auto adapter
        = shown(exportedFor(planWith({{"adapter.kind", "lora"}}), ConfigTarget::Trl).text);
    QVERIFY(!adapter.contains(u"max_steps"_s));
}

void TestConfigExport::preferencesComeBack_data()
{
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* name, std::vector<Setting> settings, const char* line) {
        settings.push_back({"recipe.framework", "huggingface"});
        settings.push_back({"workload.task", "preference"});
        QTest::newRow(name) << settings << QString::fromLatin1(line);
    };
    row("its defaults", {}, "precompute_ref_log_probs=False");
    row("32-bit weights, recomputed", {}, "\"dtype\": \"float32\"");
    row("16-bit weights", {{"roles.policy.dtype", "bf16"}}, "\"dtype\": \"bfloat16\"");
    row("a reference from before", {{"job.precomputed_reference", "true"}},
        "precompute_ref_log_probs=True");
    row("a pair at a time", {{"job.logits", "chunked"}}, "use_liger_kernel=True");
    row("ZeRO-3", {{"layout.zero", "3"}}, "\"stage\": 3");
    row("LoRA", {{"adapter.kind", "lora"}, {"workload.micro_batch", "2"}}, "peft_config=adapter");
    row("prompt and completion", {{"job.prompt", "1000"}, {"job.completion", "24"}},
        "max_length=1024");
}

void TestConfigExport::preferencesComeBack()
{
    QFETCH(std::vector<Setting>, settings);
    QFETCH(QString, line);
    const Plan plan = planWith(settings);
    const auto written = exportedFor(plan, ConfigTarget::Trl);
    QCOMPARE(written.fileName, std::string("dpo.py"));
    QVERIFY2(hasLine(written.text, line.toStdString()), written.text.c_str());
    QVERIFY(hasLine(written.text, "args = DPOConfig(") && hasLine(written.text, "DPOTrainer("));
    const auto read = importPlan({"dpo.py", written.text}, Plan{}, builtinCatalog());
    QVERIFY2(read, qPrintable(whyNot(read)));
    Plan back = read->plan;
    back.model = plan.model;
    const Estimate first = estimated(plan), second = estimated(back);
    QCOMPARE(second.plan.jobKind, JobKind::Dpo);
    QCOMPARE(second.answer.totals.total, first.answer.totals.total);
}

/// transformers has a switch for each layer, and no field for some of them.
void TestConfigExport::someLayersAreTurnedByACallback()
{
    Plan plan = planWith({{"recipe.framework", "huggingface"},
                          {"cluster.gpus", "1"},
                          {"recipe.recompute", "full"},
                          {"recipe.recompute_method", "block"},
                          {"recipe.recompute_layers", "5"}});
    auto written = exportedFor(plan, ConfigTarget::Trl);
    QVERIFY2(hasLine(written.text, "layer.gradient_checkpointing = place < 5"),
             written.text.c_str());
    QVERIFY(hasLine(written.text, "callbacks=[SomeLayers()],"));
    QVERIFY(hasLine(written.text, "# - recipe.recompute_method: is done by a callback"));
    QVERIFY(isNoted(written.notes, "recipe.recompute_method"));
    QVERIFY(!isNoted(written.notes, "recipe.recompute_layers"));
    plan.recipe.recomputeMethod = RecomputeMethod::Every;
    QVERIFY(hasLine(exportedFor(plan, ConfigTarget::Trl).text,
                    "layer.gradient_checkpointing = (place + 1) % 5 == 0"));
    // FSDP's own checkpoints have no such switch.
    plan.recipe.engine = Engine::Fsdp2;
    plan.layout.zero = 3;
    plan.cluster.gpus = 8;
    plan.recipe.reentrant = false;
    written = exportedFor(plan, ConfigTarget::Trl);
    QVERIFY(!hasLine(written.text, "callbacks=[SomeLayers()],"));
    QVERIFY(isNoted(written.notes, "recipe.recompute_layers"));
}

/// Keys of the job that DPOConfig has no field for, and jobs that the file cannot describe.
void TestConfigExport::preferencesAreNoted()
{
    const Plan plan = planWith({{"workload.task", "preference"},
                                {"job.reference_free", "true"},
                                {"roles.policy.offload", "optimizer"}});
    const auto written = exportedFor(plan, ConfigTarget::Trl);
    QVERIFY(isNoted(written.notes, "job.reference_free"));
    QVERIFY(isNoted(written.notes, "roles.policy.offload"));
    QVERIFY(!isNoted(written.notes, "job.kind"));
    QVERIFY(!writeConfig(plan, builtinCatalog(), ConfigTarget::DeepSpeed));
    QVERIFY(!writeConfig(planWith({{"job.kind", "kto"}}), builtinCatalog(), ConfigTarget::Trl));
}

void TestConfigExport::programsOfTheTrainerHaveTheirFieldsAlone_data()
{
    QTest::addColumn<ConfigTarget>("target");
    QTest::addColumn<QString>("pattern");
    QTest::newRow("LLaMA-Factory") << ConfigTarget::LlamaFactory << u"^([a-z0-9_]+):"_s;
    QTest::newRow("Axolotl") << ConfigTarget::Axolotl << u"^([a-z0-9_]+):"_s;
    QTest::newRow("ms-swift") << ConfigTarget::MsSwift << u"^ +--([a-z0-9_]+)"_s;
    QTest::newRow("Unsloth") << ConfigTarget::Unsloth << u"^ +([a-z0-9_]+)="_s;
}

/// The fields are those of the programs' own classes of arguments, and all of them are used.
void TestConfigExport::programsOfTheTrainerHaveTheirFieldsAlone()
{
    QFETCH(const ConfigTarget, target);
    QFETCH(const QString, pattern);
    const KeySet known = keySetOf(std::string(nameOf(target)).c_str());
    const Plan epochs = planWith(
        {{"workload.examples", "10000"}, {"workload.epochs", "1.5"}, {"job.packing", "packed"}});
    KeySet used = captures(exportedFor(epochs, target).text, pattern);
    used.merge(captures(
        exportedFor(planWith({{"adapter.kind", "qlora"}, {"adapter.base", "gptq"}}), target).text,
        pattern));
    for (const Plan& plan : plansToExport())
        used.merge(captures(exportedFor(plan, target).text, pattern));
    for (const std::string& key : used)
        QVERIFY2(known.contains(key), key.c_str());
    for (const std::string& key : known)
        QVERIFY2(used.contains(key), key.c_str());
}

void TestConfigExport::aPlanOfTheTrainerComesBackWhole_data()
{
    QTest::addColumn<ConfigTarget>("target");
    QTest::addColumn<std::vector<Setting>>("settings");
    const auto row = [](const char* name, ConfigTarget target, std::vector<Setting> settings) {
        settings.insert(settings.begin(), {"recipe.framework", nameOf(frameworkOf(target)).data()});
        settings.insert(settings.begin(), {"model.id", "qwen2.5-7b"});
        QTest::newRow(name) << target << settings;
    };
    using enum ConfigTarget;
    const std::vector<Setting> small{
        {"cluster.gpus", "1"},           {"cluster.device", "rtx-4090-24gb"},
        {"workload.context", "2048"},    {"workload.micro_batch", "2"},
        {"workload.global_batch", "16"}, {"adapter.kind", "qlora"},
        {"adapter.rank", "32"},          {"adapter.upcast", "false"},
        {"recipe.recompute", "full"}};
    row("LLaMA-Factory, QLoRA on one GPU", LlamaFactory, small);
    row("Axolotl, QLoRA on one GPU", Axolotl, small);
    row("ms-swift, QLoRA on one GPU", MsSwift, small);
    row("Unsloth, QLoRA on one GPU", Unsloth, small);
    const std::vector<Setting> ddp{{"cluster.gpus", "4"}, {"adapter.kind", "lora"}};
    row("LLaMA-Factory, LoRA with DDP", LlamaFactory, ddp);
    row("Axolotl, LoRA with DDP", Axolotl, ddp);
    row("ms-swift, LoRA with DDP", MsSwift, ddp);
    const std::vector<Setting> sharded{
        {"cluster.gpus", "16"}, {"layout.zero", "3"}, {"recipe.engine", "fsdp2"}};
    row("LLaMA-Factory, FSDP2 on two nodes", LlamaFactory, sharded);
    row("Axolotl, FSDP2 on two nodes", Axolotl, sharded);
    row("ms-swift, FSDP2 on two nodes", MsSwift, sharded);
    const std::vector<Setting> engine{
        {"cluster.gpus", "8"},          {"layout.zero", "3"},
        {"recipe.engine", "deepspeed"}, {"layout.offload_optimizer", "cpu"},
        {"recipe.loss", "chunked"},     {"recipe.kernels", "fused"}};
    row("LLaMA-Factory, DeepSpeed", LlamaFactory, engine);
    row("Axolotl, DeepSpeed", Axolotl, engine);
    row("ms-swift, DeepSpeed", MsSwift, engine);
}

/// The file of a plan of the program's own says all of it: model, GPUs and every byte come back
/// into a program that has another plan open.
void TestConfigExport::aPlanOfTheTrainerComesBackWhole()
{
    QFETCH(const ConfigTarget, target);
    QFETCH(const std::vector<Setting>, settings);
    const Plan plan = planWith(settings);
    const auto written = exportedFor(plan, target);
    Plan open;
    open.cluster = plan.cluster;
    open.cluster.gpus = 2;
    const auto read = importPlan({written.fileName, written.text}, open, builtinCatalog());
    QVERIFY2(read, qPrintable(whyNot(read) + shown(written.text)));
    const Plan& back = read->plan;
    QVERIFY2(back.unread.empty(), written.text.c_str());
    QVERIFY(back.model == plan.model);
    QCOMPARE(back.cluster.gpus, plan.cluster.gpus);
    QCOMPARE(nameOf(back.recipe.framework), nameOf(plan.recipe.framework));
    QVERIFY2(estimated(back).answer.totals.total == estimated(plan).answer.totals.total,
             qPrintable(shown(writePlan(back)) + shown(written.text)));
}

void TestConfigExport::everyModelComesBackByItsName()
{
    for (const Model& model : builtinCatalog().models()) {
        Plan plan;
        plan.model = CatalogModel{model.id};
        const HubModel found
            = hubModel(builtinCatalog(), std::string(unnamedModel) + "/" + model.id);
        QVERIFY2(found.model == &model && !found.base, model.id.c_str());
    }
}

/// Megatron-LM's flags describe a model, or a note names the part that they leave out: for layers
/// with a state, they once described plain attention without a word.
void TestConfigExport::everyShapeComesBackOrIsNoted()
{
    int written = 0;
    for (const Model& model : builtinCatalog().models()) {
        Plan plan;
        plan.model = CatalogModel{model.id};
        plan.workload.context = 512;
        const auto noted = [](const WrittenConfig& config) {
            return std::ranges::any_of(config.notes, [](const Warning& note) {
                return note.field == "model" || note.field.starts_with("model.");
            });
        };
        const Shape& shape = model.shape;
        const WrittenConfig megatron = exportedFor(plan, ConfigTarget::Megatron);
        if (shape.mixesAttention()) {
            QVERIFY2(isNoted(megatron.notes, "model.custom.layer_pattern"), model.id.c_str());
            QVERIFY2(noted(exportedFor(plan, ConfigTarget::Nanotron)), model.id.c_str());
        }
        if (noted(megatron))
            continue;
        const auto read = importPlan({megatron.fileName, megatron.text}, Plan{}, builtinCatalog());
        QVERIFY2(read, model.id.c_str());
        const auto back = shapeOf(read->plan.model, builtinCatalog());
        QVERIFY2(back && isSame(*back, shape), model.id.c_str());
        ++written;
    }
    QVERIFY(written > 30);
}

void TestConfigExport::inferenceIsRefused()
{
    Plan plan;
    plan.workload.task = Task::Inference;
    const auto written = writeConfig(plan, builtinCatalog(), ConfigTarget::Trl);
    QVERIFY(!written);
    QCOMPARE(written.problems().front().field, "workload.task");
}

void TestConfigExport::namesInCommentsStayOnTheirLine()
{
    Plan plan;
    plan.name = "8B\nrm -rf /\"\"\"";
    for (const ConfigTarget target : everyOf<ConfigTarget>()) {
        const auto written = writeConfig(plan, builtinCatalog(), target, "a\nb $(c).py");
        QVERIFY(written);
        QVERIFY(!hasLine(written->text, "\nrm"));
        QVERIFY(!hasLine(written->text, "\nb $"));
        for (const std::string& line : written->launch)
            QVERIFY(!hasLine(line, "\n"));
    }
}

/// The options of the newest parser that were read; a plan that leaves nothing open writes most.
void TestConfigExport::serversHaveTheirOptionsAlone_data()
{
    QTest::addColumn<ServerTarget>("target");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("known");
    QTest::newRow("vLLM 0.33.0")
        << ServerTarget::Vllm
        << u"inference.server=vllm model.id=mixtral-8x7b layout.tensor=2 layout.pipeline=2 "
           "layout.expert=2 inference.memory_fraction=0.9 inference.max_sequences=8 "
           "inference.prefill_chunk=2048 inference.kv_cache=fp8 inference.graphs=false "
           "inference.draft_model=mistral-7b-v0.1"_s
        << u"--dtype --enable-expert-parallel --enforce-eager --gpu-memory-utilization "
           "--kv-cache-dtype --max-model-len --max-num-batched-tokens --max-num-seqs "
           "--pipeline-parallel-size --quantization --speculative-config "
           "--tensor-parallel-size"_s;
    QTest::newRow("SGLang 0.5.23")
        << ServerTarget::Sglang
        << u"inference.server=sglang model.id=mixtral-8x7b layout.tensor=2 layout.pipeline=2 "
           "layout.expert=2 inference.memory_fraction=0.9 inference.max_sequences=8 "
           "inference.prefill_chunk=2048 inference.kv_cache=fp8 inference.graphs=false "
           "inference.draft_model=mistral-7b-v0.1"_s
        << u"--chunked-prefill-size --context-length --disable-cuda-graph --dtype --ep-size "
           "--kv-cache-dtype --max-running-requests --mem-fraction-static --model-path --pp-size "
           "--quantization --speculative-algorithm --speculative-draft-model-path "
           "--speculative-eagle-topk --speculative-num-draft-tokens --speculative-num-steps "
           "--tp-size"_s;
    QTest::newRow("llama.cpp 0c1e57098")
        << ServerTarget::LlamaCpp
        << u"inference.server=llama.cpp model.id=deepseek-v2-lite-16b inference.host_experts=4 "
           "inference.host_mlps=1 "
           "inference.prefill_chunk=256 inference.kv_cache=q8_0 "
           "inference.draft_kind=eagle3"_s
        << u"--cache-type-k --cache-type-v --ctx-size --flash-attn --gpu-layers-draft --model "
           "--model-draft --n-cpu-moe --n-gpu-layers --override-tensor --parallel "
           "--spec-draft-n-max --spec-type --ubatch-size"_s;
}

void TestConfigExport::serversHaveTheirOptionsAlone()
{
    QFETCH(ServerTarget, target);
    QFETCH(QString, settings);
    QFETCH(QString, known);
    const ServerOptions& options = optionsOf(target);
    QCOMPARE(QString::fromStdString(std::string(programName(target)) + " "
                                    + std::string(options.version)),
             QString::fromLatin1(QTest::currentDataTag()));
    QStringList listed;
    for (const std::string_view name : options.names)
        listed.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    listed.sort();
    QCOMPARE(listed.join(u' '), known);

    QStringList written;
    const QList<QByteArray> parts = settings.toUtf8().replace('=', ' ').split(' ');
    for (const char* weights : {"bf16", "fp8"}) {
        if (!serverReads(target == ServerTarget::LlamaCpp ? Server::LlamaCpp : Server::Vllm,
                         *fromName<WeightFormat>(weights)))
            continue;
        Plan plan;
        plan.workload.task = Task::Inference;
        plan.cluster.gpus = 8;
        std::vector<Setting> choices{{"inference.weights", weights}};
        for (qsizetype i = 0; i + 1 < parts.size(); i += 2)
            choices.push_back({*findKeyPath(parts[i].toStdString()), parts[i + 1].constData()});
        const auto script = writeServerLaunch(planWith(choices, plan), builtinCatalog(), target);
        QVERIFY2(bool(script), qPrintable(script ? QString() : whyNot(script)));
        static const QRegularExpression option(u"(?<= )--[a-z-]+"_s);
        const QString text = QString::fromStdString(script->text);
        for (const auto& found : option.globalMatch(text.mid(text.indexOf(u"exec ")))) {
            QVERIFY2(listed.contains(found.captured()), qPrintable(found.captured()));
            written.append(found.captured());
        }
        QVERIFY(text.contains(QString::fromLatin1(QTest::currentDataTag())));
    }
    written.sort();
    written.removeDuplicates();
    QCOMPARE(written, listed);
}

/// Weights that the server makes of those in 16 bits need an option, others have to be stored so.
void TestConfigExport::serversNameTheWeights()
{
    const auto written = [](const char* weights) {
        Plan plan;
        plan.workload.task = Task::Inference;
        plan = planWith({{"inference.server", "vllm"}, {"inference.weights", weights}}, plan);
        const auto script = writeServerLaunch(plan, builtinCatalog(), ServerTarget::Vllm);
        return script ? QString::fromStdString(script->text) : whyNot(script);
    };
    for (const auto& [weights, option] : {std::pair{"bf16", "--dtype bfloat16"},
                                          {"fp16", "--dtype float16"},
                                          {"fp32", "--dtype float32"},
                                          {"fp8", "--quantization fp8"},
                                          {"nf4", "--quantization bitsandbytes"}})
        QVERIFY2(written(weights).contains(QLatin1String(option)), qPrintable(written(weights)));
    QVERIFY(!written("awq").contains(u"--quantization"_s));
}

QTEST_APPLESS_MAIN(TestConfigExport)
#include "test_config_export.moc"
