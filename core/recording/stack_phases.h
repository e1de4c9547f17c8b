// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/phases.h"

#include <optional>

namespace highwater {

/// Finds the phase of an allocation by the functions on its stack; null where these do not decide
/// it.
class StackPhases
{
public:
    explicit StackPhases(const StackTable& stacks);

    std::optional<RunPhase> operator()(std::uint32_t stack) const { return m_phases[stack]; }
    /// Whether the stacks decide the phase of any allocation.
    bool known() const { return m_known; }

private:
    std::vector<std::optional<RunPhase>> m_phases; ///< by stack
    bool m_known = false;
};

} // namespace highwater
