// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/layout.h"
#include "core/figure/figures.h"
#include "core/figure/zoom.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The destination of a figure.
enum class ExportTarget { PowerPoint, Svg, Png, Pdf, Csv, Clipboard };
inline constexpr auto exportTargets = everyOf<ExportTarget>();

/// The colours of an exported figure.
enum class ExportColours { Highwater, Lecture, PrintGrey, SlideTheme };

/// Pixels at 96 to the inch: 1280 x 720 is a slide of 13.33 x 7.5 in.
struct PictureSize
{
    double width = 1920, height = 1080;
    bool operator==(const PictureSize&) const = default;
};

/// A person's choices for an exported figure. The dialog keeps one for each target; the command
/// line fills one from its options.
struct ExportOptions
{
    ExportTarget target = ExportTarget::PowerPoint;
    std::string figure = "context"; ///< its name in core
    MemoryUnit unit = MemoryUnit::GiB;
    PictureSize size;
    double scale = 1; ///< pixels of a PNG for each of `size`
    double fontPoints = 14;
    Backdrop backdrop = Backdrop::White;
    bool onDark = false; ///< a transparent figure will be placed on a dark background
    ExportColours colours = ExportColours::Highwater;
    std::string language; ///< "en", "zh_CN"; empty: the window's
    std::string title; ///< empty: the figure's own
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
Result<Scene> sceneOf(const ExportOptions& options, const Figure& figure, const Translator& words,
                      const TextWidth& width);

/// The slide of the figure, without notes and other slides.
Result<Scene> slideSceneOf(const ExportOptions& options, const Figure& figure,
                           const Translator& words);

/// The file of a target that needs no fonts: PowerPoint, SVG, CSV. Equal options and plans give
/// equal bytes.
Result<std::string> figureFile(const ExportOptions& options, const Plan& plan,
                               const Translator& words);

/// A language of a file, with its words.
struct FileLanguage
{
    std::string name; ///< "en", "zh_CN"
    Translator words;
};

/// A PowerPoint file with a slide for each of the figures, in their order; where there are several
/// languages, with all slides in one after those in the one before it. Title, range and figure of
/// the options belong to one figure alone and are not used.
Result<std::string> deckFile(const ExportOptions& options, std::span<const std::string> figures,
                             std::span<const FileLanguage> languages, const Plan& plan);
inline constexpr std::size_t mostInDeck = figureNames.size(); ///< figures

/// The step as a trace, see traceJson().
Result<std::string> traceFile(const ExportOptions& options, const Plan& plan,
                              const Translator& words);
inline constexpr const char* traceSuffix = "trace.json";

/// The suffix of a file of the target: "pptx".
std::string_view suffixOf(ExportTarget target);

} // namespace highwater
