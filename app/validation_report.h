// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/validation.h"

#include <string>

namespace highwater {

/// A validation as tables of at most 100 columns: errors by group, rows left out by reason, and the
/// verdicts on running out of memory.
std::string validationReport(const Validation& validation);

} // namespace highwater
