// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/ledger/adapter.h"
#include "core/ledger/framework.h"
#include "core/ledger/product.h"
#include "core/ledger/stage.h"
#include "core/ledger/weights.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace highwater {

/// The recipe with nothing left open: what is written, else what the framework chooses, else the
/// default.
struct Choices
{
    Framework framework;
    Precision precision;
    Gradients gradients;
    bool keepGradients, masterWeights;
    Optimizer optimizer;
    Moments moments;
    Recompute recompute;
    Attention attention;
    Kernels kernels;
    Loss loss;
    bool dropout;
    bool sequenceParallel;
    TpInputs tpInputs;
    StageSplit stageSplit;
};

/// A remark on one key that leaves the estimate standing.
struct Warning
{
    Warning(KeyPath key, Text message_)
        : field(key.text())
        , message(std::move(message_))
    { }
    Warning(KeyGroup group, Text message_)
        : field(group.text())
        , message(std::move(message_))
    { }

    std::string field; ///< a key's path, or a group of keys ("model")
    Text message;
    bool operator==(const Warning&) const = default;
};

/// A plan with everything looked up and worked out: what estimates are computed from.
struct Resolved
{
    MethodId method = MethodId::Exact;
    const Model* model = nullptr; ///< null for a custom or a made model
    double statedParameters = 0; ///< as model.parameters says them, else 0
    Shape shape;
    WeightCounts counts;
    Choices choices{};
    const Profile* profile = nullptr; ///< of the framework
    Workload workload;
    Adapter adapter;
    Cluster cluster;
    Layout layout;
    const Device* device = nullptr;
    Bytes capacity = 0; ///< of one GPU
    std::int64_t dataParallel = 1; ///< D = floor(gpus / (t·p·c))
    std::int64_t shards = 1; ///< S = D·c / replicas
    std::int64_t expertShards = 1; ///< the same for routed experts: N / (p·ep·etp) / replicas
    std::int64_t microBatches = 1; ///< of one step and GPU
    Shape heldByRank; ///< as tensor ranks hold it: vocabulary padded, key heads replicated
    RankWeights weights; ///< of one rank
    AdapterWeights adapterWeights;
    BaseBytes base; ///< of a quantised base, else none
    SymbolValues symbols{}; ///< of the whole model, for the methods of others
    BackwardPoints points; ///< of a layer's backward pass: those to look at
    std::vector<std::int64_t> stageStarts; ///< the first layer of every stage, and the end
    std::vector<Stage> stages; ///< those that can be the most loaded, in order
    std::vector<Warning> warnings;

    /// The parameters to speak of: as stated where the method takes them so, else as counted.
    double parameters() const
    {
        return statedParameters > 0 ? statedParameters : static_cast<double>(counts.total);
    }
    /// Gradient accumulation keeps the gradients between micro-batches in any case.
    bool keepsGradients() const { return choices.keepGradients || microBatches > 1; }
    bool trainsAll() const { return adapter.kind == AdapterKind::None; }
    bool quantisedBase() const
    {
        return adapter.kind == AdapterKind::Qlora && adapter.base != AdapterBase::Bf16;
    }
    /// The 32-bit master is what is sharded, unless the plan asks for one beside 16-bit weights.
    bool floatParameters() const
    {
        return profile->floatParameters && trainsAll() && !choices.masterWeights
            && choices.precision != Precision::Bf16;
    }
    /// PEFT creates adapters in 32 bits, which then are their own master; DeepSpeed casts them.
    bool floatAdapters() const { return profile->floatAdapters && layout.zero == 0; }
    bool offloadsStates() const { return layout.offloadOptimizer != Offload::None; }
    bool offloadsParameters() const { return layout.offloadParameters != Offload::None; }
    bool shares() const { return shards > 1 || expertShards > 1; }
    /// Gradients of a block stay whole until all of them are made, and are then shared out or
    /// offloaded; buckets take each as it comes.
    bool reducesBlocks() const
    {
        return ((layout.zero >= 2 && shares()) || offloadsStates())
            && profile->sharding != Sharding::Buckets;
    }
    /// The gradients of a layer's weights gather, one after another, to its end.
    bool gathersGradients() const { return !keepsGradients() || reducesBlocks(); }
    std::int64_t tokensPerMicroBatch() const
    {
        return times(workload.context, workload.microBatch);
    }
};

/// Looks everything up, fills what the plan leaves open and checks keys against one another.
Result<Resolved> resolve(const Plan& plan, const Catalog& catalog);

/// The plan with every key of its recipe written out as it will be computed.
Plan withDefaults(const Plan& plan);

/// The architecture that a plan's choice of model comes to, whatever the rest of the plan says.
Result<Shape> shapeOf(const ModelChoice& model, const Catalog& catalog);

/// One stage of the plan's pipeline, for those who ask of every one.
Stage stageAt(const Resolved& plan, std::int64_t index);

/// The same plan at another context and micro-batch, for sweeps; warnings are left as they are.
void setWorkload(Resolved& resolved, std::int64_t context, std::int64_t microBatch);

/// Bytes of one value of what a frozen base keeps unquantised: PEFT's
/// prepare_model_for_kbit_training turns it into 32 bits.
std::int64_t vectorBytes(const Resolved& plan);

/// Bytes of one value of what forward and backward compute in.
std::int64_t computeBytes(Precision precision);

} // namespace highwater
