// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/term_writer.h"

#include <cstdint>
#include <vector>

namespace highwater {

/// The terms of a stage that have bytes on the GPU.
class ReplayTerms
{
public:
    ReplayTerms(const Resolved& plan, const Stage& stage)
        : m_plan(plan)
        , m_stage(stage)
        , m_writer(plan, stage, m_none)
    { }
    ReplayTerms(const ReplayTerms&) = delete; // m_writer refers to m_none
    ReplayTerms& operator=(const ReplayTerms&) = delete;

    Bytes valueBytes() const { return m_writer.valueBytes; } ///< of one computed value
    Bytes bytes(const Term& term) const { return m_writer.bytes(term.each); }
    /// The number of the stage's layers that have the term, or 1.
    std::int64_t copies(const Term& term) const
    {
        const std::int64_t layers = m_stage.layers.layers();
        const std::int64_t moe = m_plan.shape.moeLayers(m_stage.layers.first, m_stage.layers.end);
        switch (term.per) {
        case Per::Layer:
            return layers;
        case Per::DenseLayer:
            return layers - moe;
        case Per::MoeLayer:
            return moe;
        default:
            return 1;
        }
    }

    template <class Do> void ofLife(Life life, Do&& what) const
    {
        for (const Term& term : m_stage.terms)
            if (term.life == life && term.place == Place::Gpu && bytes(term) > 0)
                what(term);
    }

private:
    const Resolved& m_plan;
    const Stage& m_stage;
    std::vector<Term> m_none; ///< the list that m_writer asks for; it stays empty
    TermWriter m_writer;
};

} // namespace highwater
