// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/parts.h"

// The tensors that DeepSpeed's engine keeps, under its own program and under Hugging Face's
// Trainer.
namespace highwater::frameworks {

inline bool bucketed(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 1;
}

inline bool toHost(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 1 && plan.layout.offloadOptimizer == Offload::Cpu;
}

/// Stage 2 reduces each micro-batch, and adds the rank's part to that of the ones before.
inline bool addsPartitions(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero == 2 && plan.microBatches > 1
        && plan.layout.offloadOptimizer == Offload::None;
}

inline constexpr std::array deepSpeedExtras{
    Extra{TermId::ReduceBucket, Life::Training, Per::Model, 2 * Symbol::BucketElements, gathers},
    // Stages 1 and 2 make two buckets for a backward pass, and fill one while the other is reduced
    // (overlap_comm).
    Extra{TermId::ReduceBucket, Life::Backward, Per::Model, 4 * Symbol::BucketElements,
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 1 && plan.layout.zero < 3;
          }},
    Extra{TermId::PartitionGradients, Life::HeadGradient, Per::Model,
          2 * Symbol::Parameters / Symbol::Shards, addsPartitions},
    Extra{TermId::PartitionGradients, Life::HeadGradient, Per::Model,
          2 * Symbol::RoutedParameters / Symbol::ExpertShards, addsPartitions},
    Extra{TermId::BucketCopy, Life::LayerBackward, Per::Layer, 2 * Symbol::BucketCopyElements,
          bucketed},
    Extra{TermId::LiveParameters, Life::Pass, Per::Model, 2 * Symbol::LiveElements, gathers},
    Extra{TermId::StepGradients, Life::Step, Per::Model, 6 * Symbol::SubGroupElements,
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 1 && plan.layout.offloadOptimizer == Offload::None;
          }},
    Extra{TermId::HostGradients, Life::Always, Per::Model, 4 * Symbol::Parameters / Symbol::Shards,
          toHost, Place::Host},
    Extra{TermId::HostGradients, Life::Always, Per::Model,
          4 * Symbol::RoutedParameters / Symbol::ExpertShards, toHost, Place::Host},
};

} // namespace highwater::frameworks
