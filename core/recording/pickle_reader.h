// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"
#include "core/recording/byte_source.h"
#include "core/recording/names.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace highwater {

/// A value of a pickle in 8 bytes. Fractions and numbers of more than 60 bits lose their value: no
/// field that is read has one.
class PickleValue
{
public:
    enum class Kind : std::uint8_t { Nothing, Flag, Whole, OtherNumber, Name, Container };

    PickleValue() = default;
    static PickleValue flag(bool value) { return {Kind::Flag, value ? 1 : 0}; }
    static PickleValue number(std::int64_t value)
    {
        constexpr std::int64_t most = std::int64_t{1} << 59;
        return value < most && value >= -most ? PickleValue(Kind::Whole, value) : otherNumber();
    }
    static PickleValue otherNumber() { return {Kind::OtherNumber, 0}; }
    static PickleValue name(std::uint32_t number) { return {Kind::Name, number}; }
    static PickleValue container(std::uint32_t node) { return {Kind::Container, node}; }

    Kind kind() const { return static_cast<Kind>(m_bits & kindMask); }
    std::int64_t number() const { return m_bits >> kindBits; }
    std::uint32_t index() const { return static_cast<std::uint32_t>(number()); }

private:
    static constexpr int kindBits = 4;
    static constexpr std::int64_t kindMask = 15;
    PickleValue(Kind kind, std::int64_t value)
        : m_bits((value * (kindMask + 1)) | static_cast<std::int64_t>(kind))
    { }

    std::int64_t m_bits = 0;
};

/// A list, a dictionary or a tuple, in the form that its consumer keeps: the members themselves are
/// not kept.
struct PickleNode
{
    std::uint32_t index = 0; ///< of the consumer's own value for it
    std::uint8_t meaning = 0; ///< set by the consumer; 0: none yet
    std::uint8_t depth = 1; ///< 1 where it contains no other container
    bool isPart = false; ///< of another container: it may not change any more
    bool isFilled = false;
};

/// Gets the members of containers while they are read, and builds its own values from them. Each
/// function returns a problem where it refuses the members.
class PickleConsumer
{
public:
    virtual ~PickleConsumer() = default;
    /// `members`: keys, which are names, and values in turn.
    virtual std::optional<Problem> set(PickleNode& dictionary, std::span<const PickleValue> members)
        = 0;
    virtual std::optional<Problem> append(PickleNode& list, std::span<const PickleValue> members)
        = 0;

    NameTable names;
    std::vector<PickleNode> nodes;
};

/// Reads a pickle of protocol 2 to 5 of lists, dictionaries, tuples, texts and numbers. Nothing is
/// executed: an opcode that could make anything else is refused by name. Memory is limited to the
/// consumer's values and 8 bytes for each text, list and dictionary of the file.
Result<PickleNode> readPickle(ByteSource& source, PickleConsumer& consumer);

} // namespace highwater
