// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace highwater {

/// Facts of a measured run for which a plan has no key.
struct RunFacts
{
    std::optional<double> tokensPerSecondPerGpu = {}; ///< measured
    bool earlyPyTorch = false; ///< 2.0 or older, whose AdamW steps in separate kernels
    bool earlyBitsandbytes = false; ///< before 0.43.2
    bool narrowLoss = false; ///< the model's own code computes the loss in the type of the logits
    bool measuresNetwork = false; ///< the program measures the network before it loads weights
    bool sendsAhead = false; ///< the program of its pipeline sends without waiting for the GPU
    double collectiveSeconds = 0; ///< of the program, for each collective and rank of its group
};

} // namespace highwater
