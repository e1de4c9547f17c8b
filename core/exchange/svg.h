// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

namespace highwater {

/// The scene as an SVG 1.1 document that office programs import without loss: presentation
/// attributes, text as text, no clipping, gradients or style sheets. Equal scenes give equal bytes.
std::string svg(const Scene& scene);

/// The same as an element of another document; `ids` begins the name of each of its parts, which a
/// document has once.
std::string svgWithin(const Scene& scene, const std::string& ids);

} // namespace highwater
