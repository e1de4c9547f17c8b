// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework.h"
#include "core/ledger/term_writer.h"

#include <array>
#include <span>

namespace highwater {
namespace {

/// The tensors that recomputation keeps in place of the layer's other tensors.
class RecomputeTerms
{
public:
    explicit RecomputeTerms(const TermWriter& writer)
        : m_writer(writer)
    { }

    void operator()() const
    {
        if (!m_writer.recomputes())
            return;
        m_writer.addKept(TermId::LayerInput,
                         m_writer.tokens(m_writer.streamBytes, Symbol::Hidden, Region::Sequence),
                         m_writer.plan.pattern.groups() ? Per::GroupInput
                                                        : m_writer.recomputed(Per::Layer),
                         false);
        if (m_writer.plan.recomputesOperators())
            operators();
    }

private:
    struct Matmul
    {
        TermId id;
        Symbol width;
        Region region = Region::Split;
    };

    /// Selective recomputation by operator, as torchtitan sets it up (torchtitan,
    /// distributed/activation_checkpoint.py): in addition to the attention's output, the output of
    /// every second matrix product is kept. Of q, k, v, projection, gate, up and down these are q,
    /// v, gate and down.
    void operators() const
    {
        const std::size_t before = attention();
        const bool dense = m_writer.plan.counts.denseLayers > 0;
        if (dense && m_writer.plan.shape.gated) {
            const std::array mlp{Matmul{TermId::SelectiveGate, Symbol::FeedForward},
                                 Matmul{TermId::SelectiveUp, Symbol::FeedForward},
                                 Matmul{TermId::SelectiveDown, Symbol::Hidden, Region::Whole}};
            everySecond(mlp, before, Per::DenseLayer);
        } else if (dense) {
            const std::array mlp{Matmul{TermId::SelectiveUp, Symbol::FeedForward},
                                 Matmul{TermId::SelectiveDown, Symbol::Hidden, Region::Whole}};
            everySecond(mlp, before, Per::DenseLayer);
        }
        if (!m_writer.hasMoe())
            return;
        // torchtitan counts plain matrix products. Those of routed experts are grouped, and always
        // recomputed.
        const std::array router{Matmul{TermId::SelectiveRouter, Symbol::Experts, Region::Sequence},
                                Matmul{TermId::SelectiveSharedGate, Symbol::SharedWidth},
                                Matmul{TermId::SelectiveSharedUp, Symbol::SharedWidth},
                                Matmul{TermId::SelectiveSharedDown, Symbol::Hidden, Region::Whole}};
        const bool shared = m_writer.plan.shape.sharedTotalWidth() > 0;
        everySecond(std::span(router).first(shared ? router.size() : 1), before, Per::MoeLayer);
    }

    /// Returns how many matrix products the attention has.
    std::size_t attention() const
    {
        const Shape& shape = m_writer.plan.shape;
        if (!shape.isLatent()) {
            const std::array products{
                Matmul{TermId::SelectiveQuery, Symbol::Query},
                Matmul{TermId::SelectiveKey, Symbol::KeyValue},
                Matmul{TermId::SelectiveValue, Symbol::KeyValue},
                Matmul{TermId::SelectiveAttentionProjected, Symbol::Hidden, Region::Whole}};
            return everySecond(products, 0, Per::Layer);
        }
        const std::array products{
            Matmul{TermId::SelectiveQueryLatent, Symbol::QueryRank, Region::Sequence},
            Matmul{TermId::SelectiveQueryExpanded, Symbol::Query},
            Matmul{TermId::SelectiveKvLatent, Symbol::KvRank, Region::Sequence},
            Matmul{TermId::SelectiveKvExpanded, Symbol::ExpandedKv},
            Matmul{TermId::SelectiveAttentionProjected, Symbol::Hidden, Region::Whole}};
        const bool queryLatent = shape.latent.queryRank > 0;
        if (queryLatent) // the latent's product is the third, and its output holds the rotary key
            m_writer.add(TermId::SelectiveKvRotary, Life::Saved,
                         m_writer.tokens(m_writer.valueBytes, Symbol::RotaryDim, Region::Sequence),
                         m_writer.recomputed(Per::Layer));
        return everySecond(std::span(products).subspan(queryLatent ? 0 : 1), 0, Per::Layer);
    }

    std::size_t everySecond(std::span<const Matmul> products, std::size_t before, Per layers) const
    {
        // No tensor of the layer's backward pass needs the output of its last product.
        const bool drops
            = m_writer.plan.profile->dropsUnused && m_writer.plan.choices.kernels == Kernels::Fused;
        const auto kept
            = [&](const Matmul& product) { return !drops || product.id != TermId::SelectiveDown; };
        for (std::size_t i = 0; i < products.size(); ++i)
            if ((before + i) % 2 == 0 && kept(products[i]))
                m_writer.addKept(
                    products[i].id,
                    m_writer.tokens(m_writer.valueBytes, products[i].width, products[i].region),
                    m_writer.recomputed(layers), false);
        return before + products.size();
    }

    const TermWriter& m_writer;
};

} // namespace

void addRecomputed(const TermWriter& writer)
{
    RecomputeTerms{writer}();
}

} // namespace highwater
