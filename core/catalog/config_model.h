// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"
#include "core/plan/result.h"
#include "core/plan/shape.h"

#include <cstdint>

namespace highwater {

/// A model of the catalogue whose file has the fields of its config.json.
struct ConfigModel
{
    Shape shape;
    std::int64_t totalParameters = 0, activeParameters = 0; ///< counted from the shape
};

/// Reads these fields as a person's own file is read; each field that may count and is not read is
/// a problem. core/configs/config_model.cpp defines it, which knows the families of models.
Result<ConfigModel> configModel(const Json& config);

} // namespace highwater
