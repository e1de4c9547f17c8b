// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace highwater {

/// The opcodes that are read (Python, Lib/pickletools.py).
enum class Opcode : std::uint8_t {
    Proto = 0x80,
    Frame = 0x95,
    EmptyDict = 0x7d,
    EmptyList = 0x5d,
    Mark = 0x28,
    SetItem = 0x73,
    SetItems = 0x75,
    Append = 0x61,
    Appends = 0x65,
    Memoize = 0x94,
    BinGet = 0x68,
    LongBinGet = 0x6a,
    ShortBinUnicode = 0x8c,
    BinUnicode = 0x58,
    BinInt1 = 0x4b,
    BinInt2 = 0x4d,
    BinInt = 0x4a,
    Long1 = 0x8a,
    BinFloat = 0x47,
    NewTrue = 0x88,
    NewFalse = 0x89,
    None = 0x4e,
    Tuple2 = 0x86,
    Stop = 0x2e,
    BinPut = 0x71,
    LongBinPut = 0x72,
    Tuple = 0x74,
    Tuple1 = 0x85,
    Tuple3 = 0x87,
    EmptyTuple = 0x29,
    List = 0x6c,
    Dict = 0x64,
};

/// The name of any opcode in Python's documentation: "GLOBAL"; its number where it has no name.
std::string nameOf(Opcode opcode);

} // namespace highwater
