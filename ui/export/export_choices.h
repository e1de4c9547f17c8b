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
    std::optional<AxisRange> zoom{}; ///< the part of the x axis in view
};

/// The choices of an export beside its figure and its language.
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

/// Whether exports to this target have this setting.
bool hasPart(ExportTarget target, ExportPart part);

QString nameOf(ExportTarget target); ///< "PowerPoint"
QString detailOf(ExportTarget target); ///< ".pptx, editable chart"
QString figureLabel(std::string_view figure);

/// The unit in which sides of the target are told.
struct LengthUnit
{
    const char* name;
    double pixels; ///< pixels in one unit
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
ExportOptions withFigure(const ShownFigure& figure, ExportOptions options);

/// The target's choices of the last export. A choice that the settings lack, or hold wrongly, has
/// its default. Figure, unit, context and title belong to the exported figure and are not kept.
ExportOptions keptOptions(ExportTarget target);
void keepOptions(const ExportOptions& options);

struct ChartCommand
{
    QString text; ///< quoted for a shell
    bool same = false; ///< the command writes exactly this export; else a similar one
};
/// The command line for the options and the plan, by its file or, where that is empty, by what it
/// sets.
ChartCommand chartCommand(const ExportOptions& options, const Plan& plan, const QString& planFile);

/// The first of the problems as a sentence of the window.
QString whyNot(const Problems& problems);

} // namespace highwater
