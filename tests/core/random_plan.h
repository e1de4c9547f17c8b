// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"
#include "helpers.h"
#include "random.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace highwater {

inline std::string randomText(Random& dice, double longest)
{
    static const std::vector<std::string> pieces{
        "a",    " ", "\"", "\\", "/",      "\n", "\t",  std::string(1, '\0'), "\x1B", "\x7F", "é",
        "昇腾", "🌊", "{",  "}",  "\u2028", "%1", "null"};
    std::string text;
    const std::uint64_t length = dice.below(20);
    for (std::uint64_t i = 0; i < length; ++i)
        text += pieces[dice.below(pieces.size())];
    return static_cast<double>(text.size()) <= longest ? text : std::string();
}

inline Value randomValue(Random& dice, const Key& key)
{
    switch (key.kind) {
    case Kind::Bool:
        return dice.coin();
    case Kind::Integer: {
        if (dice.below(8) == 0)
            return static_cast<std::int64_t>(dice.coin() ? key.least : key.most);
        const double low = std::log2(key.least + 1);
        const double high = std::log2(key.most);
        const double number = std::floor(std::exp2(low + (high - low) * dice.part()));
        return static_cast<std::int64_t>(std::clamp(number, key.least, key.most));
    }
    case Kind::Real:
        return key.least + (key.most - key.least) * dice.part();
    case Kind::Text:
        return randomText(dice, key.most);
    case Kind::Choice:
        return std::string(key.words[dice.below(key.words.size())]);
    case Kind::Choices: {
        std::vector<std::string> words;
        for (const std::string_view word : key.words)
            if (dice.coin())
                words.emplace_back(word);
        if (words.empty())
            words.emplace_back(key.words.front());
        std::reverse(words.begin(), words.end());
        return words;
    }
    }
    return {};
}

/// A plan whose keys, a random choice of them, have random legal values.
inline Plan randomPlan(Random& dice)
{
    const auto kind = dice.below(3);
    Plan plan;
    if (kind == 1)
        plan.model = llama(64, 2, 8, 4, 96, 1000);
    if (kind == 2)
        plan.model = SizedModel{};
    const auto isOfAnotherModel = [kind](KeyPath path) {
        return path.isIn(KeyGroup("model"))
            && !(kind == 0       ? path == "model.id"
                     : kind == 1 ? path.isIn(KeyGroup("model.custom"))
                                 : path == "model.parameters");
    };
    for (const Key& key : keys()) {
        if (isOfAnotherModel(key.path) || dice.coin())
            continue;
        const Problems problems = assign(plan, key.path, randomValue(dice, key));
        if (!problems.empty())
            qFatal("%s", english(problems.front()).c_str());
    }
    return plan;
}

} // namespace highwater
