// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/stored_weights.h"

#include "core/json/json_reader.h"
#include "core/ledger/weights.h"
#include "core/plan/file_start.h"

#include <array>
#include <filesystem>
#include <fstream>

namespace highwater {
namespace {

constexpr std::size_t lengthBytes = 8;

Problem unreadable(const char* reason)
{
    return {{}, {}, {reason}};
}

Result<StoredWeights> readIndex(std::string_view text)
{
    const auto json = readJson(text);
    if (!json)
        return json.problems();
    const Json* const metadata = json->find("metadata");
    if (!metadata)
        return unreadable(HW_TR("core", "has no \"metadata\""));
    StoredWeights stored;
    const auto take = [&](std::string_view key) -> std::optional<std::int64_t> {
        const Json* const value = metadata->find(key);
        const auto number = value ? value->number() : std::nullopt;
        constexpr double most = 9e15;
        if (!number || *number <= 0 || *number > most)
            return std::nullopt;
        return static_cast<std::int64_t>(*number);
    };
    stored.bytes = take("total_size");
    stored.parameters = take("total_parameters");
    if (!stored.bytes && !stored.parameters)
        return unreadable(HW_TR("core", "does not say the size of the weights"));
    return stored;
}

std::uint64_t headerLength(std::string_view bytes)
{
    std::uint64_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(bytes[i]);
    return length;
}

/// The safetensors format: a JSON object of tensors with their shapes.
Result<StoredWeights> readHeader(std::string_view bytes)
{
    if (bytes.size() < lengthBytes || headerLength(bytes) > bytes.size() - lengthBytes)
        return unreadable(HW_TR("core", "is cut off in its header"));
    const auto json = readJson(bytes.substr(lengthBytes, headerLength(bytes)));
    if (!json)
        return json.problems();
    StoredWeights stored{.bytes = {}, .parameters = 0};
    for (const Json::Member& tensor : json->members()) {
        if (tensor.key == "__metadata__")
            continue;
        const Json* const sides = tensor.value.find("shape");
        if (!sides || !sides->isArray())
            return unreadable(HW_TR("core", "has a tensor without a shape"));
        std::int64_t entries = 1;
        for (const Json& side : sides->items()) {
            const std::int64_t* const size = side.whole();
            if (!size || *size < 0)
                return unreadable(HW_TR("core", "has a tensor without a shape"));
            entries = bounded::times(entries, *size);
        }
        stored.parameters = bounded::plus(*stored.parameters, entries);
    }
    return stored;
}

} // namespace

Result<StoredWeights> readStoredWeights(std::string_view text)
{
    // The eighth byte counts units of 2^56 bytes, so it is 0 in every real file with a header.
    const bool isHeader = text.size() < lengthBytes || text[lengthBytes - 1] == '\0';
    return isHeader ? readHeader(text) : readIndex(text);
}

bool agree(const StoredWeights& stored, const Shape& shape)
{
    const std::int64_t count = countWeights(shape).total;
    const std::int64_t head
        = shape.tied ? bounded::times(shape.vocabulary, shape.embeddingColumns()) : 0;
    const std::int64_t predictions = predictionParameters(shape);
    const std::int64_t copies = predictionCopies(shape);
    const std::int64_t frequencies = shape.layers * (shape.headDim / 2);
    const auto is = [&](std::int64_t parameters) {
        if (stored.parameters)
            return *stored.parameters == parameters;
        return *stored.bytes == bounded::times(2, parameters)
            || *stored.bytes == bounded::times(4, parameters);
    };
    for (const std::int64_t tied : {std::int64_t{0}, head})
        for (const std::int64_t further :
             {std::int64_t{0}, predictions, bounded::plus(predictions, copies), frequencies})
            if (is(bounded::plus(bounded::plus(count, tied), further)))
                return true;
    return false;
}

std::string storedWeightsNextTo(const std::string& configPath)
{
    const std::filesystem::path folder = std::filesystem::path(configPath).parent_path();
    std::error_code error;
    const std::filesystem::path index = folder / "model.safetensors.index.json";
    if (std::filesystem::is_regular_file(index, error))
        return startOfFile(index, mostConfigBytes + 1);
    const std::filesystem::path weights = folder / "model.safetensors";
    if (!std::filesystem::is_regular_file(weights, error))
        return {};
    std::string start = startOfFile(weights, lengthBytes);
    if (start.size() < lengthBytes || headerLength(start) > mostConfigBytes)
        return start;
    return startOfFile(weights, lengthBytes + headerLength(start));
}

} // namespace highwater
