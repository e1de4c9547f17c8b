// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// The sum of all weights in the folder of a configuration.
struct StoredWeights
{
    std::optional<std::int64_t> bytes; ///< of the index
    std::optional<std::int64_t> parameters; ///< of the header of a file, or of a newer index
};

/// From the text of model.safetensors.index.json, or from the first bytes of a .safetensors file:
/// the length of its header in 8 bytes, the lowest first, and the header.
Result<StoredWeights> readStoredWeights(std::string_view text);

/// Whether the stored weights can be those of the shape. In addition to these, a file may have the
/// head of tied embeddings, the layers of multi-token prediction with or without their copies, and
/// the rotary frequencies of old files.
bool agree(const StoredWeights& stored, const Shape& shape);

/// The text for readStoredWeights(), from the folder of a configuration; empty where there is none.
std::string storedWeightsNextTo(const std::string& configPath);

} // namespace highwater
