// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/layout.h"
#include "core/figure/figures.h"
#include "core/figure/zoom.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"

#include <QByteArray>
#include <QFont>
#include <QSizeF>
#include <QString>

#include <array>
#include <cstdint>
#include <optional>

namespace highwater {

/// The destination of a figure.
enum class ExportTarget { PowerPoint, Svg, Png, Pdf, Csv, Clipboard };
inline constexpr auto exportTargets = everyOf<ExportTarget>();

/// The colours of an exported figure.
enum class ExportColours { Highwater, Lecture, PrintGrey, SlideTheme };

/// A person's choices for an exported figure. The dialog keeps one for each target; the command
/// line fills one from its options.
struct ExportOptions
{
    ExportTarget target = ExportTarget::PowerPoint;
    std::string figure = "context"; ///< its name in core
    MemoryUnit unit = MemoryUnit::GiB;
    QSizeF size{1920, 1080}; ///< pixels at 96 to the inch: 1280 x 720 is a slide of 13.33 x 7.5 in
    double scale = 1; ///< pixels of a PNG for each of `size`
    double fontPoints = 14;
    Backdrop backdrop = Backdrop::White;
    bool onDark = false; ///< a transparent figure will be placed on a dark background
    ExportColours colours = ExportColours::Highwater;
    QString language; ///< "en", "zh_CN"; empty: the window's
    QString title; ///< empty: the figure's own
    bool showTitle = true, bandLabels = true, legend = false, limitLine = true;
    bool notes = true; ///< formulas and numbers for the speaker
    bool ledger = false; ///< in addition to the figure, on separate slides or as rows below it
    ContextView context; ///< of the context figure
    std::optional<Plan> baseline; ///< the pinned plan, which the context figure shows too
    std::vector<Compared> compared; ///< of the compare figure, see FigureChoice
    std::size_t current = 0;
    std::optional<std::int64_t> stage; ///< of the timeline
    SearchConstraints search; ///< of the figure of layouts
    CardOrder cardOrder; ///< of the figure of cards
    std::shared_ptr<KnownCards> cards; ///< see FigureChoice
    std::optional<MeasuredCurve> measured; ///< over the timeline
    std::optional<AxisRange> zoom; ///< the part of the x axis that is shown
    bool operator==(const ExportOptions&) const = default;
};

/// The figure that the options name, in their unit and with their title. The allocator is replayed
/// at every point, so that pictures and files of numbers have the same bytes.
Result<Figure> chosenFigure(const ExportOptions& options, const Plan& plan);

/// The figure as a scene by the options; all targets except PowerPoint and CSV draw it, and so does
/// the preview.
Result<Scene> chosenScene(const ExportOptions& options, const Figure& figure);

/// The file of the target as bytes; for the clipboard, those of its picture. Equal options and
/// plans give equal bytes, for PNG and PDF if the fonts are equal; these two need a
/// QGuiApplication.
Result<QByteArray> exported(const ExportOptions& options, const Plan& plan);

/// The step as a trace, see traceJson(); in the language of the options.
Result<QByteArray> exportedTrace(const ExportOptions& options, const Plan& plan);
inline constexpr const char* traceSuffix = "trace.json";

/// The font of pictures and of the preview; an SVG requests it by name.
QFont exportFont();

/// The suffix of a file of the target: "pptx".
QString suffixOf(ExportTarget target);

} // namespace highwater
