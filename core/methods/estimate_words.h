// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"
#include "core/plan/bytes.h"
#include "core/plan/text.h"

#include <span>
#include <string>
#include <vector>

namespace highwater {

/// One optimizer step in sequences and tokens, with the usual sizes. Empty where the method does
/// not read the size of the batch.
std::vector<Text> batchWords(const Estimate& estimate);

/// The method's known error and its own remarks.
std::vector<Text> methodWords(const Estimate& estimate);

/// The keys that the method does not read, and those without effect in the plan, a sentence each.
std::vector<Text> ignoredWords(MethodId method, std::span<const KeyPath> ignored);

/// The activations that one layer keeps for a part of it, such as "attention".
struct LayerPart
{
    struct Share
    {
        std::int64_t number = 0;
        std::string symbols; ///< for example "s²·b·a"
        Bytes bytes = 0;
        bool operator==(const Share&) const = default;
    };

    std::string name; ///< the beginning of a step's name in the ledger: "attention", "MLP"
    std::vector<Share> products; ///< one for each set of symbols

    Bytes bytes() const;
    std::string formula() const; ///< "13·s·b·h + 5·s²·b·a"
    bool operator==(const LayerPart&) const = default;
};

/// The sums of the ledger's lines of one layer, part by part.
std::vector<LayerPart> layerParts(const Answer& answer);

/// "One layer keeps 41.63 GiB for attention: 13·s·b·h + 5·s²·b·a = 1.63 + 40.00", one sentence for
/// each part.
std::vector<Text> layerWords(const Answer& answer, MemoryUnit unit);

} // namespace highwater
