// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_fields.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// The part of a model that reads images, with what leads from it to the text.
struct VisionTower
{
    std::int64_t parameters = 0;
    std::int64_t imageTokens = 0; ///< of one image; 0: by its size
    std::int64_t pixelsPerToken = 0; ///< 0: each image has the same number of tokens
};

/// The tower of a file of several parts; none where nothing here counts towers of its kind.
std::optional<VisionTower> visionTower(std::string_view type, const ConfigFields& file,
                                       std::int64_t textHidden);

} // namespace highwater
