// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/page/web_page.h"

#include "core/configs/import.h"
#include "core/exchange/command_line_text.h"
#include "core/exchange/figure_file.h"
#include "core/exchange/share_code.h"
#include "core/exchange/summary.h"
#include "core/explore/advise.h"
#include "core/figure/answer_tables.h"
#include "core/figure/plan_words.h"
#include "core/json/json.h"
#include "core/methods/estimate_words.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/time/time_answer.h"
#include "core/words/words.h"

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

/// The most letters of a text that is read: more than any configuration of a model has.
constexpr std::size_t mostPageLetters = std::size_t{4} << 20;

constexpr double mostChartPixels = 4096; ///< of a side: more than any page is wide

Translator translatorOf(std::string_view language)
{
    return wordsIn(language).value_or(toEnglish);
}

std::string problemJson(const Problem& problem, const Translator& words)
{
    const std::string field = findKeyPath(problem.field) ? words(Text(problem.field.c_str()))
                                                         : printable(problem.field);
    std::string sentence = field.empty() ? "" : field + ": ";
    sentence += words(problem.message);
    if (!problem.found.empty())
        sentence += " (" + excerpt(problem.found) + ")";
    return Json::object({{"error", sentence}}).onOneLine();
}

/// A table with what its cells say, and the columns that are numbers.
Json tableJson(const FigureTable& table, const Text& title, const Translator& words)
{
    const auto texts = textsOf(
        table, words, [&words](const TableCell& cell) { return cellText(cell, words, inGib); });
    std::vector<Json> numeric;
    for (std::size_t column = 0; column < table.heads.size(); ++column)
        numeric.emplace_back(table.isNumeric(column));
    std::vector<Json> rows;
    for (const auto& row : texts)
        rows.push_back(Json::list(row));
    return Json::object({{"title", words(title)},
                         {"numeric", Json::array(std::move(numeric))},
                         {"rows", Json::array(std::move(rows))}});
}

Json tablesJson(const Estimate& estimate, const Translator& words)
{
    using In = LedgerColumns;
    std::vector<Json> tables;
    tables.push_back(tableJson(groupTable(estimate),
                               {HW_TR("core", "What it is made of, GiB of one GPU")}, words));
    if (!estimate.answer.stages.empty())
        tables.push_back(tableJson(briefStageTable(estimate),
                                   {HW_TR("core", "Pipeline stages, GiB of one GPU")}, words));
    tables.push_back(
        tableJson(momentTable(estimate.answer), {HW_TR("core", "Moments of a step, GiB")}, words));
    tables.push_back(tableJson(picked(ledgerTable(estimate.answer, MemoryUnit::GiB, words),
                                      {In::Group, In::Tensor, In::Formula, In::Copies, In::AtPeak}),
                               {HW_TR("core", "Ledger: every kind of tensor at the peak")}, words));
    return Json::array(std::move(tables));
}

/// What is said under the headline.
Json factsJson(const Estimate& estimate, const std::vector<ImportNote>& notes,
               const Translator& words)
{
    std::vector<Text> facts;
    if (const auto reason = pageVerdictReason(estimate.judgement()))
        facts.push_back(*reason);
    if (const auto allocator = pageAllocator(estimate.answer.totals, estimate.fits()))
        facts.push_back(*allocator);
    if (const auto driver = pageDriver(estimate.plan))
        facts.push_back(*driver);
    if (const auto time = timeOf(estimate.plan))
        for (const Text& sentence : timeSentences(*time))
            facts.push_back(sentence);
    for (const Text& sentence : ignoredWords(estimate.plan.method, estimate.ignored))
        facts.push_back(sentence);
    for (const Warning& warning : estimate.plan.warnings)
        facts.push_back(warning.message);
    Json list = Json::array();
    for (const ImportNote& note : notes)
        list.append(printable(note.field) + ": " + words(note.message));
    for (const Text& fact : facts)
        list.append(words(fact));
    return list;
}

} // namespace

std::string WebPage::open(std::string_view text, const std::string& name, std::string_view language)
{
    m_plan.reset();
    m_estimate.reset();
    const Translator words = translatorOf(language);
    if (text.size() > mostPageLetters)
        return problemJson(
            {std::string(), {}, {HW_TR("core", "is too large for a plan or a configuration")}},
            words);
    std::vector<ImportNote> notes;
    const ImportFile file{name, text};
    auto read = readPlanOrCode(text);
    if (!read && importKind(file)) {
        auto imported = importPlan(file, Plan{}, builtinCatalog());
        if (imported)
            notes = std::move(imported->notes);
        read = imported ? Result<Plan>(std::move(imported->plan)) : imported.problems();
    } else if (!read && !withoutBlanks(text).starts_with('{') && !isCommandLine(text)) {
        read = readShareCode(text); // which says what a code is, and not what JSON is
    }
    if (!read)
        return problemJson(read.problems().front(), words);
    auto found = estimate(*read, builtinCatalog());
    if (!found)
        return problemJson(found.problems().front(), words);
    m_plan = std::move(*read);
    m_estimate = std::move(*found);
    return Json::object({
                            {"name", printable(m_plan->name)},
                            {"line", words(planLine(m_estimate->plan))},
                            {"verdict", nameOf(m_estimate->verdict)},
                            {"headline", words(pageVerdict(m_estimate->judgement()))},
                            {"facts", factsJson(*m_estimate, notes, words)},
                            {"tables", tablesJson(*m_estimate, words)},
                            {"command", commandLineOf(*m_plan)},
                            {"code", shareCode(*m_plan)},
                        })
        .onOneLine();
}

std::string WebPage::advice(std::string_view language) const
{
    const Translator words = translatorOf(language);
    Json list = Json::array();
    if (!m_plan)
        return list.onOneLine();
    const auto suggestions = advise(*m_plan, builtinCatalog());
    if (!suggestions)
        return problemJson(suggestions.problems().front(), words);
    for (const Suggestion& suggestion : *suggestions) {
        std::vector<std::string> labels, costs;
        for (const Change& change : suggestion.changes)
            labels.push_back(words(change.label));
        for (const Text& cost : suggestion.costs())
            costs.push_back(words(cost));
        const auto changed = withChanges(*m_plan, suggestion.changes);
        list.append(Json::object({{"change", joined(labels, " + ")},
                                  {"cost", joined(costs, " · ")},
                                  {"total", inGib(suggestion.totals.total) + " GiB"},
                                  {"fits", suggestion.fits},
                                  {"code", changed ? Json(shareCode(*changed)) : Json()}}));
    }
    return list.onOneLine();
}

std::string WebPage::chart(std::string_view language, bool dark, double width, double height) const
{
    const auto isSide = [](double pixels) { return pixels >= 1 && pixels <= mostChartPixels; };
    if (!m_plan || !isSide(width) || !isSide(height))
        return {};
    ExportOptions options;
    options.target = ExportTarget::Svg;
    options.size = {width, height};
    options.fontPoints = 10;
    options.language = language;
    options.backdrop = Backdrop::Transparent;
    options.onDark = dark;
    options.showTitle = false;
    const auto svg = figureFile(options, *m_plan, translatorOf(language));
    return svg ? *svg : std::string();
}

std::string WebPage::labels(std::string_view language)
{
    const Translator words = translatorOf(language);
    const auto said = [&words](const char* source) { return words(Text(source)); };
    Json languages = Json::array();
    for (const std::string& code : languageCodes())
        languages.append(Json::array({code, languageName(code)}));
    return Json::object(
               {{"languages", std::move(languages)},
                {"language", said(HW_TR("core", "Language"))},
                {"plan", said(HW_TR("core", "Share code, or the text of a plan or config.json"))},
                {"file", said(HW_TR("core", "Open a file…"))},
                {"show", said(HW_TR("core", "Show"))},
                {"drop",
                 said(HW_TR("core",
                            "Or drop a .hwplan or a config.json anywhere. Nothing "
                            "is sent: the page computes by itself."))},
                {"chart", said(HW_TR("core", "Memory of one GPU over the context length"))},
                {"advice", said(HW_TR("core", "What would make it fit"))},
                {"none",
                 said(HW_TR("core", "Nothing that this method computes makes it smaller."))},
                {"helps", said(HW_TR("core", "These help, but not enough alone"))},
                {"wait", said(HW_TR("core", "Computing…"))},
                {"command", said(HW_TR("core", "Command"))},
                {"code", said(HW_TR("core", "Share code"))},
                {"copy", said(HW_TR("core", "Copy"))},
                {"copied", said(HW_TR("core", "Copied"))},
                {"link", said(HW_TR("core", "Copy link"))},
                {"broken",
                 said(HW_TR("core",
                            "The plan needs more memory or time than a browser has. The "
                            "program on a computer can show it."))}})
        .onOneLine();
}

} // namespace highwater
