// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"
#include "core/office/drawing_ml.h"

#include <cstddef>
#include <string>
#include <string_view>

// Elements that recur in a chart part, in DrawingML's elements for charts (ECMA-376 part 1, 21.2).
namespace highwater {

inline constexpr std::string_view categoryAxisId = "500000001";
inline constexpr std::string_view valueAxisId = "500000002";

/// <name val="value"/>
std::string valueElement(std::string_view name, std::string value);
std::string valueElement(std::string_view name, std::size_t value);
/// The same with "1" or "0".
std::string flagElement(std::string_view name, bool on);

/// <c:txPr>: the style of text that the chart writes by itself.
std::string textProperties(const TextStyle& style);

/// The number of decimals with which the marks of an axis differ.
int axisDecimals(const Axis& axis);

} // namespace highwater
