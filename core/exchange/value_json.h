// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"

#include <nlohmann/json.hpp>

namespace highwater {

inline nlohmann::ordered_json jsonOf(const Value& value)
{
    return std::visit(
        [](const auto& plain) -> nlohmann::ordered_json {
            if constexpr (std::is_same_v<std::decay_t<decltype(plain)>, std::monostate>)
                return nullptr;
            else
                return plain;
        },
        value);
}

/// The content of a plan file.
nlohmann::ordered_json planJson(const Plan& plan);

} // namespace highwater
