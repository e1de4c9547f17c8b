// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_fields.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// The part of a model that reads images, with the layers that lead from it to the text model.
struct VisionTower
{
    std::int64_t parameters = 0;
    std::int64_t imageTokens = 0; ///< of one image; 0: depends on its size
    std::int64_t pixelsPerToken = 0; ///< 0: each image has the same number of tokens
};

/// The tower of a file of several parts; null where nothing here can count the tower.
std::optional<VisionTower> visionTower(std::string_view type, const ConfigFields& file,
                                       std::int64_t textHidden);

} // namespace highwater
