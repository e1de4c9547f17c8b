// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/terms.h"

#include "core/ledger/serving.h"
#include "core/ledger/term_writer.h"

namespace highwater {

void listTerms(const Resolved& plan, const Stage& stage, std::vector<Term>& terms)
{
    terms.clear();
    const TermWriter writer(plan, stage, terms);
    if (plan.serves()) {
        addServing(writer);
        return;
    }
    addStates(writer);
    if (plan.isFrozen()) {
        addPass(writer);
        return;
    }
    addRecomputed(writer);
    addAttention(writer);
    addFeedForward(writer);
    addWorkingSet(writer);
}

} // namespace highwater
