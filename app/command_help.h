// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace highwater {

/// The text of `highwater --help`: every command and every option.
std::string helpPage();

/// The text of `highwater COMMAND --help`: this command and its options only.
std::string helpPage(std::string_view command);

} // namespace highwater
