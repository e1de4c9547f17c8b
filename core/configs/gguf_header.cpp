// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/gguf_header.h"

#include "core/ledger/gguf_types.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <unordered_set>
#include <utility>

namespace highwater {
namespace {

/// A type of ggml's by its number in files (ggml.h, ggml_type).
struct StoredType
{
    std::uint32_t number;
    GgufBlock block;
};

StoredType ofBlocks(std::uint32_t number, GgufType type)
{
    return {number, blockOf(type)};
}

std::span<const StoredType> storedTypes()
{
    using enum GgufType;
    // The last ones are in no mixture of llama-quantize: whole numbers, and blocks of its own work.
    static const auto types = std::to_array<StoredType>({
        ofBlocks(0, F32),        ofBlocks(1, F16),      ofBlocks(2, Q4_0),
        ofBlocks(3, Q4_1),       ofBlocks(6, Q5_0),     ofBlocks(7, Q5_1),
        ofBlocks(8, Q8_0),       ofBlocks(10, Q2K),     ofBlocks(11, Q3K),
        ofBlocks(12, Q4K),       ofBlocks(13, Q5K),     ofBlocks(14, Q6K),
        ofBlocks(16, Iq2Xxs),    ofBlocks(17, Iq2Xs),   ofBlocks(18, Iq3Xxs),
        ofBlocks(19, Iq1S),      ofBlocks(20, Iq4Nl),   ofBlocks(21, Iq3S),
        ofBlocks(22, Iq2S),      ofBlocks(23, Iq4Xs),   ofBlocks(29, Iq1M),
        ofBlocks(30, Bf16),      ofBlocks(34, Tq1_0),   ofBlocks(35, Tq2_0),
        ofBlocks(39, Mxfp4),     {9, {"Q8_1", 32, 36}}, {15, {"Q8_K", 256, 292}},
        {24, {"I8", 1, 1}},      {25, {"I16", 1, 2}},   {26, {"I32", 1, 4}},
        {27, {"I64", 1, 8}},     {28, {"F64", 1, 8}},   {40, {"NVFP4", 64, 36}},
        {41, {"Q1_0", 128, 18}},
    });
    return types;
}

/// docs/gguf.md, gguf_metadata_value_type.
enum class GgufValue : std::uint32_t {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F32,
    Flag,
    String,
    List,
    U64,
    I64,
    F64,
    Count
};

constexpr std::uint64_t sizeOfValue(GgufValue type)
{
    using enum GgufValue;
    switch (type) {
    case U8:
    case I8:
    case Flag:
        return 1;
    case U16:
    case I16:
        return 2;
    case U32:
    case I32:
    case F32:
        return 4;
    case U64:
    case I64:
    case F64:
        return 8;
    default:
        return 0;
    }
}

class GgufReader
{
public:
    explicit GgufReader(HeaderSource& source)
        : m_source(source)
    { }

    Result<TensorList> read()
    {
        m_list.isGguf = true;
        m_list.fileBytes = static_cast<Bytes>(m_source.size());
        if (readStart() && readMetadata() && readTensors() && checkPlaces())
            return std::move(m_list);
        return *m_problem;
    }

private:
    struct Place
    {
        Bytes begin = 0, end = 0; ///< behind the header
        std::size_t tensor = 0;
    };

    bool fail(Text message) { return failIn({}, std::move(message)); }
    bool failIn(std::string_view field, Text message)
    {
        if (!m_problem)
            m_problem = Problem{excerpt(field, 128), {}, std::move(message)};
        return false;
    }
    bool cutOff(std::string_view field)
    {
        return failIn(field,
                      {HW_TR("core", "the file ends in its header, at byte %1"),
                       {grouped(static_cast<long long>(m_source.position()))}});
    }

    /// A number in the file's order of bytes.
    template <class T> bool take(T& number, std::string_view field)
    {
        std::array<char, sizeof(T)> bytes{};
        if (!m_source.take(bytes.data(), sizeof(T)))
            return cutOff(field);
        if (m_swapped)
            std::ranges::reverse(bytes);
        number = std::bit_cast<T>(bytes);
        return true;
    }
    /// A length or a count: 32 bits in version 1, else 64.
    bool takeCount(std::uint64_t& count, std::string_view field)
    {
        if (m_version > 1)
            return take(count, field);
        std::uint32_t narrow = 0;
        const bool done = take(narrow, field);
        count = narrow;
        return done;
    }
    /// A text of at most so many bytes.
    bool takeName(std::string& name, std::uint64_t longest, std::string_view field)
    {
        std::uint64_t length = 0;
        if (!takeCount(length, field))
            return false;
        if (length > longest)
            return failIn(field,
                          {HW_TR("core", "has a name of %1 bytes, which none has"),
                           {std::to_string(length)}});
        name.assign(length, '\0');
        return m_source.take(name.data(), length) || cutOff(field);
    }
    bool isTooLong(std::string_view field)
    {
        // The largest vocabularies take a few million bytes.
        constexpr std::uint64_t mostHeader = 256'000'000;
        if (m_source.position() <= mostHeader)
            return false;
        return !failIn(field,
                       {HW_TR("core", "the header has more than %1 bytes"),
                        {grouped(static_cast<long long>(mostHeader))}});
    }

    bool readStart()
    {
        std::array<char, 4> magic{};
        if (!m_source.take(magic.data(), magic.size()))
            return cutOff({});
        if (std::string_view(magic.data(), magic.size()) != "GGUF")
            return fail({HW_TR("core", "is no GGUF file: its first bytes are others")});
        m_swapped = std::endian::native == std::endian::big;
        std::uint32_t version = 0;
        if (!take(version, {}))
            return false;
        if ((version & 0xFFFF) == 0) { // written by a machine of the other order of bytes
            m_swapped = !m_swapped;
            version = version >> 24 | (version >> 8 & 0xFF00);
        }
        if (version < 1 || version > 3)
            return fail({HW_TR("core", "is of GGUF version %1; versions 1 to 3 can be read"),
                         {std::to_string(version)}});
        m_version = version;
        return takeCount(m_tensors, {}) && takeCount(m_keys, {}) && checkCounts();
    }
    bool checkCounts()
    {
        // The fewest bytes of a tensor: name, sides, type and place; of a key: name, type, value.
        constexpr std::uint64_t leastTensor = 20;
        constexpr std::uint64_t leastKey = 9;
        constexpr std::uint64_t mostKeys = 65536;
        if (m_tensors > static_cast<std::uint64_t>(mostTensors)
            || m_tensors > m_source.left() / leastTensor)
            return fail({HW_TR("core", "would have %1 tensors, more than fit into it"),
                         {std::to_string(m_tensors)}});
        if (m_keys > mostKeys || m_keys > m_source.left() / leastKey)
            return fail({HW_TR("core", "would have %1 keys of metadata, more than fit into it"),
                         {std::to_string(m_keys)}});
        return true;
    }

    bool readMetadata()
    {
        std::unordered_set<std::string> seen;
        for (std::uint64_t i = 0; i < m_keys; ++i) {
            std::string key;
            constexpr std::uint64_t longest = 65535; // docs/gguf.md
            if (!takeName(key, longest, {}) || isTooLong(key))
                return false;
            if (!seen.insert(key).second)
                return failIn(key, {HW_TR("core", "is written twice")});
            std::uint32_t type = 0;
            if (!take(type, key))
                return false;
            Json value;
            if (!readValue(type, key, 0, value))
                return false;
            m_list.metadata.add(std::move(key), std::move(value));
        }
        return readAlignment();
    }
    bool readAlignment()
    {
        const Json* const said = m_list.metadata.find("general.alignment");
        if (!said)
            return true;
        const std::int64_t* const number = said->whole();
        constexpr std::int64_t most = 1 << 20;
        if (!number || *number < 1 || *number > most
            || !std::has_single_bit(static_cast<std::uint64_t>(*number)))
            return failIn("general.alignment",
                          {HW_TR("core", "must be a power of two from 1 to %1"), {grouped(most)}});
        m_alignment = *number;
        return true;
    }

    bool readValue(std::uint32_t type, const std::string& key, int depth, Json& value)
    {
        if (type >= static_cast<std::uint32_t>(GgufValue::Count))
            return failIn(key,
                          {HW_TR("core", "has a value of type %1, which is not known"),
                           {std::to_string(type)}});
        switch (static_cast<GgufValue>(type)) {
        case GgufValue::U8:
            return readNumber<std::uint8_t>(key, value);
        case GgufValue::I8:
            return readNumber<std::int8_t>(key, value);
        case GgufValue::U16:
            return readNumber<std::uint16_t>(key, value);
        case GgufValue::I16:
            return readNumber<std::int16_t>(key, value);
        case GgufValue::U32:
            return readNumber<std::uint32_t>(key, value);
        case GgufValue::I32:
            return readNumber<std::int32_t>(key, value);
        case GgufValue::U64:
            return readNumber<std::uint64_t>(key, value);
        case GgufValue::I64:
            return readNumber<std::int64_t>(key, value);
        case GgufValue::F32:
            return readNumber<float>(key, value);
        case GgufValue::F64:
            return readNumber<double>(key, value);
        case GgufValue::Flag:
            return readFlag(key, value);
        case GgufValue::String:
            return readString(key, value);
        case GgufValue::List:
            return readList(key, depth, value);
        case GgufValue::Count:
            break;
        }
        return false;
    }
    template <class T> bool readNumber(const std::string& key, Json& value)
    {
        T number{};
        if (!take(number, key))
            return false;
        if constexpr (std::is_floating_point_v<T>)
            value = std::isfinite(number) ? Json(static_cast<double>(number)) : Json();
        else if (std::in_range<std::int64_t>(number))
            value = Json(static_cast<std::int64_t>(number));
        else
            value = Json(static_cast<double>(number));
        return true;
    }
    bool readFlag(const std::string& key, Json& value)
    {
        std::uint8_t byte = 0;
        if (!take(byte, key))
            return false;
        if (byte > 1)
            return failIn(key, {HW_TR("core", "must be true or false")});
        value = Json(byte == 1);
        return true;
    }
    /// Long texts, such as templates of chats, are passed over.
    bool readString(const std::string& key, Json& value)
    {
        std::uint64_t length = 0;
        if (!takeCount(length, key))
            return false;
        constexpr std::uint64_t longest = 1024;
        if (length > longest)
            return m_source.skip(length) || cutOff(key);
        std::string text(length, '\0');
        if (!m_source.take(text.data(), length))
            return cutOff(key);
        value = Json(printable(text));
        return true;
    }
    bool readList(const std::string& key, int depth, Json& value)
    {
        constexpr int deepest = 4;
        if (depth == deepest)
            return failIn(
                key, {HW_TR("core", "nested more than %1 levels deep"), {std::to_string(deepest)}});
        std::uint32_t type = 0;
        std::uint64_t count = 0;
        if (!take(type, key) || !takeCount(count, key))
            return false;
        if (type >= static_cast<std::uint32_t>(GgufValue::Count))
            return failIn(key,
                          {HW_TR("core", "has a value of type %1, which is not known"),
                           {std::to_string(type)}});
        const std::uint64_t each = sizeOfValue(static_cast<GgufValue>(type));
        const std::uint64_t least = each > 0 ? each : m_version > 1 ? 8 : 4;
        if (count > m_source.left() / least)
            return failIn(key,
                          {HW_TR("core", "would have %1 values, more than fit into the file"),
                           {std::to_string(count)}});
        constexpr std::uint64_t mostKept = 4096;
        const bool isKept = each > 0 && count <= mostKept && count <= m_room;
        if (isKept)
            m_room -= count;
        if (!isKept)
            value = Json::object({{"length", static_cast<std::int64_t>(count)}});
        else
            value = Json::array();
        if (each > 0 && !isKept)
            return m_source.skip(count * each) || cutOff(key);
        for (std::uint64_t i = 0; i < count; ++i) {
            Json item;
            if (isTooLong(key) || !readItem(type, key, depth, item))
                return false;
            if (isKept)
                value.append(std::move(item));
        }
        return true;
    }
    bool readItem(std::uint32_t type, const std::string& key, int depth, Json& item)
    {
        if (static_cast<GgufValue>(type) != GgufValue::String)
            return readValue(type, key, depth + 1, item);
        std::uint64_t length = 0;
        return takeCount(length, key) && (m_source.skip(length) || cutOff(key));
    }

    bool readTensors()
    {
        std::unordered_set<std::string> seen;
        m_list.tensors.reserve(m_tensors);
        for (std::uint64_t i = 0; i < m_tensors; ++i) {
            StoredTensor tensor;
            constexpr std::uint64_t longest = 1024; // GGML_MAX_NAME is 64 or 128
            if (!takeName(tensor.name, longest, {}) || isTooLong(tensor.name))
                return false;
            if (!seen.insert(tensor.name).second)
                return failIn(tensor.name, {HW_TR("core", "is written twice")});
            if (!readTensor(tensor))
                return false;
            m_list.tensors.push_back(std::move(tensor));
        }
        return true;
    }
    bool readTensor(StoredTensor& tensor)
    {
        std::uint32_t sides = 0, number = 0;
        if (!take(sides, tensor.name))
            return false;
        constexpr std::uint32_t mostSides = 8; // GGML_MAX_DIMS is 4
        if (sides > mostSides)
            return failIn(
                tensor.name,
                {HW_TR("core", "has %1 sides, which no tensor has"), {std::to_string(sides)}});
        for (std::uint32_t i = 0; i < sides; ++i) {
            std::uint64_t side = 0;
            if (!takeCount(side, tensor.name))
                return false;
            if (side > static_cast<std::uint64_t>(mostTensorEntries))
                return failIn(tensor.name,
                              {HW_TR("core", "has more entries than a tensor can have")});
            tensor.sides.push_back(static_cast<std::int64_t>(side));
        }
        std::ranges::reverse(tensor.sides);
        std::uint64_t offset = 0;
        if (!take(number, tensor.name) || !take(offset, tensor.name))
            return false;
        return setSize(tensor, number) && addPlace(tensor, offset);
    }
    bool setSize(StoredTensor& tensor, std::uint32_t number)
    {
        const auto type = std::ranges::find(storedTypes(), number, &StoredType::number);
        if (type == storedTypes().end())
            return failIn(
                tensor.name,
                {HW_TR("core", "has the type %1, which is not known"), {std::to_string(number)}});
        const std::int64_t entries = tensor.entries();
        if (entries > mostTensorEntries)
            return failIn(tensor.name, {HW_TR("core", "has more entries than a tensor can have")});
        const std::int64_t row = tensor.sides.empty() ? 1 : tensor.sides.back();
        if (row % type->block.weights != 0)
            return failIn(tensor.name,
                          {HW_TR("core", "has rows of %1, which are no whole blocks of %2"),
                           {grouped(row), std::string(type->block.name)}});
        tensor.type = type->block.name;
        tensor.bytes = entries / type->block.weights * type->block.bytes;
        return true;
    }
    bool addPlace(const StoredTensor& tensor, std::uint64_t offset)
    {
        if (offset > static_cast<std::uint64_t>(mostTensorEntries))
            return failIn(tensor.name,
                          {HW_TR("core", "would begin at byte %1"), {std::to_string(offset)}});
        const auto begin = static_cast<Bytes>(offset);
        if (begin % m_alignment != 0)
            return failIn(
                tensor.name,
                {HW_TR("core", "begins at byte %1, which is no multiple of the alignment, %2"),
                 {grouped(begin), grouped(m_alignment)}});
        m_places.push_back({begin, bounded::plus(begin, tensor.bytes), m_list.tensors.size()});
        return true;
    }

    bool checkPlaces()
    {
        std::ranges::sort(m_places, {}, &Place::begin);
        Bytes reached = 0;
        std::size_t before = 0;
        for (const Place& place : m_places) {
            if (place.begin < reached)
                return failIn(m_list.tensors[place.tensor].name,
                              {HW_TR("core", "lies over the bytes of %1"),
                               {excerpt(m_list.tensors[before].name, 128)}});
            reached = place.end;
            before = place.tensor;
        }
        const Bytes start = shareOf(static_cast<Bytes>(m_source.position()), m_alignment);
        const Bytes end = bounded::plus(bounded::times(start, m_alignment), reached);
        m_list.missingBytes = std::max<Bytes>(0, end - m_list.fileBytes);
        return true;
    }

    HeaderSource& m_source;
    TensorList m_list;
    std::optional<Problem> m_problem;
    bool m_swapped = false;
    std::uint32_t m_version = 3;
    std::uint64_t m_tensors = 0, m_keys = 0;
    std::uint64_t m_room = 1'000'000; ///< numbers of lists that are still kept
    Bytes m_alignment = 32; // docs/gguf.md: where general.alignment is absent
    std::vector<Place> m_places;
};

} // namespace

Result<TensorList> readGgufHeader(HeaderSource& source)
{
    return GgufReader(source).read();
}

} // namespace highwater
