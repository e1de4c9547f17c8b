// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_fields.h"
#include "core/configs/model_family.h"
#include "core/plan/plan.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

// The parts of a Hugging Face config.json beside the shape of its text model.

/// Sets the plan's format of weights to the one in which a file's weights are stored, if the file
/// states one, and notes this. The number of weights does not change. Returns whether they are
/// quantised.
bool readQuantization(const ConfigFields& file, Plan& plan);

/// The part of a model that reads images, with the layers that lead from it to the text model.
struct VisionTower
{
    std::int64_t parameters = 0;
    std::int64_t imageTokens = 0; ///< of one image; 0: depends on its size
    std::int64_t pixelsPerToken = 0; ///< 0: each image has the same number of tokens
    ImageTower tower; ///< its sizes
};

/// The tower of a file of several parts; null where nothing here can count the tower.
std::optional<VisionTower> visionTower(std::string_view type, const ConfigFields& file,
                                       std::int64_t textHidden);

/// The fields of a model's configuration that were not read and whose names say that they decide
/// which weights it has: widths, numbers of heads, biases, kinds of layers. Left out are those that
/// are switched off, those that repeat a size of the shape, those that the family's rules stand
/// for, and those known to be harmless.
std::vector<std::string> fieldsNotRead(const ConfigFields& fields, const ModelFamily& family,
                                       const Shape& shape);

} // namespace highwater
