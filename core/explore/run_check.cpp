// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/run_check.h"

#include "core/ledger/plan_checks.h"

#include <algorithm>
#include <string_view>

namespace highwater {

RunCheck::RunCheck(const Resolved& plan, const Judgement& present)
    : m_remainders(remainders(plan))
    , m_empties(fitOf(present) == Fit::Emptying)
{ }

bool RunCheck::takes(const Resolved& changed) const
{
    return std::ranges::all_of(remainders(changed), [this](const Warning& left) {
        return std::ranges::any_of(m_remainders, [&](const Warning& own) {
            return std::string_view(own.message.id) == left.message.id;
        });
    });
}

} // namespace highwater
