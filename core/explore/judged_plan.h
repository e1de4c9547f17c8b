// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"
#include "core/methods/method.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

namespace highwater {

/// A plan with the resolved plan and the verdict, so that many solutions need only one look-up. It
/// holds references: plan, catalogue and resolved plan must outlive it.
struct JudgedPlan
{
    const Plan& plan;
    const Catalog& catalog;
    const Resolved& resolved;
    Judgement present;
};

/// The answer to a question about a plan; problems where the plan cannot be resolved or judged.
template <class T, class Question>
Result<T> answerFor(const Plan& plan, const Catalog& catalog, const Result<Resolved>& resolved,
                    Question question)
{
    if (!resolved)
        return resolved.problems();
    const auto present = judge(*resolved);
    if (!present)
        return present.problems();
    return question(JudgedPlan{plan, catalog, *resolved, *present});
}

} // namespace highwater
