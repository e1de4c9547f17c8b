// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <memory>
#include <vector>

namespace highwater {

/// The figure in front, with which an export begins.
struct ShownFigure
{
    std::string name = "context"; ///< its name in core
    ContextView context;
    std::optional<Plan> baseline{}; ///< the pinned plan, which the figure of contexts shows too
    MemoryUnit unit = MemoryUnit::GiB;
    std::vector<Compared> compared{}; ///< the plans of Compare
    std::size_t current = 0; ///< the place of the current plan among them
    std::optional<std::int64_t> stage{}; ///< of the timeline
    SearchConstraints search{}; ///< of the tab of layouts
    CardOrder cardOrder{}; ///< of the tab of cards
    std::shared_ptr<KnownCards> cards{};
    std::optional<MeasuredCurve> measured{}; ///< over the timeline
    std::optional<AxisRange> zoom{}; ///< the part of the x axis in view
};

/// The choices of an export, apart from its figure and its language.
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
    Ledger ///< on separate slides, or as rows
};

/// Whether exports to this target have this setting.
bool hasPart(ExportTarget target, ExportPart part);

QString nameOf(ExportTarget target); ///< "PowerPoint"
QString detailOf(ExportTarget target); ///< ".pptx, editable chart"
QString figureLabel(std::string_view figure);

/// A unit for the sides of pictures, the same for all targets.
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
    PictureSize size;
};
std::vector<SizePreset> sizePresets(ExportTarget target);

/// The longest side that the target allows at this scale, in pixels.
double longestSide(ExportTarget target, double scale);
inline constexpr double shortestSide = 96; ///< an inch
inline constexpr double leastPoints = 6, mostPoints = 72;

/// "1,920 × 1,080 px"
QString sizeText(const PictureSize& size, const LengthUnit& unit);

ExportOptions defaultOptions(ExportTarget target);
ExportOptions withFigure(const ShownFigure& figure, ExportOptions options);

/// The target's choices of the last export. A choice that the settings do not have, or that is
/// wrong there, has its default. Figure, unit, context and title belong to the exported figure and
/// are not kept.
ExportOptions keptOptions(ExportTarget target);
void keepOptions(const ExportOptions& options);

struct ChartCommand
{
    QString text; ///< quoted for a shell
    bool same = false; ///< the command writes exactly this export; else a similar one
};
/// The command line for the options and the plan, by the plan's file or, where that is empty, by
/// its settings.
ChartCommand chartCommand(const ExportOptions& options, const Plan& plan, const QString& planFile);

/// The same for a deck of several figures in `languages`, which are separated by commas; the
/// window's where that is empty.
ChartCommand deckCommand(const ExportOptions& options, const QStringList& figures,
                         const QString& languages, const Plan& plan, const QString& planFile);

/// A name for the exported file, without its ending: the names of plan and figure, or of the figure
/// only if it is the lecture's. "Llama 8B on 8 × H100 - Context"
QString exportFileName(const ExportOptions& options, const Plan& plan);

/// The first of the problems as a sentence of the window.
QString whyNot(const Problems& problems);

} // namespace highwater
