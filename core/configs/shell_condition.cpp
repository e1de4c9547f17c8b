// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/shell_condition.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace highwater {
namespace {

bool isComparison(std::string_view word)
{
    constexpr std::array all{"=", "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
    return std::ranges::find(all, word) != all.end();
}

std::optional<bool> comparedNumbers(std::string_view left, std::string_view sign,
                                    std::string_view right)
{
    const auto first = wholeIn(left), second = wholeIn(right);
    if (!first || !second)
        return false; // as [ -eq ] with an error
    if (sign == "-eq")
        return *first == *second;
    if (sign == "-ne")
        return *first != *second;
    if (sign == "-lt")
        return *first < *second;
    if (sign == "-le")
        return *first <= *second;
    return sign == "-gt" ? *first > *second : *first >= *second;
}

std::optional<bool> compared(std::string_view left, std::string_view sign, std::string_view right,
                             bool isPattern)
{
    if (!isComparison(sign))
        return std::nullopt;
    if (sign.starts_with('-'))
        return comparedNumbers(left, sign, right);
    const bool isSame = isPattern ? matchesShellPattern(left, right) : left == right;
    return isSame == (sign != "!=");
}

} // namespace

bool isShellTest(const std::vector<std::string>& words)
{
    if (words.empty())
        return false;
    const std::string& first = words[words.front() == "!" && words.size() > 1 ? 1 : 0];
    return first == "[" || first == "[[" || first == "test" || words.back() == "]]";
}

std::optional<bool> shellTest(std::vector<std::string> words)
{
    const bool isPattern = std::ranges::find(words, "[[") != words.end() || words.back() == "]]";
    std::erase_if(words, [](const std::string& word) {
        return word == "[" || word == "]" || word == "[[" || word == "]]" || word == "test";
    });
    bool negates = false;
    while (!words.empty() && words.front() == "!") {
        negates = !negates;
        words.erase(words.begin());
    }
    const auto asksForLength = [&words] { return words.front() == "-z" || words.front() == "-n"; };
    // A variable that is empty leaves no word without quotes.
    if (words.size() == 2 && isComparison(words.front()))
        words.insert(words.begin(), std::string());
    else if ((words.size() == 2 && isComparison(words.back()))
             || (words.size() == 1 && asksForLength()))
        words.emplace_back();
    std::optional<bool> holds;
    constexpr std::size_t sides = 3;
    if (words.size() <= 1)
        holds = !words.empty() && !words.front().empty();
    else if (words.size() == 2 && asksForLength())
        holds = words.back().empty() == (words.front() == "-z");
    else if (words.size() == sides)
        holds = compared(words[0], words[1], words[2], isPattern);
    return holds ? std::optional(*holds != negates) : std::nullopt;
}

bool matchesShellPattern(std::string_view text, std::string_view pattern)
{
    constexpr std::size_t longest = 256;
    if (text.size() > longest || pattern.size() > longest)
        return text == pattern;
    std::size_t at = 0, next = 0;
    std::size_t star = std::string_view::npos, from = 0; // the last "*", and the text after it
    while (at < text.size()) {
        if (next < pattern.size() && pattern[next] == '*') {
            star = next++;
            from = at;
        } else if (next < pattern.size() && (pattern[next] == '?' || pattern[next] == text[at])) {
            ++next;
            ++at;
        } else if (star != std::string_view::npos) {
            next = star + 1;
            at = ++from;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', next) == std::string_view::npos;
}

} // namespace highwater
