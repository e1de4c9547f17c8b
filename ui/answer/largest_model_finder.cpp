// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/largest_model_finder.h"

namespace highwater {
namespace {

void findLargest(QPromise<Result<Solution>>& promise, const Plan& plan)
{
    if (!promise.isCanceled())
        promise.addResult(solve(plan, builtinCatalog(), "model.parameters"));
}

} // namespace

LargestModelFinder::LargestModelFinder(QObject* parent)
    : QObject(parent)
    , m_work(findLargest, [this](const Result<Solution>& answer) {
        if (!answer)
            return;
        m_answer = *answer;
        emit found();
    })
{ }

void LargestModelFinder::ask(const std::optional<Plan>& plan)
{
    if (plan == m_asked)
        return;
    m_asked = plan;
    m_answer.reset();
    m_work.forget();
    if (plan)
        m_work.ask(*plan);
}

} // namespace highwater
