// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <vector>

namespace highwater {

/// The figure in front, which an export begins with.
struct ShownFigure
{
    std::string name = "context"; ///< in core
    ContextView context;
    MemoryUnit unit = MemoryUnit::GiB;
    std::vector<Compared> compared{}; ///< the plans of Compare
    std::size_t current = 0; ///< the one at hand among them
    std::optional<std::int64_t> stage{}; ///< of the timeline
};

/// What can be chosen of an export beside its figure and its language.
enum class ExportPart {
    Size,
    Scale,
    Font,
    Backdrop,
    Transparent,
    Colours,
    SlideTheme,
    Title,
    LimitLine,
    BandLabels,
    Legend,
    Notes,
    LedgerSlide
};

/// Whether files of the target have this at all.
bool has(ExportTarget target, ExportPart part);

QString nameOf(ExportTarget target); ///< "PowerPoint"
QString detailOf(ExportTarget target); ///< ".pptx, editable chart"
QString figureLabel(std::string_view figure);

/// The unit in which sides of the target are told.
struct LengthUnit
{
    const char* name;
    double pixels; ///< how many are one of it
    int decimals;
};
const LengthUnit& lengthUnitOf(ExportTarget target);
inline constexpr std::array<LengthUnit, 3> lengthUnits{
    {{"in", 96, 2}, {"px", 1, 0}, {"cm", 96 / 2.54, 2}}};

struct SizePreset
{
    QString name; ///< "16:9 full slide"
    QSizeF size; ///< pixels
};
std::vector<SizePreset> sizePresets(ExportTarget target);

/// The longest side that the options leave, in pixels.
double longestSide(ExportTarget target, double scale);
inline constexpr double shortestSide = 96; ///< an inch
inline constexpr double leastPoints = 6, mostPoints = 72;

/// "1,920 × 1,080 px"
QString sizeText(const QSizeF& size, const LengthUnit& unit);

ExportOptions defaultOptions(ExportTarget target);
ExportOptions of(const ShownFigure& figure, ExportOptions options);

/// What was chosen last for the target; what the settings do not hold, or hold wrongly, is as by
/// default. Figure, unit, context and title belong to what is exported and are not kept.
ExportOptions keptOptions(ExportTarget target);
void keep(const ExportOptions& options);

struct ChartCommand
{
    QString text; ///< as a shell takes it
    bool same = false; ///< it writes what the options say; else it comes near
};
/// The command line for the options and the plan, by its file or, where that is empty, by what it
/// sets.
ChartCommand chartCommand(const ExportOptions& options, const Plan& plan, const QString& planFile);

/// The first of the problems as a sentence of the window.
QString whyNot(const Problems& problems);

} // namespace highwater
