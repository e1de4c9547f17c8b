// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rehearsal/rehearse.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The largest value of one word of a command with which it fits. The command has the value as
/// {key}: "--max_length {context}".
struct LongestQuestion
{
    std::string key;
    std::int64_t from = 1, to = 1;
};

/// The bounds where none are given: of a context 1,024 to 1,048,576 tokens, of anything else 1 to
/// 1,024.
std::int64_t defaultFrom(std::string_view key);
std::int64_t defaultTo(std::string_view key);

struct LongestTry
{
    std::int64_t value = 0;
    bool fits = false;
    Bytes peakAllocated = 0, peakReserved = 0; ///< of the fullest rank, as far as it came
    bool operator==(const LongestTry&) const = default;
};

struct LongestAnswer
{
    LongestQuestion question;
    std::optional<std::int64_t> answer; ///< null: not even the smallest value fits
    std::vector<LongestTry> tries; ///< in their order
    Rehearsal last; ///< of the answer; where there is none, of the last value
    std::optional<Rehearsal> failed; ///< a run that ended in another way than by steps or memory
};

/// The values that have to be tried: doubled until one does not fit, then halves of what is left,
/// to a 32nd of the value. `fits` is null where a try ends the search.
std::vector<LongestTry>
triesOfLongest(const LongestQuestion& question,
               const std::function<std::optional<LongestTry>(std::int64_t value)>& attempt);

/// Rehearses the command with one value after another.
Result<LongestAnswer> longestOf(const LongestQuestion& question, const RehearsalRequest& request,
                                const RehearsalFiles& files, const RehearsalWatcher& watcher);

Json longestJson(const LongestAnswer& answer);

} // namespace highwater
