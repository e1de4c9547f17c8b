// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/config_model.h"

#include "core/catalog/catalog.h"
#include "core/configs/import.h"
#include "core/configs/readers.h"
#include "core/ledger/weights.h"

namespace highwater {

Result<ConfigModel> configModel(const Json& config)
{
    // The builtin catalogue is being read.
    static const Catalog empty(R"({"models": []})", R"({"devices": []})");
    const auto read = readModelConfig({"config.json", {}, {}, &config}, Plan{}, empty);
    if (!read)
        return read.problems();
    Problems problems;
    for (const std::string& field : read->unread)
        problems.push_back({field, {}, "is not read, and may decide which weights there are"});
    const auto shape = shapeOf(std::get<CustomModel>(read->plan.model));
    if (!shape)
        return shape.problems();
    if (!problems.empty())
        return problems;
    const WeightCounts counts = countWeights(*shape);
    return ConfigModel{*shape, counts.total, counts.active};
}

} // namespace highwater
