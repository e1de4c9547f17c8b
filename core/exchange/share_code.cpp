// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/share_code.h"

#include "core/exchange/base62.h"
#include "core/exchange/command_line_text.h"
#include "core/exchange/packed_plan.h"
#include "core/exchange/plan_file.h"
#include "core/plan/checksum.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <utility>

// A code of version 1 is "HW1", three digits of base 62 that count its bytes, and the bytes in base
// 62, so that a double click selects the code as one word. The bytes are the packed plan and the
// CRC-32 of the packed plan.

namespace highwater {
namespace {

constexpr std::string_view prefix = "HW";
constexpr char version = '1';
constexpr std::size_t countStart = 3, countLetters = 3, headLetters = countStart + countLetters;
constexpr std::size_t checksumBytes = 4;
constexpr std::size_t shortestCode = headLetters + base62::digitsFor(checksumBytes);

Problem newer()
{
    return {{},
            {},
            {HW_TR("core",
                   "this share code was written by a newer Highwater; this one reads version %1"),
             {std::string(1, version)}}};
}

Problem mistyped()
{
    return {{},
            {},
            {HW_TR("core",
                   "this share code is damaged: a letter of it is wrong, missing or too many")}};
}

/// The length of one mark that may be between the lines of a wrapped code: a blank, a line end, the
/// mark of a quotation, or an invisible character of word processors and web pages; else 0.
std::size_t breakLength(std::string_view text)
{
    static constexpr std::array<std::string_view, 11> breaks{
        " ", "\t",       "\r",           "\n",           "\v",          "\f",
        ">", "\xC2\xA0", "\xE2\x80\x8B", "\xE2\x80\xA8", "\xEF\xBB\xBF"};
    for (const std::string_view mark : breaks)
        if (text.starts_with(mark))
            return mark.size();
    return 0;
}

/// A code that a text contains, and its plan.
struct FoundCode
{
    std::string_view span;
    Result<Plan> plan;
};

FoundCode codeAtStart(std::string_view text)
{
    std::string letters;
    std::size_t count = 0; // of bytes
    std::size_t wanted = headLetters;
    std::size_t end = 0;
    for (std::size_t i = 0; i < text.size() && letters.size() < wanted;) {
        if (base62::isDigit(text[i])) {
            letters += text[i];
            end = ++i;
        } else if (const std::size_t length = breakLength(text.substr(i))) {
            i += length;
        } else {
            break;
        }
        if (letters.size() == headLetters && count == 0) {
            count = *base62::toNumber(std::string_view(letters).substr(countStart));
            wanted = headLetters + base62::digitsFor(count);
        }
    }
    const std::string_view span = text.substr(0, end);
    if (letters.size() < wanted)
        return {span,
                Problem{{},
                        {},
                        {HW_TR("core",
                               "this share code is cut short: it has %1 {letter|letters} of %2"),
                         {grouped(static_cast<long long>(letters.size())),
                          grouped(static_cast<long long>(wanted))}}}};
    const auto bytes = base62::toBytes(std::string_view(letters).substr(headLetters), count);
    if (!bytes || count < checksumBytes)
        return {span, mistyped()};
    const std::string_view content
        = std::string_view(*bytes).substr(0, bytes->size() - checksumBytes);
    std::string sum;
    putBigEndian(sum, crc32(content), checksumBytes);
    if (!bytes->ends_with(sum))
        return {span, mistyped()};
    return {span, unpackedPlan(content)};
}

/// The first whole code, or else the first damaged one. A damaged one counts only if it is at least
/// as long as the shortest code: "HW1 is due" is a sentence.
std::optional<FoundCode> firstCode(std::string_view text)
{
    constexpr int mostTries = 64;
    std::optional<FoundCode> damaged;
    if (text.size() > mostPlanBytes)
        return damaged;
    int tries = 0;
    for (std::size_t at = text.find(prefix); at != std::string_view::npos && tries < mostTries;
         at = text.find(prefix, at + 1)) {
        const std::string_view rest = text.substr(at);
        const bool starts = (at == 0 || !base62::isDigit(text[at - 1])) && rest.size() >= countStart
            && rest[prefix.size()] >= version && rest[prefix.size()] <= '9';
        if (!starts)
            continue;
        ++tries;
        const auto run = static_cast<std::size_t>(std::ranges::find_if_not(rest, base62::isDigit)
                                                  - rest.begin());
        if (rest[prefix.size()] != version) {
            if (!damaged && run >= shortestCode)
                damaged = {rest.substr(0, run), newer()};
            continue;
        }
        FoundCode found = codeAtStart(rest);
        if (found.plan)
            return found;
        if (!damaged && run >= shortestCode)
            damaged = std::move(found);
    }
    return damaged;
}

} // namespace

std::string shareCode(const Plan& plan)
{
    std::string bytes = packedPlan(plan);
    putBigEndian(bytes, crc32(bytes), checksumBytes);
    return std::string(prefix) + version + base62::fromNumber(bytes.size(), countLetters)
        + base62::fromBytes(bytes);
}

Result<Plan> readShareCode(std::string_view text)
{
    if (text.size() > mostPlanBytes)
        return Problem{
            {},
            {},
            {HW_TR("core", "larger than a plan can be, %1 bytes"), {grouped(mostPlanBytes)}}};
    auto found = firstCode(text);
    if (!found)
        return Problem{{},
                       {},
                       {HW_TR("core", "not a share code, which begins with %1"),
                        {std::string(prefix) + version}}};
    return std::move(found->plan);
}

bool isPlanFile(std::string_view text)
{
    while (const std::size_t length = breakLength(text))
        text.remove_prefix(length);
    return text.starts_with('{');
}

std::optional<std::string_view> findShareCode(std::string_view text)
{
    const auto found = firstCode(text);
    return found ? std::optional(found->span) : std::nullopt;
}

bool mayHoldPlan(std::string_view text)
{
    return isPlanFile(text) || isCommandLine(text) || findShareCode(text);
}

Result<Plan> readPlanOrCode(std::string_view text)
{
    if (isPlanFile(text)) // its notes may contain a code
        return readPlan(text);
    if (isCommandLine(text))
        return readCommandLine(text);
    if (auto found = firstCode(text))
        return std::move(found->plan);
    return readPlan(text);
}

} // namespace highwater
