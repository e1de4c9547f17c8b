// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/slides.h"

#include "core/drawing/canvas.h"
#include "core/figure/even_panel.h"
#include "core/office/native_chart.h"
#include "core/office/package.h"
#include "core/office/scene_shapes.h"
#include "core/office/xml.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

std::string allOf(const std::vector<Text>& sentences, const Translator& words)
{
    std::string text;
    for (const Text& sentence : sentences)
        text += (text.empty() ? "" : " ") + words(sentence);
    return text;
}

constexpr double pixelsPerInch = 96, pointsPerInch = 72;
constexpr double pointsPerPixel = pointsPerInch / pixelsPerInch;

Palette paletteOf(const Deck& deck)
{
    return deck.themeColours ? themePalette(deck.palette) : deck.palette;
}

/// A panel's chart around its plot, with room for the labels of the y axis.
ChartLook chartLook(const Deck& deck, const SlideLook& look, const Rect& plot, std::size_t index)
{
    const Panel& panel = deck.figure.panels[index];
    const double em = look.points;
    ChartLook chart;
    chart.colours = look.colours;
    chart.language = look.language;
    chart.points = em;
    chart.hair = pointsPerPixel * std::max(1.0, em / pointsPerPixel / 14);
    chart.unit = deck.figure.unit;
    chart.bars = panel.bars || panel.xs.size() < 2; // an area of one point has no width
    const double width = pointsPerPixel * plot.width, height = pointsPerPixel * plot.height;
    chart.lying = panel.lying;
    chart.barWidth
        = barWidth((panel.lying ? height : width) / static_cast<double>(panel.xs.size()), em);
    chart.gridStride = panel.lying ? 1 : gridStride(panel.y, height, em);
    // The numbers under horizontal bars are shapes, like their names.
    chart.marksOnY = !panel.lying && (index == 0 || !deck.figure.sharedScale);
    double labels = 0;
    for (const std::string& label : yLabels(panel.y))
        labels = std::max(labels, textWidth(label, em));
    chart.margins = {chart.marksOnY ? labels + em : em / 4, 0.6 * em, em / 4, 0.4 * em};
    chart.width = chart.margins.left + width + chart.margins.right;
    chart.height = chart.margins.top + height + chart.margins.bottom;
    return chart;
}

} // namespace

SlideLook slideLook(const Deck& deck)
{
    constexpr double readable = 12;
    SlideLook look;
    look.colours = deck.themeColours ? coloursOfTheme() : coloursOfPalette(deck.palette);
    look.language = languageTag(deck.language);
    look.width = pointsPerInch * deck.width;
    look.height = pointsPerInch * deck.height;
    look.margin = std::min(pointsPerInch / 2, 0.04 * look.width);
    look.points = deck.points;
    look.smallPoints = std::max(deck.points - 2, std::min(deck.points, readable));
    return look;
}

namespace {

void addTitleBox(Shapes& shapes, std::string_view text, const SlideBox& box, double points,
                 const SlideLook& look)
{
    const std::string size = std::to_string(std::lround(100 * points));
    const std::string body = R"(<a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle><a:lvl1pPr>)"
                             R"(<a:defRPr sz=")"
        + size + R"("/></a:lvl1pPr></a:lstStyle>)" + plainParagraph(text, look.language);
    shapes.addPlaceholder("Title", R"(type="title")", xmlElement("a:xfrm", {}, transformOf(box)),
                          body);
}

/// The title at its place in the picture; an invisible title is above the slide, as screen readers
/// announce a slide by its title.
void addSceneTitle(Shapes& shapes, const Scene& scene, bool visible, const SlideLook& look)
{
    constexpr double ascent = 0.905, apart = 1.15; // of Arial, in em
    constexpr std::size_t longest = 400;
    std::vector<const Writing*> lines;
    for (const Item& item : scene.items)
        if (item.role == Role::Title)
            lines.push_back(&std::get<Writing>(item.shape));
    const double points = lines.empty() ? look.points : pointsPerPixel * lines[0]->size;
    const double height
        = apart * points * static_cast<double>(std::max<std::size_t>(1, lines.size()));
    SlideBox box{look.margin, -height - look.margin, look.inner(), height};
    if (visible && !lines.empty()) {
        box.x = pointsPerPixel * lines[0]->at.x;
        box.y = pointsPerPixel * lines[0]->at.y - ascent * points;
        box.width = look.width - 2 * box.x + 2; // slightly wider than the width at which lines were
                                                // broken
    }
    addTitleBox(shapes, excerpt(scene.title, longest), box, points, look);
}

} // namespace

double addTitle(Shapes& shapes, std::string_view title, const SlideLook& look)
{
    constexpr int mostLines = 2;
    constexpr std::size_t longest = 400;
    const std::string text = excerpt(title, longest);
    double points = 1.45 * look.points; // the size of the figure's title
    while (points > look.smallPoints && linesOf(text, points, look.inner(), true) > mostLines)
        points -= 1;
    const double height
        = lineHeight * points * std::max(1, linesOf(text, points, look.inner(), true));
    const double top = 0.9 * look.points;
    addTitleBox(shapes, text, {look.margin, top, look.inner(), height}, points, look);
    return top + height;
}

Result<Scene> slideScene(const Deck& deck)
{
    SceneStyle style;
    style.width = pixelsPerInch * deck.width;
    style.height = pixelsPerInch * deck.height;
    style.font = deck.points / pointsPerPixel;
    style.palette = paletteOf(deck);
    style.title = deck.showTitle;
    style.limitLine = deck.showLimit;
    style.bandLabels = deck.bandLabels;
    style.legend = deck.legend;
    Figure figure = deck.figure;
    if (!deck.title.empty())
        figure.title = Text::plain(deck.title);
    return sceneOf(figure, style, deck.words, arialWidth); // the font of the slide's theme
}

Result<FigureSlide> figureSlide(const Deck& deck, const SlideLook& look)
{
    const Figure& figure = deck.figure;
    const auto scene = slideScene(deck);
    if (!scene)
        return scene.problems();
    Shapes shapes;
    addSceneTitle(shapes, *scene, deck.showTitle, look);

    // The chart's grid is below all else that the picture has, its bands below all shapes.
    shapes.beginGroup("Figure");
    FigureSlide slide;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const ChartLook chart = chartLook(deck, look, scene->plots[i], i);
        const bool line = deck.showLimit && isLine(figure.panels[i]);
        NativeChart made = nativeChart(alignedPanel(figure.panels[i], chart.bars), figure.panels[i],
                                       line ? figure.limit : std::nullopt, chart, deck.words);
        slide.charts.push_back(std::move(made.xml));
        slide.workbooks.push_back(std::move(made.workbook));

        const bool said = i < deck.altTexts.size() && !deck.altTexts[i].empty();
        const Rect& plot = scene->plots[i];
        shapes.addChart("Chart " + std::to_string(i + 1),
                        said ? deck.altTexts[i] : allOf(altText(figure, i, deck.words), deck.words),
                        {pointsPerPixel * plot.left - chart.margins.left,
                         pointsPerPixel * plot.top - chart.margins.top, chart.width, chart.height},
                        relationshipId(i + 1));
    }
    const SceneInk ink{paletteOf(deck), look.colours, look.language, pointsPerPixel};
    for (const Item& item : scene->items)
        if (item.role == Role::Shape)
            addItem(shapes, item, ink);
    shapes.endGroup();
    slide.xml = presentationPart("p:sld", shapes.slideData() + mastersColours());
    return slide;
}

std::string notesPage(const Deck& deck, const SlideLook& look)
{
    std::string paragraphs;
    for (const Text& note : deck.notes)
        paragraphs += plainParagraph(deck.words(note), look.language);
    Shapes shapes;
    shapes.addPlaceholder("Slide image", R"(type="sldImg")", {}, {});
    shapes.addPlaceholder("Notes", R"(type="body" idx="1")", {},
                          xmlElement("a:bodyPr") + xmlElement("a:lstStyle") + paragraphs);
    return presentationPart("p:notes", shapes.slideData() + mastersColours());
}

} // namespace highwater
