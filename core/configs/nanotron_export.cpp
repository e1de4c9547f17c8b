// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"

#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {
namespace {

Json nanotronParallelism(ConfigRun& run)
{
    const Layout& layout = run.layout();
    Json ranks = Json::object({{"dp", run.dataParallel},
                               {"pp", layout.pipeline},
                               {"tp", layout.tensor},
                               {"pp_engine", "1f1b"}});
    const bool scatters = run.choices.sequenceParallel && layout.tensor > 1;
    ranks["tp_mode"] = scatters || layout.tensor == 1 ? "REDUCE_SCATTER" : "ALL_REDUCE";
    ranks["tp_linear_async_communication"] = scatters;
    ranks["tp_recompute_allgather"] = run.choices.tpInputs == TpInputs::Recomputed;
    ranks["recompute_layer"] = run.choices.recompute == Recompute::Full;
    ranks["context_parallel_size"] = layout.context;
    ranks["expert_parallel_size"] = run.isMoe() ? layout.expert : 1;
    if (run.choices.recompute == Recompute::Selective)
        run.cannotSay(KeyPath("recipe.recompute"));
    if (layout.tensor > 1 && run.shape().kvHeads < layout.tensor)
        run.note("layout.tensor",
                 {HW_TR("core", "must not be more than the key heads in %1, %2"),
                  {programName(run.target), grouped(run.shape().kvHeads)}});
    if (layout.pipeline > 1 && run.choices.stageSplit != StageSplit::Balanced)
        run.cannotSay(KeyPath("layout.stage_split"));
    run.cannotSay({"layout.virtual_pipeline", "layout.expert_tensor", "layout.replicate"});
    return ranks;
}

/// nanotron has Llama, without biases, and Qwen2, with biases of q, k and v.
void noteShape(ConfigRun& run)
{
    const Shape& shape = run.shape();
    if (shape.isLatent() || shape.learnedPositions > 0 || shape.norm != Norm::RmsNorm
        || !shape.gated || shape.activation != Activation::Silu || shape.qkNorm != QkNorm::None
        || shape.outBias || shape.mlpBias || shape.normsPerLayer != 2 || shape.extraFinal > 0
        || shape.extraAttention > 0 || shape.predictionLayers > 0 || shape.normVectors != 1
        || !shape.finalNorm || shape.embeddingWidth > 0 || shape.visionParameters > 0
        || shape.sharedGate || shape.headDim * shape.heads != shape.hidden || shape.expertHidden > 0
        || shape.mixesAttention())
        run.note(KeyGroup("model"),
                 {HW_TR("core",
                        "nanotron has Llama and Qwen2 alone: this is the Llama nearest to "
                        "the architecture")});
}

Json experts(ConfigRun& run)
{
    const Shape& shape = run.shape();
    Json moe = Json::object({{"num_experts", shape.experts},
                             {"top_k", shape.expertsPerToken},
                             {"moe_intermediate_size", shape.expertWidth}});
    if (shape.sharedTotalWidth() > 0) {
        moe["enable_shared_expert"] = true;
        moe["shared_expert_intermediate_size"] = shape.sharedTotalWidth();
    }
    if (shape.moeLayers() < shape.layers) {
        Json layers = Json::array();
        for (std::int64_t i = 0; i < shape.layers; ++i)
            if (shape.isMoe(i))
                layers.append(i);
        moe["layers"] = std::move(layers);
    }
    return moe;
}

/// nanotron cuts the width into heads: a width that they do not divide becomes that of the heads.
std::int64_t widthOf(const Shape& shape)
{
    return shape.hidden % shape.heads == 0 ? shape.hidden : shape.heads * shape.headDim;
}

Json modelConfig(ConfigRun& run)
{
    const Shape& shape = run.shape();
    const bool qwen = shape.qkvBias || run.isMoe();
    Json model;
    model[qwen ? "is_qwen2_config" : "is_llama_config"] = true;
    model["hidden_size"] = widthOf(shape);
    model["intermediate_size"] = shape.feedForward;
    model["num_hidden_layers"] = shape.layers;
    model["num_attention_heads"] = shape.heads;
    model["num_key_value_heads"] = shape.kvHeads;
    model["vocab_size"] = shape.vocabulary;
    model["max_position_embeddings"] = std::max(shape.maxPositions, run.workload().context);
    model["tie_word_embeddings"] = shape.tied;
    model["hidden_act"] = "silu";
    if (qwen)
        model["attention_bias"] = shape.qkvBias;
    if (run.isMoe())
        model["moe_config"] = experts(run);
    model["_attn_implementation"]
        = run.choices.attention == Attention::Flash ? "flash_attention_2" : "sdpa";
    if (run.choices.attention == Attention::Eager)
        run.cannotSay(KeyPath("recipe.attention"));
    noteShape(run);
    return model;
}

Json optimizer(ConfigRun& run)
{
    const Layout& layout = run.layout();
    const Choices& choices = run.choices;
    Json settings = Json::object({{"zero_stage", std::min<std::int64_t>(layout.zero, 1)}});
    if (layout.zero > 1)
        run.cannotSay(KeyPath("layout.zero"));
    settings["accumulate_grad_in_fp32"] = choices.precision != Precision::Bf16;
    if (choices.gradients == Gradients::Both && choices.precision != Precision::Bf16)
        run.note(
            "recipe.gradients",
            {HW_TR("core", "nanotron always keeps 16-bit gradients in addition to their sum")});
    else
        run.cannotSay({"recipe.gradients"});
    settings["weight_decay"] = 0.1;
    settings["clip_grad"] = 1.0;
    const bool plain = choices.optimizer == Optimizer::Sgd;
    if (!plain && choices.optimizer != Optimizer::AdamW)
        run.cannotSay(KeyPath("recipe.optimizer"));
    settings["optimizer_factory"] = plain ? Json::object({{"name", "sgd"}})
                                          : Json::object({{"name", "adamW"},
                                                          {"adam_beta1", 0.9},
                                                          {"adam_beta2", 0.95},
                                                          {"adam_eps", 1e-8},
                                                          {"torch_adam_is_fused", true}});
    settings["learning_rate_scheduler"]
        = Json::object({{"learning_rate", run.learningRate()},
                        {"lr_warmup_steps", std::min<std::int64_t>(100, run.steps() - 1)},
                        {"lr_warmup_style", "linear"},
                        {"lr_decay_style", "cosine"},
                        {"min_decay_lr", 1e-5}});
    return settings;
}

/// nanotron trains in bfloat16, with the optimizer's copy in 32 bits or without.
void notePrecision(ConfigRun& run)
{
    const Precision precision = run.choices.precision;
    if (precision == Precision::Bf16)
        run.noteMomentsOf16();
    else
        run.cannotSay({"recipe.moments"});
    if (precision != Precision::Bf16 && precision != Precision::Bf16Mixed)
        run.cannotSay(KeyPath("recipe.precision"));
}

Json model(ConfigRun& run)
{
    return Json::object({{"dtype", "bfloat16"},
                         {"init_method", Json::object({{"std", 0.02}})},
                         {"make_vocab_size_divisible_by", 1},
                         {"model_config", modelConfig(run)}});
}

Json tokens(const ConfigRun& run)
{
    return Json::object({{"sequence_length", run.workload().context},
                         {"micro_batch_size", run.workload().microBatch},
                         {"batch_accumulation_per_replica", run.microBatches},
                         {"train_steps", run.steps()}});
}

/// A stage without a dataset trains on made-up tokens.
Json dataStages()
{
    const Json data
        = Json::object({{"dataset", nullptr}, {"num_loading_workers", 1}, {"seed", 42}});
    return Json::array(
        {Json::object({{"name", "training"}, {"start_training_step", 1}, {"data", data}})});
}

} // namespace

WrittenConfig writeNanotron(ConfigRun& run)
{
    Json root;
    root["general"] = Json::object(
        {{"project", "highwater"}, {"run", "plan"}, {"seed", 42}, {"ignore_sanity_checks", true}});
    root["parallelism"] = nanotronParallelism(run);
    root["model"] = model(run);
    root["tokens"] = tokens(run);
    root["optimizer"] = optimizer(run);
    root["tokenizer"] = Json::object({{"tokenizer_name_or_path", "gpt2"}});
    root["checkpoints"]
        = Json::object({{"checkpoints_path", "checkpoints"}, {"checkpoint_interval", 1000}});
    root["data_stages"] = dataStages();
    notePrecision(run);
    run.cannotSay({"recipe.keep_gradients", "recipe.master_weights", "recipe.kernels",
                   "recipe.loss", "recipe.dropout", "adapter.kind", "adapter.rank",
                   "adapter.targets", "adapter.dropout", "adapter.base", "adapter.upcast",
                   "layout.offload_optimizer", "layout.offload_parameters",
                   "layout.offload_activations"});
    const std::vector<std::string> launch{environment(run) + "CUDA_DEVICE_MAX_CONNECTIONS=1 "
                                          + torchrun(run) + " run_train.py --config-file "
                                          + run.file};
    return {headOf(run, launch) + yamlOf(root), {}, launch, {}};
}

} // namespace highwater
