// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/framework.h"
#include "core/ledger/term.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <vector>

namespace highwater {

/// All choices on which the logits that one role keeps depend.
struct HeadChoice
{
    JobKind kind{};
    RoleId role{};
    const JobDefaults* defaults = &assumedJob;
    JobLogits logits{};
    Entropy entropy{};
    bool updates = false; ///< a backward pass follows
    bool scalar = false; ///< one value a token in place of the vocabulary
    bool splits = false; ///< tensor ranks split the vocabulary
    bool trainsHead = false;
    bool noOtherLogits = false; ///< no other model's logits are on the GPU
    std::int64_t topK = 0; ///< of the teacher's logits; 0: all
};

/// The tensors of the head and the loss of one role, with the bytes of a logit that the code of the
/// framework keeps (JobDefaults). The kernels of chunked losses are Liger Kernel's, ead96b6.
std::vector<Term> headTerms(const HeadChoice& choice);

} // namespace highwater
