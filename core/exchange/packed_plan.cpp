// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/packed_plan.h"

#include "core/plan/checksum.h"
#include "core/plan/keys.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

namespace highwater {
namespace {

/// A key and its hash. A custom model without any value has a hash, but no key.
struct HashedKey
{
    std::uint16_t hash;
    const Key* key;
};

/// Every key in the order of the hashes, which does not change with the order of the table.
const std::vector<HashedKey>& hashedKeys()
{
    static const std::vector<HashedKey> sorted = [] {
        std::vector<HashedKey> list{{shareHash(KeyGroup("model.custom").text()), nullptr}};
        for (const Key& key : keys())
            list.push_back({shareHash(key.path), &key});
        std::ranges::sort(list, {}, &HashedKey::hash);
        return list;
    }();
    return sorted;
}

void putNumber(std::string& bytes, std::uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        bytes += static_cast<char>(number | 0x80);
    bytes += static_cast<char>(number);
}

/// The bytes of a number in reverse: most reals end in zeros, which are then leading zeros, and
/// putNumber() leaves these out.
std::uint64_t reversed(std::uint64_t number)
{
    std::uint64_t result = 0;
    for (int i = 0; i < 8; ++i, number >>= 8)
        result = result << 8 | (number & 0xFF);
    return result;
}

std::uint64_t indexOf(const Key& key, const std::string& word)
{
    return static_cast<std::uint64_t>(std::ranges::find(key.words, word) - key.words.begin());
}

void putValue(std::string& bytes, const Key& key, const Value& value)
{
    switch (key.kind) {
    case Kind::Bool:
        putNumber(bytes, std::get<bool>(value) ? 1 : 0);
        break;
    case Kind::Integer:
        putNumber(bytes, static_cast<std::uint64_t>(std::get<std::int64_t>(value)));
        break;
    case Kind::Real: // + 0.0: a negative zero equals zero and must give the same bytes
        putNumber(bytes, reversed(std::bit_cast<std::uint64_t>(std::get<double>(value) + 0.0)));
        break;
    case Kind::Text: {
        const auto& text = std::get<std::string>(value);
        putNumber(bytes, text.size());
        bytes += text;
        break;
    }
    case Kind::Choice:
        putNumber(bytes, indexOf(key, std::get<std::string>(value)));
        break;
    case Kind::Choices: {
        const auto& words = std::get<std::vector<std::string>>(value);
        putNumber(bytes, words.size());
        for (const std::string& word : words)
            putNumber(bytes, indexOf(key, word));
        break;
    }
    }
}

/// Reads the parts of a code's bytes one after another.
class Parts
{
public:
    explicit Parts(std::string_view bytes)
        : m_left(bytes)
    { }
    bool empty() const { return m_left.empty(); }

    std::optional<std::string_view> bytes(std::uint64_t count)
    {
        if (count > m_left.size())
            return std::nullopt;
        const std::string_view taken = m_left.substr(0, count);
        m_left.remove_prefix(taken.size());
        return taken;
    }
    std::optional<std::uint64_t> number()
    {
        std::uint64_t number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = bytes(1);
            if (!byte)
                return std::nullopt;
            const auto bits = static_cast<unsigned char>(byte->front());
            number |= std::uint64_t{bits & 0x7FU} << shift;
            if (bits < 0x80)
                return number;
        }
        return std::nullopt;
    }

private:
    std::string_view m_left;
};

Problem noPlan()
{
    return {{}, {}, {HW_TR("core", "this share code does not hold a plan")}};
}

Problem unknownPart()
{
    return {{},
            {},
            {HW_TR("core",
                   "this share code says something that this Highwater does not know; a newer one "
                   "may have written it")}};
}

Result<Value> wordAt(const Key& key, std::optional<std::uint64_t> index)
{
    if (!index)
        return noPlan();
    if (*index >= key.words.size())
        return unknownPart();
    return Value{std::string(key.words[*index])};
}

Result<Value> wordsOf(const Key& key, Parts& parts)
{
    const auto count = parts.number();
    if (!count || *count > key.words.size())
        return noPlan();
    std::vector<std::string> words;
    while (words.size() < *count) {
        auto word = wordAt(key, parts.number());
        if (!word)
            return word;
        words.push_back(std::get<std::string>(*std::move(word)));
    }
    return Value{std::move(words)};
}

Result<Value> takeValue(Parts& parts, const Key& key)
{
    if (key.kind == Kind::Choices)
        return wordsOf(key, parts);
    const auto number = parts.number();
    if (!number)
        return noPlan();
    switch (key.kind) {
    case Kind::Bool:
        return Value{*number != 0};
    case Kind::Real:
        return Value{std::bit_cast<double>(reversed(*number))};
    case Kind::Choice:
        return wordAt(key, number);
    case Kind::Text:
        if (const auto text = parts.bytes(*number))
            return Value{std::string(*text)};
        return noPlan();
    default:
        return Value{static_cast<std::int64_t>(*number)};
    }
}

} // namespace

std::uint16_t shareHash(std::string_view path)
{
    return static_cast<std::uint16_t>(crc32(path) & 0xFFFF);
}

void putBigEndian(std::string& bytes, std::uint32_t number, std::size_t count)
{
    for (std::size_t i = count; i > 0; --i)
        bytes += static_cast<char>(number >> (8 * (i - 1)) & 0xFF);
}

std::string packedPlan(const Plan& plan)
{
    const auto* custom = std::get_if<CustomModel>(&plan.model);
    const bool isEmpty = custom && *custom == CustomModel{};
    std::string bytes;
    for (const HashedKey& entry : hashedKeys()) {
        if (entry.key ? !differsFromDefault(plan, *entry.key) : !isEmpty)
            continue;
        putBigEndian(bytes, entry.hash, sizeof entry.hash);
        if (entry.key)
            putValue(bytes, *entry.key, entry.key->get(plan));
    }
    return bytes;
}

Result<Plan> unpackedPlan(std::string_view bytes)
{
    Plan plan;
    Parts parts(bytes);
    while (!parts.empty()) {
        const auto hash = parts.bytes(sizeof(HashedKey::hash));
        if (!hash)
            return noPlan();
        const auto wanted = static_cast<std::uint16_t>(static_cast<unsigned char>((*hash)[0]) << 8
                                                       | static_cast<unsigned char>((*hash)[1]));
        const auto entry = std::ranges::lower_bound(hashedKeys(), wanted, {}, &HashedKey::hash);
        if (entry == hashedKeys().end() || entry->hash != wanted)
            return unknownPart();
        if (!entry->key) {
            plan.model = CustomModel{};
            continue;
        }
        const auto value = takeValue(parts, *entry->key);
        if (!value)
            return value.problems();
        if (Problems problems = assign(plan, entry->key->path, *value); !problems.empty())
            return problems;
    }
    // A plan has one form: no key twice, one model, no default written out.
    if (packedPlan(plan) != bytes)
        return noPlan();
    return plan;
}

} // namespace highwater
