// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace highwater {

/// The page "keys" of the manual with a table of the plan's keys at the end of each of its
/// sections. A key is in the section whose anchor is the innermost of its groups that the page has,
/// such as "custom" for "model.custom.mla.q_lora_rank"; a key of no group is in the first section.
std::string withKeyTables(std::string_view page, std::string_view language);

} // namespace highwater
