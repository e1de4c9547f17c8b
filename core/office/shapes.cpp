// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/shapes.h"

#include "core/office/xml.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

constexpr std::string_view relationshipSpace
    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::string_view presentationSpace
    = "http://schemas.openxmlformats.org/presentationml/2006/main";
constexpr std::string_view drawingSpace = "http://schemas.openxmlformats.org/drawingml/2006/main";
constexpr std::string_view chartSpace = "http://schemas.openxmlformats.org/drawingml/2006/chart";

/// <a:xfrm> with these attributes, each after a space.
std::string transformElement(const SlideBox& box, std::string_view attributes = {})
{
    return std::string("<a:xfrm").append(attributes).append(">") + transformOf(box) + "</a:xfrm>";
}

std::string rotation(double degrees)
{
    constexpr double perDegree = 60000;
    return degrees == 0 ? std::string()
                        : " rot=\"" + std::to_string(std::lround(perDegree * degrees)) + "\"";
}

} // namespace

std::string presentationPart(std::string_view root, std::string_view content,
                             std::string_view attributes)
{
    std::string part(xmlHead);
    part.append("<").append(root);
    part.append(" xmlns:a=\"").append(drawingSpace);
    part.append("\" xmlns:r=\"").append(relationshipSpace);
    part.append("\" xmlns:p=\"").append(presentationSpace).append("\"");
    if (!attributes.empty())
        part.append(" ").append(attributes);
    return part.append(">").append(content).append("</").append(root).append(">");
}

std::string Shapes::named(std::string_view name, std::string_view description)
{
    const std::string id = std::to_string(++m_lastId);
    if (description.empty())
        return xmlElement("p:cNvPr", {{"id", id}, {"name", std::string(name)}});
    return xmlElement(
        "p:cNvPr", {{"id", id}, {"name", std::string(name)}, {"descr", std::string(description)}});
}

void Shapes::addPlaceholder(std::string_view name, std::string_view kind,
                            std::string_view properties, std::string_view body)
{
    const bool picture = kind.find("sldImg") != std::string_view::npos;
    const std::string locks = picture ? R"(<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/>)"
                                      : R"(<a:spLocks noGrp="1"/>)";
    const std::string placeholder = "<p:ph " + std::string(kind) + "/>";
    m_shapes += xmlElement("p:sp", {},
                           xmlElement("p:nvSpPr", {},
                                      named(name) + xmlElement("p:cNvSpPr", {}, locks)
                                          + xmlElement("p:nvPr", {}, placeholder))
                               + xmlElement("p:spPr", {}, properties)
                               + (body.empty() ? "" : xmlElement("p:txBody", {}, body)));
}

void Shapes::addLabel(std::string_view name, const SlideBox& box, std::string_view line,
                      double degrees)
{
    reach(box);
    const std::string body = xmlElement("a:bodyPr",
                                        {{"wrap", "none"},
                                         {"lIns", "0"},
                                         {"tIns", "0"},
                                         {"rIns", "0"},
                                         {"bIns", "0"},
                                         {"rtlCol", "0"},
                                         {"anchor", "t"}},
                                        xmlElement("a:noAutofit"))
        + xmlElement("a:lstStyle") + std::string(line);
    const std::string rectangle
        = xmlElement("a:prstGeom", {{"prst", "rect"}}, xmlElement("a:avLst"));
    m_shapes += xmlElement(
        "p:sp", {},
        xmlElement("p:nvSpPr", {},
                   named(name) + xmlElement("p:cNvSpPr", {{"txBox", "1"}}) + xmlElement("p:nvPr"))
            + xmlElement("p:spPr", {},
                         transformElement(box, rotation(degrees)) + rectangle
                             + xmlElement("a:noFill"))
            + xmlElement("p:txBody", {}, body));
}

void Shapes::addShape(std::string_view name, const SlideBox& box, std::string_view geometry,
                      std::string_view look, std::string_view transform)
{
    reach(box);
    const std::string body = xmlElement("a:bodyPr") + xmlElement("a:lstStyle") + xmlElement("a:p");
    m_shapes += xmlElement(
        "p:sp", {},
        xmlElement("p:nvSpPr", {}, named(name) + xmlElement("p:cNvSpPr") + xmlElement("p:nvPr"))
            + xmlElement("p:spPr", {},
                         transformElement(box, transform) + std::string(geometry)
                             + std::string(look))
            + xmlElement("p:txBody", {}, body));
}

void Shapes::beginGroup(std::string_view name)
{
    m_beforeGroup = std::exchange(m_shapes, {});
    m_groupName = name;
    m_group = {};
}

void Shapes::reach(const SlideBox& box)
{
    if (m_group.width <= 0 && m_group.height <= 0) {
        m_group = box;
        return;
    }
    const double right = std::max(m_group.x + m_group.width, box.x + box.width);
    const double bottom = std::max(m_group.y + m_group.height, box.y + box.height);
    m_group.x = std::min(m_group.x, box.x);
    m_group.y = std::min(m_group.y, box.y);
    m_group.width = right - m_group.x;
    m_group.height = bottom - m_group.y;
}

void Shapes::endGroup()
{
    const std::string inner = xmlElement("a:chOff", {{"x", emu(m_group.x)}, {"y", emu(m_group.y)}})
        + xmlElement("a:chExt", {{"cx", emu(m_group.width)}, {"cy", emu(m_group.height)}});
    const std::string head
        = xmlElement("p:nvGrpSpPr", {},
                     named(m_groupName) + xmlElement("p:cNvGrpSpPr") + xmlElement("p:nvPr"))
        + xmlElement("p:grpSpPr", {}, xmlElement("a:xfrm", {}, transformOf(m_group) + inner));
    m_shapes = std::move(m_beforeGroup) + xmlElement("p:grpSp", {}, head + m_shapes);
}

void Shapes::addChart(std::string_view name, std::string_view description, const SlideBox& box,
                      const std::string& relationship)
{
    const std::string space(chartSpace);
    addFrame(name, description, box, {},
             xmlElement("a:graphicData", {{"uri", space}},
                        xmlElement("c:chart", {{"xmlns:c", space}, {"r:id", relationship}})));
}

void Shapes::addTable(std::string_view name, std::string_view description, const SlideBox& box,
                      std::string_view table)
{
    addFrame(name, description, box, xmlElement("a:graphicFrameLocks", {{"noGrp", "1"}}),
             xmlElement("a:graphicData",
                        {{"uri", "http://schemas.openxmlformats.org/drawingml/2006/table"}},
                        table));
}

void Shapes::addFrame(std::string_view name, std::string_view description, const SlideBox& box,
                      std::string_view locks, const std::string& graphicData)
{
    reach(box);
    m_shapes += xmlElement("p:graphicFrame", {},
                           xmlElement("p:nvGraphicFramePr", {},
                                      named(name, description)
                                          + xmlElement("p:cNvGraphicFramePr", {}, locks)
                                          + xmlElement("p:nvPr"))
                               + xmlElement("p:xfrm", {}, transformOf(box))
                               + xmlElement("a:graphic", {}, graphicData));
}

std::string Shapes::slideData(std::string_view background, std::string_view name) const
{
    const std::string whole = xmlElement("p:nvGrpSpPr", {},
                                         xmlElement("p:cNvPr", {{"id", "1"}, {"name", ""}})
                                             + xmlElement("p:cNvGrpSpPr") + xmlElement("p:nvPr"))
        + R"(<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>)"
          R"(<a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>)";
    const std::string content
        = std::string(background) + xmlElement("p:spTree", {}, whole + m_shapes);
    return name.empty() ? xmlElement("p:cSld", {}, content)
                        : xmlElement("p:cSld", {{"name", std::string(name)}}, content);
}

std::string mastersColours()
{
    return xmlElement("p:clrMapOvr", {}, xmlElement("a:masterClrMapping"));
}

} // namespace highwater
