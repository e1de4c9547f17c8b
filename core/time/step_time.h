// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/names.h"
#include "core/time/bubble.h"
#include "core/time/machine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// The parts of a step. They are means over the GPUs, and their sum is the step.
enum class TimePart {
    Products,
    Experts,
    Scores,
    Head,
    Images,
    Adapters,
    MemoryBound,
    Recompute,
    Launching,
    TensorTraffic,
    ContextTraffic,
    ExpertTraffic,
    WeightGathers,
    ParameterOffload,
    ActivationOffload,
    Accumulation,
    Sends,
    Program,
    CacheFlushes,
    Uneven,
    Bubble,
    Gradients,
    Optimizer,
    NewWeights,
    StepWork,
    Orthogonal ///< Muon's products, and the gathering of matrices for them
};
inline constexpr auto timePartCount = enumCount<TimePart>;

/// The kinds of data that are sent in a step.
enum class TrafficKind {
    TensorParallel,
    ContextParallel,
    ExpertParallel,
    Pipeline,
    WeightGathers, ///< of shards, for forward and backward
    ExpertGathers, ///< the same of routed experts, whose shards are on other ranks
    Gradients,
    ExpertGradients,
    ReplicaGradients, ///< of shards, which the replicas of HSDP add up
    NewWeights, ///< from the ranks that stepped them
    ExpertNewWeights,
    OptimizerOffload,
    ParameterOffload,
    ActivationOffload
};
inline constexpr auto trafficKindCount = enumCount<TrafficKind>;

enum class Link { None, Intra, Inter, Pcie, Disk };

/// One kind of traffic of one GPU and step.
struct Traffic
{
    double bytes = 0; ///< that the GPU sends
    double seconds = 0; ///< on the link
    double waits = 0; ///< the part of `seconds` that computation does not hide
    double rate = 0; ///< bytes a second that the link reaches
    std::int64_t ranks = 1; ///< of the group
    Link link = Link::None;
    double sends = 0; ///< of the mean stage in a step
    double width = 0; ///< bytes of one value

    double hidden() const { return seconds - waits; }
};

/// One layer, forward and backward, of one micro-batch.
struct LayerSeconds
{
    double products = 0, experts = 0, scores = 0, adapters = 0, memory = 0, recompute = 0,
           tensor = 0, context = 0, expertTraffic = 0, launching = 0;
    double operations = 0; ///< forward, of one rank
    double ofProducts = 0, ofExperts = 0, ofScores = 0,
           ofStates = 0; ///< operations of these parts, forward and backward

    /// All seconds except those that gathers, offload and the stage add.
    double total() const
    {
        return products + experts + scores + adapters + memory + recompute + tensor + context
            + expertTraffic + launching;
    }
};

/// The passes of a step that a layer has: all; all but the one for the gradients of its weights;
/// the forward pass alone. The layers before the first trained one are of the last kind.
enum class LayerTraining : std::uint8_t { Whole, Passed, ForwardOnly };

/// Layers that take equal times: all dense or all with experts, and with the same passes.
struct LayerClass
{
    bool moe = false;
    LayerTraining training = LayerTraining::Whole;

    std::size_t index() const { return (moe ? 3U : 0U) + static_cast<std::size_t>(training); }
};
inline constexpr std::array<LayerClass, 6> layerClasses{{{false, LayerTraining::Whole},
                                                         {false, LayerTraining::Passed},
                                                         {false, LayerTraining::ForwardOnly},
                                                         {true, LayerTraining::Whole},
                                                         {true, LayerTraining::Passed},
                                                         {true, LayerTraining::ForwardOnly}}};
using LayerCounts = std::array<double, layerClasses.size()>;

/// Seconds in which a program launches a layer, forward and backward.
inline double launchingOf(const Pace& pace, const LayerClass& of)
{
    return pace[of.moe ? Speed::ExpertLaunching : Speed::Launching];
}

/// The schedule of a plan's pipeline; a forward pass alone goes through the ranks as in the
/// plainest schedule.
inline PipelineSchedule passSchedule(const Resolved& plan)
{
    return plan.isFrozen() ? PipelineSchedule::OneForwardOneBackward : plan.layout.schedule;
}

/// The layers of each class among [first, end).
LayerCounts layersOfClasses(const Resolved& plan, std::int64_t first, std::int64_t end);

/// A step of one plan. A value without heap memory: a search makes one for each layout.
struct StepTime
{
    std::array<double, timePartCount> parts{}; ///< seconds
    std::array<Traffic, trafficKindCount> traffic{};
    std::array<LayerSeconds, layerClasses.size()> layers; ///< one of each class
    double headSeconds = 0; ///< of one micro-batch
    double imageSeconds = 0; ///< of its images, in the vision tower
    double mean = 0; ///< a micro-batch's time in a stage, of all stages
    std::int64_t slowestStage = 0;
    PipelinePasses pipeline; ///< of a plan without one too, which has one stage
    double stepped = 0; ///< parameters that the optimizer of a rank steps
    double touched = 0; ///< bytes that the optimizer reads and writes for each of them
    double ofDisk = 0; ///< seconds for reading and writing states on a disk
    double hidden = 0; ///< seconds of the host's step in which the GPU computes
    double ofColumns = 0; ///< seconds of the step of ZenFlow's columns on the GPU
    double bubbleShare = 0; ///< of the pipeline's time
    double seconds = 0;
    double tokens = 0; ///< of a step

    double slowest() const { return pipeline.slowest.seconds; } ///< a micro-batch in that stage
    double operator[](TimePart part) const { return parts[static_cast<std::size_t>(part)]; }
    double& operator[](TimePart part) { return parts[static_cast<std::size_t>(part)]; }
    const Traffic& operator[](TrafficKind kind) const
    {
        return traffic[static_cast<std::size_t>(kind)];
    }
    Traffic& operator[](TrafficKind kind) { return traffic[static_cast<std::size_t>(kind)]; }
};

/// The time of a step of training. It allocates nothing where rows are as long as the context
/// (withAverageRows()).
StepTime stepTime(const Resolved& plan, const Machine& machine);

/// The parts of a step on each stage of the pipeline; for every stage they add up to the step,
/// since the time in which it waits for others is a part too. Their mean over the stages is
/// StepTime::parts.
std::vector<std::array<double, timePartCount>> stageParts(const Resolved& plan,
                                                          const Machine& machine);

} // namespace highwater

HIGHWATER_NAMES(TimePart, "products", "experts", "scores", "head", "images", "adapters",
                "memory_bound", "recompute", "launching", "tensor_traffic", "context_traffic",
                "expert_traffic", "weight_gathers", "parameter_offload", "activation_offload",
                "accumulation", "sends", "program", "cache_flushes", "uneven_stages", "bubble",
                "gradients", "optimizer", "new_weights", "step_work", "orthogonal")
HIGHWATER_NAMES(TrafficKind, "tensor_parallel", "context_parallel", "expert_parallel", "pipeline",
                "weight_gathers", "expert_gathers", "gradients", "expert_gradients",
                "replica_gradients", "new_weights", "expert_new_weights", "optimizer_offload",
                "parameter_offload", "activation_offload")
HIGHWATER_NAMES(Link, "none", "intra_node", "inter_node", "pcie", "disk")
