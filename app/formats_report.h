// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

#include <string>

namespace highwater {

/// Every format that weights may have as a table: the bits by its name, and the real bits and bytes
/// of this model.
std::string formatsReport(const Model& model);

} // namespace highwater
