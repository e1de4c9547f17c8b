// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

enum class PresetGroup { Lecture, Recipe };

/// A plan that ships with the program.
struct Preset
{
    std::string file; ///< "lecture-zero-3-at-16k.hwplan"
    PresetGroup group{};
    Plan plan;
    bool operator==(const Preset&) const = default;
};

/// A file of presets/ as it stands there, compiled in by the build.
struct PresetFile
{
    std::string_view name, text;
};
std::span<const PresetFile> presetFiles();

struct Presets
{
    std::vector<Preset> list; ///< in the order of the files
    Problems problems; ///< of the files that are no plans, each with its file's name in its place
};

/// The lecture's have a file name that begins with "lecture-" or name the lecture as their source;
/// all others are recipes.
Presets readPresets(std::span<const PresetFile> files);

/// The preset that the program opens with.
inline constexpr std::string_view firstPresetFile = "8b-on-8-h100.hwplan";

/// The compiled-in ones, by name, a number in a name counted as a number.
std::span<const Preset> presets();

} // namespace highwater
