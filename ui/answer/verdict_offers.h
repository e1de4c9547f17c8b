// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answer/offer_button.h"
#include "ui/answer/verdict_content.h"
#include "ui/base/memory_format.h"

namespace highwater {

/// One change in reply to the verdict that a person can choose, by a button or in the menu.
struct Offer
{
    std::vector<Change> changes; ///< empty: go to the field instead
    OfferButton::Texts texts;
    QString toolTip;
    bool enabled = true;
    bool enough = true; ///< the plan fits with this offer alone; others are only in the menu
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
