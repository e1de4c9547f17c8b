// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/terms.h"

#include "core/ledger/serving.h"
#include "core/ledger/term_writer.h"

namespace highwater {

namespace {

/// Lists terms that are the same in every stage, or copies those of the sibling.
template <class List>
void listShared(Stage& stage, const Stage* sibling, std::size_t part, List list)
{
    Stage::Range& range = stage.ofLayers[part];
    range.first = stage.terms.size();
    if (sibling) {
        const auto at = [&](std::size_t term) {
            return sibling->terms.begin() + static_cast<std::ptrdiff_t>(term);
        };
        const Stage::Range& same = sibling->ofLayers[part];
        stage.terms.insert(stage.terms.end(), at(same.first), at(same.end));
    } else {
        list();
    }
    range.end = stage.terms.size();
}

} // namespace

void listTerms(const Resolved& plan, Stage& stage, const Stage* sibling)
{
    stage.terms.clear();
    stage.ofLayers = {};
    const TermWriter writer(plan, stage, stage.terms);
    if (plan.serves()) {
        addServing(writer);
        return;
    }
    addStates(writer);
    if (plan.isFrozen()) {
        addPass(writer);
        return;
    }
    listShared(stage, sibling, 0, [&] {
        addRecomputed(writer);
        addAttention(writer);
        addFeedForward(writer);
    });
    addEnds(writer);
    listShared(stage, sibling, 1, [&] { addLayerBackward(writer); });
    addBuffers(writer);
    addBeside(writer);
}

} // namespace highwater
