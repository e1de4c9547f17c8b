// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/accelerate.h"
#include "core/methods/eleuther.h"
#include "core/methods/llm_analysis.h"
#include "core/methods/megatron.h"
#include "golden_file.h"
#include "helpers.h"

#include <QtTest>

using namespace highwater;
using nlohmann::json;

namespace {

/// One row for each case that a program's own code computed.
void rowsOf(const char* file)
{
    QTest::addColumn<int>("index");
    const json rows = goldenFile(file);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::addRow("%d %s", static_cast<int>(i),
                      rows[i].at("inputs").at("model").get<std::string>().c_str())
            << static_cast<int>(i);
}

json rowAt(const char* file, int index)
{
    return goldenFile(file).at(static_cast<std::size_t>(index));
}

/// The catalogue's model of a case, else null.
const Model* modelOf(const json& in)
{
    return builtinCatalog().modelTyped(in.at("model").get<std::string>());
}

/// A whole number, which may be written as a real.
std::int64_t whole(const json& value)
{
    return value.is_null() ? 0 : static_cast<std::int64_t>(value.get<double>());
}

EleutherSetup eleutherSetup(const json& args)
{
    EleutherSetup setup;
    setup.layers = args.at("num_layers");
    setup.hidden = args.at("hidden_size");
    setup.heads = args.at("num_attention_heads");
    setup.vocabulary = args.at("vocab_size");
    setup.feedForwardRatio = args.at("ffn_expansion_factor");
    setup.keyValueRatio = args.at("kv_size_ratio");
    setup.mlpLinears = args.at("num_mlp_linears");
    setup.experts = args.at("num_experts");
    setup.expertParallel = args.at("expert_parallelism");
    setup.context = args.at("sequence_length");
    setup.microBatch = args.at("batch_size_per_gpu");
    setup.gpus = args.at("num_gpus");
    setup.tensor = args.at("tensor_parallel_size");
    setup.pipeline = args.at("pipeline_parallel_size");
    setup.zero = args.at("zero_stage");
    setup.checkpoint = args.at("checkpoint_activations");
    setup.partition = args.at("partition_activations");
    setup.mixed = args.at("is_mixed_precision");
    setup.gradientBytes = args.at("bytes_per_grad_ele");
    if (args.at("optimizer") == "muon") {
        setup.optimizer = "muon";
        setup.optimizerBytes = 8;
    }
    setup.reservedGib = args.at("misc_mem_gib");
    return setup;
}

/// The model that a case writes out as ratios.
CustomModel eleutherModel(const json& args)
{
    CustomModel model;
    const std::int64_t hidden = args.at("hidden_size"), heads = args.at("num_attention_heads");
    model.hiddenSize = hidden;
    model.numLayers = args.at("num_layers").get<std::int64_t>();
    model.numHeads = heads;
    model.numKvHeads
        = std::llround(args.at("kv_size_ratio").get<double>() * static_cast<double>(heads));
    model.intermediateSize
        = std::llround(args.at("ffn_expansion_factor").get<double>() * static_cast<double>(hidden));
    model.vocabSize = args.at("vocab_size").get<std::int64_t>();
    model.gated = args.at("num_mlp_linears") == 3;
    return model;
}

Plan eleutherPlan(const json& in)
{
    const json& args = in.at("args");
    Plan plan;
    plan.method = MethodId::Eleuther;
    if (const Model* model = modelOf(in))
        plan.model = CatalogModel{model->id};
    else
        plan.model = eleutherModel(args);
    plan.workload.context = args.at("sequence_length");
    plan.workload.microBatch = args.at("batch_size_per_gpu");
    plan.cluster.gpus = args.at("num_gpus");
    plan.cluster.reserve = args.at("misc_mem_gib").get<std::int64_t>() << 30;
    plan.layout.zero = args.at("zero_stage");
    plan.layout.tensor = args.at("tensor_parallel_size");
    plan.layout.pipeline = args.at("pipeline_parallel_size");
    plan.layout.expert = args.at("expert_parallelism");
    if (plan.layout.tensor > 1) // without tensor ranks it has no effect
        plan.layout.sequenceParallel = args.at("partition_activations").get<bool>();
    if (args.at("checkpoint_activations"))
        plan.recipe.recompute = Recompute::Selective;
    if (args.at("optimizer") == "muon")
        plan.recipe.optimizer = Optimizer::Muon;
    if (args.at("bytes_per_grad_ele") == 2)
        plan.recipe.gradients = Gradients::Bf16;
    return plan;
}

Shape megatronShape(const json& args)
{
    Shape shape;
    shape.hidden = args.at("hidden_size");
    shape.layers = args.at("num_layers");
    shape.heads = args.at("num_attention_heads");
    shape.kvHeads = args.at("num_query_groups");
    shape.headDim = args.at("kv_channels");
    shape.feedForward = args.at("ffn_hidden_size");
    shape.gated = args.at("swiglu");
    shape.norm = args.at("normalization") == "RMSNorm" ? Norm::RmsNorm : Norm::LayerNorm;
    shape.tied = !args.at("untie_embeddings_and_output_weights").get<bool>();
    if (args.at("multi_latent_attention"))
        shape.latent
            = {whole(args.at("q_lora_rank")), args.at("kv_lora_rank"), args.at("qk_head_dim"),
               args.at("qk_pos_emb_head_dim"), args.at("v_head_dim")};
    shape.experts = whole(args.at("num_experts"));
    if (shape.experts > 0) {
        shape.expertWidth = args.at("moe_ffn_hidden_size");
        shape.sharedWidth = whole(args.at("moe_shared_expert_intermediate_size"));
        shape.expertBias = args.at("add_bias_linear");
        if (const json& pattern = args.at("moe_layer_freq"); pattern.is_array())
            while (pattern.at(static_cast<std::size_t>(shape.denseFirst)) == 0)
                ++shape.denseFirst;
    }
    return shape;
}

MegatronSetup megatronSetup(const json& in)
{
    const json& args = in.at("args");
    MegatronSetup setup;
    setup.shape = megatronShape(args);
    setup.paddedVocabulary = args.at("padded_vocab_size");
    setup.gpus = args.at("world_size");
    setup.dataParallel = args.at("data_parallel_size");
    setup.tensor = args.at("tensor_model_parallel_size");
    setup.pipeline = args.at("pipeline_model_parallel_size");
    setup.expert = args.at("expert_model_parallel_size");
    setup.expertTensor = args.at("expert_tensor_parallel_size");
    if (const json& chunks = args.at("virtual_pipeline_model_parallel_size"); !chunks.is_null())
        setup.virtualPipeline = chunks.get<std::int64_t>();
    if (const json& batches = in.at("num_microbatches"); !batches.is_null())
        setup.microBatches = batches.get<std::int64_t>();
    setup.distributedOptimizer = args.at("use_distributed_optimizer");
    setup.context = args.at("seq_length");
    setup.microBatch = args.at("micro_batch_size");
    return setup;
}

Plan megatronPlan(const json& in, bool sequenceParallel)
{
    const json& args = in.at("args");
    Plan plan;
    plan.method = MethodId::Megatron;
    plan.model = CatalogModel{modelOf(in)->id};
    plan.workload.context = args.at("seq_length");
    plan.workload.microBatch = args.at("micro_batch_size");
    plan.cluster.gpus = args.at("world_size");
    plan.layout.zero = args.at("use_distributed_optimizer").get<bool>() ? 1 : 0;
    plan.layout.tensor = args.at("tensor_model_parallel_size");
    plan.layout.pipeline = args.at("pipeline_model_parallel_size");
    plan.layout.expert = args.at("expert_model_parallel_size");
    plan.layout.expertTensor = args.at("expert_tensor_parallel_size");
    if (const json& chunks = args.at("virtual_pipeline_model_parallel_size"); !chunks.is_null())
        plan.layout.virtualPipeline = chunks;
    if (const json& batches = in.at("num_microbatches"); !batches.is_null())
        plan.workload.globalBatch = batches.get<std::int64_t>() * plan.workload.microBatch
            * args.at("data_parallel_size").get<std::int64_t>();
    plan.layout.sequenceParallel = sequenceParallel;
    plan.recipe.recompute = Recompute::Selective;
    return plan;
}

LlmAnalysisSetup llmSetup(const json& in)
{
    const json& model = in.at("model_config");
    LlmAnalysisSetup setup;
    setup.layers = model.at("num_layers");
    setup.hidden = model.at("hidden_dim");
    setup.heads = model.at("n_head");
    setup.keyValueHeads = model.at("num_key_value_heads");
    setup.feedForward = model.at("ffn_embed_dim");
    setup.vocabulary = model.at("vocab_size");
    setup.experts = model.at("moe_num_experts");
    setup.expertsPerToken = model.at("moe_top_k");
    setup.gated = model.at("mlp_gated_linear_units");
    setup.context = in.at("seq_len");
    setup.microBatch = in.at("batch_size_per_gpu");
    setup.tensor = in.at("tp_size");
    setup.pipeline = in.at("pp_size");
    setup.data = in.at("dp_size");
    setup.expert = in.at("ep_size");
    setup.sequence = in.at("sp_size");
    setup.zero = in.at("ds_zero");
    const std::string recompute = in.at("activation_recomputation");
    setup.recompute = recompute == "NONE" ? LlmRecompute::None
        : recompute == "ATTN_COMPUTE"     ? LlmRecompute::AttentionCompute
        : recompute == "ATTN"             ? LlmRecompute::Attention
        : recompute == "NORM_ATTN_NORM"   ? LlmRecompute::NormAttentionNorm
                                          : LlmRecompute::Full;
    setup.flash = in.at("flash_attn");
    setup.dropout = in.at("softmax_dropout");
    setup.recomputesGelu = in.at("mlp_recompute_gelu");
    return setup;
}

/// The case as a plan; a plan has only three of the kinds of recomputation.
std::optional<Plan> llmPlan(const json& in)
{
    const LlmAnalysisSetup setup = llmSetup(in);
    if (setup.recomputesGelu || setup.recompute == LlmRecompute::Attention
        || setup.recompute == LlmRecompute::NormAttentionNorm)
        return std::nullopt;
    Plan plan;
    plan.method = MethodId::LlmAnalysis;
    plan.model = CatalogModel{modelOf(in)->id};
    plan.workload.context = setup.context;
    plan.workload.microBatch = setup.microBatch;
    plan.cluster.gpus = setup.data * setup.tensor * setup.pipeline;
    plan.layout.zero = setup.zero;
    plan.layout.tensor = setup.tensor;
    plan.layout.pipeline = setup.pipeline;
    plan.layout.expert = setup.expert;
    plan.layout.sequenceParallel = setup.sequence == setup.tensor;
    plan.recipe.recompute = setup.recompute == LlmRecompute::None ? Recompute::None
        : setup.recompute == LlmRecompute::Full                   ? Recompute::Full
                                                                  : Recompute::Selective;
    plan.recipe.attention = setup.flash ? Attention::Flash : Attention::Eager;
    plan.recipe.dropout = setup.dropout;
    return plan;
}

} // namespace

class TestCalculators : public QObject
{
    Q_OBJECT

private slots:
    void eleuther_data();
    void eleuther();
    void eleutherReads();
    void megatron_data();
    void megatron();
    void megatronRecomputes();
    void llmAnalysis_data();
    void llmAnalysis();
    void llmAnalysisRefuses32Bits();
    void accelerate_data();
    void accelerate();
    void coverage();
};

void TestCalculators::eleuther_data()
{
    rowsOf("eleutherai_cookbook.json");
}

void TestCalculators::eleuther()
{
    QFETCH(int, index);
    const json row = rowAt("eleutherai_cookbook.json", index);
    const json& in = row.at("inputs");
    const json& out = row.at("outputs").at("bytes");
    const EleutherSetup setup = eleutherSetup(in.at("args"));
    const EleutherNeeds needs = eleutherNeeds(setup);
    // To the last bit: the same operations in the same order.
    QVERIFY(needs.parameters == out.at("total_params").get<double>());
    QVERIFY(needs.gpuModel == out.at("per_gpu_model_mem").get<double>());
    QVERIFY(needs.gpuGradients == out.at("per_gpu_gradient_mem").get<double>());
    QVERIFY(needs.gpuOptimizer == out.at("per_gpu_optimizer_mem").get<double>());
    QVERIFY(needs.gpuCommunication == out.at("per_gpu_communication_mem").get<double>());
    QVERIFY(needs.gpuActivations == out.at("per_gpu_activation_mem").get<double>());
    QVERIFY(needs.gpuTotal == out.at("per_gpu_mem_bytes").get<double>());
    const QString printed = shown(row.at("outputs").at("stdout_tail").get<std::string>());
    QCOMPARE(shown(eleutherTable(setup)), printed);

    const Estimate found = estimated(eleutherPlan(in));
    QCOMPARE(found.answer.totals.total, whole(out.at("per_gpu_mem_bytes")));
    QCOMPARE(groupOf(found, Group::Parameters), whole(out.at("per_gpu_model_mem")));
    QCOMPARE(groupOf(found, Group::Gradients), whole(out.at("per_gpu_gradient_mem")));
    QCOMPARE(groupOf(found, Group::Optimizer), whole(out.at("per_gpu_optimizer_mem")));
    QCOMPARE(groupOf(found, Group::Activations), whole(out.at("per_gpu_activation_mem")));
    QCOMPARE(shown(found.answer.ownTable), printed);
    QVERIFY(found.ignored.empty());
}

void TestCalculators::eleutherReads()
{
    const Plan plan = planWith({{"method", "eleuther"}});
    const Bytes parameters = 8'064'606'208; // of the first golden row, which has the same model
    QCOMPARE(groupOf(estimated(plan), Group::Gradients), 4 * parameters); // its own default
    const auto gradients = [&](const char* word) {
        return groupOf(estimated(planWith({{"method", "eleuther"}, {"recipe.gradients", word}})),
                       Group::Gradients);
    };
    QCOMPARE(gradients("bf16"), 2 * parameters);
    QCOMPARE(gradients("fp32"), 4 * parameters);
    QCOMPARE(gradients("both"), 6 * parameters);
    const Estimate lion
        = estimated(planWith({{"method", "eleuther"}, {"recipe.optimizer", "lion"}}));
    QCOMPARE(groupOf(lion, Group::Optimizer), 12 * parameters);
    QCOMPARE(lion.answer.warnings.size(), std::size_t{1});
    const Estimate whole32
        = estimated(planWith({{"method", "eleuther"}, {"recipe.precision", "fp32"}}));
    QCOMPARE(groupOf(whole32, Group::Parameters), 4 * parameters);
}

void TestCalculators::megatron_data()
{
    rowsOf("megatron_lm.json");
}

void TestCalculators::megatron()
{
    QFETCH(int, index);
    const json row = rowAt("megatron_lm.json", index);
    const json& in = row.at("inputs");
    const json& out = row.at("outputs");
    const MegatronNeeds needs = megatronNeeds(megatronSetup(in));
    QVERIFY(needs.parameters == out.at("num_total_parameters").get<double>());
    QVERIFY(needs.shardParameters
            == out.at("num_parameters_on_most_loaded_model_shard").get<double>());
    QVERIFY(needs.states == out.at("weight_and_optimizer_bytes").get<double>());
    QVERIFY(needs.sharded == out.at("activation_bytes_sp_selective").get<double>());
    QVERIFY(needs.whole == out.at("activation_bytes_without_sp").get<double>());

    for (const bool sharded : {true, false}) {
        const Estimate found = estimated(megatronPlan(in, sharded));
        QCOMPARE(found.answer.totals.total,
                 whole(out.at(sharded ? "total_bytes_sp_selective" : "total_bytes_without_sp")));
        QCOMPARE(found.answer.totals.perGpu.states(), whole(out.at("weight_and_optimizer_bytes")));
        QVERIFY(found.ignored.empty());
    }
}

void TestCalculators::megatronRecomputes()
{
    const auto total = [](const char* recompute, const char* tensor) {
        return estimated(planWith({{"method", "megatron"},
                                   {"recipe.recompute", recompute},
                                   {"layout.tensor", tensor}}))
            .answer.totals.total;
    };
    // The program compares with one word only, whatever the run does.
    QCOMPARE(total("full", "2"), total("none", "2"));
    QVERIFY(total("selective", "2") != total("none", "2"));
    const Estimate found = estimated(planWith({{"method", "megatron"}}));
    // 18 bytes for each of the 8,030,261,248 parameters; the vocabulary is a multiple of 128
    QCOMPARE(found.answer.totals.perGpu.states(), Bytes{18 * 8'030'261'248});
    QCOMPARE(shown(found.answer.ownTable),
             QStringLiteral("Theoretical memory footprints: weight and optimizer=137848.57 MB, "
                            "activation=38761.87 MB, total=176610.44 MB\n"));
}

void TestCalculators::llmAnalysis_data()
{
    rowsOf("llm_analysis.json");
}

void TestCalculators::llmAnalysis()
{
    QFETCH(int, index);
    const json row = rowAt("llm_analysis.json", index);
    const json& in = row.at("inputs");
    const json& out = row.at("outputs");
    const LlmAnalysisNeeds needs = llmAnalysisNeeds(llmSetup(in));
    QVERIFY(needs.parameters == out.at("num_params_total").get<double>());
    QVERIFY(needs.weights == out.at("weight_memory_per_gpu").get<double>());
    QVERIFY(needs.gradients == out.at("gradient_memory_per_gpu").get<double>());
    QVERIFY(needs.optimizer == out.at("optimizer_state_memory_per_gpu").get<double>());
    QVERIFY(needs.attention == out.at("activation_memory_attn_per_gpu").get<double>());
    QVERIFY(needs.mlp == out.at("activation_memory_mlp_per_gpu").get<double>());
    QVERIFY(needs.norms == out.at("activation_memory_layernorm_per_gpu").get<double>());
    QVERIFY(needs.activations == out.at("activation_memory_per_gpu").get<double>());
    QVERIFY(needs.backwardPrefetch
            == out.at("estimated_bwd_prefetch_memory_per_gpu").get<double>());
    QVERIFY(needs.lossBackward == out.at("loss_bwd_memory").get<double>());
    QVERIFY(needs.peak == out.at("estimated_peak_memory_per_gpu").get<double>());

    if (const auto plan = llmPlan(in)) {
        const Estimate found = estimated(*plan);
        QCOMPARE(found.answer.totals.total, whole(out.at("estimated_peak_memory_per_gpu")));
        QCOMPARE(groupOf(found, Group::Parameters), whole(out.at("weight_memory_per_gpu")));
        QCOMPARE(groupOf(found, Group::Optimizer), whole(out.at("optimizer_state_memory_per_gpu")));
        const Bytes kept = groupOf(found, Group::Activations);
        QCOMPARE(std::max(kept, groupOf(found, Group::Gradients)),
                 std::max(whole(out.at("activation_memory_per_gpu")),
                          whole(out.at("gradient_memory_per_gpu"))));
        QVERIFY(found.ignored.empty());
    }
}

void TestCalculators::llmAnalysisRefuses32Bits()
{
    const auto found = estimate(
        planWith({{"method", "llm-analysis"}, {"recipe.precision", "fp32"}}), builtinCatalog());
    QVERIFY(!found);
    QCOMPARE(shown(found.problems().front().field), shown(KeyPath("recipe.precision")));
}

void TestCalculators::accelerate_data()
{
    rowsOf("hf_accelerate.json");
}

void TestCalculators::accelerate()
{
    QFETCH(int, index);
    const json row = rowAt("hf_accelerate.json", index);
    const json& in = row.at("inputs");
    const json& out = row.at("outputs");
    const std::string type = in.at("mixed_precision");
    const AccelerateNeeds expected{out.at("model"), out.at("gradients"), out.at("optimizer"),
                                   out.at("step")};
    const AccelerateNeeds needs = accelerateNeeds(in.at("bytes_fp32"), type);
    QVERIFY(needs == expected);
    // the one number of its table
    QCOMPARE(std::max({needs.model, needs.gradients, needs.optimizer, needs.step}),
             out.at("reported_training").get<Bytes>());

    static const std::map<std::string, Precision> precisions{{"float32", Precision::Fp32},
                                                             {"float16", Precision::Fp16Mixed},
                                                             {"bfloat16", Precision::Bf16Mixed},
                                                             {"fp8", Precision::Fp8Mixed}};
    const auto precision = precisions.find(type);
    if (precision == precisions.end())
        return; // a plan does not train in 8 or 4 bits
    Plan plan;
    plan.method = MethodId::Accelerate;
    plan.model = CatalogModel{modelOf(in)->id};
    plan.recipe.precision = precision->second;
    const Estimate found = estimated(plan);
    QCOMPARE(found.answer.totals.total, out.at("reported_training").get<Bytes>());
}

void TestCalculators::coverage()
{
    QCOMPARE(goldenFile("eleutherai_cookbook.json").size(), std::size_t{30});
    QCOMPARE(goldenFile("megatron_lm.json").size(), std::size_t{30});
    QCOMPARE(goldenFile("hf_accelerate.json").size(), std::size_t{53});
    const json rows = goldenFile("llm_analysis.json");
    QCOMPARE(rows.size(), std::size_t{28});
    int plans = 0;
    for (const json& row : rows)
        plans += llmPlan(row.at("inputs")) ? 1 : 0;
    QCOMPARE(plans, 26); // all but one of "ATTN" and one that computes GELU again
}

QTEST_APPLESS_MAIN(TestCalculators)
#include "test_calculators.moc"
