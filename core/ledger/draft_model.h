// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <memory>

namespace highwater {

/// The model that proposes tokens for the plan's model (speculative decoding, arXiv 2211.17192), as
/// a plan that serves it on the same tensor ranks: vLLM's draft_tensor_parallel_size is that of the
/// model where it is left out (vllm/config/speculative.py), and so are SGLang's ranks. Null where
/// the plan has none.
Result<std::shared_ptr<const Resolved>> draftOf(const Plan& plan, const Catalog& catalog);

/// Brings the draft model of a plan to the plan's tensor ranks and its workload.
Problems setDraft(Resolved& plan);

/// What the last stage of the plan's pipeline has of the draft model.
struct DraftBytes
{
    Bytes weights = 0, cache = 0;
};
DraftBytes draftBytes(const Resolved& plan, const StageLayers& layers);

/// Tokens that one pass of the model gives: those that it takes of n proposed ones, and its own.
/// Each is taken with the same probability p, up to the first that is not: (1 - p^(n+1)) / (1 - p)
/// (arXiv 2211.17192, equation 1).
double tokensOfPass(const Inference& inference);

} // namespace highwater
