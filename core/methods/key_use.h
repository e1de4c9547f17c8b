// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/key_path.h"

namespace highwater {

/// Whether the key matters to adapters of this method.
bool concernsAdapter(AdapterMethod method, KeyPath path);

/// Whether a plan with this task and kind of job can read the key at all, whatever its other keys
/// are. In a method that does not ask for the task, every plan is one of training.
bool canRead(const Plan& plan, KeyPath path);

/// Whether the key is for something that the plan does not have, such as experts of a dense model,
/// or a detail of tensor parallelism without tensor ranks: its value changes no number.
bool isIdle(const Resolved& plan, KeyPath path);

} // namespace highwater
