// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/text.h"

#include <functional>
#include <optional>
#include <string>

namespace highwater {

/// Whether a plan fits, and the amounts that decide it.
struct Judgement
{
    Totals totals;
    Bytes capacity = 0; ///< of one GPU
    Verdict verdict = Verdict::Fits;
    Bytes hostPerNode = 0; ///< kept in a node's memory by all of its ranks
    std::optional<Bytes> hostMemory; ///< of a node, where the plan states it

    /// On the GPU; the verdict speaks of the host as well.
    bool fits() const { return totals.total <= capacity; }
    Bytes free() const { return capacity - totals.total; }
    bool hostIsOver() const { return hostMemory && hostPerNode > *hostMemory; }
};

/// With the verdict that the amounts lead to: over where GPU or host are too small, tight where
/// only the most that the runtime may take does not fit.
Judgement judgementOf(const Totals& totals, Bytes capacity, Bytes hostPerNode,
                      std::optional<Bytes> hostMemory);

/// Writes an amount with so many decimals, in the unit and language of the reader.
using AmountWriter = std::function<std::string(Bytes, int decimals)>;

/// Writes the amounts of a sentence.
struct AmountWords
{
    AmountWriter withUnit; ///< "49.0 GiB"
    AmountWriter number; ///< "49.0", beside an amount that has its unit
    Bytes unit = Bytes{1} << 30; ///< bytes of one GiB or GB
};

/// One decimal, but three where less than 0.05 GiB is free or missing: "0.0 GiB over" would say
/// nothing.
int verdictDecimals(const Judgement& judged, const AmountWords& words);

/// A headline: "Does not fit — 37.1 GiB over (needs 117.1 of 80.0)".
Text longVerdict(const Judgement& judged, const AmountWords& words);

/// A remark beside the headline of a plan that fits: why it is tight, or that little is free.
std::optional<Text> verdictRemark(const Judgement& judged, const AmountWords& words);

/// For a narrow place: "Fits — 35.7 of 79.6 GiB".
Text shortVerdict(const Judgement& judged, const AmountWords& words);

/// For a cell of a column in one unit: "43.97 free", "37.06 over", "Host over".
Text verdictCell(const Judgement& judged, const AmountWords& words);

/// For a page of text, in GiB with two decimals: "Fits: 35.68 GiB, 34.72 to 38.09, of 79.65 GiB:
/// 43.97 GiB free"; without the range where the method states none.
Text pageVerdict(const Judgement& judged);

/// Why a page's verdict is tight, or over because of the host; no text else.
std::optional<Text> pageVerdictReason(const Judgement& judged);

} // namespace highwater
