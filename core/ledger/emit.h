// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

namespace highwater {

/// How tensor parallelism cuts a tensor (Korthikanti et al., arXiv 2205.05198, section 4.2).
enum class Region {
    Sequence, ///< between the split products: cut by sequence parallelism
    Gathered, ///< what goes into a split product: whole while it runs, kept as the plan says
    Split, ///< heads and widths inside the split products
    Whole ///< what comes out of a split product, before the ranks' parts are added up
};

/// Bytes of one mask entry: CUDA keeps a bool.
inline constexpr std::int64_t maskBytes = 1;
inline constexpr std::int64_t floatBytes = 4;
inline constexpr std::int64_t indexBytes = 8;

/// What the parts of the walk share: the stage, where terms go, and how long the tensors of a
/// layer live under the plan's recomputation.
template <class Sink> struct Emit
{
    const Resolved& plan;
    const Stage& stage;
    Sink& sink;
    std::int64_t width; ///< bytes of one computed value
    bool recomputes; ///< all of a layer, but for what its kind of recomputation keeps
    bool away; ///< what is kept is kept on the host

    Emit(const Resolved& of, const Stage& at, Sink& into)
        : plan(of)
        , stage(at)
        , sink(into)
        , width(computeBytes(of.choices.precision))
        , recomputes(of.choices.recompute == Recompute::Full
                     || (of.choices.recompute == Recompute::Selective && flash()))
        , away(of.layout.offloadActivations == ActivationOffload::Cpu)
    { }

    bool eager() const { return plan.choices.kernels == Kernels::Eager; }
    bool flash() const { return plan.choices.attention == Attention::Flash; }
    bool quantised() const { return plan.choices.precision == Precision::Fp8Mixed; }
    bool hasMoe() const { return plan.counts.moeLayers > 0; }

    Bytes valueOf(const Product& product) const { return value(product, stage.symbols); }

    /// The life of gradients that are not kept from one step to the next. Where no forward pass
    /// comes behind a backward pass they count as kept: they never stand beside all the passes in
    /// flight, and the moments look at no event with fewer.
    Life accumulated() const
    {
        if (plan.microBatches == 1)
            return Life::Growing;
        const Schedule& schedule = stage.schedule;
        return schedule.passes - schedule.inFlight >= schedule.chunks ? Life::Accumulated
                                                                      : Life::Training;
    }

    void put(TermId id, Life life, const Product& each, Per per = Per::Model,
             Place place = Place::Gpu, BackwardPoint point = BackwardPoint::End) const
    {
        sink(Term{id, life, each, per, place, point});
    }

    /// What is there at one point of a layer's backward pass.
    void work(BackwardPoint point, TermId id, const Product& each, Per per) const
    {
        put(id, Life::Working, each, per, Place::Gpu, point);
    }

    /// Whether the input of a product is kept: for the gradient of its weight, or of an adapter's
    /// beside it, which keeps a copy of its own where it drops some out.
    template <class... Targets> bool keepsInput(Targets... targets) const
    {
        if (plan.trainsAll() || (plan.quantisedBase() && plan.profile->keepsFrozenInputs))
            return true;
        return adaptsInput(targets...);
    }
    template <class... Targets> bool adaptsInput(Targets... targets) const
    {
        return plan.adapter.dropout == 0 && adapted(plan.adapter, targets...) > 0;
    }

    /// A tensor that the backward pass of a layer needs up to a point, and that recomputation may
    /// bring back.
    void saved(TermId id, const Product& each, Per per,
               BackwardPoint until = BackwardPoint::End) const
    {
        keep(id, each, per, recomputes, until);
    }

    /// The attention's output, which selective checkpointing by operator keeps as well.
    void savedOutput(TermId id, const Product& each, Per per) const
    {
        keep(id, each, per, plan.choices.recompute == Recompute::Full);
    }

    /// Attention scores. They are what Korthikanti et al. (arXiv 2205.05198) recompute, when the
    /// attention's own backward pass comes.
    void savedScores(TermId id, const Product& each, Per per,
                     BackwardPoint until = BackwardPoint::End) const
    {
        if (plan.choices.recompute != Recompute::Selective)
            saved(id, each, per, until);
        else if (until > BackwardPoint::Scores)
            work(BackwardPoint::Scores, id, each, per);
    }

    void keep(TermId id, const Product& each, Per per, bool recomputed,
              BackwardPoint end = BackwardPoint::End) const
    {
        const BackwardPoint until = plan.points.from(end);
        if (recomputed) {
            put(id, Life::Recomputed, each, per, Place::Gpu, until);
            return;
        }
        put(id, away ? Life::Streamed : Life::Saved, each, per, Place::Gpu, until);
        if (away)
            put(id, Life::Saved, each, per, Place::Host, until);
    }

    /// Tokens of one micro-batch times a width, on one rank.
    Product tokens(std::int64_t bytes, Symbol tensorWidth, Region region) const
    {
        return bytes * Symbol::Context * Symbol::MicroBatch * tensorWidth / cut(region);
    }
    Product tokens(std::int64_t bytes, Region region) const
    {
        return bytes * Symbol::Context * Symbol::MicroBatch / cut(region);
    }
    /// Every query by every key.
    Product scores(std::int64_t bytes) const
    {
        return bytes * Symbol::Heads * Symbol::Context * Symbol::Context * Symbol::MicroBatch
            / cut(Region::Split);
    }
    /// Copies of tokens on their way through their experts.
    Product routed(std::int64_t bytes, Symbol tensorWidth) const
    {
        const Product whole = bytes * Symbol::RoutedTokens * tensorWidth;
        const bool split = plan.layout.expertTensor > 1 && tensorWidth == Symbol::ExpertWidth;
        return split ? whole / Symbol::ExpertTensorRanks : whole;
    }

private:
    Symbol cut(Region region) const
    {
        const Layout& layout = plan.layout;
        const bool sequence = plan.choices.sequenceParallel;
        const bool gathered = plan.choices.tpInputs == TpInputs::Gathered;
        const bool byTensor = layout.tensor > 1
            && (region == Region::Split || (region == Region::Sequence && sequence)
                || (region == Region::Gathered && sequence && !gathered));
        if (layout.context == 1)
            return byTensor ? Symbol::TensorRanks : Symbol::One;
        return byTensor ? Symbol::TensorContextRanks : Symbol::ContextRanks;
    }
};

/// The terms that one normalisation keeps.
struct NormTerms
{
    TermId input, copy, scaled, statistics;
};

/// What a norm over `width` keeps; `rows` norms share a token where it works by head.
/// Fused: its input and its statistics. Eager RMSNorm as Hugging Face writes it: a 32-bit copy of
/// the input in place of the input, and the normalised values before the weight.
template <class Sink>
void emitNorm(const Emit<Sink>& emit, const NormTerms& terms, Symbol width, Symbol rows, Per per,
              Region region, BackwardPoint until = BackwardPoint::End)
{
    const bool layerNorm = emit.plan.shape.norm == Norm::LayerNorm;
    if (emit.eager() && !layerNorm) {
        emit.saved(terms.copy, emit.tokens(floatBytes, width, region), per, until);
        if (emit.plan.trainsAll()) // for the gradient of the norm's weight
            emit.saved(terms.scaled, emit.tokens(emit.width, width, region), per, until);
    } else {
        emit.saved(terms.input, emit.tokens(emit.width, width, region), per, until);
    }
    // LayerNorm's mean and deviation stay in the type of the input (Liger ops/layer_norm.py,
    // PyTorch on a CPU); RMSNorm's deviation is 32-bit.
    emit.saved(terms.statistics,
               rows == Symbol::One ? emit.tokens(layerNorm ? 2 * emit.width : floatBytes, region)
                                   : emit.tokens(floatBytes, rows, region),
               per, until);
}

} // namespace highwater
