// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/context_totals.h"
#include "core/figure/figure.h"
#include "core/ledger/resolve.h"

#include <array>
#include <optional>
#include <string_view>

namespace highwater {

/// The lecture's figures, computed by the lecture's methods; each point equals the published one.
inline constexpr std::array<std::string_view, 3> lectureFigureNames{
    "lecture-scaling", "lecture-zero", "lecture-recompute"};

/// The contexts of the points: those that were published, or many more for a smooth outline.
enum class Sampling { Published, Smooth };

/// One of them by name.
Result<Figure> lectureFigure(std::string_view name, Sampling sampling = Sampling::Published,
                             MemoryUnit unit = MemoryUnit::GiB);

/// The same comparisons with the user's plan in place of the lecture's.
inline constexpr std::array<std::string_view, 3> planFigureNames{"sizes", "zero", "recompute"};

Result<Figure> planFigure(std::string_view name, const Plan& plan, const Catalog& catalog,
                          MemoryUnit unit = MemoryUnit::GiB,
                          const std::optional<IdleShares>& idle = {},
                          Replays replays = Replays::ShownPoints);

} // namespace highwater
