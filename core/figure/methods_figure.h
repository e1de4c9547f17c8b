// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"
#include "core/figure/figure_table.h"
#include "core/methods/every_method.h"

namespace highwater {

/// A plan by every method: one bar for each, with one limit line, and a line of text on the flaw of
/// each. A method without an answer has a line with the reason, and no bar.
Figure methodsFigure(const MethodComparison& comparison, MemoryUnit unit = MemoryUnit::GiB);
Result<Figure> methodsFigure(const Plan& plan, const Catalog& catalog,
                             MemoryUnit unit = MemoryUnit::GiB,
                             const std::optional<IdleShares>& idle = {});

/// A row for each method, in the order of methods(): total, distance from the exact one, verdict
/// and flaw. The row of `own` is emphasised.
FigureTable methodsTable(const MethodComparison& comparison, MethodId own,
                         MemoryUnit unit = MemoryUnit::GiB);

} // namespace highwater
