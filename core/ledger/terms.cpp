// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/terms.h"

#include "core/ledger/serving.h"
#include "core/ledger/term_writer.h"

namespace highwater {

void listTerms(const Resolved& plan, Stage& stage, const Stage* sibling)
{
    stage.terms.clear();
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
    stage.firstOfLayers = stage.terms.size();
    if (sibling) {
        const auto at = [&](std::size_t term) {
            return sibling->terms.begin() + static_cast<std::ptrdiff_t>(term);
        };
        stage.terms.insert(stage.terms.end(), at(sibling->firstOfLayers), at(sibling->endOfLayers));
    } else {
        addRecomputed(writer);
        addAttention(writer);
        addFeedForward(writer);
    }
    stage.endOfLayers = stage.terms.size();
    addWorkingSet(writer);
}

} // namespace highwater
