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

Text runText(const Estimate& estimate, const Translator& words)
{
    const Resolved& plan = estimate.plan;
    const std::string model = plan.model
        ? plan.model->name
        : words({HW_TR("core", "%1 parameters"), {grouped(estimate.parameters())}});
    std::string run;
    for (const Text& part : runParts(plan))
        run += (run.empty() ? "" : ", ") + words(part);
    return {HW_TR("core", "Peak per GPU: %1, %2 {token|tokens} × %3, %4"),
            {model, grouped(plan.workload.context), grouped(plan.workload.microBatch), run}};
}

/// A page while its blocks are added.
class PageWriter
{
public:
    explicit PageWriter(const Translator& words)
        : m_words(words)
    { }

    void title(std::string text) { m_page.emplace_back(PageHeading{std::move(text), true}); }
    void heading(const Text& text) { m_page.emplace_back(PageHeading{m_words(text)}); }
    void paragraph(const Text& text, bool strong = false)
    {
        m_page.emplace_back(PageParagraph{m_words(text), strong});
    }
    void paragraph(const std::optional<Text>& text)
    {
        if (text)
            paragraph(*text);
    }
    void list(const std::vector<Text>& sentences)
    {
        PageList made;
        for (const Text& sentence : sentences)
            made.items.push_back({{}, {}, m_words(sentence), {}});
        add(std::move(made));
    }
    void add(PageBlock block) { m_page.push_back(std::move(block)); }

    /// With the label of the key, where `key` is one and the language has labels.
    PageItem item(std::string key, std::string text, std::string source = {}) const
    {
        const auto path = findKeyPath(key);
        std::string label = path ? m_words(Text(path->text().data())) : std::string();
        if (label == key)
            label.clear();
        return {std::move(label), std::move(key), std::move(text), std::move(source)};
    }

    const Translator& words() const { return m_words; }
    PageBlocks page() && { return std::move(m_page); }

private:
    const Translator& m_words;
    PageBlocks m_page;
};

/// The seconds of a step, the traffic of one GPU, and the assumptions of both.
void addTimeTables(PageWriter& writer, const TimeAnswer& time)
{
    using Of = PartColumns;
    using Sent = TrafficColumns;
    if (!time.lines.empty()) {
        FigureTable parts
            = picked(partTable(time),
                     {Of::Part, Of::Seconds, Of::Share, Of::Formula, Of::Numbers, Of::Source});
        parts.rows.pop_back(); // a sentence above has the step
        writer.add(PageTable{std::move(parts)});
    }
    if (!time.traffic.empty()) {
        FigureTable traffic = picked(trafficTable(time),
                                     {Sent::Traffic, Sent::Gigabytes, Sent::Rate, Sent::Seconds,
                                      Sent::Waits, Sent::Formula, Sent::Numbers, Sent::Source});
        traffic.heads.front() = traffic.title;
        writer.add(PageTable{std::move(traffic)});
    }
    if (time.assumptions.empty())
        return;
    writer.paragraph(Text{HW_TR("core", "Assumed")});
    PageList assumed;
    for (const Assumption& assumption : time.assumptions)
        assumed.items.push_back(
            writer.item(assumption.field, writer.words()(assumption.text), assumption.source));
    writer.add(std::move(assumed));
}

PageList chosenList(const Plan& plan, const PageWriter& writer)
{
    PageList list;
    for (const Key& key : keys())
        if (!isDescription(key.path) && differsFromDefault(plan, key))
            list.items.push_back(
                writer.item(std::string(key.path.text()), settingText(key.get(plan))));
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
        : solution.key == "inference.gpu_layers"
        ? HW_TR("core", "Most layers on the GPU: %1, %2 GiB")
        : HW_TR("core", "Fewest GPUs: %1, %2 GiB");
    Text text{id, {grouped(*solution.answer), inGib(solution.totals.total)}};
    if (const auto price = priceOf(solution))
        text.more.push_back(*price);
    if (const auto edge = edgeText(solution, grouped(solution.edge.value_or(0)), words))
        text.more.push_back(*edge);
    return text;
}

/// Changes that help, each with the total that it comes to and its costs.
void addSuggestions(PageWriter& writer, const std::vector<Suggestion>& suggestions)
{
    const auto section = [&](const Text& said, bool fits) {
        std::vector<Text> lines;
        for (const Suggestion& suggestion : suggestions) {
            if (suggestion.fits != fits)
                continue;
            std::string labels;
            for (const Change& change : suggestion.changes)
                labels += (labels.empty() ? "" : " + ") + writer.words()(change.label);
            Text line{HW_TR("core", "%1: %2 GiB"), {labels, inGib(suggestion.totals.total)}};
            line.more = suggestion.costs();
            lines.push_back(std::move(line));
        }
        if (lines.empty())
            return;
        writer.paragraph(said);
        writer.list(lines);
    };
    writer.heading({HW_TR("core", "What helps")});
    section({HW_TR("core", "Each of these makes the plan fit, cheapest first")}, true);
    section({HW_TR("core", "These help, but none is enough alone")}, false);
}

/// The ledger with the columns for which a sheet of paper has room.
void addLedger(PageWriter& writer, const Answer& answer)
{
    using In = LedgerColumns;
    FigureTable table
        = picked(ledgerTable(answer, MemoryUnit::GiB, writer.words()),
                 {In::Group, In::Tensor, In::Shape, In::Formula, In::Copies, In::AtPeak});
    writer.heading(table.title);
    writer.add(PageTable{std::move(table)});
}

/// The sources of the plan's numbers: its model, its card, the formulas of its tensors.
void addSources(PageWriter& writer, const Estimate& estimate)
{
    PageList list;
    const auto add = [&list](const std::string& key, const std::string& text) {
        const auto same
            = [&](const PageItem& item) { return item.key == key && item.text == text; };
        if (!text.empty() && std::ranges::none_of(list.items, same))
            list.items.push_back({{}, key, text, {}});
    };
    const Resolved& plan = estimate.plan;
    if (plan.model)
        add(plan.model->name, plan.model->source);
    if (plan.device)
        add(plan.device->name, plan.device->source);
    for (const Line& line : estimate.answer.ledger)
        if (estimate.answer.copiesAtPeak(line) > 0)
            add({}, line.source);
    if (list.items.empty())
        return;
    writer.heading({HW_TR("core", "Sources")});
    writer.add(std::move(list));
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

PageBlocks summaryPage(const Plan& plan, const Estimate& estimate,
                       std::span<const Solution> solutions, const Translator& words,
                       const ReportParts* report)
{
    const Answer& answer = estimate.answer;
    const Judgement judged = estimate.judgement();
    PageWriter writer(words);
    writer.title(plan.name.empty() ? words({HW_TR("core", "Memory plan")}) : plan.name);
    if (!plan.notes.empty())
        writer.add(PageQuotation{plan.notes});
    writer.paragraph(pageVerdict(judged), true);
    writer.paragraph(countedBy(estimate.plan.method));
    writer.paragraph(runText(estimate, words));
    writer.paragraph(pageVerdictReason(judged));
    writer.paragraph(
        Text{HW_TR("core", "Method: %1"), {words({methodOf(estimate.plan.method).name})}});
    if (report && report->chart)
        writer.add(PagePicture{*report->chart});
    writer.add(PageTable{groupTable(estimate)});
    writer.paragraph(pageAllocator(answer.totals, estimate.fits()));
    writer.paragraph(pageDriver(estimate.plan));
    if (answer.hostPerNode > 0)
        writer.paragraph(
            Text{HW_TR("core", "Host memory per node: %1 GiB"), {inGib(answer.hostPerNode)}});
    if (answer.diskPerNode > 0)
        writer.paragraph(Text{HW_TR("core", "NVMe per node: %1 GiB"), {inGib(answer.diskPerNode)}});
    for (const Text& sentence : ignoredWords(estimate.plan.method, estimate.ignored))
        writer.paragraph(sentence);
    if (report && !report->suggestions.empty())
        addSuggestions(writer, report->suggestions);
    if (!answer.stages.empty()) {
        writer.heading({HW_TR("core", "Pipeline stages, GiB of one GPU")});
        writer.add(PageTable{briefStageTable(estimate)});
    }
    if (FigureTable cache = cacheTable(estimate); !cache.rows.empty())
        writer.add(PageTable{std::move(cache)});
    if (report && !answer.ledger.empty())
        addLedger(writer, answer);

    if (const auto generation = generationOf(estimate.plan)) {
        writer.heading({HW_TR("core", "Speed, estimated")});
        writer.list(generationSentences(*generation));
    }
    if (const auto time = timeOf(estimate.plan)) {
        writer.heading({HW_TR("core", "Time and cost, estimated")});
        writer.list(timeSentences(*time));
        addTimeTables(writer, *time);
    }
    if (PageList list = chosenList(plan, writer); !list.items.empty()) {
        writer.heading({HW_TR("core", "Other than the default")});
        writer.add(std::move(list));
    }
    if (!solutions.empty()) {
        writer.heading({HW_TR("core", "Limits")});
        std::vector<Text> sentences;
        for (const Solution& solution : solutions)
            sentences.push_back(solutionText(solution, estimate.plan.serves(), words));
        writer.list(sentences);
    }
    if (report)
        addSources(writer, estimate);
    writer.heading({HW_TR("core", "Command")});
    writer.add(PageCode{commandLineOf(plan)});
    writer.heading({HW_TR("core", "Share code")});
    writer.add(PageCode{shareCode(plan)});
    return std::move(writer).page();
}

std::string markdownSummary(const Plan& plan, const Estimate& estimate,
                            std::span<const Solution> solutions, const Translator& words)
{
    return markdownOf(summaryPage(plan, estimate, solutions, words), words);
}

} // namespace highwater
