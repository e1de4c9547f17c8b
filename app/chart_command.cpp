// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/plan/keys.h"
#include "core/plan/names.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/words/words.h"

#include <algorithm>
#include <array>

namespace highwater {

enum class ChartTheme { Light, Dark, Print, Lecture };

} // namespace highwater

HIGHWATER_NAMES(ChartTheme, "light", "dark", "print", "lecture")

namespace highwater {
namespace {

/// The figures to draw: one in one language or, in a deck, several.
struct ChartOrder
{
    ExportOptions options; ///< its figure and its language are the first of the lists
    std::vector<std::string> figures;
    std::vector<FileLanguage> languages;

    bool draws(std::string_view figure) const
    {
        return std::ranges::find(figures, figure) != figures.end();
    }
    bool isDeck() const { return figures.size() > 1 || languages.size() > 1; }
};

/// Sets `chosen` to the value of the option's word; returns the error where the word is unknown.
template <class E>
std::optional<Problem> choose(const CommandWords& words, const char* option, E& chosen)
{
    const auto word = words.value(option);
    if (!word)
        return std::nullopt;
    std::array<std::string_view, enumCount<E>> names;
    std::ranges::transform(everyOf<E>(), names.begin(), [](E each) { return nameOf(each); });
    const auto found = std::ranges::find(names, *word);
    if (found != names.end()) {
        chosen = static_cast<E>(found - names.begin());
        return std::nullopt;
    }
    return Problem{
        std::string(option), typed(*word), {HW_TR("core", "must be one of %1"), {joined(names)}}};
}

/// A trace has no look, and only the timeline can be one.
bool isTrace(const std::string& file)
{
    return lowered(file).ends_with(std::string(".") + traceSuffix);
}

bool needsFonts(ExportTarget target)
{
    return target == ExportTarget::Png || target == ExportTarget::Pdf;
}

std::optional<Problem> chooseTarget(const std::string& file, const Drawing& drawing,
                                    ExportTarget& target)
{
    const std::string lower = lowered(file);
    const auto found = std::ranges::find_if(exportTargets, [&lower](ExportTarget each) {
        return lower.ends_with("." + std::string(suffixOf(each)))
            && each != ExportTarget::Clipboard;
    });
    if (found == exportTargets.end() && !isTrace(file))
        return Problem{
            std::string("-o"),
            typed(file),
            {HW_TR("core", "must end in .png, .svg, .pdf, .pptx or .csv, or in .trace.json")}};
    if (!isUtf8(file))
        return Problem{std::string("-o"), typed(file), {HW_TR("core", "must be UTF-8")}};
    target = isTrace(file) ? ExportTarget::Csv : *found;
    if (needsFonts(target) && !drawing.picture)
        return Problem{std::string("-o"),
                       typed(file),
                       {HW_TR("core",
                              "must not be a .png or .pdf: this program has no fonts; "
                              "the one with a window does")}};
    return std::nullopt;
}

/// "1920x1080"
std::optional<Problem> chooseSize(const CommandWords& words, ExportOptions& options)
{
    if (options.target == ExportTarget::PowerPoint || options.target == ExportTarget::Pdf)
        options.size = {1280, 720};
    const auto text = words.value("--size");
    if (!text)
        return std::nullopt;
    const auto side = [](std::string_view digits) {
        const auto pixels = static_cast<double>(wholeIn(digits).value_or(0));
        return pixels >= 1 && pixels <= mostPixels ? static_cast<int>(pixels) : 0;
    };
    const std::string_view all = *text;
    const std::size_t cross = std::min(all.find('x'), all.size());
    const int width = side(all.substr(0, cross));
    const int height = cross < all.size() ? side(all.substr(cross + 1)) : 0;
    if (width == 0 || height == 0)
        return Problem{
            std::string("--size"),
            typed(*text),
            {HW_TR("core", "must be WIDTHxHEIGHT, each from 1 to %1"), {shortest(mostPixels)}}};
    options.size = {static_cast<double>(width), static_cast<double>(height)};
    return std::nullopt;
}

/// The font size that equals 14 points on a slide of the picture's size, but never too small to
/// read.
double fontFor(const PictureSize& size)
{
    constexpr double onSlide = 14, least = 8;
    return std::max(least, onSlide * std::min(size.width / 1280, size.height / 720));
}

/// "2", counted from 1 as in the window
std::optional<Problem> chooseStage(const CommandWords& words, ChartOrder& order)
{
    const auto text = words.value("--stage");
    if (!text)
        return std::nullopt;
    const std::int64_t stage = wholeIn(*text).value_or(0);
    if (stage < 1)
        return Problem{std::string("--stage"),
                       typed(*text),
                       {HW_TR("core", "must be a whole number, 1 or more")}};
    if (!order.draws("timeline"))
        return Problem{
            std::string("--stage"), typed(*text), {HW_TR("core", "goes with --figure timeline")}};
    order.options.stage = stage - 1;
    return std::nullopt;
}

std::optional<Problem> chooseRecording(const CommandWords& words, const ChartOrder& order)
{
    const auto recording = words.value("--recording");
    for (const char* option : {"--device", "--step"})
        if (const auto text = words.value(option); text && !recording)
            return Problem{
                std::string(option), typed(*text), {HW_TR("core", "goes with --recording")}};
    if (recording && !order.draws("timeline"))
        return Problem{std::string("--recording"),
                       typed(*recording),
                       {HW_TR("core", "goes with --figure timeline")}};
    return std::nullopt;
}

std::optional<Problem> chooseSearch(const CommandWords& words, ChartOrder& order)
{
    auto constraints = readConstraints(words);
    if (!constraints)
        return constraints.problems().front();
    if (!order.draws("search")) { // chooseOrder() reads them
        constraints->ticks.drop(LayoutTick::Days);
        constraints->ticks.drop(LayoutTick::Price);
    }
    if (*constraints != SearchConstraints() && !order.draws("search"))
        return Problem{std::string("--figure"),
                       typed(joined(order.figures, ",")),
                       {HW_TR("core", "must be search, as the options limit a search")}};
    order.options.search = *constraints;
    return std::nullopt;
}

std::optional<Problem> chooseOrder(const CommandWords& words, ChartOrder& order)
{
    const auto cards = cardOrder(words);
    if (!cards)
        return cards.problems().front();
    const Text only{HW_TR("core", "goes with --figure cards")};
    if (!order.draws("cards")) {
        if (const auto text = words.value("--sort"))
            return Problem{std::string("--sort"), typed(*text), only};
        for (const char* option : {"--within", "--under"})
            if (const auto text = words.value(option); text && !order.draws("search"))
                return Problem{std::string(option),
                               typed(*text),
                               {HW_TR("core", "goes with --figure cards or search")}};
        for (const char* flag : {"--same-gpus", "--more-gpus", "--all"})
            if (words.has(flag))
                return Problem{std::string(flag), {}, only};
    }
    order.options.cardOrder = *cards;
    return std::nullopt;
}

std::optional<Problem> chooseFigures(const CommandWords& words, const std::string& file,
                                     ChartOrder& order)
{
    ExportOptions& options = order.options;
    const auto list = listOf(
        "--figure", words.value("--figure").value_or(isTrace(file) ? "timeline" : options.figure),
        mostInDeck);
    if (!list)
        return list.problems().front();
    order.figures = *list;
    options.figure = list->front();
    if (isTrace(file) && (order.isDeck() || options.figure != "timeline"))
        return Problem{std::string("--figure"),
                       typed(joined(order.figures, ",")),
                       {HW_TR("core", "must be timeline for a trace")}};
    const Text onlySlides{HW_TR("core", "must be one, as only a .pptx has several slides")};
    if (options.target == ExportTarget::PowerPoint || isTrace(file))
        return std::nullopt;
    if (order.figures.size() > 1)
        return Problem{std::string("--figure"), typed(joined(order.figures, ",")), onlySlides};
    if (order.languages.size() > 1)
        return Problem{std::string("--lang"), typed(*words.value("--lang")), onlySlides};
    return std::nullopt;
}

std::optional<Problem> chooseAll(const CommandWords& words, const std::string& file,
                                 const Drawing& drawing, ChartOrder& order)
{
    ExportOptions& options = order.options;
    ChartTheme theme = ChartTheme::Light;
    if (auto problem = chooseTarget(file, drawing, options.target))
        return problem;
    if (auto problem = chooseSize(words, options))
        return problem;
    if (auto problem = choose(words, "--theme", theme))
        return problem;
    if (auto problem = choose(words, "--unit", options.unit))
        return problem;
    auto languages = languagesOf(words);
    if (!languages)
        return languages.problems().front();
    order.languages = *std::move(languages);
    options.language = order.languages.front().name;
    options.fontPoints = fontFor(options.size);
    if (auto problem = chooseFigures(words, file, order))
        return problem;
    if (auto problem = chooseStage(words, order))
        return problem;
    if (auto problem = chooseRecording(words, order))
        return problem;
    if (auto problem = chooseSearch(words, order))
        return problem;
    if (auto problem = chooseOrder(words, order))
        return problem;
    options.title = words.value("--title").value_or("");
    if (!options.title.empty() && order.isDeck())
        return Problem{std::string("--title"),
                       typed(options.title),
                       {HW_TR("core", "goes with one figure in one language")}};
    options.showTitle = !words.has("--no-title");
    options.legend = words.has("--legend");
    options.backdrop = words.has("--transparent") ? Backdrop::Transparent
        : theme == ChartTheme::Dark               ? Backdrop::Dark
                                                  : Backdrop::White;
    options.onDark = theme == ChartTheme::Dark;
    options.colours = theme == ChartTheme::Print ? ExportColours::PrintGrey
        : theme == ChartTheme::Lecture           ? ExportColours::Lecture
                                                 : ExportColours::Highwater;
    return std::nullopt;
}

/// The plan, or the plans to be compared.
std::optional<Outcome> readInputs(const CommandWords& words, ChartOrder& order, Input& input)
{
    if (!order.draws("compare") && words.plain.size() > 1)
        return failed(Exit::BadInput,
                      "unexpected argument " + typed(words.plain[1])
                          + "; several plans make --figure compare");
    if (auto outcome = readInput(words, input))
        return outcome;
    std::vector<Compared>& compared = order.options.compared;
    compared = {{input.plan.name, input.plan}};
    for (std::size_t i = 1; i < words.plain.size(); ++i) {
        CommandWords one = words;
        one.plain = {words.plain[i]};
        Input each;
        if (auto outcome = readInput(one, each))
            return outcome;
        compared.push_back({each.plan.name, each.plan});
    }
    return std::nullopt;
}

/// The curve of --recording, for the timeline.
std::optional<Outcome> readMeasured(const CommandWords& words, const Input& input,
                                    const Translator& said, ExportOptions& options)
{
    const auto path = words.value("--recording");
    if (!path)
        return std::nullopt;
    RunComparison found;
    if (auto outcome = compareRecording(words, std::string(*path), input, found))
        return outcome;
    options.measured = measuredCurve(found);
    options.measured->note = differenceSentence(found, options.unit, said);
    return std::nullopt;
}

Result<std::string> fileOf(const std::string& path, const ChartOrder& order, const Plan& plan,
                           const Drawing& drawing)
{
    const ExportOptions& options = order.options;
    const Translator& words = order.languages.front().words;
    if (isTrace(path))
        return traceFile(options, plan, words);
    if (order.isDeck())
        return deckFile(options, order.figures, order.languages, plan);
    return needsFonts(options.target) ? drawing.picture(options, plan)
                                      : figureFile(options, plan, words);
}

} // namespace

Result<std::vector<FileLanguage>> languagesOf(const CommandWords& words)
{
    const auto& known = languageCodes();
    const auto list = listOf("--lang", words.value("--lang").value_or(known.front()), known.size());
    if (!list)
        return list.problems();
    std::vector<FileLanguage> languages;
    for (const std::string& name : *list) {
        auto said = wordsIn(name);
        if (!said)
            return unknownLanguage(name);
        languages.push_back({name, *std::move(said)});
    }
    return languages;
}

Outcome runChart(const std::vector<std::string>& arguments, const Drawing& drawing)
{
    CommandWords words;
    Grammar grammar{
        {"--no-title", "--legend", "--transparent", "--same-gpus", "--more-gpus", "--all"},
        {"--set", "--figure", "-o", "--output", "--size", "--theme", "--lang", "--unit", "--title",
         "--sort", "--within", "--under", "--stage", "--recording", "--device", "--step"},
        mostCompared};
    addSearchOptions(grammar);
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (words.value("--title") && words.has("--no-title"))
        return failed(Exit::BadInput, "--title and --no-title exclude each other");
    const auto file = words.value("--output") ? words.value("--output") : words.value("-o");
    if (!file)
        return failed(Exit::BadInput, "-o is missing; see highwater chart --help");
    ChartOrder order;
    if (const auto problem = chooseAll(words, *file, drawing, order))
        return failed({*problem});
    Input input;
    if (auto outcome = readInputs(words, order, input))
        return *outcome;
    if (auto outcome = readMeasured(words, input, order.languages.front().words, order.options))
        return *outcome;

    auto text = fileOf(*file, order, input.plan, drawing);
    if (!text) {
        const bool ofPlan = !text.problems().front().field.starts_with("--");
        return failed(text.problems(), ofPlan ? input.name : std::string());
    }
    return {Exit::Done, {}, input.notes, OutputFile{*file, std::move(*text)}};
}

} // namespace highwater
