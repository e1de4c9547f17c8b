// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_fields.h"
#include "core/configs/model_family.h"

#include <string>
#include <vector>

namespace highwater {

/// The fields of a model's configuration that were not read and whose names say that they decide
/// which weights it has: widths, numbers of heads, biases, kinds of layers. Left out are those that
/// are switched off, those that repeat a size of the shape, those that the family's rules stand
/// for, and those known to be harmless.
std::vector<std::string> fieldsNotRead(const ConfigFields& fields, const ModelFamily& family,
                                       const Shape& shape);

} // namespace highwater
