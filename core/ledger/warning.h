// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/key_path.h"
#include "core/plan/text.h"

#include <string>
#include <utility>

namespace highwater {

/// A remark on one key with which an estimate is still possible.
struct Warning
{
    Warning(KeyPath key, Text message_)
        : field(key.text())
        , message(std::move(message_))
    { }
    Warning(KeyGroup group, Text message_)
        : field(group.text())
        , message(std::move(message_))
    { }

    std::string field; ///< a key's path, or a group of keys ("model")
    Text message;
    bool operator==(const Warning&) const = default;
};

} // namespace highwater
