// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measured_runs.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

enum class RunKind { Full, Lora, Qlora, Other };

/// The weights that a run trains, from its notes; Other: an adapter that no plan can describe.
RunKind kindOf(const MeasuredRun& run);

/// Facts about a publication of measured runs that its rows do not state.
struct RunSource
{
    std::string_view mark; ///< in the row's source, in small letters
    std::string_view group;
    Framework framework = Framework::Plain;
    std::int64_t gigabyte = 1'000'000'000; ///< what the source's "GB" is
};

/// The known source of a row, or one that adds nothing to what the row says.
const RunSource& sourceOf(const MeasuredRun& run);

/// The framework that the row names, or that its source is known for; nothing where the row names
/// one that is not known.
std::optional<Framework> frameworkOf(const MeasuredRun& run);

/// The group that the row is summed up in: its source, split by what is trained or by layout.
std::string groupNameOf(const MeasuredRun& run);

/// The same text in small letters of ASCII.
std::string lowered(std::string_view text);

} // namespace highwater
