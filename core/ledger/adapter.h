// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/weights.h"
#include "core/plan/plan.h"

namespace highwater {

/// The weights that adapters add on one tensor rank.
struct AdapterWeights
{
    WeightTally dense, moe; ///< of one layer, without routed experts
    WeightTally experts; ///< of one layer
    WeightTally head, embedding;
    WeightTally prompt; ///< of a layer with a prompt; a plain prompt is before the first layer
};

AdapterWeights adapterWeights(const Shape& shape, const Adapter& adapter, const WeightSplit& split);

/// Bytes of a frozen base's layer and of its head on one rank: matrices in the base's format,
/// vectors in `vectorBytes` each.
struct BaseBytes
{
    Bytes attention = 0, mlp = 0, experts = 0, shared = 0, head = 0;
};

BaseBytes baseBytes(const Shape& shape, AdapterBase format, std::int64_t vectorBytes,
                    const WeightSplit& split);
/// The part of these bytes that are constants of blocks of 4-bit weights.
BaseBytes baseScales(const Shape& shape, AdapterBase format, const WeightSplit& split);

/// Bytes of one matrix of `entries` weights that gives `outputs` values.
Bytes quantisedBytes(AdapterBase format, std::int64_t entries, std::int64_t outputs);

/// The format of the frozen weights: LoRA's have 16 bits, whatever format for QLoRA the plan has.
inline AdapterBase baseOf(const Adapter& adapter)
{
    return adapter.kind == AdapterKind::Qlora || adapter.base == AdapterBase::Fp32
        ? adapter.base
        : AdapterBase::Bf16;
}

inline bool isLowRank(const Adapter& adapter)
{
    return adapter.method == AdapterMethod::Lora;
}

/// Whether adapters are two factors and nothing else.
inline bool isPlainLowRank(const Adapter& adapter)
{
    return adapter.kind != AdapterKind::None && isLowRank(adapter) && !adapter.dora
        && adapter.dropout == 0;
}

/// Layers from `first` to `end` whose attention has a prompt.
std::int64_t promptedLayers(const Adapter& adapter, std::int64_t first, std::int64_t end);

inline bool hasTarget(const Adapter& adapter, AdapterTarget target)
{
    for (const AdapterTarget each : adapter.targets)
        if (each == target)
            return true;
    return false;
}

/// The number of the given targets that an adapter has.
template <class... Targets> std::int64_t countTargets(const Adapter& adapter, Targets... targets)
{
    return (std::int64_t{0} + ... + (hasTarget(adapter, targets) ? 1 : 0));
}

} // namespace highwater
