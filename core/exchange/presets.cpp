// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/presets.h"

#include "core/exchange/plan_file.h"

#include <utility>

namespace highwater {

Presets readPresets(std::span<const PresetFile> files)
{
    Presets read;
    for (const PresetFile& file : files) {
        auto plan = readPlan(file.text);
        if (!plan) {
            for (Problem problem : plan.problems()) {
                const std::string where = problem.place.empty() ? "" : ':' + problem.place;
                problem.place = std::string(file.name) + where;
                read.problems.push_back(std::move(problem));
            }
            continue;
        }
        const bool lecture = file.name.starts_with("lecture-")
            || plan->notes.find("\nSource: lecture") != std::string::npos;
        const PresetGroup group = lecture ? PresetGroup::Lecture : PresetGroup::Recipe;
        read.list.push_back({std::string(file.name), group, *std::move(plan)});
    }
    return read;
}

std::span<const Preset> presets()
{
    static const std::vector<Preset> list = readPresets(presetFiles()).list;
    return list;
}

} // namespace highwater
