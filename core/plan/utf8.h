// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace highwater {

/// Whether the bytes are UTF-8 without overlong forms, surrogates or values beyond Unicode.
bool isUtf8(std::string_view bytes);

/// Text from a file or a command line, made safe for one line of a terminal: control characters and
/// bytes that are not UTF-8 become '?'.
std::string printable(std::string_view text);

/// The same, cut after `longest` bytes.
std::string excerpt(std::string_view text, std::size_t longest = 64);

/// The text with the letters of ASCII in lower case.
std::string lowered(std::string_view text);

} // namespace highwater
