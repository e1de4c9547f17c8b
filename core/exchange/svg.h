// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

namespace highwater {

/// The scene as an SVG 1.1 document that office programs keep whole: presentation attributes, text
/// that stays text, no clipping, gradients or style sheets. The same scene gives the same bytes.
std::string svg(const Scene& scene);

} // namespace highwater
