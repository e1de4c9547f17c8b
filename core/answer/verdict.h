// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"
#include "core/plan/text.h"

#include <algorithm>
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

    /// On the GPU, in the engine's share of it, and in the host's memory where that is known.
    bool fits() const { return gpuShortage() == 0 && !engineIsShort() && !hostIsOver(); }
    bool engineIsShort() const { return totals.engineShortage > 0; }
    Bytes free() const { return capacity - totals.total; }
    bool hostIsOver() const { return hostShortage() > 0; }
    Bytes gpuShortage() const { return std::max<Bytes>(0, totals.total - capacity); }
    Bytes hostShortage() const
    {
        return hostMemory ? std::max<Bytes>(0, hostPerNode - *hostMemory) : 0;
    }
};

/// The amounts with the verdict that follows from them: over where GPU or host are too small,
/// probably where the plan fits as expected but not at the upper end of its range. A plan without a
/// range fits or does not.
Judgement judgementOf(const Totals& totals, Bytes capacity, Bytes hostPerNode,
                      std::optional<Bytes> hostMemory);

/// The verdict in the words of a table or list: "fits", "probably fits", "does not fit".
Text verdictWord(Verdict verdict);

/// Writes an amount with so many decimals, in the unit and language of the reader.
using AmountWriter = std::function<std::string(Bytes, int decimals)>;

/// Writes the amounts of a sentence.
struct AmountWords
{
    AmountWriter withUnit; ///< "49.0 GiB"
    AmountWriter number; ///< "49.0", in a sentence with an amount that has the unit
    Bytes unit = gib; ///< bytes of one GiB or GB
};

/// The free part of a capacity, for writing with so many decimals of a unit; negative where the
/// total is larger. The amounts are rounded first and subtracted then, so that "65.06 of 79.65,
/// 14.59 free" adds up, and every place that writes the free part with two decimals writes the
/// same.
Bytes leftOf(Bytes capacity, Bytes total, Bytes unit, int decimals);

/// One decimal; two where the capacity has a second one, as the free part would otherwise differ
/// from the one written elsewhere; three where less than 0.05 GiB is free or missing, as "0.0 GiB
/// over" would tell nothing.
int verdictDecimals(const Judgement& judged, const AmountWords& words);

/// A headline: "Does not fit — 37.1 GiB over (needs 117.1 of 80.0)".
Text longVerdict(const Judgement& judged, const AmountWords& words);

/// A remark on the headline of a plan that fits: that it does not at the upper end of its range, or
/// that little is free.
std::optional<Text> verdictRemark(const Judgement& judged, const AmountWords& words);

/// For a narrow place: "Fits — 35.7 of 79.6 GiB".
Text shortVerdict(const Judgement& judged, const AmountWords& words);

/// For a cell of a column in one unit: "43.97 free", "4.60 free, probably", "37.06 over", "Host
/// over".
Text verdictCell(const Judgement& judged, const AmountWords& words);

/// For a page of text, in GiB with two decimals: "Fits: 35.68 GiB, likely 34.72 to 38.09, of 79.65
/// GiB: 43.97 GiB free"; without the range where the method states none.
Text pageVerdict(const Judgement& judged);

/// The two readings of PyTorch's allocator: "PyTorch: allocated 61.83 GiB, reserved 63.40 GiB", and
/// how often it empties its cache; a plan that does not fit ends before that tells anything. No
/// text where the plan does not count the allocator.
std::optional<Text> allocatorText(const Totals& totals, bool fits, const AmountWriter& withUnit);

/// The same in GiB, for a page of text.
std::optional<Text> pageAllocator(const Totals& totals, bool fits);

/// The driver's part of the card's memory, in GiB; no text where the plan states the capacity.
std::optional<Text> pageDriver(const Resolved& plan);

/// The reason why a page's verdict is "probably fits", or is over because of the host; otherwise no
/// text.
std::optional<Text> pageVerdictReason(const Judgement& judged);

} // namespace highwater
