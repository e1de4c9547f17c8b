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
        HW_TR("core", "text is generated"),
        HW_TR("core", "rewards"),
        HW_TR("core", "log-probabilities of the policy"),
        HW_TR("core", "pass for the KL term"),
        HW_TR("core", "log-probabilities of the reference"),
        HW_TR("core", "values"),
        HW_TR("core", "logits of the teacher"),
        HW_TR("core", "update of the critic"),
        HW_TR("core", "update of the policy"),
        HW_TR("core", "weights sent to the engine"),
    };
    static_assert(names.size() == enumCount<Moment>);
    return {names[static_cast<std::size_t>(moment)]};
}

} // namespace highwater
