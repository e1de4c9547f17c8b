// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The value of the keys `unread` and `model.custom.unread`: the names of a file's fields,
/// separated by commas; an ellipsis stands for those that have no room in it.
std::string unreadText(const std::vector<std::string>& fields);

/// The names in such a value.
std::vector<std::string> unreadFields(std::string_view text);

} // namespace highwater
