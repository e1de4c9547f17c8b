// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"
#include "core/plan/bytes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A tensor as the header of a file of weights names it.
struct StoredTensor
{
    std::string name;
    std::vector<std::int64_t> sides; ///< the one whose entries lie next to each other last
    std::string_view type; ///< by the format's own name: "BF16", "Q4_K"
    Bytes bytes = 0;

    std::int64_t entries() const
    {
        std::int64_t product = 1;
        for (const std::int64_t side : sides)
            product = bounded::times(product, side);
        return product;
    }
};

/// All tensors of a model's files of weights.
struct TensorList
{
    std::vector<StoredTensor> tensors;
    Json metadata = Json::object(); ///< of the first file; long lists have their length alone
    bool isGguf = false;
    std::int64_t files = 1;
    Bytes fileBytes = 0; ///< of all files
    Bytes missingBytes = 0; ///< by which files end before their last tensor does

    Bytes tensorBytes() const
    {
        Bytes sum = 0;
        for (const StoredTensor& tensor : tensors)
            sum = bounded::plus(sum, tensor.bytes);
        return sum;
    }
};

/// More tensors than any model has.
inline constexpr std::int64_t mostTensors = 1'000'000;
/// More entries than a tensor can have.
inline constexpr std::int64_t mostTensorEntries = std::int64_t{1} << 50;

} // namespace highwater
