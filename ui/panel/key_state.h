// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

namespace highwater {

/// Remarks on a key, which the window shows together with the key's value.
struct KeyState
{
    bool read = true; ///< the method reads the key
    bool hasEffect = true; ///< false: the key is for something that the plan does not have
    std::optional<Text> limit; ///< the method's sentence where it computes with one value only
    std::optional<Text> problem, warning;

    bool isActive() const { return read && !limit; }
    QString remark() const; ///< the most important one as a sentence, or empty
    bool operator==(const KeyState&) const = default;
};

KeyState keyState(const Document& document, KeyPath path);

/// Whether the plan sets this key to a value other than the key's default in this plan.
bool isOverridden(const Plan& plan, KeyPath path);

} // namespace highwater
