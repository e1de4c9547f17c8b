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

/// An unchanged file of presets/, compiled in by the build.
struct PresetFile
{
    std::string_view name, text;
};
std::span<const PresetFile> presetFiles();

struct Presets
{
    std::vector<Preset> list; ///< in the order of the files
    Problems problems; ///< of files that are no plans; Problem::place has the file's name
};

/// A lecture's preset has a file name that begins with "lecture-" or names the lecture as its
/// source; all others are recipes.
Presets readPresets(std::span<const PresetFile> files);

/// The preset that the program opens with.
inline constexpr std::string_view firstPresetFile = "8b-on-8-h100.hwplan";

/// The compiled-in presets, sorted by name; numbers in names are compared as numbers.
std::span<const Preset> presets();

} // namespace highwater
