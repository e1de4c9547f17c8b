// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/share_link.h"

#include "core/exchange/share_code.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

namespace highwater {

Result<std::string> shareLink(std::string_view address, const Plan& plan)
{
    constexpr std::array<std::string_view, 3> schemes{"https://", "http://", "file://"};
    const std::string_view page = withoutBlanks(address.substr(0, address.find('#')));
    const std::string start = lowered(page.substr(0, 8));
    const bool isAddress = std::ranges::any_of(schemes, [&](std::string_view scheme) {
        return start.starts_with(scheme) && page.size() > scheme.size();
    });
    const bool isOneWord = std::ranges::none_of(
        page, [](char letter) { return static_cast<unsigned char>(letter) <= ' '; });
    if (!isAddress || !isOneWord || page != printable(page))
        return Problem{std::string(),
                       excerpt(address),
                       {HW_TR("core",
                              "must be the address of a page: https://…, http://… or "
                              "file://…")}};
    return std::string(page) + "#" + shareCode(plan);
}

} // namespace highwater
