// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_file.h"

#include "core/json/json.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// Sets the value at a path such as "model.custom.hidden_size", and makes missing objects.
void setAt(Json& root, std::string_view path, Json value)
{
    Json* node = &root;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
        node = &(*node)[path.substr(0, dot)];
        path.remove_prefix(dot + 1);
    }
    (*node)[path] = std::move(value);
}

/// The content of a plan file.
Json planJson(const Plan& plan)
{
    static constexpr std::array<KeyPath, 6> always{
        "method",         "workload.context", "workload.micro_batch",
        "cluster.device", "cluster.gpus",     "layout.zero"};
    Json root = Json::object({{"format", planFormat}, {"version", planVersion}});
    for (const Key& key : keys()) {
        const bool model
            = key.path == "model.id" && std::holds_alternative<CatalogModel>(plan.model);
        if (model || differsFromDefault(plan, key)
            || std::ranges::find(always, key.path) != always.end())
            setAt(root, key.path, jsonOf(key.get(plan)));
    }
    if (!root.contains("model")) // a custom model without any value yet
        root["model"]["custom"] = Json::object();
    return root;
}

} // namespace

std::string writePlan(const Plan& plan)
{
    return planJson(plan).written(2) + "\n";
}

std::string customModelJson(const Plan& plan)
{
    return planJson(plan)["model"]["custom"].onOneLine();
}

} // namespace highwater
