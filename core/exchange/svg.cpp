// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/svg.h"

#include "core/office/xml.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace highwater {
namespace {

/// At most two decimals, far finer than a pixel; never with an exponent.
std::string number(double value)
{
    const long long hundredths = std::llround(value * 100);
    const long long magnitude = std::abs(hundredths);
    std::string text = (hundredths < 0 ? "-" : "") + std::to_string(magnitude / 100);
    if (const auto part = magnitude % 100; part % 10 != 0)
        text += (part < 10 ? ".0" : ".") + std::to_string(part);
    else if (part != 0)
        text += "." + std::to_string(part / 10);
    return text;
}

std::string attribute(std::string_view name, const std::string& value)
{
    return " " + std::string(name) + "=\"" + value + "\"";
}

std::string attribute(std::string_view name, double value)
{
    return attribute(name, number(value));
}

std::string hex(std::uint32_t rgb)
{
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "#%06X", static_cast<unsigned>(rgb & 0xFFFFFF));
    return text.data();
}

std::string painted(std::string_view what, const Colour& colour)
{
    std::string text = attribute(what, hex(colour.rgb));
    if (colour.opacity < 1)
        text += attribute(std::string(what) + "-opacity", colour.opacity);
    return text;
}

std::string painted(const std::optional<Colour>& fill, const std::optional<Stroke>& stroke)
{
    std::string text = fill ? painted("fill", *fill) : attribute("fill", std::string("none"));
    if (!stroke)
        return text;
    text += painted("stroke", stroke->colour) + attribute("stroke-width", stroke->width);
    std::string dashes;
    for (const double length : stroke->dash)
        dashes += (dashes.empty() ? "" : ",") + number(length);
    return text + (dashes.empty() ? "" : attribute("stroke-dasharray", dashes));
}

std::string svgElement(const Path& path)
{
    std::string data;
    for (const Points& part : path.parts) {
        for (std::size_t i = 0; i < part.size(); ++i)
            data += (i == 0       ? "M"
                         : i == 1 ? "L"
                                  : " ")
                + number(part[i].x) + " " + number(part[i].y);
        if (path.closed)
            data += "Z";
    }
    return "path" + attribute("d", data) + painted(path.fill, path.stroke) + "/>";
}

std::string svgElement(const Box& box)
{
    const Rect& rect = box.rect;
    return "rect" + attribute("x", rect.left) + attribute("y", rect.top)
        + attribute("width", rect.width) + attribute("height", rect.height)
        + (box.radius > 0 ? attribute("rx", box.radius) : "") + painted(box.fill, box.stroke)
        + "/>";
}

std::string svgElement(const Circle& circle)
{
    return "circle" + attribute("cx", circle.centre.x) + attribute("cy", circle.centre.y)
        + attribute("r", circle.radius) + painted(circle.fill, circle.stroke) + "/>";
}

std::string svgElement(const Writing& writing)
{
    std::string text = "text" + attribute("x", writing.at.x) + attribute("y", writing.at.y)
        + attribute("font-size", writing.size);
    if (writing.bold)
        text += attribute("font-weight", std::string("bold"));
    if (writing.anchor != Anchor::Start)
        text += attribute("text-anchor",
                          std::string(writing.anchor == Anchor::Middle ? "middle" : "end"));
    if (writing.rotation != 0)
        text += attribute("transform",
                          "rotate(" + number(writing.rotation) + " " + number(writing.at.x) + " "
                              + number(writing.at.y) + ")");
    return text + painted("fill", writing.colour) + ">" + xmlLines(writing.text) + "</text>";
}

} // namespace

std::string svgWithin(const Scene& scene, const std::string& ids)
{
    const std::string size = attribute("width", scene.width) + attribute("height", scene.height);
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" role=\"img\""
        + size + attribute("viewBox", "0 0 " + number(scene.width) + " " + number(scene.height))
        + ">\n<title>" + xmlLines(scene.title) + "</title>\n<desc>" + xmlLines(scene.description)
        + "</desc>\n";
    if (scene.background)
        text += "<rect" + attribute("id", ids + "background") + size
            + painted("fill", *scene.background) + "/>\n";
    text += "<g font-family=\"Arial, Helvetica, 'Noto Sans CJK SC', 'PingFang SC', "
            "'Microsoft YaHei', sans-serif\">\n";
    for (const Item& item : scene.items) {
        std::string body
            = std::visit([](const auto& shape) { return svgElement(shape); }, item.shape);
        if (!item.id.empty())
            body.insert(body.find(' '), attribute("id", ids + xmlLines(item.id)));
        text += "<" + body + "\n";
    }
    return text + "</g>\n</svg>\n";
}

std::string svg(const Scene& scene)
{
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svgWithin(scene, {});
}

} // namespace highwater
