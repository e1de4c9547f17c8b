// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/every_method.h"

#include <string>

namespace highwater {

/// A row for each method, then the flaw of each, or the reason why it has no answer.
std::string compareReport(const MethodComparison& comparison);

} // namespace highwater
