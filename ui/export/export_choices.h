// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <memory>
#include <vector>

namespace highwater {

/// The figure in front, which an export begins with.
struct ShownFigure
{
    std::string name = "context"; ///< in core
    ContextView context;
    std::optional<Plan> baseline{}; ///< pinned, beside the plan in the figure of contexts
    MemoryUnit unit = MemoryUnit::GiB;
    std::vector<Compared> compared{}; ///< the plans of Compare
    std::size_t current = 0; ///< the one at hand among them
    std::optional<std::int64_t> stage{}; ///< of the timeline
    SearchConstraints search{}; ///< of the tab of layouts
    CardOrder cardOrder{}; ///< of the tab of cards
    std::shared_ptr<KnownCards> cards{};
    std::optional<MeasuredCurve> measured{}; ///< over the timeline
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
    Ledger ///< on slides of its own, or as rows
};

/// Whether exports to this target have this setting.
bool hasPart(ExportTarget target, ExportPart part);

QString nameOf(ExportTarget target); ///< "PowerPoint"
QString detailOf(ExportTarget target); ///< ".pptx, editable chart"
QString figureLabel(std::string_view figure);

/// A unit in which sides are told, the same for all targets.
struct LengthUnit
{
    const char* name;
    double pixels; ///< pixels in one unit
    int decimals;
};
inline constexpr std::array<LengthUnit, 3> lengthUnits{
    {{"px", 1, 0}, {"cm", 96 / 2.54, 2}, {"in", 96, 2}}};
/// The unit that a person chose last.
const LengthUnit& lengthUnit();

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

/// A name for the exported file, without its ending: of the plan and the figure, or of a lecture's
/// figure alone. "Llama 8B on 8 × H100 - Context"
QString exportFileName(const ExportOptions& options, const Plan& plan);

/// The first of the problems as a sentence of the window.
QString whyNot(const Problems& problems);

} // namespace highwater
