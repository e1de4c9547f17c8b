// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"
#include "core/ledger/resolve.h"

namespace highwater {

/// Adds the objects time, traffic and run of a plan. Where the plan has no time, time has the
/// reason, and the others are null; a run of unknown length is null too, with its reason beside it.
void addTime(Json& json, const Resolved& plan);

} // namespace highwater
