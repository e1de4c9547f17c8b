// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

#include <array>
#include <vector>

namespace highwater {

/// The part of a tensor that each tensor-parallel rank has (Korthikanti et al., arXiv 2205.05198,
/// section 4.2).
enum class Region {
    Sequence, ///< outside the split matrix products: cut only by sequence parallelism
    Gathered, ///< input of a split matrix product: whole while it runs, kept as tpInputs says
    Split, ///< between two split matrix products: heads and widths are cut
    Whole ///< output of a split matrix product, before the ranks' parts are added up
};

inline constexpr auto regionCount = static_cast<std::size_t>(Region::Whole) + 1;

/// Bytes of one mask entry: CUDA keeps a bool.
inline constexpr std::int64_t maskBytes = 1;
inline constexpr std::int64_t floatBytes = 4;
inline constexpr std::int64_t indexBytes = 8;

/// The terms that one normalisation keeps.
struct NormTerms
{
    TermId input, copy, scaled, statistics;
};

/// Writes the terms of one stage into a list. Knows the sizes that many terms share, and how long
/// the tensors of a layer live under the plan's recomputation.
class TermWriter
{
public:
    const Resolved& plan;
    const Stage& stage;
    const std::int64_t valueBytes; ///< of one computed value
    const std::int64_t streamBytes; ///< of one value of the residual stream
    const std::int64_t productBytes; ///< of one value that a layer's product gives

    TermWriter(const Resolved& ofPlan, const Stage& ofStage, std::vector<Term>& into);

    /// Bytes of one value of a layer's product input, as the product keeps it.
    std::int64_t keptBytes() const { return plan.keepsFrozenInputs() ? productBytes : valueBytes; }
    /// The width of the tokens that experts take and give.
    Symbol routedWidth() const
    {
        return plan.shape.expertHidden > 0 ? Symbol::ExpertLatent : Symbol::Hidden;
    }
    /// Copies of an input that so many products share.
    std::int64_t copies(std::int64_t products) const { return plan.autocasts() ? products : 1; }
    bool eagerNorms() const { return plan.choices.normKernels == Kernels::Eager; }
    bool eagerMlp() const { return plan.choices.mlpKernels == Kernels::Eager; }
    bool flash() const { return plan.choices.attention == Attention::Flash; }
    bool quantised() const { return plan.keepsNarrow(); }
    bool hasMoe() const { return plan.counts.moeLayers > 0; }
    /// Whether the backward pass computes a layer again, except for what the plan's kind of
    /// recomputation keeps.
    bool recomputes() const { return m_recomputes; }

    /// Whether a tensor that the layer's first norm keeps is the layer's input itself, and no copy
    /// of it: in a 32-bit stream the norm's cast to 32 bits makes none.
    bool isLayerInput(TermId id) const
    {
        return id == TermId::AttentionNormInput
            || (id == TermId::AttentionNormCopy && streamBytes == floatBytes);
    }

    Bytes bytes(Product product) const { return bytesOf(product, stage.symbols); }

    /// The life of gradients that are not kept from one step to the next: Growing with a single
    /// micro-batch, else Accumulated. But it is Training on a stage where no micro-batch has
    /// completed its gradients while the most passes are in flight: the moments assume completed
    /// gradients and the most passes in flight (Event::accumulated), the timeline of this stage
    /// never has the two together, and Training gives both the same bytes. Example: the first of 4
    /// stages has 4 passes in flight. With 8 micro-batches, the fifth goes forward when the first
    /// has gone backward: Accumulated. With 4, none goes forward after that: Training.
    Life accumulatedLife() const;

    /// Whether the input of a matrix product is kept for the backward pass: for the gradient of its
    /// weight or of an adapter on it. Where an adapter keeps its own copy of the input, the copy is
    /// a separate term.
    template <class... Targets> bool keepsInput(Targets... targets) const
    {
        if (plan.trainsAll() || plan.keepsFrozenInputs())
            return true;
        return adaptsInput(targets...);
    }
    template <class... Targets> bool adaptsInput(AdapterTarget first, Targets... further) const
    {
        return adapterInputBytes(first) == 0 && countTargets(plan.adapter, first, further...) > 0;
    }
    /// Bytes of a value that an adapter computes with.
    std::int64_t adapterBytes() const;
    /// Bytes for each value of an adapter's input in the adapter's own copy, which it needs where
    /// its type differs or its dropout has a mask. 0 where it keeps the tensor that it is given.
    std::int64_t adapterInputBytes(AdapterTarget of) const;

    /// The Per of a layer's tensors that only layers with a backward pass have.
    Per backward(Per per) const
    {
        return plan.pattern.frozen > 0 ? perOfKind(per, Per::BackwardLayer) : per;
    }
    /// The same for tensors that are kept for gradients of weights.
    Per trained(Per per) const
    {
        return plan.pattern.passesSome() ? perOfKind(per, Per::TrainedLayer) : backward(per);
    }
    /// The same for layers that are recomputed.
    Per recomputed(Per per) const
    {
        return plan.pattern.recomputesSome() ? perOfKind(per, Per::MarkedLayer) : backward(per);
    }

    void add(TermId id, Life life, Product each, Per per = Per::Model, Place place = Place::Gpu,
             BackwardPoint point = BackwardPoint::End) const
    {
        // What the host holds of a shared pool is held in the device's memory.
        const bool isHosts = place == Place::Host || place == Place::FirstHost;
        m_terms.emplace_back(id, life, each, per, isHosts && m_onePool ? Place::Gpu : place, point);
    }

    /// A tensor that exists at one point of a layer's backward pass only.
    void addWorking(BackwardPoint point, TermId id, Product each, Per per) const
    {
        add(id, Life::Working, each, per, Place::Gpu, point);
    }

    /// A tensor that the backward pass of a layer needs up to a point, and that recomputation may
    /// make again.
    void addSaved(TermId id, Product each, Per per, BackwardPoint until = BackwardPoint::End) const;

    /// The attention's output, which selective checkpointing by operator keeps as well.
    void addAttentionOutput(TermId id, Product each, Per per) const;

    /// Attention scores. Selective recomputation (Korthikanti et al., arXiv 2205.05198, section 5)
    /// drops them, and computes them again when the attention's own backward pass comes.
    void addScores(TermId id, Product each, Per per,
                   BackwardPoint until = BackwardPoint::End) const;

    /// A tensor of one tile of an MLP, which only the tile's own passes hold: it is made again in
    /// the layer's backward pass, whether the plan recomputes layers or not (DeepSpeed,
    /// runtime/sequence_parallel/ulysses_sp.py: TiledMLP).
    void addOfTile(TermId id, Product each, Per per, BackwardPoint until) const
    {
        add(id, Life::Recomputed, tileOf(each), backward(per), Place::Gpu, plan.points.from(until));
    }
    static Product tileOf(Product each) { return each.with(Symbol::Context, Symbol::TileTokens); }

    /// Adds a tensor of a part of the layer that the plan recomputes alone; false if no such part
    /// has the tensor.
    bool addOfModule(TermId id, Product each, Per per, BackwardPoint until) const;

    /// A tensor that the forward pass keeps, or that the backward pass computes again.
    void addKept(TermId id, Product each, Per per, bool recomputed,
                 BackwardPoint until = BackwardPoint::End) const;

    /// The tensors that a norm over `width` keeps. `rows` is the number of vectors that it
    /// normalises for each token: One, or the heads where each head is normalised alone.
    void addNorm(const NormTerms& terms, Symbol width, Symbol rows, Per per, Region region,
                 BackwardPoint until = BackwardPoint::End) const;

    /// Tokens of one micro-batch times a width, on one rank.
    Product tokens(std::int64_t bytes, Symbol tensorWidth, Region region) const
    {
        return bytes * Symbol::Context * Symbol::MicroBatch * tensorWidth / ranksThatCut(region);
    }
    Product tokens(std::int64_t bytes, Region region) const
    {
        return bytes * Symbol::Context * Symbol::MicroBatch / ranksThatCut(region);
    }
    /// The matrix of attention scores: every query by every key, for each head of a rank.
    Product scores(std::int64_t bytes) const;
    /// Copies of tokens on their way through their experts.
    Product routed(std::int64_t bytes, Symbol tensorWidth) const;
    /// Inputs of narrow products, of tokens and of their copies, with their scales.
    Product narrowTokens(Symbol tensorWidth, Region region) const
    {
        return narrow(tokens(1, tensorWidth, region));
    }
    Product narrowRouted(Symbol tensorWidth) const { return narrow(routed(1, tensorWidth)); }
    Product narrow(Product values) const;

private:
    Symbol ranksThatCut(Region region) const { return m_cuts[static_cast<std::size_t>(region)]; }
    void addOffloaded(TermId id, Product each, Per per, BackwardPoint end) const;

    std::vector<Term>& m_terms;
    bool m_recomputes;
    bool m_recomputesModules; ///< parts of a layer, which the plan names
    bool m_savesOnHost;
    bool m_onePool; ///< host and device share their memory
    std::array<Symbol, regionCount> m_cuts; ///< the ranks that cut each Region
};

/// Whether the backward pass of a stage's output head makes the gradient of its weight while that
/// of the logits is held: chunked losses make it with the loss, and a role's is in the job's lists.
bool makesHeadGradient(const Resolved& plan, const StageLayers& layers);

/// Whether the backward pass of a stage ends with the gradient of the embedding alone: on the first
/// of several stages, where tensors of other micro-batches are held meanwhile. Elsewhere the head's
/// gradient is as large, and not less is held with it.
bool endsWithEmbedding(const Resolved& plan, const StageLayers& layers);

/// Whether autograd adds up the gradients of a tied weight, that of the head and that of the
/// embedding, in one pass, and nothing takes the first one before.
bool joinsTied(const Resolved& plan, const StageLayers& layers);

/// Each adds one part of a stage's list, in the order in which a ledger shows them.
void addStates(const TermWriter& writer);
void addRecomputed(const TermWriter& writer);
void addAttention(const TermWriter& writer);
void addFeedForward(const TermWriter& writer);
void addEnds(const TermWriter& writer); ///< embedding, head and loss, and a layer's output
void addLayerBackward(const TermWriter& writer);
void addBuffers(const TermWriter& writer); ///< gathered and whole blocks, and those of frameworks

/// A forward pass that keeps nothing for a backward one.
void addPass(const TermWriter& writer);

/// The moments beside the step: loading, evaluation, saving, merging.
void addBeside(const TermWriter& writer);

} // namespace highwater
