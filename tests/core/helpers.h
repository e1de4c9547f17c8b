// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"
#include "core/plan/shape.h"
#include "ledger_lines.h"
#include "plans.h"
#include "printing.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

inline QString shown(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Every problem as its English sentence, for a failure's message and for comparisons.
inline QStringList shown(const Problems& problems)
{
    QStringList lines;
    for (const Problem& problem : problems)
        lines << shown(english(problem));
    return lines;
}

template <class T> QString whyNot(const Result<T>& result)
{
    return result ? QString() : shown(result.problems()).join(u'\n');
}

/// Whether a value is the expected one within a share of it.
inline bool near(double value, double expected, double share = 1e-9)
{
    return std::abs(value - expected) <= share * std::abs(expected);
}

/// The estimate of a plan that must have one.
inline Estimate estimated(const Plan& plan)
{
    auto found = estimate(plan, builtinCatalog());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

inline Bytes groupOf(const Estimate& estimate, Group group)
{
    return estimate.answer.totals.perGpu[group];
}

/// The bytes of states, wherever they are kept.
inline Bytes statesOf(const Answer& answer)
{
    Bytes sum = 0;
    for (const Line& line : answer.ledger)
        if (line.group == Group::Parameters || line.group == Group::Gradients
            || line.group == Group::Optimizer)
            sum += line.bytes;
    return sum;
}

/// The remarks of an estimate on one field.
inline std::ptrdiff_t remarksOn(const Estimate& found, std::string_view field)
{
    return std::ranges::count(found.answer.warnings, field, &Warning::field);
}

/// A key and the text that is typed for it.
struct Setting
{
    KeyPath key;
    const char* text;
};

/// Sets keys as --set does; a value that is refused ends the test.
inline Plan planWith(const std::vector<Setting>& choices, Plan plan = {})
{
    for (const auto& [key, text] : choices) {
        const auto value = parsed(keyOf(key), text);
        if (!value || !assign(plan, key, *value).empty())
            qFatal("%s=%s is no setting", key.text().data(), text);
    }
    return plan;
}

} // namespace highwater
