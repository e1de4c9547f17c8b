// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"

#include <string>

namespace highwater {

/// The object as YAML in block style, so that people can edit it. Texts that a reader may take for
/// another type are quoted.
std::string yamlOf(const Json& root);

} // namespace highwater
