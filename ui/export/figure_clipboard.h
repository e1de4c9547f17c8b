// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <memory>

class QMimeData;

namespace highwater {

/// The figure as picture, drawing and numbers at once, so that whatever it is pasted into finds a
/// form that it takes. As text it is its numbers.
Result<std::unique_ptr<QMimeData>> figureForClipboard(const ExportOptions& options,
                                                      const Plan& plan);

/// Its drawing alone, which is its text as well: for an editor of drawings or of web pages.
Result<std::unique_ptr<QMimeData>> drawingForClipboard(const ExportOptions& options,
                                                       const Plan& plan);

/// A file of the target, PNG or SVG, and the figure itself for a program that takes no files.
Result<std::unique_ptr<QMimeData>> figureForDrag(const ExportOptions& options, const Plan& plan);

/// Its numbers alone, for those who want no picture pasted.
Result<std::unique_ptr<QMimeData>> numbersForClipboard(const ExportOptions& options,
                                                       const Plan& plan);

} // namespace highwater
