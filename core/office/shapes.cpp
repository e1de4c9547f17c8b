// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/shapes.h"

#include "core/office/xml.h"

namespace highwater {
namespace {

constexpr std::string_view relationshipSpace
    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::string_view presentationSpace
    = "http://schemas.openxmlformats.org/presentationml/2006/main";
constexpr std::string_view drawingSpace = "http://schemas.openxmlformats.org/drawingml/2006/main";
constexpr std::string_view chartSpace = "http://schemas.openxmlformats.org/drawingml/2006/chart";

std::string rectangle(const SlideBox& box)
{
    return element("a:xfrm", {}, placed(box))
        + element("a:prstGeom", {{"prst", "rect"}}, element("a:avLst"));
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
        return element("p:cNvPr", {{"id", id}, {"name", std::string(name)}});
    return element("p:cNvPr",
                   {{"id", id}, {"name", std::string(name)}, {"descr", std::string(description)}});
}

void Shapes::addPlaceholder(std::string_view name, std::string_view kind,
                            std::string_view properties, std::string_view body)
{
    const bool picture = kind.find("sldImg") != std::string_view::npos;
    const std::string locks = picture ? R"(<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/>)"
                                      : R"(<a:spLocks noGrp="1"/>)";
    const std::string placeholder = "<p:ph " + std::string(kind) + "/>";
    m_shapes += element(
        "p:sp", {},
        element("p:nvSpPr", {},
                named(name) + element("p:cNvSpPr", {}, locks) + element("p:nvPr", {}, placeholder))
            + element("p:spPr", {}, properties)
            + (body.empty() ? "" : element("p:txBody", {}, body)));
}

void Shapes::addText(std::string_view name, const SlideBox& box, std::string_view paragraphs)
{
    addTextBox(name, box, paragraphs, "square", "t");
}

void Shapes::addLabel(std::string_view name, const SlideBox& box, std::string_view line)
{
    addTextBox(name, box, line, "none", "ctr");
}

void Shapes::addTextBox(std::string_view name, const SlideBox& box, std::string_view paragraphs,
                        const std::string& wrap, const std::string& anchor)
{
    const std::string body = element("a:bodyPr",
                                     {{"wrap", wrap},
                                      {"lIns", "0"},
                                      {"tIns", "0"},
                                      {"rIns", "0"},
                                      {"bIns", "0"},
                                      {"rtlCol", "0"},
                                      {"anchor", anchor}},
                                     element("a:noAutofit"))
        + element("a:lstStyle") + std::string(paragraphs);
    m_shapes
        += element("p:sp", {},
                   element("p:nvSpPr", {},
                           named(name) + element("p:cNvSpPr", {{"txBox", "1"}}) + element("p:nvPr"))
                       + element("p:spPr", {}, rectangle(box) + element("a:noFill"))
                       + element("p:txBody", {}, body));
}

void Shapes::addRectangle(std::string_view name, const SlideBox& box, std::string_view look)
{
    const std::string body = element("a:bodyPr") + element("a:lstStyle")
        + element("a:p", {}, element("a:endParaRPr", {{"lang", "en-US"}}));
    m_shapes
        += element("p:sp", {},
                   element("p:nvSpPr", {}, named(name) + element("p:cNvSpPr") + element("p:nvPr"))
                       + element("p:spPr", {}, rectangle(box) + std::string(look))
                       + element("p:txBody", {}, body));
}

void Shapes::addChart(std::string_view name, std::string_view description, const SlideBox& box,
                      const std::string& relationship)
{
    const std::string space(chartSpace);
    addFrame(name, description, box, {},
             element("a:graphicData", {{"uri", space}},
                     element("c:chart", {{"xmlns:c", space}, {"r:id", relationship}})));
}

void Shapes::addTable(std::string_view name, std::string_view description, const SlideBox& box,
                      std::string_view table)
{
    addFrame(name, description, box, element("a:graphicFrameLocks", {{"noGrp", "1"}}),
             element("a:graphicData",
                     {{"uri", "http://schemas.openxmlformats.org/drawingml/2006/table"}}, table));
}

void Shapes::addFrame(std::string_view name, std::string_view description, const SlideBox& box,
                      std::string_view locks, const std::string& graphicData)
{
    m_shapes += element("p:graphicFrame", {},
                        element("p:nvGraphicFramePr", {},
                                named(name, description) + element("p:cNvGraphicFramePr", {}, locks)
                                    + element("p:nvPr"))
                            + element("p:xfrm", {}, placed(box))
                            + element("a:graphic", {}, graphicData));
}

std::string Shapes::slideData(std::string_view background, std::string_view name) const
{
    const std::string whole = element("p:nvGrpSpPr", {},
                                      element("p:cNvPr", {{"id", "1"}, {"name", ""}})
                                          + element("p:cNvGrpSpPr") + element("p:nvPr"))
        + R"(<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>)"
          R"(<a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>)";
    const std::string content = std::string(background) + element("p:spTree", {}, whole + m_shapes);
    return name.empty() ? element("p:cSld", {}, content)
                        : element("p:cSld", {{"name", std::string(name)}}, content);
}

std::string mastersColours()
{
    return element("p:clrMapOvr", {}, element("a:masterClrMapping"));
}

} // namespace highwater
