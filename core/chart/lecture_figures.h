// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/figure.h"

#include <array>
#include <string_view>

namespace highwater {

/// The lecture's figures, computed by its own methods; each point is the published one to the bit.
inline constexpr std::array<std::string_view, 3> lectureFigureNames{
    "lecture-scaling", "lecture-zero", "lecture-recompute"};

/// One of them by name.
Result<Figure> lectureFigure(std::string_view name);

} // namespace highwater
