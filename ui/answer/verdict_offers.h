// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answer/offer_button.h"
#include "ui/answer/verdict_content.h"
#include "ui/base/memory_format.h"

#include <optional>

namespace highwater {

/// One change in reply to the verdict that a person can choose, by a button or in the panel of all
/// of them.
struct Offer
{
    enum class Sign { None, Probably, Fits };
    std::vector<Change> changes; ///< empty: go to the field instead
    OfferButton::Texts texts;
    QString toolTip;
    bool enabled = true;
    bool enough = true; ///< the plan fits with this offer; others are only in the panel
    QString name; ///< the change, in the panel: "ZeRO 1 + Chunked loss"
    std::optional<Totals> then; ///< of the changed plan
    Sign sign = Sign::None;
    QString time, host; ///< "+12 %", "16.2 GiB"; empty where there is nothing to say
    QString effect; ///< what else becomes of the run; empty: nothing
    int settings = 1; ///< the number of changed settings
    bool looksLike(const Offer& other) const; ///< compares all members but `changes`
};

struct Offers
{
    QString intro; ///< the words before the buttons
    std::vector<Offer> all;
    bool areLimits = false; ///< of a plan that fits
    bool lookLike(const Offers& other) const;
};

/// If the plan fits: the longest context, the largest micro-batch, the fewest GPUs, the
/// largest model. If it does not fit: the changes that make it fit. Without an estimate: the way to
/// the faulty setting.
Offers verdictOffers(const VerdictContent& content, const MemoryFormat& format);

} // namespace highwater
