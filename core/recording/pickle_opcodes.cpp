// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/pickle_opcodes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace highwater {
namespace {

struct Refused
{
    std::uint8_t code;
    std::string_view name;
};

/// All opcodes of protocols 0 to 5 that are not read.
constexpr auto refused = std::to_array<Refused>({
    {0x49, "INT"},         {0x4c, "LONG"},
    {0x8b, "LONG4"},       {0x53, "STRING"},
    {0x54, "BINSTRING"},   {0x55, "SHORT_BINSTRING"},
    {0x42, "BINBYTES"},    {0x43, "SHORT_BINBYTES"},
    {0x8e, "BINBYTES8"},   {0x96, "BYTEARRAY8"},
    {0x97, "NEXT_BUFFER"}, {0x98, "READONLY_BUFFER"},
    {0x56, "UNICODE"},     {0x8d, "BINUNICODE8"},
    {0x46, "FLOAT"},       {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"},    {0x91, "FROZENSET"},
    {0x30, "POP"},         {0x32, "DUP"},
    {0x31, "POP_MARK"},    {0x67, "GET"},
    {0x70, "PUT"},         {0x82, "EXT1"},
    {0x83, "EXT2"},        {0x84, "EXT4"},
    {0x63, "GLOBAL"},      {0x93, "STACK_GLOBAL"},
    {0x52, "REDUCE"},      {0x62, "BUILD"},
    {0x69, "INST"},        {0x6f, "OBJ"},
    {0x81, "NEWOBJ"},      {0x92, "NEWOBJ_EX"},
    {0x50, "PERSID"},      {0x51, "BINPERSID"},
});

} // namespace

std::string nameOf(Opcode opcode)
{
    const auto code = static_cast<std::uint8_t>(opcode);
    const auto found = std::ranges::find(refused, code, &Refused::code);
    if (found != refused.end())
        return std::string(found->name);
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[code / 16], digits[code % 16]};
}

} // namespace highwater
