// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/parts.h"

// The tensors that DeepSpeed's engine keeps, under its own program and under Hugging Face's
// Trainer.
namespace highwater::frameworks {

inline bool toHost(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 1 && plan.layout.offloadOptimizer == Offload::Cpu;
}

inline bool stepsInGroups(const Resolved& plan, const StageLayers&)
{
    return plan.hostStep() == HostStep::Superoffload;
}

/// Stages 1 and 2 make a bucket in a backward pass, once the first gradient is made, with
/// overlap_comm two (stage_1_and_2.py: setup_buckets). Stage 1 frees it when the last micro-batch
/// is reduced. Before 0.17.2 it was made when the pass began (backward).
inline bool keepsBucket(const Resolved& plan, const StageLayers&)
{
    return plan.usesDeepSpeed() && plan.layout.zero == 1 && plan.microBatches > 1;
}
inline bool fillsFromLoss(const Resolved& plan, const StageLayers& layers)
{
    return plan.makesBucketsFirst() && !keepsBucket(plan, layers);
}
inline bool fillsInPass(const Resolved& plan, const StageLayers& layers)
{
    return plan.fillsBuckets() && !plan.makesBucketsFirst() && !keepsBucket(plan, layers);
}

/// The states are on the GPU, which so takes the step.
inline bool stepsHere(const Resolved& plan, const StageLayers&)
{
    return plan.usesDeepSpeed() && plan.layout.offloadOptimizer == Offload::None;
}

/// The same at stages 1 and 2, which copy the gradients that the rank steps out of the bucket
/// (copy_grads_in_partition). At stage 1 the gradients of all weights are whole until the last
/// micro-batch has gone backward, and then go into the bucket one by one (reduce_gradients). The
/// first rank is counted: at stage 2 the last one copies its part when the pass begins.
inline bool copiesPart(const Resolved& plan, const StageLayers& layers)
{
    return plan.fillsBuckets() && stepsHere(plan, layers);
}
inline bool copiesPartOfWhole(const Resolved& plan, const StageLayers& layers)
{
    return plan.layout.zero == 1 && stepsHere(plan, layers);
}
/// Stage 2 reduces each micro-batch, and adds the rank's part to that of the ones before. A rank by
/// itself has a part of every bucket, and so makes its part with the first one that is full.
inline bool addsSoon(const Resolved& plan, const StageLayers& layers)
{
    return plan.layout.zero == 2 && plan.microBatches > 1 && stepsHere(plan, layers)
        && plan.shards == 1;
}
inline bool addsPartitions(const Resolved& plan, const StageLayers& layers)
{
    return plan.layout.zero == 2 && plan.microBatches > 1 && stepsHere(plan, layers)
        && !addsSoon(plan, layers);
}
inline bool copiesRest(const Resolved& plan, const StageLayers& layers)
{
    return plan.layout.zero == 2 && stepsHere(plan, layers);
}

/// Stages 2 and 3 reduce a full bucket in a copy, in the backward pass of any layer. A bucket that
/// never fills is reduced when the pass ends.
inline bool copiesLast(const Resolved& plan, const StageLayers& layers)
{
    const std::int64_t ranks = plan.layout.tensor * plan.layout.pipeline;
    return plan.layout.zero >= 2 && plan.trainsAll() && layers.embeds
        && bounded::times(plan.reduceBucket(), ranks) >= plan.counts.total;
}
inline bool copiesSoon(const Resolved& plan, const StageLayers& layers)
{
    return plan.layout.zero >= 2 && !copiesLast(plan, layers);
}

/// Stages 1 and 2 copy the weights into a flat tensor, from 0.18.7 on on the GPU where it has room
/// for both (stage_1_and_2.py: flatten_on_accelerator), before in the host's memory.
inline bool flattensHere(const Resolved& plan, const StageLayers&)
{
    constexpr Bytes each = 4; // of a weight and its copy
    return plan.fillsBuckets() && plan.trainsAll() && plan.choices.deepspeed >= Version{0, 18, 7}
    && bounded::times(each, plan.counts.total) < plan.capacity;
}

inline constexpr std::array deepSpeedExtras{
    Extra{TermId::LoadCopy, Life::Loading, Per::Model, 2 * Symbol::HeldParameters, flattensHere},
    Extra{TermId::ReduceBucket, Life::Training, Per::Model, 2 * Symbol::BucketElements, gathers},
    Extra{TermId::ReduceBucket, Life::Backward, Per::Model, 2 * Symbol::BucketElements,
          fillsFromLoss},
    Extra{TermId::ReduceBucket, Life::HeadBackward, Per::Model, 2 * Symbol::BucketElements,
          fillsInPass},
    Extra{TermId::ReduceBucket, Life::PassGradient, Per::Model, 2 * Symbol::BucketElements,
          fillsInPass},
    Extra{TermId::ReduceBucket, Life::Unreduced, Per::Model, 2 * Symbol::BucketElements,
          keepsBucket},
    Extra{TermId::PartitionGradients, Life::Working, Per::Embedding, 2 * Symbol::PartitionAdded,
          copiesPartOfWhole, Place::Gpu, BackwardPoint::Reduce},
    Extra{TermId::PartitionGradients, Life::Working, Per::Embedding, 2 * Symbol::PartitionAdded,
          addsPartitions, Place::Gpu, BackwardPoint::Reduce},
    Extra{TermId::PartitionGradients, Life::HeadGradient, Per::Model, 2 * Symbol::PartitionElements,
          addsSoon},
    Extra{TermId::PartitionGradients, Life::Step, Per::Model, 2 * Symbol::PartitionElements,
          copiesPartOfWhole},
    Extra{TermId::PartitionGradients, Life::Accumulated, Per::Embedding, 2 * Symbol::PartitionRest,
          copiesRest},
    Extra{TermId::BucketCopy, Life::LayerBackward, Per::Layer, 2 * Symbol::BucketCopyElements,
          copiesSoon},
    Extra{TermId::BucketCopy, Life::Working, Per::Embedding, 2 * Symbol::BucketCopyElements,
          copiesLast, Place::Gpu, BackwardPoint::Reduce},
    Extra{TermId::LiveParameters, Life::Pass, Per::Model, 2 * Symbol::LiveElements, gathers},
    Extra{TermId::StepGradients, Life::Step, Per::Model, 6 * Symbol::SubGroupElements, stepsHere},
    Extra{TermId::StepNorm, Life::Step, Per::Model, 8 * Symbol::NormElements, copiesPart},
    Extra{TermId::HostGradients, Life::Always, Per::Model, 4 * Symbol::Parameters / Symbol::Shards,
          toHost, Place::Host},
    Extra{TermId::HostGradients, Life::Always, Per::Model,
          4 * Symbol::RoutedParameters / Symbol::ExpertShards, toHost, Place::Host},
    Extra{TermId::HostSubGroup, Life::Always, Per::Model, 4 * Symbol::SubGroupElements,
          stepsInGroups, Place::Host},
};

} // namespace highwater::frameworks
