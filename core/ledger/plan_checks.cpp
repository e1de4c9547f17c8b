// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/plan_checks.h"

#include "core/catalog/cuda_cards.h"
#include "core/ledger/adapter.h"
#include "core/ledger/cache_layout.h"
#include "core/ledger/framework.h"
#include "core/ledger/framework_gaps.h"
#include "core/ledger/image_towers.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/server.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/plan/version.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <numeric>
#include <utility>

namespace highwater {

using bounded::times;

namespace {

constexpr double mostParameters = 1e15;

std::string number(std::int64_t value)
{
    return grouped(value);
}

void checkAgainstShape(const Layout& layout, const Shape& shape, std::int64_t gpus,
                       Problems& problems)
{
    const Text heads{HW_TR("core", "must divide the number of heads, %1"), {number(shape.heads)}};
    if (shape.heads % layout.tensor != 0)
        problems.push_back({"layout.tensor", number(layout.tensor),
                            gpus % layout.tensor == 0
                                ? heads
                                : Text(HW_TR("core",
                                             "must divide the number of heads, %1, and does not "
                                             "divide the %2 {GPU|GPUs} either"),
                                       {number(shape.heads), number(gpus)})});
    if (layout.pipeline > shape.layers)
        problems.push_back({"layout.pipeline",
                            number(layout.pipeline),
                            {HW_TR("core", "must not be more than the number of layers, %1"),
                             {number(shape.layers)}}});
    if (shape.experts > 0 && shape.experts % layout.expert != 0)
        problems.push_back(
            {"layout.expert",
             number(layout.expert),
             {HW_TR("core", "must divide the number of experts, %1"), {number(shape.experts)}}});
}

void checkVirtualPipeline(const Layout& layout, const Shape& shape, Problems& problems)
{
    // A list of stages may give the first and the last fewer layers, as Llama 3's does.
    std::int64_t places = shape.layers;
    if (const auto stages = listedStages(layout.stageLayers); !stages.empty())
        places = times(layout.pipeline, std::ranges::max(stages));
    if (times(layout.pipeline, layout.virtualPipeline) > places && layout.virtualPipeline > 1)
        problems.push_back(
            {"layout.virtual_pipeline",
             number(layout.virtualPipeline),
             {HW_TR("core", "must leave a layer for each of pipeline · virtual parts; layers: %1"),
              {number(shape.layers)}}});
}

/// Checks the list of the stages' layers, and schedules that fix how the layers are cut.
void checkStages(const Layout& layout, const Shape& shape, std::int64_t furtherLayers,
                 Problems& problems)
{
    const std::int64_t layers = shape.layers - furtherLayers;
    if (!layout.stageLayers.empty()) {
        const std::vector<std::int64_t> stages = listedStages(layout.stageLayers);
        std::int64_t sum = 0;
        for (const std::int64_t each : stages)
            sum = bounded::plus(sum, each);
        const auto refuse = [&](Text message) {
            problems.push_back({"layout.stage_layers", '"' + excerpt(layout.stageLayers) + '"',
                                std::move(message)});
        };
        if (stages.empty())
            refuse({HW_TR("core", "must be a list of numbers of layers, such as 7,8*14,7")});
        else if (static_cast<std::int64_t>(stages.size()) != layout.pipeline)
            refuse({HW_TR("core", "must have a number for each stage of the pipeline, %1"),
                    {number(layout.pipeline)}});
        else if (sum != layers)
            refuse({HW_TR("core", "must add up to the number of layers, %1"), {number(layers)}});
    }
    if (layout.pipeline == 1 || layout.schedule == PipelineSchedule::OneForwardOneBackward)
        return;
    const auto refuse = [&](KeyPath key, std::string value, Text message) {
        problems.push_back({key, std::move(value), std::move(message)});
    };
    const std::string schedule(nameOf(layout.schedule));
    if (layout.virtualPipeline > 1)
        refuse("layout.virtual_pipeline", number(layout.virtualPipeline),
               {HW_TR("core", "must be 1 with the schedule %1"), {schedule}});
    else if (times(layout.pipeline, chunksOf(layout.schedule)) > layers)
        refuse("layout.schedule", schedule,
               {HW_TR("core", "must leave a layer for each of two parts of a stage; layers: %1"),
                {number(layers)}});
    else if (layout.schedule == PipelineSchedule::DualPipe && layout.pipeline % 2 != 0)
        refuse("layout.pipeline", number(layout.pipeline),
               {HW_TR("core", "must be even with the schedule %1"), {schedule}});
}

/// A plan may recompute, offload or freeze some of its layers, only one of the three at a time.
void checkPatterns(const Layout& layout, const Recipe& recipe, Problems& problems)
{
    const bool recomputed = recipe.recomputeMethod != RecomputeMethod::All;
    const bool offloaded
        = layout.offloadLayers && activationOffloadOf(recipe, layout) == ActivationOffload::Cpu;
    if (offloaded && recomputed)
        problems.push_back(
            {"layout.offload_layers",
             number(*layout.offloadLayers),
             {HW_TR("core", "must be left open where recomputed layers are chosen")}});
    if (recipe.frozenFrom > 0 && recipe.frozenLayers > 0 && (offloaded || recomputed))
        problems.push_back(
            {"recipe.frozen_from",
             number(recipe.frozenFrom),
             {HW_TR("core", "must be 0 where recomputed or offloaded layers are chosen")}});
}

/// Ulysses gives every rank some of the heads of all tokens.
void checkContext(const Layout& layout, const Shape& shape, Problems& problems)
{
    const std::int64_t ranks = times(layout.context, layout.tensor);
    if (layout.context > 1 && layout.contextKind == ContextKind::Ulysses
        && shape.heads % ranks != 0)
        problems.push_back(
            {"layout.context",
             number(layout.context),
             {HW_TR("core", "context · tensor parallel must divide the number of heads, %1"),
              {number(shape.heads)}}});
}

void checkFrozen(const Recipe& recipe, const Shape& shape, Problems& problems)
{
    if (bounded::plus(recipe.frozenFrom, recipe.frozenLayers) <= shape.layers)
        return;
    if (recipe.frozenLayers <= shape.layers)
        problems.push_back({"recipe.frozen_from",
                            number(recipe.frozenFrom),
                            {HW_TR("core",
                                   "must be at most %1: the model has %2 {layer|layers}, of which "
                                   "%3 {is|are} frozen"),
                             {number(shape.layers - recipe.frozenLayers), number(shape.layers),
                              number(recipe.frozenLayers)}}});
    else
        problems.push_back({"recipe.frozen_layers",
                            number(recipe.frozenLayers),
                            {HW_TR("core", "must not be more than the number of layers, %1"),
                             {number(shape.layers)}}});
}

void checkBase(const Adapter& adapter, Problems& problems)
{
    if (adapter.kind == AdapterKind::Qlora && adapter.base == AdapterBase::Fp32)
        problems.push_back({"adapter.base",
                            std::string(nameOf(adapter.base)),
                            {HW_TR("core", "must not be fp32 for QLoRA: LoRA alone has it")}});
}

void checkPrompts(const Adapter& adapter, const Shape& shape, Problems& problems)
{
    if (adapter.kind != AdapterKind::None && adapter.method == AdapterMethod::Adapter
        && adapter.startLayer >= shape.layers)
        problems.push_back({"adapter.start_layer",
                            number(adapter.startLayer),
                            {HW_TR("core", "must be less than the number of layers, %1"),
                             {number(shape.layers)}}});
}

void checkRanks(const Layout& layout, const Cluster& cluster, Problems& problems)
{
    const std::int64_t ranks
        = times(bounded::times(layout.tensor, layout.pipeline), layout.context);
    if (cluster.gpus < ranks)
        problems.push_back(
            {"cluster.gpus",
             number(cluster.gpus),
             {HW_TR("core", "must be at least tensor · pipeline · context parallel, %1"),
              {number(ranks)}}});
    else if (times(cluster.gpus / ranks, layout.context) % layout.replicate != 0)
        problems.push_back({"layout.replicate",
                            number(layout.replicate),
                            {HW_TR("core", "must divide the ranks that share the states, %1"),
                             {number(times(cluster.gpus / ranks, layout.context))}}});
}

/// A dense model has no experts to share out: these ranks have no effect on it.
void checkExpertRanks(const Layout& layout, const Shape& shape, const Cluster& cluster,
                      Problems& problems)
{
    const std::int64_t ranks
        = times(bounded::times(layout.tensor, layout.pipeline), layout.context);
    const std::int64_t experts = times(layout.expert, layout.expertTensor);
    if (shape.experts == 0 || experts == 1 || cluster.gpus < ranks)
        return;
    const std::int64_t hosts = times(cluster.gpus / ranks, times(layout.tensor, layout.context));
    if (hosts % experts != 0)
        problems.push_back(
            {layout.expert > 1 ? KeyPath("layout.expert") : KeyPath("layout.expert_tensor"),
             number(layout.expert > 1 ? layout.expert : layout.expertTensor),
             {HW_TR("core", "expert · expert tensor parallel must divide the GPUs of a stage, %1"),
              {number(hosts)}}});
}

/// PyTorch refuses other divisions (c10/cuda/CUDAAllocatorConfig.cpp,
/// parseRoundUpPower2Divisions()).
void checkAllocator(const Cluster& cluster, Problems& problems)
{
    const std::int64_t divisions = cluster.roundupDivisions;
    if (divisions < 1 || !std::has_single_bit(static_cast<std::uint64_t>(divisions)))
        problems.push_back({"cluster.allocator.roundup_power2_divisions",
                            number(divisions),
                            {HW_TR("core", "must be a power of two")}});
}

void checkVersions(const Recipe& recipe, Problems& problems)
{
    for (const auto& [key, text] :
         {std::pair{KeyPath("recipe.versions.transformers"), &recipe.transformers},
          std::pair{KeyPath("recipe.versions.accelerate"), &recipe.accelerate},
          std::pair{KeyPath("recipe.versions.peft"), &recipe.peft},
          std::pair{KeyPath("recipe.versions.deepspeed"), &recipe.deepspeed}})
        if (!versionIn(*text))
            problems.push_back(
                {key, typed(excerpt(*text)), {HW_TR("core", "must be a version, such as 4.46")}});
}

void checkServer(const Inference& inference, Problems& problems)
{
    if (!versionIn(inference.version))
        problems.push_back({"inference.version",
                            typed(excerpt(inference.version)),
                            {HW_TR("core", "must be a version, such as 0.10.2")}});
}

/// DeepSpeed offloads through its buckets, which exist only from ZeRO stage 1 on.
void checkDeepSpeed(const Layout& layout, Problems& problems)
{
    if (layout.zero < 1 && layout.offloadOptimizer != Offload::None)
        problems.push_back({"layout.offload_optimizer",
                            std::string(nameOf(layout.offloadOptimizer)),
                            {HW_TR("core", "needs ZeRO-1 or more in DeepSpeed")}});
    if (layout.zero < 3 && layout.offloadParameters != Offload::None)
        problems.push_back({"layout.offload_parameters",
                            std::string(nameOf(layout.offloadParameters)),
                            {HW_TR("core", "needs ZeRO-3 in DeepSpeed")}});
    if (layout.zero >= 2 && layout.pipeline > 1)
        problems.push_back(
            {"layout.zero",
             number(layout.zero),
             {HW_TR("core", "must be at most 1 with pipeline parallelism in DeepSpeed")}});
}

/// Collects remarks.
class Warnings
{
public:
    void operator()(KeyPath key, Text message) { m_list.push_back({key, std::move(message)}); }
    void ofGroup(KeyGroup group, Text message) { m_list.push_back({group, std::move(message)}); }
    void all(std::vector<Warning> list) { std::ranges::move(list, std::back_inserter(m_list)); }
    std::vector<Warning> take() { return std::move(m_list); }

private:
    std::vector<Warning> m_list;
};

void warnOfIdleGpus(const Resolved& plan, Warnings& add)
{
    const Layout& layout = plan.layout;
    const std::int64_t gpus = plan.cluster.gpus;
    const std::int64_t ranks = layout.tensor * layout.pipeline * layout.context;
    if (gpus % ranks != 0)
        add("cluster.gpus",
            {HW_TR("core",
                   "%1 {GPU does|GPUs do} not divide by tensor · pipeline · context parallel, %2: "
                   "%3 {stays|stay} idle"),
             {number(gpus), number(ranks), number(gpus % ranks)}});
}

void warnOfRanks(const Resolved& plan, Warnings& add)
{
    const Layout& layout = plan.layout;
    const Cluster& cluster = plan.cluster;
    const Shape& shape = plan.shape;
    warnOfIdleGpus(plan, add);
    if (cluster.gpusPerNode > cluster.gpus && cluster.gpusPerNode != Cluster{}.gpusPerNode)
        add("cluster.gpus_per_node",
            {HW_TR("core", "A node has more GPUs (%1) than the cluster (%2)"),
             {number(cluster.gpusPerNode), number(cluster.gpus)}});
    if (layout.tensor > shape.kvHeads)
        add("layout.tensor",
            {HW_TR("core",
                   "More tensor ranks (%1) than key heads (%2): keys and values are "
                   "replicated"),
             {number(layout.tensor), number(shape.kvHeads)}});
    if (layout.tensor > cluster.gpusPerNode)
        add("layout.tensor",
            {HW_TR("core", "Tensor parallelism crosses nodes of %1 {GPU|GPUs}"),
             {number(cluster.gpusPerNode)}});
}

/// Warns where the framework's code makes a stage of ZeRO need more than a lower one.
void warnOfRaisingStage(const Resolved& plan, Warnings& add)
{
    const Profile& profile = *plan.profile;
    if (plan.reducesOnce())
        add("layout.zero",
            {HW_TR("core",
                   "%1 keeps weights gathered and gradients whole in a pipeline until the last "
                   "micro-batch: ZeRO shares them only between steps"),
             {profile.name}});
    else if (profile.wrapsOneGpu && plan.layout.zero == 2)
        add("layout.zero",
            {HW_TR("core",
                   "%1 keeps all weights gathered from forward to backward pass at ZeRO-2, which "
                   "may need more than ZeRO-1 or 3"),
             {profile.name}});
    if (plan.flattensFrozen())
        add("layout.zero",
            {HW_TR("core",
                   "%1 keeps whole gradients of frozen weights too while ZeRO shards them: it may "
                   "need more than no ZeRO"),
             {profile.name}});
    const std::int64_t trained = valueOf(Symbol::TrainedParameters, plan.stages.front().symbols);
    const std::int64_t bucket = plan.reduceBucket();
    if (trained < bucket && (plan.layout.reduceBucket || !profile.sizesByHidden()))
        add(plan.layout.reduceBucket ? KeyPath("layout.reduce_bucket") : KeyPath("layout.zero"),
            {HW_TR("core",
                   "%1 reduces gradients through buckets of %2 values, more than the plan trains: "
                   "ZeRO may need more memory than no ZeRO"),
             {profile.name, number(bucket)}});
}

/// DeepSeek's DualPipe, dualpipe.py: step() needs at least two micro-batches for each stage.
void warnOfSchedule(const Resolved& plan, Warnings& add)
{
    const Layout& layout = plan.layout;
    const std::int64_t least = times(2, layout.pipeline);
    if (layout.pipeline > 1 && layout.schedule == PipelineSchedule::DualPipe
        && plan.microBatches >= layout.pipeline && plan.microBatches < least)
        add("layout.schedule",
            {HW_TR("core",
                   "The schedule %1 needs %2 micro-batches a step, twice its stages: "
                   "counted as if %3 were enough"),
             {std::string(nameOf(layout.schedule)), number(least), number(plan.microBatches)}});
}

void warnOfImages(const Resolved& plan, Warnings& add)
{
    if (plan.workload.images == 0 || plan.serves())
        return;
    const ImageTower& tower = plan.shape.tower;
    if (!tower.kind) {
        add("workload.images",
            {plan.shape.visionParameters > 0
                 ? HW_TR("core",
                         "The vision tower of this model is known by its parameters alone: images "
                         "add no activations and no time")
                 : HW_TR("core", "This model has no vision tower: images add nothing")});
        return;
    }
    const ImageCounts images = imagesOf(tower, plan.workload);
    if (images.tokens > plan.workload.context)
        add("workload.images",
            {HW_TR("core",
                   "Images take %1 {token|tokens} of a context of %2: counted as if it had room"),
             {number(images.tokens), number(plan.workload.context)}});
}

void warnOfWorkload(const Resolved& plan, Warnings& add)
{
    const Layout& layout = plan.layout;
    const Shape& shape = plan.shape;
    const std::int64_t length = plan.serves() ? tokensOfSequence(plan) : plan.workload.context;
    if (length > shape.maxPositions)
        add(plan.workload.context > shape.maxPositions ? KeyPath("workload.context")
                                                       : KeyPath("inference.output"),
            positionsText(shape.maxPositions));
    if (plan.workload.meanLength > plan.workload.context && plan.workload.task == Task::Train)
        add("workload.mean_length",
            {HW_TR("core", "Sequences are longer than the context: counted as cut to it")});
    if (layout.pipeline > 1 && plan.microBatches < layout.pipeline && !plan.serves())
        add("workload.global_batch",
            {HW_TR("core", "Stages of the pipeline (%1) idle: a step has fewer micro-batches (%2)"),
             {number(layout.pipeline), number(plan.microBatches)}});
    if (plan.choices.mathAttention)
        add("recipe.attention",
            {HW_TR("core",
                   "PyTorch has no attention kernel for 32-bit values with grouped heads but its "
                   "math kernel, which keeps all scores: counted like eager attention")});
    // 11 bits of a value: a weight loses an update below 1/2048 of it (Micikevicius et al., arXiv
    // 1710.03740, section 3.1). torch/amp/grad_scaler.py raises "Attempting to unscale FP16
    // gradients".
    if (plan.choices.precision == Precision::Fp16 && !plan.isFrozen() && !plan.serves()
        && plan.trainsAll())
        add("recipe.precision",
            {HW_TR("core",
                   "fp16 alone loses updates below 1/2048 of a weight, and gradients below "
                   "0.00000006; PyTorch's loss scaling refuses 16-bit gradients")});
    // Transformer Engine, get_attention_backend(): it takes it on compute capability 9.0 alone.
    const CudaCard* card = cudaCard(plan.device->id);
    if (plan.recipe.attentionKernel == AttentionKernel::Flash3
        && plan.choices.attention == Attention::Flash && card && card->isAtLeast(8)
        && !plan.device->isHopper())
        add("recipe.attention_kernel",
            {HW_TR("core", "FlashAttention-3 is for Hopper's cards: counted as FlashAttention-2")});
    warnOfSchedule(plan, add);
    warnOfImages(plan, add);
}

void warnOfServing(const Resolved& plan, Warnings& add)
{
    if (!plan.serves())
        return;
    const Server server = plan.inference.server;
    const WeightFormat weights = plan.inference.weights;
    const std::string name = traitsOf(server).name;
    if (!serverReads(server, weights) && server == Server::HuggingFace)
        add("inference.weights",
            {HW_TR("core",
                   "%1 turns the weights of GGUF files into 16 or 32 bits when it loads them: "
                   "counted as if it kept %2"),
             {name, std::string(nameOf(weights))}});
    else if (!serverReads(server, weights))
        add("inference.weights",
            {HW_TR("core", "%1 does not read weights in %2: counted as if it did"),
             {name, std::string(nameOf(weights))}});
    const DraftKind kind = plan.inference.draftKind;
    if (kind == DraftKind::Mtp && plan.shape.predictionLayers == 0)
        add("inference.draft_kind",
            {HW_TR("core",
                   "The model states no layers that predict further tokens: one is counted")});
    if (kind != DraftKind::Model && server == Server::HuggingFace)
        add("inference.draft_kind",
            {HW_TR("core", "%1 has no drafts of this kind: counted as if it had"), {name}});
    if (plan.draft && kind == DraftKind::Model
        && plan.draft->shape.vocabulary != plan.shape.vocabulary)
        add("inference.draft_model",
            {HW_TR("core",
                   "has another vocabulary, %1, than the model, %2: servers refuse most such "
                   "pairs"),
             {grouped(plan.draft->shape.vocabulary), grouped(plan.shape.vocabulary)}});
    if (!keepsCacheIn(server, plan.inference.kvCache))
        add("inference.kv_cache",
            {HW_TR("core", "%1 keeps no cache in %2: counted as if it did"),
             {name, std::string(nameOf(plan.inference.kvCache))}});
    if (server == Server::LlamaCpp && isInBlocks(plan.inference.kvCache)
        && plan.choices.attention != Attention::Flash)
        add("inference.kv_cache",
            {HW_TR("core", "%1 quantises values for flash attention alone: counted as if it did"),
             {name}});
    if (splitsByLayers(server) && plan.layout.tensor > 1)
        add("layout.tensor",
            {HW_TR("core",
                   "llama.cpp gives whole layers or rows of weights to the GPUs: counted as if it "
                   "split the heads too")});
    if (plan.layout.pipeline > 1 && hostLayers(plan) > 0)
        add("inference.gpu_layers",
            {HW_TR("core",
                   "llama.cpp shares the layers on GPUs out evenly: counted as if the host's were "
                   "those of the first GPUs")});
    const std::int64_t served = servedSequences(plan);
    if (served < plan.workload.microBatch)
        add("workload.micro_batch",
            {HW_TR("core",
                   "%1 serves at most %2 {sequence|sequences} at a time (inference.max_sequences): "
                   "of %3 the rest waits, and memory and speed are those of %2"),
             {traitsOf(plan.inference.server).name, number(served),
              number(plan.workload.microBatch)}});
    if (plan.inference.kvCache == KvFormat::Fp8DsMla && !plan.shape.isLatent())
        add("inference.kv_cache",
            {HW_TR("core",
                   "%1 is for latent attention (MLA), which the model does not have: "
                   "counted as fp8"),
             {std::string(nameOf(plan.inference.kvCache))}});
}

void warnOfPasses(const Resolved& plan, Warnings& add)
{
    const std::int64_t batch = plan.stepSequences(), pass = plan.passSequences();
    if (batch % pass != 0)
        add("workload.global_batch",
            {HW_TR("core",
                   "%1 {sequence does|sequences do} not divide into passes of %2: the last one is "
                   "not full"),
             {number(batch), number(pass)}});
}

void warnOfBatch(const Resolved& plan, Warnings& add)
{
    if (!plan.workload.globalBatch)
        return;
    warnOfPasses(plan, add);
    // Below about a million tokens a step the gradient is noisy (McCandlish et al., arXiv
    // 1812.06162). Adapters are for fine-tuning, where small batches are usual.
    const std::int64_t tokens = times(plan.stepSequences(), plan.workload.context);
    if (tokens < 1'000'000 && plan.workload.task == Task::Train && plan.trainsAll())
        add("workload.global_batch",
            {HW_TR("core",
                   "%1 {token|tokens} a step: pre-training wants 4 to 60 million, and below 1 "
                   "million the gradient is noisy"),
             {number(tokens)}});
}

/// The pieces into which the context ranks cut a sequence.
std::int64_t piecesOf(const Layout& layout)
{
    return layout.context > 1 ? times(contextPieces(layout), layout.context) : 1;
}

void warnOfContextRanks(const Resolved& plan, Warnings& add)
{
    const Layout& layout = plan.layout;
    const std::int64_t pieces = piecesOf(layout);
    if (plan.workload.context % pieces != 0)
        add("layout.context",
            {HW_TR("core",
                   "%1 {token does not divide into %2 pieces, %3 for each context rank: counted as "
                   "if it did|tokens do not divide into %2 pieces, %3 for each context rank: "
                   "counted as if they did}"),
             {number(plan.workload.context), number(pieces), number(contextPieces(layout))}});
}

/// Warns of parts whose recomputation drops no tensor.
void warnOfModules(const Resolved& plan, Warnings& add)
{
    if (plan.choices.recompute != Recompute::Selective)
        return;
    std::vector<std::string_view> idle;
    for (const RecomputeModule module : plan.recipe.recomputeModules)
        if (!dropsTensors(plan, module))
            idle.push_back(nameOf(module));
    if (!idle.empty())
        add("recipe.recompute_modules",
            {HW_TR("core", "The layers keep nothing that recomputing %1 drops"),
             {joined(idle, ", ")}});
}

/// The compute capability from which a precision's products exist.
struct NeededCard
{
    Precision precision;
    int major, minor;
    bool alone = false; ///< cards of later major numbers lack them
};

/// Transformer Engine's own checks, pytorch/quantization.py: _compute_fp8_support,
/// _compute_fp8_block_scaling_support, _compute_mxfp8_support, _compute_nvfp4_support.
constexpr std::array neededCards{
    NeededCard{Precision::Fp8Mixed, 8, 9}, NeededCard{Precision::Fp8BlockMixed, 9, 0},
    NeededCard{Precision::Mxfp8Mixed, 10, 0, true}, NeededCard{Precision::Nvfp4Mixed, 10, 0}};

void warnOfNarrowCard(const Resolved& plan, Warnings& add)
{
    const CudaCard* const card = cudaCard(plan.device->id);
    const auto needed
        = std::ranges::find(neededCards, plan.choices.precision, &NeededCard::precision);
    if (!card || needed == neededCards.end())
        return;
    const bool has = needed->alone ? card->major == needed->major
                                   : card->isAtLeast(needed->major, needed->minor);
    if (has)
        return;
    const auto capability
        = [](int major, const std::string& minor) { return std::to_string(major) + "." + minor; };
    add("recipe.precision",
        {HW_TR("core",
               "%1 needs compute capability %2, the %3 has %4: it would not start, and is "
               "counted as if it did"),
         {std::string(nameOf(needed->precision)),
          capability(needed->major, needed->alone ? "x" : std::to_string(needed->minor)),
          plan.device->name, capability(card->major, std::to_string(card->minor))}});
}

/// Why 8-bit products can need more memory than 16-bit ones: Transformer Engine keeps their weights
/// in 16 bits too (its issues 257, 1261 and 1764), torchao keeps all of them in 16 bits.
void warnOfNarrow(const Resolved& plan, Warnings& add)
{
    const Precision precision = plan.choices.precision;
    if (!narrowsProducts(precision) || plan.quantisedBase())
        return;
    const std::string format(nameOf(precision));
    warnOfNarrowCard(plan, add);
    if (!plan.keepsNarrow()) {
        add("recipe.precision",
            {HW_TR("core",
                   "%1 keeps inputs and weights of products in 16 bits and casts them anew for "
                   "each pass: %2 saves time, not memory"),
             {plan.profile->name, format}});
        return;
    }
    if (plan.narrowParameters())
        return;
    const NarrowBlock weight = narrowFormat(precision).weight;
    const double bytes = static_cast<double>(plan.narrowCopies() * weight.bytes)
        / static_cast<double>(weight.values);
    add("recipe.precision",
        {HW_TR("core",
               "Products have their weights in %1 beside those in 16 bits, %2 bytes a parameter "
               "more, and only their inputs are smaller: with few tokens it needs more memory than "
               "bf16-mixed"),
         {format, fixed(bytes, 2)}});
}

/// PEFT copies a module that is saved, and keeps the module's adapter in addition to the copy.
void warnOfSavedModules(const Resolved& plan, Warnings& add)
{
    for (const auto& [module, target] :
         {std::pair{SavedModule::Embedding, AdapterTarget::Embedding},
          std::pair{SavedModule::Head, AdapterTarget::Head}})
        if (plan.saves(module) && hasTarget(plan.adapter, target))
            add("adapter.modules_to_save",
                {HW_TR("core", "%1 is trained as a whole and has an adapter too: both are counted"),
                 {std::string(nameOf(module))}});
}

/// A device that shares its memory with the host gains nothing from what is kept on the host.
void warnOfOnePool(const Resolved& plan, Warnings& add)
{
    if (!plan.device->isUnified())
        return;
    const auto warn = [&](KeyPath key) {
        add(key,
            {HW_TR("core",
                   "Host and device share one memory: what is kept on the host takes as much of "
                   "it")});
    };
    if (plan.serves()) {
        const bool byLlamaCpp = plan.inference.server == Server::LlamaCpp;
        if (byLlamaCpp && plan.inference.gpuLayers)
            warn("inference.gpu_layers");
        if (byLlamaCpp && plan.inference.hostExperts > 0 && plan.shape.experts > 0)
            warn("inference.host_experts");
        if (byLlamaCpp && plan.inference.hostMlps > 0 && plan.counts.denseLayers > 0)
            warn("inference.host_mlps");
        return;
    }
    if (plan.layout.offloadOptimizer == Offload::Cpu)
        warn("layout.offload_optimizer");
    if (plan.layout.offloadParameters == Offload::Cpu)
        warn("layout.offload_parameters");
    if (plan.offloadsActivations())
        warn("layout.offload_activations");
}

void warnOfSources(const Resolved& plan, Warnings& add)
{
    const Shape& shape = plan.shape;
    if (shape.predictionLayers > 0 && plan.recipe.predictionLayers == 0)
        add.ofGroup(KeyGroup("model"),
                    {HW_TR("core", "Layers that predict further tokens are not counted: %1"),
                     {number(shape.predictionLayers)}});
    if (!plan.unreadOfModel.empty())
        add("model.custom.unread",
            {HW_TR("core",
                   "Fields of the model's file that may count were not read, so that its count may "
                   "be wrong: %1"),
             {joined(plan.unreadOfModel)}});
    if (!plan.unread.empty())
        add("unread",
            {HW_TR("core", "Settings of the file that was read have no part in this plan: %1"),
             {joined(plan.unread)}});
    if (plan.model && !plan.model->verified)
        add("model.id", {HW_TR("core", "The architecture of this model is not verified")});
    if (plan.capacityIsDevices && !plan.device->reportedMib)
        add("cluster.device",
            {HW_TR("core",
                   "What this device reports is not known: its marketed size is "
                   "taken as GiB")});
}

} // namespace

bool dropsTensors(const Resolved& plan, RecomputeModule module)
{
    const Shape& shape = plan.shape;
    switch (module) {
    case RecomputeModule::CoreAttn:
        return plan.choices.attention != Attention::Flash;
    case RecomputeModule::LayerNorm:
        return true;
    case RecomputeModule::MlaUpProj:
        return shape.isLatent();
    case RecomputeModule::Mlp:
        return plan.counts.denseLayers > 0;
    case RecomputeModule::MoeAct:
    case RecomputeModule::Moe:
        return shape.experts > 0;
    case RecomputeModule::SharedExperts:
        return shape.sharedTotalWidth() > 0;
    }
    return true;
}

Problems contradictions(const Resolved& plan, const Layout& layout)
{
    const Shape& shape = plan.shape;
    Problems problems; // in the order in which the window lists them
    if (static_cast<double>(plan.counts.total) > mostParameters)
        problems.push_back({KeyGroup("model.custom"),
                            number(plan.counts.total),
                            {HW_TR("core", "must come to at most %1 parameters"), {"10^15"}}});
    checkAgainstShape(layout, shape, plan.cluster.gpus, problems);
    checkRanks(layout, plan.cluster, problems);
    checkAllocator(plan.cluster, problems);
    checkVirtualPipeline(layout, shape, problems);
    if (!plan.serves()) {
        checkStages(layout, shape, plan.recipe.predictionLayers, problems);
        checkContext(layout, shape, problems);
        checkFrozen(plan.recipe, shape, problems);
        checkBase(plan.adapter, problems);
        checkPrompts(plan.adapter, shape, problems);
        checkPatterns(layout, plan.recipe, problems);
        checkVersions(plan.recipe, problems);
    } else {
        checkServer(plan.inference, problems);
    }
    checkExpertRanks(layout, shape, plan.cluster, problems);
    if (plan.profile->sharding == Sharding::Buckets) {
        Layout shared = layout;
        if (saysDdp(plan.recipe))
            shared.zero = 0;
        checkDeepSpeed(shared, problems);
    }
    return problems;
}

std::vector<Warning> warningsOf(const Resolved& plan)
{
    Warnings add;
    warnOfRaisingStage(plan, add);
    warnOfRanks(plan, add);
    warnOfWorkload(plan, add);
    warnOfServing(plan, add);
    warnOfBatch(plan, add);
    if (!plan.serves()) {
        warnOfModules(plan, add);
        warnOfNarrow(plan, add);
        warnOfSavedModules(plan, add);
    }
    warnOfOnePool(plan, add);
    warnOfSources(plan, add);
    return add.take();
}

std::vector<Warning> remainders(const Resolved& plan)
{
    Warnings add;
    warnOfContextRanks(plan, add);
    add.all(unevenSettings(plan));
    warnOfIdleGpus(plan, add);
    warnOfPasses(plan, add);
    warnOfSchedule(plan, add);
    return add.take();
}

Text positionsText(std::int64_t most)
{
    return {HW_TR("core", "The model was made for at most %1 {token|tokens}"), {number(most)}};
}

std::int64_t contextUnit(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    const std::int64_t even = hasEvenTokens(plan) ? times(layout.context, layout.tensor) : 1;
    return std::lcm(piecesOf(layout), even);
}

std::vector<Warning> frameworkGaps(const Resolved& plan, const Layout& asked)
{
    Warnings add;
    warnOfContextRanks(plan, add);
    add.all(missingSettings(plan, asked));
    return add.take();
}

} // namespace highwater
