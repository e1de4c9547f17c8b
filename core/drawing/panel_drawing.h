// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/canvas.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace highwater {

/// Draws one panel. Its parts are in separate files by subject: panel_axes.cpp, panel_bands.cpp,
/// panel_curves.cpp, panel_dots.cpp, panel_limit.cpp, panel_markers.cpp, panel_stretches.cpp.
class PanelDrawing
{
public:
    PanelDrawing(Canvas& canvas, const Panel& panel, const PanelFrame& frame);
    void draw();

private:
    struct Mark
    {
        std::string text;
        Rect place;
    };

    // panel_drawing.cpp
    std::string id(std::string_view name) const;
    double unbounded(double value) const;
    double slot() const;
    double middleOf(std::size_t bar) const;
    std::optional<double> x(double value) const;
    double y(double bytes) const;
    Points outlineOf(const std::vector<double>& values) const;
    double highestStack(double left, double right) const;
    double stackAt(double value) const;
    bool isFree(const Rect& place) const;
    Colour fillOf(Group group) const;
    Stroke edgeOf(Group group) const;
    void drawBox(const Rect& rect, const std::string& text, std::uint32_t rgb,
                 std::uint32_t outline);
    void drawDot(Point at, std::uint32_t rgb);

    // panel_axes.cpp
    void drawGrid();
    double tickY(double tick) const;
    void drawAxis();
    void drawXLabels();
    void leaveRoom(std::vector<Mark>& marks) const;
    void drawLettersOfBars();
    bool crowded(const std::vector<Mark>& marks, std::size_t stride) const;

    // panel_bands.cpp
    void drawBands();
    void drawBars();
    void drawHatch();
    void drawSwitches();
    void drawBandNames();
    std::optional<Rect> roomInBand(std::size_t band, double width) const;
    void drawSideLabels();
    void drawTotals();

    // panel_curves.cpp
    void drawCurves();
    void drawBaseline();
    void drawOverlays();
    std::optional<double> markerX() const;
    Point baselineEnd() const;
    void drawBaselineDot();
    void drawBaselineLabel();
    void drawBadges();
    void drawBadgeOn(const Points& curve, std::size_t index);
    bool crossesCurve(const Rect& rect) const;

    // panel_dots.cpp
    void drawDots();
    void drawDotNames();
    void drawFront();
    void drawMark(const Dot& dot, Point at);
    void drawRange(const Dot& dot, Point at);
    void drawDotName(const Dot& dot, Point at);

    // panel_stretches.cpp
    Rect placeOf(const Stretch& stretch) const;
    void drawCuts();
    void drawBounds();
    void drawHeads();
    void drawHead(const std::string& name, const Rect& place, double baseline, Typeface face,
                  std::uint32_t rgb, double& free);
    std::optional<Point> peak() const;
    void drawPeakLine();
    void drawPeak();
    /// The text on the plate at the peak, and its size.
    struct Plate
    {
        std::string head;
        std::vector<std::string> detail;
        double width = 0, height = 0;
    };
    Plate peakPlate(double widest, std::size_t sentences) const;
    std::pair<Plate, std::optional<Rect>> placedPlate(Point at) const;
    bool hidesCurve(const Rect& place, const std::vector<Points>& curves) const;
    enum class MayHide { Nothing, Lines, Stack };
    std::optional<Rect> roomForPeak(Point at, const Plate& plate, const std::vector<Points>& curves,
                                    MayHide hidden) const;
    void drawCallout(const Rect& place, const Plate& plate);

    // panel_markers.cpp
    void drawMarkerLines();
    void drawMarkerDots();
    std::optional<double> chipOf(const Marker& marker) const;
    void drawChips();

    // panel_limit.cpp
    void drawLimit();
    std::optional<Point> ring() const;
    void drawCrossing();
    void drawPlate();
    void drawRaisedPlate(Point at);
    void drawPlateBeside(Point at, const std::string& text);
    std::optional<double> raisedPlateLeft(Point at, double width) const;
    void drawNotice();
    bool isClearOfDots(const Rect& place) const;
    void drawLimitLabel();
    bool placeLimitLabel(const std::string& text);
    bool raiseOverBars(const std::string& text, double width, double height);
    void writeRaisedLabel(const std::string& text, const Rect& place, Point foot);
    bool raiseLimitLabel(const std::string& text, double width, double height);
    void writeLimitLabel(const std::string& text, const Rect& place, std::optional<Stroke> outline);

    Canvas& m_canvas;
    const Panel& m_panel;
    const PanelFrame& m_frame;
    const Rect m_plot;
    const Palette& m_palette;
    const double m_em, m_hair;
    std::optional<double> m_limit; ///< y of the line
    std::vector<std::pair<Points, Points>> m_bands; ///< lower and upper edges, under stretches
    std::vector<Points> m_stack; ///< the stack's upper edge
    std::vector<std::vector<Points>> m_curves;
    std::vector<std::pair<Points, Stroke>> m_liveLines; ///< of markers, not yet drawn
    std::vector<Rect> m_taken;
    std::vector<Rect> m_dots; ///< with the limit line's label: areas that no plate may cover
    std::vector<Rect> m_chips;
};

/// The width of the longest name of horizontal bars.
double rowNamesWidth(const Canvas& canvas, const Panel& panel);

/// The widths of the columns of numbers next to horizontal bars, with the gap before each.
std::vector<double> rowNumberWidths(const Canvas& canvas, const Panel& panel);

/// The least height of a row, in em: that of its name.
inline constexpr double leastRow = 1.35;

/// Draws a panel of horizontal bars: names at the left, as many columns of numbers at the right as
/// the frame has room for.
void drawRows(Canvas& canvas, const Panel& panel, const PanelFrame& frame);

/// The nearest free place of this size within the bounds.
std::optional<Rect> nearestPlace(const Rect& wanted, const Rect& bounds, double stride,
                                 const std::function<bool(const Rect&)>& isFree);

} // namespace highwater
