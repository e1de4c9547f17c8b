// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

#include <optional>
#include <string_view>

namespace highwater {

/// A model by its name on a hub of models, or by the path of its folder.
struct HubModel
{
    const Model* model = nullptr; ///< null: the catalogue has none of this name
    /// The format in which the weights are stored where the name says that they are quantised:
    /// "-bnb-4bit", "-AWQ".
    std::optional<AdapterBase> base;
};

/// Finds the catalogue's model of "Qwen/Qwen3-4B", "unsloth/Qwen2.5-7B-Instruct-bnb-4bit" or an
/// address of the hub. The organisation, and words that do not change the shape, do not count:
/// "Instruct", "chat", "hf", dates, formats of weights.
HubModel hubModel(const Catalog& catalog, std::string_view id);

} // namespace highwater
