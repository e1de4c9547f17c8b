// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term_writer.h"
#include "core/ledger/weight_formats.h"

namespace highwater {

/// The layout that a server has: tensor, pipeline and expert ranks only. Experts that no key splits
/// are split like all other weights.
Layout servingLayout(const Layout& layout, const Shape& shape);

/// The terms of one stage of a plan that serves its model.
void addServing(const TermWriter& writer);

/// The choices that give the weights of one rank of the plan's server, for all layers.
WeightChoices servedWeights(const Resolved& plan);

/// Set the symbols of these terms that follow from the stage, and those from the workload.
void setServedWeights(SymbolValues& values, const Resolved& plan, const StageLayers& layers);
void setServedWorkload(SymbolValues& values, const Resolved& plan);

/// Bytes of weights in the host's memory, of one stage.
struct HostBytes
{
    Bytes embedding = 0; ///< rows of it are looked up
    Bytes always = 0; ///< read for every token
    Bytes experts = 0; ///< of routed experts

    Bytes weights() const { return bounded::plus(embedding, bounded::plus(always, experts)); }
};

/// What llama.cpp keeps on the host: the embedding, the layers and the experts that the plan leaves
/// there. Nothing for other servers.
HostBytes hostBytesOf(const Resolved& plan, const StageLayers& layers);
/// Whether weights that every token needs, or experts, are left on the host.
bool readsWeightsOfHost(const Resolved& plan);

/// The bytes that a server needs in addition to its cache.
struct ServedBytes
{
    Bytes weights = 0;
    Bytes passes = 0; ///< of the largest pass over prompts
    Bytes runtime = 0; ///< of the overhead terms
};
ServedBytes servedBytes(const Stage& stage);

/// Keys, values and states of all sequences that the stage serves at a time.
Bytes cacheBytes(const Stage& stage);

/// The bytes that the server keeps free in addition to the terms of the stage.
Bytes keptFree(const Resolved& plan, const Stage& stage);

} // namespace highwater
