// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/tensor_list.h"
#include "core/plan/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// Whether the name is that of a file of weights: .safetensors, an index of these, or .gguf.
bool isWeightFileName(std::string_view name);

/// The same, also of a regular file of another name whose first bytes are those of such a file.
bool isWeightFile(const std::string& path);

/// The folder's config.json where the path is a folder, or else the file of weights in it; the path
/// itself where it is none, or where the folder has neither.
std::string modelFileAt(const std::string& path);

/// What lies in the folder of a model's files.
struct ModelWeights
{
    std::optional<TensorList> tensors; ///< of all files
    std::string config; ///< the text of the configuration beside weights
    /// The text for readStoredWeights() where the files of an index are not there.
    std::string index;
};

/// The headers of a file of weights, of all that belong to it (an index, shards), and the
/// configuration beside it.
Result<ModelWeights> weightsAt(const std::string& path);

/// The weights in the folder of a configuration.
ModelWeights weightsBeside(const std::string& configPath);

} // namespace highwater
