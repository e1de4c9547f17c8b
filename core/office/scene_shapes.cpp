// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/scene_shapes.h"

#include "core/office/xml.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

std::string preset(std::string_view name, std::string_view adjustments = {})
{
    return xmlElement("a:prstGeom", {{"prst", std::string(name)}},
                      xmlElement("a:avLst", {}, adjustments));
}

class ItemWriter
{
public:
    ItemWriter(Shapes& shapes, const SceneInk& ink, std::string_view name)
        : m_shapes(shapes)
        , m_ink(ink)
        , m_name(name)
    { }

    void operator()(const Path& path) const
    {
        const Rect bounds = boundsOf(path);
        const bool straight = !path.closed && path.parts.size() == 1 && path.parts[0].size() == 2;
        if (straight) {
            const Points& ends = path.parts[0];
            const bool down = (ends[1].y - ends[0].y) * (ends[1].x - ends[0].x) >= 0;
            m_shapes.addShape(named("Line"), boxOf(bounds), preset("line"),
                              look(path.fill, path.stroke), down ? "" : " flipV=\"1\"");
        } else if (!path.parts.empty()) {
            m_shapes.addShape(named("Drawing"), boxOf(bounds), outline(path, bounds),
                              look(path.fill, path.stroke));
        }
    }

    void operator()(const Box& box) const
    {
        const double shorter = std::min(box.rect.width, box.rect.height);
        std::string geometry = preset("rect");
        if (box.radius > 0 && shorter > 0) {
            constexpr double whole = 100000;
            const double part = std::min(0.5, box.radius / shorter);
            geometry = preset(
                "roundRect",
                xmlElement("a:gd",
                           {{"name", "adj"},
                            {"fmla", "val " + std::to_string(std::lround(whole * part))}}));
        }
        m_shapes.addShape(named("Plate"), boxOf(box.rect), geometry, look(box.fill, box.stroke));
    }

    void operator()(const Circle& circle) const
    {
        const Rect bounds = Rect{circle.centre.x, circle.centre.y, 0, 0}.grown(circle.radius);
        m_shapes.addShape(named("Dot"), boxOf(bounds), preset("ellipse"),
                          look(circle.fill, circle.stroke));
    }

    /// The first line of a box begins at its top with the font's ascent.
    void operator()(const Writing& writing) const
    {
        constexpr double ascent = 0.905, height = 1.15; // of Arial, in em
        constexpr double wider = 1.05; // as a reader's font may be wider
        const double width = wider * writing.width + 2;
        const double across = writing.anchor == Anchor::Start ? width / 2
            : writing.anchor == Anchor::End                   ? -width / 2
                                                              : 0;
        const double along = (height / 2 - ascent) * writing.size; // from the baseline
        const double turn = writing.rotation * std::acos(-1.0) / 180;
        const Point middle{writing.at.x + across * std::cos(turn) - along * std::sin(turn),
                           writing.at.y + across * std::sin(turn) + along * std::cos(turn)};
        const Rect place{middle.x - width / 2, middle.y - height * writing.size / 2, width,
                         height * writing.size};
        const TextStyle style{m_ink.scale * writing.size, writing.bold, colour(writing.colour),
                              m_ink.language};
        const std::string_view align = writing.anchor == Anchor::Start ? "l"
            : writing.anchor == Anchor::Middle                         ? "ctr"
                                                                       : "r";
        m_shapes.addLabel(named("Label"), boxOf(place), textParagraph(writing.text, style, align),
                          writing.rotation);
    }

private:
    std::string named(std::string_view kind) const
    {
        return m_name.empty() ? std::string(kind) : m_name;
    }

    SlideBox boxOf(const Rect& rect) const
    {
        return {m_ink.scale * rect.left, m_ink.scale * rect.top, m_ink.scale * rect.width,
                m_ink.scale * rect.height};
    }

    static Rect boundsOf(const Path& path)
    {
        Point least{INFINITY, INFINITY}, most{-INFINITY, -INFINITY};
        for (const Points& part : path.parts)
            for (const Point at : part) {
                least = {std::min(least.x, at.x), std::min(least.y, at.y)};
                most = {std::max(most.x, at.x), std::max(most.y, at.y)};
            }
        return {least.x, least.y, most.x - least.x, most.y - least.y};
    }

    std::string outline(const Path& path, const Rect& bounds) const
    {
        const auto spot = [&](Point at) {
            return xmlElement("a:pt",
                              {{"x", emu(m_ink.scale * (at.x - bounds.left))},
                               {"y", emu(m_ink.scale * (at.y - bounds.top))}});
        };
        std::string steps;
        for (const Points& part : path.parts) {
            for (std::size_t i = 0; i < part.size(); ++i)
                steps += xmlElement(i == 0 ? "a:moveTo" : "a:lnTo", {}, spot(part[i]));
            if (path.closed)
                steps += xmlElement("a:close");
        }
        const std::string drawn = xmlElement("a:path",
                                             {{"w", emu(m_ink.scale * bounds.width)},
                                              {"h", emu(m_ink.scale * bounds.height)},
                                              {"fill", path.fill ? "norm" : "none"}},
                                             steps);
        return xmlElement(
            "a:custGeom", {},
            xmlElement("a:avLst") + xmlElement("a:gdLst") + xmlElement("a:ahLst")
                + xmlElement("a:cxnLst")
                + xmlElement("a:rect", {{"l", "0"}, {"t", "0"}, {"r", "r"}, {"b", "b"}})
                + xmlElement("a:pathLst", {}, drawn));
    }

    std::string colour(const Colour& of) const
    {
        return withOpacity(colourOf(of.rgb, m_ink.palette, m_ink.colours), of.opacity);
    }

    std::string look(const std::optional<Colour>& fill, const std::optional<Stroke>& stroke) const
    {
        const std::string inside = fill ? solidFill(colour(*fill)) : xmlElement("a:noFill");
        if (!stroke)
            return inside + noLine();
        std::string dash = xmlElement("a:prstDash", {{"val", "solid"}});
        if (stroke->dash.size() % 2 == 0 && !stroke->dash.empty()) {
            const auto part = [&](double length) { // in multiples of the line's width
                constexpr double whole = 100000;
                return std::to_string(std::lround(whole * length / stroke->width));
            };
            std::string stops;
            for (std::size_t i = 0; i < stroke->dash.size(); i += 2)
                stops += xmlElement(
                    "a:ds", {{"d", part(stroke->dash[i])}, {"sp", part(stroke->dash[i + 1])}});
            dash = xmlElement("a:custDash", {}, stops);
        }
        return inside
            + xmlElement("a:ln", {{"w", emu(m_ink.scale * stroke->width)}},
                         solidFill(colour(stroke->colour)) + dash + xmlElement("a:round"));
    }

    Shapes& m_shapes;
    const SceneInk& m_ink;
    std::string m_name;
};

} // namespace

void addItem(Shapes& shapes, const Item& item, const SceneInk& ink)
{
    std::visit(ItemWriter(shapes, ink, item.id), item.shape);
}

} // namespace highwater
