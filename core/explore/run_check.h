// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/explore/fits.h"
#include "core/ledger/resolve.h"
#include "core/ledger/warning.h"

#include <vector>

namespace highwater {

/// Whether a plan that fits with another value of a key can be run as the unchanged plan can: its
/// ranks divide what they divide in the unchanged plan, and its allocator empties no cache unless
/// it does in the unchanged plan.
class RunCheck
{
public:
    RunCheck(const Resolved& plan, const Judgement& present);

    /// Whether all remainders (plan_checks.h) of the changed plan are those of the unchanged one.
    bool takes(const Resolved& changed) const;
    bool allows(Fit fit) const { return fit == Fit::Yes || (fit == Fit::Emptying && m_empties); }

private:
    std::vector<Warning> m_remainders;
    bool m_empties = false;
};

} // namespace highwater
