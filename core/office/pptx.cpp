// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/pptx.h"

#include "core/office/package.h"
#include "core/office/slides.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr std::string_view partTypePrefix
    = "application/vnd.openxmlformats-officedocument.presentationml.";

std::string partType(std::string_view kind)
{
    return std::string(partTypePrefix).append(kind).append("+xml");
}

Relationship to(std::string_view kind, std::string target)
{
    return {std::string(officeRelationship).append(kind), std::move(target)};
}

bool isFinite(const Axis& axis)
{
    return std::isfinite(axis.least) && std::isfinite(axis.most)
        && std::ranges::all_of(axis.ticks, [](double tick) { return std::isfinite(tick); });
}

/// Whether each x has its values.
bool isDrawable(const Panel& panel)
{
    const std::size_t points = panel.xs.size();
    const auto full = [points](const auto& band) { return band.values.size() == points; };
    return points > 0 && (!panel.layers.empty() || !panel.curves.empty())
        && std::ranges::all_of(panel.layers, full) && std::ranges::all_of(panel.curves, full)
        && isFinite(panel.x) && isFinite(panel.y);
}

std::string hundredths(double number)
{
    return shortest(std::round(100 * number) / 100);
}

Problems problemsOf(const Deck& deck)
{
    constexpr double leastInches = 1, mostInches = 56; // PowerPoint's limits
    constexpr double leastPoints = 6, mostPoints = 72;
    Problems problems;
    const std::vector<Panel>& panels = deck.figure.panels;
    if (panels.empty() || !std::ranges::all_of(panels, isDrawable))
        problems.push_back({std::string("figure"),
                            std::string(deck.figure.name),
                            {HW_TR("core", "has nothing to draw")}});
    const auto within = [](double value, double least, double most) {
        return value >= least && value <= most; // false for NaN
    };
    if (!within(deck.width, leastInches, mostInches)
        || !within(deck.height, leastInches, mostInches))
        problems.push_back({std::string("size"),
                            hundredths(deck.width) + " x " + hundredths(deck.height),
                            {HW_TR("core", "must be from %1 to %2 inches each way"),
                             {shortest(leastInches), shortest(mostInches)}}});
    if (!within(deck.points, leastPoints, mostPoints))
        problems.push_back({std::string("font"),
                            shortest(deck.points),
                            {HW_TR("core", "must be from %1 to %2 points"),
                             {shortest(leastPoints), shortest(mostPoints)}}});
    return problems;
}

/// The parts of a file while its slides are added; `first` is the deck whose size and palette the
/// parts have that all slides share, `language` that of their fonts.
class DeckParts
{
public:
    DeckParts(const Deck& first, const SlideLook& look, std::string_view language)
        : m_first(first)
        , m_look(look)
        , m_language(language)
    { }

    void addFigure(FigureSlide slide, const Deck& deck, const SlideLook& look)
    {
        PackagePart part{slideName(), partType("slide"), std::move(slide.xml), {toLayout()}};
        for (std::size_t i = 0; i < slide.charts.size(); ++i) {
            const std::string number = std::to_string(++m_chartCount);
            const std::string chart = "/ppt/charts/chart" + number + ".xml";
            const std::string book = "/ppt/embeddings/Microsoft_Excel_Worksheet" + number + ".xlsx";
            m_parts.push_back({chart,
                               "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
                               std::move(slide.charts[i]),
                               {to("package", book)}});
            m_parts.push_back({book,
                               "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                               std::move(slide.workbooks[i])});
            part.relationships.push_back(to("chart", chart));
        }
        if (!deck.notes.empty()) {
            const std::string notes
                = "/ppt/notesSlides/notesSlide" + std::to_string(++m_notesCount) + ".xml";
            part.relationships.push_back(to("notesSlide", notes));
            m_parts.push_back({notes,
                               partType("notesSlide"),
                               notesPage(deck, look),
                               {to("notesMaster", notesMasterName), to("slide", part.name)}});
        }
        m_slides.push_back(std::move(part));
    }

    void addTable(std::string slide)
    {
        m_slides.push_back({slideName(), partType("slide"), std::move(slide), {toLayout()}});
    }

    /// All parts, in the order in which a program reads them.
    std::string written(const std::string& title) &&
    {
        std::vector<PackagePart> parts{
            presentation(),
            {masterName,
             partType("slideMaster"),
             masterPart(m_first, m_look),
             {toLayout(), to("theme", themeName)}},
            {layoutName, partType("slideLayout"), layoutPart(), {to("slideMaster", masterName)}},
            theme(themeName)};
        if (hasNotes()) {
            parts.push_back({notesMasterName,
                             partType("notesMaster"),
                             notesMasterPart(m_first),
                             {to("theme", notesThemeName)}});
            parts.push_back(theme(notesThemeName));
        }
        std::ranges::move(m_slides, std::back_inserter(parts));
        std::ranges::move(m_parts, std::back_inserter(parts));
        parts.push_back({"/ppt/presProps.xml", partType("presProps"), presentationProperties()});
        parts.push_back({"/ppt/viewProps.xml", partType("viewProps"), viewProperties()});
        parts.push_back({"/ppt/tableStyles.xml", partType("tableStyles"), tableStyles()});
        parts.push_back({"/docProps/core.xml",
                         "application/vnd.openxmlformats-package.core-properties+xml",
                         coreProperties(title, m_look.language)});
        parts.push_back({"/docProps/app.xml",
                         "application/vnd.openxmlformats-officedocument.extended-properties+xml",
                         appProperties(m_slideCount, m_notesCount)});
        return officePackage(
            parts,
            {to("officeDocument", "/ppt/presentation.xml"),
             {std::string(packageRelationship) + "metadata/core-properties", "/docProps/core.xml"},
             to("extended-properties", "/docProps/app.xml")});
    }

private:
    static constexpr const char* masterName = "/ppt/slideMasters/slideMaster1.xml";
    static constexpr const char* layoutName = "/ppt/slideLayouts/slideLayout1.xml";
    static constexpr const char* themeName = "/ppt/theme/theme1.xml";
    static constexpr const char* notesThemeName = "/ppt/theme/theme2.xml";
    static constexpr const char* notesMasterName = "/ppt/notesMasters/notesMaster1.xml";

    bool hasNotes() const { return m_notesCount > 0; }
    static Relationship toLayout() { return to("slideLayout", layoutName); }
    std::string slideName()
    {
        return "/ppt/slides/slide" + std::to_string(++m_slideCount) + ".xml";
    }

    PackagePart theme(const char* name) const
    {
        return {name, "application/vnd.openxmlformats-officedocument.theme+xml",
                themePart(m_first.palette, m_language)};
    }

    PackagePart presentation() const
    {
        PackagePart part{"/ppt/presentation.xml",
                         partType("presentation.main"),
                         presentationXml(m_look, m_slideCount, hasNotes()),
                         {to("slideMaster", masterName)}};
        for (const PackagePart& slide : m_slides)
            part.relationships.push_back(to("slide", slide.name));
        if (hasNotes())
            part.relationships.push_back(to("notesMaster", notesMasterName));
        part.relationships.push_back(to("presProps", "/ppt/presProps.xml"));
        part.relationships.push_back(to("viewProps", "/ppt/viewProps.xml"));
        part.relationships.push_back(to("theme", themeName));
        part.relationships.push_back(to("tableStyles", "/ppt/tableStyles.xml"));
        return part;
    }

    const Deck& m_first;
    const SlideLook& m_look;
    std::string_view m_language;
    std::size_t m_slideCount = 0, m_chartCount = 0, m_notesCount = 0;
    std::vector<PackagePart> m_slides;
    std::vector<PackagePart> m_parts; ///< charts, workbooks and notes of the slides
};

} // namespace

Result<std::string> pptx(std::span<const Deck> decks, const std::string& title)
{
    if (decks.empty())
        return Problem{std::string("figure"), {}, {HW_TR("core", "has nothing to draw")}};
    const SlideLook shared = slideLook(decks.front());
    // English looks alike under all fonts, Chinese does not.
    const auto chinese = std::ranges::find_if(
        decks, [](const Deck& deck) { return deck.language.starts_with("zh"); });
    const Deck& fonts = chinese == decks.end() ? decks.front() : *chinese;
    DeckParts parts(decks.front(), shared, fonts.language);
    for (const Deck& deck : decks) {
        if (Problems problems = problemsOf(deck); !problems.empty())
            return problems;
        const SlideLook look = slideLook(deck);
        Result<FigureSlide> slide = figureSlide(deck, look);
        if (!slide)
            return slide.problems();
        parts.addFigure(*std::move(slide), deck, look);
        for (const FigureTable& table : deck.tables)
            for (std::string& page : tableSlides(table, deck, look))
                parts.addTable(std::move(page));
    }
    return std::move(parts).written(title);
}

Result<std::string> pptx(const Deck& deck)
{
    return pptx({&deck, 1}, deck.title.empty() ? deck.words(deck.figure.title) : deck.title);
}

} // namespace highwater
