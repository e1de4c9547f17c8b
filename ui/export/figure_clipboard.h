// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <memory>

class QMimeData;

namespace highwater {

/// The figure as picture, drawing and numbers at once, so that each program finds a form that it
/// can paste. Its text form has the numbers.
Result<std::unique_ptr<QMimeData>> figureForClipboard(const ExportOptions& options,
                                                      const Plan& plan);

/// The figure's drawing only, which is the text form too: for an editor of drawings or of web
/// pages.
Result<std::unique_ptr<QMimeData>> drawingForClipboard(const ExportOptions& options,
                                                       const Plan& plan);

/// A file of the target, PNG or SVG, and the figure itself for programs that take no files.
Result<std::unique_ptr<QMimeData>> figureForDrag(const ExportOptions& options, const Plan& plan);

/// The figure's numbers only, for pasting without a picture.
Result<std::unique_ptr<QMimeData>> numbersForClipboard(const ExportOptions& options,
                                                       const Plan& plan);

} // namespace highwater
