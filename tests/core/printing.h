// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <QByteArray>
#include <QTest>

#include <string>

/// QCOMPARE prints what toString() returns, so a comparison that fails says how its values differ.
namespace highwater {

/// "layout.zero=3 workload.context=4096": each key whose value differs from the default plan's, so
/// that two plans that differ have different words.
inline std::string changedKeys(const Plan& plan)
{
    static const Plan defaults;
    std::string words;
    for (const Key& key : keys())
        if (const Value value = key.get(plan); value != key.get(defaults))
            words += (words.empty() ? "" : " ") + std::string(key.path) + "=" + typed(value);
    return words.empty() ? "the default plan" : words;
}

/// "parameters 16,060,522,496, gradients 0, …"
inline std::string listed(const GroupBytes& groups)
{
    std::string words;
    for (std::size_t i = 0; i < groupCount; ++i)
        words += (i > 0 ? ", " : "") + std::string(nameOf(static_cast<Group>(i))) + " "
            + grouped(groups.bytes[i]);
    return words;
}

inline char* toString(const Plan& plan)
{
    return qstrdup(changedKeys(plan).c_str());
}

inline char* toString(const GroupBytes& groups)
{
    return qstrdup(listed(groups).c_str());
}

inline char* toString(const Totals& totals)
{
    const std::string moment(totals.peakMoment ? nameOf(*totals.peakMoment) : "no moment");
    const std::string words = "total " + grouped(totals.total) + " (" + grouped(totals.low) + " to "
        + grouped(totals.high) + ") at " + moment + " of stage " + std::to_string(totals.stage)
        + ": " + listed(totals.perGpu) + "; host " + grouped(totals.host) + ", disk "
        + grouped(totals.disk) + ", runtime " + grouped(totals.runtime) + ", allocated "
        + grouped(totals.allocated) + ", idle " + grouped(totals.idle.expected) + " after "
        + std::to_string(totals.flushes) + " flushes";
    return qstrdup(words.c_str());
}

inline char* toString(const Text& text)
{
    return qstrdup(english(text).c_str());
}

inline char* toString(const Problem& problem)
{
    const std::string place = problem.place.empty() ? "" : problem.place + ": ";
    return qstrdup((place + english(problem)).c_str());
}

inline char* toString(const Problems& problems)
{
    std::string lines;
    for (const Problem& problem : problems)
        lines += (lines.empty() ? "" : "\n") + english(problem);
    return qstrdup(problems.empty() ? "no problem" : lines.c_str());
}

/// The words of an enumeration instead of its numbers.
template <Named E> char* toString(const E& value)
{
    return qstrdup(std::string(nameOf(value)).c_str());
}

} // namespace highwater

template <> inline char* QTest::toString(const highwater::Value& value)
{
    return qstrdup(highwater::typed(value).c_str());
}

template <> inline char* QTest::toString(const std::string& text)
{
    return qstrdup(text.c_str());
}
