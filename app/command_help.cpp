// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_help.h"
#include "commands.h"
#include "core/plan/text.h"
#include "padding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {
namespace {

constexpr std::size_t helpColumns = 80;

constexpr std::array commandHelps{
    CommandHelp{"", "[PLAN ...]", "opens the window"},
    CommandHelp{"estimate",
                "[PLAN] [--set KEY=VALUE ...] [--json | --markdown | --share] [--check[=likely]]",
                "the memory of one GPU, and what it is made of; the time of a step, traffic, "
                "length, price and energy of the run; with --set workload.task=inference weights "
                "and KV cache; with preference, reinforcement or --set job.kind=KIND the models "
                "of a job and the phases of its step"},
    CommandHelp{"import", "FILE|FOLDER ... [--set KEY=VALUE ...] [-o PLAN] [--json]",
                "a plan from the files of another program"},
    CommandHelp{"sweep",
                "[PLAN] [--set KEY=VALUE ...] --axis KEY --from N --to N --points N "
                "[--json | --csv]",
                "the memory of one GPU over the values of one key"},
    CommandHelp{"solve", "[PLAN] [--set KEY=VALUE ...] --for KEY [--edge] [--line GIB] [--json]",
                "the largest context, micro-batch or model, or the fewest GPUs, with which the "
                "plan fits and runs as it is, its price in time, and the last value that fits at "
                "all"},
    CommandHelp{"advise", "[PLAN] [--set KEY=VALUE ...] [--json]",
                "what to change so that the plan fits, cheapest first"},
    CommandHelp{"cards",
                "[PLAN] [--set KEY=VALUE ...] [--same-gpus | --more-gpus] [--within DAYS] [--under "
                "USD] [--all] "
                "[--sort KEY] [--json | --csv]",
                "for each device of the catalogue the fewest on which the plan fits, the time of a "
                "step, tokens a second, and days, price and energy of the run"},
    CommandHelp{"desk", "[--device ID | --system FOLDER] [--json]",
                "the cards and the memory of this machine, what other programs hold of them, and "
                "the models that fit, served, with QLoRA, LoRA or as a whole, the largest first"},
    CommandHelp{"doctor", "LOG [PLAN] [--set KEY=VALUE ...] [--config FILE] [--json]",
                "why a run ended out of memory, by its log or a memory snapshot: what was asked "
                "for, when, which tensor of the plan it is, and what helps, as lines of your own "
                "configuration file"},
    CommandHelp{"search",
                "[PLAN] [--set KEY=VALUE ...] [--top N] [--keep KEY ...] [--free BYTES] "
                "[--across-nodes] [--any-method] [--offload | --no-offload] [--no-pipeline] "
                "[--same-zero] [--upper-end] [--within DAYS] [--under USD] [--all] "
                "[--json | --csv]",
                "layouts of the same cluster that fit, ranked by the time of a step"},
    CommandHelp{"compare", "[PLAN] [--set KEY=VALUE ...] [--json | --csv]",
                "the same plan by every method: the exact one, and what other calculators say, "
                "each with what it gets wrong"},
    CommandHelp{"chart",
                "[PLAN ...] [--set KEY=VALUE ...] [--figure NAME[,NAME...]] -o FILE [--size WxH] "
                "[--theme light|dark|print|lecture] [--lang " HIGHWATER_LANGUAGES
                "[,...]] [--unit GiB|GB] [--title TEXT | --no-title] [--legend] [--transparent] "
                "[--sort KEY] [--same-gpus | --more-gpus] [--within DAYS] [--under USD] [--all] "
                "[--stage N] "
                "[--recording FILE [--device N] [--step N]] "
                "[--keep KEY ...] [--free BYTES] [--across-nodes] [--any-method] "
                "[--offload | --no-offload] [--no-pipeline] [--same-zero] [--upper-end]",
                "a figure as .png, .svg, .pdf, .pptx or .csv, or the timeline as .trace.json; "
                "several figures as the slides of one .pptx; several plans for --figure compare"},
    CommandHelp{"report",
                "[PLAN] [--set KEY=VALUE ...] -o FILE [--lang " HIGHWATER_LANGUAGES "[,...]]",
                "all about the plan as one document, .html or .pdf: verdict, chart, what helps, "
                "ledger, time and cost, what is assumed, limits and sources"},
    CommandHelp{"export", "[PLAN] [--set KEY=VALUE ...] --for NAME [-o FILE]",
                "the plan as the file from which a framework runs it, with its launch line; what "
                "the framework cannot do is listed"},
    CommandHelp{"share", "[PLAN] [--set KEY=VALUE ...] [--link [--page ADDRESS]]",
                "the plan's share code, or a link to a page that shows it"},
    CommandHelp{"validate", "RUNS.csv [--speeds FILE] [--speed [FILE]] [--json]",
                "measured runs against predictions, the error by group"},
    CommandHelp{
        "validate", "--published [--json]",
        "jobs, speeds and lengths of runs that reports document, each with the predicted one"},
    CommandHelp{"compare-run",
                "[PLAN] RECORDING [--set KEY=VALUE ...] [--device N] [--step N] [--stage N] "
                "[--json]",
                "the memory that a run has recorded, compared with the plan: phase by phase, where "
                "they first differ, what no line explains"},
    CommandHelp{"measure",
                "[PLAN] --read READING [--set KEY=VALUE ...] [--append RUNS.csv | -o PLAN] "
                "[--json]",
                "what you read of your own run, held against its plan: where it lies in the range, "
                "which assumption explains the rest, and a correction of the plan"},
    CommandHelp{
        "rehearse",
        "--card ID [--memory BYTES] [--ranks N] [--rank N[,N...]] [--steps N] "
        "[--without-weights] [--data made] [--routing balanced|first] [--plan PLAN] "
        "[--set KEY=VALUE ...] "
        "[--longest KEY [--from N] [--to N]] [--network] [--write-anywhere] [--timeout SECONDS] "
        "[-o RECORDING] [--json | --events] -- COMMAND ...",
        "the memory of your own training script, run for a few steps on a computer "
        "without a GPU: its own PyTorch on stand-ins for CUDA"},
    CommandHelp{"catalog", "models|devices [--json]", "the models and the devices that are known"},
    CommandHelp{"catalog", "formats [MODEL] [--json]",
                "formats of weights: bits in the name and real bits for a model, that of the "
                "default plan if none is named"},
    CommandHelp{"catalog", "schema", "what a .hwplan file may say, as a JSON schema"},
    CommandHelp{"help", "[PAGE] [--lang " HIGHWATER_LANGUAGES "]",
                "the manual: its pages, one of them (zero), or a section (zero#stage)"},
    CommandHelp{"help", "--html FOLDER | --man | --completion SHELL",
                "the manual as pages for a browser, this page for man, or what a shell completes "
                "after highwater"},
};

constexpr std::string_view takesPlan
    = "estimate sweep solve advise cards search compare chart report export share compare-run "
      "measure";

constexpr std::array helpNotes{
    HelpNote{
        takesPlan,
        "PLAN is a .hwplan file, a share code (HW1...), a file or folder that import reads, or - "
        "for standard input; a file may also hold a text with a share code in it. Without a "
        "PLAN, the default plan is taken: Llama 3.1 8B on 8 H100, 8,192 tokens, ZeRO-0."},
    HelpNote{"import",
             "An import reads a Hugging Face config.json, the headers of weights (.safetensors, an "
             "index of these, .gguf) or the folder of a model, and the configuration of a run: of "
             "DeepSpeed, accelerate, Megatron-LM, nanotron, torchtitan, TRL, PEFT, "
             "litgpt, LLaMA-Factory, Axolotl, ms-swift or Unsloth. It changes the default plan, "
             "and each further file the plan of those before it: the model first. "
             "Notes on stderr say what was assumed; weights that lie beside a config.json check "
             "the number of parameters, and are right where they differ."},
    HelpNote{"estimate",
             "The time of a step follows from the layers that memory is counted from, and is an "
             "estimate: each part has its formula, and what is assumed of device and links is "
             "listed. cluster.links.intra, .inter and .pcie (GB/s of one GPU and direction) and "
             "cluster.price_per_hour (of one GPU) override the catalogue; cluster.utilisation, a "
             "share of the peak, takes the place of the model; workload.training_tokens is the "
             "length of the run, 20 tokens a parameter if not given. A fine-tune has "
             "workload.examples times workload.epochs times workload.mean_length tokens; without "
             "them an adapter has no days and no price."},
    HelpNote{"desk",
             "The cards are read from NVIDIA's library NVML where it is installed, else from "
             "/proc/driver/nvidia, and from /sys/class/drm; the memory from /proc/meminfo. Nothing "
             "else is read, nothing is written and nothing is sent. What other programs hold is "
             "not counted as free."},
    HelpNote{"doctor",
             "LOG, or - for standard input, is a log of any length with an error of running out of "
             "memory, of PyTorch 1.0 to 2.9, NCCL, vLLM, SGLang, llama.cpp or the system, or a "
             "memory snapshot of PyTorch. With a plan, or a file of the run that import reads, the "
             "tensor is looked up by its size. A log is text and a snapshot data: neither is run."},
    HelpNote{
        "search",
        "A search tries tensor, pipeline, virtual, context and expert parallelism, ZeRO with "
        "replicas, sequence parallelism, recompute and micro-batches, and with --offload what the "
        "host can hold. Cluster, model, context and global batch stay, every GPU works, and every "
        "micro-batch is full."},
    HelpNote{"validate",
             "RUNS.csv, or - for standard input, has a measured run on each row: id, model, gpus, "
             "seq, micro_batch, measured_what, value_GB_or_GiB and unit at least, and what else is "
             "known of it, by the names of its columns. Measured speeds come from its column "
             "tokens_per_second_per_gpu, from a table with that column and id (--speeds), or from "
             "RUNS_speed.csv where that lies beside it."},
    HelpNote{
        "chart compare-run",
        "A recording is a memory snapshot of PyTorch (torch.cuda.memory._dump_snapshot) or what "
        "the profiler's export_memory_timeline writes as .json or .raw.json, or a trace with "
        "its memory events; each may be packed by gzip. Nothing in it is executed."},
    HelpNote{"rehearse",
             "A rehearsal runs COMMAND with your rights, its output on stderr, for some steps of "
             "the optimizer. PyTorch's allocator, autograd and parallelism are the real ones; "
             "kernels do nothing, so that values are not known. It has no network where the system "
             "allows that, and saves no checkpoint. It needs Linux on x86-64 and a PyTorch built "
             "for CUDA 11, 12 or 13."},
    HelpNote{"rehearse",
             "Exit: 3 where PyTorch ran out of memory, 1 where the command ended in another error "
             "or without a step."},
};

constexpr std::array optionHelps{
    OptionHelp{"--set KEY=VALUE",
               "estimate import sweep solve advise cards search compare chart report export share "
               "compare-run rehearse doctor measure",
               "gives the plan one value, such as layout.zero=3, model.id=qwen3-8b, "
               "workload.context=32k, model.parameters=8b or "
               "'model.custom={\"hidden_size\":4096,...}'; model.config=FILE takes the model of a "
               "config.json; the last one counts"},
    OptionHelp{"--card ID", "rehearse", "the card, one of NVIDIA's: h100-sxm5-80gb"},
    OptionHelp{"--memory BYTES", "rehearse",
               "what a program can have of the card, instead of the catalogue's"},
    OptionHelp{"--ranks N", "rehearse",
               "the ranks of the job; as the command's launcher says if not given"},
    OptionHelp{"--rank N[,N...]", "rehearse", "the ranks that run, from 0; the first if not given"},
    OptionHelp{"--steps N", "rehearse", "steps of the optimizer; 3 if not given"},
    OptionHelp{"--without-weights", "rehearse", "makes models without reading their weights"},
    OptionHelp{"--data made", "rehearse",
               "made data sets, tokenizers and metrics in the place of those that are not there"},
    OptionHelp{"--routing balanced|first", "rehearse",
               "which experts tokens go to: each in turn, if not given, or all to the first"},
    OptionHelp{"--plan PLAN", "rehearse",
               "compares with this plan, as compare-run does; if not given, with that of the "
               "settings files that the command names and import reads"},
    OptionHelp{"--longest KEY", "rehearse",
               "runs the command with growing values in the place of {KEY}, such as {context} or "
               "{batch}, and answers with the largest that fits"},
    OptionHelp{"--from N, --to N", "rehearse",
               "the bounds of --longest; 1,024 and 1,048,576 for context, else 1 and 1,024"},
    OptionHelp{"--network", "rehearse", "leaves the command its network"},
    OptionHelp{"--write-anywhere", "rehearse",
               "lets the command write wherever you may; if not given, in the folder in which it "
               "runs and in caches alone, where the system has Landlock"},
    OptionHelp{"--timeout SECONDS", "rehearse",
               "ends the command after this time; 3,600 if not given"},
    OptionHelp{"-o, --output FILE", "rehearse",
               "keeps the recording of the fullest rank, a memory snapshot of PyTorch"},
    OptionHelp{"--events", "rehearse",
               "for programs: a line of JSON for what is found, each step, and the answer"},
    OptionHelp{"--axis KEY", "sweep", "the key to sweep, such as workload.context"},
    OptionHelp{"--from N, --to N", "sweep",
               "its first and last value; those between grow by equal factors"},
    OptionHelp{"--points N", "sweep", "how many values"},
    OptionHelp{"--for KEY", "solve",
               "what to solve for: workload.context, workload.micro_batch, cluster.gpus, "
               "model.parameters, which puts a Llama of that size in the place of the model, or "
               "inference.gpu_layers of llama.cpp; "
               "recompute: the recompute and offload of the layers' tensors that is just enough"},
    OptionHelp{"--line GIB", "solve",
               "with --for recompute, the amount to stay below in place of the card's memory"},
    OptionHelp{"--edge", "solve",
               "answers with the last value that fits at all, even where the layout or the global "
               "batch does not divide it, or the allocator empties its cache"},
    OptionHelp{
        "--for NAME", "export",
        "the framework: deepspeed, accelerate, torchtitan, megatron, nanotron, trl, "
        "llama-factory, axolotl, ms-swift or unsloth; or the server of a plan that generates "
        "text: vllm, sglang or llama.cpp; list names them"},
    OptionHelp{"--sort KEY", "cards chart",
               "what the cards are sorted by, those of --figure cards too: device, memory, gpus, "
               "step, tokens, days, gpu-hours, price or energy; price if not given"},
    OptionHelp{"--same-gpus", "cards chart",
               "as many GPUs of each card as the plan has, instead of the fewest that fit"},
    OptionHelp{"--more-gpus", "cards chart",
               "as many GPUs of each card as --within asks for, or as --under allows, instead of "
               "the fewest that fit"},
    OptionHelp{"--within DAYS", "cards search chart",
               "only cards or layouts with which the run takes no longer"},
    OptionHelp{"--under USD", "cards search chart",
               "only cards or layouts with which the run costs no more"},
    OptionHelp{"--all", "cards chart",
               "cards on which the plan's program does not run too, with the reason"},
    OptionHelp{"--device ID", "desk", "what fits on one card of the catalogue instead"},
    OptionHelp{"--config FILE", "doctor",
               "the run's configuration file, of a kind that import reads: changes are given as "
               "lines of it, and without a PLAN it is the plan"},
    OptionHelp{"--read READING", "measure",
               "a counter and what it showed for one GPU: 'nvidia-smi 23,412 MiB', "
               "'max_memory_allocated 21.3 GiB', 'max_memory_reserved 22871539712'"},
    OptionHelp{"--append RUNS.csv", "measure",
               "adds the reading and its plan as a row to a table that validate reads"},
    OptionHelp{"-o, --output PLAN", "measure", "writes the plan with the correction"},
    OptionHelp{"--system FOLDER", "desk",
               "another machine: a folder with copies of its /proc/meminfo, /proc/driver/nvidia "
               "and /sys/class/drm"},
    OptionHelp{"--top N", "search", "how many layouts to list; 20 if not given"},
    OptionHelp{"--keep KEY", "search chart",
               "settings that stay as the plan has them: a key, the start of several keys "
               "(layout.offload), or a list of these with commas between"},
    OptionHelp{"--free BYTES", "search chart", "what must stay free on each GPU"},
    OptionHelp{"--across-nodes", "search chart", "tensor parallelism may cross nodes"},
    OptionHelp{"--any-method", "search chart", "what the framework does not have may be used too"},
    OptionHelp{"--offload", "search chart",
               "layouts that offload are tried too; always where the plan offloads"},
    OptionHelp{"--no-offload", "search chart", "only layouts without offload"},
    OptionHelp{"--no-pipeline", "search chart", "only layouts with one pipeline stage"},
    OptionHelp{"--same-zero", "search chart", "only layouts with the plan's ZeRO stage"},
    OptionHelp{"--upper-end", "search chart",
               "only layouts of which the upper end of the likely range fits too"},
    OptionHelp{"--all", "search",
               "lists near equals too: layouts with the same tensor, pipeline and expert ranks "
               "whose times differ by 1 % at most"},
    OptionHelp{
        "--figure NAME[,NAME...]", "chart",
        "context, zero, sizes, recompute, gpus, timeline, time, cards, search or methods of "
        "the plan, compare of several, or the lecture's own lecture-scaling, lecture-zero or "
        "lecture-recompute; context if not given; several in a .pptx are slides in that order"},
    OptionHelp{"-o, --output FILE", "chart",
               "the file to write; its suffix chooses the format: .pptx has charts that can be "
               "edited, .csv the numbers; .trace.json is the step of --figure timeline for "
               "Perfetto, in the order of its events and not in seconds"},
    OptionHelp{"-o, --output FILE", "report",
               "the document to write: .html needs no other file and prints on A4, .pdf has the "
               "same content"},
    OptionHelp{"-o, --output FILE", "import export",
               "the file to write; standard output if not given"},
    OptionHelp{
        "--size WxH", "chart",
        "in pixels, 96 to the inch; 1920x1080, or 1280x720 for .pptx and .pdf, which is 13.33 "
        "x 7.5 inches"},
    OptionHelp{"--theme NAME", "chart",
               "the colours: light, dark, print, which is grey, or lecture, as in the lecture"},
    OptionHelp{"--lang CODE[,CODE...]", "chart report",
               "the language of what is written; slides and reports may be in one and then in "
               "another"},
    OptionHelp{"--lang CODE", "help", "the language of the manual"},
    OptionHelp{"--unit UNIT", "chart", "the unit of memory: GiB or GB"},
    OptionHelp{"--title TEXT", "chart", "another title"},
    OptionHelp{"--no-title", "chart", "no title"},
    OptionHelp{"--legend", "chart", "the bands named in a box instead of beside them"},
    OptionHelp{"--transparent", "chart", "nothing behind the figure"},
    OptionHelp{"--recording FILE", "chart", "draws a recorded step over --figure timeline"},
    OptionHelp{"--device N", "chart compare-run",
               "the GPU of the recording, from 0; the first with events if not given"},
    OptionHelp{"--step N", "chart compare-run",
               "the step of the recording, from 1; the last whole one if not given"},
    OptionHelp{"--stage N", "chart compare-run",
               "the pipeline stage, from 1; the most loaded if not given"},
    OptionHelp{"--speed [FILE]", "validate",
               "tokens a second against predictions as well, the regret of the ranking, and "
               "published runs; a FILE is as after --speeds"},
    OptionHelp{"--speeds FILE", "validate", "a table of measured speeds; - for standard input"},
    OptionHelp{"--published", "validate", "what reports document, in the place of RUNS.csv"},
    OptionHelp{"--link", "share", "a link with the code behind a #, which a browser does not send"},
    OptionHelp{"--page ADDRESS", "share",
               "where the page lies that packaging/web makes: https://… or file://…; if not given, "
               "what the environment has as HIGHWATER_PAGE"},
    OptionHelp{"--html FOLDER", "help",
               "writes the manual in all languages, with contents and search; nothing in it is "
               "from elsewhere"},
    OptionHelp{"--man", "help", "the manual page, for man"},
    OptionHelp{"--completion SHELL", "help", "completions for bash, zsh or fish"},
    OptionHelp{
        "--json",
        "estimate import sweep solve advise cards desk doctor search compare validate compare-run "
        "rehearse catalog",
        "for programs: every number, with its name"},
    OptionHelp{"--csv", "sweep cards search compare",
               "a row for each point, card, layout or method"},
    OptionHelp{"--markdown", "estimate",
               "a page to paste: verdict, groups, choices, limits, share code"},
    OptionHelp{"--share", "estimate", "the plan's share code alone"},
    OptionHelp{"--check[=likely]", "estimate",
               "exit with 3 when the plan does not fit; with =likely, when the upper end of its "
               "90 % range does not fit either"},
};

std::vector<std::string> usageWords(std::string_view text)
{
    std::vector<std::string> words(1);
    int brackets = 0; // the content of brackets stays on one line
    for (const char letter : text) {
        brackets += letter == '[' ? 1 : letter == ']' ? -1 : 0;
        if (letter == ' ' && brackets == 0)
            words.emplace_back();
        else
            words.back() += letter;
    }
    return words;
}

void addUsage(std::string& page, const CommandHelp& command)
{
    std::string start = "  highwater " + std::string(command.name);
    if (!command.name.empty())
        start += ' ';
    page += wrapped(start, usageWords(command.usage), helpColumns);
    page += wrapped("      ", command.text, helpColumns);
}

/// The commands of an option, shown after it on a page of several commands.
std::string ofWhich(std::string_view list)
{
    const std::vector<std::string> words = usageWords(list);
    constexpr std::size_t mostNamed = 4;
    return words.size() > mostNamed ? std::string() : " (" + joined(words) + ")";
}

/// The parts of the page for `command`; all parts where it is empty.
std::string pageOf(std::string_view command)
{
    const auto isShown
        = [&](std::string_view list) { return command.empty() || isNamedIn(list, command); };
    std::string page = "Usage:\n";
    for (const CommandHelp& one : commandHelps)
        if (command.empty() || one.name == command)
            addUsage(page, one);
    if (command.empty())
        page += "  highwater COMMAND --help\n      explains one command\n"
                "  highwater --help | --version\n";
    for (const HelpNote& note : helpNotes)
        if (isShown(note.of))
            page += "\n" + wrapped("", note.text, helpColumns);

    std::vector<const OptionHelp*> shown;
    std::size_t widest = 0;
    for (const OptionHelp& option : optionHelps)
        if (isShown(option.of)) {
            shown.push_back(&option);
            widest = std::max(widest, option.name.size());
        }
    page += shown.empty() ? "" : "\nOptions:\n";
    for (const OptionHelp* option : shown)
        page += wrapped("  " + leftAligned(std::string(option->name), widest + 2),
                        std::string(option->text) + (command.empty() ? ofWhich(option->of) : ""),
                        helpColumns);
    return page;
}

} // namespace

std::span<const CommandHelp> commandHelp()
{
    return commandHelps;
}

std::span<const HelpNote> noteHelp()
{
    return helpNotes;
}

std::span<const OptionHelp> optionHelp()
{
    return optionHelps;
}

bool isNamedIn(std::string_view list, std::string_view command)
{
    return std::ranges::count(usageWords(list), command) > 0;
}

std::string helpPage()
{
    return std::string(programHelp) + "\n\n" + pageOf({}) + "\n"
        + wrapped("", "Exit: " + std::string(exitHelp), helpColumns);
}

std::string helpPage(std::string_view command)
{
    return pageOf(command);
}

} // namespace highwater
