// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace highwater {

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

} // namespace highwater
