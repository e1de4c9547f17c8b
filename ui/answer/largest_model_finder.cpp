// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/largest_model_finder.h"

namespace highwater {

LargestModelFinder::LargestModelFinder(QObject* parent)
    : QObject(parent)
    , m_work(
          [this](const Result<Solution>& answer) {
              if (!answer)
                  return;
              m_answer = *answer;
              emit found();
          },
          [](int) {})
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restBeforeWork);
    connect(&m_rest, &QTimer::timeout, this, &LargestModelFinder::start);
}

void LargestModelFinder::ask(const std::optional<Plan>& plan)
{
    if (plan == m_asked)
        return;
    m_asked = plan;
    m_answer.reset();
    m_work.cancel();
    if (plan)
        m_rest.start();
    else
        m_rest.stop();
}

void LargestModelFinder::start()
{
    m_work.start([plan = *m_asked](auto& promise) {
        if (!promise.isCanceled())
            promise.addResult(solve(plan, builtinCatalog(), "model.parameters"));
    });
}

} // namespace highwater
