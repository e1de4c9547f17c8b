// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/every_method.h"

#include <string>

namespace highwater {

/// A plan by every method: groups, total, verdict and flaw of each method, or the reason why it has
/// no answer.
std::string methodsJson(const MethodComparison& comparison);

/// A row for each method, in bytes.
std::string methodsCsv(const MethodComparison& comparison);

} // namespace highwater
