// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace highwater {

/// Whether the bytes are UTF-8 without overlong forms, surrogates or values beyond Unicode.
bool isUtf8(std::string_view bytes);

/// The text without the byte order mark that Windows' editors put before UTF-8.
std::string_view withoutByteOrderMark(std::string_view text);

/// Whether the bytes are text in UTF-16, as Windows PowerShell writes it.
bool isUtf16(std::string_view bytes);

/// Whether a letter of UTF-8 begins with this byte: the first byte gives its length and, roughly,
/// its script.
constexpr bool startsLetter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80;
}

/// Whether the letter that begins with this byte is as wide as two Latin ones, as Chinese is:
/// U+3000 and beyond.
constexpr bool isWideLetter(char first)
{
    return static_cast<unsigned char>(first) >= 0xE3;
}

/// The beginning of the text, cut between letters so that it has at most so many bytes.
std::string_view cutText(std::string_view text, std::size_t mostBytes);

/// The bytes of a mark at the beginning that turns the direction of the text after it, with which a
/// name can make a line look like another one; 0 where there is none.
std::size_t directionMarkLength(std::string_view text);

/// The text without blanks and line ends at its ends.
std::string_view withoutBlanks(std::string_view text);

/// Text from a file or a command line, made safe for one line of a terminal: control characters,
/// bytes that are not UTF-8, and marks that turn the direction of what follows become '?'.
std::string printable(std::string_view text);

/// The same, cut after `longest` bytes.
std::string excerpt(std::string_view text, std::size_t longest = 64);

/// The text with the letters of ASCII in lower case.
std::string lowered(std::string_view text);

} // namespace highwater
