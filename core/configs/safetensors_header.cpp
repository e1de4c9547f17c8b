// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/safetensors_header.h"

#include "core/json/json_text.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

namespace highwater {
namespace {

/// safetensors/src/tensor.rs: MAX_HEADER_SIZE.
constexpr std::uint64_t mostHeaderBytes = 100'000'000;

struct TensorType
{
    std::string_view name;
    std::int64_t bits;
};
/// The same file: Dtype.
constexpr auto tensorTypes = std::to_array<TensorType>({
    {"BF16", 16},   {"F16", 16},        {"F32", 32},        {"F64", 64},    {"F8_E4M3", 8},
    {"F8_E5M2", 8}, {"F8_E8M0", 8},     {"F6_E2M3", 6},     {"F6_E3M2", 6}, {"F4", 4},
    {"BOOL", 8},    {"U8", 8},          {"I8", 8},          {"U16", 16},    {"I16", 16},
    {"U32", 32},    {"I32", 32},        {"U64", 64},        {"I64", 64},    {"C64", 64},
    {"C128", 128},  {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8},
});

Problem inHeader(const std::string& tensor, Text message)
{
    return {excerpt(tensor, 128), {}, std::move(message)};
}

/// Takes the tensors from the parts of the header's JSON.
class SafetensorsReader : public JsonHandler
{
public:
    explicit SafetensorsReader(std::string_view text)
        : m_text(text)
    { }

    Result<std::vector<StoredTensor>> read(std::uint64_t dataBytes, Json& metadata, Bytes& missing)
    {
        m_text.parse(*this);
        if (m_problem)
            return *m_problem;
        if (!m_isObject)
            return Problem{{}, {}, {HW_TR("core", "has a header that is no list of tensors")}};
        if (const auto problem = checkPlaces(static_cast<Bytes>(dataBytes), missing))
            return *problem;
        metadata = std::move(m_metadata);
        std::vector<StoredTensor> tensors;
        tensors.reserve(m_placed.size());
        for (PlacedTensor& placed : m_placed)
            tensors.push_back(std::move(placed.tensor));
        return tensors;
    }

    bool null() override { return wrongValue(); }
    bool flag(bool) override { return wrongValue(); }
    bool real(double) override { return wrongValue(); }
    bool whole(std::int64_t number) override
    {
        if (m_list == List::None || number < 0 || number > mostTensorEntries)
            return wrongValue();
        std::vector<std::int64_t>& numbers = m_list == List::Shape ? m_shape : m_places;
        constexpr std::size_t mostSides = 64;
        if (numbers.size() == mostSides)
            return wrongValue();
        numbers.push_back(number);
        return true;
    }
    bool text(std::string& value) override
    {
        if (m_depth == 2 && m_inMetadata) {
            constexpr std::size_t longest = 256;
            constexpr std::size_t most = 64;
            if (m_metadata.members().size() < most)
                m_metadata.add(excerpt(m_field), excerpt(value, longest));
            return true;
        }
        if (m_depth != 2 || m_field != "dtype")
            return wrongValue();
        const auto* const type = std::ranges::find(tensorTypes, value, &TensorType::name);
        if (type == tensorTypes.end())
            return fail({HW_TR("core", "has the type %1, which is not known"),
                         {"\"" + excerpt(value) + "\""}});
        m_type = type;
        return true;
    }
    bool startObject() override
    {
        if (m_list != List::None || m_depth == 2 || (m_depth == 1 && m_tensor.empty()))
            return wrongValue();
        if (++m_depth == 1) {
            m_isObject = true;
        } else {
            m_inMetadata = m_tensor == "__metadata__";
            m_type = nullptr;
            m_shape.clear();
            m_places.clear();
            m_hasShape = m_hasPlaces = false;
            m_fields.clear();
        }
        return true;
    }
    bool key(std::string& name) override
    {
        if (m_depth == 1) {
            m_tensor = std::move(name);
            if (m_tensor.empty())
                return fail({HW_TR("core", "has a tensor without a name")});
            if (!m_names.insert(m_tensor).second)
                return fail({HW_TR("core", "is written twice")});
            return std::ssize(m_names) <= mostTensors
                || fail({HW_TR("core", "is one of more than %1 tensors"), {grouped(mostTensors)}});
        }
        m_field = std::move(name);
        if (!m_fields.insert(m_field).second)
            return fail({HW_TR("core", "has the field \"%1\" twice"), {excerpt(m_field)}});
        return true;
    }
    bool endObject() override
    {
        if (--m_depth == 0 || std::exchange(m_inMetadata, false))
            return true;
        return addTensor();
    }
    bool startArray() override
    {
        if (m_depth != 2 || m_inMetadata || m_list != List::None)
            return wrongValue();
        if (m_field == "shape") {
            m_list = List::Shape;
            m_hasShape = true;
        } else if (m_field == "data_offsets") {
            m_list = List::Places;
            m_hasPlaces = true;
        } else {
            return wrongValue();
        }
        return true;
    }
    bool endArray() override
    {
        m_list = List::None;
        return true;
    }
    void wrong(const JsonError& error) override
    {
        if (m_problem)
            return;
        if (error.tooLarge.empty())
            m_problem = m_text.notJson(error);
        else
            wrongValue();
    }

private:
    enum class List { None, Shape, Places };
    struct PlacedTensor
    {
        StoredTensor tensor;
        Bytes begin = 0, end = 0; ///< behind the header
    };

    bool fail(Text message)
    {
        m_problem = inHeader(m_tensor, std::move(message));
        return false;
    }
    bool wrongValue()
    {
        if (m_depth < 2)
            return fail({HW_TR("core", "is no tensor with type, shape and place")});
        return fail({HW_TR("core", "has a wrong value in \"%1\""), {excerpt(m_field)}});
    }

    bool addTensor()
    {
        if (!m_type || !m_hasShape || m_places.size() != 2)
            return fail({HW_TR("core", "is no tensor with type, shape and place")});
        PlacedTensor placed{{m_tensor, m_shape, m_type->name, 0}, m_places[0], m_places[1]};
        const std::int64_t entries = placed.tensor.entries();
        if (entries > mostTensorEntries)
            return fail({HW_TR("core", "has more entries than a tensor can have")});
        const std::int64_t bits = entries * m_type->bits;
        placed.tensor.bytes = placed.end - placed.begin;
        if (placed.end < placed.begin || bits % 8 != 0 || placed.tensor.bytes != bits / 8)
            return fail({HW_TR("core", "has bytes %1 to %2, but its shape and type make %3 bytes"),
                         {grouped(placed.begin), grouped(placed.end), grouped((bits + 7) / 8)}});
        m_placed.push_back(std::move(placed));
        return true;
    }

    /// The tensors lie one after the other, without gaps.
    std::optional<Problem> checkPlaces(Bytes dataBytes, Bytes& missing)
    {
        std::ranges::stable_sort(m_placed, [](const PlacedTensor& a, const PlacedTensor& b) {
            return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
        });
        Bytes reached = 0;
        const StoredTensor* before = nullptr;
        for (const PlacedTensor& placed : m_placed) {
            if (placed.begin < reached)
                return inHeader(placed.tensor.name,
                                {HW_TR("core", "lies over the bytes of %1"),
                                 {excerpt(before ? before->name : std::string(), 128)}});
            if (placed.begin > reached)
                return inHeader(placed.tensor.name,
                                {HW_TR("core", "begins %1 bytes behind the tensor before it"),
                                 {grouped(placed.begin - reached)}});
            reached = placed.end;
            before = &placed.tensor;
        }
        if (dataBytes > reached)
            return Problem{{},
                           {},
                           {HW_TR("core", "has %1 bytes behind its last tensor"),
                            {grouped(dataBytes - reached)}}};
        missing = reached - dataBytes;
        return std::nullopt;
    }

    JsonText m_text;
    std::optional<Problem> m_problem;
    int m_depth = 0;
    bool m_isObject = false, m_inMetadata = false, m_hasShape = false, m_hasPlaces = false;
    List m_list = List::None;
    std::string m_tensor, m_field;
    const TensorType* m_type = nullptr;
    std::vector<std::int64_t> m_shape, m_places;
    std::unordered_set<std::string> m_names, m_fields;
    std::vector<PlacedTensor> m_placed;
    Json m_metadata = Json::object();
};

} // namespace

Result<TensorList> readSafetensorsHeader(HeaderSource& source)
{
    constexpr std::size_t lengthBytes = 8;
    std::array<char, lengthBytes> bytes{};
    if (!source.take(bytes.data(), lengthBytes))
        return Problem{{}, {}, {HW_TR("core", "is cut off in its header")}};
    std::uint64_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(bytes[i]);
    if (length > mostHeaderBytes)
        return Problem{{},
                       {},
                       {HW_TR("core", "is no safetensors file: its header would have %1 bytes"),
                        {std::to_string(length)}}};
    std::string text(std::min(length, source.left()), '\0');
    if (text.size() < length || !source.take(text.data(), length))
        return Problem{{}, {}, {HW_TR("core", "is cut off in its header")}};
    TensorList list;
    list.fileBytes = static_cast<Bytes>(source.size());
    auto tensors = SafetensorsReader(text).read(source.left(), list.metadata, list.missingBytes);
    if (!tensors)
        return tensors.problems();
    list.tensors = *std::move(tensors);
    return list;
}

} // namespace highwater
