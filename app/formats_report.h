// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

#include <string>

namespace highwater {

/// Every format that weights may have as a table: the bits that its name speaks of, and what this
/// model really takes in it.
std::string formatsReport(const Model& model);

} // namespace highwater
