// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/symbols.h"

#include "core/ledger/framework.h"
#include "core/ledger/image_towers.h"
#include "core/ledger/linear_kinds.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/serving.h"
#include "core/ledger/stage_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// Weights in one group, or gathered at a time, of DeepSpeed's stage 3 (runtime/zero/config.py:
/// sub_group_size, stage3_max_live_parameters).
constexpr std::int64_t mostGathered = 1'000'000'000;

void setRanks(SymbolValues& values, const Resolved& plan)
{
    const Layout& layout = plan.layout;
    set(values, Symbol::Shards, plan.shards);
    set(values, Symbol::ExpertShards, plan.expertShards);
    set(values, Symbol::TensorRanks, layout.tensor);
    set(values, Symbol::ContextRanks, layout.context);
    set(values, Symbol::TensorContextRanks, layout.tensor * layout.context);
    set(values, Symbol::ExpertTensorRanks, layout.expertTensor);
    set(values, Symbol::LocalExperts, shareOf(plan.shape.experts, layout.expert));
}

/// The weights of each part of the model on one rank, and of its two kinds of layers.
void setParts(SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    const auto parameters = [&](Part part) { return plan.weights[part].parameters; };
    const bool tied = plan.shape.tied;
    const std::int64_t common = plus(parameters(Part::Attention), parameters(Part::Norms));
    set(values, Symbol::AttentionParameters, parameters(Part::Attention));
    set(values, Symbol::MlpParameters, parameters(Part::Mlp));
    set(values, Symbol::ExpertParameters, parameters(Part::Experts));
    set(values, Symbol::SharedParameters, parameters(Part::Shared));
    set(values, Symbol::RouterParameters, parameters(Part::Router));
    set(values, Symbol::NormParameters, parameters(Part::Norms));
    set(values, Symbol::DenseLayerParameters, plus(common, parameters(Part::Mlp)));
    set(values, Symbol::MoeLayerParameters,
        plus(common, plus(parameters(Part::Shared), parameters(Part::Router))));
    set(values, Symbol::EmbeddingParameters, parameters(Part::Embedding));
    set(values, Symbol::HeadParameters, parameters(tied ? Part::Embedding : Part::Head));
    set(values, Symbol::VisionParameters, layers.embeds ? parameters(Part::Vision) : 0);
    const std::int64_t positions = layers.embeds ? parameters(Part::Positions) : 0;
    const std::int64_t finalNorm = layers.predicts ? parameters(Part::FinalNorm) : 0;
    set(values, Symbol::OtherParameters, plus(positions, finalNorm));
    set(values, Symbol::TrainedOther, plus(plan.trainsEmbedding() ? positions : 0, finalNorm));
    const Shape& shape = plan.shape;
    std::int64_t widest = shape.queryWidth();
    if (plan.counts.denseLayers > 0)
        widest = std::max(widest, shape.feedForward);
    if (shape.experts > 0)
        widest = std::max({widest, shape.expertWidth, shape.sharedTotalWidth()});
    set(values, Symbol::LargestMatrix, shareOf(times(shape.hidden, widest), plan.layout.tensor));
}

/// The weights that the optimizer steps, with one sum for each way in which optimizers size their
/// states.
void setTrained(SymbolValues& values, const Resolved& plan, const WeightTally& common,
                const WeightTally& routed)
{
    set(values, Symbol::Parameters, common.parameters);
    // Muon takes the hidden matrices, experts' among them.
    set(values, Symbol::MatrixParameters, common.matrices);
    set(values, Symbol::VectorParameters, plus(common.vectors, routed.vectors));
    set(values, Symbol::FactoredEntries, common.factored);
    set(values, Symbol::RoutedParameters, routed.parameters);
    set(values, Symbol::RoutedFactored, routed.factored);
    set(values, Symbol::TrainedParameters, plus(common.parameters, routed.parameters));
    set(values, Symbol::ProjectedEntries, plus(common.projected, common.vectors));
    set(values, Symbol::Projectors, common.projectors);
    set(values, Symbol::RoutedProjected, plus(routed.projected, routed.vectors));
    set(values, Symbol::RoutedProjectors, routed.projectors);
    set(values, Symbol::RowEntries, common.rows);
    set(values, Symbol::RoutedRows, routed.rows);
    WeightTally largest = common;
    largest.add(routed);
    set(values, Symbol::StepMatrix, largest.stepMatrix);
    set(values, Symbol::StepSquare, largest.stepSquare);
    set(values, Symbol::Preconditioners, times(2, common.squares));
    set(values, Symbol::RoutedPreconditioners, times(2, routed.squares));
    constexpr std::int64_t momentBlock = 256; // bitsandbytes, optim/optimizer.py: init_state
    set(values, Symbol::MomentBlocks, shareOf(common.parameters, momentBlock));
    set(values, Symbol::RoutedMomentBlocks, shareOf(routed.parameters, momentBlock));
    const auto offloaded = [&](Symbol host, Symbol gpu, std::int64_t all) {
        const auto part = static_cast<std::int64_t>(
            std::ceil(static_cast<double>(all) * plan.layout.offloadFraction));
        set(values, host, std::min(part, all));
        set(values, gpu, all - std::min(part, all));
    };
    if (plan.layout.offloadFraction < 1) {
        offloaded(Symbol::HostParameters, Symbol::GpuParameters, common.parameters);
        offloaded(Symbol::HostRouted, Symbol::GpuRouted, routed.parameters);
    }
}

/// The weights of the whole stage on one rank.
void setTotals(SymbolValues& values, const Resolved& plan, const StageLayers& layers,
               std::int64_t moe)
{
    const auto [root, common, routed] = heldWeights(plan, layers);
    setTrained(values, plan, common, routed);
    set(values, Symbol::RootParameters, root.parameters);
    set(values, Symbol::TrainedRoot, root.parameters);
    // The sizes of one block are those of the stage's last block.
    const bool endsInExperts = moe > 0 && plan.shape.isMoe(layers.end - 1);
    set(values, Symbol::BlockParameters,
        layers.layers() == 0 ? 0
            : endsInExperts  ? plus(valueOf(Symbol::MoeLayerParameters, values),
                                    plan.weights[Part::Experts].parameters)
                             : valueOf(Symbol::DenseLayerParameters, values));
    set(values, Symbol::HeldParameters, plus(common.parameters, routed.parameters));
    if (!plan.freezesSome() || !plan.trainsAll())
        return;
    const StageWeights trained = trainedWeights(plan, layers);
    setTrained(values, plan, trained.common, trained.routed);
    set(values, Symbol::TrainedRoot, trained.root.parameters);
}

/// Sets the symbols of a plan with adapters, which alone are trained then.
void setAdapters(SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    const AdapterWeights& adapter = plan.adapterWeights;
    const BesideAdapters beside = besideAdapters(plan, layers);
    set(values, Symbol::PromptParameters, beside.prompts.parameters);
    set(values, Symbol::PromptTokens, plan.adapter.promptLength);
    set(values, Symbol::TunedNorms, beside.norms.parameters);
    set(values, Symbol::SavedParameters, beside.saved.parameters);
    set(values, Symbol::AdapterDense, adapter.dense.parameters);
    set(values, Symbol::AdapterMoe, adapter.moe.parameters);
    set(values, Symbol::AdapterExperts, adapter.experts.parameters);
    set(values, Symbol::AdapterHead, layers.predicts ? adapter.head.parameters : 0);
    set(values, Symbol::AdapterEmbedding, layers.embeds ? adapter.embedding.parameters : 0);
    set(values, Symbol::Rank, plan.adapter.rank);
    const StageWeights trained = trainedWeights(plan, layers);
    setTrained(values, plan, trained.common, trained.routed);
    set(values, Symbol::VectorParameters, trained.common.vectors);
}

/// The frozen weights of a quantised base as they are stored: matrices in the base's format,
/// vectors as they are. Constants of a rank's own are counted apart.
void setBase(SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    const BaseBytes scales = plan.keepsScalesWhole() ? plan.baseScales : BaseBytes();
    const Bytes attention = plan.base.attention - scales.attention;
    const Bytes mlp = plan.base.mlp - scales.mlp, experts = plan.base.experts - scales.experts;
    const Bytes shared = plan.base.shared - scales.shared;
    set(values, Symbol::BaseAttention, attention);
    set(values, Symbol::BaseMlp, mlp);
    set(values, Symbol::BaseExperts, experts);
    set(values, Symbol::BaseShared, shared);
    set(values, Symbol::BaseHead, plan.base.head);
    set(values, Symbol::BaseScales, plus(scales.attention, scales.mlp));
    set(values, Symbol::BaseMoeScales, plus(scales.attention, plus(scales.experts, scales.shared)));
    const std::int64_t wide = vectorBytes(plan);
    const std::int64_t tower = plan.weights[Part::Vision].parameters;
    const std::int64_t matrices
        = std::min(tower, towerMatrices(plan.shape.tower, plan.shape.hidden));
    if (layers.embeds)
        set(values, Symbol::BaseTower,
            plus(quantisedBytes(plan.adapter.base, matrices, plan.shape.tower.width),
                 times(wide, tower - matrices)));
    const Bytes norms = times(wide, plan.weights[Part::Norms].parameters);
    set(values, Symbol::BaseDenseLayer, plus(norms, plus(attention, mlp)));
    set(values, Symbol::BaseMoeLayer,
        plus(bounded::plus(norms, times(wide, plan.weights[Part::Router].parameters)),
             plus(attention, shared)));
}

/// The weights of products in the 8 or 4 bits in which these multiply them, along one direction.
void setNarrow(SymbolValues& values, const Resolved& plan)
{
    const NarrowBlock block = narrowFormat(plan.choices.precision).weight;
    for (const auto& [symbol, part] :
         {std::pair{Symbol::NarrowAttention, Part::Attention},
          std::pair{Symbol::NarrowMlp, Part::Mlp}, std::pair{Symbol::NarrowExperts, Part::Experts},
          std::pair{Symbol::NarrowShared, Part::Shared}})
        set(values, symbol,
            times(shareOf(plan.weights[part].parameters, block.values), block.bytes));
}

/// Whether all weights are trained and lie one after the other: embedding, dense layers, head.
bool isFlat(const SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    return plan.trainsAll() && layers.embeds && plan.shape.experts == 0 && plan.layout.tensor == 1
        && valueOf(Symbol::VisionParameters, values) == 0;
}

/// The entries of all weights of which the first rank steps a part. The weights lie one after the
/// other in a flat tensor that the ranks cut into equal parts, so the last weight of a part reaches
/// into the next one (stage_1_and_2.py: get_partition_info). transformers puts vectors into a
/// second such tensor, which is too small to count apart.
std::int64_t partitionElements(const SymbolValues& values, const Resolved& plan,
                               const StageLayers& layers, std::int64_t share)
{
    const bool simple = isFlat(values, plan, layers);
    std::int64_t end = plan.weights[Part::Embedding].parameters;
    if (!simple || end >= share)
        return simple ? end : share;
    const std::int64_t layer = valueOf(Symbol::DenseLayerParameters, values);
    const std::int64_t whole
        = layer > 0 ? std::min((share - end) / layer, layers.layers()) : layers.layers();
    end += whole * layer;
    const auto add = [&](const Weight& weight) {
        for (std::int64_t i = 0; i < weight.copies && end < share; ++i)
            end += weight.rows * weight.columns;
    };
    if (whole < layers.layers()) {
        visitAttention(plan.shape, add);
        visitMlp(plan.shape, add);
        return std::max(end, share);
    }
    if (const auto head = ownHead(plan, layers); end < share && head)
        end += plan.weights[*head].parameters;
    return std::max(end, share);
}

/// The parts of the gradients that stages 1 and 2 copy, in elements.
void setPartitions(SymbolValues& values, const Resolved& plan, const StageLayers& layers,
                   std::int64_t share)
{
    if (!plan.usesDeepSpeed() || plan.layout.zero > 2)
        return;
    const std::int64_t partition = partitionElements(values, plan, layers, share);
    set(values, Symbol::PartitionElements, partition);
    set(values, Symbol::PartitionRest, partition - share); // stage 2 counts the share as gradients
    // The copy is made when other tensors are gone: the gradients in stage 1's first bucket, which
    // has no room for a larger one, and those that autograd adds up to a tied weight's.
    const std::int64_t embedding = plan.weights[Part::Embedding].parameters;
    const std::int64_t bucket = plan.reduceBucket();
    const bool skips = plan.layout.zero == 2 || (plan.trainsAll() && embedding > bucket);
    const std::int64_t gone = plus(skips ? 0 : std::min(bucket, partition),
                                   plan.isTied() && plan.trainsAll() ? 2 * embedding : 0);
    set(values, Symbol::PartitionAdded, std::max<std::int64_t>(0, partition - gone));
    // The norm of each gradient is taken of a copy in 64 bits, before the copies of the step.
    const std::int64_t largest = largestStepped(values, plan);
    const std::int64_t stepped = valueOf(Symbol::SubGroupElements, values);
    constexpr std::int64_t normBytes = 8, stepBytes = 6;
    if (times(normBytes, largest) > times(stepBytes, stepped)) {
        set(values, Symbol::NormElements, largest);
        set(values, Symbol::SubGroupElements, 0);
    }
}

/// The elements that a rank of DeepSpeed's engine steps.
std::int64_t steppedElements(const SymbolValues& values, const Resolved& plan)
{
    const std::int64_t routed = valueOf(Symbol::RoutedParameters, values);
    const std::int64_t common = valueOf(Symbol::TrainedParameters, values) - routed;
    return plus(shareOf(common, plan.shards), shareOf(routed, plan.expertShards));
}

/// DeepSpeed's flat buffers, in elements. A weight larger than the bucket is reduced alone, without
/// a copy. The copy of a bucket is no larger than the gradients that fill it; the bucket itself has
/// its full size even for a small model.
void setBuckets(SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    const std::int64_t bucket = plan.reduceBucket();
    const std::int64_t held = valueOf(Symbol::HeldParameters, values);
    const std::int64_t trained = valueOf(Symbol::TrainedParameters, values);
    set(values, Symbol::LargestWeight,
        std::min(trained, shareOf(plan.counts.largest, plan.layout.tensor)));
    set(values, Symbol::BucketElements,
        times(plan.fillsBuckets() && plan.overlapsComm() ? 2 : 1, bucket));
    // In the measured runs of engines before 0.13.2 the gradient of the head waits for its
    // reduction.
    const std::int64_t head = plan.makesStatesFirst() && plan.trainsAll() && plan.trainsHead()
        ? valueOf(Symbol::EmbeddingParameters, values)
        : 0;
    set(values, Symbol::BucketCopyElements, std::max(std::min(bucket, trained), head));
    set(values, Symbol::LiveElements,
        std::max(std::min(held, mostGathered), shareOf(plan.counts.largest, plan.layout.tensor)));
    set(values, Symbol::SubGroupElements, std::ranges::max(steppedGroups(values, plan, layers)));
    setPartitions(values, plan, layers, steppedElements(values, plan));
}

/// The weights that ZenFlow steps on the GPU: the chosen share of each matrix's columns, and
/// vectors whole (zenflow/zenflow_stage_1_and_2.py: update_selected_channels). Its step takes those
/// of 500,000,000 weights at a time where their moments wait on the host, of stage 3 all, whose
/// weights have no entries while they are shared out (ops/adam/zenflow_torch_adam.py:
/// _step_with_offload).
void setSelected(SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    const auto of = [&](Symbol symbol) { return valueOf(symbol, values); };
    const auto selected = [&](std::int64_t all, std::int64_t vectors = 0) {
        const auto matrices = static_cast<double>(std::max<std::int64_t>(0, all - vectors));
        return plus(static_cast<std::int64_t>(matrices * plan.layout.zenflowShare), vectors);
    };
    const std::int64_t norms = plan.trainsAll() ? of(Symbol::NormParameters) : 0;
    const std::int64_t last
        = plan.trainsAll() && layers.predicts ? plan.weights[Part::FinalNorm].parameters : 0;
    const std::int64_t vectors = plus(times(norms, layers.layers()), last);
    set(values, Symbol::SelectedEmbedding, selected(of(Symbol::EmbeddingParameters)));
    set(values, Symbol::SelectedHead, selected(of(Symbol::HeadParameters)));
    set(values, Symbol::SelectedOther, selected(of(Symbol::TrainedOther), last));
    set(values, Symbol::SelectedDense, selected(of(Symbol::DenseLayerParameters), norms));
    set(values, Symbol::SelectedMoe, selected(of(Symbol::MoeLayerParameters), norms));
    set(values, Symbol::SelectedExperts, selected(of(Symbol::ExpertParameters)));
    set(values, Symbol::SelectedParameters, selected(of(Symbol::Parameters), vectors));
    set(values, Symbol::SelectedRouted, selected(of(Symbol::RoutedParameters)));
    constexpr std::int64_t bucket = 500'000'000; // runtime/zero/config.py: allgather_bucket_size
    const std::int64_t trained = of(Symbol::TrainedParameters);
    set(values, Symbol::SelectedBucket,
        selected(plan.layout.zero < 3 ? std::min(trained, bucket) : steppedElements(values, plan)));
}

/// The number of routed copies of tokens that the most loaded expert rank computes.
std::int64_t routedTokens(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    const bool shared = plan.choices.sequenceParallel;
    const std::int64_t tokens
        = shareOf(plan.tokensPerMicroBatch(), layout.context * (shared ? layout.tensor : 1));
    const std::int64_t copies
        = times(bounded::times(tokens, plan.shape.expertsPerToken), layout.expertTensor);
    if (layout.expert == 1 || layout.imbalance == 1)
        return copies;
    const double uneven = std::ceil(static_cast<double>(copies) * layout.imbalance);
    return uneven < 9e18 ? static_cast<std::int64_t>(uneven) : tooMany;
}

/// The tokens of one chunk of the loss. Liger Kernel's fused linear cross entropy
/// (ops/fused_linear_cross_entropy.py) cuts the tokens so that a chunk's logits are about as large
/// as the hidden states; other frameworks make a fixed number of chunks.
std::int64_t chunkTokens(const Resolved& plan)
{
    const std::int64_t tokens = shareOf(plan.tokensPerMicroBatch(), plan.layout.context);
    if (plan.profile->lossRows)
        return plan.profile->lossRows(plan);
    if (plan.profile->lossChunkCount > 0)
        return shareOf(tokens, plan.profile->lossChunkCount);
    if (plan.profile->lossChunkTokens > 0)
        return std::min(tokens, plan.profile->lossChunkTokens);
    const std::int64_t chunks = shareOf(plan.shape.vocabulary, plan.shape.hidden);
    const auto chunk = static_cast<std::uint64_t>(shareOf(tokens, chunks));
    const std::int64_t power = chunk > (std::uint64_t{1} << 62)
        ? tokens
        : static_cast<std::int64_t>(std::bit_ceil(chunk));
    return std::min(tokens, power);
}

/// The predictions of a pass are those of all ranks, gathered on each. They wait in one tensor, in
/// the sizes of one rank's, which the next pass's join in a new one, while the program names these
/// as well (transformers, trainer.py: evaluation_loop; trainer_pt_utils.py:
/// torch_pad_and_concatenate). The first one's are the tensor itself, and on one GPU not copied.
void setEvaluation(SymbolValues& values, const Resolved& plan)
{
    const std::int64_t ranks = plan.dataParallel, kept = plan.workload.keptPredictions;
    set(values, Symbol::EvaluationBatch, plan.workload.evaluationBatch);
    set(values, Symbol::KeptPredictions, times(std::max<std::int64_t>(0, kept - 1), ranks));
    set(values, Symbol::JoinedPredictions,
        kept == 0       ? 0
            : kept > 1  ? times(kept + 1, ranks)
            : ranks > 1 ? ranks + 1
                        : 1);
}

/// The patches of a sequence's images, and the bytes of one in the tower.
void setImages(SymbolValues& values, const Resolved& plan)
{
    const ImageTower& tower = plan.shape.tower;
    ImageCounts images = imagesOf(tower, plan.workload);
    set(values, Symbol::ImagePatches, images.patches);
    set(values, Symbol::PatchValues, patchValues(tower));
    set(values, Symbol::TowerLayers, keptTowerLayers(tower));
    if (tower.kind == TowerKind::Pixtral) // one mask for all images of a pass
        images.patches = times(images.patches, plan.workload.microBatch);
    const TowerBytes bytes
        = towerBytes(tower, plan.shape.hidden, images,
                     {computeBytes(plan.choices.precision), plan.trainsVision(),
                      plan.choices.attention == Attention::Eager && !plan.choices.mathAttention});
    set(values, Symbol::TowerLayerKept, bytes.layer);
    set(values, Symbol::TowerEndsKept, bytes.ends);
    set(values, Symbol::TowerInputs, bytes.input);
    set(values, Symbol::TowerPass, bytes.pass);
    set(values, Symbol::TowerWorking,
        plus(plus(bytes.layer, bytes.gradients),
             plus(times(bytes.input, keptTowerLayers(tower)), bytes.ends)));
}

/// The rows of a pass that have logits, on one context rank.
std::int64_t logitRows(const Resolved& plan, const RoleRules& rules)
{
    const std::int64_t all = plan.workload.context, sequences = plan.workload.microBatch;
    const std::int64_t rows = rules.completion > 0 ? std::min(rules.completion, all)
        : rules.prompt > 0                         ? std::max<std::int64_t>(1, all - rules.prompt)
                                                   : all;
    return shareOf(
        times(rows,
              rules.sequencesAtATime > 0 ? std::min(rules.sequencesAtATime, sequences) : sequences),
        plan.layout.context);
}

} // namespace

// stage_1_and_2.py casts the whole share of the rank, stage3.py one group of it: a group takes one
// weight after the other until it has as many values as it may (_create_fp16_sub_groups). Engines
// before 0.13.2 have not been recorded.
std::vector<std::int64_t> steppedGroups(const SymbolValues& values, const Resolved& plan,
                                        const StageLayers& layers)
{
    std::int64_t rest = steppedElements(values, plan);
    if (plan.layout.zero < 3 || rest <= mostGathered)
        return {rest};
    std::vector<std::int64_t> groups;
    std::int64_t group = 0;
    const auto add = [&](std::int64_t entries) {
        group += shareOf(entries, plan.shards);
        if (group < mostGathered || group >= rest)
            return;
        rest -= group;
        groups.push_back(std::exchange(group, 0));
    };
    if (isFlat(values, plan, layers) && !plan.makesStatesFirst()) {
        add(plan.weights[Part::Embedding].parameters);
        std::vector<std::int64_t> layer;
        const auto addToLayer = [&layer](const Weight& weight) {
            layer.insert(layer.end(), static_cast<std::size_t>(weight.copies),
                         weight.rows * weight.columns);
        };
        visitAttention(plan.shape, addToLayer);
        visitMlp(plan.shape, addToLayer);
        std::int64_t perLayer = 0;
        for (const std::int64_t entries : layer)
            perLayer += shareOf(entries, plan.shards);
        // A group that has enough and is not ended ends with the last weight.
        for (std::int64_t left = layers.layers(); left > 0 && group < mostGathered; --left) {
            // Layers that end no group are added at once: a model may have tens of thousands.
            const std::int64_t within
                = perLayer > 0 ? std::min(left, (mostGathered - 1 - group) / perLayer) : left;
            group += within * perLayer;
            left -= within;
            if (left == 0)
                break;
            for (const std::int64_t entries : layer)
                add(entries);
        }
        if (const auto head = ownHead(plan, layers))
            add(plan.weights[*head].parameters);
    } else {
        for (; rest > mostGathered; rest -= mostGathered)
            groups.push_back(mostGathered);
    }
    groups.push_back(rest);
    return groups;
}

// Stage 3 has a part of every weight, the others whole weights; matrices of adapters are too small
// to count.
std::int64_t largestStepped(const SymbolValues& values, const Resolved& plan)
{
    if (!plan.trainsAll())
        return 0;
    const std::int64_t largest = valueOf(Symbol::LargestWeight, values);
    return plan.layout.zero >= 3 ? shareOf(largest, plan.shards)
                                 : std::min(largest, steppedElements(values, plan));
}

namespace {

/// The widths of attention. Where layers differ, each is the mean of all layers, which is rounded
/// up: a layer with a state alone has none of them, so that all layers together have what they
/// keep.
void setAttentionWidths(SymbolValues& values, const Shape& shape)
{
    const Shape window = shape.hasWindowHeads() ? shape.asWindow() : Shape();
    const auto count = [&](Attending kind) { return shape.layersThat(kind, 0, shape.layers); };
    const bool mixes = shape.mixesAttention();
    const std::int64_t windows = shape.hasWindowHeads() ? count(Attending::Window) : 0;
    const std::int64_t none = !mixes ? 0
                                     : count(Attending::None)
            + (shape.linear.kind ? count(Attending::Linear) - count(Attending::Both) : 0);
    const std::int64_t equal = shape.layers - windows - none;
    const auto mean = [&](Symbol symbol, auto&& widthOf) {
        set(values, symbol,
            mixes ? shareOf(plus(times(widthOf(shape), equal),
                                 windows > 0 ? times(widthOf(window), windows) : 0),
                            shape.layers)
                  : widthOf(shape));
    };
    // Keys and values have one symbol, which is their mean.
    const auto keyOrValue = [](const Shape& of) {
        return of.isLatent() ? of.keyWidth() : shareOf(plus(of.keyWidth(), of.valueWidth()), 2);
    };
    mean(Symbol::Heads, [](const Shape& of) { return of.heads; });
    mean(Symbol::KvHeads, [](const Shape& of) { return of.kvHeads; });
    mean(Symbol::Query, [](const Shape& of) { return of.queryWidth(); });
    mean(Symbol::KeyValue, keyOrValue);
    mean(Symbol::AttentionOut, [](const Shape& of) { return of.attentionOutWidth(); });
    mean(Symbol::QueryRank, [](const Shape& of) { return of.latent.queryRank; });
    mean(Symbol::KvRank, [](const Shape& of) { return of.latent.kvRank; });
    mean(Symbol::RotaryDim, [](const Shape& of) { return of.latent.rotaryHeadDim; });
    mean(Symbol::ExpandedKv, [](const Shape& of) {
        return of.heads * (of.latent.plainHeadDim + of.latent.valueHeadDim);
    });
    mean(Symbol::QkvWidth, [&](const Shape& of) { return of.queryWidth() + 2 * keyOrValue(of); });
}

} // namespace

void setShapeSymbols(SymbolValues& values, const Shape& shape)
{
    set(values, Symbol::One, 1);
    set(values, Symbol::Hidden, shape.hidden);
    set(values, Symbol::Layers, shape.layers);
    setAttentionWidths(values, shape);
    set(values, Symbol::FeedForward, shape.feedForward);
    set(values, Symbol::Vocabulary, shape.scalarHead ? 1 : shape.vocabulary);
    set(values, Symbol::Experts, shape.experts);
    set(values, Symbol::TopK, shape.expertsPerToken);
    set(values, Symbol::ExpertWidth, shape.expertWidth);
    set(values, Symbol::SharedWidth, shape.sharedTotalWidth());
    set(values, Symbol::ExpertLatent, shape.expertInput());
    set(values, Symbol::Positions, shape.maxPositions);
}

void setStageSymbols(SymbolValues& values, const Resolved& plan, const StageLayers& layers)
{
    const std::int64_t moe = plan.shape.moeLayers(layers.first, layers.end);
    setShapeSymbols(values, plan.heldByRank);
    if (plan.shape.linear.kind)
        set(values, Symbol::LinearKept,
            shareOf(times(plan.shape.layersThat(Attending::Linear, 0, plan.shape.layers),
                          linearKeptBytes(plan.shape, computeBytes(plan.choices.precision),
                                          plan.choices.kernels)),
                    plan.shape.layers));
    setRanks(values, plan);
    setParts(values, plan, layers);
    setTotals(values, plan, layers, moe);
    if (!plan.trainsAll()) {
        setAdapters(values, plan, layers);
        setBase(values, plan, layers);
    }
    if (plan.keepsNarrow())
        setNarrow(values, plan);
    setBuckets(values, plan, layers);
    if (plan.selectsColumns())
        setSelected(values, plan, layers);
    if (plan.serves())
        setServedWeights(values, plan, layers);
}

void setWorkloadSymbols(SymbolValues& values, const Resolved& plan)
{
    set(values, Symbol::Context, plan.workload.context);
    set(values, Symbol::MicroBatch, plan.workload.microBatch);
    set(values, Symbol::RoutedTokens, routedTokens(plan));
    set(values, Symbol::ChunkTokens, chunkTokens(plan));
    set(values, Symbol::TileTokens, shareOf(plan.workload.context, plan.recipe.mlpTiles));
    const std::int64_t scaled = narrowFormat(plan.choices.precision).input.values;
    set(values, Symbol::ScaledTokens, shareOf(plan.workload.context, scaled));
    set(values, Symbol::ScaledRouted, shareOf(routedTokens(plan), scaled));
    set(values, Symbol::PredictionLogits, 1 + plan.recipe.predictionLayers);
    if (plan.evaluates())
        setEvaluation(values, plan);
    if (readsImages(plan))
        setImages(values, plan);
    if (plan.role)
        set(values, Symbol::LogitRows, logitRows(plan, *plan.role));
    if (plan.serves())
        setServedWorkload(values, plan);
}

} // namespace highwater
