// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/event.h"
#include "core/plan/text.h"

namespace highwater {

/// "end of the forward pass"; of a job, the name of a phase.
Text momentName(Moment moment);

} // namespace highwater
