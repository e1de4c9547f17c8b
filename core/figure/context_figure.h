// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"

namespace highwater {

/// The window's main chart as a figure, for those who draw it elsewhere.
Result<Figure> contextFigure(const Plan& plan, const Catalog& catalog, const ContextView& view = {},
                             MemoryUnit unit = MemoryUnit::GiB);

} // namespace highwater
