// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/changes.h"

#include "core/explore/offload_words.h"
#include "core/job/roles.h"
#include "core/ledger/framework.h"
#include "core/ledger/resolve.h"
#include "core/ledger/server.h"
#include "core/plan/largest.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace highwater {
namespace {

bool fits(const Trials& trials, const Change& change)
{
    const auto judged = trials.judged({change});
    return judged && judged->fits();
}

Value word(const char* text)
{
    return std::string(text);
}

/// The smallest larger card of the same maker that holds the plan; the plan's own where none does.
std::string largerDevice(const Trials& trials, const Device& present)
{
    const Device* best = nullptr;
    for (const Device& device : trials.asked().catalog.devices()) {
        const Bytes memory = device.capacityBytes();
        if (device.vendor != present.vendor || memory <= present.capacityBytes()
            || (best && memory >= best->capacityBytes()) || !device.reportedMib
            || (device.isBuiltIn() && !present.isUnified()))
            continue;
        if (fits(trials, {"cluster.device", device.id, {}, {}, {}}))
            best = &device;
    }
    return best ? best->id : present.id;
}

/// The largest smaller micro-batch with which the plan fits and keeps its global batch; a single
/// sequence where there is none.
std::int64_t smallerMicroBatch(const Trials& trials, const Solution& largest)
{
    const JudgedPlan& asked = trials.asked();
    for (std::int64_t sequences = largest.answer.value_or(1); sequences > 1; --sequences) {
        if (!keepsBatch(asked.resolved, bounded::times(sequences, asked.resolved.dataParallel)))
            continue;
        if (fits(trials, {"workload.micro_batch", sequences, {}, {}, {}}))
            return sequences;
    }
    return 1;
}

void addFreeChanges(std::vector<Change>& list, const Choices& now)
{
    const auto add = [&](KeyPath key, Value value, const char* label) {
        list.push_back(
            {key, std::move(value), {label}, {HW_TR("core", "no cost")}, Price::Nothing});
    };
    if (now.attention == Attention::Eager && !now.mathAttention)
        add("recipe.attention", word("flash"), HW_TR("core", "Flash attention"));
    if (now.kernels == Kernels::Eager)
        add("recipe.kernels", word("fused"), HW_TR("core", "Fused kernels"));
    if (now.loss != Loss::Chunked)
        add("recipe.loss", word("chunked"), HW_TR("core", "Chunked loss"));
    if (!now.fusedStep)
        add("recipe.fused_step", Value{true}, HW_TR("core", "Fused optimizer step"));
    if (now.keepGradients)
        add("recipe.keep_gradients", Value{false}, HW_TR("core", "Free gradients after the step"));
}

/// LoRA's base need not have 32 bits. Of a quantised base, PEFT casts the parts that stay in 16
/// bits to 32: embedding, head and norms, and with them the values between the layers
/// (prepare_model_for_kbit_training()).
void addBase(std::vector<Change>& list, const Resolved& plan)
{
    if (plan.floatBase())
        list.push_back({"adapter.base",
                        word("bf16"),
                        {HW_TR("core", "Frozen weights in 16 bits")},
                        {HW_TR("core", "16-bit values between layers")},
                        Price::Precision});
    if (plan.quantisedBase() && plan.adapter.upcast && plan.profile->upcastsBase
        && plan.choices.precision != Precision::Fp32)
        list.push_back({"adapter.upcast",
                        Value{false},
                        {HW_TR("core", "No upcast to 32 bits")},
                        {HW_TR("core", "16-bit head and norms")},
                        Price::Precision});
}

void addExpandableSegments(std::vector<Change>& list, const Plan& plan)
{
    if (!expandsSegments(plan.recipe, plan.cluster))
        list.push_back({"cluster.allocator.expandable_segments",
                        Value{true},
                        {HW_TR("core", "Expandable segments")},
                        {HW_TR("core", "no cost")},
                        Price::Nothing});
}

/// Liger Kernel's chunks are for all kinds of jobs that have logits, except PPO, and for none whose
/// reference was computed before (trl, trainer/dpo_trainer.py).
void addLogits(std::vector<Change>& list, const JudgedPlan& asked)
{
    const Job& job = asked.plan.job;
    const JobKind kind = asked.resolved.jobKind;
    const auto lean = asked.resolved.profile->job->leanLogits;
    const bool chunks = lean == JobLogits::Chunked;
    const bool able = lean && !(chunks && (kind == JobKind::Ppo || job.precomputedReference));
    const bool usual
        = !job.logits || *job.logits == JobLogits::Fp32 || *job.logits == JobLogits::Bf16;
    const bool hasLogits = kind != JobKind::Sft && kind != JobKind::Reward;
    if (!usual || !hasLogits || !able)
        return;
    list.push_back({"job.logits",
                    word(chunks ? "chunked" : "fused"),
                    {chunks ? HW_TR("core", "Chunked logits") : HW_TR("core", "Fused logits")},
                    {HW_TR("core", "no cost")},
                    Price::Nothing});
}

/// A single rank shares nothing, but DeepSpeed offloads through its stages of ZeRO.
void addSharding(std::vector<Change>& list, const Trials& trials)
{
    const Resolved& plan = trials.asked().resolved;
    const bool shares = bounded::times(plan.dataParallel, plan.layout.context) > 1
        || plan.profile->sharding == Sharding::Buckets;
    for (std::int64_t stage = trials.asked().plan.layout.zero + 1; shares && stage <= 3; ++stage)
        list.push_back({"layout.zero",
                        Value{stage},
                        {HW_TR("core", "ZeRO-%1"), {std::to_string(stage)}},
                        stage == 3 ? Text(HW_TR("core", "+50 % traffic"))
                                   : Text(HW_TR("core", "same traffic")),
                        Price::Traffic});
    for (Change& change : contextRanks(trials))
        list.push_back(std::move(change));
}

void addRecipe(std::vector<Change>& list, const Choices& now)
{
    const auto add
        = [&](KeyPath key, const char* value, const char* label, const char* cost, Price price) {
              list.push_back({key, word(value), {label}, {cost}, price});
          };
    if (now.recompute == Recompute::None)
        add("recipe.recompute", "selective", HW_TR("core", "Selective recompute"),
            HW_TR("core", "a little more compute"), Price::Compute);
    if (now.recompute != Recompute::Full)
        add("recipe.recompute", "full", HW_TR("core", "Recompute every layer"),
            HW_TR("core", "+33 % compute"), Price::Compute);
    if (now.gradients != Gradients::Bf16 && now.precision != Precision::Fp32)
        add("recipe.gradients", "bf16", HW_TR("core", "16-bit gradients"),
            HW_TR("core", "less precise sums"), Price::Precision);
    if (now.optimizer == Optimizer::AdamW || now.optimizer == Optimizer::PagedAdamW)
        add("recipe.optimizer", "adamw-8bit", HW_TR("core", "8-bit AdamW"),
            HW_TR("core", "8-bit optimizer state"), Price::Precision);
    if (now.optimizer == Optimizer::AdamW)
        add("recipe.optimizer", "adamw-paged", HW_TR("core", "Paged AdamW"),
            HW_TR("core", "traffic to the host"), Price::Traffic);
    if (now.optimizer == Optimizer::AdamW || now.optimizer == Optimizer::AdamW8bit
        || now.optimizer == Optimizer::PagedAdamW)
        add("recipe.optimizer", "adamw-8bit-paged", HW_TR("core", "Paged 8-bit AdamW"),
            HW_TR("core", "8-bit optimizer state"), Price::Precision);
}

void addDisk(std::vector<Change>& list, const OffloadWords& words, const JudgedPlan& asked)
{
    if (words.onDisk && asked.resolved.profile->abilities.disk)
        list.push_back({words.key,
                        word("nvme"),
                        {words.onDisk},
                        {HW_TR("core", "traffic to the disk")},
                        Price::Traffic});
}

void addOffload(std::vector<Change>& list, const JudgedPlan& asked)
{
    if (asked.resolved.device->isUnified()) // the host has no memory beyond the device's
        return;
    const Layout& layout = asked.plan.layout;
    const auto add = [&](const OffloadWords& words, bool isOnGpu) {
        if (!isOnGpu)
            return;
        list.push_back({words.key,
                        word("cpu"),
                        {words.onHost},
                        {HW_TR("core", "traffic to the host")},
                        Price::Traffic});
        // A host whose memory is not known is assumed to have room for everything.
        if (asked.plan.cluster.hostMemory)
            addDisk(list, words, asked);
    };
    add(optimizerOffload, layout.offloadOptimizer == Offload::None);
    add(parametersOffload, layout.offloadParameters == Offload::None);
    add(activationsOffload, !asked.resolved.offloadsActivations());
}

void addHardware(std::vector<Change>& list, const Trials& trials, const Solution& fewest)
{
    const JudgedPlan& asked = trials.asked();
    if (const auto gpus = moreGpus(asked.plan, fewest.answer ? fewest.answer : fewest.edge))
        list.push_back(*gpus);
    if (asked.plan.cluster.capacity) // the plan states the capacity: no card belongs to it
        return;
    const Device& present = *asked.resolved.device;
    if (const std::string id = largerDevice(trials, present); id != present.id)
        list.push_back({"cluster.device",
                        Value{id},
                        {"%1", {asked.catalog.device(id)->name}},
                        {HW_TR("core", "larger card")},
                        Price::Hardware});
}

/// Changes that take tensors out of the host's memory.
void addForHost(std::vector<Change>& list, const JudgedPlan& asked)
{
    if (!asked.present.hostIsOver())
        return;
    const Layout& layout = asked.plan.layout;
    const auto add = [&](const OffloadWords& words, bool isOnHost) {
        if (!isOnHost)
            return;
        list.push_back(
            {words.key, word("none"), {words.onGpu}, {HW_TR("core", "no cost")}, Price::Nothing});
        addDisk(list, words, asked);
    };
    add(optimizerOffload, layout.offloadOptimizer == Offload::Cpu);
    add(parametersOffload, layout.offloadParameters == Offload::Cpu);
    add(activationsOffload, asked.resolved.offloadsActivations());
    const std::int64_t wanted = shareOf(asked.present.hostPerNode, gib);
    list.push_back({"cluster.host_memory",
                    Value{bounded::times(wanted, gib)},
                    {HW_TR("core", "%1 GiB of host memory a node"), {grouped(wanted)}},
                    {HW_TR("core", "more hardware")},
                    Price::Hardware});
}

/// Adds the least of the values with which the engine starts and the plan fits; where the plan
/// never fits, the least with which the engine starts.
void addStarting(std::vector<Change>& list, const Trials& trials, const std::vector<Change>& values)
{
    const Change* starting = nullptr;
    for (const Change& change : values) {
        const auto judged = trials.judged({change});
        if (!judged || judged->engineIsShort())
            continue;
        if (!starting || judged->fits())
            starting = &change;
        if (judged->fits())
            break;
    }
    if (starting)
        list.push_back(*starting);
}

/// Changes that let a job's engine start: a larger share of the card, or fewer bytes on each card.
void addForEngine(std::vector<Change>& list, const Trials& trials)
{
    const JudgedPlan& asked = trials.asked();
    const JobRole* const rollout = roleOf(asked.resolved, RoleId::Rollout);
    if (!rollout || !asked.present.engineIsShort())
        return;
    std::vector<Change> shares, ranks;
    constexpr int twentieths = 20;
    const double now = memoryFraction(rollout->plan);
    for (int part = 1; part < twentieths; ++part)
        if (const double share = part / static_cast<double>(twentieths); share > now)
            shares.push_back({"rollout.utilization",
                              Value{share},
                              {HW_TR("core", "%1 of a GPU for the engine (now %2)"),
                               {fixed(share, 2), fixed(now, 2)}},
                              {HW_TR("core", "no cost")},
                              Price::Nothing});
    for (std::int64_t tensor = 2 * rollout->plan.layout.tensor; tensor <= asked.plan.cluster.gpus;
         tensor *= 2)
        ranks.push_back({"rollout.tensor",
                         Value{tensor},
                         {HW_TR("core", "Engine on %1 tensor {rank|ranks}"), {grouped(tensor)}},
                         {HW_TR("core", "more traffic")},
                         Price::Traffic});
    addStarting(list, trials, shares);
    addStarting(list, trials, ranks);
}

void addSmallerEvaluation(std::vector<Change>& list, const Resolved& plan)
{
    const Workload& now = plan.workload;
    const auto add = [&](KeyPath key, const char* label, std::int64_t present) {
        if (plan.evaluates() && present > 1)
            list.push_back({key,
                            Value{std::int64_t{1}},
                            {label, {grouped(present)}},
                            {HW_TR("core", "slower evaluation")},
                            Price::Nothing});
    };
    add("workload.evaluation_batch", HW_TR("core", "Evaluation batch 1 (now %1)"),
        now.evaluationBatch);
    add("workload.kept_predictions", HW_TR("core", "Predictions of 1 pass kept (now %1)"),
        now.keptPredictions);
}

/// Whether what a run teaches at a context can be had at a shorter one: a sixteenth of the length,
/// or less than a paragraph, is another task.
bool isWorthTraining(std::int64_t shorter, std::int64_t context)
{
    constexpr std::int64_t leastTokens = 128, part = 16;
    return shorter >= std::min(context, leastTokens) && shorter >= context / part;
}

void addSmallerRun(std::vector<Change>& list, const Trials& trials, const Solutions& solutions)
{
    const std::int64_t present = trials.asked().plan.workload.microBatch;
    if (present > 1) {
        const std::int64_t smaller = smallerMicroBatch(trials, solutions.microBatch);
        list.push_back(
            {"workload.micro_batch",
             Value{smaller},
             {HW_TR("core", "Micro-batch %1 (now %2)"), {grouped(smaller), grouped(present)}},
             {HW_TR("core", "slower steps")},
             Price::Traffic});
    }
    if (const auto longest = solutions.context.answer) {
        // Context ranks have whole pieces of a sequence.
        const Layout& layout = trials.asked().plan.layout;
        const std::int64_t pieces
            = layout.context > 1 ? bounded::times(contextPieces(layout), layout.context) : 1;
        const std::int64_t length = *longest >= pieces ? *longest / pieces * pieces : *longest;
        if (isWorthTraining(length, trials.asked().plan.workload.context))
            list.push_back({"workload.context",
                            Value{length},
                            {HW_TR("core", "Shorten to %1"), {grouped(length)}},
                            {HW_TR("core", "changes the run")},
                            Price::Run});
    }
}

/// The usual formats of weights in 8 and in 4 bits, and of a cache in 8 bits, that a server reads.
struct ServedFormats
{
    WeightFormat eight, four;
    KvFormat cache;
};

ServedFormats formatsOf(Server server)
{
    switch (server) {
    case Server::Vllm:
    case Server::Sglang:
    case Server::TensorRtLlm:
        return {WeightFormat::Fp8, WeightFormat::Awq, KvFormat::Fp8};
    case Server::LlamaCpp:
        return {WeightFormat::Q8_0, WeightFormat::Q4KM, KvFormat::Q8_0};
    case Server::HuggingFace: // bitsandbytes; QuantizedCache (transformers, cache_utils.py)
        return {WeightFormat::Int8, WeightFormat::Nf4Double, KvFormat::Int8};
    case Server::Plain:
        break;
    }
    return {WeightFormat::Fp8, WeightFormat::Q4KM, KvFormat::Fp8};
}

/// The file types in which GGUF files of a large model are usually published, without those with a
/// larger embedding (Q4_K_L) and Q4_0: bartowski's tables of 70B, which call the latter a legacy
/// format that is seldom worth its size.
constexpr std::array publishedFiles{
    WeightFormat::Q8_0,   WeightFormat::Q6K,    WeightFormat::Q5KM,  WeightFormat::Q5KS,
    WeightFormat::Q4KM,   WeightFormat::Q4KS,   WeightFormat::Iq4Xs, WeightFormat::Q3KL,
    WeightFormat::Q3KM,   WeightFormat::Iq3M,   WeightFormat::Q3KS,  WeightFormat::Iq3Xs,
    WeightFormat::Iq3Xxs, WeightFormat::Q2K,    WeightFormat::Iq2M,  WeightFormat::Iq2S,
    WeightFormat::Iq2Xs,  WeightFormat::Iq2Xxs, WeightFormat::Iq1M};

/// The largest of these files with which the plan fits; null where there is none.
std::optional<WeightFormat> largestFile(const Trials& trials)
{
    std::optional<WeightFormat> best;
    Bytes most = 0;
    for (const WeightFormat format : publishedFiles) {
        const auto judged = trials.judged(
            {{"inference.weights", Value{std::string(nameOf(format))}, {}, {}, {}}});
        if (!judged || !judged->fits() || judged->totals.total <= most)
            continue;
        best = format;
        most = judged->totals.total;
    }
    return best;
}

/// Formats that hold weights and cache in fewer bits.
void addFormats(std::vector<Change>& list, const Trials& trials)
{
    const Inference& inference = trials.asked().plan.inference;
    const Text cost{HW_TR("core", "coarser numbers")};
    const ServedFormats formats = formatsOf(inference.server);
    std::vector<WeightFormat> weights{formats.eight, formats.four};
    if (inference.server == Server::LlamaCpp)
        if (const auto file = largestFile(trials);
            file && std::ranges::find(weights, *file) == weights.end())
            weights.push_back(*file);
    for (const WeightFormat format : weights)
        if (format != inference.weights)
            list.push_back({"inference.weights",
                            Value{std::string(nameOf(format))},
                            {HW_TR("core", "Weights in %1"), {std::string(nameOf(format))}},
                            cost,
                            Price::Precision});
    if (formats.cache != inference.kvCache)
        list.push_back({"inference.kv_cache",
                        Value{std::string(nameOf(formats.cache))},
                        {HW_TR("core", "KV cache in %1"), {std::string(nameOf(formats.cache))}},
                        cost,
                        Price::Precision});
}

/// A server keeps logits of as many sequences as it may serve, or their cache. Adds the highest
/// limit with which the plan fits; where it never fits, the number of sequences that the plan
/// requests.
void addSequenceLimit(std::vector<Change>& list, const Trials& trials)
{
    const Resolved& plan = trials.asked().resolved;
    const auto limit = sequenceLimit(plan);
    if (!limit)
        return;
    constexpr KeyPath key("inference.max_sequences");
    const std::int64_t most = largest(*limit, [&](std::int64_t sequences) {
        return fits(trials, {key, Value{sequences}, {}, {}, {}});
    });
    const std::int64_t offered = most > 0 ? most : std::min(*limit, plan.workload.microBatch);
    if (offered < *limit)
        list.push_back({key,
                        Value{offered},
                        {HW_TR("core", "Limit of sequences: %1 (now %2)"),
                         {grouped(offered), grouped(*limit)}},
                        {HW_TR("core", "fewer tokens a second")},
                        Price::Traffic});
}

/// Adds the most layers on the GPU with which the plan fits, the others being the host's. A device
/// that shares its memory with the host gains nothing.
void addGpuLayers(std::vector<Change>& list, const JudgedPlan& asked)
{
    const Resolved& plan = asked.resolved;
    if (!leavesLayersOnHost(plan) || plan.device->isUnified())
        return;
    const std::int64_t every = everyGpuLayer(plan);
    const std::int64_t present = std::min(plan.inference.gpuLayers.value_or(every), every);
    const auto most = mostGpuLayers(asked.plan, asked.catalog, plan);
    if (most && *most < present)
        list.push_back(
            {"inference.gpu_layers",
             Value{*most},
             {HW_TR("core", "Layers on the GPU: %1 (now %2)"), {grouped(*most), grouped(present)}},
             {HW_TR("core", "fewer tokens a second")},
             Price::Traffic});
}

/// The single changes of a plan that generates text.
std::vector<Change> servingChanges(const Trials& trials, const Solutions& solutions)
{
    const JudgedPlan& asked = trials.asked();
    std::vector<Change> list = modelRanks(trials); // more ranks leave the computed values as they
                                                   // are
    addFormats(list, trials);
    addGpuLayers(list, asked);
    addSequenceLimit(list, trials);
    addHardware(list, trials, solutions.gpus);
    addSmallerRun(list, trials, solutions);
    for (Change& change : list)
        if (change.key == "workload.micro_batch") {
            change.label.id = HW_TR("core", "Sequences at a time: %1 (now %2)");
            change.cost = {HW_TR("core", "fewer tokens a second")};
        }
    return list;
}

} // namespace

std::vector<Change> singleChanges(const Trials& trials, const Solutions& solutions)
{
    const JudgedPlan& asked = trials.asked();
    if (asked.resolved.serves())
        return servingChanges(trials, solutions);
    std::vector<Change> list;
    addFreeChanges(list, asked.resolved.choices);
    addExpandableSegments(list, asked.plan);
    if (asked.resolved.isJob())
        addLogits(list, asked);
    addSharding(list, trials);
    addRecipe(list, asked.resolved.choices);
    addBase(list, asked.resolved);
    addOffload(list, asked);
    addHardware(list, trials, solutions.gpus);
    addForHost(list, asked);
    addForEngine(list, trials);
    addSmallerEvaluation(list, asked.resolved);
    addSmallerRun(list, trials, solutions);
    return list;
}

std::vector<std::vector<Change>> adapterChanges(const Trials& trials)
{
    const JudgedPlan& asked = trials.asked();
    const Adapter& adapter = asked.plan.adapter;
    if (asked.plan.workload.task != Task::Train)
        return {};
    const std::string rank = grouped(adapter.rank);
    const auto qlora = [&](Text cost, Price price) {
        std::vector<Change> changes{
            {"adapter.kind", word("qlora"), {HW_TR("core", "QLoRA rank %1"), {rank}}, cost, price}};
        if (adapter.base == AdapterBase::Fp32)
            changes.push_back({"adapter.base",
                               word("nf4-double"),
                               {HW_TR("core", "Frozen weights in 4 bits")},
                               std::move(cost),
                               price});
        return changes;
    };
    if (!asked.resolved.trainsAll()) {
        if (adapter.kind != AdapterKind::Lora || adapter.method != AdapterMethod::Lora)
            return {};
        return {qlora({HW_TR("core", "coarser numbers")}, Price::Precision)};
    }
    // Who has a single card fine-tunes on it, and changes the method before the card.
    const Price price = asked.plan.cluster.gpus == 1 ? Price::Method : Price::Run;
    const Text cost{HW_TR("core", "trains adapters alone")};
    return {{{"adapter.kind", word("lora"), {HW_TR("core", "LoRA rank %1"), {rank}}, cost, price}},
            qlora(cost, price)};
}

std::vector<Change> baseChanges(const Resolved& plan)
{
    std::vector<Change> list;
    addBase(list, plan);
    return list;
}

std::optional<Change> moreGpus(const Plan& plan, std::optional<std::int64_t> fewest)
{
    // A cluster of more than eight times the GPUs, and more than a node, is not advice on this
    // plan.
    constexpr std::int64_t mostTimes = 8;
    const Cluster& now = plan.cluster;
    const std::int64_t most = std::max(bounded::times(mostTimes, now.gpus), now.gpusPerNode);
    if (!fewest || *fewest <= now.gpus || *fewest > most)
        return std::nullopt;
    return Change{"cluster.gpus",
                  *fewest,
                  {HW_TR("core", "%1 {GPU|GPUs} in all (now %2)"),
                   {grouped(*fewest), grouped(plan.cluster.gpus)}},
                  {HW_TR("core", "more hardware")},
                  Price::Hardware};
}

} // namespace highwater
