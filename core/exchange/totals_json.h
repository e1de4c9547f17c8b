// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/json/json.h"

namespace highwater {

/// The bytes of the six groups, by their names.
Json groupsJson(const GroupBytes& groups);

/// "per_gpu" of every JSON answer: groups, total, bands, and whether it fits.
Json totalsJson(const Totals& totals, Bytes capacity, Verdict verdict);

} // namespace highwater
