// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/readers.h"
#include "core/configs/setting_fields.h"
#include "core/plan/utf8.h"

#include <utility>

namespace highwater {
namespace {

/// PEFT, tuners/prefix_tuning and tuners/prompt_tuning: the tokens of the prompt.
void readPrompt(SettingFields& fields, Adapter& adapter, AdapterMethod method)
{
    adapter.kind = AdapterKind::Lora;
    adapter.method = method;
    if (const auto tokens = fields.whole("num_virtual_tokens", 1, 65536))
        adapter.promptLength = *tokens;
    else
        fields.log().note(fields.nameOf("num_virtual_tokens"),
                          {HW_TR("core", "is missing, 10 assumed")});
    if (fields.flagOr("prefix_projection", false))
        fields.log().note(fields.nameOf("prefix_projection"),
                          {HW_TR("core", "is not read: %1"), {"true"}});
    fields.ignore({"encoder_hidden_size", "token_dim", "num_transformer_submodules",
                   "num_attention_heads", "num_layers", "prompt_tuning_init",
                   "prompt_tuning_init_text", "tokenizer_name_or_path", "tokenizer_kwargs"});
}

} // namespace

bool isPeftConfig(const ImportFile& file)
{
    return file.json && file.json->contains("peft_type");
}

Result<Imported> readPeftConfig(const ImportFile& file, const Plan& base, const Catalog&)
{
    SettingLog log(base);
    SettingFields fields(*file.json, {}, log);
    Adapter adapter;
    // A base that is stored in few bits stays as it is, since the file does not state it.
    if (base.adapter.kind == AdapterKind::Qlora)
        adapter.base = base.adapter.base;
    const std::string type = fields.word("peft_type").value_or("");
    if (type == "lora")
        readLoraConfig(fields, adapter);
    else if (type == "prompt_tuning")
        readPrompt(fields, adapter, AdapterMethod::Prompt);
    else if (type == "prefix_tuning")
        readPrompt(fields, adapter, AdapterMethod::Prefix);
    else
        log.problems.push_back({fields.nameOf("peft_type"),
                                excerpt(type),
                                {HW_TR("core", "must be LORA, PROMPT_TUNING or PREFIX_TUNING")}});
    if (base.adapter.kind == AdapterKind::Qlora && adapter.kind == AdapterKind::Lora)
        adapter.kind = AdapterKind::Qlora;
    adapter.upcast = base.adapter.upcast;
    if (!(adapter.dropout >= 0 && adapter.dropout <= 1))
        log.problems.push_back(
            {fields.nameOf("lora_dropout"), {}, {HW_TR("core", "must be a number")}});
    fields.ignore({"base_model_name_or_path", "task_type", "inference_mode", "revision",
                   "auto_mapping", "peft_version", "lora_alpha", "use_rslora", "bias",
                   "fan_in_fan_out", "init_lora_weights", "alpha_pattern", "megatron_config",
                   "megatron_core", "loftq_config", "corda_config", "eva_config"});
    fields.listRest();
    log.plan.adapter = std::move(adapter);
    return std::move(log).imported(ImportKind::Peft);
}

} // namespace highwater
