// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/compare.h"

namespace highwater {

/// The plans that are compared with the plan of a file, which its file keeps.
struct ComparedSet
{
    std::optional<Plan> baseline;
    std::vector<Compared> plans; ///< at most mostKept
    std::size_t base = 0; ///< the place of the plan to which the others are compared

    static constexpr std::size_t mostKept = mostCompared - 2; ///< beside baseline and open plan
    bool empty() const { return !baseline && plans.empty(); }
    bool operator==(const ComparedSet&) const = default;
};

/// The key of a plan file that has them.
inline constexpr const char* comparedKey = "compared";

/// Those of the text of a plan file; none where it has no such key. Every problem names its place
/// among them: "compared.plans 2: layout.zero".
Result<ComparedSet> readCompared(std::string_view text);

/// The plan as a file, with the plans that are compared with it.
std::string writePlan(const Plan& plan, const ComparedSet& compared);

} // namespace highwater
