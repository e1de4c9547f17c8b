// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/config_fields.h"
#include "core/configs/expert_layers.h"
#include "core/configs/readers.h"
#include "core/configs/setting_fields.h"
#include "core/configs/yaml_reader.h"
#include "core/plan/bytes.h"

namespace highwater {

using bounded::times;

namespace {

std::int64_t readParallelismOf(SettingFields& root)
{
    SettingLog& log = root.log();
    auto ranks = root.part("parallelism");
    if (!ranks)
        return 1;
    Layout& layout = log.plan.layout;
    const auto degree
        = [&ranks](std::string_view name) { return ranks->whole(name, 1, mostRanks).value_or(1); };
    const std::int64_t data = degree("dp");
    layout.tensor = degree("tp");
    layout.pipeline = degree("pp");
    layout.context = degree("context_parallel_size");
    layout.expert = degree("expert_parallel_size");
    const std::string mode = ranks->word("tp_mode").value_or("all_reduce");
    if (layout.tensor > 1)
        layout.sequenceParallel = mode == "reduce_scatter";
    if (!ranks->flagOr("tp_recompute_allgather", true))
        layout.tpInputs = TpInputs::Gathered;
    log.plan.recipe.recompute
        = ranks->flagOr("recompute_layer", false) ? Recompute::Full : Recompute::None;
    log.set("cluster.gpus", times(data, modelRanks(layout)), "parallelism.dp");
    if (const auto engine = ranks->word("pp_engine"); engine && *engine != "1f1b")
        log.note(ranks->nameOf("pp_engine"), {HW_TR("core", "is not read: %1"), {typed(*engine)}});
    ranks->ignore({"tp_linear_async_communication"});
    ranks->listRest();
    return data;
}

/// The numbers of the layers with experts; the others have a dense MLP. Without a list, and with -1
/// in its place, all layers have them (nanotron, config/models_config.py:
/// Qwen2Config.__post_init__, and models/qwen.py: Qwen2DecoderLayer).
void readExpertLayers(SettingFields& moe, CustomModel& custom)
{
    const Json* list = moe.take("layers");
    if (!list)
        return;
    const std::string name = moe.nameOf("layers");
    const std::int64_t layers = custom.numLayers.value_or(0);
    std::vector<bool> sparse(static_cast<std::size_t>(layers));
    const auto items = list->items();
    if (items.size() == 1 && items.front().whole() && *items.front().whole() == -1)
        return;
    for (const Json& item : items) {
        if (!item.whole() || *item.whole() < 0 || *item.whole() >= layers) {
            moe.log().refuse(name, shownJson(item),
                             {HW_TR("core", "must be a whole number from %1 to %2"),
                              {"0", std::to_string(layers - 1)}});
            return;
        }
        sparse[static_cast<std::size_t>(*item.whole())] = true;
    }
    if (!setExpertLayers(custom, sparse))
        moe.log().note(name, {HW_TR("core", "is not read: every layer has experts")});
}

void readExperts(SettingFields& model, CustomModel& custom)
{
    auto moe = model.part("moe_config");
    if (!moe)
        return;
    custom.experts = moe->whole("num_experts", 1, 65536);
    custom.expertsPerToken = moe->whole("top_k", 1, 65536);
    custom.moeIntermediateSize = moe->whole("moe_intermediate_size", 1, 16777216);
    if (moe->flagOr("enable_shared_expert", false)) {
        custom.sharedExperts = 1;
        custom.sharedIntermediate = moe->whole("shared_expert_intermediate_size", 1, 16777216);
    }
    readExpertLayers(*moe, custom);
    moe->ignore(
        {"token_dispatcher_type", "router_aux_loss_coef", "shared_expert_intermediate_size"});
    moe->listRest();
}

void readModelOf(SettingFields& root)
{
    SettingLog& log = root.log();
    auto model = root.part("model");
    if (!model)
        return;
    const std::string type = model->word("dtype").value_or("bfloat16");
    if (type != "bfloat16")
        log.note(model->nameOf("dtype"), {HW_TR("core", "is not read: %1"), {typed(type)}});
    if (auto shape = model->part("model_config")) {
        constexpr std::int64_t wide = 16777216, many = 65536;
        CustomModel custom;
        custom.hiddenSize = shape->whole("hidden_size", 1, wide);
        custom.numLayers = shape->whole("num_hidden_layers", 1, many);
        custom.numHeads = shape->whole("num_attention_heads", 1, many);
        custom.numKvHeads = shape->whole("num_key_value_heads", 1, many);
        custom.intermediateSize = shape->whole("intermediate_size", 0, wide);
        custom.vocabSize = shape->whole("vocab_size", 1, wide);
        custom.maxPositions = shape->whole("max_position_embeddings", 1, 1000000000000);
        custom.tiedEmbeddings = shape->flag("tie_word_embeddings");
        if (shape->flagOr("attention_bias", false))
            custom.attnQkvBias = true;
        readExperts(*shape, custom);
        if (const auto word = shape->word("_attn_implementation"))
            log.plan.recipe.attention = *word == "sdpa" || *word == "flash_attention_2"
                ? Attention::Flash
                : Attention::Eager;
        log.plan.model = custom;
        shape->ignore({"is_llama_config", "is_qwen2_config", "hidden_act", "rope_theta",
                       "rope_scaling", "rms_norm_eps", "initializer_range", "bos_token_id",
                       "eos_token_id", "pad_token_id", "pretraining_tp", "use_cache",
                       "rope_interleaved"});
        shape->listRest();
    }
    model->ignore({"init_method", "make_vocab_size_divisible_by", "ddp_bucket_cap_mb"});
    model->listRest();
}

void readOptimizerOf(SettingFields& root)
{
    SettingLog& log = root.log();
    Recipe& recipe = log.plan.recipe;
    recipe.precision = Precision::Bf16Mixed;
    auto optimizer = root.part("optimizer");
    if (!optimizer)
        return;
    log.plan.layout.zero = optimizer->whole("zero_stage", 0, 3).value_or(0);
    if (!optimizer->flagOr("accumulate_grad_in_fp32", true)) {
        recipe.precision = Precision::Bf16;
        recipe.moments = Moments::Bf16;
    }
    if (auto factory = optimizer->part("optimizer_factory")) {
        const auto name = factory->word("name");
        if (const auto known = optimizerNamed(name.value_or("adamw")))
            recipe.optimizer = *known;
        else
            log.note(factory->nameOf("name"), {HW_TR("core", "is not read: %1"), {typed(*name)}});
    }
    optimizer->ignore({"weight_decay", "clip_grad", "learning_rate_scheduler",
                       "weight_decay_exclude_named_params"});
    optimizer->listRest();
}

} // namespace

bool isNanotron(const ImportFile& file)
{
    return file.text.find("parallelism:") != std::string_view::npos
        && file.text.find("batch_accumulation_per_replica") != std::string_view::npos;
}

Result<Imported> readNanotron(const ImportFile& file, const Plan& base, const Catalog&)
{
    const auto read = objectIn(readYaml(file.text));
    if (!read)
        return read.problems();
    SettingLog log(base);
    log.plan.layout = {};
    log.plan.recipe = {};
    log.plan.recipe.framework = Framework::Nanotron;
    log.plan.adapter = {};
    SettingFields root(*read, {}, log);
    const std::int64_t data = readParallelismOf(root);
    readModelOf(root);
    readOptimizerOf(root);
    if (auto tokens = root.part("tokens")) {
        if (const auto length = tokens->whole("sequence_length", 1, 16777216))
            log.plan.workload.context = *length;
        StatedBatch batch;
        batch.micro = tokens->whole("micro_batch_size", 1, 65536);
        batch.accumulation = tokens->whole("batch_accumulation_per_replica", 1, 2147483648);
        setBatch(log, batch, data, "tokens.batch_accumulation_per_replica");
        tokens->ignore(
            {"train_steps", "val_check_interval", "limit_val_batches", "limit_test_batches"});
        tokens->listRest();
    }
    root.ignore({"general", "tokenizer", "checkpoints", "data_stages", "logging", "profiler",
                 "lighteval", "s3_upload", "metrics_logging"});
    root.listRest();
    return std::move(log).imported(ImportKind::Nanotron);
}

} // namespace highwater
