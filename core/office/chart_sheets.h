// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/even_panel.h"
#include "core/office/workbook.h"

#include <optional>

namespace highwater {

/// The chart's numbers in the figure's unit, one column for each series. Only points at marks have
/// a name on the axis, since only PowerPoint, but not every program, can leave out the names
/// between marks. Where some points have no name, the last column has their values.
Worksheet chartSheet(const EvenPanel& even, const std::optional<LimitLine>& limit, ValueUnit unit,
                     const Translator& words);

/// The figure's own points, in whole bytes or nanoseconds.
Worksheet wholeSheet(const Panel& panel, const std::optional<LimitLine>& limit, ValueUnit unit,
                     const Translator& words);

} // namespace highwater
