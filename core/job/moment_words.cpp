// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/moment_words.h"

#include <array>

namespace highwater {

Text momentName(Moment moment)
{
    static constexpr std::array names{
        HW_TR("core", "load"),
        HW_TR("core", "end of forward"),
        HW_TR("core", "loss"),
        HW_TR("core", "backward of a layer"),
        HW_TR("core", "end of backward"),
        HW_TR("core", "optimizer step"),
        HW_TR("core", "evaluation"),
        HW_TR("core", "saving"),
        HW_TR("core", "merging of adapters"),
        HW_TR("core", "Generation"),
        HW_TR("core", "Rewards"),
        HW_TR("core", "Log-probabilities of the policy"),
        HW_TR("core", "Pass for the KL term"),
        HW_TR("core", "Log-probabilities of the reference"),
        HW_TR("core", "Values"),
        HW_TR("core", "Logits of the teacher"),
        HW_TR("core", "Update of the critic"),
        HW_TR("core", "Update of the policy"),
        HW_TR("core", "Transfer of weights to the engine"),
    };
    static_assert(names.size() == enumCount<Moment>);
    return {names[static_cast<std::size_t>(moment)]};
}

} // namespace highwater
