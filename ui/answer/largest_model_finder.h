// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"
#include "ui/base/rested_work.h"

#include <QObject>

#include <optional>

namespace highwater {

/// Finds the largest model that fits in place of a plan's model. It works in another thread, and
/// only after the plan has rested, since it counts some three hundred models, some of them with a
/// replay.
class LargestModelFinder : public QObject
{
    Q_OBJECT

public:
    explicit LargestModelFinder(QObject* parent);

    /// The plan whose largest model is wanted; null: none is wanted.
    void ask(const std::optional<Plan>& plan);
    /// Null while the search runs.
    const std::optional<Solution>& answer() const { return m_answer; }

signals:
    void found();

private:
    std::optional<Plan> m_asked;
    std::optional<Solution> m_answer;
    RestedWork<Plan, Result<Solution>> m_work;
};

} // namespace highwater
