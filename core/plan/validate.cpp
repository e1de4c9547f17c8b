// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/validate.h"

#include "core/plan/keys.h"

namespace highwater {

Problems validate(const Plan& plan)
{
    Problems problems;
    for (const Key& key : keys())
        if (!key.valid(plan, key))
            problems.push_back({key.path, typed(key.get(plan)), allowedValues(key)});
    return problems;
}

} // namespace highwater
