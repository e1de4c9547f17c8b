// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/run_source.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// Settings of the scripts that a source's runs were started with, for rows that leave them blank.
struct SourceDefaults
{
    std::string_view source; ///< a part of MeasuredRun::source, in lower case
    std::optional<RunKind> kind = {}; ///< nothing: any
    std::optional<Recompute> recompute = {};
    bool recomputeKnown = true; ///< false: a row without its recomputation gets no plan
    bool optimizerKnown = true; ///< the same for the optimizer
    std::int64_t zero = 0; ///< where the row states no stage
    bool recomputesSharded = false; ///< with a stage of ZeRO, layers are recomputed
    bool zeroOnOne = false; ///< on a single GPU too
    std::optional<std::int64_t> reduceBucket = {}; ///< of stages 1 and 2
    std::optional<Loss> loss = {};
    std::optional<std::int64_t> globalBatch = {};
    std::optional<Kernels> kernels = {};
    bool statesKernels = false; ///< rows state whether the blocks are compiled
    std::optional<Precision> precision = {}; ///< replaces the value of the column
    bool narrowFloat8 = true; ///< false: float8 products keep their inputs in 16 bits
    std::optional<TpInputs> tpInputs = {};
    bool earlyPyTorch = false; ///< 2.0 or older, whose AdamW steps in separate kernels
    bool earlyBitsandbytes = false; ///< before 0.43.2
    bool narrowLoss = false; ///< RunFacts::narrowLoss
    bool tiesWeights = true; ///< false: head and embedding are two tensors in every model
    bool expandsOnOneNode = false; ///< the script for one node sets expandable_segments
    std::string_view deepspeed = {}; ///< its version
    std::optional<bool> overlapComm = {}; ///< of stages 1 and 2
    bool ofSweep = false; ///< the runs are of several builds (sweep_build.h)
};

/// The defaults of the row's source; defaults that set nothing where the source is not known.
const SourceDefaults& defaultsOf(const MeasuredRun& run);

/// The parts of an adapter, from the configurations that a source's runs were started with.
struct AdapterRecipe
{
    std::string_view source, model; ///< part of the row's source, start of its model; lower case
    std::optional<RunKind> kind; ///< nothing: any
    std::int64_t rank;
    std::string_view targets; ///< letters q k v o for attention, m for the MLP, h for the head
    double dropout;
    AdapterBase base; ///< of a quantised base, where the row does not name another
    bool upcast;
};

/// Null where the source's configurations are not known.
const AdapterRecipe* adapterRecipeOf(const MeasuredRun& run);

} // namespace highwater
