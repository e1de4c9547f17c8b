// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/torchtitan_flavours.h"

#include "core/catalog/catalog.h"

#include <array>

namespace highwater {
namespace {

struct Listed
{
    const char* model; ///< of the catalogue
    const char *module, *name, *assets;
};

// torchtitan, models/llama3/__init__.py, models/qwen3/__init__.py, models/deepseek_v3/__init__.py.
constexpr std::array flavours{
    Listed{"llama-3.2-1b", "llama3", "1B", "Llama-3.2-1B"},
    Listed{"llama-3.2-3b", "llama3", "3B", "Llama-3.2-3B"},
    Listed{"llama-3.1-8b", "llama3", "8B", "Llama-3.1-8B"},
    Listed{"llama-3.1-70b", "llama3", "70B", "Llama-3.1-70B"},
    Listed{"llama-3.1-405b", "llama3", "405B", "Llama-3.1-405B"},
    Listed{"qwen3-0.6b", "qwen3", "0.6B", "Qwen3-0.6B"},
    Listed{"qwen3-1.7b", "qwen3", "1.7B", "Qwen3-1.7B"},
    Listed{"qwen3-4b", "qwen3", "4B", "Qwen3-4B"},
    Listed{"qwen3-8b", "qwen3", "8B", "Qwen3-8B"},
    Listed{"qwen3-14b", "qwen3", "14B", "Qwen3-14B"},
    Listed{"qwen3-32b", "qwen3", "32B", "Qwen3-32B"},
    Listed{"qwen3-30b-a3b", "qwen3", "30B-A3B", "Qwen3-30B-A3B"},
    Listed{"qwen3-235b-a22b", "qwen3", "235B-A22B", "Qwen3-235B-A22B"},
    Listed{"deepseek-v2-lite-16b", "deepseek_v3", "16B", "DeepSeek-V2-Lite"},
    Listed{"deepseek-v2-236b", "deepseek_v3", "236B", "DeepSeek-V2"},
    Listed{"deepseek-v3-r1-671b", "deepseek_v3", "671B", "DeepSeek-V3"},
};

/// Whether two architectures are the same but for the number of positions.
bool isSame(Shape left, const Shape& right)
{
    left.maxPositions = right.maxPositions;
    return left == right;
}

} // namespace

TorchtitanFlavour torchtitanFlavour(ConfigRun& run)
{
    for (const Listed& row : flavours) {
        const Model* model = builtinCatalog().model(row.model);
        if (model && isSame(model->shape, run.shape()))
            return {row.module, row.name, row.assets};
    }
    run.note(KeyGroup("model"),
             {HW_TR("core",
                    "torchtitan has no flavour of this architecture: add one under this "
                    "name to its llama3 module")});
    const Model* model = run.resolved.model;
    return {"llama3", model ? model->id : "custom", model ? model->id : "custom"};
}

std::optional<std::string> modelOfFlavour(std::string_view module, std::string_view name)
{
    for (const Listed& row : flavours)
        if (module == row.module && name == row.name)
            return row.model;
    return std::nullopt;
}

} // namespace highwater
