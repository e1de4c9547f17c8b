// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <optional>

class QPrinter;
class QWidget;

namespace highwater {

/// Draws the figure over the printer's page: laid out for the page, or, where the page is too
/// small, as a slide scaled to the page. Returns the error, if there is one.
std::optional<QString> drawOn(QPrinter& printer, const ExportOptions& options, const Plan& plan);

/// Asks for a printer and prints; for a preview, shows the page first.
std::optional<QString> printFigure(const ExportOptions& options, const Plan& plan, QWidget* window);
std::optional<QString> previewPrint(const ExportOptions& options, const Plan& plan,
                                    QWidget* window);

} // namespace highwater
