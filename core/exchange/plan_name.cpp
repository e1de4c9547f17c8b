// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_name.h"

#include "core/catalog/catalog.h"
#include "core/exchange/presets.h"
#include "core/ledger/weights.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <string_view>

namespace highwater {
namespace {

/// "8B", "6.97B", "350M"
std::string sizeName(double parameters)
{
    const bool small = parameters < 1e9;
    std::string number = fixed(parameters / (small ? 1e6 : 1e9), 2);
    while (number.ends_with('0'))
        number.pop_back();
    if (number.ends_with('.'))
        number.pop_back();
    return number + (small ? "M" : "B");
}

std::string modelPart(const ModelChoice& choice)
{
    if (const auto* sized = std::get_if<SizedModel>(&choice))
        return sizeName(sized->parameters);
    if (const auto* listed = std::get_if<CatalogModel>(&choice)) {
        const Model* model = builtinCatalog().model(listed->id);
        return model ? model->name : listed->id;
    }
    const auto& custom = std::get<CustomModel>(choice);
    if (custom.name && !custom.name->empty())
        return *custom.name;
    const auto shape = shapeOf(choice, builtinCatalog());
    return shape ? sizeName(static_cast<double>(countWeights(*shape).total)) : "Custom model";
}

/// Whether the name of a plan that ships is still true of a plan.
bool tells(const Preset& preset, const Plan& plan)
{
    if (preset.file == firstPresetFile) // its name has the model and the GPUs only
        return proposedName(plan) == proposedName(preset.plan);
    Plan content = preset.plan;
    content.name = plan.name;
    content.notes = plan.notes;
    return content == plan;
}

} // namespace

std::string proposedName(const Plan& plan)
{
    std::string name = modelPart(plan.model);
    if (plan.adapter.kind != AdapterKind::None)
        name += plan.adapter.method != AdapterMethod::Lora ? " adapter"
            : plan.adapter.kind == AdapterKind::Lora       ? " LoRA"
                                                           : " QLoRA";
    const Device* device = builtinCatalog().device(plan.cluster.device);
    std::string hardware = device ? device->shortName() : plan.cluster.device;
    if (methodReads(methodOf(plan.method), "cluster.gpus"))
        hardware = grouped(plan.cluster.gpus) + " × " + hardware;
    return name + ", " + hardware;
}

std::string planTitle(const Plan& plan)
{
    return plan.name.empty() ? proposedName(plan) : plan.name;
}

Plan withFollowingName(const Plan& before, Plan changed, const Preset* shipped,
                       std::string_view shippedNotes)
{
    const bool leaves = shipped && !tells(*shipped, changed);
    if (leaves && changed.notes == shippedNotes)
        changed.notes.clear();
    if (changed.name != before.name) // the change has a new name
        return changed;
    if (leaves || before.name == proposedName(before))
        changed.name = proposedName(changed);
    return changed;
}

} // namespace highwater
