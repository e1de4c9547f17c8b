// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace highwater {

/// What `highwater --help` prints: every command and every option.
std::string helpPage();

/// What `highwater COMMAND --help` prints: that command and its options alone.
std::string helpPage(std::string_view command);

} // namespace highwater
