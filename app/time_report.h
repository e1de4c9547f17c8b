// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <string>

namespace highwater {

/// Time of a step, traffic, run and assumptions, or the reason why the plan has no time.
std::string timeReport(const Resolved& plan);

} // namespace highwater
