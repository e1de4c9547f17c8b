// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/longest.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <utility>

namespace highwater {

namespace {

bool isContext(std::string_view key)
{
    return key == "context" || key == "workload.context";
}

/// The values between two that are worth a try: a 32nd of the smaller one, of a context in
/// multiples of 128 tokens.
std::int64_t stepFrom(const LongestQuestion& question, std::int64_t value)
{
    constexpr std::int64_t parts = 32, tokens = 128;
    const std::int64_t step = std::max<std::int64_t>(1, value / parts);
    return isContext(question.key) ? std::max(tokens, step / tokens * tokens) : step;
}

/// The command with the value in the place of its mark.
std::vector<std::string> withValue(std::vector<std::string> command, const std::string& mark,
                                   std::int64_t value)
{
    for (std::string& word : command)
        for (std::size_t at = word.find(mark); at != std::string::npos; at = word.find(mark, at))
            word.replace(at, mark.size(), std::to_string(value));
    return command;
}

Json tryJson(const LongestTry& each)
{
    return Json::object({{"value", each.value},
                         {"fits", each.fits},
                         {"peak_allocated", each.peakAllocated},
                         {"peak_reserved", each.peakReserved}});
}

} // namespace

std::int64_t defaultFrom(std::string_view key)
{
    return isContext(key) ? 1024 : 1;
}

std::int64_t defaultTo(std::string_view key)
{
    return isContext(key) ? 1 << 20 : 1024;
}

std::vector<LongestTry>
triesOfLongest(const LongestQuestion& question,
               const std::function<std::optional<LongestTry>(std::int64_t value)>& attempt)
{
    std::vector<LongestTry> tries;
    const auto fits = [&](std::int64_t value) -> std::optional<bool> {
        const auto made = attempt(value);
        if (!made)
            return std::nullopt;
        tries.push_back(*made);
        return made->fits;
    };
    std::int64_t good = 0, bad = 0;
    for (std::int64_t value = question.from; bad == 0;) {
        const auto found = fits(value);
        if (!found)
            return tries;
        (*found ? good : bad) = value;
        if (*found && value == question.to)
            return tries;
        value = std::min(question.to, value * 2);
    }
    if (good == 0)
        return tries;
    for (std::int64_t step = stepFrom(question, good); bad - good > step;
         step = stepFrom(question, good)) {
        const std::int64_t middle
            = good + std::max<std::int64_t>(1, (bad - good) / 2 / step) * step;
        const auto found = fits(middle);
        if (!found)
            return tries;
        (*found ? good : bad) = middle;
    }
    return tries;
}

Result<LongestAnswer> longestOf(const LongestQuestion& question, const RehearsalRequest& request,
                                const RehearsalFiles& files, const RehearsalWatcher& watcher)
{
    const std::string mark = "{" + question.key + "}";
    if (std::ranges::none_of(request.command, [&](const std::string& word) {
            return word.find(mark) != std::string::npos;
        }))
        return Problem{
            std::string("--longest"),
            excerpt(question.key),
            {HW_TR("core", "the command must have %1 where this value stands"), {excerpt(mark)}}};
    if (question.from > question.to)
        return Problem{
            std::string("--from"),
            std::to_string(question.from),
            {HW_TR("core", "must not be more than --to, %1"), {std::to_string(question.to)}}};
    const auto stage = prepareRehearsal(request, files);
    if (!stage)
        return stage.problems();
    LongestAnswer answer;
    answer.question = question;
    Problems problems;
    const auto attempt = [&](std::int64_t value) -> std::optional<LongestTry> {
        RehearsalRequest one = request;
        one.command = withValue(request.command, mark, value);
        auto found = rehearse(one, *stage, watcher);
        if (!found) {
            problems = found.problems();
            return std::nullopt;
        }
        const bool stepped = found->stepped();
        if (!stepped && found->end != RehearsalEnd::OutOfMemory) {
            answer.failed = std::move(*found);
            return std::nullopt;
        }
        LongestTry made{value, stepped, 0, 0};
        if (const RehearsedRank* fullest = found->fullest()) {
            made.peakAllocated = fullest->peakAllocated;
            made.peakReserved = fullest->peakReserved;
        }
        if (stepped || !answer.answer)
            answer.last = std::move(*found);
        if (stepped)
            answer.answer = value;
        return made;
    };
    answer.tries = triesOfLongest(question, attempt);
    if (!problems.empty())
        return problems;
    return answer;
}

Json longestJson(const LongestAnswer& answer)
{
    Json json = rehearsalJson(answer.failed ? *answer.failed : answer.last);
    json.add("longest",
             Json::object({{"key", answer.question.key},
                           {"from", answer.question.from},
                           {"to", answer.question.to},
                           {"answer", answer.failed ? Json() : Json(answer.answer)},
                           {"tries", Json::list(answer.tries, tryJson)}}));
    return json;
}

} // namespace highwater
