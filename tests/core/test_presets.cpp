// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/exchange/answers.h"
#include "core/exchange/presets.h"
#include "core/explore/solve.h"
#include "core/figure/lecture_figures.h"
#include "core/measured/run_check.h"
#include "helpers.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace highwater;

namespace {

constexpr Bytes billion = 1'000'000'000;

const Preset* presetOf(const QString& name)
{
    const std::string file = name.toStdString() + ".hwplan";
    const auto found = std::ranges::find(presets(), file, &Preset::file);
    return found == presets().end() ? nullptr : &*found;
}

Bytes perLayer(const Answer& answer, std::string_view step)
{
    Bytes sum = 0;
    for (const Line& line : answer.ledger)
        if (line.step.starts_with(step))
            sum += line.each;
    return sum;
}

Bytes scoresPerLayer(const Answer& answer)
{
    Bytes sum = 0;
    for (const Line& line : answer.ledger)
        if (line.shape == "[b, a, s, s]")
            sum += line.each;
    return sum;
}

std::int64_t mostSequences(const Plan& plan)
{
    const auto solution = solve(plan, builtinCatalog(), "workload.micro_batch");
    return solution && solution->answer ? *solution->answer : 0;
}

std::int64_t derived(const Estimate& found, const char* name)
{
    return nlohmann::json::parse(estimateJson(found)).at("derived").at(name).get<std::int64_t>();
}

/// Parameters, gradients and optimizer of every rank, on hosts and disks.
Bytes statesOffGpus(const Estimate& found)
{
    Bytes sum = 0;
    for (const Line& line : found.answer.ledger)
        if (line.place != Place::Gpu
            && (line.group == Group::Parameters || line.group == Group::Gradients
                || line.group == Group::Optimizer))
            sum += line.bytes * found.plan.cluster.gpus;
    return sum;
}

/// The names of an answer's numbers in the notes of a preset and in the tables below.
struct Question
{
    const char* words;
    std::int64_t (*ask)(const Plan&, const Estimate&);
};

constexpr Question questions[]{
    {"per GPU", [](const Plan&, const Estimate& found) { return found.answer.totals.total; }},
    {"reserved per GPU",
     [](const Plan&, const Estimate& found) {
         return predictedReading(Reading::Reserved, found.answer);
     }},
    {"allocated per GPU",
     [](const Plan&, const Estimate& found) {
         return predictedReading(Reading::Allocated, found.answer);
     }},
    {"of model states",
     [](const Plan&, const Estimate& found) { return found.answer.totals.perGpu.states(); }},
    {"of states off the GPUs",
     [](const Plan&, const Estimate& found) { return statesOffGpus(found); }},
    {"of weights",
     [](const Plan&, const Estimate& found) { return groupOf(found, Group::Parameters); }},
    {"of nominal weights",
     [](const Plan&, const Estimate& found) {
         return found.serving ? found.serving->nominal : Bytes{0};
     }},
    {"of optimizer state",
     [](const Plan&, const Estimate& found) { return groupOf(found, Group::Optimizer); }},
    {"of activations",
     [](const Plan&, const Estimate& found) { return groupOf(found, Group::Activations); }},
    {"of activations in attention and layer",
     [](const Plan&, const Estimate& found) { return perLayer(found.answer, "attention:"); }},
    {"of activations in MLP and layer",
     [](const Plan&, const Estimate& found) { return perLayer(found.answer, "MLP:"); }},
    {"of scores in a layer",
     [](const Plan&, const Estimate& found) { return scoresPerLayer(found.answer); }},
    {"free", [](const Plan&, const Estimate& found) { return found.free(); }},
    {"of host memory per node",
     [](const Plan&, const Estimate& found) { return found.answer.hostPerNode; }},
    {"micro-batches per step",
     [](const Plan&, const Estimate& found) { return derived(found, "micro_batches"); }},
    {"tokens per step",
     [](const Plan&, const Estimate& found) { return derived(found, "tokens_per_step"); }},
    {"sequences at most", [](const Plan& plan, const Estimate&) { return mostSequences(plan); }},
};

std::optional<std::int64_t> answered(const QString& words, const Plan& plan)
{
    const auto question = std::ranges::find(questions, words.toStdString(),
                                            [](const Question& q) { return std::string(q.words); });
    const auto found = estimate(plan, builtinCatalog());
    if (question == std::end(questions) || !found)
        return std::nullopt;
    return question->ask(plan, *found);
}

enum class Cut { Rounded, Truncated };

/// The number as `printed` has it, "5.7 GiB" or "61,440,000": its unit, its decimals.
QString like(const QString& printed, std::int64_t number, Cut cut)
{
    const QStringList parts = printed.split(u' ');
    const QString unit = parts.value(1);
    const double scale = unit == u"GiB" ? 1073741824.0
        : unit == u"TB"                 ? 1e12
        : unit == u"GB"                 ? 1e9
        : unit == u"MB"                 ? 1e6
                                        : 1;
    const qsizetype point = parts.first().indexOf(u'.');
    const int decimals = point < 0 ? 0 : static_cast<int>(parts.first().size() - point - 1);
    const double tens = std::pow(10, decimals);
    const double scaled = static_cast<double>(number) / scale * tens;
    const double kept = cut == Cut::Truncated ? std::floor(scaled) : std::floor(scaled + 0.5);
    const QString text = QLocale(QLocale::English).toString(kept / tens, 'f', decimals);
    return unit.isEmpty() ? text : text + u' ' + unit;
}

/// A number that a row of the lecture names, worked out by hand, and how the row prints it.
struct Published
{
    const char* row;
    const char* preset;
    std::vector<Setting> settings; ///< what the row changes of the preset
    const char* words;
    std::int64_t number;
    const char* printed;
    Cut cut;
};

// "8B" of the lecture: s·b·h = 16,384 · 4,096 and a·s² = 32 · 16,384²
constexpr std::int64_t sbh = 67'108'864, ass = 8'589'934'592;
// ChatGLM-6B: s·b·h·L = 2,048 · 4,096 · 28 = 0.2349e9; 5·a·s/h = 80
constexpr std::int64_t sbhL = 234'881'024;

std::vector<Published> publishedRows()
{
    std::vector<Published> rows;
    const auto add = [&rows](const char* row, const char* preset, std::vector<Setting> settings,
                             const char* words, std::int64_t number, const char* printed,
                             Cut cut = Cut::Rounded) {
        rows.push_back({row, preset, std::move(settings), words, number, printed, cut});
    };

    add("A1", "lecture-8b-states", {}, "of model states", 128 * billion, "128.0 GB");
    add("A1", "lecture-8b-states", {}, "of weights", 16 * billion, "16 GB");
    add("A1", "lecture-8b-states", {}, "of optimizer state", 96 * billion, "96 GB");
    add("A2", "lecture-8b-states-fp32-gradients", {}, "of model states", 144 * billion, "144 GB");
    add("A2", "lecture-8b-states-both-gradients", {}, "of model states", 160 * billion, "160 GB");
    add("A3", "lecture-8b-16k", {}, "of activations in attention and layer", 13 * sbh + 5 * ass,
        "40.8 GiB");
    add("A3", "lecture-8b-16k", {}, "of activations in MLP and layer", 21 * sbh, "1.3 GiB");
    add("A4", "lecture-8b-16k", {}, "of scores in a layer", 5 * ass, "40.0 GiB");
    add("A4", "lecture-8b-16k", {}, "of activations", 32 * (34 * sbh + 5 * ass) + sbh,
        "1,348.06 GiB");
    add("A6", "lecture-zero-3-at-16k", {}, "per GPU", 317LL << 28, "79.25 GiB");
    add("A6", "lecture-zero-3-at-16k", {}, "free", 3LL << 28, "0.75 GiB");
    add("A6", "lecture-zero-3-at-16k", {{"layout.zero", "2"}}, "per GPU", 739LL << 27,
        "92.375 GiB");
    add("A6", "lecture-zero-3-at-16k", {{"layout.zero", "1"}}, "per GPU", 211LL << 29, "105.5 GiB");
    add("A6", "lecture-zero-0-at-16k", {}, "per GPU", 158LL << 30, "158 GiB");
    add("A7", "lecture-8b-8k-recomputed", {}, "of activations", (32 * 2 + 1) * sbh / 2, "2.03 GiB");
    add("A7", "lecture-8b-8k-recomputed", {{"recipe.recompute", "selective"}}, "of activations",
        (32 * 34 + 1) * sbh / 2, "34.03 GiB");
    add("A7", "lecture-8b-8k-recomputed", {{"recipe.recompute", "none"}}, "of activations",
        (32 * 34 + 1) * sbh / 2 + 32 * 5 * ass / 4, "354.03 GiB");
    add("A8", "lecture-chatglm-6b", {}, "of activations", 114 * sbhL, "26.78 GB");
    add("A8", "lecture-chatglm-6b-selective", {}, "of activations", 34 * sbhL, "7.99 GB");
    add("A8", "lecture-chatglm-6b-full", {}, "of activations", 2 * sbhL, "0.47 GB");
    // The other 96 of the source's 103.8 GB: 12 + 72 + 12
    add("A8", "lecture-chatglm-6b", {{"model.parameters", "6e9"}}, "of model states", 96 * billion,
        "96 GB");
    add("A9", "lecture-rule-of-thumb", {{"workload.context", "1"}}, "of activations",
        12 * 4096 * 32, "1.57 MB");
    add("A9", "lecture-rule-of-thumb", {}, "of activations", 1'572'864'000, "1.57 GB");
    add("A9", "lecture-rule-of-thumb-checkpointed", {{"workload.context", "1"}}, "of activations",
        36 * 4096, "0.15 MB");
    add("A9", "lecture-rule-of-thumb-checkpointed", {}, "of activations", 36 * 4096 * 2048,
        "302 MB");
    add("A11", "lecture-8b-8-bit-adam", {}, "of optimizer state", 48 * billion, "48 GB");
    add("A11", "lecture-8b-8-bit-adam", {{"recipe.optimizer", "adamw"}}, "of optimizer state",
        96 * billion, "96 GB");
    add("A11", "lecture-8b-8-bit-adam", {{"recipe.optimizer", "sgd-momentum"}},
        "of optimizer state", 64 * billion, "64 GB");
    add("A11", "lecture-8b-8-bit-adam", {{"recipe.optimizer", "sgd"}}, "of optimizer state",
        32 * billion, "32 GB");
    add("A11", "lecture-8b-8-bit-adam", {{"recipe.optimizer", "adagrad"}}, "of optimizer state",
        64 * billion, "64 GB");
    add("A11", "lecture-8b-8-bit-adam", {{"workload.micro_batch", "64"}}, "of optimizer state",
        48 * billion, "48 GB");
    add("A11", "lecture-8b-8-bit-adam", {{"recipe.precision", "fp32"}}, "of weights", 32 * billion,
        "32 GB");
    // 68,451,041,280 weights of the products in 4 bits, with 8 bits for 64 of them and 32 for 256
    // of those; embedding, head and 161 norms in 32 bits, as are adapters of 16 · 161,792 · 80
    add("A11", "70b-qlora-on-1-h100", {}, "of weights",
        68'451'041'280 / 2 + 1'069'547'520 + 4'177'920 * 4LL + 4 * 8192 * (2 * 128'256 + 161LL)
            + 4 * 16 * 161'792 * 80LL,
        "41.5 GiB");
    // 8,029,995,008 weights of matrices in blocks of 34 bytes for 32 of them; 65 norms in 32 bits
    add("A22", "8b-q8-0-on-1-t4", {}, "of weights", 8'029'995'008 / 32 * 34 + 4 * 4096 * 65LL,
        "8.53 GB");
    add("A22", "8b-q8-0-on-1-t4", {}, "of nominal weights", 8'030'261'248, "8.0 GB");
    // 6,979,321,856 weights of the products in 8 bits, with a scale of 4 bytes for each of their
    // 1,376,256 rows; embedding, head and 65 norms in 16 bits
    add("A22", "8b-q8-0-on-1-t4", {{"inference.weights", "int8"}}, "of weights",
        6'979'321'856 + 4 * 1'376'256LL + 2 * 4096 * (2 * 128'256 + 65LL), "9.09 GB");
    add("A22", "6b-chatglm-int8-on-1-rtx-3060", {}, "of nominal weights", 6'173'286'400, "6 GB",
        Cut::Truncated);
    add("A22", "6b-chatglm-fp16-on-1-v100", {}, "of nominal weights", 2 * 6'173'286'400, "12 GB",
        Cut::Truncated);
    add("A22", "6b-chatglm-fp32-on-1-v100", {}, "of nominal weights", 4 * 6'173'286'400, "24 GB",
        Cut::Truncated);
    add("A12", "lecture-batch-of-61m-tokens", {}, "micro-batches per step", 120, "120");
    add("A12", "lecture-batch-of-61m-tokens", {}, "tokens per step", 61'440'000, "61,440,000");
    add("A12", "lecture-batch-of-61m-tokens", {{"workload.context", "32768"}}, "tokens per step",
        62'914'560, "62,914,560");
    // 11.25 GiB of states and 4.25 a sequence in 80: 16.2
    add("A13", "lecture-largest-micro-batch", {}, "sequences at most", 16, "16");
    add("A13", "lecture-largest-micro-batch", {}, "per GPU", 317LL << 28, "79.25 GiB");
    add("A16", "lecture-4-x-32gb-zero-0", {}, "of model states", 128 * billion, "128 GB");
    add("A16", "lecture-4-x-32gb-zero-1", {}, "of model states", 56 * billion, "56 GB");
    add("A16", "lecture-4-x-32gb-zero-2", {}, "of model states", 44 * billion, "44 GB");
    add("A16", "lecture-4-x-32gb-zero-3", {}, "of model states", 32 * billion, "32 GB");
    // 4·P_max + 2·P/4 and 24·P; 4·P_max + 18·P/8
    add("A17", "lecture-deepspeed-4-gpus-offload", {}, "per GPU", 6'116'476'928, "5.7 GiB");
    add("A17", "lecture-deepspeed-4-gpus-offload", {}, "of host memory per node", 192'726'269'952,
        "179 GiB", Cut::Truncated);
    add("A17", "lecture-deepspeed-8-gpus", {}, "per GPU", 20'169'434'112, "18.7 GiB",
        Cut::Truncated);
    // 2·P/4 of parameters; 16h + 4q + 4kv + 4a + 8f + 8 = 200,840 bytes a token in 32 layers; two
    // bytes of the bucket's 5e8 elements, of the head's gradient (v·h) and of 1e9 live parameters;
    // while the head goes backward, 2·s·v of the gradient of the logits, 2·s·h of that of its
    // input, and s·(8h + 4) that the last norm and the head keep; two workspaces of 8.125 MiB
    constexpr Bytes v100 = 512 * 32 * 200'840LL + 1'000'000'000 + 1'050'673'152 + 2'000'000'000
        + 131'334'144 + 4'194'304 + 16'779'264 + 17'039'360;
    constexpr std::int64_t P = 8'030'261'248;
    add("A18", "v100x4-offload", {}, "allocated per GPU", P / 2 + v100, "11.53 GB");
    add("A18", "v100x8", {}, "allocated per GPU", 16 * P / 8 + v100, "23.57 GB");
    // 12 bytes of optimizer, 4 of gradients in 32 bits and 2 of those in 16
    add("A18", "v100x4-offload", {}, "of host memory per node", 18 * P, "144.5 GB");
    add("A18", "v100x8", {}, "of host memory per node", 0, "0 GB");
    // The GPU keeps the weights alone, or not even those
    add("A19", "v100x4-offload", {}, "of model states", P / 2, "4.0 GB");
    constexpr std::int64_t gpt3 = 174'604'259'328;
    add("A19", "175b-on-16-v100", {}, "of model states", 0, "0 GB");
    add("A19", "175b-on-16-v100", {{"layout.offload_parameters", "none"}}, "of model states",
        gpt3 / 8, "21.8 GB");
    add("A19", "175b-on-16-v100", {}, "of states off the GPUs", 16 * gpt3, "2.8 TB");
    // and 4 more of gradients in 32 bits; 8 ranks with 96 layer inputs of 2·s·h
    constexpr Bytes inputs = 8 * 96 * 2 * 2048 * 12'288LL;
    add("A19", "175b-on-16-v100", {}, "of host memory per node", 20 * gpt3 / 2 + inputs, "1.78 TB");
    // 8h + 4q + 4kv + 6f + 4a + 8 = 139,400 bytes a token and layer, 4h + 4 behind the last
    add("A20", "lecture-attention-flash-16k", {{"recipe.recompute", "none"}}, "of activations",
        16'384 * (32 * 139'400 + 16'388LL), "68.32 GiB");
    add("A20", "lecture-attention-flash-16k",
        {{"recipe.recompute", "none"}, {"workload.context", "32768"}}, "of activations",
        32'768 * (32 * 139'400 + 16'388LL), "136.63 GiB");
    // and 8h + 2f more without fused kernels, 4h more in the last norm
    add("A21", "lecture-kernels-eager", {{"recipe.kernels", "fused"}}, "of activations",
        8'192 * (32 * 139'400 + 16'388LL), "34.16 GiB");
    add("A21", "lecture-kernels-eager", {}, "of activations",
        8'192 * (32 * (139'400 + 61'440) + 16'388 + 16'384LL), "49.28 GiB");
    add("A23", "lecture-qwen2-vl-2b", {}, "per GPU", 14'800'000'000, "14.8 GB");
    add("A23", "lecture-qwen2-vl-2b-plain", {}, "per GPU", 34'800'000'000, "34.8 GB");
    return rows;
}

const std::vector<Published>& published()
{
    static const std::vector<Published> rows = publishedRows();
    return rows;
}

/// A measured number that a preset's notes state; the number of the plan must be from `least` to
/// `most`.
struct Measured
{
    const char* row; ///< of the lecture, or null
    const char* preset;
    const char* said;
    const char* words;
    double least, most; ///< in GB
};

// A single reading must be met within 3 %, a reading in whole GB within its rounding: nvidia-smi
// counts in MiB, and a card of 32 GB has 34.4e9 bytes.
constexpr double gibGb = 1.073741824;
constexpr Measured measurements[]{
    {"A18", "v100x4-offload", "15 GB a GPU", "per GPU", 14.5 * gibGb, 16 * gibGb},
    {"A18", "v100x8", "24 to 32 GB a GPU", "per GPU", 24 * gibGb, 32 * gibGb},
    {nullptr, "8b-on-128-h100-torchtitan", "62.0 GiB reserved", "reserved per GPU",
     62.0 * gibGb * 0.97, 62.0 * gibGb * 1.03},
    {nullptr, "8b-on-64-h100-nanotron", "49.4 GiB reserved on the first stage", "reserved per GPU",
     49.4 * gibGb * 0.97, 49.4 * gibGb * 1.03},
    {nullptr, "8b-lora-on-1-a10g", "19.73 GB allocated", "allocated per GPU", 19.73 * 0.97,
     19.73 * 1.03},
};

/// A bar of a named figure, read off the published chart in GiB.
struct Bar
{
    const char* row;
    const char* figure;
    const char* panel;
    std::int64_t context;
    Group group;
    double gib;
};

// Other tests compare every point of the three charts with the published ones.
constexpr Bar bars[]{
    {"A5", "lecture-scaling", "8B", 16384, Group::Activations, 1348.0625},
    {"A5", "lecture-scaling", "70B", 16384, Group::Activations, 6740.125},
    {"A5", "lecture-scaling", "405B", 16384, Group::Activations, 21231.25},
    {"A6", "lecture-zero", "ZeRO-3 · + parameters", 16384, Group::Activations, 68},
    {"A6", "lecture-zero", "ZeRO-2 · + gradients", 1024, Group::Gradients, 1.875},
    {"A7", "lecture-recompute", "No recompute", 8192, Group::Activations, 354.03125},
    {"A7", "lecture-recompute", "Full recompute", 8192, Group::Activations, 2.03125},
};

/// The sentence that a row requires, from the method's remarks or from the preset's notes.
struct Said
{
    const char* row;
    const char* preset;
    const char* words;
};

constexpr Said sayings[]{
    {"A1", "lecture-8b-states", "with 10 to 20 % for buffers 140.8 to 153.6 GB"},
    {"A4", "lecture-8b-16k", "1.35 T is the whole activation bar"},
    {"A8", "lecture-chatglm-6b", "cuts s·b·h·L = 0.2349 to 0.23 and prints 26.22 GB"},
    {"A8", "lecture-chatglm-6b-selective", "prints 7.8 GB, and 103 GB in all"},
    {"A8", "lecture-chatglm-6b-full", "0.23 and prints 0.46 GB"},
    {"A9", "lecture-rule-of-thumb", "Korthikanti counts 34·n·d where the rule counts 12·n·d"},
    {"A10", "lecture-rule-of-thumb", "gives d = 4,564; the model's own shape has d = 4,096"},
    {"A11", "lecture-8b-8-bit-adam", "prints 8*48GB = 36GB for what is 8 × 6 = 48"},
    {"A20", "lecture-attention-flash-16k", "SRAM"},
    {"A23", "lecture-qwen2-vl-2b-plain", "prints 24.8, a misprint"},
};

/// Whether a preset fits, where a row states it.
struct Judged
{
    const char* row;
    const char* preset;
    std::vector<Setting> settings;
    bool fits;
};

const std::vector<Judged>& judgements()
{
    static const std::vector<Judged> rows{
        {"A6", "lecture-zero-3-at-16k", {}, true},
        {"A6", "lecture-zero-3-at-16k", {{"cluster.capacity", "85520809984"}}, true}, // 79.65 GiB
        {"A6", "lecture-zero-3-at-16k", {{"cluster.capacity", "80000000000"}}, false},
        {"A6", "lecture-zero-3-at-16k", {{"layout.zero", "2"}}, false},
        {"A13", "lecture-largest-micro-batch", {{"workload.micro_batch", "17"}}, false},
        {"A19", "175b-on-16-v100", {}, true},
        {"A19",
         "175b-on-16-v100",
         {{"recipe.recompute", "none"}, {"layout.offload_activations", "none"}},
         false},
        {"A19", "175b-on-16-v100", {{"cluster.host_memory", "1500000000000"}}, false}, // a DGX-2
        {"A20", "lecture-attention-eager-16k", {{"workload.context", "8192"}}, true},
        {"A20", "lecture-attention-eager-16k", {}, false},
        {"A20", "lecture-attention-flash-16k", {}, true},
        {"A21", "lecture-kernels-eager", {}, true},
        {"A21", "lecture-kernels-eager", {{"recipe.kernels", "fused"}}, true},
    };
    return rows;
}

/// A row, or a part of a row, that no preset shows, and the place that shows it.
struct Absent
{
    const char* row;
    const char* reason;
};

constexpr Absent absent[]{
    {"A11", "1 and 0.5 bytes a weight are those of formats, shown by catalog formats"},
    {"A14", "test_time: lecturesRun has 26,666 steps"},
    {"A15", "test_time: lecturesRun has 2,157 GPU-hours, recomputationCosts the second forward"},
    {"A16", "test_time: trafficOfZero has 2P, 2P and 3P"},
    {"A18", "test_time: offloadIsSlower has the two runs' times"},
    {"A19", "test_time: pagesCrossTheBus has the times over the bus"},
    {"A22", "nominal sizes of 8, 6, 12 and 24 GB: catalog formats shows them beside the real ones"},
    {"A24", "the ladder of kernels is help text without a number"},
};

QByteArray rowName(const char* row, const char* preset, const QString& rest)
{
    return (QString::fromLatin1(row) + u' ' + QString::fromLatin1(preset) + u' ' + rest).toUtf8();
}

QString settingsText(const std::vector<Setting>& settings)
{
    QStringList texts;
    for (const auto& [key, value] : settings)
        texts << shown(key) + u'=' + QString::fromLatin1(value);
    return texts.join(u' ');
}

QString notesOf(const Preset& preset)
{
    return shown(preset.plan.notes);
}

} // namespace

class TestPresets : public QObject
{
    Q_OBJECT

private slots:
    void everyFileShips();
    void names();
    void namesHaveOneForm();
    void numbersInNames();
    void groups();
    void brokenFiles();
    void shipped_data();
    void shipped();
    void notesAgree_data();
    void notesAgree();
    void publishedNumbers_data();
    void publishedNumbers();
    void measuredBands();
    void publishedBars();
    void rowsJudged_data();
    void rowsJudged();
    void rowsSaid();
    void everyRow();
};

void TestPresets::everyFileShips()
{
    const QDir folder(QStringLiteral(HIGHWATER_PRESETS));
    const QStringList files = folder.entryList({QStringLiteral("*.hwplan")}, QDir::Files);
    QVERIFY(!files.isEmpty());
    QSet<QString> compiledIn;
    for (const PresetFile& file : presetFiles()) {
        compiledIn << shown(file.name);
        QFile onDisk(folder.filePath(shown(file.name)));
        QVERIFY2(onDisk.open(QIODevice::ReadOnly), qPrintable(shown(file.name)));
        QCOMPARE(shown(file.text), QString::fromUtf8(onDisk.readAll()));
    }
    QCOMPARE(compiledIn, QSet<QString>(files.begin(), files.end()));
    QCOMPARE(shown(readPresets(presetFiles()).problems), QStringList());
    QCOMPARE(presets().size(), presetFiles().size());
    QFile readme(folder.filePath(QStringLiteral("../README.md")));
    QVERIFY(readme.open(QIODevice::ReadOnly));
    const QString count = QStringLiteral("%1 plans ship with it").arg(files.size());
    QVERIFY(QString::fromUtf8(readme.readAll()).contains(count));
}

void TestPresets::names()
{
    QSet<QString> seen;
    for (const Preset& preset : presets()) {
        const QString name = shown(preset.plan.name);
        QCOMPARE(name, name.simplified());
        QVERIFY2(name.size() >= 5 && name.size() <= 50, qPrintable(name));
        QVERIFY2(!seen.contains(name), qPrintable(name));
        seen << name;
    }
}

/// "Llama 8B on 8 × H100, 32K, recomputed": the model's family, the GPUs of the plan and its card.
/// The lecture's own plans may leave the card out, which it does not name.
void TestPresets::namesHaveOneForm()
{
    static const QRegularExpression form(
        QStringLiteral("^(\\S.*) on ([\\d,]+) × ([^,:]+)(?:[,:] .+)?$"));
    static const QRegularExpression family(QStringLiteral("^[A-Za-z]+"));
    for (const Preset& preset : presets()) {
        const QString name = shown(preset.plan.name);
        const Estimate found = estimated(preset.plan);
        if (const auto* model = found.plan.model)
            QCOMPARE(family.match(name).captured(), family.match(shown(model->name)).captured());
        const auto match = form.match(name);
        if (!match.hasMatch() && preset.file.starts_with("lecture-"))
            continue;
        QVERIFY2(match.hasMatch(), qPrintable(name));
        QCOMPARE(match.captured(2), shown(grouped(preset.plan.cluster.gpus)));
        const QString card = match.captured(3).section(QLatin1Char(' '), 0, 0);
        if (card != QStringLiteral("32")) // "4 × 32 GB": the lecture's cards have no name
            QVERIFY2(shown(found.plan.device->name).contains(card), qPrintable(name));
    }
}

void TestPresets::numbersInNames()
{
    const auto place = [](const char* name) { return presetOf(QString::fromLatin1(name)); };
    QVERIFY(place("8b-on-8-h100") && place("70b-on-8-h100"));
    QVERIFY(place("8b-on-8-h100") < place("8b-on-8-h100-32k"));
    QVERIFY(place("8b-on-8-h100") < place("8b-on-16-h100-128k"));
    QVERIFY(place("8b-on-8-h100") < place("70b-on-8-h100"));
    QVERIFY(place("70b-on-8-h100") < place("405b-on-512-h100"));
}

void TestPresets::groups()
{
    std::size_t lecture = 0;
    for (const Preset& preset : presets()) {
        const bool named = preset.file.starts_with("lecture-");
        const bool source = notesOf(preset).contains(QStringLiteral("\nSource: lecture"));
        QCOMPARE(preset.group == PresetGroup::Lecture, named || source);
        lecture += named || source ? 1 : 0;
    }
    // The lecture's own runs on V100 cards stand with its figures.
    for (const char* run : {"v100x4-offload", "v100x8", "175b-on-16-v100"})
        QCOMPARE(presetOf(QString::fromLatin1(run))->group, PresetGroup::Lecture);
    QVERIFY(lecture > 0 && lecture < presets().size());
    // Each lecture preset is in the table of rows: it exists because of a number.
    for (const Preset& preset : presets()) {
        const auto same = [&](const auto& row) { return row.preset + std::string(".hwplan"); };
        if (preset.group == PresetGroup::Lecture)
            QVERIFY2(std::ranges::find(published(), preset.file, same) != published().end()
                         || std::ranges::find(judgements(), preset.file, same)
                             != judgements().end(),
                     preset.file.c_str());
    }
}

void TestPresets::brokenFiles()
{
    QCOMPARE(readPresets({}).list.size(), std::size_t{0});
    const std::string_view good = presetFiles().front().text;
    const PresetFile files[]{{"lecture-.hwplan", good},
                             {"empty.hwplan", ""},
                             {"list.hwplan", "[]"},
                             {"lecturer.hwplan", good},
                             {"cut.hwplan", good.substr(0, good.size() / 2)},
                             {"odd.hwplan",
                              "{\n\"format\": \"highwater-plan\", \"version\": 1,\n"
                              " \"model\": {\"id\": 7}}"}};
    const Presets read = readPresets(files);
    QCOMPARE(read.list.size(), std::size_t{2});
    QCOMPARE(read.list[0].group, PresetGroup::Lecture);
    QCOMPARE(read.list[1].group, PresetGroup::Recipe);
    QCOMPARE(read.list[0].plan, read.list[1].plan);
    QSet<QString> complained;
    for (const Problem& problem : read.problems)
        complained << shown(problem.place).section(u':', 0, 0);
    QCOMPARE(complained,
             QSet<QString>({QStringLiteral("empty.hwplan"), QStringLiteral("list.hwplan"),
                            QStringLiteral("cut.hwplan"), QStringLiteral("odd.hwplan")}));
    QVERIFY(shown(read.problems).join(u'\n').contains(QLatin1String("odd.hwplan:3:")));
}

void TestPresets::shipped_data()
{
    QTest::addColumn<const Preset*>("preset");
    for (const Preset& preset : presets())
        QTest::newRow(preset.file.c_str()) << &preset;
}

void TestPresets::shipped()
{
    QFETCH(const Preset*, preset);
    const auto found = estimate(preset->plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    for (const Warning& warning : found->answer.warnings) // the layer that predicts a second token
        QVERIFY2(preset->file.starts_with("671b-")
                     && (warning.field == "model" || warning.field == "recipe.precision"),
                 (preset->file + ' ' + warning.field).c_str());
    for (const KeyPath key : found->ignored)
        QCOMPARE(key, KeyPath("cluster.gpus")); // the lecture's own charts know no cluster
    if (preset->group == PresetGroup::Recipe) {
        QCOMPARE(preset->plan.method, MethodId::Exact);
        const bool over = preset->plan.name.find("does not fit") != std::string::npos;
        QCOMPARE(found->verdict == Verdict::Over, over);
    }
}

void TestPresets::notesAgree_data()
{
    shipped_data();
}

void TestPresets::notesAgree()
{
    QFETCH(const Preset*, preset);
    const QStringList lines = notesOf(*preset).split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].size() > 20 && lines[0].endsWith(u'.'));
    QVERIFY(lines[1].startsWith(QLatin1String("Source: ")) && lines[1].endsWith(u'.'));
    QVERIFY(lines[1].size() > 15);
    const QLatin1String computed("Computed: ");
    QVERIFY(lines[2].startsWith(computed) && lines[2].endsWith(u'.'));
    const QString numbers = lines[2].mid(computed.size()).chopped(1);
    static const QRegularExpression form(
        QStringLiteral("^([\\d,]+(?:\\.\\d+)?(?: (?:GiB|TB|GB|MB))?) (.+)$"));
    for (const QString& text : numbers.split(QStringLiteral("; "))) {
        const QRegularExpressionMatch match = form.match(text);
        QVERIFY2(match.hasMatch(), qPrintable(text));
        const auto number = answered(match.captured(2), preset->plan);
        QVERIFY2(number, qPrintable(text));
        QCOMPARE(match.captured(1), like(match.captured(1), *number, Cut::Rounded));
    }
}

void TestPresets::publishedNumbers_data()
{
    QTest::addColumn<const Published*>("expected");
    for (const Published& at : published())
        QTest::newRow(rowName(at.row, at.preset,
                              settingsText(at.settings) + u' ' + QString::fromLatin1(at.words))
                          .constData())
            << &at;
}

void TestPresets::publishedNumbers()
{
    QFETCH(const Published*, expected);
    const Preset* preset = presetOf(QString::fromLatin1(expected->preset));
    QVERIFY2(preset, expected->preset);
    const auto number = answered(QString::fromLatin1(expected->words),
                                 planWith(expected->settings, preset->plan));
    QVERIFY(number);
    QCOMPARE(*number, expected->number);
    const QString printed = QString::fromLatin1(expected->printed);
    QCOMPARE(like(printed, *number, expected->cut), printed);
}

void TestPresets::measuredBands()
{
    for (const Measured& at : measurements) {
        const Preset* preset = presetOf(QString::fromLatin1(at.preset));
        QVERIFY2(preset, at.preset);
        const QString said = QStringLiteral("Measured: ") + QString::fromLatin1(at.said);
        QVERIFY2(notesOf(*preset).startsWith(said), at.preset);
        const auto number = answered(QString::fromLatin1(at.words), preset->plan);
        QVERIFY(number);
        const double gb = static_cast<double>(*number) / 1e9;
        QVERIFY2(gb >= at.least && gb <= at.most,
                 qPrintable(QString::fromLatin1(at.preset) + QStringLiteral(": %1 GB").arg(gb)));
    }
    // A preset that states a measured number is compared with it.
    for (const Preset& preset : presets())
        if (notesOf(preset).startsWith(QLatin1String("Measured: ")))
            QVERIFY2(std::ranges::any_of(measurements,
                                         [&](const Measured& at) {
                                             return preset.file
                                                 == at.preset + std::string(".hwplan");
                                         }),
                     preset.file.c_str());
}

void TestPresets::publishedBars()
{
    for (const Bar& bar : bars) {
        const auto figure = lectureFigure(bar.figure);
        QVERIFY(figure);
        int found = 0;
        for (const Panel& panel : figure->panels)
            for (std::size_t i = 0; english(panel.title) == bar.panel && i < panel.xs.size(); ++i)
                for (const Layer& layer : panel.layers)
                    if (panel.xs[i] == bar.context && layer.group == bar.group) {
                        QCOMPARE(toGib(layer.values[i]), bar.gib);
                        ++found;
                    }
        QVERIFY2(found == 1, rowName(bar.row, bar.figure, QString::fromLatin1(bar.panel)));
    }
}

void TestPresets::rowsJudged_data()
{
    QTest::addColumn<const Judged*>("expected");
    for (const Judged& at : judgements())
        QTest::newRow(rowName(at.row, at.preset, settingsText(at.settings)).constData()) << &at;
}

void TestPresets::rowsJudged()
{
    QFETCH(const Judged*, expected);
    const Preset* preset = presetOf(QString::fromLatin1(expected->preset));
    QVERIFY2(preset, expected->preset);
    const auto found = judge(planWith(expected->settings, preset->plan), builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    QCOMPARE(found->verdict != Verdict::Over, expected->fits);
}

void TestPresets::rowsSaid()
{
    for (const Said& at : sayings) {
        const Preset* preset = presetOf(QString::fromLatin1(at.preset));
        QVERIFY2(preset, at.preset);
        const auto found = estimate(preset->plan, builtinCatalog());
        QVERIFY(found);
        QString text = notesOf(*preset);
        for (const Text& remark : found->answer.remarks)
            text += u'\n' + shown(english(remark));
        QVERIFY2(text.contains(QString::fromUtf8(at.words)),
                 rowName(at.row, at.preset, QString::fromUtf8(at.words)));
    }
}

void TestPresets::everyRow()
{
    QSet<QString> mapped;
    for (const Published& at : published())
        mapped << QString::fromLatin1(at.row);
    for (const Measured& at : measurements)
        if (at.row)
            mapped << QString::fromLatin1(at.row);
    for (const Bar& at : bars)
        mapped << QString::fromLatin1(at.row);
    for (const Judged& at : judgements())
        mapped << QString::fromLatin1(at.row);
    for (const Said& at : sayings)
        mapped << QString::fromLatin1(at.row);
    for (const Absent& at : absent) {
        QVERIFY(!std::string_view(at.reason).empty());
        mapped << QString::fromLatin1(at.row);
    }
    QSet<QString> all;
    for (int i = 1; i <= 24; ++i)
        all << QStringLiteral("A%1").arg(i);
    QCOMPARE(mapped, all);
}

QTEST_APPLESS_MAIN(TestPresets)
#include "test_presets.moc"
