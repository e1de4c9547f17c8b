// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/ledger/resolve.h"
#include "core/ledger/weights.h"
#include "core/plan/keys.h"
#include "core/plan/utf8.h"
#include "core/plan/validate.h"
#include "helpers.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <set>

using namespace highwater;

namespace {

const std::vector<Value>& oneValueOfEachType()
{
    static const std::vector<Value> values{Value{},
                                           true,
                                           std::int64_t{1},
                                           0.5,
                                           std::string("exact"),
                                           std::vector<std::string>{"q", "v"}};
    return values;
}

/// Whether a key takes values of this type at all (a value may still be out of its range).
bool takesType(const Key& key, const Value& value)
{
    switch (key.kind) {
    case Kind::Bool:
        return std::holds_alternative<bool>(value);
    case Kind::Integer:
        return std::holds_alternative<std::int64_t>(value);
    case Kind::Real:
        return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
    case Kind::Choice: // of which a word may be a number
        if (const auto* number = std::get_if<std::int64_t>(&value))
            return std::ranges::find(key.words, std::to_string(*number)) != key.words.end();
        return std::holds_alternative<std::string>(value);
    case Kind::Text:
        return std::holds_alternative<std::string>(value);
    case Kind::Choices:
        return std::holds_alternative<std::vector<std::string>>(value);
    }
    return false;
}

CustomModel smallModel()
{
    return llama(64, 2, 8, 4, 96, 1000);
}

/// A row of a test that is named after a key.
QTestData& newRow(KeyPath path)
{
    return QTest::newRow(path.text().data());
}

KeyPath pathOfRow()
{
    return findKeyPath(std::string_view(QTest::currentDataTag())).value();
}

} // namespace

class TestPlan : public QObject
{
    Q_OBJECT

private slots:
    void pathsAreUnique();
    void keysOfTheDocument_data();
    void keysOfTheDocument();
    void noKeyBesideTheDocument();
    void ranges_data();
    void ranges();
    void words_data();
    void words();
    void wrongTypesAreRefused();
    void choicesAreRefused_data();
    void choicesAreRefused();
    void capitalsAreSmallLetters();
    void unknownKeys_data();
    void unknownKeys();
    void keysThatWereMeant_data();
    void keysThatWereMeant();
    void everyShapeIsACustomModel();
    void typedText_data();
    void typedText();
    void utf8_data();
    void utf8();
    void printableText_data();
    void printableText();
    void validateFindsEveryProblem();
    void shapeDefaults();
    void shapeNeeds_data();
    void shapeNeeds();
    void shapeContradictions_data();
    void shapeContradictions();
    void sizedModelsGrow();
    void sizedModels_data();
    void sizedModels();
    void recipeDefaults_data();
    void recipeDefaults();
    void contradictions_data();
    void contradictions();
    void warnings_data();
    void warnings();
    void derived_data();
    void derived();
};

void TestPlan::pathsAreUnique()
{
    std::set<std::string_view> seen;
    for (const Key& key : keys()) {
        QVERIFY2(seen.insert(key.path).second, std::string(key.path).c_str());
        QCOMPARE(&keyOf(key.path), &key);
        QVERIFY(findKeyPath(key.path.text()) == key.path);
    }
}

void TestPlan::keysOfTheDocument_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<bool>("nullable");
    QTest::addColumn<QString>("byDefault"); // as typed() shows it; null: not said
    const auto row = [](KeyPath path, Kind kind, const char* byDefault, bool nullable = false) {
        newRow(path) << kind << nullable << QString::fromLatin1(byDefault);
    };
    // in the order of the plan file
    row("name", Kind::Text, "\"\"");
    row("notes", Kind::Text, "\"\"");
    row("unread", Kind::Text, "\"\"");
    row("method", Kind::Choice, "\"exact\"");
    row("model.id", Kind::Text, "\"llama-3.1-8b\"");
    row("model.custom.hidden_size", Kind::Integer, "null");
    row("model.custom.num_layers", Kind::Integer, "null");
    row("model.custom.num_heads", Kind::Integer, "null");
    row("model.custom.intermediate_size", Kind::Integer, "null");
    row("model.custom.vocab_size", Kind::Integer, "null");
    row("model.custom.num_kv_heads", Kind::Integer, "null");
    row("model.custom.head_dim", Kind::Integer, "null");
    row("model.custom.gated", Kind::Bool, "null");
    row("model.custom.norm", Kind::Choice, "null");
    row("model.custom.tied_embeddings", Kind::Bool, "null");
    row("model.custom.learned_positions", Kind::Integer, "null");
    row("model.custom.max_positions", Kind::Integer, "null");
    row("model.custom.biases", Kind::Bool, "null");
    row("model.custom.window_heads", Kind::Integer, "null");
    row("model.custom.window_kv_heads", Kind::Integer, "null");
    row("model.custom.window_head_dim", Kind::Integer, "null");
    row("model.custom.value_head_dim", Kind::Integer, "null");
    row("model.custom.moe_latent_size", Kind::Integer, "null");
    row("model.custom.linear.kind", Kind::Choice, "null");
    row("model.custom.index_head_dim", Kind::Integer, "null");
    row("model.custom.cached_values", Kind::Integer, "null");
    row("model.custom.kv_shared_layers", Kind::Integer, "null");
    row("model.custom.vision.kind", Kind::Choice, "null");
    row("model.custom.vision.hidden_size", Kind::Integer, "null");
    row("model.custom.vision.intermediate_size", Kind::Integer, "null");
    row("model.custom.vision.num_layers", Kind::Integer, "null");
    row("model.custom.vision.num_heads", Kind::Integer, "null");
    row("model.custom.vision.patch_size", Kind::Integer, "null");
    row("model.custom.vision.merge_size", Kind::Integer, "null");
    row("model.custom.vision.image_size", Kind::Integer, "null");
    row("model.custom.vision.deepstack", Kind::Integer, "null");
    row("model.parameters", Kind::Real, "null");
    row("workload.task", Kind::Choice, "\"train\"");
    row("workload.context", Kind::Integer, "8192");
    row("workload.micro_batch", Kind::Integer, "1");
    row("workload.global_batch", Kind::Integer, "null", true);
    row("workload.training_tokens", Kind::Integer, "null", true);
    row("workload.mean_length", Kind::Integer, "null", true);
    row("workload.examples", Kind::Integer, "null", true);
    row("workload.epochs", Kind::Real, "1.0");
    row("workload.evaluation_batch", Kind::Integer, "0");
    row("workload.kept_predictions", Kind::Integer, "0");
    row("workload.images", Kind::Integer, "0");
    row("workload.image_width", Kind::Integer, "null", true);
    row("workload.image_height", Kind::Integer, "null", true);
    row("workload.image_tokens", Kind::Integer, "null", true);
    row("recipe.framework", Kind::Choice, "\"plain\"");
    // The framework fills the keys that the recipe leaves open: see recipeDefaults.
    row("recipe.precision", Kind::Choice, "null");
    row("recipe.gradients", Kind::Choice, "null");
    row("recipe.keep_gradients", Kind::Bool, "null");
    row("recipe.master_weights", Kind::Bool, "null");
    row("recipe.fused_step", Kind::Bool, "null");
    row("recipe.optimizer", Kind::Choice, "null");
    row("recipe.moments", Kind::Choice, "null");
    row("recipe.recompute", Kind::Choice, "null");
    row("recipe.attention", Kind::Choice, "null");
    row("recipe.attention_kernel", Kind::Choice, "null");
    row("recipe.kernels", Kind::Choice, "null");
    row("recipe.attention_kernel", Kind::Choice, "null");
    row("recipe.norm_kernels", Kind::Choice, "null");
    row("recipe.mlp_kernels", Kind::Choice, "null");
    row("recipe.loss", Kind::Choice, "null");
    row("recipe.dropout", Kind::Bool, "null");
    row("recipe.recompute_method", Kind::Choice, "\"all\"");
    row("recipe.recompute_layers", Kind::Integer, "1");
    row("recipe.recompute_modules", Kind::Choices, "[]");
    row("recipe.frozen", Kind::Choices, "[]");
    row("recipe.frozen_layers", Kind::Integer, "0");
    row("recipe.frozen_from", Kind::Integer, "0");
    row("recipe.optimizer_rank", Kind::Integer, "128");
    row("recipe.muon_gather", Kind::Choice, "\"each\"");
    row("recipe.narrow_parameters", Kind::Bool, "false");
    row("recipe.mlp_tiles", Kind::Integer, "1");
    row("recipe.master_precision", Kind::Choice, "\"fp32\"");
    row("recipe.step_in_backward", Kind::Bool, "false");
    row("recipe.prediction_layers", Kind::Integer, "0");
    row("recipe.engine", Kind::Choice, "null");
    row("recipe.reentrant", Kind::Bool, "null");
    row("recipe.checkpoint_outside", Kind::Bool, "null");
    row("recipe.use_orig_params", Kind::Bool, "null");
    row("recipe.backward_prefetch", Kind::Bool, "null");
    row("recipe.hold_logits", Kind::Bool, "false");
    row("recipe.saved_state", Kind::Choice, "\"none\"");
    row("recipe.efficient_loading", Kind::Bool, "null");
    row("recipe.versions.transformers", Kind::Text, "\"\"");
    row("recipe.versions.accelerate", Kind::Text, "\"\"");
    row("recipe.versions.peft", Kind::Text, "\"\"");
    row("recipe.versions.deepspeed", Kind::Text, "\"\"");
    row("adapter.kind", Kind::Choice, "\"none\"");
    row("adapter.rank", Kind::Integer, "16");
    row("adapter.targets", Kind::Choices,
        "[\"q\", \"k\", \"v\", \"o\", \"gate\", \"up\", \"down\"]");
    row("adapter.dropout", Kind::Real, "0.0");
    row("adapter.base", Kind::Choice, "\"nf4-double\"");
    row("adapter.upcast", Kind::Bool, "true");
    row("adapter.dora", Kind::Bool, "false");
    row("adapter.modules_to_save", Kind::Choices, "[]");
    row("adapter.method", Kind::Choice, "\"lora\"");
    row("adapter.prompt_length", Kind::Integer, "10");
    row("adapter.start_layer", Kind::Integer, "2");
    row("adapter.own_units", Kind::Bool, "null");
    row("adapter.merge", Kind::Bool, "false");
    row("adapter.kernels", Kind::Choice, "null");
    row("cluster.device", Kind::Text, "\"h100-sxm5-80gb\"");
    row("cluster.gpus", Kind::Integer, "8");
    row("cluster.gpus_per_node", Kind::Integer, "8");
    row("cluster.capacity", Kind::Integer, "null", true);
    row("cluster.reserve", Kind::Integer, "0");
    row("cluster.overhead", Kind::Choice, "\"expected\"");
    row("cluster.host_memory", Kind::Integer, "null", true);
    row("cluster.utilisation", Kind::Real, "null", true);
    row("cluster.price_per_hour", Kind::Real, "null", true);
    row("cluster.peak_tflops", Kind::Real, "null", true);
    row("cluster.memory_bandwidth", Kind::Real, "null", true);
    row("cluster.board_power", Kind::Real, "null", true);
    row("cluster.links.intra", Kind::Real, "null", true);
    row("cluster.links.inter", Kind::Real, "null", true);
    row("cluster.links.pcie", Kind::Real, "null", true);
    row("cluster.links.host", Kind::Real, "null", true);
    row("cluster.links.disk", Kind::Real, "null", true);
    row("cluster.allocator.expandable_segments", Kind::Bool, "null");
    row("cluster.allocator.max_split_size", Kind::Integer, "null", true);
    row("cluster.allocator.roundup_power2_divisions", Kind::Integer, "1");
    row("layout.zero", Kind::Integer, "0");
    row("layout.replicate", Kind::Integer, "1");
    row("layout.tensor", Kind::Integer, "1");
    row("layout.pipeline", Kind::Integer, "1");
    row("layout.context", Kind::Integer, "1");
    row("layout.expert", Kind::Integer, "1");
    row("layout.expert_tensor", Kind::Integer, "1");
    row("layout.sequence_parallel", Kind::Bool, "null");
    row("layout.tp_inputs", Kind::Choice, "null");
    row("layout.virtual_pipeline", Kind::Integer, "1");
    row("layout.stage_split", Kind::Choice, "null");
    row("layout.imbalance", Kind::Real, "1.0");
    row("layout.offload_optimizer", Kind::Choice, "\"none\"");
    row("layout.offload_parameters", Kind::Choice, "\"none\"");
    row("layout.offload_activations", Kind::Choice, "null");
    row("layout.offload_fraction", Kind::Real, "1.0");
    row("layout.host_step", Kind::Choice, "\"after\"");
    row("layout.zenflow_share", Kind::Real, "0.1");
    row("layout.zenflow_offload", Kind::Bool, "false");
    row("layout.offload_layers", Kind::Integer, "null", true);
    row("layout.offload_modules", Kind::Choices, "[]");
    row("layout.schedule", Kind::Choice, "\"1f1b\"");
    row("layout.stage_layers", Kind::Text, "\"\"");
    row("layout.context_kind", Kind::Choice, "null");
    row("layout.reduce_bucket", Kind::Integer, "null", true);
    row("layout.overlap_comm", Kind::Bool, "null");
    row("inference.weights", Kind::Choice, "\"bf16\"");
    row("inference.kv_cache", Kind::Choice, "\"bf16\"");
    row("inference.output", Kind::Integer, "0");
    row("inference.server", Kind::Choice, "\"plain\"");
    row("inference.memory_fraction", Kind::Real, "null", true);
    row("inference.prefill_chunk", Kind::Integer, "null", true);
    row("inference.max_sequences", Kind::Integer, "null", true);
    row("inference.imatrix", Kind::Bool, "null", true);
    row("inference.group_size", Kind::Integer, "null", true);
    row("inference.version", Kind::Text, "\"\"");
    row("inference.graphs", Kind::Bool, "true");
    row("inference.gpu_layers", Kind::Integer, "null", true);
    row("inference.host_experts", Kind::Integer, "0");
    row("inference.host_mlps", Kind::Integer, "0");
    row("inference.draft_kind", Kind::Choice, "\"model\"");
    row("inference.draft_model", Kind::Text, "\"\"");
    row("inference.draft_weights", Kind::Choice, "null", true);
    row("inference.draft_tokens", Kind::Integer, "4");
    row("inference.draft_acceptance", Kind::Real, "0.7");
    row("job.kind", Kind::Choice, "null");
    row("job.samples", Kind::Integer, "null", true);
    row("job.prompt", Kind::Integer, "null", true);
    row("job.completion", Kind::Integer, "null", true);
    row("job.packing", Kind::Choice, "null");
    row("job.tokens.update", Kind::Integer, "null", true);
    row("job.tokens.logprob", Kind::Integer, "null", true);
    row("job.tokens.value", Kind::Integer, "null", true);
    row("job.logits", Kind::Choice, "null");
    row("job.rows", Kind::Choice, "null");
    row("job.entropy", Kind::Choice, "null");
    row("job.reference_free", Kind::Bool, "false");
    row("job.precomputed_reference", Kind::Bool, "false");
    row("job.top_k", Kind::Integer, "null", true);
    row("roles.policy.model", Kind::Text, "null", true);
    row("roles.policy.state", Kind::Choice, "null");
    row("roles.policy.dtype", Kind::Choice, "null");
    row("roles.policy.zero", Kind::Integer, "null", true);
    row("roles.policy.place", Kind::Choice, "null");
    row("roles.policy.gpus", Kind::Integer, "null", true);
    row("roles.policy.offload", Kind::Choices, "null");
    row("roles.policy.sleep", Kind::Choice, "null");
    row("roles.ref.model", Kind::Text, "null", true);
    row("roles.ref.state", Kind::Choice, "null");
    row("roles.ref.dtype", Kind::Choice, "null");
    row("roles.ref.zero", Kind::Integer, "null", true);
    row("roles.ref.place", Kind::Choice, "null");
    row("roles.ref.gpus", Kind::Integer, "null", true);
    row("roles.ref.offload", Kind::Choices, "null");
    row("roles.ref.sleep", Kind::Choice, "null");
    row("roles.value.model", Kind::Text, "null", true);
    row("roles.value.state", Kind::Choice, "null");
    row("roles.value.dtype", Kind::Choice, "null");
    row("roles.value.zero", Kind::Integer, "null", true);
    row("roles.value.place", Kind::Choice, "null");
    row("roles.value.gpus", Kind::Integer, "null", true);
    row("roles.value.offload", Kind::Choices, "null");
    row("roles.value.sleep", Kind::Choice, "null");
    row("roles.reward.model", Kind::Text, "null", true);
    row("roles.reward.state", Kind::Choice, "null");
    row("roles.reward.dtype", Kind::Choice, "null");
    row("roles.reward.zero", Kind::Integer, "null", true);
    row("roles.reward.place", Kind::Choice, "null");
    row("roles.reward.gpus", Kind::Integer, "null", true);
    row("roles.reward.offload", Kind::Choices, "null");
    row("roles.reward.sleep", Kind::Choice, "null");
    row("roles.teacher.model", Kind::Text, "null", true);
    row("roles.teacher.state", Kind::Choice, "null");
    row("roles.teacher.dtype", Kind::Choice, "null");
    row("roles.teacher.zero", Kind::Integer, "null", true);
    row("roles.teacher.place", Kind::Choice, "null");
    row("roles.teacher.gpus", Kind::Integer, "null", true);
    row("roles.teacher.offload", Kind::Choices, "null");
    row("roles.teacher.sleep", Kind::Choice, "null");
    row("roles.ema.model", Kind::Text, "null", true);
    row("roles.ema.state", Kind::Choice, "null");
    row("roles.ema.dtype", Kind::Choice, "null");
    row("roles.ema.zero", Kind::Integer, "null", true);
    row("roles.ema.place", Kind::Choice, "null");
    row("roles.ema.gpus", Kind::Integer, "null", true);
    row("roles.ema.offload", Kind::Choices, "null");
    row("roles.ema.sleep", Kind::Choice, "null");
    row("roles.rollout.model", Kind::Text, "null", true);
    row("roles.rollout.state", Kind::Choice, "null");
    row("roles.rollout.dtype", Kind::Choice, "null");
    row("roles.rollout.zero", Kind::Integer, "null", true);
    row("roles.rollout.place", Kind::Choice, "null");
    row("roles.rollout.gpus", Kind::Integer, "null", true);
    row("roles.rollout.offload", Kind::Choices, "null");
    row("roles.rollout.sleep", Kind::Choice, "null");
    row("rollout.utilization", Kind::Real, "null", true);
    row("rollout.tensor", Kind::Integer, "null", true);
    row("rollout.max_length", Kind::Integer, "null", true);
}

void TestPlan::keysOfTheDocument()
{
    QFETCH(Kind, kind);
    QFETCH(bool, nullable);
    QFETCH(QString, byDefault);
    const Key& key = keyOf(pathOfRow());
    QVERIFY(key.kind == kind);
    QCOMPARE(key.nullable, nullable);
    QCOMPARE(shown(typed(key.get(Plan{}))), byDefault);
}

void TestPlan::noKeyBesideTheDocument()
{
    // The rows above are no part of model.custom, whose keys are those of a model's file.
    std::ptrdiff_t count = 0;
    for (const Key& key : keys())
        count += key.path.isIn(KeyGroup("model.custom")) ? 0 : 1;
    QCOMPARE(count, std::ptrdiff_t{213});
    QVERIFY(KeyGroup::isOne("model"));
    QVERIFY(KeyGroup::isOne("model.custom.mla"));
    QVERIFY(!KeyGroup::isOne(KeyPath("model.id")));
    QVERIFY(!KeyGroup::isOne("work"));
}

void TestPlan::ranges_data()
{
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    // both ends are allowed
    newRow("model.parameters") << 1e6 << 1e14;
    newRow("workload.context") << 1.0 << 16777216.0;
    newRow("workload.micro_batch") << 1.0 << 65536.0;
    newRow("workload.global_batch") << 1.0 << 2147483648.0;
    newRow("workload.training_tokens") << 1.0 << 1e18;
    newRow("adapter.rank") << 1.0 << 4096.0;
    newRow("adapter.dropout") << 0.0 << 1.0;
    newRow("cluster.gpus") << 1.0 << 1048576.0;
    newRow("cluster.gpus_per_node") << 1.0 << 1024.0;
    newRow("cluster.utilisation") << 0.0 << 1.0;
    newRow("cluster.allocator.max_split_size") << 20971520.0 << 1e15;
    newRow("cluster.allocator.roundup_power2_divisions") << 1.0 << 64.0;
    newRow("layout.zero") << 0.0 << 3.0;
    newRow("layout.imbalance") << 1.0 << 64.0;
    newRow("layout.reduce_bucket") << 1.0 << 1e12;
}

void TestPlan::ranges()
{
    QFETCH(double, least);
    QFETCH(double, most);
    const KeyPath path = pathOfRow();
    const Key& key = keyOf(path);
    const bool whole = key.kind == Kind::Integer;
    const auto value = [whole](double number) {
        return whole ? Value{static_cast<std::int64_t>(number)} : Value{number};
    };
    const double below = whole ? least - 1 : std::nextafter(least, -1e300);
    const double above = whole ? most + (most > 1e17 ? 256 : 1) : std::nextafter(most, 1e300);
    for (const double good : {least, most}) {
        Plan plan;
        QVERIFY2(assign(plan, path, value(good)).empty(), qPrintable(QString::number(good)));
        QCOMPARE(key.get(plan), value(good));
    }
    for (const double bad : {below, above, -most}) {
        Plan plan;
        const Problems problems = assign(plan, path, value(bad));
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(shown(problems.front().field), shown(path));
        QCOMPARE(shown(problems.front().found), shown(typed(value(bad))));
        QCOMPARE(problems.front().message, allowedValues(key));
        QCOMPARE(plan, Plan{});
    }
    Plan plan;
    QVERIFY(!assign(plan, path, std::numeric_limits<double>::quiet_NaN()).empty());
    QVERIFY(!assign(plan, path, std::numeric_limits<double>::infinity()).empty());
    QCOMPARE(plan, Plan{});
}

void TestPlan::words_data()
{
    QTest::addColumn<QString>("list");
    // The GGUF types are named as llama.cpp names them, in lower case.
    newRow("method") << "exact lecture lecture-zero transformer-math rule-of-thumb "
                        "activation-ratio deepspeed eleuther megatron llm-analysis "
                        "accelerate";
    newRow("workload.task") << "train inference preference reinforcement";
    newRow("recipe.framework") << "plain pytorch-fsdp deepspeed megatron nanotron huggingface "
                                  "torchtune litgpt verl openrlhf llama-factory ms-swift axolotl "
                                  "unsloth";
    newRow("recipe.precision") << "bf16-mixed fp16-mixed bf16 fp32 fp8-mixed fp8-block-mixed "
                                  "mxfp8-mixed nvfp4-mixed fp16";
    newRow("layout.offload_modules") << "attn_norm qkv_linear core_attn attn_proj mlp_norm "
                                        "expert_fc1 moe_act fused_group_mlp";
    newRow("recipe.gradients") << "bf16 fp32 both";
    newRow("recipe.optimizer") << "adamw adamw-8bit sgd sgd-momentum adagrad adafactor lion muon "
                                  "adamw-paged adamw-8bit-paged galore apollo apollo-mini lomo "
                                  "adalomo adam-mini soap";
    newRow("recipe.moments") << "fp32 bf16 int8 fp16 fp8";
    newRow("recipe.recompute_method") << "all block uniform every";
    newRow("recipe.recompute_modules")
        << "core_attn layernorm moe_act mla_up_proj mlp moe shared_experts";
    newRow("recipe.frozen") << "vision embedding head";
    newRow("recipe.master_precision") << "fp32 fp16";
    newRow("recipe.muon_gather") << "each batch exchange owned";
    newRow("layout.host_step") << "after superoffload zenflow zenflow_overlap";
    newRow("recipe.engine") << "ddp fsdp1 fsdp2 deepspeed";
    newRow("adapter.modules_to_save") << "embedding head";
    newRow("layout.schedule") << "1f1b zb1p zb2p zbv v-half v-min dualpipe dualpipev";
    newRow("layout.context_kind") << "all-gather ring ulysses";
    newRow("recipe.recompute") << "none selective full";
    newRow("recipe.attention") << "eager flash";
    newRow("recipe.attention_kernel") << "triton cudnn flash-2 flash-3";
    newRow("recipe.kernels") << "eager fused";
    newRow("recipe.attention_kernel") << "triton cudnn flash-2 flash-3";
    newRow("recipe.norm_kernels") << "eager fused";
    newRow("recipe.mlp_kernels") << "eager fused";
    newRow("adapter.kernels") << "eager fused";
    newRow("recipe.loss") << "full chunked fused";
    newRow("adapter.kind") << "none lora qlora";
    newRow("adapter.base") << "bf16 int8 nf4 nf4-double gptq fp32";
    newRow("adapter.method") << "lora adapter adapter-v2 prefix prompt";
    newRow("adapter.targets") << "q k v o gate up down head embedding";
    newRow("cluster.overhead") << "none low expected high";
    newRow("layout.tp_inputs") << "recomputed gathered";
    newRow("layout.stage_split") << "even balanced";
    newRow("layout.offload_optimizer") << "none cpu nvme";
    newRow("layout.offload_parameters") << "none cpu nvme";
    newRow("layout.offload_activations") << "none cpu";
    newRow("inference.weights")
        << "bf16 fp16 fp8 int8 int4 nf4 q2_k q3_k_s q3_k_m q3_k_l q4_0 q4_1 q4_k_s q4_k_m q5_0 "
           "q5_1 q5_k_s q5_k_m q6_k q8_0 fp32 fp8-block w8a8 gptq awq w4a16 fp4 nf4-double mxfp4 "
           "nvfp4 q2_k_s iq1_s iq1_m iq2_xxs iq2_xs iq2_s iq2_m iq3_xxs iq3_xs iq3_s iq3_m iq4_nl "
           "iq4_xs tq1_0 tq2_0 mxfp4_moe q2_k_l q3_k_xl q4_k_l q5_k_l q6_k_l";
    newRow("inference.kv_cache") << "bf16 fp8 int8 q8_0 q4_0 fp16 fp32 q4_1 q5_0 q5_1 iq4_nl nvfp4 "
                                    "fp8-per-head int8-per-head fp8_ds_mla";
    newRow("inference.draft_kind") << "model mtp eagle eagle3";
    newRow("inference.server") << "plain vllm sglang tensorrt-llm llama.cpp huggingface";
    newRow("job.kind") << "sft dpo orpo kto reward grpo ppo distill";
    newRow("job.packing") << "padded packed";
    newRow("job.logits") << "fp32 bf16 chunked fused";
    newRow("job.rows") << "all completion";
    newRow("job.entropy") << "none nograd grad";
    newRow("roles.ref.state") << "train frozen serve";
    newRow("roles.ref.dtype") << "fp32 bf16 fp8 int8 nf4";
    newRow("roles.ref.place") << "shared own host policy";
    newRow("roles.policy.offload") << "none parameters gradients optimizer";
    newRow("roles.rollout.sleep") << "none 1 2";
    newRow("model.custom.norm") << "RMSNorm LayerNorm";
}

void TestPlan::words()
{
    QFETCH(QString, list);
    const KeyPath path = pathOfRow();
    const Key& key = keyOf(path);
    QStringList known;
    for (const std::string_view word : key.words) {
        known << shown(word);
        Plan plan;
        const Value value = key.kind == Kind::Choices ? Value{std::vector{std::string(word)}}
                                                      : Value{std::string(word)};
        QVERIFY(assign(plan, path, value).empty());
        QCOMPARE(key.get(plan), value);
    }
    QCOMPARE(known.join(u' '), list);
}

void TestPlan::wrongTypesAreRefused()
{
    int refused = 0;
    for (const Key& key : keys())
        for (const Value& value : oneValueOfEachType()) {
            const bool null = std::holds_alternative<std::monostate>(value);
            Plan plan;
            const Problems problems = assign(plan, key.path, value);
            if (null ? key.nullable : takesType(key, value))
                continue;
            const std::string which = std::string(key.path) + " = " + typed(value);
            QVERIFY2(problems.size() == 1, which.c_str());
            QVERIFY2(problems.front().field == key.path.text(), which.c_str());
            QVERIFY2(plan == Plan{}, which.c_str());
            ++refused;
        }
    QVERIFY(refused > 4 * static_cast<int>(keys().size()));
    Plan plan;
    QVERIFY(!assign(plan, "workload.context", 8192.0).empty()); // a real is no whole number
}

void TestPlan::choicesAreRefused_data()
{
    QTest::addColumn<KeyPath>("path");
    QTest::addColumn<QStringList>("list"); // one word: a text; a list otherwise
    QTest::newRow("unknown word") << KeyPath("method") << QStringList{QStringLiteral("guess")};
    QTest::newRow("empty word") << KeyPath("recipe.loss") << QStringList{QString()};
    QTest::newRow("repeated target")
        << KeyPath("adapter.targets") << QStringList{QStringLiteral("q"), QStringLiteral("q")};
    QTest::newRow("unknown target")
        << KeyPath("adapter.targets") << QStringList{QStringLiteral("q"), QStringLiteral("w")};
    QTest::newRow("no target") << KeyPath("adapter.targets") << QStringList{};
}

void TestPlan::choicesAreRefused()
{
    QFETCH(KeyPath, path);
    QFETCH(QStringList, list);
    std::vector<std::string> words;
    for (const QString& word : list)
        words.push_back(word.toStdString());
    const Value value = list.size() == 1 ? Value{words.front()} : Value{words};
    Plan plan;
    const Problems problems = assign(plan, path, value);
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems.front().message, allowedValues(keyOf(path)));
    QCOMPARE(plan, Plan{});
}

/// Publishers write the types of their files in capitals.
void TestPlan::capitalsAreSmallLetters()
{
    Plan capitals, small;
    QVERIFY(assign(capitals, "inference.weights", std::string("Q4_K_M")).empty());
    QVERIFY(assign(small, "inference.weights", std::string("q4_k_m")).empty());
    QVERIFY(capitals == small && small != Plan{});
}

void TestPlan::unknownKeys_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("misspelt") << "workload.contxt";

    QTest::newRow("empty") << "";
    QTest::newRow("upper case") << "Workload.context";
    QTest::newRow("trailing dot") << "workload.context.";
}

void TestPlan::unknownKeys()
{
    QFETCH(QString, path);
    Plan plan;
    const Problems problems = assignTyped(plan, path.toStdString(), std::int64_t{1});
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(shown(problems.front().field), path);
    QCOMPARE(shown(english(problems.front().message)), QLatin1String("is not a key of a plan"));
    QCOMPARE(plan, Plan{});

    const Problems group = assignTyped(plan, "workload", std::int64_t{1});
    QCOMPARE(shown(group), QStringList{QStringLiteral("workload: must be an object; found 1")});
}

void TestPlan::keysThatWereMeant_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* path, const char* value, const char* says) {
        QTest::newRow(name) << path << value << says;
    };
    row("the last part of one key", "zero", "3",
        "zero: is not a key of a plan; did you mean layout.zero?");
    row("of two keys", "context", "8k",
        "context: is not a key of a plan; did you mean workload.context, layout.context?");
    row("the last parts of one key", "allocator.expandable_segments", "true",
        "allocator.expandable_segments: is not a key of a plan; did you mean "
        "cluster.allocator.expandable_segments?");
    row("the last word of a part", "segments", "true",
        "segments: is not a key of a plan; did you mean cluster.allocator.expandable_segments?");
    row("of too many keys", "layers", "1", "layers: is not a key of a plan");
    row("half a word", "text", "8k", "text: is not a key of a plan");
    row("a model's name", "model", "qwen3-8b",
        "model: must be an object (or did you mean model.id?); found \"qwen3-8b\"");
    row("a framework's", "recipe", "huggingface",
        "recipe: must be an object (or did you mean recipe.framework?); found \"huggingface\"");
    row("a card's", "cluster", "h200",
        "cluster: must be an object (or did you mean cluster.device?); found \"h200\"");
    row("a kind of adapter", "adapter", "qlora",
        "adapter: must be an object (or did you mean adapter.kind?); found \"qlora\"");
    row("a word of no key", "workload", "long", "workload: must be an object; found \"long\"");
}

void TestPlan::keysThatWereMeant()
{
    QFETCH(QString, path);
    QFETCH(QString, value);
    QFETCH(QString, says);
    Plan plan;
    QCOMPARE(shown(assignTyped(plan, path.toStdString(), value.toStdString())), QStringList{says});
    QCOMPARE(plan, Plan{});
}

void TestPlan::everyShapeIsACustomModel()
{
    std::vector<Shape> shapes;
    for (const Model& model : builtinCatalog().models())
        shapes.push_back(model.shape);
    for (const double parameters : {1e6, 7e7, 5.5e9, 1e12}) {
        shapes.push_back(llamaShapeOf(parameters));
        shapes.back().expertWidth = shapes.back().feedForward; // as a model without experts has it
    }
    for (const Shape& shape : shapes) {
        Plan plan;
        plan.model = customOf(shape);
        QCOMPARE(shown(validate(plan)), QStringList());
        const auto again = shapeOf(std::get<CustomModel>(plan.model));
        QVERIFY2(again, qPrintable(whyNot(again)));
        QVERIFY(*again == shape);
    }
    // Keys that a dense model has no use for are not written.
    const CustomModel dense = customOf(*shapeOf(smallModel()));
    QVERIFY(!dense.experts && !dense.moeEvery && !dense.mlaKvLoraRank);
}

void TestPlan::typedText_data()
{
    QTest::addColumn<KeyPath>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value"); // empty: refused
    const auto row = [](const char* name, KeyPath path, const char* text, const char* value) {
        QTest::newRow(name) << path << QString::fromLatin1(text) << QString::fromLatin1(value);
    };
    row("whole", "workload.context", "8192", "8192");
    row("32k is 32 · 1024 tokens", "workload.context", "32k", "32768");
    row("1M is 2^20 tokens", "workload.context", "1M", "1048576");
    row("2.5k is 2560 tokens", "workload.context", "2.5k", "2560");
    row("1e3 is whole", "workload.context", "1e3", "1000");
    row("no 8b tokens", "workload.context", "8b", "");
    row("half a token stays half", "workload.context", "8192.5", "8192.5");
    row("negative is a number", "workload.context", "-1", "-1");
    row("beyond doubles", "workload.context", "1e400", "");
    row("nan", "workload.context", "nan", "");
    row("inf", "workload.context", "inf", "");
    row("empty", "workload.context", "", "");
    row("suffix alone", "workload.context", "k", "");
    row("space before", "workload.context", " 8192", "");
    row("space after", "workload.context", "8192 ", "");
    row("hexadecimal", "workload.context", "0x10", "");
    row("word", "workload.context", "long", "");
    row("null where not allowed", "workload.context", "null", "");
    row("null where allowed", "workload.global_batch", "null", "null");
    row("8b parameters", "model.parameters", "8b", "8e+09");
    row("6b parameters of a shape", "model.custom.parameters", "6b", "6e+09");
    row("8B parameters", "model.parameters", "8B", "8e+09");
    row("1.5t parameters", "model.parameters", "1.5t", "1.5e+12");
    row("15T tokens of a run", "workload.training_tokens", "15T", "15000000000000");
    row("350m parameters", "model.parameters", "350m", "3.5e+08");
    row("2.5k parameters", "model.parameters", "2.5k", "2500.0");
    row("parameters in full", "model.parameters", "8030261248", "8030261248");
    row("nan parameters", "model.parameters", "nan", "");
    row("1e400 parameters", "model.parameters", "1e400", "");
    row("true", "recipe.dropout", "true", "true");
    row("false", "recipe.dropout", "false", "false");
    row("yes is no bool", "recipe.dropout", "yes", "");
    row("1 is no bool", "recipe.dropout", "1", "");
    row("one target", "adapter.targets", "q", "[\"q\"]");
    row("two targets", "adapter.targets", "q,v", "[\"q\", \"v\"]");
    row("text as it is", "name", "8", "\"8\"");
    row("choice as it is", "method", "lecture", "\"lecture\"");
}

void TestPlan::typedText()
{
    QFETCH(KeyPath, path);
    QFETCH(QString, text);
    QFETCH(QString, value);
    const auto found = parsed(keyOf(path), text.toStdString());
    QCOMPARE(found ? shown(typed(*found)) : QString(), value);
    if (!found)
        QCOMPARE(shown(found.problems().front().field), shown(path));
}

void TestPlan::utf8_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("good");
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("ASCII with NUL") << QByteArray("a\0b", 3) << true;
    QTest::newRow("two bytes") << QByteArray("\xC3\xA9") << true;
    QTest::newRow("three bytes") << QByteArray("\xE6\x98\x87\xE8\x85\xBE") << true;
    QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x8C\x8A") << true;
    QTest::newRow("last before the surrogates") << QByteArray("\xED\x9F\xBF") << true;
    QTest::newRow("first after the surrogates") << QByteArray("\xEE\x80\x80") << true;
    QTest::newRow("the last of Unicode") << QByteArray("\xF4\x8F\xBF\xBF") << true;
    QTest::newRow("lone continuation") << QByteArray("\x80") << false;
    QTest::newRow("overlong slash, two") << QByteArray("\xC0\xAF") << false;
    QTest::newRow("overlong, C1") << QByteArray("\xC1\xBF") << false;
    QTest::newRow("overlong slash, three") << QByteArray("\xE0\x80\xAF") << false;
    QTest::newRow("overlong slash, four") << QByteArray("\xF0\x80\x80\xAF") << false;
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << false;
    QTest::newRow("last surrogate") << QByteArray("\xED\xBF\xBF") << false;
    QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80") << false;
    QTest::newRow("lead F5") << QByteArray("\xF5\x80\x80\x80") << false;
    QTest::newRow("lead FF") << QByteArray("\xFF") << false;
    QTest::newRow("cut in two") << QByteArray("\xE6\x98") << false;
    QTest::newRow("cut by a letter") << QByteArray("\xE6\x98z") << false;
    QTest::newRow("second bad, first good") << QByteArray("\xC3\xA9\x80") << false;
}

void TestPlan::utf8()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, good);
    const std::string text = bytes.toStdString();
    QCOMPARE(isUtf8(text), good);
    Plan plan;
    QCOMPARE(assign(plan, "name", text).empty(), good);
}

void TestPlan::printableText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("8B \xE6\x98\x87") << QByteArray("8B \xE6\x98\x87");
    QTest::newRow("escape sequence") << QByteArray("\x1B[31mred") << QByteArray("?[31mred");
    QTest::newRow("lines and tabs") << QByteArray("a\nb\tc\rd") << QByteArray("a?b?c?d");
    QTest::newRow("NUL and DEL") << QByteArray("\0\x7F", 2) << QByteArray("??");
    QTest::newRow("no UTF-8") << QByteArray("ab\x80") << QByteArray("ab?");
    QTest::newRow("marks of direction") << QByteArray("\xE2\x80\x8F"
                                                      "a\xE2\x80\xAA\xE2\x81\xA9\xD8\x9C")
                                        << QByteArray("?a???");
    QTest::newRow("a dash and an ellipsis")
        << QByteArray("\xE2\x80\x93\xE2\x80\xA6") << QByteArray("\xE2\x80\x93\xE2\x80\xA6");
}

void TestPlan::printableText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), expected);
}

void TestPlan::validateFindsEveryProblem()
{
    QVERIFY(validate(Plan{}).empty());
    Plan plan;
    plan.name = "\x80";
    plan.notes = std::string(65537, 'n');
    plan.model = SizedModel{1e15};
    plan.workload.context = 0;
    plan.workload.microBatch = 65537;
    plan.workload.globalBatch = 0;
    plan.adapter.targets.clear();
    plan.adapter.dropout = std::nan("");
    plan.cluster.device = std::string(1025, 'd');
    plan.cluster.gpus = 0;
    plan.cluster.capacity = 0;
    plan.cluster.reserve = -1;
    plan.cluster.utilisation = 1.5;
    plan.layout.zero = 4;
    plan.layout.imbalance = 0.5;
    plan.inference.output = -1;
    const std::vector<KeyPath> expected{"name",
                                        "notes",
                                        "model.parameters",
                                        "workload.context",
                                        "workload.micro_batch",
                                        "workload.global_batch",
                                        "adapter.targets",
                                        "adapter.dropout",
                                        "cluster.device",
                                        "cluster.gpus",
                                        "cluster.capacity",
                                        "cluster.reserve",
                                        "cluster.utilisation",
                                        "layout.zero",
                                        "layout.imbalance",
                                        "inference.output"};
    std::vector<KeyPath> fields;
    for (const Problem& problem : validate(plan)) {
        fields.push_back(findKeyPath(problem.field).value());
        QVERIFY(!english(problem.message).empty());
        QVERIFY(!problem.found.empty());
        QVERIFY(english(problem).size() < 256); // one line, however long the value
    }
    QVERIFY2(fields == expected, qPrintable(shown(validate(plan)).join(u'\n')));
    QCOMPARE(shown(validate(plan))[3],
             QLatin1String("workload.context: must be a whole number from 1 to 16,777,216; "
                           "found 0"));
}

void TestPlan::shapeDefaults()
{
    CustomModel model;
    model.hiddenSize = 64;
    model.numLayers = 2;
    model.numHeads = 8;
    model.intermediateSize = 96;
    model.vocabSize = 1000;
    const auto shape = shapeOf(model);
    QVERIFY2(shape, qPrintable(whyNot(shape)));
    Shape expected;
    expected.hidden = 64;
    expected.layers = 2;
    expected.heads = 8;
    expected.kvHeads = 8; // num_kv_heads = num_heads
    expected.headDim = 8; // hidden / heads
    expected.feedForward = 96;
    expected.vocabulary = 1000;
    expected.gated = true;
    expected.norm = Norm::RmsNorm;
    expected.tied = false;
    expected.learnedPositions = 0;
    expected.maxPositions = 131072;
    expected.normsPerLayer = 2;
    expected.expertWidth = 96;
    QVERIFY(*shape == expected);
    QVERIFY(!shape->qkvBias && !shape->outBias && !shape->mlpBias);

    model.biases = true; // one key for the three kinds, and each of them can be told apart
    model.mlpBias = false;
    const auto biased = shapeOf(model);
    QVERIFY(biased->qkvBias && biased->outBias && !biased->mlpBias);
}

void TestPlan::shapeNeeds_data()
{
    QTest::addColumn<int>("leftOut");
    newRow("model.custom.hidden_size") << 0;
    newRow("model.custom.num_layers") << 1;
    newRow("model.custom.num_heads") << 2;
    newRow("model.custom.intermediate_size") << 3;
    newRow("model.custom.vocab_size") << 4;
}

void TestPlan::shapeNeeds()
{
    QFETCH(int, leftOut);
    CustomModel model = smallModel();
    std::optional<std::int64_t>* const required[]{&model.hiddenSize, &model.numLayers,
                                                  &model.numHeads, &model.intermediateSize,
                                                  &model.vocabSize};
    required[leftOut]->reset();
    const auto shape = shapeOf(model);
    QVERIFY(!shape);
    QCOMPARE(shape.problems().size(), std::size_t{1});
    QCOMPARE(shown(shape.problems().front().field), shown(pathOfRow()));

    for (auto* number : required)
        number->reset();
    QCOMPARE(shapeOf(model).problems().size(), std::size_t{5});
}

void TestPlan::shapeContradictions_data()
{
    QTest::addColumn<CustomModel>("model");
    QTest::addColumn<QStringList>("fields");
    CustomModel model = smallModel();
    model.numKvHeads = 3;
    QTest::newRow("key heads do not divide the heads")
        << model << QStringList{shown(KeyPath("model.custom.num_kv_heads"))};
    model = smallModel();
    model.numHeads = 128;
    QTest::newRow("more heads than hidden units")
        << model << QStringList{shown(KeyPath("model.custom.head_dim"))};
    model = smallModel();
    model.experts = 4;
    model.expertsPerToken = 5;
    QTest::newRow("more experts a token than there are")
        << model << QStringList{shown(KeyPath("model.custom.experts_per_token"))};
    model = smallModel();
    model.mlaKvLoraRank = 32;
    QTest::newRow("latent attention without its head widths")
        << model
        << QStringList{shown(KeyPath("model.custom.mla.qk_nope_head_dim")),
                       shown(KeyPath("model.custom.mla.qk_rope_head_dim")),
                       shown(KeyPath("model.custom.mla.v_head_dim"))};
}

void TestPlan::shapeContradictions()
{
    QFETCH(CustomModel, model);
    QFETCH(QStringList, fields);
    const auto shape = shapeOf(model);
    QVERIFY(!shape);
    QStringList found;
    for (const Problem& problem : shape.problems())
        found << shown(problem.field);
    QCOMPARE(found, fields);
}

void TestPlan::sizedModelsGrow()
{
    constexpr int points = 4001;
    Shape last;
    double made = 0;
    for (int i = 0; i < points; ++i) {
        const double wanted = std::pow(10.0, 6.0 + 8.0 * i / (points - 1));
        const Shape shape = llamaShapeOf(wanted);
        const auto got = static_cast<double>(countWeights(shape).total);
        const auto which = QStringLiteral("%1 for %2").arg(got, 0, 'g', 9).arg(wanted, 0, 'g', 9);
        QVERIFY2(std::abs(got - wanted) <= 0.01 * wanted, qPrintable(which));
        QVERIFY2(got >= 0.99 * made, qPrintable(which)); // each is met within half a percent
        made = std::max(made, got);
        QVERIFY2(shape.feedForward >= shape.hidden, qPrintable(which));
        // Eight tensor ranks share heads, groups and widths.
        QVERIFY2(shape.heads % 8 == 0 && shape.kvHeads == 8, qPrintable(which));
        QVERIFY2(shape.hidden % 8 == 0 && shape.feedForward % 8 == 0, qPrintable(which));
        // An attention is about as wide as the model: half of a step of 512 is a third of 768.
        const double attention = static_cast<double>(shape.heads * shape.headDim);
        const double wide = attention / static_cast<double>(shape.hidden);
        QVERIFY2(wide > 0.65 && wide < 1.35, qPrintable(which));
        if (i > 0)
            QVERIFY2(shape.layers >= last.layers && shape.hidden >= last.hidden
                         && shape.heads >= last.heads && shape.headDim >= last.headDim
                         && shape.vocabulary >= last.vocabulary,
                     qPrintable(which));
        last = shape;
    }
}

void TestPlan::sizedModels_data()
{
    QTest::addColumn<double>("parameters");
    QTest::addColumn<std::vector<std::int64_t>>(
        "shape"); // layers, hidden, feed-forward, heads, tied
    using Numbers = std::vector<std::int64_t>;
    // arXiv 2407.21783, table 3
    QTest::newRow("8B") << 8030261248.0 << Numbers{32, 4096, 14336, 32, 0};
    QTest::newRow("70B") << 70553706496.0 << Numbers{80, 8192, 28672, 64, 0};
    QTest::newRow("405B") << 405853388800.0 << Numbers{126, 16384, 53248, 128, 0};
    // config.json of Llama 3.2. Its 3B has 24 heads of 128; 32 heads of 96 have 768 instead of
    // 1,024 columns of keys and of values, so that the feed-forward part takes 2 · 256 / 3 more.
    QTest::newRow("1B") << 1235814400.0 << Numbers{16, 2048, 8192, 32, 1};
    QTest::newRow("3B") << 3212749824.0 << Numbers{28, 3072, 8368, 32, 1};
    QTest::newRow("8e9, as it is called") << 8e9 << Numbers{32, 4096, 14336, 32, 0};
    QTest::newRow("70e9, as it is called") << 70e9 << Numbers{80, 8192, 28672, 64, 0};
    // 4,032 wide, with 1,034,260,416 parameters outside the layers, 41,295,744 in each and 12,096 a
    // column: 14,065.3 columns, in steps of 32
    QTest::newRow("7.8e9") << 7.8e9 << Numbers{32, 4032, 14080, 32, 0};
}

void TestPlan::sizedModels()
{
    QFETCH(double, parameters);
    QFETCH(std::vector<std::int64_t>, shape);
    const Shape made = llamaShapeOf(parameters);
    QCOMPARE((std::vector<std::int64_t>{made.layers, made.hidden, made.feedForward, made.heads,
                                        made.tied ? 1 : 0}),
             shape);
}

void TestPlan::recipeDefaults_data()
{
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<Gradients>("gradients");
    QTest::addColumn<bool>("master");
    // Gradients are as wide as the computed values. Mixed precision updates a 32-bit copy of the
    // weights (Micikevicius et al., arXiv 1710.03740, section 3.1).
    QTest::newRow("bf16-mixed") << Precision::Bf16Mixed << Gradients::Bf16 << true;
    QTest::newRow("fp16-mixed") << Precision::Fp16Mixed << Gradients::Bf16 << true;
    QTest::newRow("fp8-mixed") << Precision::Fp8Mixed << Gradients::Bf16 << true;
    QTest::newRow("fp8-block-mixed") << Precision::Fp8BlockMixed << Gradients::Bf16 << true;
    QTest::newRow("mxfp8-mixed") << Precision::Mxfp8Mixed << Gradients::Bf16 << true;
    QTest::newRow("nvfp4-mixed") << Precision::Nvfp4Mixed << Gradients::Bf16 << true;
    QTest::newRow("bf16") << Precision::Bf16 << Gradients::Bf16 << false;
    QTest::newRow("fp16") << Precision::Fp16 << Gradients::Bf16 << false;
    QTest::newRow("fp32") << Precision::Fp32 << Gradients::Fp32 << false;
}

void TestPlan::recipeDefaults()
{
    QFETCH(Precision, precision);
    QFETCH(Gradients, gradients);
    QFETCH(bool, master);
    const auto plain = resolve(Plan{}, builtinCatalog());
    QVERIFY2(plain, qPrintable(whyNot(plain)));
    QVERIFY(plain->choices.precision == Precision::Bf16Mixed);
    QVERIFY(plain->choices.keepGradients);
    QVERIFY(plain->choices.optimizer == Optimizer::AdamW);
    QVERIFY(plain->choices.moments == Moments::Fp32);
    QVERIFY(plain->choices.recompute == Recompute::None);
    QVERIFY(plain->choices.attention == Attention::Flash);
    QVERIFY(plain->choices.kernels == Kernels::Fused);
    QVERIFY(plain->choices.loss == Loss::Full);
    QVERIFY(!plain->choices.dropout);
    QVERIFY(plain->choices.sequenceParallel);
    QVERIFY(plain->choices.tpInputs == TpInputs::Recomputed);
    QVERIFY(plain->choices.stageSplit == StageSplit::Even);

    Plan plan;
    plan.recipe.precision = precision;
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY(resolved->choices.gradients == gradients);
    QCOMPARE(resolved->choices.masterWeights, master);

    plan.recipe.optimizer = Optimizer::AdamW8bit; // moments by optimizer
    QVERIFY(resolve(plan, builtinCatalog())->choices.moments == Moments::Int8);
    plan.recipe.moments = Moments::Bf16; // a written key wins
    plan.recipe.masterWeights = !master;
    const auto written = resolve(plan, builtinCatalog());
    QVERIFY(written->choices.moments == Moments::Bf16);
    QCOMPARE(written->choices.masterWeights, !master);
}

void TestPlan::contradictions_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("problem");
    QTest::newRow("heads not divisible by tensor ranks")
        << planWith({{"layout.tensor", "3"}})
        << "layout.tensor: must divide the number of heads, 32, and does not divide the 8 GPUs "
           "either; found 3";
    QTest::newRow("more stages than layers")
        << planWith({{"layout.pipeline", "33"}, {"cluster.gpus", "64"}})
        << "layout.pipeline: must not be more than the number of layers, 32; found 33";
    QTest::newRow("fewer GPUs than ranks") << planWith({{"layout.tensor", "16"}})
                                           << "cluster.gpus: must be at least tensor · pipeline · "
                                              "context parallel, 16; found 8";
    QTest::newRow("experts not divisible")
        << planWith({{"model.id", "mixtral-8x7b"}, {"layout.expert", "3"}, {"cluster.gpus", "6"}})
        << "layout.expert: must divide the number of experts, 8; found 3";
    QTest::newRow("more expert ranks than a stage has")
        << planWith(
               {{"model.id", "mixtral-8x7b"}, {"layout.expert", "8"}, {"layout.pipeline", "2"}})
        << "layout.expert: expert · expert tensor parallel must divide the GPUs of a stage, 4; "
           "found 8";
    QTest::newRow("more parts of a pipeline than layers")
        << planWith({{"layout.pipeline", "8"}, {"layout.virtual_pipeline", "5"}})
        << "layout.virtual_pipeline: must leave a layer for each of pipeline · virtual parts; "
           "layers: 32; found 5";
    QTest::newRow("replicas do not divide the ranks")
        << planWith({{"layout.replicate", "3"}})
        << "layout.replicate: must divide the ranks that share the states, 8; found 3";
    QTest::newRow("DeepSpeed's ZeRO-2 with a pipeline")
        << planWith(
               {{"layout.zero", "2"}, {"layout.pipeline", "2"}, {"recipe.framework", "deepspeed"}})
        << "layout.zero: must be at most 1 with pipeline parallelism in DeepSpeed; found 2";
    QTest::newRow("unknown model")
        << planWith({{"model.id", "llama-3.1-8c"}})
        << "model.id: is not in the catalogue; similar: llama-3.1-8b, llama-3-8b, llama-1-7b; "
           "found \"llama-3.1-8c\"";
    QTest::newRow("unknown device like none")
        << planWith({{"cluster.device", "abacus"}})
        << "cluster.device: is not in the catalogue; found \"abacus\"";
    QTest::newRow("divisions that PyTorch refuses")
        << planWith({{"cluster.allocator.roundup_power2_divisions", "3"}})
        << "cluster.allocator.roundup_power2_divisions: must be a power of two; found 3";
}

void TestPlan::contradictions()
{
    QFETCH(Plan, plan);
    QFETCH(QString, problem);
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY(!resolved);
    QCOMPARE(shown(resolved.problems()), QStringList{problem});
}

void TestPlan::warnings_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QStringList>("fields");
    const auto row = [](const char* name, const Plan& plan, std::initializer_list<KeyPath> in) {
        QStringList fields;
        for (const KeyPath field : in)
            fields << shown(field);
        QTest::newRow(name) << plan << fields;
    };
    row("none", Plan{}, {});
    row("GPUs left over", planWith({{"cluster.gpus", "9"}, {"layout.tensor", "2"}}),
        {"cluster.gpus"});
    row("batch that does not divide", planWith({{"workload.global_batch", "1025"}}),
        {"workload.global_batch"});
    row("less than a million tokens a step", planWith({{"workload.global_batch", "8"}}),
        {"workload.global_batch"});
    row("the same of adapters",
        planWith({{"workload.global_batch", "8"}, {"adapter.kind", "lora"}}), {});
    row("more tensor ranks than key heads",
        planWith(
            {{"layout.tensor", "16"}, {"cluster.gpus", "16"}, {"cluster.gpus_per_node", "16"}}),
        {"layout.tensor"});
    row("tensor ranks across nodes",
        planWith({{"layout.tensor", "8"}, {"cluster.gpus_per_node", "4"}}), {"layout.tensor"});
    row("longer than the model's positions", planWith({{"workload.context", "131073"}}),
        {"workload.context"});
    row("a node larger than the cluster",
        planWith({{"cluster.gpus", "8"}, {"cluster.gpus_per_node", "16"}}),
        {"cluster.gpus_per_node"});
    row("a device whose report is not known", planWith({{"cluster.device", "b100-sxm-192gb"}}),
        {"cluster.device"});
}

void TestPlan::warnings()
{
    QFETCH(Plan, plan);
    QFETCH(QStringList, fields);
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    QStringList found;
    for (const Warning& warning : resolved->warnings) {
        found << shown(warning.field);
        QVERIFY(!english(warning.message).empty());
    }
    QCOMPARE(found, fields);
}

void TestPlan::derived_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::int64_t>("dataParallel");
    QTest::addColumn<std::int64_t>("shards");
    QTest::addColumn<std::int64_t>("microBatches");
    const auto row = [](const char* name, const Plan& plan, std::int64_t d, std::int64_t s,
                        std::int64_t m) { QTest::newRow(name) << plan << d << s << m; };
    // D = floor(gpus / (t·p·c)), S = D·c / replicate, m = max(1, ceil(B / (b·D)))
    row("default", Plan{}, 8, 8, 1);
    row("floor(100 / (2·3·1)) = 16",
        planWith({{"cluster.gpus", "100"}, {"layout.tensor", "2"}, {"layout.pipeline", "3"}}), 16,
        16, 1);
    row("context ranks shard too: 64/4 = 16, S = 16·4",
        planWith({{"cluster.gpus", "64"}, {"layout.context", "4"}}), 16, 64, 1);
    row("S = 64/8", planWith({{"cluster.gpus", "64"}, {"layout.replicate", "8"}}), 64, 8, 1);
    row("m = 1024 / (2·8)",
        planWith({{"workload.global_batch", "1024"}, {"workload.micro_batch", "2"}}), 8, 8, 64);
    row("m = ceil(17 / 8)", planWith({{"workload.global_batch", "17"}}), 8, 8, 3);
    row("m is at least 1", planWith({{"workload.global_batch", "4"}}), 8, 8, 1);
    // 1,920 sequences a step; a pass takes 2 · 8 = 16 of them, so 1920 / 16 = 120 passes
    row("the lecture's 120 accumulations",
        planWith({{"workload.global_batch", "1920"}, {"workload.micro_batch", "2"}}), 8, 8, 120);
}

void TestPlan::derived()
{
    QFETCH(Plan, plan);
    QFETCH(std::int64_t, dataParallel);
    QFETCH(std::int64_t, shards);
    QFETCH(std::int64_t, microBatches);
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    QCOMPARE(resolved->dataParallel, dataParallel);
    QCOMPARE(resolved->shards, shards);
    QCOMPARE(resolved->microBatches, microBatches);
}

QTEST_APPLESS_MAIN(TestPlan)
#include "test_plan.moc"
