// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/hub_id.h"
#include "core/configs/readers.h"
#include "core/configs/setting_fields.h"
#include "core/configs/yaml_reader.h"
#include "core/plan/bytes.h"
#include "core/plan/utf8.h"

#include <array>
#include <utility>

namespace highwater {
namespace {

/// Whether a line of the text begins with the key.
bool hasKey(std::string_view text, std::string_view key)
{
    const std::string start(std::string(key) + ":");
    return text.starts_with(start) || text.find("\n" + start) != std::string_view::npos;
}

void readPrecision(SettingFields& fields, Plan& plan)
{
    const std::string word = fields.word("precision").value_or("bf16-true");
    if (word == "bf16-true")
        plan.recipe.precision = Precision::Bf16;
    else if (word == "16-true")
        plan.recipe.precision = Precision::Fp16;
    else if (word == "bf16-mixed")
        plan.recipe.precision = Precision::Bf16Mixed;
    else if (word == "16-mixed")
        plan.recipe.precision = Precision::Fp16Mixed;
    else if (word == "32-true")
        plan.recipe.precision = Precision::Fp32;
    else
        fields.log().note(fields.nameOf("precision"),
                          {HW_TR("core", "is not read: %1"), {excerpt(word)}});
}

/// The matrices with factors: litgpt has one flag for each group.
void readLora(SettingFields& fields, Adapter& adapter)
{
    using enum AdapterTarget;
    adapter.method = AdapterMethod::Lora;
    adapter.rank = fields.whole("lora_r", 1, 4096).value_or(8);
    adapter.dropout = fields.number("lora_dropout").value_or(0.05);
    if (!(adapter.dropout >= 0 && adapter.dropout <= 1))
        fields.log().problems.push_back(
            {fields.nameOf("lora_dropout"), {}, {HW_TR("core", "must be a number")}});
    adapter.targets.clear();
    const auto add = [&](const char* flag, bool absent, std::initializer_list<AdapterTarget> more) {
        if (fields.flagOr(flag, absent))
            adapter.targets.insert(adapter.targets.end(), more);
    };
    add("lora_query", true, {Q});
    add("lora_key", false, {K});
    add("lora_value", true, {V});
    add("lora_projection", false, {O});
    add("lora_mlp", false, {Gate, Up, Down});
    add("lora_head", false, {Head});
    if (adapter.targets.empty())
        fields.log().problems.push_back(
            {fields.nameOf("lora_query"), {}, {HW_TR("core", "leaves nothing to train")}});
}

/// litgpt's adapter and adapter_v2 share their settings: only the command differs, and so the
/// file's name and the output folder (finetune/adapter.py, finetune/adapter_v2.py).
void readMethod(SettingFields& fields, std::string_view fileName, Adapter& adapter)
{
    const std::string written = lowered(fields.word("out_dir").value_or(""));
    const std::size_t slash = fileName.find_last_of("/\\");
    const std::string name
        = lowered(fileName.substr(slash == std::string_view::npos ? 0 : slash + 1)) + " " + written;
    const bool second = name.find("adapter_v2") != std::string::npos
        || name.find("adapter-v2") != std::string::npos;
    const bool prompts = name.find("adapter") != std::string::npos
        || fields.has("adapter_prompt_length") || fields.has("adapter_start_layer");
    if (fields.has("lora_r")) {
        adapter.kind = AdapterKind::Lora;
        readLora(fields, adapter);
        fields.ignore({"lora_alpha"});
    } else if (prompts) {
        adapter.kind = AdapterKind::Lora;
        adapter.method = second ? AdapterMethod::AdapterV2 : AdapterMethod::Adapter;
        // adapter.py, Config: adapter_prompt_length and adapter_start_layer.
        adapter.promptLength = fields.whole("adapter_prompt_length", 1, 65536).value_or(10);
        adapter.startLayer = fields.whole("adapter_start_layer", 0, 4096).value_or(2);
    } else {
        fields.log().note(fields.nameOf("out_dir"),
                          {HW_TR("core", "names no method: all weights are trained")});
    }
    const auto quantised = fields.word("quantize");
    if (!quantised || adapter.kind == AdapterKind::None)
        return;
    adapter.kind = AdapterKind::Qlora;
    if (*quantised == "bnb.nf4-dq" || *quantised == "bnb.fp4-dq")
        adapter.base = AdapterBase::Nf4Double;
    else if (*quantised == "bnb.nf4" || *quantised == "bnb.fp4")
        adapter.base = AdapterBase::Nf4;
    else if (quantised->starts_with("bnb.int8"))
        adapter.base = AdapterBase::Int8;
    else
        fields.log().note(fields.nameOf("quantize"),
                          {HW_TR("core", "is not read: %1"), {excerpt(*quantised)}});
}

void readTrain(SettingFields& fields, SettingLog& log, std::int64_t gpus)
{
    auto train = fields.part("train");
    if (!train)
        return;
    StatedBatch batch;
    batch.micro = train->whole("micro_batch_size", 1, 1 << 20);
    batch.global = train->whole("global_batch_size", 1, 1 << 30);
    if (const auto length = train->whole("max_seq_length", 1, std::int64_t{1} << 40))
        log.set("workload.context", *length, train->nameOf("max_seq_length"));
    else
        log.note(train->nameOf("max_seq_length"),
                 {HW_TR("core", "is missing: the context stays as it is")});
    setBatch(log, batch, gpus, train->nameOf("global_batch_size"));
    train->ignore({"save_interval", "log_interval", "lr_warmup_steps", "lr_warmup_fraction",
                   "epochs", "max_tokens", "max_steps", "max_norm", "min_lr", "tie_embeddings"});
    train->listRest();
}

} // namespace

bool isLitGpt(const ImportFile& file)
{
    return !file.json && hasKey(file.text, "checkpoint_dir") && hasKey(file.text, "train")
        && (hasKey(file.text, "precision") || hasKey(file.text, "devices"));
}

Result<Imported> readLitGpt(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    auto read = objectIn(readYaml(file.text));
    if (!read)
        return read.problems();
    SettingLog log(base);
    Plan& plan = log.plan;
    plan.layout = {};
    plan.recipe.framework = Framework::LitGpt;
    for (const KeyPath key : {KeyPath("recipe.gradients"), KeyPath("recipe.master_weights"),
                              KeyPath("recipe.moments"), KeyPath("recipe.keep_gradients")})
        log.open(key);
    SettingFields fields(*read, {}, log);
    readPrecision(fields, plan);
    const std::int64_t devices = fields.whole("devices", 1, 1024).value_or(1);
    const std::int64_t gpus
        = bounded::times(devices, fields.whole("num_nodes", 1, 65536).value_or(1));
    log.set("cluster.gpus", gpus, fields.nameOf("devices"));
    // finetune: FSDPStrategy with its default, FULL_SHARD, from two devices on.
    plan.layout.zero = gpus > 1 ? 3 : 0;
    Adapter adapter;
    readMethod(fields, file.name, adapter);
    plan.adapter = std::move(adapter);
    readTrain(fields, log, gpus);
    if (const auto folder = fields.written("checkpoint_dir")) {
        const HubModel found = hubModel(catalog, *folder);
        if (found.model)
            plan.model = CatalogModel{found.model->id};
        else
            log.note("checkpoint_dir",
                     {HW_TR("core", "is no model of the catalogue: the open plan's own stays")});
    }
    fields.ignore({"data", "eval", "logger_name", "seed", "access_token"});
    fields.listRest();
    return std::move(log).imported(ImportKind::LitGpt);
}

} // namespace highwater
