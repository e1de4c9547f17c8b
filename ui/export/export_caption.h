// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "ui/export/figure_export.h"

namespace highwater {

/// The size of an exported figure, for the line below its preview: "1,920 × 1,080 px · 96 dpi".
/// Empty for a table of numbers.
QString captionOf(const ExportOptions& options);

/// The size of the smallest text that a person would have to read, in points.
double smallestText(const ExportOptions& options, const Scene& scene);

} // namespace highwater
