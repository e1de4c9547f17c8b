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

/// Its numbers alone, for those who want no picture pasted.
Result<std::unique_ptr<QMimeData>> numbersForClipboard(const ExportOptions& options,
                                                       const Plan& plan);

} // namespace highwater
