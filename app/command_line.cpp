// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "cards_command.h"
#include "command_words.h"
#include "compare_command.h"
#include "core/exchange/answers.h"
#include "core/exchange/plan_schema.h"
#include "core/exchange/share_code.h"
#include "core/exchange/summary.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "export_command.h"
#include "formats_report.h"
#include "import_command.h"
#include "report.h"
#include "run_command.h"
#include "search_command.h"
#include "validate_command.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace highwater {
namespace {

constexpr std::string_view usage
    = R"(Highwater plans the GPU memory of training large language models.

Usage:
  highwater [PLAN ...]                 open the window
  highwater estimate [PLAN] [--set KEY=VALUE ...] [--json | --markdown | --share] [--check]
                                       the memory of one GPU, and what it is made of; the time of
                                       a step, traffic, length, price and energy of the run;
                                       with --set workload.task=inference weights and KV cache;
                                       with preference, reinforcement or --set job.kind=KIND the
                                       models of a job and the phases of its step
  highwater import FILE|FOLDER [--set KEY=VALUE ...] [-o PLAN] [--json]
                                       a plan from a file of another program
  highwater sweep [PLAN] [--set KEY=VALUE ...] --axis KEY --from N --to N --points N
                  [--json | --csv]     the same over the values of one key
  highwater solve [PLAN] [--set KEY=VALUE ...] --for KEY [--json]
                                       the largest workload.context, workload.micro_batch or
                                       model.parameters (a Llama of that size in the place of
                                       the model), or the fewest cluster.gpus, with which it fits
  highwater advise [PLAN] [--set KEY=VALUE ...] [--json]
                                       what to change so that it fits, cheapest first
  highwater cards [PLAN] [--set KEY=VALUE ...] [--sort KEY] [--json | --csv]
                                       each device of the catalogue with the fewest of it that fit,
                                       step, tokens a second, and days, price and energy of the run
  highwater search [PLAN] [--set KEY=VALUE ...] [--top N] [--keep KEY ...] [--free BYTES]
                  [--across-nodes] [--any-method] [--json | --csv]
                                       layouts of the same cluster that fit, ranked by the time of
                                       a step
  highwater compare [PLAN] [--set KEY=VALUE ...] [--json | --csv]
                                       the same plan by every method: the exact one, and what other
                                       calculators say, each with what it gets wrong
  highwater chart [PLAN ...] [--set KEY=VALUE ...] [--figure NAME] -o FILE
                  [--size WxH] [--theme light|dark|print|lecture] [--lang )" HIGHWATER_LANGUAGES
      R"(]
                  [--unit GiB|GB] [--title TEXT | --no-title] [--legend] [--transparent]
                  [--stage N] [--recording FILE [--device N] [--step N]]
                  [--keep KEY ...] [--free BYTES] [--across-nodes] [--any-method]
                                       a figure as .png, .svg, .pdf, .pptx or .csv, or the
                                       timeline as .trace.json; several plans for
                                       --figure compare
  highwater export [PLAN] [--set KEY=VALUE ...] --for NAME [-o FILE]
                                       the plan as the file from which a framework runs it, with
                                       its launch line; what the framework cannot do is listed;
                                       --for list names the frameworks
  highwater validate RUNS.csv [--speeds FILE] [--speed [FILE]] [--json]
                                       measured runs against predictions, the error by group;
                                       with --speed that of tokens a second as well
  highwater validate --published [--json]
                                       jobs, speeds and lengths of runs that reports document,
                                       beside the predicted ones
  highwater compare-run [PLAN] RECORDING [--set KEY=VALUE ...] [--device N] [--step N] [--stage N]
                  [--json]             the memory that a run has recorded, laid beside the plan:
                                       phase by phase, where they part, what no line explains
  highwater catalog models | devices [--json]
                                       what is known
  highwater catalog formats [MODEL] [--json]
                                       formats of weights: bits of the name and real ones of a
                                       model, of the default plan's or of this one
  highwater catalog schema             what a .hwplan file may say, as a JSON schema
  highwater --help | --version

PLAN is a .hwplan file, a share code (HW1...), or - for standard input; a file may also hold a text
with a share code in it. Without a PLAN, the default plan is taken: Llama 3.1 8B on 8 H100, 8,192
tokens, ZeRO-0. What import reads is a PLAN too, on top of the default plan: a Hugging Face config.json or the folder of a model, or the
configuration of a run. Notes on stderr say what was assumed; an index of safetensors that lies
beside a config.json checks the number of parameters. RUNS.csv, or - for standard
input, has a measured run on each row: id, model, gpus, seq, micro_batch, measured_what,
value_GB_or_GiB and unit at least, and what else is known of it, by the names of its columns.
Measured speeds come from its column tokens_per_second_per_gpu, from a table with that column and id
(--speeds), or from RUNS_speed.csv where that lies beside it.

RECORDING is a memory snapshot of PyTorch (torch.cuda.memory._dump_snapshot) or what the profiler's
export_memory_timeline writes as .json or .raw.json, or a trace with its memory events; each may be
packed by gzip. Nothing in it is executed.

A step's time follows from the layers that memory is counted from, and is an estimate: each
part has its formula, and what is assumed of device and links is listed. cluster.links.intra, .inter
and .pcie (GB/s of one GPU and direction) and cluster.price_per_hour (of one GPU) override the
catalogue; cluster.utilisation, a share of the peak, takes the place of the model;
workload.training_tokens is the length of the run, 20 tokens a trained parameter if not given.

A search tries tensor, pipeline, virtual, context and expert parallelism, ZeRO with replicas,
sequence parallelism, recompute, micro-batches and offload. Cluster, model, context and global
batch stay, every GPU works, and every micro-batch is full.

Options:
  --set KEY=VALUE   gives the plan one value: --set layout.zero=3, --set model.id=qwen3-8b,
                    --set workload.context=32k, --set model.parameters=8b,
                    --set 'model.custom={"hidden_size": 4096, ...}', or
                    --set model.config=FILE for the model of a config.json; the last one counts
  --axis KEY        the key to sweep, such as workload.context
  --from, --to      its first and last value; what lies between is spaced in powers
  --points          how many values
  --for NAME        what to solve for; deepspeed, accelerate, torchtitan, megatron, nanotron or trl
                    for export
  --sort KEY        what cards are sorted by, also those of --figure cards: device, memory, gpus,
                    step, tokens, days, gpu-hours, price or energy; price if not given
  --top N           how many layouts to list, for search; 20 if not given
  --keep KEY        what stays as the plan has it, for search: a key, how several keys begin
                    (layout.offload), or some of both with commas between
  --free BYTES      what must stay free on each GPU, for search
  --across-nodes    tensor parallelism may cross nodes, for search
  --any-method      what the framework does not have may be used too, for search
  --json            for programs: every byte, formula and moment
  --csv             a row for each point, layout, card or method
  --markdown        a page to paste: verdict, groups, choices, limits, share code
  --share           the plan's share code alone
  --check           exit with 3 when the plan does not fit
  --figure NAME     context, zero, sizes, recompute, gpus, timeline, time, cards, search or methods
                    of the plan, compare of several, or the lecture's own lecture-scaling,
                    lecture-zero or lecture-recompute; context if not given
  -o, --output FILE what to write; its suffix says what it becomes: .pptx has charts that can be
                    edited, .csv the numbers; .trace.json is the step of --figure timeline for
                    Perfetto, in the order of its events and not in seconds
  --size WxH        in pixels, 96 to the inch; 1920x1080, or 1280x720 for .pptx and .pdf, which
                    is 13.33 x 7.5 inches
  --recording FILE  draws a recorded step over --figure timeline
  --device N        the GPU of the recording, from 0; the first with events if not given
  --step N          the step of the recording that is compared, from 1; the last whole one if not
                    given
  --speed [FILE]    tokens a second against predictions, the regret of the ranking, and
                    published runs beside them, for validate; a FILE is as after --speeds
  --speeds FILE     a table of measured speeds, for validate; - for standard input
  --theme           the colours; print is grey, lecture is as in the lecture
  --lang            the language of the figure
  --unit            what memory is told in
  --title TEXT, --no-title
                    another title, or none
  --legend          the bands named in a box instead of beside them
  --transparent     nothing behind the figure
  --stage N         the pipeline stage of the timeline or of the run, from 1; the most loaded if
                    not given

Exit: 0 done, 1 could not read or write, 2 bad usage or input, 3 does not fit (with --check).
)";

/// A page about the plan with its estimate and its solutions.
std::string summaryOf(const Plan& plan, const Estimate& estimate)
{
    const auto limits = limitsOf({plan, builtinCatalog(), estimate.plan, estimate.judgement()});
    return markdownSummary(plan, estimate, limits, [](const Text& text) { return english(text); });
}

Outcome runEstimate(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{{"--json", "--markdown", "--share", "--check"}, {"--set"}, 1};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--markdown", "--share"}))
        return *outcome;
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto found = estimate(input.plan, builtinCatalog());
    if (!found)
        return failed(found.problems(), input.name);
    const Exit exit = words.has("--check") && !found->fits() ? Exit::DoesNotFit : Exit::Done;
    return {exit,
            words.has("--json")           ? estimateJson(*found)
                : words.has("--markdown") ? summaryOf(input.plan, *found)
                : words.has("--share")    ? shareCode(input.plan) + "\n"
                                          : estimateReport(*found),
            input.notes};
}

Result<std::int64_t> wholeNumber(const CommandWords& words, const char* option,
                                 std::optional<KeyPath> key = {})
{
    const auto text = words.value(option);
    if (!text)
        return Problem{std::string(option), {}, {HW_TR("core", "is missing")}};
    const bool isReal = key && keyOf(*key).kind == Kind::Real; // "8b" is a number of parameters
    const auto value = parsed(keyOf(isReal ? *key : KeyPath("workload.context")), *text);
    if (value) {
        if (const auto* whole = std::get_if<std::int64_t>(&*value))
            return *whole;
        const auto* real = std::get_if<double>(&*value);
        if (real && std::abs(*real) <= 1e15 && *real == std::floor(*real))
            return static_cast<std::int64_t>(*real);
    }
    return Problem{std::string(option), typed(*text), {HW_TR("core", "must be a whole number")}};
}

Outcome runSweep(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{
        {"--json", "--csv"}, {"--set", "--axis", "--from", "--to", "--points"}, 1};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--csv"}))
        return *outcome;
    const auto axis = words.value("--axis");
    if (!axis)
        return failed(Exit::BadInput, "--axis is missing; see highwater --help");
    const auto key = findKeyPath(*axis);
    const auto from = wholeNumber(words, "--from", key);
    const auto to = wholeNumber(words, "--to", key);
    const auto points = wholeNumber(words, "--points");
    for (const auto* number : {&from, &to, &points})
        if (!*number)
            return failed(number->problems());
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto values = sampleValues(*from, *to, *points);
    if (!values)
        return failed(values.problems());
    const auto known = sweepAxis(*axis);
    if (!known)
        return failed(known.problems(), input.name);
    const auto found = sweep(input.plan, builtinCatalog(), *known, *values);
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done,
            words.has("--json")      ? sweepJson(*found)
                : words.has("--csv") ? sweepCsv(*found)
                                     : sweepReport(*found),
            input.notes};
}

Outcome runSolve(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json"}, {"--set", "--for"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    const auto key = words.value("--for");
    if (!key)
        return failed(Exit::BadInput, "--for is missing; see highwater --help");
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto known = solvableKey(*key);
    if (!known)
        return failed(known.problems(), input.name);
    const auto found = solve(input.plan, builtinCatalog(), *known);
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done, words.has("--json") ? solutionJson(*found) : solutionReport(*found),
            input.notes};
}

Outcome runAdvise(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json"}, {"--set"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto present = estimate(input.plan, builtinCatalog());
    const auto remedies = advise(input.plan, builtinCatalog());
    if (!present || !remedies)
        return failed(present ? remedies.problems() : present.problems(), input.name);
    return {Exit::Done,
            words.has("--json") ? remediesJson(*remedies, *present)
                                : remediesReport(*remedies, *present),
            input.notes};
}

Outcome runCatalog(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const bool formats = std::ranges::find(arguments, "formats") != arguments.end();
    if (const auto wrong = sortWords(arguments, {{"--json"}, {}, formats ? 2U : 1U}, words))
        return failed(Exit::BadInput, *wrong);
    const std::string what = words.plain.empty() ? "" : words.plain.front();
    const bool json = words.has("--json");
    const Catalog& catalog = builtinCatalog();
    if (what == "models")
        return {Exit::Done, json ? modelsJson(catalog) : modelsReport(catalog), {}};
    if (what == "devices")
        return {Exit::Done, json ? devicesJson(catalog) : devicesReport(catalog), {}};
    if (what == "schema")
        return {Exit::Done, planSchema(), {}};
    if (what == "formats") {
        const std::string typedModel = words.plain.size() > 1 ? words.plain[1] : CatalogModel{}.id;
        const Model* model = catalog.modelTyped(typedModel);
        if (!model)
            return failed(Exit::BadInput, typed(typedModel) + " is not in the catalogue");
        return {Exit::Done, json ? formatsJson(*model) : formatsReport(*model), {}};
    }
    return failed(Exit::BadInput, "catalog must be followed by models, devices, formats or schema");
}

struct Command
{
    std::string_view name;
    CommandFunction run; ///< null for chart, which the caller hands in
};
constexpr std::array commands{Command{"estimate", runEstimate},
                              Command{"sweep", runSweep},
                              Command{"solve", runSolve},
                              Command{"compare", runCompare},
                              Command{"compare-run", runCompareRun},
                              Command{"advise", runAdvise},
                              Command{"search", runSearch},
                              Command{"cards", runCards},
                              Command{"catalog", runCatalog},
                              Command{"import", runImport},
                              Command{"export", runExport},
                              Command{"validate", runValidate},
                              Command{"export", runExport},
                              Command{"chart", nullptr}};

} // namespace

bool isCommand(const std::vector<std::string>& arguments)
{
    if (arguments.empty())
        return false;
    const std::string& first = arguments.front();
    return (first.starts_with("-") && first != "-")
        || std::ranges::find(commands, first, &Command::name) != commands.end();
}

Outcome runCommand(const std::vector<std::string>& arguments, CommandFunction chart)
{
    const std::string& first = arguments.front();
    const auto asksHelp = [](const std::string& word) { return word == "--help" || word == "-h"; };
    if (std::ranges::any_of(arguments, asksHelp))
        return {Exit::Done, std::string(usage), {}};
    if (first == "--version")
        return {Exit::Done, "highwater " HIGHWATER_VERSION "\n", {}};
    const auto found = std::ranges::find(commands, first, &Command::name);
    if (found == commands.end())
        return failed(Exit::BadInput, "unknown option " + typed(first) + "; see highwater --help");
    return (found->run ? found->run : chart)(arguments);
}

} // namespace highwater
