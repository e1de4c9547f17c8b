// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/slides.h"

#include "core/figure/even_panel.h"
#include "core/office/native_chart.h"
#include "core/office/package.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {
namespace {

std::string allOf(const std::vector<Text>& sentences, const Translator& words)
{
    std::string text;
    for (const Text& sentence : sentences)
        text += (text.empty() ? "" : " ") + words(sentence);
    return text;
}

/// A key of the bands or curves for all panels.
struct KeySwatch
{
    std::string name;
    std::string look; ///< of its swatch
};

std::vector<KeySwatch> keyOf(const Figure& figure, const SlideLook& look, const Translator& words)
{
    constexpr double edge = 0.75;
    constexpr std::size_t longest = 60;
    std::vector<KeySwatch> key;
    const auto add = [&key](const std::string& said, std::string swatch) {
        std::string name = excerpt(said, longest);
        if (std::ranges::find(key, name, &KeySwatch::name) == key.end())
            key.push_back({std::move(name), std::move(swatch)});
    };
    for (const Panel& panel : figure.panels) {
        for (const Layer& layer : panel.layers) {
            const auto group = static_cast<std::size_t>(layer.group);
            add(words(layer.name),
                solidFill(look.colours.fill[group]) + lineLook(edge, look.colours.edge[group]));
        }
        for (std::size_t i = 0; i < panel.curves.size(); ++i)
            add(words(panel.curves[i].name),
                solidFill(look.colours.curve[panel.lookOfCurve(i).line % curveKinds]) + noLine());
    }
    return key;
}

/// Writes the key from left to right below `top`, in rows; returns where it ends.
double addKey(Shapes& shapes, const std::vector<KeySwatch>& key, double top, const SlideLook& look)
{
    const TextStyle style{look.smallPoints, false, look.colours.text, look.language};
    const double swatch = 0.8 * look.smallPoints;
    const double row = 1.5 * look.smallPoints;
    double x = look.margin;
    for (const KeySwatch& entry : key) {
        const double width
            = std::min(textWidth(entry.name, style.points), look.inner() - 2 * swatch);
        if (x > look.margin && x + 1.5 * swatch + width > look.width - look.margin) {
            x = look.margin;
            top += row;
        }
        shapes.addRectangle("Key", {x, top + (row - swatch) / 2, swatch, swatch}, entry.look);
        x += 1.5 * swatch;
        shapes.addLabel("Key text", {x, top, width, row}, textParagraph(entry.name, style));
        x += width + 1.2 * swatch;
    }
    return top + row;
}

/// One line of text below a panel.
struct Caption
{
    std::string text;
    TextStyle style;
};

std::vector<Caption> captionsOf(const Panel& panel, const SlideLook& look, const Translator& words)
{
    std::vector<std::string> texts;
    constexpr std::size_t longest = 200;
    for (const Text& caption : panel.captions)
        texts.push_back(excerpt(words(caption), longest));
    if (panel.callout)
        for (const Text& line : panel.callout->lines())
            texts.push_back(excerpt(words(line), longest));
    if (texts.empty() && panel.crossing)
        texts.push_back(excerpt(words(panel.crossing->label), longest));
    std::vector<Caption> captions;
    for (const std::string& text : texts) {
        const bool first = captions.empty();
        captions.push_back({text,
                            {first ? look.points : look.smallPoints, first,
                             first ? look.colours.text : look.colours.muted, look.language}});
    }
    return captions;
}

double heightOf(const std::vector<Caption>& captions, double width)
{
    double height = 0;
    for (const auto& [text, style] : captions)
        height += lineHeight * style.points * linesOf(text, style.points, width, style.bold);
    return height;
}

/// The places of the panels' charts and captions: equal plots in up to four columns.
class PanelGrid
{
public:
    PanelGrid(const Deck& deck, const SlideLook& look, double top, bool ownLegends)
        : m_look(look)
        , m_figure(deck.figure)
        , m_columns(std::min<std::size_t>(mostColumns, deck.figure.panels.size()))
    {
        const std::size_t rows = (m_figure.panels.size() + m_columns - 1) / m_columns;
        measureMargins(deck.words, ownLegends);
        double taken = gap * static_cast<double>(m_columns - 1);
        for (std::size_t i = 0; i < m_columns; ++i)
            taken += m_margins[i].left + m_margins[i].right;
        m_plotWidth = (look.inner() - taken) / static_cast<double>(m_columns);

        for (const Panel& panel : m_figure.panels) {
            m_captions.push_back(captionsOf(panel, look, deck.words));
            m_captionHeight
                = std::max(m_captionHeight, heightOf(m_captions.back(), captionWidth()));
        }
        m_top = top;
        m_rowHeight = (look.height - look.margin * 0.7 - top) / static_cast<double>(rows);
    }

    bool hasRoom() const
    {
        const double least = 4 * m_look.smallPoints;
        const double plotHeight = chartHeight() - m_margins.front().top - m_margins.front().bottom;
        return m_plotWidth >= least && plotHeight >= least;
    }

    SlideBox chartBox(std::size_t index) const
    {
        const std::size_t column = index % m_columns;
        double x = m_look.margin;
        for (std::size_t i = 0; i < column; ++i)
            x += frameWidth(i) + gap;
        return {x, m_top + m_rowHeight * static_cast<double>(index / m_columns), frameWidth(column),
                chartHeight()};
    }

    const ChartMargins& margins(std::size_t index) const { return m_margins[index % m_columns]; }
    bool startsRow(std::size_t index) const { return index % m_columns == 0; }

    void addCaptions(Shapes& shapes, std::size_t index) const
    {
        if (m_captions[index].empty())
            return;
        std::string paragraphs;
        for (const auto& [text, style] : m_captions[index])
            paragraphs += textParagraph(text, style, "ctr");
        const SlideBox chart = chartBox(index);
        const double plot = chart.x + margins(index).left;
        shapes.addText("Caption " + std::to_string(index + 1),
                       {plot + (m_plotWidth - captionWidth()) / 2, chart.y + chart.height,
                        captionWidth(), m_captionHeight},
                       paragraphs);
    }

private:
    static constexpr std::size_t mostColumns = 4;
    static constexpr double gap = 6;

    void measureMargins(const Translator& words, bool ownLegends)
    {
        const double small = m_look.smallPoints;
        double labels = 0, lastMark = 0, legend = 0, title = 0;
        for (const Panel& panel : m_figure.panels) {
            labels = std::max(labels, textWidth(widestLabel(panel.y), small));
            const auto last = static_cast<double>(panel.xs.back());
            if (panel.names.empty()) // these are longer, and may be shortened
                lastMark = std::max(lastMark, textWidth(markLabel(last, panel.x.marks), small));
            for (const Layer& layer : panel.layers)
                legend = std::max(legend, textWidth(words(layer.name), small));
            for (const Curve& curve : panel.curves)
                legend = std::max(legend, textWidth(words(curve.name), small));
            if (!words(panel.title).empty())
                title = 1.5 * m_look.points;
        }
        for (std::size_t i = 0; i < m_columns; ++i) {
            ChartMargins margins;
            const bool marks = i == 0 || !m_figure.sharedScale;
            margins.left = (marks ? labels + 8 : 8) + (i == 0 ? 1.7 * small : 0);
            margins.right = lastMark / 2 + 6;
            if (ownLegends)
                margins.right += std::min(1.1 * legend + 4 * small, 0.35 * m_look.inner());
            margins.top = title + 0.9 * m_look.points;
            margins.bottom = 3.9 * small;
            m_margins.push_back(margins);
        }
    }

    double captionWidth() const
    {
        return m_plotWidth + m_margins.back().left + m_margins.back().right;
    }
    double chartHeight() const { return m_rowHeight - m_captionHeight - 4; }
    double frameWidth(std::size_t column) const
    {
        return m_plotWidth + m_margins[column].left + m_margins[column].right;
    }

    const SlideLook& m_look;
    const Figure& m_figure;
    std::size_t m_columns;
    std::vector<ChartMargins> m_margins; ///< of each column
    std::vector<std::vector<Caption>> m_captions;
    double m_plotWidth = 0, m_captionHeight = 0, m_top = 0, m_rowHeight = 0;
};

double addSubtitle(Shapes& shapes, const std::string& subtitle, double top, const SlideLook& look)
{
    if (subtitle.empty())
        return top;
    const TextStyle style{look.points, false, look.colours.muted, look.language};
    const double height = lineHeight * style.points * linesOf(subtitle, style.points, look.inner());
    shapes.addText("Subtitle", {look.margin, top, look.inner(), height},
                   textParagraph(subtitle, style));
    return top + height;
}

/// The look of one panel's chart in its place of the grid.
ChartLook chartLook(const Deck& deck, const SlideLook& look, const PanelGrid& grid,
                    std::size_t panel)
{
    const Figure& figure = deck.figure;
    const SlideBox box = grid.chartBox(panel);
    const bool single
        = std::ranges::any_of(figure.panels, [](const Panel& each) { return each.xs.size() < 2; });
    ChartLook chart;
    chart.colours = look.colours;
    chart.language = look.language;
    chart.points = look.points;
    chart.smallPoints = look.smallPoints;
    chart.width = box.width;
    chart.height = box.height;
    chart.margins = grid.margins(panel);
    chart.unit = figure.unit;
    chart.bars = figure.panels[panel].bars || single; // an area of one point has no width
    chart.marksOnY = grid.startsRow(panel) || !figure.sharedScale;
    chart.titleOnY = grid.startsRow(panel);
    chart.legend = deck.showLegend && figure.panels.size() == 1;
    return chart;
}

} // namespace

SlideLook slideLook(const Deck& deck)
{
    constexpr double perInch = 72;
    constexpr double readable = 12;
    SlideLook look;
    look.colours = deck.themeColours ? coloursOfTheme() : coloursOfPalette(deck.palette);
    look.language = languageTag(deck.language);
    look.width = perInch * deck.width;
    look.height = perInch * deck.height;
    look.margin = std::min(perInch / 2, 0.04 * look.width);
    look.points = deck.points;
    look.smallPoints = std::max(deck.points - 2, std::min(deck.points, readable));
    return look;
}

double addTitle(Shapes& shapes, std::string_view title, bool visible, const SlideLook& look)
{
    constexpr int mostLines = 2;
    constexpr std::size_t longest = 400;
    const std::string text = excerpt(title, longest);
    double points = 2 * look.points;
    while (points > look.smallPoints && linesOf(text, points, look.inner(), true) > mostLines)
        points -= 1;
    const double height
        = lineHeight * points * std::max(1, linesOf(text, points, look.inner(), true));
    const double top = 0.7 * look.margin;
    const SlideBox box{look.margin, visible ? top : -height - look.margin, look.inner(), height};
    const std::string size = std::to_string(static_cast<int>(100 * points));
    const std::string body = R"(<a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle><a:lvl1pPr>)"
                             R"(<a:defRPr sz=")"
        + size + R"("/></a:lvl1pPr></a:lstStyle>)" + plainParagraph(text, look.language);
    shapes.addPlaceholder("Title", R"(type="title")", xmlElement("a:xfrm", {}, transformOf(box)),
                          body);
    return visible ? top + height : top;
}

Result<FigureSlide> figureSlide(const Deck& deck, const SlideLook& look)
{
    const Figure& figure = deck.figure;
    Shapes shapes;
    const std::string title = deck.title.empty() ? deck.words(figure.title) : deck.title;
    double top = addTitle(shapes, title, deck.showTitle, look);
    if (deck.showTitle)
        top = addSubtitle(shapes, excerpt(deck.words(figure.subtitle), 300), top, look);
    top += 0.5 * look.points;
    const bool several = figure.panels.size() > 1;
    if (several && deck.showLegend)
        top = addKey(shapes, keyOf(figure, look, deck.words), top, look) + 0.3 * look.points;

    const PanelGrid grid(deck, look, top, deck.showLegend && !several);
    if (!grid.hasRoom())
        return Problem{std::string("size"),
                       fixed(deck.width, 2) + " x " + fixed(deck.height, 2) + " inches",
                       {HW_TR("core", "the slide is too small for text of %1 points"),
                        {shortest(deck.points)}}};

    const auto limit = deck.showLimit ? figure.limit : std::nullopt;
    FigureSlide slide;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const ChartLook chart = chartLook(deck, look, grid, i);
        NativeChart made = nativeChart(evenPanel(figure.panels[i], chart.bars), figure.panels[i],
                                       limit, chart, deck.words);
        slide.charts.push_back(std::move(made.xml));
        slide.workbooks.push_back(std::move(made.workbook));

        const bool said = i < deck.altTexts.size() && !deck.altTexts[i].empty();
        shapes.addChart("Chart " + std::to_string(i + 1),
                        said ? deck.altTexts[i] : allOf(altText(figure, i, deck.words), deck.words),
                        grid.chartBox(i), relationshipId(i + 1));
        grid.addCaptions(shapes, i);
    }
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
