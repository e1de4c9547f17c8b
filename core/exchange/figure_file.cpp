// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/figure_file.h"

#include "core/drawing/lettering.h"
#include "core/exchange/figure_csv.h"
#include "core/exchange/svg.h"
#include "core/exchange/trace.h"
#include "core/figure/answer_tables.h"
#include "core/figure/figure_words.h"
#include "core/methods/method.h"
#include "core/office/pptx.h"
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr double pixelsOfInch = 96, pointsOfInch = 72;

/// The colours for print need the white of paper.
Backdrop backdropOf(const ExportOptions& options)
{
    const bool print = options.colours == ExportColours::PrintGrey;
    return print && options.backdrop == Backdrop::Dark ? Backdrop::White : options.backdrop;
}

bool isDark(const ExportOptions& options)
{
    if (options.colours == ExportColours::PrintGrey)
        return false;
    return options.backdrop == Backdrop::Dark
        || (options.backdrop == Backdrop::Transparent && options.onDark);
}

Palette paletteOf(const ExportOptions& options)
{
    const Palette& chosen = options.colours == ExportColours::Lecture ? lecturePalette()
        : options.colours == ExportColours::PrintGrey                 ? printPalette()
                                                                      : lightPalette();
    return readableOn(isDark(options) ? Backdrop::Dark : Backdrop::White, chosen);
}

/// The answer of the plan; null for the lecture's figures, which the plan's ledger does not
/// explain.
std::optional<Answer> answerOf(const Figure& figure, const Plan& plan)
{
    const bool ofPlan
        = std::ranges::find(lectureFigureNames, figure.name) == lectureFigureNames.end();
    if (!ofPlan)
        return std::nullopt;
    auto found = estimate(plan, builtinCatalog());
    return found ? std::optional(std::move(found->answer)) : std::nullopt;
}

/// The numbers behind a figure of the plan: the parts of a step, or the ledger.
struct Details
{
    std::optional<Answer> memory;
    std::optional<TimeAnswer> time;
};

Details detailsOf(const Figure& figure, const Plan& plan)
{
    if (!figure.unit.ofTime)
        return {answerOf(figure, plan), {}};
    const auto estimated = estimate(plan, builtinCatalog());
    const auto time = estimated ? timeOf(estimated->plan) : estimated.problems();
    return {{}, time ? std::optional(*time) : std::nullopt};
}

/// The numbers behind a figure. `brief`: with the columns that a slide has room for.
std::vector<FigureTable> tablesOf(const Details& details, bool brief, MemoryUnit unit,
                                  const Translator& words)
{
    using In = LedgerColumns;
    using Of = PartColumns;
    using Sent = TrafficColumns;
    std::vector<FigureTable> tables;
    const auto add = [&](FigureTable table, std::initializer_list<std::size_t> few) {
        tables.push_back(brief ? picked(table, few) : std::move(table));
    };
    if (details.memory)
        add(ledgerTable(*details.memory, unit, words),
            {In::Group, In::Tensor, In::Formula, In::Copies, In::AtPeak});
    if (details.time)
        add(partTable(*details.time), {Of::Part, Of::Formula, Of::Share, Of::Seconds});
    if (details.time && !details.time->traffic.empty())
        add(trafficTable(*details.time),
            {Sent::Traffic, Sent::Formula, Sent::Link, Sent::Gigabytes, Sent::Rate, Sent::Seconds,
             Sent::Waits});
    return tables;
}

/// "zh-CN", "en-US"
std::string languageTag(std::string language)
{
    std::ranges::replace(language, '_', '-');
    return language == "en" ? "en-US" : language;
}

Result<Scene> inLanguage(const std::string& language, Result<Scene> scene)
{
    if (scene)
        scene->language = language;
    return scene;
}

/// The slide of the figure, without notes and other slides.
Deck deckOf(const ExportOptions& options, const Figure& figure, const Translator& words)
{
    Deck deck;
    deck.figure = figure;
    deck.palette = paletteOf(options);
    deck.themeColours = options.colours == ExportColours::SlideTheme;
    deck.language = languageTag(options.language);
    deck.words = words;
    deck.width = options.size.width / pixelsOfInch;
    deck.height = options.size.height / pixelsOfInch;
    deck.points = options.fontPoints;
    deck.showTitle = options.showTitle;
    deck.bandLabels = options.bandLabels;
    deck.legend = options.legend;
    deck.showLimit = options.limitLine;
    return deck;
}

/// The same with the notes and the tables that the options ask for.
Deck wholeDeckOf(const ExportOptions& options, const Figure& figure, const Plan& plan,
                 const Translator& words)
{
    Deck deck = deckOf(options, figure, words);
    const Details details = detailsOf(figure, plan);
    if (options.notes)
        deck.notes = figureNotes(figure, details.memory ? &*details.memory : nullptr, words);
    if (options.notes && details.time)
        for (Text& sentence : timeSentences(*details.time))
            deck.notes.push_back(std::move(sentence));
    if (options.ledger)
        deck.tables = tablesOf(details, true, options.unit, words);
    return deck;
}

std::string csv(const ExportOptions& options, const Figure& figure, const Plan& plan,
                const Translator& words)
{
    std::string rows = figureCsv(figure, words);
    const Details details = options.ledger ? detailsOf(figure, plan) : Details{};
    for (const FigureTable& table : tablesOf(details, false, options.unit, words))
        rows += "\n" + tableCsv(table, options.unit, words);
    return rows;
}

/// A figure is made once for its preview, its file, and all options that change no number of it.
Result<Figure> madeFigure(const std::string& name, const Plan& plan, const FigureChoice& choice)
{
    struct Made
    {
        std::string name;
        Plan plan;
        FigureChoice choice;
        Result<Figure> figure;
    };
    static thread_local std::optional<Made> last;
    if (!last || last->name != name || last->plan != plan || last->choice != choice)
        last.emplace(Made{name, plan, choice, figureNamed(name, plan, builtinCatalog(), choice)});
    return last->figure;
}

} // namespace

Result<Figure> chosenFigure(const ExportOptions& options, const Plan& plan)
{
    FigureChoice choice;
    choice.replays = Replays::EveryPoint;
    choice.unit = options.unit;
    choice.context = options.context;
    choice.baseline = options.baseline;
    choice.compared = options.compared;
    choice.current = options.current;
    choice.stage = options.stage;
    choice.search = options.search;
    choice.cardOrder = options.cardOrder;
    choice.cards = options.cards;
    choice.measured = options.measured;
    auto chosen = madeFigure(options.figure, plan, choice);
    if (!chosen)
        return chosen;
    if (options.zoom)
        *chosen = within(std::move(*chosen), *options.zoom);
    constexpr std::size_t longestTitle = 300;
    if (!options.title.empty())
        chosen->title = Text::plain(excerpt(options.title, longestTitle));
    if (chosen->limit && options.colours == ExportColours::PrintGrey)
        chosen->limit->dashed = true; // no other line is dashed, and all are grey
    return chosen;
}

Result<Scene> sceneOf(const ExportOptions& options, const Figure& figure, const Translator& words,
                      const TextWidth& width)
{
    SceneStyle style;
    style.width = options.size.width;
    style.height = options.size.height;
    style.font = options.fontPoints * pixelsOfInch / pointsOfInch;
    style.palette = paletteOf(options);
    style.backdrop = backdropOf(options);
    style.title = options.showTitle;
    style.bandLabels = options.bandLabels;
    style.legend = options.legend;
    style.limitLine = options.limitLine;
    return inLanguage(options.language, sceneOf(figure, style, words, width));
}

Result<Scene> slideSceneOf(const ExportOptions& options, const Figure& figure,
                           const Translator& words)
{
    return inLanguage(options.language, slideScene(deckOf(options, figure, words)));
}

Result<std::string> figureFile(const ExportOptions& options, const Plan& plan,
                               const Translator& words)
{
    const auto figure = chosenFigure(options, plan);
    if (!figure)
        return figure.problems();
    if (options.target == ExportTarget::PowerPoint)
        return pptx(wholeDeckOf(options, *figure, plan, words));
    if (options.target == ExportTarget::Csv)
        return csv(options, *figure, plan, words);
    const auto scene
        = sceneOf(options, *figure, words, arialWidth); // its reader's fonts are unknown
    if (!scene)
        return scene.problems();
    return svg(*scene);
}

Result<std::string> deckFile(const ExportOptions& options, std::span<const std::string> figures,
                             std::span<const FileLanguage> languages, const Plan& plan)
{
    ExportOptions each = options;
    each.title.clear();
    each.zoom.reset();
    // Each figure is made once, and said in each language.
    std::vector<Figure> made;
    for (const std::string& name : figures) {
        each.figure = name;
        auto figure = chosenFigure(each, plan);
        if (!figure)
            return figure.problems();
        made.push_back(*std::move(figure));
    }
    std::vector<Deck> decks;
    for (const FileLanguage& language : languages) {
        each.language = language.name;
        for (const Figure& figure : made)
            decks.push_back(wholeDeckOf(each, figure, plan, language.words));
    }
    const bool named = !plan.name.empty() || decks.empty();
    return pptx(decks, named ? plan.name : decks.front().words(decks.front().figure.title));
}

Result<std::string> traceFile(const ExportOptions& options, const Plan& plan,
                              const Translator& words)
{
    const auto chart = timelineChart(plan, builtinCatalog(), options.unit, options.stage);
    if (!chart)
        return chart.problems();
    return traceJson(*chart, plan.name, words);
}

std::string_view suffixOf(ExportTarget target)
{
    static constexpr EnumTable<ExportTarget, std::string_view> suffixes(
        {"pptx", "svg", "png", "pdf", "csv", "png"});
    return suffixes[target];
}

} // namespace highwater
