// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

namespace highwater {

/// The scene as an SVG 1.1 document that office programs import without loss: presentation
/// attributes, text as text, no clipping, gradients or style sheets. Equal scenes give equal bytes.
std::string svg(const Scene& scene);

} // namespace highwater
