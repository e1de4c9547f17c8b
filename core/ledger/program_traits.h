// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"

#include <cstdint>
#include <vector>

namespace highwater {

/// Nanoseconds that a program takes to launch a pass of a layer, and a GPU to work on it.
struct LayerPace
{
    std::int64_t launching = 0, work = 0;
    std::int64_t launches = 0;
    bool operator==(const LayerPace&) const = default;
};

/// The paces of the two passes, and how far the GPU may be behind.
struct LaunchPace
{
    LayerPace forward, backward;
    std::int64_t queue = 0; ///< launches; with more of them the program waits for the GPU

    const LayerPace& of(bool backwardPass) const { return backwardPass ? backward : forward; }
    bool operator==(const LaunchPace&) const = default;
};

/// Traits of a training program for which a plan has no key. The defaults are those of a current
/// version.
struct ProgramTraits
{
    bool earlyPyTorch = false; ///< 2.0 or older, whose AdamW steps in separate kernels
    bool earlyBitsandbytes = false; ///< before 0.43.2
    bool narrowLoss = false; ///< the model's own code computes the loss in the type of the logits
    bool waitsAtSends = true; ///< a pipeline waits for the GPU before it sends and receives
    bool keepsLastSent = false; ///< the activation that a stage sends last exists until the stepped
                                ///< weights are gathered
    std::vector<Bytes> startUp = {}; ///< tensors that exist together before the weights are loaded,
                                     ///< in the order in which they are made
    std::vector<LaunchPace> paces = {}; ///< of each stage of the pipeline; empty: as computed
};

} // namespace highwater
