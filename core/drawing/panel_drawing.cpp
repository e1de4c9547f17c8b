// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/canvas.h"
#include "core/drawing/outline.h"
#include "core/figure/figure_words.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace highwater {
namespace {

/// How far over the plot the lines under the names of stretches are, in em.
constexpr double headLine = 0.45;

class PanelDrawing
{
public:
    PanelDrawing(Canvas& canvas, const Panel& panel, const PanelFrame& frame)
        : m_canvas(canvas)
        , m_panel(panel)
        , m_frame(frame)
        , m_plot(frame.plot)
        , m_palette(canvas.style.palette)
        , m_em(canvas.em())
        , m_hair(canvas.hair())
    {
        if (canvas.style.limitLine && canvas.figure.limit && canvas.figure.limit->at > 0)
            m_limit = y(static_cast<double>(canvas.figure.limit->at));
        if (m_limit && *m_limit < m_plot.top)
            m_limit.reset();
    }

    void draw()
    {
        drawGrid();
        if (m_panel.bars)
            drawBars();
        else
            drawBands();
        drawHatch();
        drawCuts();
        drawAxis();
        drawBounds();
        drawMarkerLines();
        drawPeakLine();
        drawLimit();
        drawCurves();
        drawCrossing();
        drawMarkerDots();
        drawPlate();
        drawPeak();
        drawBandNames();
        if (m_panel.x.marks == Marks::Letters)
            drawTotals();
        drawLimitLabel();
        drawBadges();
        drawChips();
        drawXLabels();
        drawHeads();
        if (m_frame.sideLabels)
            drawSideLabels();
    }

private:
    std::string id(std::string_view name) const
    {
        const bool alone = m_canvas.figure.panels.size() == 1;
        return std::string(name) + (alone ? "" : "-" + std::to_string(m_frame.index + 1));
    }

    // Where things lie

    double unbounded(double value) const
    {
        const Axis& axis = m_panel.x;
        const bool powers = axis.least > 0;
        const auto at = [powers](double of) { return powers ? std::log2(std::max(of, 0.5)) : of; };
        const double span = at(axis.most) - at(axis.least);
        const double part = span > 0 ? (at(value) - at(axis.least)) / span : 0.5;
        return m_plot.left + part * m_plot.width;
    }
    double slot() const { return m_plot.width / static_cast<double>(m_panel.xs.size()); }
    double middleOf(std::size_t bar) const
    {
        return m_plot.left + (static_cast<double>(bar) + 0.5) * slot();
    }
    /// None where the axis does not reach it; bars stand for themselves alone.
    std::optional<double> x(double value) const
    {
        if (!m_panel.bars) {
            const bool held = value >= m_panel.x.least && value <= m_panel.x.most;
            return held ? std::optional(unbounded(value)) : std::nullopt;
        }
        for (std::size_t i = 0; i < m_panel.xs.size(); ++i)
            if (static_cast<double>(m_panel.xs[i]) == value)
                return middleOf(i);
        return std::nullopt;
    }
    double y(double bytes) const
    {
        const double unit = bytes * inUnit(1, m_canvas.figure.unit);
        const double span = m_panel.y.most - m_panel.y.least;
        return m_plot.bottom() - (span > 0 ? (unit - m_panel.y.least) / span : 0) * m_plot.height;
    }

    /// Through one value for each x, no more than the axis shows.
    Points outlineOf(const std::vector<double>& values) const
    {
        Points points;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double at
                = m_panel.bars ? middleOf(i) : unbounded(static_cast<double>(m_panel.xs[i]));
            points.push_back({at, y(values[i])});
        }
        constexpr double unseen = 0.15;
        return simplified(between(points, m_plot.left, m_plot.right()), unseen * m_hair);
    }

    // Ground

    void drawGrid()
    {
        const std::vector<double>& ticks = m_panel.y.ticks;
        const std::vector<std::string> labels = yLabels(m_panel.y);
        const double apart
            = ticks.size() > 1 ? std::abs(tickY(ticks[1]) - tickY(ticks[0])) : m_plot.height;
        std::size_t stride = 1;
        while (apart * static_cast<double>(stride) < 1.35 * m_em && stride < ticks.size())
            stride *= 2;
        Path grid{{}, false, {}, Stroke{m_canvas.colour(m_palette.grid), m_hair, {}}};
        for (std::size_t i = 0; i < ticks.size(); i += stride) {
            const double at = tickY(ticks[i]);
            if (at < m_plot.top - 1e-6 || at > m_plot.bottom() + 1e-6)
                continue;
            const double line = m_canvas.crisp(at);
            grid.parts.push_back({{m_plot.left, line}, {m_plot.right(), line}});
            if (m_frame.tickLabels)
                m_canvas.write(labels[i], {m_plot.left - 0.6 * m_em, at + 0.3 * m_em}, Anchor::End,
                               m_canvas.plain(), m_palette.muted);
        }
        m_canvas.add(std::move(grid), id("grid"));
    }
    double tickY(double tick) const { return y(tick / inUnit(1, m_canvas.figure.unit)); }

    /// The line under the bands, with a tick for each mark.
    void drawAxis()
    {
        const double line = m_canvas.crisp(m_plot.bottom());
        Path axis{{{{m_plot.left, line}, {m_plot.right(), line}}},
                  false,
                  {},
                  Stroke{m_canvas.colour(m_palette.axis), m_hair, {}}};
        for (const double tick : m_panel.x.ticks)
            if (const auto at = x(tick); at && !m_panel.bars)
                axis.parts.push_back({{m_canvas.crisp(*at), m_plot.bottom()},
                                      {m_canvas.crisp(*at), m_plot.bottom() + 0.35 * m_em}});
        m_canvas.add(std::move(axis), id("axis"));
    }

    // Bands

    void drawBands()
    {
        if (m_panel.layers.empty())
            return;
        std::vector<double> sums(m_panel.xs.size());
        std::vector<std::pair<Group, std::vector<Points>>> edges;
        Points lower = outlineOf(sums);
        for (const Layer& layer : m_panel.layers) {
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] += static_cast<double>(layer.values[i]);
            const Points upper = outlineOf(sums);
            Points outside = clampedAt(upper, m_plot.top);
            const Points inside = clampedAt(lower, m_plot.top);
            outside.insert(outside.end(), inside.rbegin(), inside.rend());
            m_canvas.add(Path{{std::move(outside)}, true, fillOf(layer.group), {}},
                         id(nameOf(layer.group)));
            edges.emplace_back(layer.group, below(upper, m_plot.top));
            if (!m_panel.stretches.empty())
                m_bands.emplace_back(clampedAt(lower, m_plot.top), clampedAt(upper, m_plot.top));
            lower = upper;
        }
        m_stack = {clampedAt(lower, m_plot.top)};
        for (const auto& [group, parts] : edges)
            m_canvas.add(Path{parts, false, {}, edgeOf(group)});
    }

    void drawBars()
    {
        constexpr double share = 0.62, widest = 6;
        const double half = std::min(share * slot(), widest * m_em) / 2;
        std::vector<double> sums(m_panel.xs.size());
        for (const Layer& layer : m_panel.layers) {
            Path bars{{}, true, fillOf(layer.group), edgeOf(layer.group)};
            for (std::size_t i = 0; i < sums.size(); ++i) {
                const double left = middleOf(i) - half, right = middleOf(i) + half;
                const double bottom = std::max(y(sums[i]), m_plot.top);
                sums[i] += static_cast<double>(layer.values[i]);
                const double top = std::max(y(sums[i]), m_plot.top);
                if (top < bottom)
                    bars.parts.push_back(
                        {{left, top}, {right, top}, {right, bottom}, {left, bottom}});
            }
            m_canvas.add(std::move(bars), id(nameOf(layer.group)));
        }
        for (std::size_t i = 0; i < sums.size() && !m_panel.layers.empty(); ++i) {
            const double top = std::max(y(sums[i]), m_plot.top);
            m_stack.push_back({{middleOf(i) - half, top}, {middleOf(i) + half, top}});
        }
    }

    Colour fillOf(Group group) const
    {
        return m_canvas.colour(m_palette.fill[static_cast<std::size_t>(group)]);
    }
    Stroke edgeOf(Group group) const
    {
        return {m_canvas.colour(m_palette.edge[static_cast<std::size_t>(group)]), m_hair, {}};
    }

    void drawHatch()
    {
        if (!m_limit)
            return;
        constexpr double apart = 8;
        Path lines{{}, false, {}, Stroke{{m_palette.hatch, m_palette.hatchOpacity}, m_hair, {}}};
        for (const Points& outline : m_stack) {
            const std::vector<Points> over = hatched(outline, *m_limit, apart * m_hair);
            lines.parts.insert(lines.parts.end(), over.begin(), over.end());
        }
        if (!lines.parts.empty())
            m_canvas.add(std::move(lines), id("over-limit"));
    }

    /// The least y that the stack reaches over a stretch of x.
    double highestStack(double left, double right) const
    {
        double least = INFINITY;
        for (const Points& outline : m_stack)
            least = std::min(least, highest(outline, left, right));
        return least;
    }

    void drawCurves()
    {
        for (std::size_t i = 0; i < m_panel.curves.size(); ++i) {
            const std::vector<Bytes>& values = m_panel.curves[i].values;
            const Points outline = outlineOf({values.begin(), values.end()});
            m_curves.push_back(below(outline, m_plot.top));
            const CurveLook look = lookOf(m_panel, i);
            m_canvas.add(Path{m_curves.back(), false, {}, curveStroke(m_canvas, look)},
                         id("plan-" + std::string(1, static_cast<char>('a' + look.letter % 26))));
        }
    }

    // Stretches

    Rect placeOf(const Stretch& stretch) const
    {
        const double left = unbounded(stretch.from);
        return {left, m_plot.top, unbounded(stretch.to) - left, m_plot.height};
    }

    void drawCuts()
    {
        for (const Stretch& stretch : m_panel.stretches)
            if (const Rect place = placeOf(stretch); stretch.cut) {
                m_canvas.add(Box{place, 0, m_canvas.casing(), {}});
                const Point middle = place.centre();
                for (const double off : {-0.8, 0.0, 0.8})
                    m_canvas.add(Circle{{middle.x + off * 0.5 * m_em, middle.y},
                                        1.5 * m_hair,
                                        m_canvas.colour(m_palette.muted),
                                        {}});
            }
    }

    void drawBounds()
    {
        Path bounds{{},
                    false,
                    {},
                    Stroke{m_canvas.colour(m_palette.axis), m_hair, {2 * m_hair, 3 * m_hair}}};
        for (std::size_t i = 1; i < m_panel.stretches.size(); ++i) {
            const double at = m_canvas.crisp(unbounded(m_panel.stretches[i].from));
            bounds.parts.push_back({{at, m_plot.top - headLine * m_em}, {at, m_plot.bottom()}});
        }
        if (!bounds.parts.empty())
            m_canvas.add(std::move(bounds), id("phases"));
    }

    /// As many names as have room, all brief where one is too long.
    void drawHeads()
    {
        bool brief = false;
        for (const Stretch& stretch : m_panel.stretches)
            brief = brief
                || (!m_canvas.said(stretch.brief).empty()
                    && m_canvas.width(m_canvas.said(stretch.name), m_canvas.strong())
                        > placeOf(stretch).width - 0.4 * m_em);
        double free = m_frame.left;
        for (const Stretch& stretch : m_panel.stretches) {
            const Rect place = placeOf(stretch);
            const double line = m_canvas.crisp(m_plot.top - headLine * m_em);
            const double off = std::min(0.25 * m_em, place.width / 8);
            if (!stretch.cut)
                m_canvas.line({{place.left + off, line}, {place.right() - off, line}},
                              {m_canvas.colour(m_palette.axis), 1.5 * m_hair, {}});
            std::string name = m_canvas.said(stretch.name);
            if (const std::string other = m_canvas.said(stretch.brief); brief && !other.empty())
                name = other;
            drawHead(name, place, m_plot.top - (headLine + 0.45) * m_em, m_canvas.strong(),
                     stretch.cut ? m_palette.muted : m_palette.text, free);
        }
        free = m_frame.left;
        for (const Stretch& stretch : m_panel.stretches)
            if (m_frame.unders > 0)
                drawHead(m_canvas.said(stretch.under), placeOf(stretch),
                         m_plot.bottom() + m_frame.unders + m_em, m_canvas.plain(), m_palette.text,
                         free);
    }

    /// Centred over its stretch, or left out where it would meet the one before.
    void drawHead(const std::string& name, const Rect& place, double baseline, Typeface face,
                  std::uint32_t rgb, double& free)
    {
        const double width = m_canvas.width(name, face);
        const double left
            = std::min(place.centre().x - width / 2, m_frame.right - width - 0.1 * m_em);
        if (name.empty() || left < free)
            return;
        m_canvas.write(name, {left, baseline}, Anchor::Start, face, rgb);
        free = left + width + 0.5 * m_em;
    }

    /// In bands that end before the right edge, where they would be named else. Only the lightest
    /// fills carry text.
    void drawBandNames()
    {
        constexpr std::uint32_t middle = 0x808080;
        const bool dark = m_palette.surface < middle;
        const std::uint32_t ink = dark ? m_palette.surface : m_palette.text;
        if (!m_frame.sideLabels)
            return;
        for (std::size_t i = 0; i < m_bands.size(); ++i) {
            const Layer& layer = m_panel.layers[i];
            if (layer.values.back() > 0
                || (layer.group != Group::Activations && layer.group != Group::Temporary))
                continue;
            const std::string name = m_canvas.said(layer.name);
            if (const auto place = roomInBand(i, m_canvas.width(name, m_canvas.strong()))) {
                m_canvas.write(name, {place->centre().x, place->centre().y + 0.32 * m_em},
                               Anchor::Middle, m_canvas.strong(), ink);
                m_taken.push_back(*place);
            }
        }
    }

    /// Where the band is thick enough, in the middle of the plot rather than at its sides.
    std::optional<Rect> roomInBand(std::size_t band, double width) const
    {
        constexpr int steps = 60;
        const double height = 1.5 * m_em, enough = 3.5 * m_em;
        std::optional<Rect> best;
        double most = -INFINITY;
        const auto& [lower, upper] = m_bands[band];
        for (int step = 0; step <= steps; ++step) {
            const double left = m_plot.left + step * (m_plot.width - width) / steps;
            double top = m_plot.top, bottom = highest(lower, left, left + width);
            for (const Point at : between(upper, left, left + width))
                top = std::max(top, at.y);
            if (m_limit && *m_limit > top && *m_limit < bottom) { // on the thicker side of it
                const double apart = 0.3 * m_em;
                if (bottom - *m_limit > *m_limit - top)
                    top = *m_limit + apart;
                else
                    bottom = *m_limit - apart;
            }
            const Rect place{left, (top + bottom - height) / 2, width, height};
            const auto cut = [&](const Stretch& stretch) {
                return stretch.cut && place.meets(placeOf(stretch));
            };
            if (std::ranges::any_of(m_panel.stretches, cut))
                continue;
            const auto crosses = [&](const Stretch& stretch) {
                const double at = placeOf(stretch).left;
                return at > left - 0.4 * m_em && at < left + width;
            };
            const auto bounds
                = static_cast<double>(std::ranges::count_if(m_panel.stretches, crosses));
            const double away = std::abs(place.centre().x - m_plot.centre().x);
            const double worth = std::min(bottom - top, enough) - 0.1 * away - bounds * m_em;
            if (bottom - top > height && worth > most && isFree(place.grown(0.3 * m_em))) {
                most = worth;
                best = place;
            }
        }
        return best;
    }

    // The point that is explained

    std::optional<Point> peak() const
    {
        if (!m_panel.callout || m_stack.empty())
            return std::nullopt;
        const double at = unbounded(m_panel.callout->x);
        return Point{at, highest(m_stack.front(), at, at)};
    }

    void drawPeakLine()
    {
        const auto at = peak();
        if (!at || !std::isfinite(at->y))
            return;
        const Points points{*at, {at->x, m_plot.bottom()}};
        m_canvas.line(points, {m_canvas.casing(), 4 * m_hair, {}});
        m_canvas.line(points, {m_canvas.colour(m_palette.text), 1.25 * m_hair, {}});
        m_taken.push_back({at->x - 2 * m_hair, at->y, 4 * m_hair, m_plot.bottom() - at->y});
    }

    void drawPeak()
    {
        const auto at = peak();
        if (!at || !std::isfinite(at->y))
            return;
        const std::string head = m_canvas.said(m_panel.callout->head);
        constexpr double widest = 46;
        const std::vector<std::string> detail
            = wrapped(m_canvas.said(m_panel.callout->detail),
                      std::min(widest * m_em, m_plot.width - 3 * m_em), 2, m_canvas.plain(),
                      m_canvas.measure);
        double width = m_canvas.width(head, m_canvas.strong());
        for (const std::string& line : detail)
            width = std::max(width, m_canvas.width(line, m_canvas.plain()));
        width += 1.4 * m_em;
        const double height = (2.1 + 1.35 * static_cast<double>(detail.size())) * m_em;
        if (const auto place = roomForPeak(*at, width, height)) {
            const Point tip{std::clamp(at->x, place->left, place->right()),
                            std::clamp(at->y, place->top, place->bottom())};
            m_canvas.line({*at, tip}, {m_canvas.colour(m_palette.text), m_hair, {}});
            drawCallout(*place, head, detail);
        }
        drawDot(*at, m_palette.text);
    }

    /// Beside or over the point; clear of the stack where it can be, and of the limit line.
    std::optional<Rect> roomForPeak(Point at, double width, double height) const
    {
        constexpr int steps = 24;
        const double off = 1.6 * m_em;
        const Rect within = m_plot.grown(-0.3 * m_em);
        const Rect point = Rect{at.x, at.y, 0, 0}.grown(0.8 * m_em);
        const double lowest = std::min(at.y + 0.3 * m_em, within.bottom());
        for (const bool clear : {true, false})
            for (const bool overLimit : {false, true})
                for (int step = 0; step <= 2 * steps; ++step) {
                    const bool below = step > steps;
                    if (below && clear)
                        break;
                    const double up = lowest - height - within.top;
                    const double top = below ? at.y + off + (step - steps) * m_em
                                             : lowest - height - std::max(0.0, up) * step / steps;
                    for (const double left :
                         {at.x + off, at.x - off - width, at.x - width / 2,
                          std::clamp(at.x - width / 2, within.left, within.right() - width)}) {
                        const Rect place{left, top, width, height};
                        const bool onLimit = m_limit && *m_limit > top - 0.4 * m_em
                            && *m_limit < place.bottom() + 0.4 * m_em;
                        const bool onStack
                            = highestStack(left, place.right()) < place.bottom() + 0.3 * m_em;
                        if (within.contains(place) && !place.meets(point)
                            && !(onLimit && !overLimit) && !(onStack && clear)
                            && std::ranges::none_of(
                                m_dots, [&](const Rect& dot) { return place.meets(dot); }))
                            return place;
                    }
                }
        return std::nullopt;
    }

    void drawCallout(const Rect& place, const std::string& head,
                     const std::vector<std::string>& detail)
    {
        m_canvas.add(Box{place, 0.25 * m_em, m_canvas.colour(m_palette.surface),
                         Stroke{m_canvas.colour(m_palette.axis), m_hair, {}}},
                     id("peak"));
        double baseline = place.top + 1.45 * m_em;
        m_canvas.write(head, {place.left + 0.7 * m_em, baseline}, Anchor::Start, m_canvas.strong(),
                       m_palette.text);
        for (const std::string& line : detail) {
            baseline += 1.35 * m_em;
            m_canvas.write(line, {place.left + 0.7 * m_em, baseline}, Anchor::Start,
                           m_canvas.plain(), m_palette.muted);
        }
        m_taken.push_back(place.grown(0.3 * m_em));
    }

    // Lines over the bands

    void drawMarkerLines()
    {
        for (const Marker& marker : m_panel.markers)
            if (const auto at = x(marker.x); at && !m_panel.bars) {
                const Points points{{*at, m_plot.top}, {*at, m_plot.bottom()}};
                m_canvas.line(points, {m_canvas.casing(), 5.25 * m_hair, {}});
                m_canvas.line(points, {m_canvas.colour(m_palette.text), 1.25 * m_hair, {}});
                m_taken.push_back({*at - 4 * m_hair, m_plot.top, 8 * m_hair, m_plot.height});
            }
    }

    void drawMarkerDots()
    {
        for (const Marker& marker : m_panel.markers)
            if (const auto at = x(marker.x); at && !m_panel.bars) {
                for (const Points& outline : m_stack)
                    drawDot({*at, highest(outline, *at, *at)}, m_palette.text);
                for (std::size_t i = 0; i < m_curves.size(); ++i)
                    for (const Points& part : m_curves[i])
                        drawDot({*at, highest(part, *at, *at)},
                                curveStroke(m_canvas, lookOf(m_panel, i)).colour.rgb);
            }
    }

    void drawDot(Point at, std::uint32_t rgb)
    {
        if (!std::isfinite(at.y))
            return;
        const double radius = 5 * m_hair;
        m_canvas.add(Circle{at, radius, m_canvas.colour(rgb),
                            Stroke{m_canvas.colour(m_palette.surface), 1.5 * m_hair, {}}});
        m_dots.push_back(Rect{at.x, at.y, 0, 0}.grown(radius + m_hair));
    }

    void drawLimit()
    {
        if (!m_limit)
            return;
        const Points points{{m_plot.left, *m_limit}, {m_plot.right(), *m_limit}};
        m_canvas.line(points, {m_canvas.casing(), 5 * m_hair, {}});
        Stroke stroke{m_canvas.colour(m_palette.limit), 2 * m_hair, {}};
        if (m_canvas.figure.limit->dashed)
            stroke.dash = {8 * m_hair, 5 * m_hair};
        m_canvas.line(points, std::move(stroke), id("capacity"));
    }

    std::optional<Point> ring() const
    {
        if (!m_panel.crossing || !m_limit || m_panel.bars)
            return std::nullopt;
        const auto at = x(m_panel.crossing->x);
        return at ? std::optional(Point{*at, *m_limit}) : std::nullopt;
    }

    void drawCrossing()
    {
        const auto at = ring();
        if (!at)
            return;
        const Colour red = m_canvas.colour(m_palette.limit);
        const double radius = 5 * m_hair;
        const Points drop{{at->x, at->y + radius}, {at->x, m_plot.bottom()}};
        m_canvas.line(drop, {m_canvas.casing(), 3.5 * m_hair, {}});
        m_canvas.line(drop, {red, 1.5 * m_hair, {4 * m_hair, 3 * m_hair}});
        m_canvas.add(
            Circle{*at, radius, m_canvas.colour(m_palette.surface), Stroke{red, 2 * m_hair, {}}},
            id("crossing"));
        m_taken.push_back(Rect{at->x, at->y, 0, 0}.grown(radius + 2 * m_hair));
        m_taken.push_back({at->x - 3 * m_hair, at->y, 6 * m_hair, m_plot.bottom() - at->y});
    }

    // What is written in the plot

    bool isFree(const Rect& place) const
    {
        const auto meets = [&](const Rect& other) { return place.meets(other); };
        return m_plot.contains(place) && std::ranges::none_of(m_taken, meets)
            && std::ranges::none_of(m_dots, meets);
    }

    /// Over markers' lines, but neither over their dots nor over the ring.
    void drawPlate()
    {
        const auto at = ring();
        if (!at)
            return;
        const std::string text = m_canvas.said(m_panel.crossing->label);
        const double width = m_canvas.width(text, m_canvas.strong()) + m_em, height = 1.55 * m_em;
        const double off = 0.55 * m_em;
        const double left = at->x - off - width, right = at->x + off, middle = at->x - width / 2;
        const double above = at->y - off - height, under = at->y + off;
        const std::array places{Rect{left, above, width, height}, Rect{right, above, width, height},
                                Rect{middle, above - 0.2 * m_em, width, height},
                                Rect{left, under, width, height},
                                Rect{right, under, width, height}};
        const Rect within = m_plot.grown(-0.2 * m_em);
        const auto place = std::ranges::find_if(places, [&](const Rect& candidate) {
            return within.contains(candidate) && std::ranges::none_of(m_dots, [&](const Rect& dot) {
                       return candidate.meets(dot);
                   });
        });
        if (text.empty() || place == places.end())
            return;
        drawBox(*place, text, m_palette.text);
    }

    void drawBox(const Rect& rect, const std::string& text, std::uint32_t rgb)
    {
        m_canvas.add(Box{rect, 0.25 * m_em, m_canvas.colour(m_palette.surface),
                         Stroke{m_canvas.colour(m_palette.limit), m_hair, {}}});
        m_canvas.write(text, {rect.centre().x, rect.centre().y + 0.32 * m_em}, Anchor::Middle,
                       m_canvas.strong(), rgb);
        m_taken.push_back(rect.grown(0.3 * m_em));
    }

    /// Over each bar what it comes to, clear of the limit line; none where not all have the room.
    void drawTotals()
    {
        const auto fit = [&](int decimals) {
            for (std::size_t i = 0; i < m_panel.xs.size(); ++i)
                if (m_canvas.width(amount(m_panel.totalAt(i), m_canvas.figure.unit, decimals),
                                   m_canvas.strong())
                    > slot() - 0.2 * m_em)
                    return false;
            return true;
        };
        const int decimals = fit(2) ? 2 : fit(1) ? 1 : 0;
        if (!fit(decimals))
            return;
        for (std::size_t i = 0; i < m_panel.xs.size(); ++i) {
            const Bytes total = m_panel.totalAt(i);
            const std::string text = amount(total, m_canvas.figure.unit, decimals);
            const double width = m_canvas.width(text, m_canvas.strong());
            const bool over = m_limit && total > m_canvas.figure.limit->at;
            double bottom = std::max(y(static_cast<double>(total)) - 0.35 * m_em, m_plot.top);
            if (m_limit && bottom > *m_limit - 0.3 * m_em && bottom - 0.9 * m_em < *m_limit)
                bottom = *m_limit - 0.35 * m_em;
            m_canvas.write(text, {middleOf(i), bottom}, Anchor::Middle, m_canvas.strong(),
                           over ? m_palette.limit : m_palette.text);
            m_taken.push_back({middleOf(i) - width / 2, bottom - 0.9 * m_em, width, m_em});
        }
    }

    bool crossesCurve(const Rect& rect) const
    {
        for (const std::vector<Points>& curve : m_curves)
            for (const Points& part : curve) {
                const Points over = between(part, rect.left, rect.right());
                for (std::size_t i = 1; i < over.size(); ++i) {
                    const auto [least, most] = std::minmax(over[i - 1].y, over[i].y);
                    if (least < rect.bottom() + m_hair && most > rect.top - m_hair)
                        return true;
                }
            }
        return false;
    }

    /// Just above the line where the stack does not cover it there, else raised above the stack;
    /// where all is full on a plate, and by its amount alone where the whole is too wide.
    void drawLimitLabel()
    {
        if (!m_limit || !m_frame.limitLabel)
            return;
        const LimitLine& limit = *m_canvas.figure.limit;
        const std::string whole = m_canvas.said(limit.label);
        const std::string brief = amount(limit.at, m_canvas.figure.unit, 1) + " "
            + std::string(nameOf(m_canvas.figure.unit));
        if (!placeLimitLabel(whole) && !placeLimitLabel(brief) && !plateLimitLabel(whole))
            plateLimitLabel(brief);
    }

    bool placeLimitLabel(const std::string& text)
    {
        const double width = m_canvas.width(text, m_canvas.strong());
        const double clear = *m_limit - 2.5 * m_hair - 0.25 * m_em;
        constexpr int steps = 16;
        for (const bool raised : {false, true})
            for (int step = 0; step < steps; ++step) {
                const double left = m_plot.left + 0.6 * m_em + step * m_plot.width / steps;
                const double stack = highestStack(left, left + width);
                const bool covered = stack < clear;
                const double bottom = covered ? stack - 0.45 * m_em : clear;
                const Rect place{left, bottom - m_em, width, m_em};
                if (covered != raised || !isFree(place) || crossesCurve(place))
                    continue;
                if (raised)
                    drawLeader({left + 0.45 * m_em, *m_limit}, bottom);
                m_canvas.write(text, {left, bottom - 0.22 * m_em}, Anchor::Start, m_canvas.strong(),
                               m_palette.limit);
                m_taken.push_back(place);
                return true;
            }
        return false;
    }

    void drawLeader(Point foot, double top)
    {
        const Colour red = m_canvas.colour(m_palette.limit);
        const Points points{foot, {foot.x, top}};
        m_canvas.line(points, {m_canvas.casing(), 3.5 * m_hair, {}});
        m_canvas.line(points, {red, 1.5 * m_hair, {}});
        m_canvas.add(Circle{foot, 3 * m_hair, red, {}});
    }

    bool plateLimitLabel(const std::string& text)
    {
        const double width = m_canvas.width(text, m_canvas.strong()) + m_em, height = 1.55 * m_em;
        constexpr int steps = 16;
        for (const double top : {*m_limit - 0.5 * m_em - height, *m_limit + 0.5 * m_em})
            for (int step = 0; step < steps; ++step) {
                const Rect place{m_plot.left + 0.4 * m_em + step * m_plot.width / steps, top, width,
                                 height};
                if (isFree(place)) {
                    drawBox(place, text, m_palette.limit);
                    return true;
                }
            }
        return false;
    }

    /// At the curves' right ends; on the curve where it leaves the plot before.
    void drawBadges()
    {
        const double radius = badgeRadius(m_canvas);
        std::vector<std::pair<double, std::size_t>> ends; // y, curve
        for (std::size_t i = 0; i < m_curves.size(); ++i) {
            if (m_curves[i].empty())
                continue;
            const Points& last = m_curves[i].back();
            if (last.back().x >= m_plot.right() - 1e-6)
                ends.emplace_back(last.back().y, i);
            else
                drawBadgeOn(last, i);
        }
        std::ranges::sort(ends, std::greater());
        std::vector<double> wanted;
        for (const auto& [at, curve] : ends)
            wanted.push_back(at);
        wanted = spread(wanted, 2.2 * radius, m_plot.top + radius, m_plot.bottom() - radius);
        for (std::size_t i = 0; i < ends.size(); ++i)
            drawBadge(m_canvas, {m_plot.right() + radius + 0.3 * m_em, wanted[i]},
                      lookOf(m_panel, ends[i].second));
    }

    void drawBadgeOn(const Points& curve, std::size_t index)
    {
        const double radius = badgeRadius(m_canvas);
        for (double at = curve.back().x; at > curve.front().x; at -= radius / 2) {
            const Point centre{at, highest(curve, at, at)};
            const Rect place = Rect{centre.x, centre.y, 0, 0}.grown(radius + m_hair);
            if (!isFree(place))
                continue;
            drawBadge(m_canvas, centre, lookOf(m_panel, index));
            m_taken.push_back(place);
            return;
        }
    }

    // What is written under and beside the plot

    /// The markers' names, each on a chip with a handle at the axis.
    void drawChips()
    {
        for (const Marker& marker : m_panel.markers) {
            const auto at = x(marker.x);
            const std::string text = m_canvas.said(marker.label);
            const double width = m_canvas.width(text, m_canvas.strong()) + m_em;
            if (!at || text.empty() || width > m_frame.right - m_frame.left)
                continue;
            const double top = m_plot.bottom() + 0.55 * m_em;
            const Rect chip{std::clamp(*at - width / 2, m_frame.left, m_frame.right - width), top,
                            width, 1.4 * m_em};
            const auto meets = [&](const Rect& other) { return chip.meets(other); };
            if (std::ranges::any_of(m_chips, meets))
                continue;
            const Colour ink = m_canvas.colour(m_palette.text);
            const double tip = std::clamp(*at, chip.left + 0.5 * m_em, chip.right() - 0.5 * m_em);
            m_canvas.add(Path{{{{*at, m_plot.bottom() + m_hair},
                                {tip + 0.45 * m_em, top + m_hair},
                                {tip - 0.45 * m_em, top + m_hair}}},
                              true,
                              ink,
                              {}});
            m_canvas.add(Box{chip, 0.15 * m_em, ink, {}});
            m_canvas.write(text, {chip.centre().x, top + 1.02 * m_em}, Anchor::Middle,
                           m_canvas.strong(), m_palette.surface);
            m_chips.push_back(chip.grown(0.3 * m_em));
        }
    }

    struct Mark
    {
        std::string text;
        Rect place;
    };

    /// As many marks as have room, and none under a chip.
    void drawXLabels()
    {
        std::vector<Mark> marks;
        const auto add = [&](double value, std::string text) {
            const auto at = x(value);
            if (!at)
                return;
            const double width = m_canvas.width(text, m_canvas.plain());
            marks.push_back(
                {std::move(text), {*at - width / 2, m_plot.bottom() + 0.67 * m_em, width, m_em}});
        };
        if (m_panel.x.marks == Marks::Letters)
            return drawLettersOfBars();
        if (m_panel.bars)
            for (const std::int64_t value : m_panel.xs)
                add(static_cast<double>(value),
                    markLabel(static_cast<double>(value), m_panel.x.marks));
        else
            for (std::size_t i = 0; i < m_panel.x.ticks.size(); ++i)
                add(m_panel.x.ticks[i], tickLabel(m_panel.x, i));

        std::size_t stride = 1;
        if (m_panel.x.labels.empty())
            while (stride < marks.size() && crowded(marks, stride))
                ++stride;
        else
            leaveRoom(marks); // uneven ones
        for (std::size_t i = 0; i < marks.size(); i += stride) {
            const auto meets = [&](const Rect& chip) { return marks[i].place.meets(chip); };
            if (std::ranges::none_of(m_chips, meets))
                m_canvas.write(marks[i].text,
                               {marks[i].place.centre().x, m_plot.bottom() + 1.45 * m_em},
                               Anchor::Middle, m_canvas.plain(), m_palette.muted);
        }
    }

    void leaveRoom(std::vector<Mark>& marks) const
    {
        double free = -INFINITY;
        std::erase_if(marks, [&](const Mark& mark) {
            if (mark.text.empty() || mark.place.left < free)
                return true;
            free = mark.place.right() + 0.4 * m_em;
            return false;
        });
    }

    /// As at the curves, wherever in the figure these are.
    void drawLettersOfBars()
    {
        for (std::size_t i = 0; i < m_panel.xs.size(); ++i) {
            const auto letter = static_cast<std::size_t>(m_panel.xs[i] - 1);
            CurveLook look{letter, letter};
            for (const Panel& panel : m_canvas.figure.panels)
                for (std::size_t curve = 0; curve < panel.curves.size(); ++curve)
                    if (lookOf(panel, curve).letter == letter)
                        look = lookOf(panel, curve);
            drawBadge(m_canvas, {middleOf(i), m_plot.bottom() + badgeRadius(m_canvas) + 0.4 * m_em},
                      look);
        }
    }

    bool crowded(const std::vector<Mark>& marks, std::size_t stride) const
    {
        for (std::size_t i = stride; i < marks.size(); i += stride)
            if (marks[i].place.left < marks[i - stride].place.right() + 0.5 * m_em)
                return true;
        return false;
    }

    /// The bands' names, with leaders from the middle of each band at the right edge.
    void drawSideLabels()
    {
        std::vector<double> wanted;
        std::vector<const Layer*> layers;
        double under = 0;
        for (const Layer& layer : m_panel.layers) {
            const auto bytes = static_cast<double>(layer.values.back());
            if (bytes == 0 && !m_panel.stretches.empty())
                continue;
            wanted.push_back(std::max(y(under + bytes / 2), m_plot.top));
            layers.push_back(&layer);
            under += bytes;
        }
        const std::vector<double> at
            = spread(wanted, 1.3 * m_em, m_plot.top + 0.3 * m_em, m_plot.bottom() - 0.2 * m_em);
        const double right = m_plot.right() + m_hair;
        for (std::size_t i = 0; i < at.size(); ++i) {
            m_canvas.line({{right, wanted[i]}, {right + 0.6 * m_em, at[i]}},
                          edgeOf(layers[i]->group));
            m_canvas.write(m_canvas.said(layers[i]->name),
                           {right + 0.85 * m_em, at[i] + 0.3 * m_em}, Anchor::Start,
                           m_canvas.plain(), m_palette.text);
        }
    }

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
    std::vector<Rect> m_taken, m_dots, m_chips;
};

} // namespace

std::vector<std::string> yLabels(const Axis& axis)
{
    const double step = axis.ticks.size() > 1 ? axis.ticks[1] - axis.ticks[0] : 1;
    const int decimals
        = step > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6) : 0;
    std::vector<std::string> labels;
    for (const double tick : axis.ticks)
        labels.push_back(grouped(tick, decimals));
    return labels;
}

void drawPanel(Canvas& canvas, const Panel& panel, const PanelFrame& frame)
{
    PanelDrawing(canvas, panel, frame).draw();
}

CurveLook lookOf(const Panel& panel, std::size_t curve)
{
    return panel.curves[curve].look.value_or(CurveLook{curve, curve});
}

double badgeRadius(const Canvas& canvas)
{
    return 0.75 * canvas.em();
}

Stroke curveStroke(const Canvas& canvas, const CurveLook& look)
{
    const double hair = canvas.hair();
    const std::array<std::vector<double>, 5> dashes{{{},
                                                     {6 * hair, 4 * hair},
                                                     {2 * hair, 3 * hair},
                                                     {10 * hair, 4 * hair, 2 * hair, 4 * hair},
                                                     {14 * hair, 5 * hair}}};
    const std::size_t kind = look.line % dashes.size();
    return {canvas.colour(canvas.style.palette.curves[kind]), 2 * hair, dashes[kind]};
}

void drawBadge(Canvas& canvas, Point centre, const CurveLook& look)
{
    const Stroke stroke = curveStroke(canvas, look);
    canvas.add(Circle{centre, badgeRadius(canvas), canvas.colour(canvas.style.palette.surface),
                      Stroke{stroke.colour, 1.5 * canvas.hair(), {}}});
    canvas.write(std::string(1, static_cast<char>('A' + look.letter % 26)),
                 {centre.x, centre.y + 0.3 * canvas.em()}, Anchor::Middle,
                 {0.85 * canvas.em(), true}, stroke.colour.rgb);
}

} // namespace highwater
