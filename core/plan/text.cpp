// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/text.h"

namespace highwater {

std::string filled(std::string_view source, const std::vector<std::string>& arguments)
{
    std::string result;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool marker = source[i] == '%' && i + 1 < source.size() && source[i + 1] >= '1'
            && source[i + 1] <= '9';
        if (!marker) {
            result += source[i];
            continue;
        }
        ++i;
        const auto index = static_cast<std::size_t>(source[i] - '1');
        if (index < arguments.size())
            result += arguments[index];
    }
    return result;
}

} // namespace highwater
