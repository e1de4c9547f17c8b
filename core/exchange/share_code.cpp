// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/share_code.h"

#include "core/exchange/checksum.h"
#include "core/exchange/plan_file.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

// A code of version 1 is "HW1", three letters that count its bytes, and the bytes: eight of them as
// eleven letters of base 62, which a double click selects as one word. The bytes are, for each key
// whose value is not the default plan's, in the order of their hashes, the hash and the value; then
// the CRC-32 of all that. So a default that changes, a word put between others or a key that is
// renamed makes old codes say something else: such a change needs version 2.

namespace highwater {
namespace {

constexpr std::string_view alphabet
    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view prefix = "HW";
constexpr char version = '1';
constexpr std::size_t countStart = 3, countLetters = 3, headLetters = countStart + countLetters;
constexpr std::size_t checksumBytes = 4;
constexpr std::size_t blockBytes = 8;
constexpr std::array<std::size_t, blockBytes + 1> blockLetters{0, 2, 3, 5, 6, 7, 9, 10, 11};
constexpr std::size_t shortestCode = headLetters + blockLetters[checksumBytes];

std::size_t lettersFor(std::size_t bytes)
{
    return bytes / blockBytes * blockLetters[blockBytes] + blockLetters[bytes % blockBytes];
}

/// The value of a letter; 62 for what is none.
std::uint64_t digitOf(char letter)
{
    static constexpr auto digits = [] {
        std::array<unsigned char, 256> values{};
        values.fill(static_cast<unsigned char>(alphabet.size()));
        for (std::size_t i = 0; i < alphabet.size(); ++i)
            values[static_cast<unsigned char>(alphabet[i])] = static_cast<unsigned char>(i);
        return values;
    }();
    return digits[static_cast<unsigned char>(letter)];
}

bool isLetter(char letter)
{
    return digitOf(letter) < alphabet.size();
}

/// A number in this many letters, the most significant first.
std::string inLetters(std::uint64_t number, std::size_t count)
{
    std::string letters(count, alphabet.front());
    for (std::size_t i = count; i > 0; --i, number /= alphabet.size())
        letters[i - 1] = alphabet[number % alphabet.size()];
    return letters;
}

std::optional<std::uint64_t> fromLetters(std::string_view letters)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t number = 0;
    for (const char letter : letters) {
        const std::uint64_t digit = digitOf(letter);
        if (number > (most - digit) / alphabet.size())
            return std::nullopt;
        number = number * alphabet.size() + digit;
    }
    return number;
}

std::string lettersOf(std::string_view bytes)
{
    std::string letters;
    letters.reserve(lettersFor(bytes.size()));
    while (!bytes.empty()) {
        const std::string_view block = bytes.substr(0, blockBytes);
        std::uint64_t number = 0;
        for (const char byte : block)
            number = number << 8 | static_cast<unsigned char>(byte);
        letters += inLetters(number, blockLetters[block.size()]);
        bytes.remove_prefix(block.size());
    }
    return letters;
}

/// Nothing where the letters stand for more than their bytes can hold.
std::optional<std::string> bytesOf(std::string_view letters, std::size_t count)
{
    std::string bytes;
    bytes.reserve(count);
    while (bytes.size() < count) {
        const std::size_t size = std::min(blockBytes, count - bytes.size());
        const auto number = fromLetters(letters.substr(0, blockLetters[size]));
        if (!number || (size < blockBytes && *number >> (8 * size) != 0))
            return std::nullopt;
        for (std::size_t i = size; i > 0; --i)
            bytes += static_cast<char>(*number >> (8 * (i - 1)) & 0xFF);
        letters.remove_prefix(blockLetters[size]);
    }
    return bytes;
}

constexpr std::string_view customModel = KeyGroup("model.custom").text();

/// A key and what stands for it. A custom model that says nothing yet has an entry without a key.
struct Entry
{
    std::uint16_t hash;
    const Key* key;
};

/// Every key in the order of the hashes, which does not change with the order of the table.
const std::vector<Entry>& entries()
{
    static const std::vector<Entry> sorted = [] {
        std::vector<Entry> list{{shareHash(customModel), nullptr}};
        for (const Key& key : keys())
            list.push_back({shareHash(key.path), &key});
        std::ranges::sort(list, {}, &Entry::hash);
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

void putBigEndian(std::string& bytes, std::uint32_t number, std::size_t count)
{
    for (std::size_t i = count; i > 0; --i)
        bytes += static_cast<char>(number >> (8 * (i - 1)) & 0xFF);
}

/// The bytes of a number in reverse, so that the zeros that end most reals come first and go.
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
    case Kind::Real: // + 0.0: a negative zero is equal to zero and must not differ here
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

std::string packed(const Plan& plan)
{
    const auto* custom = std::get_if<CustomModel>(&plan.model);
    const bool unsaid = custom && *custom == CustomModel{};
    std::string bytes;
    for (const Entry& entry : entries()) {
        if (entry.key ? !differs(plan, *entry.key) : !unsaid)
            continue;
        putBigEndian(bytes, entry.hash, sizeof entry.hash);
        if (entry.key)
            putValue(bytes, *entry.key, entry.key->get(plan));
    }
    return bytes;
}

/// Takes the parts of a code's bytes one after another.
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

Problem newer()
{
    return {{},
            {},
            {HW_TR("core",
                   "this share code was written by a newer Highwater; this one reads version %1"),
             {std::string(1, version)}}};
}

Problem mistyped()
{
    return {{},
            {},
            {HW_TR("core",
                   "this share code is damaged: a letter of it is wrong, missing or too many")}};
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

Result<Plan> unpacked(std::string_view bytes)
{
    Plan plan;
    Parts parts(bytes);
    while (!parts.empty()) {
        const auto hash = parts.bytes(sizeof(Entry::hash));
        if (!hash)
            return noPlan();
        const auto wanted = static_cast<std::uint16_t>(static_cast<unsigned char>((*hash)[0]) << 8
                                                       | static_cast<unsigned char>((*hash)[1]));
        const auto entry = std::ranges::lower_bound(entries(), wanted, {}, &Entry::hash);
        if (entry == entries().end() || entry->hash != wanted)
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
    // A key twice, two models, a default written out: no plan has such a code.
    if (packed(plan) != bytes)
        return noPlan();
    return plan;
}

/// How many bytes of the text stand between the lines of a wrapped code: blanks, line ends, the
/// mark of a quotation, and what word processors and web pages put there unseen.
std::size_t breakLength(std::string_view text)
{
    static constexpr std::array<std::string_view, 11> breaks{
        " ", "\t",       "\r",           "\n",           "\v",          "\f",
        ">", "\xC2\xA0", "\xE2\x80\x8B", "\xE2\x80\xA8", "\xEF\xBB\xBF"};
    for (const std::string_view mark : breaks)
        if (text.starts_with(mark))
            return mark.size();
    return 0;
}

/// A code in a text, and what it says.
struct Sighting
{
    std::string_view span;
    Result<Plan> plan;
};

/// The code that starts where the text does.
Sighting sighted(std::string_view text)
{
    std::string letters;
    std::size_t count = 0; // of bytes
    std::size_t wanted = headLetters;
    std::size_t end = 0;
    for (std::size_t i = 0; i < text.size() && letters.size() < wanted;) {
        if (isLetter(text[i])) {
            letters += text[i];
            end = ++i;
        } else if (const std::size_t length = breakLength(text.substr(i))) {
            i += length;
        } else {
            break;
        }
        if (letters.size() == headLetters && count == 0) {
            count = *fromLetters(std::string_view(letters).substr(countStart));
            wanted = headLetters + lettersFor(count);
        }
    }
    const std::string_view span = text.substr(0, end);
    if (letters.size() < wanted)
        return {span,
                Problem{{},
                        {},
                        {HW_TR("core", "this share code is cut short: it has %1 letters of %2"),
                         {grouped(static_cast<long long>(letters.size())),
                          grouped(static_cast<long long>(wanted))}}}};
    const auto bytes = bytesOf(std::string_view(letters).substr(headLetters), count);
    if (!bytes || count < checksumBytes)
        return {span, mistyped()};
    const std::string_view content
        = std::string_view(*bytes).substr(0, bytes->size() - checksumBytes);
    std::string sum;
    putBigEndian(sum, crc32(content), checksumBytes);
    if (!bytes->ends_with(sum))
        return {span, mistyped()};
    return {span, unpacked(content)};
}

/// The first whole code, or else the first damaged one. A whole one may look odd, as its checksum
/// vouches for it; a damaged one must not be what a sentence just happens to say ("HW1 is due").
std::optional<Sighting> look(std::string_view text)
{
    constexpr int mostTries = 64;
    std::optional<Sighting> damaged;
    if (text.size() > mostPlanBytes)
        return damaged;
    int tries = 0;
    for (std::size_t at = text.find(prefix); at != std::string_view::npos && tries < mostTries;
         at = text.find(prefix, at + 1)) {
        const std::string_view rest = text.substr(at);
        const bool starts = (at == 0 || !isLetter(text[at - 1])) && rest.size() >= countStart
            && rest[prefix.size()] >= version && rest[prefix.size()] <= '9';
        if (!starts)
            continue;
        ++tries;
        const auto run
            = static_cast<std::size_t>(std::ranges::find_if_not(rest, isLetter) - rest.begin());
        if (rest[prefix.size()] != version) {
            if (!damaged && run >= shortestCode)
                damaged = {rest.substr(0, run), newer()};
            continue;
        }
        Sighting found = sighted(rest);
        if (found.plan)
            return found;
        if (!damaged && run >= shortestCode)
            damaged = std::move(found);
    }
    return damaged;
}

} // namespace

std::uint16_t shareHash(std::string_view path)
{
    return static_cast<std::uint16_t>(crc32(path) & 0xFFFF);
}

std::string shareCode(const Plan& plan)
{
    std::string bytes = packed(plan);
    putBigEndian(bytes, crc32(bytes), checksumBytes);
    return std::string(prefix) + version + inLetters(bytes.size(), countLetters) + lettersOf(bytes);
}

Result<Plan> readShareCode(std::string_view text)
{
    if (text.size() > mostPlanBytes)
        return Problem{
            {},
            {},
            {HW_TR("core", "larger than a plan can be, %1 bytes"), {grouped(mostPlanBytes)}}};
    auto found = look(text);
    if (!found)
        return Problem{{},
                       {},
                       {HW_TR("core", "not a share code, which begins with %1"),
                        {std::string(prefix) + version}}};
    return std::move(found->plan);
}

std::optional<std::string_view> findShareCode(std::string_view text)
{
    const auto found = look(text);
    return found ? std::optional(found->span) : std::nullopt;
}

Result<Plan> readPlanOrCode(std::string_view text)
{
    // The notes of a plan file may speak of a code.
    std::string_view start = text;
    while (const std::size_t length = breakLength(start))
        start.remove_prefix(length);
    if (!start.starts_with('{'))
        if (auto found = look(text))
            return std::move(found->plan);
    return readPlan(text);
}

} // namespace highwater
