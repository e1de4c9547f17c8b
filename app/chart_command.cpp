// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/plan/keys.h"
#include "core/plan/names.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "ui/base/language.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"
#include "ui/export/figure_export.h"

#include <QFile>
#include <QGuiApplication>
#include <QHashFunctions>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace highwater {

enum class ChartTheme { Light, Dark, Print, Lecture };

} // namespace highwater

HIGHWATER_NAMES(ChartTheme, "light", "dark", "print", "lecture")

namespace highwater {
namespace {

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

std::optional<Problem> chooseTarget(const std::string& file, ExportTarget& target)
{
    const std::string lower = lowered(file);
    const auto found = std::ranges::find_if(exportTargets, [&lower](ExportTarget each) {
        return lower.ends_with('.' + suffixOf(each).toStdString())
            && each != ExportTarget::Clipboard;
    });
    if (found == exportTargets.end() && !isTrace(file))
        return Problem{
            std::string("-o"),
            typed(file),
            {HW_TR("core", "must end in .png, .svg, .pdf, .pptx or .csv, or in .trace.json")}};
    if (QFile::encodeName(QFile::decodeName(file.c_str())) != file.c_str())
        return Problem{std::string("-o"), typed(file), {HW_TR("core", "must be UTF-8")}};
    target = isTrace(file) ? ExportTarget::Csv : *found;
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
    options.size = QSizeF(width, height);
    return std::nullopt;
}

/// The font size that equals 14 points on a slide of the picture's size, but never too small to
/// read.
double fontFor(const QSizeF& size)
{
    constexpr double onSlide = 14, least = 8;
    return std::max(least, onSlide * std::min(size.width() / 1280, size.height() / 720));
}

/// "2", counted from 1 as in the window
std::optional<Problem> chooseStage(const CommandWords& words, ExportOptions& options)
{
    const auto text = words.value("--stage");
    if (!text)
        return std::nullopt;
    const std::int64_t stage = wholeIn(*text).value_or(0);
    if (stage < 1)
        return Problem{std::string("--stage"),
                       typed(*text),
                       {HW_TR("core", "must be a whole number, 1 or more")}};
    if (options.figure != "timeline")
        return Problem{
            std::string("--stage"), typed(*text), {HW_TR("core", "goes with --figure timeline")}};
    options.stage = stage - 1;
    return std::nullopt;
}

std::optional<Problem> chooseRecording(const CommandWords& words, const ExportOptions& options)
{
    const auto recording = words.value("--recording");
    for (const char* option : {"--device", "--step"})
        if (const auto text = words.value(option); text && !recording)
            return Problem{
                std::string(option), typed(*text), {HW_TR("core", "goes with --recording")}};
    if (recording && options.figure != "timeline")
        return Problem{std::string("--recording"),
                       typed(*recording),
                       {HW_TR("core", "goes with --figure timeline")}};
    return std::nullopt;
}

std::optional<Problem> chooseSearch(const CommandWords& words, ExportOptions& options)
{
    const auto constraints = readConstraints(words);
    if (!constraints)
        return constraints.problems().front();
    if (*constraints != SearchConstraints() && options.figure != "search")
        return Problem{std::string("--figure"),
                       typed(options.figure),
                       {HW_TR("core", "must be search, as the options limit a search")}};
    options.search = *constraints;
    return std::nullopt;
}

std::optional<Problem> chooseOrder(const CommandWords& words, ExportOptions& options)
{
    const auto order = cardOrder(words);
    if (!order)
        return order.problems().front();
    const Text only{HW_TR("core", "goes with --figure cards")};
    if (options.figure != "cards") {
        for (const char* option : {"--sort", "--within", "--under"})
            if (const auto text = words.value(option))
                return Problem{std::string(option), typed(*text), only};
        for (const char* flag : {"--same-gpus", "--all"})
            if (words.has(flag))
                return Problem{std::string(flag), {}, only};
    }
    options.cardOrder = *order;
    return std::nullopt;
}

std::optional<Problem> chooseLanguage(const CommandWords& words, ExportOptions& options)
{
    options.language = languages().front();
    const auto text = words.value("--lang");
    if (!text)
        return std::nullopt;
    options.language = QString::fromStdString(std::string(*text));
    if (languages().contains(options.language))
        return std::nullopt;
    return Problem{std::string("--lang"),
                   typed(*text),
                   {HW_TR("core", "must be one of %1"),
                    {languages().join(QStringLiteral(", ")).toStdString()}}};
}

std::optional<Problem> chooseAll(const CommandWords& words, const std::string& file,
                                 ExportOptions& options)
{
    ChartTheme theme = ChartTheme::Light;
    if (auto problem = chooseTarget(file, options.target))
        return problem;
    if (auto problem = chooseSize(words, options))
        return problem;
    if (auto problem = choose(words, "--theme", theme))
        return problem;
    if (auto problem = choose(words, "--unit", options.unit))
        return problem;
    if (auto problem = chooseLanguage(words, options))
        return problem;
    options.fontPoints = fontFor(options.size);
    options.figure = words.value("--figure").value_or(isTrace(file) ? "timeline" : options.figure);
    if (isTrace(file) && options.figure != "timeline")
        return Problem{std::string("--figure"),
                       typed(options.figure),
                       {HW_TR("core", "must be timeline for a trace")}};
    if (auto problem = chooseStage(words, options))
        return problem;
    if (auto problem = chooseRecording(words, options))
        return problem;
    if (auto problem = chooseSearch(words, options))
        return problem;
    if (auto problem = chooseOrder(words, options))
        return problem;
    options.title = QString::fromStdString(words.value("--title").value_or(""));
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

void sayFatalAlone(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtFatalMsg)
        std::fprintf(stderr, "highwater: %s\n", qPrintable(message));
}

/// An application without a screen, for the fonts of pictures. Qt's messages are not shown, so that
/// stderr has only the program's line.
std::unique_ptr<QGuiApplication> fontsFor(ExportTarget target)
{
    if (target != ExportTarget::Png && target != ExportTarget::Pdf)
        return nullptr;
    static int count = 1;
    static char name[] = "highwater";
    static char* arguments[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Equal plans give equal files in every run. A PDF lists its fonts in the order of a hash, and
    // the length of the time zone moves its offsets, so both are fixed here.
    QHashSeed::setDeterministicGlobalSeed();
    qputenv("TZ", "UTC");
    qInstallMessageHandler(sayFatalAlone);
    return std::make_unique<QGuiApplication>(count, arguments);
}

/// The plan, or the plans to be compared.
std::optional<Outcome> readInputs(const CommandWords& words, ExportOptions& options, Input& input)
{
    if (options.figure != "compare" && words.plain.size() > 1)
        return failed(Exit::BadInput,
                      "unexpected argument " + typed(words.plain[1])
                          + "; several plans make --figure compare");
    if (auto outcome = readInput(words, input))
        return outcome;
    options.compared = {{input.plan.name, input.plan}};
    for (std::size_t i = 1; i < words.plain.size(); ++i) {
        CommandWords one = words;
        one.plain = {words.plain[i]};
        Input each;
        if (auto outcome = readInput(one, each))
            return outcome;
        options.compared.push_back({each.plan.name, each.plan});
    }
    return std::nullopt;
}

/// The curve of --recording, for the timeline.
std::optional<Outcome> readMeasured(const CommandWords& words, const Input& input,
                                    ExportOptions& options)
{
    const auto path = words.value("--recording");
    if (!path)
        return std::nullopt;
    RunComparison found;
    if (auto outcome = compareRecording(words, std::string(*path), input, found))
        return outcome;
    options.measured = measuredCurve(found);
    if (const auto translated = wordsIn(options.language))
        options.measured->note = differenceSentence(found, options.unit, *translated);
    return std::nullopt;
}

} // namespace

Outcome runChart(const std::vector<std::string>& arguments)
{
    CommandWords words;
    Grammar grammar{{"--no-title", "--legend", "--transparent", "--same-gpus", "--all"},
                    {"--set", "--figure", "-o", "--output", "--size", "--theme", "--lang", "--unit",
                     "--title", "--sort", "--within", "--under", "--stage", "--recording",
                     "--device", "--step"},
                    mostCompared};
    addSearchOptions(grammar);
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (words.value("--title") && words.has("--no-title"))
        return failed(Exit::BadInput, "--title and --no-title exclude each other");
    const auto file = words.value("--output") ? words.value("--output") : words.value("-o");
    if (!file)
        return failed(Exit::BadInput, "-o is missing; see highwater chart --help");
    ExportOptions options;
    if (const auto problem = chooseAll(words, *file, options))
        return failed({*problem});
    Input input;
    if (auto outcome = readInputs(words, options, input))
        return *outcome;
    if (auto outcome = readMeasured(words, input, options))
        return *outcome;

    const auto fonts = fontsFor(options.target);
    const auto picture
        = isTrace(*file) ? exportedTrace(options, input.plan) : exported(options, input.plan);
    if (!picture) {
        const bool ofPlan = !picture.problems().front().field.starts_with("--");
        return failed(picture.problems(), ofPlan ? input.name : std::string());
    }
    if (const auto reason = writeWhole(QFile::decodeName(file->c_str()), *picture))
        return failed(Exit::Unreadable,
                      excerpt(*file) + ": cannot be written: " + reason->toStdString());
    return {Exit::Done, {}, input.notes};
}

} // namespace highwater
