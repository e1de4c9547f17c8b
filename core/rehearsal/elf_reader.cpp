// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/elf_reader.h"

#include "core/rehearsal/elf_format.h"

#include <algorithm>
#include <array>
#include <istream>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

namespace highwater {

namespace {

using elf::DynamicEntry;

// Far above what libraries have: libtorch_cpu.so has about 10^5 symbols.
constexpr std::uint64_t mostDynamicEntries = 1 << 14;
constexpr std::uint64_t mostSymbols = 1 << 22;
constexpr std::uint64_t mostStringBytes = 1 << 29;
constexpr std::uint64_t mostVersions = 1 << 15;

struct NamedVersion
{
    std::string library;
    std::string version;
};

/// Reads the tables of one file. What lies outside the file is null.
class ElfTables
{
public:
    explicit ElfTables(std::istream& file)
        : m_file(file)
    {
        m_file.seekg(0, std::ios::end);
        m_size = static_cast<std::uint64_t>(std::max<std::streamoff>(m_file.tellg(), 0));
    }

    bool readSegments(const elf::Header& header);
    bool readDynamic();
    bool readStrings();
    std::optional<ElfFile> neighbours();
    std::optional<std::vector<std::string>> definedNames();

    template <class T> bool read(std::uint64_t offset, T* values, std::uint64_t count = 1)
    {
        if (offset > m_size || count > (m_size - offset) / sizeof(T))
            return false;
        m_file.clear();
        m_file.seekg(static_cast<std::streamoff>(offset));
        m_file.read(reinterpret_cast<char*>(values),
                    static_cast<std::streamsize>(count * sizeof(T)));
        return bool(m_file);
    }

private:
    template <class T> bool readAt(std::uint64_t address, T* values, std::uint64_t count = 1)
    {
        for (const elf::Segment& segment : m_segments) {
            const std::uint64_t into = address - segment.address;
            if (segment.type == elf::Segment::load && address >= segment.address
                && into <= segment.sizeInFile && count <= (segment.sizeInFile - into) / sizeof(T)
                && segment.offset <= m_size)
                return read(segment.offset + into, values, count);
        }
        return false;
    }
    std::optional<std::uint64_t> value(std::uint64_t tag) const
    {
        const auto found
            = std::find_if(m_dynamic.begin(), m_dynamic.end(),
                           [&](const DynamicEntry& entry) { return entry.tag == tag; });
        return found == m_dynamic.end() ? std::nullopt : std::optional(found->value);
    }
    std::optional<std::string> string(std::uint64_t offset) const
    {
        if (offset >= m_strings.size())
            return std::nullopt;
        const std::size_t end = m_strings.find('\0', offset);
        if (end == std::string::npos)
            return std::nullopt;
        return m_strings.substr(offset, end - offset);
    }
    std::optional<std::uint64_t> undefinedSymbolsEnd();
    std::optional<std::uint64_t> symbolsEnd();
    std::optional<std::map<std::uint16_t, NamedVersion>> neededVersions();
    std::optional<std::vector<WantedName>> wantedNames();

    std::istream& m_file;
    std::uint64_t m_size = 0;
    std::vector<elf::Segment> m_segments;
    std::vector<DynamicEntry> m_dynamic;
    std::string m_strings;
};

bool ElfTables::readSegments(const elf::Header& header)
{
    m_segments.resize(header.segments);
    return header.segmentSize == sizeof(elf::Segment)
        && read(header.segmentsAt, m_segments.data(), m_segments.size());
}

bool ElfTables::readDynamic()
{
    const auto found
        = std::find_if(m_segments.begin(), m_segments.end(), [](const elf::Segment& segment) {
              return segment.type == elf::Segment::dynamic;
          });
    if (found == m_segments.end())
        return false;
    const std::uint64_t count = found->sizeInFile / sizeof(DynamicEntry);
    if (count > mostDynamicEntries)
        return false;
    m_dynamic.resize(count);
    if (!read(found->offset, m_dynamic.data(), count))
        return false;
    m_dynamic.erase(
        std::find_if(m_dynamic.begin(), m_dynamic.end(),
                     [](const DynamicEntry& entry) { return entry.tag == DynamicEntry::end; }),
        m_dynamic.end());
    return true;
}

bool ElfTables::readStrings()
{
    const auto at = value(DynamicEntry::strings);
    const auto size = value(DynamicEntry::stringsSize);
    if (!at || !size || *size > std::min(mostStringBytes, m_size))
        return false;
    m_strings.resize(*size);
    return readAt(*at, m_strings.data(), *size);
}

/// One past the last symbol that may be undefined. DT_HASH counts all symbols; DT_GNU_HASH names
/// the first defined one, before which all undefined ones stand.
std::optional<std::uint64_t> ElfTables::undefinedSymbolsEnd()
{
    std::array<std::uint32_t, 2> table{}; // buckets, symbols; buckets, first defined symbol
    const auto all = value(DynamicEntry::hash);
    const auto defined = value(DynamicEntry::gnuHash);
    if (!all && !defined)
        return std::nullopt;
    if (!readAt(all ? *all : *defined, table.data(), table.size()) || table[1] > mostSymbols)
        return std::nullopt;
    return table[1];
}

/// One past the last symbol. DT_GNU_HASH has no count: the last symbol is the end of the chain that
/// the highest bucket begins.
std::optional<std::uint64_t> ElfTables::symbolsEnd()
{
    const auto gnu = value(DynamicEntry::gnuHash);
    if (value(DynamicEntry::hash) || !gnu)
        return undefinedSymbolsEnd();
    std::array<std::uint32_t, 4> table{}; // buckets, first symbol, words of the filter, shift
    if (!readAt(*gnu, table.data(), table.size()) || table[0] > mostSymbols
        || table[2] > mostSymbols || table[0] > m_size / sizeof(std::uint32_t))
        return std::nullopt;
    const auto [bucketCount, first, filterWords, shift] = table;
    const std::uint64_t bucketsAt
        = *gnu + sizeof table + std::uint64_t{filterWords} * sizeof(std::uint64_t);
    std::vector<std::uint32_t> buckets(bucketCount);
    if (!readAt(bucketsAt, buckets.data(), bucketCount))
        return std::nullopt;
    const auto highest = std::max_element(buckets.begin(), buckets.end());
    if (highest == buckets.end() || *highest < first)
        return first; // nothing is defined
    const std::uint64_t chainsAt = bucketsAt + std::uint64_t{bucketCount} * sizeof(std::uint32_t);
    for (std::uint64_t symbol = *highest; symbol < mostSymbols; ++symbol) {
        std::uint32_t link = 0;
        if (!readAt(chainsAt + (symbol - first) * sizeof link, &link))
            return std::nullopt;
        if ((link & 1) != 0) // the mark of a chain's end
            return symbol + 1;
    }
    return std::nullopt;
}

std::optional<std::vector<std::string>> ElfTables::definedNames()
{
    const auto end = symbolsEnd();
    const auto symbolsAt = value(DynamicEntry::symbols);
    if (!end || !symbolsAt || *end > m_size / sizeof(elf::Symbol))
        return std::nullopt;
    std::vector<elf::Symbol> symbols(*end);
    if (!readAt(*symbolsAt, symbols.data(), *end))
        return std::nullopt;
    std::vector<std::string> names;
    for (const elf::Symbol& symbol : symbols) {
        if (symbol.section == 0)
            continue;
        auto name = string(symbol.name);
        if (!name)
            return std::nullopt;
        names.push_back(std::move(*name));
    }
    return names;
}

std::optional<std::map<std::uint16_t, NamedVersion>> ElfTables::neededVersions()
{
    std::map<std::uint16_t, NamedVersion> versions;
    const auto first = value(DynamicEntry::neededVersions);
    if (!first)
        return versions;
    const std::uint64_t libraries = value(DynamicEntry::neededVersionCount).value_or(0);
    std::uint64_t at = *first;
    std::uint64_t seen = 0;
    for (std::uint64_t i = 0; i < libraries; ++i) {
        elf::NeededLibrary library;
        if (++seen > mostVersions || !readAt(at, &library))
            return std::nullopt;
        const auto libraryName = string(library.name);
        std::uint64_t versionAt = at + library.versionsAt;
        for (unsigned each = 0; each < library.count; ++each) {
            elf::NeededVersion version;
            if (++seen > mostVersions || !readAt(versionAt, &version))
                return std::nullopt;
            const auto versionName = string(version.name);
            if (!libraryName || !versionName)
                return std::nullopt;
            versions[version.number] = {*libraryName, *versionName};
            versionAt += version.next;
        }
        at += library.next;
    }
    return versions;
}

std::optional<std::vector<WantedName>> ElfTables::wantedNames()
{
    const auto end = undefinedSymbolsEnd();
    const auto symbolsAt = value(DynamicEntry::symbols);
    const auto versions = neededVersions();
    if (!end || !symbolsAt || !versions)
        return std::nullopt;
    // Sizes come from the file: it must hold a table before memory is taken for it.
    if (*end > m_size / sizeof(elf::Symbol))
        return std::nullopt;
    std::vector<elf::Symbol> symbols(*end);
    std::vector<std::uint16_t> numbers(*end, elf::withoutVersion);
    const auto numbersAt = value(DynamicEntry::symbolVersions);
    if (!readAt(*symbolsAt, symbols.data(), *end)
        || (numbersAt && !readAt(*numbersAt, numbers.data(), *end)))
        return std::nullopt;
    std::vector<WantedName> wanted;
    for (std::size_t i = 1; i < symbols.size(); ++i) {
        if (symbols[i].section != 0)
            continue;
        auto name = string(symbols[i].name);
        if (!name)
            return std::nullopt;
        const auto version = versions->find(numbers[i] & 0x7fff); // without the mark of hidden ones
        if (version == versions->end())
            wanted.push_back({std::move(*name), {}, {}});
        else
            wanted.push_back({std::move(*name), version->second.version, version->second.library});
    }
    return wanted;
}

std::optional<ElfFile> ElfTables::neighbours()
{
    ElfFile file;
    for (const DynamicEntry& entry : m_dynamic) {
        if (entry.tag != DynamicEntry::needed && entry.tag != DynamicEntry::soname)
            continue;
        auto name = string(entry.value);
        if (!name)
            return std::nullopt;
        if (entry.tag == DynamicEntry::soname)
            file.soname = std::move(*name);
        else
            file.needed.push_back(std::move(*name));
    }
    auto wanted = wantedNames();
    if (!wanted)
        return std::nullopt;
    file.wanted = std::move(*wanted);
    return file;
}

/// Opens the tables of a file, and hands them to `read`, which has no answer where they are
/// damaged.
template <class Read>
auto readTables(std::istream& file, const std::string& name, const Read& read)
    -> Result<typename std::invoke_result_t<Read, ElfTables&>::value_type>
{
    const elf::Header ours;
    elf::Header header;
    ElfTables tables(file);
    if (!tables.read(0, &header) || !std::equal(ours.magic, ours.magic + 4, header.magic))
        return Problem{FieldName(name), {}, HW_TR("core", "is not a shared library of Linux")};
    if (header.wordSize != ours.wordSize || header.byteOrder != ours.byteOrder
        || header.machine != ours.machine || header.type != ours.type)
        return Problem{FieldName(name), {}, HW_TR("core", "is not a shared library for x86-64")};
    if (tables.readSegments(header) && tables.readDynamic() && tables.readStrings())
        if (auto found = read(tables))
            return std::move(*found);
    return Problem{FieldName(name),
                   {},
                   HW_TR("core", "is damaged: its tables of names point outside the file")};
}

} // namespace

Result<ElfFile> readElfFile(std::istream& file, const std::string& name)
{
    return readTables(file, name, [](ElfTables& tables) { return tables.neighbours(); });
}

Result<std::vector<std::string>> readDefinedNames(std::istream& file, const std::string& name)
{
    return readTables(file, name, [](ElfTables& tables) { return tables.definedNames(); });
}

} // namespace highwater
