// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/stand_in.h"

#include "core/rehearsal/elf_format.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <span>

namespace highwater {

namespace {

using elf::DynamicEntry;

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t bytesOfAFunction = 32;
/// In the order of StandInFunction::Does.
constexpr std::array helpers{"highwater_unwritten", "highwater_unwritten_handle",
                             "highwater_unwritten_sizes", "highwater_refused"};
constexpr std::uint32_t firstFunction = 1 + helpers.size(); ///< symbol 0 is empty

constexpr std::uint64_t roundedUp(std::uint64_t size, std::uint64_t step)
{
    return (size + step - 1) / step * step;
}

/// Strings that tables point at by their offset.
class Strings
{
public:
    std::uint32_t add(const std::string& text)
    {
        const auto at = static_cast<std::uint32_t>(m_bytes.size());
        m_bytes += text;
        m_bytes += '\0';
        return at;
    }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes = std::string(1, '\0');
};

/// Puts tables one after another. Every address is an offset in the file.
class Image
{
public:
    template <class T> std::uint64_t append(std::span<const T> values)
    {
        m_bytes.resize(roundedUp(m_bytes.size(), 16));
        const std::uint64_t at = m_bytes.size();
        m_bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
        return at;
    }
    template <class T> std::uint64_t append(const std::vector<T>& values)
    {
        return append(std::span<const T>(values));
    }
    template <class T> void put(std::uint64_t at, std::span<const T> values)
    {
        std::memcpy(m_bytes.data() + at, values.data(), values.size_bytes());
    }
    std::uint64_t newPage()
    {
        m_bytes.resize(roundedUp(m_bytes.size(), page));
        return m_bytes.size();
    }
    std::uint64_t size() const { return m_bytes.size(); }
    std::string take() && { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

std::uint16_t numberOf(const std::string& version, const StandIn& standIn)
{
    const auto& all = standIn.versions;
    const auto found = std::find(all.begin(), all.end(), version);
    return found == all.end() ? elf::withoutVersion
                              : static_cast<std::uint16_t>(2 + (found - all.begin()));
}

/// DT_HASH: the number of buckets and of symbols, the first symbol of each bucket, and after each
/// symbol the next of its bucket.
std::vector<std::uint32_t> hashTable(const StandIn& standIn)
{
    const auto symbols = static_cast<std::uint32_t>(firstFunction + standIn.functions.size());
    const std::uint32_t buckets = symbols;
    std::vector<std::uint32_t> table(2 + buckets + symbols, 0);
    table[0] = buckets;
    table[1] = symbols;
    for (std::uint32_t symbol = firstFunction; symbol < symbols; ++symbol) {
        const std::string& name = standIn.functions[symbol - firstFunction].name;
        std::uint32_t& first = table[2 + elf::hashOf(name) % buckets];
        table[2 + buckets + symbol] = first;
        first = symbol;
    }
    return table;
}

std::vector<elf::DefinedVersion> definedVersions(const StandIn& standIn, std::uint32_t soname,
                                                 Strings& strings)
{
    std::vector<elf::DefinedVersion> all(1);
    all[0].flags = elf::DefinedVersion::ofTheFile;
    all[0].number = elf::withoutVersion;
    all[0].hash = elf::hashOf(standIn.soname);
    all[0].name = soname;
    for (const std::string& version : standIn.versions) {
        all.back().next = sizeof(elf::DefinedVersion);
        all.emplace_back();
        all.back().number = numberOf(version, standIn);
        all.back().hash = elf::hashOf(version);
        all.back().name = strings.add(version);
    }
    return all;
}

/// Machine code of a function. Numbers of instructions: Intel 64 Software Developer's Manual,
/// volume 2; places of arguments: System V ABI, AMD64 supplement, "Parameter Passing".
class Code
{
public:
    explicit Code(std::uint64_t at)
        : m_at(at)
    { }

    void add(std::initializer_list<unsigned char> bytes)
    {
        std::copy(bytes.begin(), bytes.end(),
                  m_bytes.begin() + static_cast<std::ptrdiff_t>(m_size));
        m_size += bytes.size();
    }
    /// An instruction that ends in the distance to an address.
    void addWithDistance(std::initializer_list<unsigned char> bytes, std::uint64_t target)
    {
        add(bytes);
        const auto end = m_at + m_size + sizeof(std::int32_t);
        addNumber(static_cast<std::int32_t>(static_cast<std::int64_t>(target - end)));
    }
    void addNumber(std::int32_t number)
    {
        std::memcpy(m_bytes.data() + m_size, &number, sizeof number);
        m_size += sizeof number;
    }
    /// mov of an argument into rsi, the second one, or rdx, the third.
    void moveArgument(int argument, bool toThird)
    {
        constexpr std::array<std::array<unsigned char, 2>, 6> registers{
            {{0x48, 0xf8}, {0x48, 0xf0}, {0x48, 0xd0}, {0x48, 0xc8}, {0x4c, 0xc0}, {0x4c, 0xc8}}};
        const unsigned char target = toThird ? 2 : 6;
        if (argument < static_cast<int>(registers.size())) {
            const auto& [prefix, source] = registers[static_cast<std::size_t>(argument)];
            add({prefix, 0x89, static_cast<unsigned char>((source & 0xf8) | target)});
        } else {
            const auto above = static_cast<unsigned char>(8 * (argument - 5)); // the return address
            add({0x48, 0x8b, static_cast<unsigned char>(0x44 | target << 3), 0x24, above});
        }
    }
    const auto& bytes() const { return m_bytes; }

private:
    static constexpr unsigned char trap = 0xcc;

    std::uint64_t m_at;
    std::size_t m_size = 0;
    std::array<unsigned char, bytesOfAFunction> m_bytes = filled();
    static constexpr std::array<unsigned char, bytesOfAFunction> filled()
    {
        std::array<unsigned char, bytesOfAFunction> all{};
        all.fill(trap);
        return all;
    }
};

/// lea of the name into one of the helper's arguments, and a jump through the helper's slot.
std::array<unsigned char, bytesOfAFunction> code(const StandInFunction& function, std::uint64_t at,
                                                 std::uint64_t name, std::uint64_t slots)
{
    using enum StandInFunction::Does;
    constexpr unsigned char leaFirst = 0x3d; // rdi
    constexpr unsigned char leaSecond = 0x35; // rsi
    Code all(at);
    if (function.does == tellsSizes) {
        all.moveArgument(function.sizes.first, false);
        if (function.sizes.second)
            all.moveArgument(*function.sizes.second, true);
        else
            all.add({0x31, 0xd2}); // xor edx, edx
        all.add({0xb9}); // mov ecx
        all.addNumber(function.sizes.bytes);
    }
    all.addWithDistance({0x48, 0x8d, function.does == makesHandle ? leaSecond : leaFirst}, name);
    const auto helper = static_cast<std::uint64_t>(function.does);
    all.addWithDistance({0xff, 0x25}, slots + helper * sizeof(std::uint64_t));
    return all.bytes();
}

elf::Segment segment(std::uint32_t type, std::uint32_t flags, std::uint64_t from, std::uint64_t end)
{
    const std::uint64_t size = end - from;
    const std::uint64_t alignment = type == elf::Segment::load ? page : 16;
    return {type, flags, from, from, from, size, size, alignment};
}

} // namespace

std::string standInFile(const StandIn& standIn)
{
    Strings strings;
    const std::uint32_t soname = strings.add(standIn.soname);
    std::vector<DynamicEntry> dynamic{{DynamicEntry::soname, soname}};
    for (const std::string& library : standIn.needed)
        dynamic.push_back({DynamicEntry::needed, strings.add(library)});

    std::vector<elf::Symbol> symbols(1);
    std::vector<std::uint16_t> versions(1, 0);
    for (const char* helper : helpers) {
        symbols.push_back({strings.add(helper), elf::Symbol::globalUntyped, 0, 0, 0, 0});
        versions.push_back(elf::withoutVersion);
    }
    for (const StandInFunction& function : standIn.functions) {
        symbols.push_back(
            {strings.add(function.name), elf::Symbol::globalFunction, 0, 1, 0, bytesOfAFunction});
        versions.push_back(numberOf(function.version, standIn));
    }
    const auto defined = definedVersions(standIn, soname, strings);

    constexpr std::size_t segmentCount = 5;
    Image image;
    image.append(std::vector<char>(sizeof(elf::Header) + segmentCount * sizeof(elf::Segment)));
    const auto hashAt = image.append(hashTable(standIn));
    const auto symbolsAt = image.append(symbols);
    const auto stringsAt = image.append(std::span<const char>(strings.bytes()));
    const auto versionsAt = image.append(versions);
    const auto definedAt = image.append(defined);
    std::vector<elf::Relocation> relocations(helpers.size());
    const auto relocationsAt = image.append(relocations);
    const auto tablesEnd = image.size();

    const auto codeAt = image.newPage();
    const auto slotsAt = roundedUp(codeAt + standIn.functions.size() * bytesOfAFunction, page);
    for (std::size_t i = 0; i < standIn.functions.size(); ++i) {
        elf::Symbol& symbol = symbols[firstFunction + i];
        symbol.value = codeAt + i * bytesOfAFunction;
        const auto bytes
            = code(standIn.functions[i], symbol.value, stringsAt + symbol.name, slotsAt);
        image.append(std::span<const unsigned char>(bytes));
    }
    const auto codeEnd = image.size();
    image.newPage();
    image.append(std::vector<std::uint64_t>(helpers.size()));
    for (std::size_t i = 0; i < relocations.size(); ++i)
        relocations[i] = {slotsAt + i * sizeof(std::uint64_t),
                          (std::uint64_t{1 + i} << 32) | elf::Relocation::addressOfSymbol, 0};
    image.put(symbolsAt, std::span<const elf::Symbol>(symbols));
    image.put(relocationsAt, std::span<const elf::Relocation>(relocations));

    dynamic.insert(dynamic.end(),
                   {{DynamicEntry::hash, hashAt},
                    {DynamicEntry::symbols, symbolsAt},
                    {DynamicEntry::symbolSize, sizeof(elf::Symbol)},
                    {DynamicEntry::strings, stringsAt},
                    {DynamicEntry::stringsSize, strings.bytes().size()},
                    {DynamicEntry::symbolVersions, versionsAt},
                    {DynamicEntry::definedVersions, definedAt},
                    {DynamicEntry::definedVersionCount, defined.size()},
                    {DynamicEntry::relocations, relocationsAt},
                    {DynamicEntry::relocationsSize, relocations.size() * sizeof(elf::Relocation)},
                    {DynamicEntry::relocationSize, sizeof(elf::Relocation)},
                    {DynamicEntry::end, 0}});
    const auto dynamicAt = image.append(dynamic);

    using elf::Segment;
    const std::array<Segment, segmentCount> segments{
        segment(Segment::load, Segment::read, 0, tablesEnd),
        segment(Segment::load, Segment::read | Segment::execute, codeAt, codeEnd),
        segment(Segment::load, Segment::read | Segment::write, slotsAt, image.size()),
        segment(Segment::dynamic, Segment::read | Segment::write, dynamicAt, image.size()),
        segment(Segment::stack, Segment::read | Segment::write, 0, 0)};
    elf::Header header;
    header.segmentsAt = sizeof header;
    header.segments = segmentCount;
    image.put(0, std::span<const elf::Header>(&header, 1));
    image.put(sizeof header, std::span<const Segment>(segments));
    return std::move(image).take();
}

} // namespace highwater
