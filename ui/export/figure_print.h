// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <optional>

class QPrinter;
class QWidget;

namespace highwater {

/// Draws the figure over the printer's page: laid out for it, or where the page is too small for
/// that, as a slide that fits it. What is wrong, if anything is.
std::optional<QString> drawOn(QPrinter& printer, const ExportOptions& options, const Plan& plan);

/// Asks for a printer and prints; for a preview, shows the page first.
std::optional<QString> printFigure(const ExportOptions& options, const Plan& plan, QWidget* window);
std::optional<QString> previewPrint(const ExportOptions& options, const Plan& plan,
                                    QWidget* window);

} // namespace highwater
