// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// A tensor of a file that a test makes: `type` in the words of safetensors, or a number of ggml's.
struct MadeTensor
{
    std::string name;
    std::string type;
    std::vector<std::int64_t> sides;
};
using MadeTensors = std::vector<MadeTensor>;

template <class T> std::string littleEndian(T number)
{
    std::string bytes(sizeof number, '\0');
    std::memcpy(bytes.data(), &number, sizeof number); // the tests run on such machines alone
    return bytes;
}

/// Without a sign, as tests make sides whose product overflows.
inline std::uint64_t entriesOf(const MadeTensor& tensor)
{
    std::uint64_t product = 1;
    for (const std::int64_t side : tensor.sides)
        product *= static_cast<std::uint64_t>(side);
    return product;
}

/// The header of a .safetensors file: length and JSON.
inline std::string safetensorsOf(const MadeTensors& tensors)
{
    const std::map<std::string, std::uint64_t> bytes{{"BF16", 2}, {"F16", 2},    {"F32", 4},
                                                     {"U8", 1},   {"I8", 1},     {"I32", 4},
                                                     {"I64", 8},  {"F8_E4M3", 1}};
    std::string json = R"({"__metadata__":{"format":"pt"})";
    std::uint64_t place = 0;
    for (const MadeTensor& tensor : tensors) {
        std::string sides;
        for (const std::int64_t side : tensor.sides)
            sides += (sides.empty() ? "" : ",") + std::to_string(side);
        const std::uint64_t end = place + entriesOf(tensor) * bytes.at(tensor.type);
        json += ",\"" + tensor.name + R"(":{"dtype":")" + tensor.type + R"(","shape":[)" + sides
            + R"(],"data_offsets":[)" + std::to_string(place) + "," + std::to_string(end) + "]}";
        place = end;
    }
    json += "}";
    return littleEndian<std::uint64_t>(json.size()) + json;
}

inline std::string ggufString(const std::string& text)
{
    return littleEndian<std::uint64_t>(text.size()) + text;
}

/// One key of GGUF's metadata with its value.
inline std::string ggufKey(const std::string& key, std::uint32_t type, const std::string& value)
{
    return ggufString(key) + littleEndian(type) + value;
}
inline std::string ggufKey(const std::string& key, const std::string& text)
{
    return ggufKey(key, 8, ggufString(text));
}
inline std::string ggufKey(const std::string& key, std::uint32_t number)
{
    return ggufKey(key, 4, littleEndian(number));
}

/// The header of a GGUF file of version 3. The sides of a tensor are in the order of PyTorch's.
inline std::string ggufOf(const std::vector<std::string>& keys, const MadeTensors& tensors)
{
    struct Block
    {
        std::uint32_t number;
        std::uint64_t weights, bytes;
    };
    const std::map<std::string, Block> types{
        {"F32", {0, 1, 4}},       {"F16", {1, 1, 2}},       {"Q4_0", {2, 32, 18}},
        {"Q8_0", {8, 32, 34}},    {"Q4_K", {12, 256, 144}}, {"Q5_K", {13, 256, 176}},
        {"Q6_K", {14, 256, 210}}, {"BF16", {30, 1, 2}},     {"MXFP4", {39, 32, 17}}};
    std::string bytes = "GGUF" + littleEndian<std::uint32_t>(3)
        + littleEndian<std::uint64_t>(tensors.size()) + littleEndian<std::uint64_t>(keys.size());
    for (const std::string& key : keys)
        bytes += key;
    std::uint64_t place = 0;
    for (const MadeTensor& tensor : tensors) {
        const Block& block = types.at(tensor.type);
        bytes += ggufString(tensor.name)
            + littleEndian(static_cast<std::uint32_t>(tensor.sides.size()));
        for (std::size_t i = tensor.sides.size(); i-- > 0;)
            bytes += littleEndian(static_cast<std::uint64_t>(tensor.sides[i]));
        bytes += littleEndian(block.number) + littleEndian(place);
        const std::uint64_t size = entriesOf(tensor) / block.weights * block.bytes;
        place += (size + 31) / 32 * 32;
    }
    return bytes;
}

} // namespace highwater
