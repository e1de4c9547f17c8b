// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace highwater {
namespace {

std::optional<AdapterTarget> targetNamed(std::string_view module)
{
    using enum AdapterTarget;
    constexpr std::pair<std::string_view, AdapterTarget> names[]{
        {"q_proj", Q},       {"k_proj", K},       {"v_proj", V},
        {"o_proj", O},       {"gate_proj", Gate}, {"up_proj", Up},
        {"down_proj", Down}, {"lm_head", Head},   {"embed_tokens", Embedding},
        {"wq", Q},           {"wo", O},           {"w1", Gate},
        {"w2", Down},        {"w3", Up}};
    for (const auto& [name, target] : names)
        if (name == module)
            return target;
    return std::nullopt;
}

/// PEFT trains a copy of each module; names that are neither embedding nor head are noted.
void readSavedModules(SettingFields& fields, Adapter& adapter)
{
    const auto value = fields.take("modules_to_save");
    if (!value)
        return;
    for (const Json& item : value->items()) {
        const std::string name = item.text() ? *item.text() : std::string();
        const bool head = name == "lm_head" || name == "embed_out";
        const bool embedding = name == "embed_tokens" || name == "wte" || name == "embed_in";
        const SavedModule module = head ? SavedModule::Head : SavedModule::Embedding;
        if (!head && !embedding)
            fields.log().note(fields.nameOf("modules_to_save"),
                              {HW_TR("core", "is not read: %1"), {typed(name)}});
        else if (std::ranges::find(adapter.modulesToSave, module) == adapter.modulesToSave.end())
            adapter.modulesToSave.push_back(module);
    }
}

} // namespace

void readAdapterTargets(SettingFields& fields, std::string_view name, Adapter& adapter)
{
    const Json* value = fields.take(name);
    if (!value)
        return;
    if (value->text() && *value->text() == "all-linear") {
        adapter.targets = Adapter{}.targets;
        return;
    }
    std::vector<AdapterTarget> targets;
    std::vector<std::string> modules;
    for (const Json& item : value->items())
        if (item.text())
            modules.push_back(*item.text());
    if (value->text())
        modules.push_back(*value->text());
    for (const std::string& module : modules) {
        if (const auto target = targetNamed(module))
            targets.push_back(*target);
        else if (module == "qkv_proj" || module == "query_key_value")
            targets.insert(targets.end(), {AdapterTarget::Q, AdapterTarget::K, AdapterTarget::V});
        else if (module == "gate_up_proj")
            targets.insert(targets.end(), {AdapterTarget::Gate, AdapterTarget::Up});
        else
            fields.log().note(fields.nameOf(name), {HW_TR("core", "is not read: %1"), {module}});
    }
    std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    if (!targets.empty())
        adapter.targets = targets;
}

void readLoraConfig(SettingFields& fields, Adapter& adapter)
{
    adapter.kind = AdapterKind::Lora;
    adapter.rank = fields.whole("r", 1, 4096).value_or(8);
    adapter.dropout = fields.number("lora_dropout").value_or(0);
    readAdapterTargets(fields, "target_modules", adapter);
    adapter.dora = fields.flagOr("use_dora", false);
    readSavedModules(fields, adapter);
}

} // namespace highwater
