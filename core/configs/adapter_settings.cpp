// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"

#include "core/configs/tensor_roles.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <optional>
#include <sstream>
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

/// The names in "model.layers.[0-9]+.(mlp|self_attn).(up|gate|q)_proj": of regular expressions,
/// those with alternatives before the common ending are understood.
std::vector<std::string> alternativesIn(const std::string& expression)
{
    const std::size_t close = expression.rfind(')');
    const std::size_t open = expression.rfind('(', close);
    if (close == std::string::npos || open == std::string::npos)
        return {expression};
    const std::string ending = expression.substr(close + 1);
    std::vector<std::string> names;
    std::string inner = expression.substr(open + 1, close - open - 1);
    if (inner.starts_with("?:"))
        inner.erase(0, 2);
    std::istringstream words(inner);
    for (std::string word; std::getline(words, word, '|');)
        names.push_back(word + (ending.starts_with('_') ? ending : std::string()));
    return names;
}

} // namespace

void readSavedModules(SettingFields& fields, std::string_view name, Adapter& adapter)
{
    for (const std::string& module : fields.words(name)) {
        const auto role = roleOfOuterModule(module);
        const bool isHead = role == TensorRole::Head;
        const SavedModule saved = isHead ? SavedModule::Head : SavedModule::Embedding;
        if (!isHead && role != TensorRole::Embedding)
            fields.log().leave(fields.nameOf(name) + " " + excerpt(module));
        else if (std::ranges::find(adapter.modulesToSave, saved) == adapter.modulesToSave.end())
            adapter.modulesToSave.push_back(saved);
    }
}

void setAdapterTargets(SettingLog& log, const std::vector<std::string>& modules,
                       const std::string& field, Adapter& adapter)
{
    using enum AdapterTarget;
    std::vector<AdapterTarget> targets;
    for (const std::string& module : modules) {
        if (module == "all-linear" || module == "all")
            targets = Adapter{}.targets;
        else if (const auto target = targetNamed(module.substr(module.rfind('.') + 1)))
            targets.push_back(*target);
        else if (module == "qkv_proj" || module == "query_key_value")
            targets.insert(targets.end(), {Q, K, V});
        else if (module == "gate_up_proj")
            targets.insert(targets.end(), {Gate, Up});
        else
            log.leave(field + " " + excerpt(module));
    }
    std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    if (!targets.empty())
        adapter.targets = targets;
    else if (!modules.empty())
        log.refuse(field, excerpt(joined(modules)),
                   {HW_TR("core", "names no matrix that is known")});
}

void readAdapterTargets(SettingFields& fields, std::string_view name, Adapter& adapter)
{
    std::vector<std::string> modules = fields.words(name);
    if (modules.size() == 1 && modules.front().find("(?!") != std::string::npos) {
        // All but those of an expression: ms-swift's, of a model with an image tower.
        fields.log().leave(fields.nameOf(name));
        modules = {"all-linear"};
    } else if (modules.size() == 1 && modules.front().find('(') != std::string::npos) {
        modules = alternativesIn(modules.front());
    }
    setAdapterTargets(fields.log(), modules, fields.nameOf(name), adapter);
}

void setAdapter(SettingLog& log, Adapter adapter)
{
    if (!(adapter.dropout >= 0 && adapter.dropout <= 1))
        log.refuse("lora_dropout", {}, {HW_TR("core", "must be a number")});
    log.plan.adapter = std::move(adapter);
}

void readLoraConfig(SettingFields& fields, Adapter& adapter)
{
    adapter.kind = AdapterKind::Lora;
    adapter.rank = fields.whole("r", 1, 4096).value_or(8);
    adapter.dropout = fields.number("lora_dropout").value_or(0);
    adapter.targets.assign(peftTargets.begin(), peftTargets.end());
    readAdapterTargets(fields, "target_modules", adapter);
    adapter.dora = fields.flagOr("use_dora", false);
    readSavedModules(fields, "modules_to_save", adapter);
    // Ranks of single matrices are not counted.
    if (const Json* ranks = fields.take("rank_pattern"); ranks && !ranks->members().empty())
        fields.log().leave(fields.nameOf("rank_pattern"));
}

} // namespace highwater
