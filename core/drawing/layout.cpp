// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/layout.h"

#include "core/drawing/canvas.h"
#include "core/drawing/panel_drawing.h"
#include "core/figure/figure_words.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace highwater {
namespace {

// Lengths in em.
constexpr double margin = 0.9;
constexpr double lineEms = 1.4;
constexpr double headingHeight = 2.0;
constexpr double headerGap = 0.8;
constexpr double legendHeight = 1.7;
constexpr double sideTitle = 1.5; ///< the column of the y axis' title
constexpr double headsHeight = 2.1; ///< the names of stretches over the plot, and their lines
constexpr double marksHeight = 2.0; ///< the marks under the plot, and the chips between them
constexpr double leastPlotWidth = 7;
constexpr double leastPlotHeight = 5;
constexpr double goodPlotHeight = 8;
constexpr double goodRowWidth = 14; ///< of a plot of horizontal bars

/// One line of the legend: a band, a line over the bands, or a compared plan by its letter.
struct Entry
{
    std::optional<Group> group;
    CurveLook look;
    std::string name;
    const Curve* overlay = nullptr;
    double width = 0;
};

/// The texts that a picture has; leaveOut() leaves one after another out where the height is short.
struct Extras
{
    std::size_t captions = 0;
    bool xTitles = true, legend = true, subtitle = true;
};

/// The plots from left to right.
struct Columns
{
    std::vector<Rect> plots; ///< left and width
    double gap = 0;
    double leastWidth = 0; ///< of the picture
    bool sideLabels = false;
    std::size_t numbers = 0; ///< columns of numbers next to horizontal bars
};

/// The lines of text above and below the plots.
struct Rows
{
    std::vector<std::string> title, subtitle;
    std::vector<std::vector<Entry>> legend;
    struct OfPanel
    {
        std::vector<std::string> title, xTitle;
        std::vector<std::vector<std::string>> captions;
    };
    std::vector<OfPanel> panels;
    double legendTop = 0; ///< in em from the picture's top
    double above = 0, below = 0; ///< heights in em, as the next two
    double header = 0; ///< of title and subtitle alone
    double unders = 0; ///< of the texts of Stretch::under
};

class Arrangement
{
public:
    Arrangement(Canvas& canvas)
        : m_canvas(canvas)
        , m_figure(canvas.figure)
        , m_em(canvas.em())
    { }

    Columns columns(double width) const
    {
        Columns columns;
        columns.gap = gapOfPlots();
        const double fixed = widthBesidePlots(columns.gap);
        double bare = std::max(margin * m_em, widestMark() / 2 + 0.3 * m_em);
        if (!m_figure.panels.back().curves.empty())
            bare = std::max(bare, badges());
        bare = std::max(bare, m_canvas.style.beside);
        const double right = std::max(bare, numbersWidth(width - fixed, columns.numbers));
        double shares = 0, leastShare = m_figure.panels.front().share;
        for (const Panel& panel : m_figure.panels) {
            shares += panel.share;
            leastShare = std::min(leastShare, panel.share);
        }
        const auto plotWidth
            = [&](double rightMargin) { return (width - fixed - rightMargin) / shares; };
        columns.leastWidth = std::ceil(fixed + bare + leastPlotWidth * m_em * shares / leastShare);
        const double labelled = labelsWidth();
        columns.sideLabels = canLabelBands()
            && plotWidth(labelled)
                >= std::max((m_figure.panels.front().bars ? 0.25 : 0.5) * width, 10 * m_em);
        const double each = plotWidth(columns.sideLabels ? labelled : right);
        double left = leftOfWords();
        for (std::size_t i = 0; i < m_figure.panels.size(); ++i) {
            left += marksWidth(i);
            columns.plots.push_back({left, 0, each * m_figure.panels[i].share, 0});
            if (Rect& plot = columns.plots.back(); m_canvas.style.live)
                plot = {std::round(plot.left), 0, std::floor(plot.width), 0};
            left = columns.plots.back().right() + columns.gap;
        }
        return columns;
    }

    Rows rows(double width, const Columns& columns, const Extras& extras) const
    {
        const double inner = width - 2 * margin * m_em;
        Rows rows;
        if (m_canvas.style.title) {
            rows.title = lines(m_figure.title, inner, 2, m_canvas.heading());
            if (extras.subtitle)
                rows.subtitle = lines(m_figure.subtitle, inner, 2, m_canvas.plain());
        }
        if (extras.legend && wantsLegend(columns))
            rows.legend = legend(width - margin * m_em - legendLeft(columns));
        std::size_t titles = 0, xTitles = 0, captions = 0;
        for (std::size_t i = 0; i < m_figure.panels.size(); ++i) {
            const Rows::OfPanel& said = rows.panels.emplace_back(rowsOf(i, width, columns, extras));
            std::size_t sum = 0;
            for (const auto& caption : said.captions)
                sum += caption.size();
            titles = std::max(titles, said.title.size());
            xTitles = std::max(xTitles, said.xTitle.size());
            captions = std::max(captions, sum);
        }
        const auto high = [](std::size_t count, double each, double space) {
            return count == 0 ? 0 : static_cast<double>(count) * each + space;
        };
        rows.header
            = high(rows.title.size(), headingHeight, 0) + high(rows.subtitle.size(), lineEms, 0.1);
        rows.legendTop = margin + rows.header + (rows.header > 0 ? headerGap : 0);
        rows.above = rows.legendTop + high(rows.legend.size(), legendHeight, 0.3)
            + high(titles, lineEms, 0.4) + (hasStretches() || isLying() ? headsHeight : 0);
        rows.unders = hasUnders() && extras.xTitles ? lineEms : 0;
        rows.below = marksHeight + rows.unders + high(xTitles, lineEms, 0.1)
            + high(captions, lineEms, 0.3) + 0.6;
        return rows;
    }

    /// The rows with most texts that leave the plots a good height, or else the rows with fewest.
    Rows fittingRows(double width, double height, const Columns& columns) const
    {
        Extras extras;
        for (const Panel& panel : m_figure.panels)
            extras.captions = std::max(extras.captions, panel.captions.size());
        Rows fullest = rows(width, columns, extras);
        const auto tooHigh
            = [&] { return (fullest.above + fullest.below + goodHeight()) * m_em > height; };
        while (tooHigh() && leaveOut(extras))
            fullest = rows(width, columns, extras);
        return fullest;
    }

    std::optional<Problem> tooSmall(double width, double height) const
    {
        const auto leastFor = [this](double of) {
            const Rows bare = rows(of, columns(of), {0, false, false, false});
            return std::ceil((bare.above + bare.below + leastHeight()) * m_em);
        };
        const double leastWidth = columns(width).leastWidth;
        if (width >= leastWidth && height >= leastFor(width))
            return std::nullopt;
        return Problem{std::string("--size"),
                       shortest(width) + "x" + shortest(height),
                       {HW_TR("core", "must be at least %1 × %2 pixels for text of %3 pixels"),
                        {shortest(leastWidth), shortest(leastFor(leastWidth)),
                         shortest(std::round(100 * m_canvas.style.font) / 100)}}};
    }

    void draw(double width, double height)
    {
        const Columns columns = this->columns(width);
        const Rows rows = fittingRows(width, height, columns);
        const bool whole = m_canvas.style.live;
        const double top = whole ? std::round(rows.above * m_em) : rows.above * m_em;
        const double room = height - top - rows.below * m_em;
        const double plotHeight = whole ? std::floor(room) : room;
        drawHeader(rows);
        drawLegend(rows, columns);
        drawYTitle(rows, columns.plots.front(), top, plotHeight, height);
        for (std::size_t i = 0; i < m_figure.panels.size(); ++i) {
            PanelFrame frame;
            frame.index = i;
            frame.plot = {columns.plots[i].left, top, columns.plots[i].width, plotHeight};
            frame.tickLabels = frame.limitLabel = i == 0 || !m_figure.sharedScale;
            frame.sideLabels = columns.sideLabels;
            frame.numbers = columns.numbers;
            frame.unders = rows.unders > 0 ? marksHeight * m_em : 0;
            const double beside = (columns.gap - 0.6 * m_em) / 2;
            frame.left = frame.plot.left - beside;
            frame.right = std::min(frame.plot.right() + beside, width - 0.3 * m_em);
            m_canvas.scene.plots.push_back(frame.plot);
            drawPanel(m_canvas, m_figure.panels[i], frame);
            drawAround(rows, i, frame.plot);
        }
    }

private:
    static bool leaveOut(Extras& extras)
    {
        if (extras.captions > 1)
            extras.captions = 1;
        else if (extras.xTitles)
            extras.xTitles = false;
        else if (extras.subtitle)
            extras.subtitle = false;
        else if (extras.captions > 0)
            extras.captions = 0;
        else if (extras.legend)
            extras.legend = false;
        else
            return false;
        return true;
    }

    std::vector<std::string> lines(const Text& text, double room, std::size_t most,
                                   Typeface face) const
    {
        return wrapped(m_canvas.said(text), room, most, face, m_canvas.measure);
    }
    std::string yTitle() const
    {
        return isLying() ? std::string() : m_canvas.said(m_figure.panels.front().y.title);
    }
    bool isLying() const { return m_figure.panels.front().lying; }
    /// The least height of a plot, in em.
    double leastHeight() const { return std::max(leastPlotHeight, rowsHeight()); }
    double goodHeight() const { return std::max(goodPlotHeight, rowsHeight()); }
    double rowsHeight() const
    {
        const Panel& panel = m_figure.panels.front();
        return panel.lying ? leastRow * static_cast<double>(panel.xs.size()) : 0;
    }

    bool hasCurves() const
    {
        return std::ranges::any_of(m_figure.panels,
                                   [](const Panel& panel) { return !panel.curves.empty(); });
    }
    bool hasStretches() const
    {
        return std::ranges::any_of(m_figure.panels,
                                   [](const Panel& panel) { return !panel.stretches.empty(); });
    }
    bool hasUnders() const
    {
        return std::ranges::any_of(m_figure.panels, [this](const Panel& panel) {
            return std::ranges::any_of(panel.stretches, [this](const Stretch& stretch) {
                return !m_canvas.said(stretch.under).empty();
            });
        });
    }
    /// The room right of a plot for the letters of its curves.
    double badges() const { return 2 * badgeRadius(m_canvas) + 0.6 * m_em; }
    /// Bands under stretches may end before the right edge, and then cannot be named there.
    bool wantsLegend(const Columns& columns) const
    {
        if (m_canvas.style.namedElsewhere)
            return false;
        return m_canvas.style.legend
            || (m_canvas.style.bandLabels && (!columns.sideLabels || hasStretches()));
    }

    double gapOfPlots() const
    {
        const double gap = std::max(2.0 * m_em, widestMark() + 0.6 * m_em);
        return hasCurves() ? std::max(gap, badges() + 1.4 * m_em) : gap;
    }
    /// The width that is neither a plot nor right of the last plot.
    double widthBesidePlots(double gap) const
    {
        double fixed = margin * m_em + gap * static_cast<double>(m_figure.panels.size() - 1);
        if (!yTitle().empty())
            fixed += sideTitle * m_em;
        for (std::size_t i = 0; i < m_figure.panels.size(); ++i)
            fixed += marksWidth(i);
        return fixed;
    }
    /// The width of the numbers next to horizontal bars; `columns` of them leave the bars a good
    /// width of `room`.
    double numbersWidth(double room, std::size_t& columns) const
    {
        double width = 0;
        columns = 0;
        const Panel& last = m_figure.panels.back();
        if (!last.lying)
            return width;
        double beside = margin * m_em;
        for (const double each : rowNumberWidths(m_canvas, last)) {
            beside += each;
            if (room - beside < goodRowWidth * m_em)
                break;
            width = std::max(width, beside);
            ++columns;
        }
        return width;
    }
    /// The width of the names of bands right of the plot.
    double labelsWidth() const
    {
        constexpr double usualLabels = 10.5; // keeps the plot's width while bands come and go
        return std::max(0.9 * m_em + widestBand() + margin * m_em,
                        m_canvas.style.live ? usualLabels * m_em : 0);
    }
    bool canLabelBands() const
    {
        return m_canvas.style.bandLabels && !m_canvas.style.legend && m_canvas.style.beside == 0
            && m_figure.panels.size() == 1 && !hasCurves() && !isLying();
    }

    Rows::OfPanel rowsOf(std::size_t index, double width, const Columns& columns,
                         const Extras& extras) const
    {
        const Panel& panel = m_figure.panels[index];
        const double room = m_figure.panels.size() == 1
            ? width - rightOfWords() - leftOfWords()
            : columns.plots[index].width + columns.gap - 0.6 * m_em;
        Rows::OfPanel said;
        said.title = lines(panel.title, room, 2, m_canvas.strong());
        if (extras.xTitles)
            said.xTitle
                = lines(panel.lying ? panel.y.title : panel.x.title, room, 2, m_canvas.plain());
        for (std::size_t at = 0; at < std::min(extras.captions, panel.captions.size()); ++at) {
            const double from = at > 0 && panel.listed ? columns.plots[index].left : leftOfWords();
            said.captions.push_back(lines(panel.captions[at],
                                          std::min(room, width - rightOfWords() - from), 3,
                                          at == 0 ? m_canvas.strong() : m_canvas.plain()));
        }
        return said;
    }

    /// The width that the marks of a panel's y axis take; 0 where another panel shows them.
    double marksWidth(std::size_t index) const
    {
        if (m_figure.sharedScale && index > 0)
            return 0;
        if (const Panel& panel = m_figure.panels[index]; panel.lying)
            return rowNamesWidth(m_canvas, panel) + 0.7 * m_em;
        double widest = m_canvas.style.live ? m_canvas.width("000", m_canvas.plain()) : 0;
        for (const std::string& label : yLabels(m_figure.panels[index].y))
            widest = std::max(widest, m_canvas.width(label, m_canvas.plain()));
        return widest + 0.7 * m_em;
    }
    double widestMark() const
    {
        double widest = 0;
        for (const Panel& panel : m_figure.panels)
            for (std::size_t tick = 0; tick < panel.x.ticks.size(); ++tick)
                widest
                    = std::max(widest, m_canvas.width(tickLabel(panel.x, tick), m_canvas.plain()));
        return widest;
    }
    double widestBand() const
    {
        double widest = 0;
        for (const Layer& layer : m_figure.panels.front().layers)
            widest = std::max(widest,
                              m_canvas.width(bandLabel(m_canvas, m_figure.panels.front(), layer),
                                             m_canvas.plain()));
        return widest;
    }

    /// An entry for every band, compared plan and line over the bands, in rows of this width.
    /// Panels share their entries: a second panel adds only the curves that it has beyond the first
    /// one's.
    std::vector<std::vector<Entry>> legend(double width) const
    {
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < groupCount; ++i)
            if (const Layer* layer = layerOf(static_cast<Group>(i)))
                entries.push_back({layer->group, {}, m_canvas.said(layer->name)});
        std::size_t curves = 0;
        for (const Panel& panel : m_figure.panels)
            for (; curves < panel.curves.size(); ++curves)
                entries.push_back(
                    {{}, panel.lookOfCurve(curves), m_canvas.said(panel.curves[curves].name)});
        for (const Panel& panel : m_figure.panels)
            if (!panel.overlays.empty()) {
                for (const Curve& overlay : panel.overlays)
                    if (!overlay.isLimit || m_canvas.style.limitLine)
                        entries.push_back({{}, {}, m_canvas.said(overlay.name), &overlay});
                break;
            }
        std::vector<std::vector<Entry>> rows;
        double free = 0;
        for (Entry& entry : entries) {
            const double key = keyWidth(entry);
            entry.name = shortened(entry.name, width - key, m_canvas.plain(), m_canvas.measure);
            entry.width = key + m_canvas.width(entry.name, m_canvas.plain()) + 1.4 * m_em;
            if (rows.empty() || entry.width - 1.4 * m_em > free) {
                rows.emplace_back();
                free = width;
            }
            free -= entry.width;
            rows.back().push_back(std::move(entry));
        }
        return rows;
    }
    const Layer* layerOf(Group group) const
    {
        for (const Panel& panel : m_figure.panels)
            for (const Layer& layer : panel.layers)
                if (layer.group == group)
                    return &layer;
        return nullptr;
    }
    /// The left edge of a line below a plot: right of the title of the y axis, which may be long.
    double leftOfWords() const { return (margin + (yTitle().empty() ? 0 : sideTitle)) * m_em; }
    /// The width right of a line below a plot: what the viewer draws beside the plot may reach
    /// down.
    double rightOfWords() const { return std::max(margin * m_em, m_canvas.style.beside); }
    /// Names of rows take much of the width: a legend over the plot alone would leave this part
    /// empty.
    double legendLeft(const Columns& columns) const
    {
        return isLying() ? margin * m_em : columns.plots.front().left;
    }
    /// The width of the swatch before a name, or of the letter and a piece of the line.
    double keyWidth(const Entry& entry) const
    {
        const bool small = entry.group || (entry.overlay && entry.overlay->isLimit);
        return (small ? 1.3 : entry.overlay ? 2.4 : 4.2) * m_em;
    }

    void drawHeader(const Rows& rows)
    {
        double top = margin * m_em;
        m_canvas.role = Role::Title;
        for (const std::string& line : rows.title) {
            m_canvas.write(line, {margin * m_em, top + 1.3 * m_em}, Anchor::Start,
                           m_canvas.heading(), m_canvas.style.palette.text);
            top += headingHeight * m_em;
        }
        m_canvas.role = Role::Shape;
        for (const std::string& line : rows.subtitle) {
            m_canvas.write(line, {margin * m_em, top + m_em}, Anchor::Start, m_canvas.plain(),
                           m_canvas.style.palette.muted);
            top += lineEms * m_em;
        }
    }

    void drawLegend(const Rows& rows, const Columns& columns)
    {
        double top = rows.legendTop * m_em;
        for (const std::vector<Entry>& row : rows.legend) {
            double left = legendLeft(columns);
            for (const Entry& entry : row) {
                drawKey(entry, {left, top + 0.6 * m_em});
                m_canvas.write(entry.name, {left + keyWidth(entry), top + 0.9 * m_em},
                               Anchor::Start, m_canvas.plain(), m_canvas.style.palette.text);
                left += entry.width;
            }
            top += legendHeight * m_em;
        }
    }

    void drawKey(const Entry& entry, Point at)
    {
        if (entry.group) {
            const auto group = static_cast<std::size_t>(*entry.group);
            const double side = std::round(0.85 * m_em);
            m_canvas.add(Box{
                {m_canvas.crisp(at.x), m_canvas.crisp(at.y - side / 2), side, side},
                0,
                m_canvas.colour(m_canvas.style.palette.fill[group]),
                Stroke{m_canvas.colour(m_canvas.style.palette.edge[group]), m_canvas.hair(), {}}});
            return;
        }
        if (entry.overlay && entry.overlay->isLimit) {
            const double middle = at.x + 0.4 * m_em;
            m_canvas.line({{middle, at.y - 0.6 * m_em}, {middle, at.y + 0.6 * m_em}},
                          overlayStroke(m_canvas, *entry.overlay));
            return;
        }
        if (entry.overlay) {
            m_canvas.line({{at.x, at.y}, {at.x + 2 * m_em, at.y}},
                          overlayStroke(m_canvas, *entry.overlay));
            return;
        }
        m_canvas.line({{at.x + 1.8 * m_em, at.y}, {at.x + 3.8 * m_em, at.y}},
                      curveStroke(m_canvas, entry.look));
        drawBadge(m_canvas, {at.x + badgeRadius(m_canvas), at.y}, entry.look);
    }

    /// At the middle of the plots' height, as near as the title's length allows.
    void drawYTitle(const Rows& rows, const Rect& first, double top, double plotHeight,
                    double height)
    {
        const double highest = (margin + rows.header) * m_em;
        const double lowest = height - 0.6 * m_em;
        const std::string text
            = shortened(yTitle(), lowest - highest, m_canvas.plain(), m_canvas.measure);
        if (text.empty())
            return;
        const double half = m_canvas.width(text, m_canvas.plain()) / 2;
        const double middle = std::clamp(top + plotHeight / 2, highest + half,
                                         std::max(highest + half, lowest - half));
        const double left = first.left - marksWidth(0) - sideTitle * m_em;
        m_canvas.write(text, {left + 0.85 * m_em, middle}, Anchor::Middle, m_canvas.plain(),
                       m_canvas.style.palette.text, -90);
    }

    /// Title, axis title and captions of a panel, centred on its plot. In a panel with a list
    /// (Panel::listed), the captions after the first one begin at the plot's left edge.
    void drawAround(const Rows& rows, std::size_t index, const Rect& plot)
    {
        const Palette& palette = m_canvas.style.palette;
        const Rows::OfPanel& said = rows.panels[index];
        const double middle = plot.centre().x;
        const auto write = [&](const std::vector<std::string>& lines, double top, Typeface face,
                               std::uint32_t rgb, bool fromLeft = false) {
            for (const std::string& line : lines) {
                const double half = m_canvas.width(line, face) / 2;
                const double within
                    = std::max(leftOfWords() + half,
                               std::min(middle, m_canvas.style.width - rightOfWords() - half));
                m_canvas.write(line, {fromLeft ? plot.left : within, top + m_em},
                               fromLeft ? Anchor::Start : Anchor::Middle, face, rgb);
                top += lineEms * m_em;
            }
            return top;
        };
        const auto count = static_cast<double>(said.title.size());
        const Panel& panel = m_figure.panels[index];
        const double heads = panel.stretches.empty() && !panel.lying ? 0 : headsHeight;
        write(said.title, plot.top - (0.4 + heads + count * lineEms) * m_em, m_canvas.strong(),
              palette.text);
        const double below = plot.bottom() + (marksHeight + rows.unders) * m_em;
        write(said.xTitle, below, m_canvas.plain(), palette.text);
        std::size_t xTitles = 0;
        for (const Rows::OfPanel& each : rows.panels)
            xTitles = std::max(xTitles, each.xTitle.size());
        double top = below
            + ((xTitles > 0 ? 0.1 : 0) + static_cast<double>(xTitles) * lineEms + 0.2) * m_em;
        for (std::size_t i = 0; i < said.captions.size(); ++i) {
            const bool first = i == 0;
            const bool warns = first && m_figure.panels[index].neverFits;
            top = write(said.captions[i], top, first ? m_canvas.strong() : m_canvas.plain(),
                        warns       ? palette.limit
                            : first ? palette.text
                                    : palette.muted,
                        !first && m_figure.panels[index].listed);
        }
    }

    Canvas& m_canvas;
    const Figure& m_figure;
    const double m_em;
};

/// Whether every series of every panel has a value at each point of the axis.
bool isWhole(const Figure& figure)
{
    const auto whole = [](const Panel& panel) {
        const auto filled
            = [&](const auto& series) { return series.values.size() == panel.xs.size(); };
        return !panel.xs.empty() && panel.share > 0 && std::ranges::all_of(panel.layers, filled)
            && std::ranges::all_of(panel.curves, filled)
            && std::ranges::all_of(panel.overlays, filled);
    };
    return !figure.panels.empty() && std::ranges::all_of(figure.panels, whole);
}

std::optional<Problem> outOfRange(const SceneStyle& style)
{
    constexpr double leastFont = 4, mostFont = 512;
    const auto within = [](double number, double least, double most) {
        return number >= least && number <= most; // false for NaN
    };
    if (!within(style.width, 1, mostPixels) || !within(style.height, 1, mostPixels))
        return Problem{
            std::string("--size"),
            shortest(style.width) + "x" + shortest(style.height),
            {HW_TR("core", "must be from 1 to %1 pixels wide and high"), {shortest(mostPixels)}}};
    if (!within(style.font, leastFont, mostFont))
        return Problem{std::string("--font-size"),
                       shortest(style.font),
                       {HW_TR("core", "must be a number from %1 to %2"),
                        {shortest(leastFont), shortest(mostFont)}}};
    return std::nullopt;
}

/// The subtitle, title and captions of each panel, and the name of the limit, one line each.
std::string description(const Canvas& canvas)
{
    std::string text = canvas.said(canvas.figure.subtitle);
    const auto add = [&](const Text& said) {
        const std::string line = canvas.said(said);
        text += (text.empty() || line.empty() ? "" : "\n") + line;
    };
    for (const Panel& panel : canvas.figure.panels) {
        add(panel.title);
        for (const Text& caption : panel.captions)
            add(caption);
    }
    if (canvas.figure.limit)
        add(canvas.figure.limit->label);
    return text;
}

} // namespace

Palette readableOn(Backdrop backdrop, const Palette& palette)
{
    constexpr std::uint32_t middle = 0x808080;
    const bool dark = palette.surface < middle;
    Palette readable = palette;
    if ((backdrop == Backdrop::Dark && !dark) || (backdrop == Backdrop::White && dark)) {
        readable = dark ? lightPalette() : darkPalette();
        if (palette != lightPalette() && palette != darkPalette()) {
            readable.fill = palette.fill;
            readable.edge.fill(readable.axis);
        }
    }
    if (backdrop == Backdrop::White)
        readable.surface = 0xFFFFFF;
    return readable;
}

Result<Scene> sceneOf(const Figure& figure, const SceneStyle& style, const Translator& words,
                      const TextWidth& width)
{
    if (const auto problem = outOfRange(style))
        return *problem;
    if (!isWhole(figure))
        return Problem{std::string("--figure"),
                       std::string(figure.name),
                       {HW_TR("core", "must have a value at every point of its axis")}};
    Canvas canvas{figure, style, words, width};
    canvas.style.palette = readableOn(style.backdrop, style.palette);
    Arrangement arrangement(canvas);
    if (const auto problem = arrangement.tooSmall(style.width, style.height))
        return *problem;
    canvas.scene.width = style.width;
    canvas.scene.height = style.height;
    if (style.backdrop != Backdrop::Transparent)
        canvas.scene.background = canvas.colour(canvas.style.palette.surface);
    canvas.scene.title = canvas.said(figure.title);
    canvas.scene.description = description(canvas);
    arrangement.draw(style.width, style.height);
    return std::move(canvas.scene);
}

} // namespace highwater
