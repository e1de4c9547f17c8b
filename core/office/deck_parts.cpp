// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/slides.h"

#include "core/office/package.h"
#include "core/office/xml.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// Whether a surface is dark: PowerPoint has a light and a dark pair of colours, and the surface is
/// the background of one of them.
bool isDark(std::uint32_t rgb)
{
    const auto channel = [rgb](int shift) { return static_cast<int>(rgb >> shift & 0xFFU); };
    constexpr int red = 299, green = 587, blue = 114, half = 128000; // per mille of luma
    return red * channel(16) + green * channel(8) + blue * channel(0) < half;
}

std::string colourMap(bool dark)
{
    return xmlElement("p:clrMap",
                      {{"bg1", dark ? "dk1" : "lt1"},
                       {"tx1", dark ? "lt1" : "dk1"},
                       {"bg2", dark ? "dk2" : "lt2"},
                       {"tx2", dark ? "lt2" : "dk2"},
                       {"accent1", "accent1"},
                       {"accent2", "accent2"},
                       {"accent3", "accent3"},
                       {"accent4", "accent4"},
                       {"accent5", "accent5"},
                       {"accent6", "accent6"},
                       {"hlink", "hlink"},
                       {"folHlink", "folHlink"}});
}

constexpr std::string_view plainBackground
    = R"(<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>)";

/// Every system has Arial or a font with its widths; Chinese characters need the other font.
std::string fonts(std::string_view language)
{
    const bool traditional = language == "zh-TW";
    const std::string face = traditional ? "Microsoft JhengHei" : "Microsoft YaHei";
    return R"(<a:latin typeface="Arial"/>)" + xmlElement("a:ea", {{"typeface", face}})
        + R"(<a:cs typeface=""/>)"
        + xmlElement("a:font", {{"script", traditional ? "Hant" : "Hans"}, {"typeface", face}});
}

/// Plain fills, lines and no effects; each list of a theme wants three.
std::string formats()
{
    const std::string fill = solidFill(R"(<a:schemeClr val="phClr"/>)");
    const auto three = [](std::string_view list, const std::string& entry) {
        return xmlElement(list, {}, entry + entry + entry);
    };
    const std::string line
        = xmlElement("a:ln", {{"w", "9525"}, {"cap", "flat"}, {"cmpd", "sng"}, {"algn", "ctr"}},
                     fill + xmlElement("a:prstDash", {{"val", "solid"}}));
    return xmlElement(
        "a:fmtScheme", {{"name", "Highwater"}},
        three("a:fillStyleLst", fill) + three("a:lnStyleLst", line)
            + three("a:effectStyleLst", xmlElement("a:effectStyle", {}, xmlElement("a:effectLst")))
            + three("a:bgFillStyleLst", fill));
}

/// The nine levels of a text style, all alike.
std::string levels(int hundredths, std::string_view font, bool bold = false)
{
    constexpr int mostLevels = 9;
    std::string list;
    for (int level = 1; level <= mostLevels; ++level)
        list += xmlElement(
            "a:lvl" + std::to_string(level) + "pPr", {{"marL", "0"}, {"algn", "l"}, {"rtl", "0"}},
            xmlElement("a:buNone")
                + xmlElement(
                    "a:defRPr",
                    {{"sz", std::to_string(hundredths)}, {"b", bold ? "1" : "0"}, {"kern", "1200"}},
                    solidFill(R"(<a:schemeClr val="tx1"/>)")
                        + xmlElement("a:latin", {{"typeface", std::string(font) + "-lt"}})
                        + xmlElement("a:ea", {{"typeface", std::string(font) + "-ea"}})
                        + xmlElement("a:cs", {{"typeface", std::string(font) + "-cs"}})));
    return list;
}

std::string shapeProperties(const SlideBox& box)
{
    return xmlElement("a:xfrm", {}, transformOf(box))
        + xmlElement("a:prstGeom", {{"prst", "rect"}}, xmlElement("a:avLst"));
}

std::string sampleText(std::string_view text, std::string_view bodyProperties)
{
    return std::string(bodyProperties) + xmlElement("a:lstStyle") + plainParagraph(text, "en-US");
}

} // namespace

std::string themePart(const Palette& palette, std::string_view language)
{
    const bool dark = isDark(palette.surface);
    const std::array<std::pair<std::string_view, std::uint32_t>, 12> colours{{
        {"dk1", dark ? palette.surface : palette.text},
        {"lt1", dark ? palette.text : palette.surface},
        {"dk2", dark ? palette.grid : palette.muted},
        {"lt2", dark ? palette.muted : palette.grid},
        {"accent1", palette.fill[0]},
        {"accent2", palette.fill[1]},
        {"accent3", palette.fill[2]},
        {"accent4", palette.fill[3]},
        {"accent5", palette.fill[4]},
        {"accent6", palette.fill[5]},
        {"hlink", palette.edge[4]},
        {"folHlink", palette.edge[2]},
    }};
    std::string scheme;
    for (const auto& [name, rgb] : colours)
        scheme += xmlElement("a:" + std::string(name), {},
                             xmlElement("a:srgbClr", {{"val", hexColour(rgb)}}));
    const std::string elements = xmlElement("a:clrScheme", {{"name", "Highwater"}}, scheme)
        + xmlElement("a:fontScheme", {{"name", "Highwater"}},
                     xmlElement("a:majorFont", {}, fonts(language))
                         + xmlElement("a:minorFont", {}, fonts(language)))
        + formats();
    return std::string(xmlHead)
        + xmlElement("a:theme",
                     {{"xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"},
                      {"name", "Highwater"}},
                     xmlElement("a:themeElements", {}, elements) + xmlElement("a:objectDefaults")
                         + xmlElement("a:extraClrSchemeLst"));
}

std::string masterPart(const Deck& deck, const SlideLook& look)
{
    const double titleTop = 0.7 * look.margin;
    const double titleHeight = 3 * look.points;
    const double bodyTop = titleTop + titleHeight + look.points;
    const SlideBox title{look.margin, titleTop, look.inner(), titleHeight};
    const SlideBox body{look.margin, bodyTop, look.inner(), look.height - bodyTop - look.margin};
    Shapes shapes;
    shapes.addPlaceholder(
        "Title Placeholder", R"(type="title")", shapeProperties(title),
        sampleText("Title",
                   R"(<a:bodyPr vert="horz" lIns="0" tIns="0" rIns="0" bIns="0" anchor="t">)"
                   R"(<a:normAutofit/></a:bodyPr>)"));
    shapes.addPlaceholder("Text Placeholder", R"(type="body" idx="1")", shapeProperties(body),
                          sampleText("Text", "<a:bodyPr/>"));
    const int titleSize = static_cast<int>(200 * look.points);
    const int bodySize = static_cast<int>(100 * look.points);
    const std::string styles = xmlElement("p:titleStyle", {}, levels(titleSize, "+mj", true))
        + xmlElement("p:bodyStyle", {}, levels(bodySize, "+mn"))
        + xmlElement("p:otherStyle", {}, levels(bodySize, "+mn"));
    const std::string layouts = xmlElement(
        "p:sldLayoutIdLst", {},
        xmlElement("p:sldLayoutId", {{"id", "2147483649"}, {"r:id", relationshipId(0)}}));
    return presentationPart("p:sldMaster",
                            shapes.slideData(plainBackground)
                                + colourMap(isDark(deck.palette.surface)) + layouts
                                + xmlElement("p:txStyles", {}, styles));
}

std::string layoutPart()
{
    Shapes shapes;
    shapes.addPlaceholder("Title", R"(type="title")", {}, sampleText("Title", "<a:bodyPr/>"));
    return presentationPart("p:sldLayout", shapes.slideData({}, "Title Only") + mastersColours(),
                            R"(type="titleOnly" preserve="1")");
}

std::string notesMasterPart(const Deck& deck)
{
    // A portrait page of 7.5 x 10 inches: the slide in its proportions above, the text below.
    constexpr double pageWidth = 540, top = 54, pictureWidth = 432, mostHeight = 300, textTop = 378;
    const double scale
        = std::min(pictureWidth / deck.width, mostHeight / deck.height); // points to an inch
    const SlideBox picture{(pageWidth - scale * deck.width) / 2, top, scale * deck.width,
                           scale * deck.height};
    const SlideBox text{54, textTop, pictureWidth, 288};
    Shapes shapes;
    shapes.addPlaceholder(
        "Slide Image Placeholder", R"(type="sldImg" idx="2")",
        shapeProperties(picture) + "<a:noFill/>" + lineLook(1, R"(<a:prstClr val="black"/>)"), {});
    shapes.addPlaceholder("Notes Placeholder", R"(type="body" sz="quarter" idx="3")",
                          shapeProperties(text), sampleText("Notes", "<a:bodyPr/>"));
    return presentationPart("p:notesMaster",
                            shapes.slideData(plainBackground) + colourMap(false)
                                + xmlElement("p:notesStyle", {}, levels(1200, "+mn")));
}

std::string presentationXml(const SlideLook& look, std::size_t slides, bool notes)
{
    constexpr std::size_t firstSlideId = 256;
    std::string list;
    for (std::size_t i = 0; i < slides; ++i)
        list += xmlElement(
            "p:sldId", {{"id", std::to_string(firstSlideId + i)}, {"r:id", relationshipId(1 + i)}});
    std::string content = xmlElement(
        "p:sldMasterIdLst", {},
        xmlElement("p:sldMasterId", {{"id", "2147483648"}, {"r:id", relationshipId(0)}}));
    if (notes)
        content
            += xmlElement("p:notesMasterIdLst", {},
                          xmlElement("p:notesMasterId", {{"r:id", relationshipId(1 + slides)}}));
    content += xmlElement("p:sldIdLst", {}, list)
        + xmlElement("p:sldSz", {{"cx", emu(look.width)}, {"cy", emu(look.height)}})
        + xmlElement("p:notesSz", {{"cx", "6858000"}, {"cy", "9144000"}})
        + xmlElement("p:defaultTextStyle", {}, levels(1800, "+mn"));
    return presentationPart("p:presentation", content, R"(saveSubsetFonts="1")");
}

std::string presentationProperties()
{
    return presentationPart("p:presentationPr", {});
}

std::string viewProperties()
{
    return presentationPart("p:viewPr", R"(<p:gridSpacing cx="76200" cy="76200"/>)");
}

std::string tableStyles()
{
    return std::string(xmlHead)
        + xmlElement("a:tblStyleLst",
                     {{"xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"},
                      {"def", "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"}});
}

std::string coreProperties(const std::string& title, const std::string& language)
{
    // A fixed date, so that equal figures give equal files.
    const auto date = [](std::string_view name) {
        return xmlElement(name, {{"xsi:type", "dcterms:W3CDTF"}}, "1980-01-01T00:00:00Z");
    };
    return std::string(xmlHead)
        + xmlElement("cp:coreProperties",
                     {{"xmlns:cp",
                       "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"},
                      {"xmlns:dc", "http://purl.org/dc/elements/1.1/"},
                      {"xmlns:dcterms", "http://purl.org/dc/terms/"},
                      {"xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"}},
                     xmlElement("dc:title", {}, xmlText(title))
                         + xmlElement("dc:creator", {}, "Highwater")
                         + xmlElement("cp:lastModifiedBy", {}, "Highwater")
                         + xmlElement("cp:revision", {}, "1") + date("dcterms:created")
                         + date("dcterms:modified")
                         + xmlElement("dc:language", {}, xmlText(language)));
}

std::string appProperties(std::size_t slides, std::size_t notes)
{
    return std::string(xmlHead)
        + xmlElement(
               "Properties",
               {{"xmlns",
                 "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"}},
               xmlElement("TotalTime", {}, "0") + xmlElement("Application", {}, "Highwater")
                   + xmlElement("Slides", {}, std::to_string(slides))
                   + xmlElement("Notes", {}, std::to_string(notes))
                   + xmlElement("HiddenSlides", {}, "0"));
}

} // namespace highwater
