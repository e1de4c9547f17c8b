// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/summary.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/figure/answer_tables.h"
#include "core/figure/plan_words.h"
#include "core/methods/estimate_words.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/time/generation.h"
#include "core/time/time_answer.h"

#include <algorithm>

namespace highwater {
namespace {

/// The bytes of the control character or direction mark that the text begins with; 0 where it
/// begins with another.
std::size_t controlLength(std::string_view text)
{
    if (const std::size_t mark = directionMarkLength(text); mark > 0)
        return mark;
    const auto at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (at(0) == 0xC2 && text.size() > 1 && at(1) >= 0x80 && at(1) < 0xA0)
        return 2;
    return at(0) == 0x7F || (at(0) < 0x20 && at(0) != '\n') ? 1 : 0;
}

/// One word for a POSIX shell. Control characters are written as printf escapes, so that a terminal
/// shows the command unchanged.
std::string shellWord(std::string_view text)
{
    constexpr const char* octal = "01234567";
    std::string word = "'";
    while (!text.empty()) {
        const std::size_t control = controlLength(text);
        if (text.front() == '\'') {
            word += "'\\''";
        } else if (control == 0) {
            word += text.front();
        } else if (text.front() != '\0') {
            word += "'\"$(printf '";
            for (const char letter : text.substr(0, control)) {
                const auto byte = static_cast<unsigned char>(letter);
                word += {'\\', octal[byte >> 6], octal[byte >> 3 & 7], octal[byte & 7]};
            }
            word += "')\"'";
        }
        text.remove_prefix(std::max<std::size_t>(control, 1));
    }
    return word + "'";
}

/// Text from outside within a line of Markdown.
std::string escaped(std::string_view text)
{
    constexpr std::string_view special = R"(\`*_[]<>|~#&!$)";
    std::string safe;
    for (const char letter : printable(text)) {
        if (special.find(letter) != std::string_view::npos)
            safe += '\\';
        safe += letter;
    }
    return safe;
}

/// The same for a whole line: Markdown must not take it for a list, a rule or a block of code.
std::string escapedLine(std::string_view text)
{
    const auto isBlank = [](char letter) { return letter == ' ' || letter == '\t'; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view marks = digits == 0 ? "-+=" : ".)";
    if (digits == text.size() || marks.find(text[digits]) == std::string_view::npos)
        return escaped(text);
    return std::string(text.substr(0, digits)) + '\\' + escaped(text.substr(digits));
}

/// Notes as a quotation, line by line.
std::string quotation(std::string_view notes)
{
    std::string block;
    while (!notes.empty()) {
        const std::size_t end = std::min(notes.find('\n'), notes.size());
        std::string_view line = notes.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        block += "> " + escapedLine(line) + "\n";
        notes.remove_prefix(std::min(end + 1, notes.size()));
    }
    return block.empty() ? block : block + "\n";
}

/// A block of code; its fence is longer than any fence in the content, which could close the block.
std::string fenced(std::string_view content)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char letter : content) {
        run = letter == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return fence + "\n" + std::string(content) + "\n" + fence + "\n";
}

Text runText(const Estimate& estimate, const Translator& words)
{
    const Resolved& plan = estimate.plan;
    const std::string model = plan.model
        ? escaped(plan.model->name)
        : words({HW_TR("core", "%1 parameters"), {grouped(estimate.parameters())}});
    std::string run;
    for (const Text& part : runParts(plan))
        run += (run.empty() ? "" : ", ") + escaped(words(part));
    return {HW_TR("core", "Peak per GPU: %1, %2 {token|tokens} × %3, %4"),
            {model, grouped(plan.workload.context), grouped(plan.workload.microBatch), run}};
}

std::string tableRow(const std::vector<std::string>& cells)
{
    std::string row = "|";
    for (const std::string& cell : cells)
        row += " " + cell + " |";
    return row + "\n";
}

/// The table; what its cells say is escaped.
std::string markdownOf(const FigureTable& table, const Translator& words)
{
    const auto texts = textsOf(table, words, [&words](const TableCell& cell) {
        const std::string mark = cell.strong ? "**" : "";
        return mark + escaped(cellText(cell, words, inGib)) + mark;
    });
    std::string text = tableRow(texts.front()) + "|";
    for (std::size_t column = 0; column < table.heads.size(); ++column)
        text += table.isNumeric(column) ? "--:|" : ":--|";
    text += "\n";
    for (std::size_t row = 1; row < texts.size(); ++row)
        text += tableRow(texts[row]);
    return text;
}

/// The seconds of a step, the traffic of one GPU, and the assumptions of both.
std::string timeTables(const TimeAnswer& time, const Translator& words)
{
    using Of = PartColumns;
    using Sent = TrafficColumns;
    std::string text;
    if (!time.lines.empty()) {
        FigureTable parts
            = picked(partTable(time),
                     {Of::Part, Of::Seconds, Of::Share, Of::Formula, Of::Numbers, Of::Source});
        parts.rows.pop_back(); // a sentence above has the step
        text += "\n" + markdownOf(parts, words);
    }
    if (!time.traffic.empty()) {
        FigureTable traffic = picked(trafficTable(time),
                                     {Sent::Traffic, Sent::Gigabytes, Sent::Rate, Sent::Seconds,
                                      Sent::Waits, Sent::Formula, Sent::Numbers, Sent::Source});
        traffic.heads.front() = traffic.title;
        text += "\n" + markdownOf(traffic, words);
    }
    if (!time.assumptions.empty())
        text += "\n" + words({HW_TR("core", "Assumed")}) + "\n\n";
    for (const Assumption& assumption : time.assumptions)
        text += "- `" + assumption.field + "`: " + escaped(words(assumption.text))
            + (assumption.source.empty() ? "" : " (" + escaped(assumption.source) + ")") + "\n";
    return text;
}

std::string chosenList(const Plan& plan)
{
    std::string list;
    for (const Key& key : keys())
        if (!isDescription(key.path) && differsFromDefault(plan, key))
            list += "- `" + std::string(key.path) + "`: " + escaped(settingText(key.get(plan)))
                + "\n";
    return list;
}

/// The answer with its price and the last value that fits at all: one line of facts.
Text solutionText(const Solution& solution, bool serves, const Translator& words)
{
    if (!solution.answer)
        return solution.reason;
    const char* id = solution.key == "workload.context"
        ? HW_TR("core", "Longest context: %1 {token|tokens}, %2 GiB")
        : solution.key == "workload.micro_batch" && serves
        ? HW_TR("core", "Most sequences at a time: %1, %2 GiB")
        : solution.key == "workload.micro_batch"
        ? HW_TR("core", "Largest micro-batch: %1 {sequence|sequences}, %2 GiB")
        : solution.key == "model.parameters"
        ? HW_TR("core", "Largest model, in the shape of a Llama: %1 parameters, %2 GiB")
        : HW_TR("core", "Fewest GPUs: %1, %2 GiB");
    Text text{id, {grouped(*solution.answer), inGib(solution.totals.total)}};
    if (const auto price = priceOf(solution))
        text.more.push_back(*price);
    if (const auto edge = edgeText(solution, grouped(solution.edge.value_or(0)), words))
        text.more.push_back(*edge);
    return text;
}

} // namespace

std::string commandLineOf(const Plan& plan)
{
    std::string line = "highwater estimate";
    const auto set = [&line](std::string_view path, const std::string& value) {
        line += " --set " + shellWord(std::string(path) + "=" + value);
    };
    const bool custom = std::holds_alternative<CustomModel>(plan.model);
    if (custom) // as one value: it may be empty, and its texts may be "null"
        set(KeyGroup("model.custom").text(), customModelJson(plan));
    for (const Key& key : keys())
        if (differsFromDefault(plan, key) && !(custom && key.path.isIn(KeyGroup("model"))))
            set(key.path, settingText(key.get(plan)));
    return line;
}

std::string markdownSummary(const Plan& plan, const Estimate& estimate,
                            std::span<const Solution> solutions, const Translator& words)
{
    const auto heading = [&words](const Text& text) { return "\n## " + words(text) + "\n\n"; };
    const Answer& answer = estimate.answer;
    const Judgement judged = estimate.judgement();
    const auto counted = countedBy(estimate.plan.method);
    std::string page = "# "
        + (plan.name.empty() ? words({HW_TR("core", "Memory plan")}) : escaped(plan.name)) + "\n\n"
        + quotation(plan.notes) + "**" + words(pageVerdict(judged)) + "**\n\n"
        + (counted ? words(*counted) + "\n\n" : std::string()) + words(runText(estimate, words))
        + "\n\n";
    if (const auto reason = pageVerdictReason(judged))
        page += words(*reason) + "\n\n";
    page += words({HW_TR("core", "Method: %1"), {words({methodOf(estimate.plan.method).name})}})
        + "\n\n" + markdownOf(groupTable(estimate), words);
    if (const auto allocator = pageAllocator(answer.totals, estimate.fits()))
        page += "\n" + words(*allocator) + "\n";
    if (const auto driver = pageDriver(estimate.plan))
        page += "\n" + words(*driver) + "\n";
    if (answer.hostPerNode > 0)
        page += "\n"
            + words({HW_TR("core", "Host memory per node: %1 GiB"), {inGib(answer.hostPerNode)}})
            + "\n";
    if (answer.diskPerNode > 0)
        page += "\n" + words({HW_TR("core", "NVMe per node: %1 GiB"), {inGib(answer.diskPerNode)}})
            + "\n";
    for (const Text& sentence : ignoredWords(estimate.plan.method, estimate.ignored))
        page += "\n" + words(sentence) + "\n";
    if (!answer.stages.empty())
        page += heading({HW_TR("core", "Pipeline stages, GiB of one GPU")})
            + markdownOf(briefStageTable(estimate), words);
    if (const FigureTable cache = cacheTable(estimate); !cache.rows.empty())
        page += "\n" + markdownOf(cache, words);

    if (const auto generation = generationOf(estimate.plan)) {
        page += heading({HW_TR("core", "Speed, estimated")});
        for (const Text& sentence : generationSentences(*generation))
            page += "- " + words(sentence) + "\n";
    }
    if (const auto time = timeOf(estimate.plan)) {
        page += heading({HW_TR("core", "Time and cost, estimated")});
        for (const Text& sentence : timeSentences(*time))
            page += "- " + words(sentence) + "\n";
        page += timeTables(*time, words);
    }
    if (const std::string list = chosenList(plan); !list.empty())
        page += heading({HW_TR("core", "Other than the default")}) + list;
    if (!solutions.empty()) {
        page += heading({HW_TR("core", "Limits")});
        for (const Solution& solution : solutions)
            page += "- " + words(solutionText(solution, estimate.plan.serves(), words)) + "\n";
    }
    page += heading({HW_TR("core", "Command")}) + fenced(commandLineOf(plan));
    page += heading({HW_TR("core", "Share code")}) + fenced(shareCode(plan));
    return page;
}

} // namespace highwater
