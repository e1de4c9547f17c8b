// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/term_writer.h"

namespace highwater {
namespace {

/// The terms that one feed-forward network keeps.
struct FeedForwardTerms
{
    TermId gate, activated, up, product; ///< gated: act(gate) · up
    TermId activationInput, activationOutput; ///< plain: act(x)
};

/// The tensors that the MLP or mixture-of-experts half of a layer keeps for its backward pass;
/// counted like those of the attention half.
class FeedForwardHalf
{
public:
    explicit FeedForwardHalf(const TermWriter& writer)
        : m_writer(writer)
        , m_shape(writer.plan.shape)
    { }

    void operator()() const
    {
        constexpr Per layers = Per::Layer;
        if (m_shape.normsPerLayer > 1) {
            m_writer.addNorm({TermId::MlpNormInput, TermId::MlpNormCopy, TermId::MlpNormScaled,
                              TermId::MlpNormStatistics},
                             Symbol::Hidden, Symbol::One, layers, Region::Sequence,
                             BackwardPoint::Scores);
            // A tiled MLP keeps its input whatever is trained.
            const bool kept = m_writer.keepsInput(AdapterTarget::Gate, AdapterTarget::Up)
                || (m_writer.plan.tilesMlp() && !m_writer.hasMoe());
            if (kept && m_writer.quantised())
                saved(TermId::MlpInputQuantised,
                      m_writer.narrowTokens(Symbol::Hidden, Region::Gathered),
                      m_writer.trained(layers));
            else if (kept)
                saved(TermId::MlpInput,
                      m_writer.tokens(m_writer.copies(m_shape.gated ? 2 : 1) * m_writer.keptBytes(),
                                      Symbol::Hidden, Region::Gathered),
                      m_writer.trained(layers));
        }
        if (m_writer.plan.counts.denseLayers > 0)
            dense();
        if (m_writer.hasMoe())
            experts();
        if (m_writer.plan.choices.dropout && m_shape.norm == Norm::LayerNorm)
            saved(TermId::MlpDropoutMask,
                  m_writer.tokens(maskBytes, Symbol::Hidden, Region::Sequence), layers,
                  BackwardPoint::Output);
        if (m_shape.normsPerLayer >= 4)
            m_writer.addNorm({TermId::MlpPostNormInput, TermId::MlpPostNormCopy,
                              TermId::MlpPostNormScaled, TermId::MlpPostNormStatistics},
                             Symbol::Hidden, Symbol::One, layers, Region::Sequence,
                             BackwardPoint::Scores);
    }

private:
    /// The MLP goes backward first: its tensors are freed when the attention's backward pass
    /// begins.
    void saved(TermId id, Product each, Per layers,
               BackwardPoint until = BackwardPoint::Scores) const
    {
        if (m_writer.plan.tilesMlp() && kindOf(layers) == Per::DenseLayer)
            m_writer.addOfTile(id, each, layers, until);
        else
            m_writer.addSaved(id, each, layers, until);
    }

    void dense() const
    {
        network({TermId::MlpGate, TermId::MlpActivated, TermId::MlpUp, TermId::MlpProduct,
                 TermId::MlpActivationInput, TermId::MlpActivationOutput},
                m_writer.tokens(m_writer.productBytes, Symbol::FeedForward, Region::Split),
                Per::DenseLayer);
        adapters(
            Per::DenseLayer,
            [&](std::int64_t bytes) {
                return m_writer.tokens(bytes, Symbol::Hidden, Region::Gathered);
            },
            [&](std::int64_t bytes) {
                return m_writer.tokens(bytes, Symbol::FeedForward, Region::Split);
            },
            [&](std::int64_t bytes) {
                return m_writer.tokens(bytes, Symbol::Rank, Region::Whole);
            });
    }

    /// Tensors of adapters, as in the attention half; `input`, `inner` and `narrow` size them.
    template <class Input, class Inner, class Narrow>
    void adapters(Per layers, Input input, Inner inner, Narrow narrow) const
    {
        using enum AdapterTarget;
        if (m_writer.plan.trainsAll())
            return;
        const Adapter& adapter = m_writer.plan.adapter;
        const std::int64_t inward
            = (m_shape.gated ? countTargets(adapter, Gate) : 0) + countTargets(adapter, Up);
        const bool down = hasTarget(adapter, Down);
        const std::int64_t each = m_writer.adapterInputBytes(Down);
        const std::int64_t results = m_writer.valueBytes + m_writer.adapterBytes();
        if (each > 0 && inward > 0)
            saved(TermId::AdapterMlpInput, input(each * inward), layers);
        if (each > 0 && down)
            saved(TermId::AdapterDownInput, inner(each), layers, BackwardPoint::Gating);
        if (const std::int64_t all = inward + (down ? 1 : 0);
            all > 0 && !m_writer.plan.fusesAdapter(Down))
            saved(TermId::AdapterRankOutputs, narrow(m_writer.adapterBytes() * all), layers);
        if (adapter.method == AdapterMethod::AdapterV2) {
            const std::int64_t products = m_shape.gated ? 2 : 1;
            saved(TermId::AdapterScaled, inner(m_writer.valueBytes * products), layers);
            saved(TermId::AdapterScaled, input(m_writer.valueBytes), layers);
        }
        if (adapter.dora && inward > 0)
            saved(TermId::AdapterResults, inner(results * inward), layers);
        if (adapter.dora && down)
            saved(TermId::AdapterResults, input(results), layers);
    }

    /// One network whose inner tensors have the size `each`, in the type of the computation.
    void network(const FeedForwardTerms& terms, Product each, Per layers) const
    {
        const bool kept = m_writer.keepsInput(AdapterTarget::Down);
        // The product is made again in the backward pass.
        const bool fused = m_writer.plan.fusesAdapter(AdapterTarget::Down);
        const Product last = m_writer.quantised() ? m_writer.narrow(each) : each;
        if (m_shape.gated) {
            // If their gradients take their places, until the products before them are done.
            const BackwardPoint until
                = m_writer.plan.gatesInPlace() ? BackwardPoint::Scores : BackwardPoint::Input;
            saved(terms.gate, each, layers, until);
            if (m_writer.eagerMlp() && !fused)
                saved(terms.activated, each, layers, BackwardPoint::Input);
            saved(terms.up, each, layers, until);
            if (kept && !fused)
                saved(terms.product, last, m_writer.trained(layers), BackwardPoint::Gating);
        } else {
            const bool relu = m_shape.activation == Activation::Relu; // its backward needs the
                                                                      // output only
            if (!relu || m_writer.quantised()) // the output that is kept is the product's own
                saved(terms.activationInput, each, layers, BackwardPoint::Input);
            if (kept || relu)
                saved(terms.activationOutput, last, relu ? layers : m_writer.trained(layers),
                      relu ? BackwardPoint::Input : BackwardPoint::Gating);
        }
    }

    /// Every token passes through K experts. Eager: Mixtral's loop over the experts; fused:
    /// permuted rows and grouped products.
    void experts() const
    {
        constexpr Per layers = Per::MoeLayer;
        const std::int64_t width = m_writer.productBytes;
        const auto tokens = [&](std::int64_t bytes, Symbol symbol) {
            return m_writer.tokens(bytes, symbol, Region::Sequence);
        };
        saved(TermId::RouterProbabilities, tokens(floatBytes, Symbol::Experts), layers);
        saved(TermId::RouterChoice, tokens(indexBytes, Symbol::TopK), layers);
        saved(TermId::RouterChosen, tokens(floatBytes, Symbol::TopK), layers);
        saved(TermId::RouterSum, m_writer.tokens(floatBytes, Region::Sequence), layers);
        saved(TermId::ExpertsIndices, tokens(2 * indexBytes, Symbol::TopK), layers);
        if (m_writer.keepsInput(AdapterTarget::Gate, AdapterTarget::Up))
            saved(TermId::ExpertsInput,
                  m_writer.quantised() ? m_writer.narrowRouted(m_writer.routedWidth())
                                       : m_writer.routed(width, m_writer.routedWidth()),
                  m_writer.trained(layers));
        network({TermId::ExpertsGate, TermId::ExpertsActivated, TermId::ExpertsUp,
                 TermId::ExpertsProduct, TermId::ExpertsActivationInput,
                 TermId::ExpertsActivationOutput},
                m_writer.routed(width, Symbol::ExpertWidth), layers);
        adapters(
            layers,
            [&](std::int64_t bytes) { return m_writer.routed(bytes, m_writer.routedWidth()); },
            [&](std::int64_t bytes) { return m_writer.routed(bytes, Symbol::ExpertWidth); },
            [&](std::int64_t bytes) { return m_writer.routed(bytes, Symbol::Rank); });
        saved(TermId::ExpertsOutput, m_writer.routed(width, m_writer.routedWidth()), layers,
              BackwardPoint::Gating);
        saved(TermId::ExpertsRoutingWeight, tokens(width, Symbol::TopK), layers);
        if (m_writer.eagerMlp()) // index_add keeps the tensor that it adds
            saved(TermId::ExpertsWeightedOutput, m_writer.routed(width, m_writer.routedWidth()),
                  layers, BackwardPoint::Gating);
        if (m_shape.sharedTotalWidth() > 0)
            network({TermId::SharedGate, TermId::SharedActivated, TermId::SharedUp,
                     TermId::SharedProduct, TermId::SharedActivationInput,
                     TermId::SharedActivationOutput},
                    m_writer.tokens(width, Symbol::SharedWidth, Region::Split), layers);
    }

    const TermWriter& m_writer;
    const Shape& m_shape;
};

} // namespace

void addFeedForward(const TermWriter& writer)
{
    FeedForwardHalf{writer}();
}

} // namespace highwater
