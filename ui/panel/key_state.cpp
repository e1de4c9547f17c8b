// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_state.h"

#include "core/answer/exact.h"
#include "core/ledger/resolve.h"
#include "ui/base/words.h"
#include "ui/panel/key_control.h"

#include <algorithm>

namespace highwater {

QString KeyState::remark() const
{
    if (!read)
        return KeyControlWords::tr("Not read by this method");
    if (!hasEffect)
        return KeyControlWords::tr("Without effect in this plan");
    for (const std::optional<Text>& text : {problem, limit, warning})
        if (text)
            return sentence(*text);
    return {};
}

KeyState keyState(const Document& document, KeyPath path)
{
    KeyState state;
    const MethodId id = document.plan().method;
    state.read = methodReads(methodOf(id), path);
    for (const Problem& problem : document.results().problems)
        if (problem.field == path.text())
            state.problem = problem.message;
    if (const auto& estimate = document.results().estimate)
        state.hasEffect
            = !state.read || std::ranges::find(estimate->ignored, path) == estimate->ignored.end();
    if (document.results().estimate)
        for (const Warning& warning : document.results().estimate->answer.warnings)
            if (warning.field == path.text())
                state.warning = warning.message;
    return state;
}

bool isOverridden(const Plan& plan, KeyPath path)
{
    static const Plan defaults;
    const Key& key = keyOf(path);
    const Value byDefault = key.get(defaults);
    if (key.get(plan) == byDefault)
        return false;
    Plan without = plan;
    key.set(without, byDefault);
    return key.get(withDefaults(plan)) != key.get(withDefaults(without));
}

} // namespace highwater
