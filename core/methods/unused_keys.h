// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/key_path.h"

namespace highwater {

/// Whether the key is about adapters of this form.
bool concernsAdapter(AdapterMethod method, KeyPath path);

/// Whether a plan with this task and kind of job reads the key at all, whatever else it says.
bool concernsTask(const Plan& plan, KeyPath path);

/// Whether the key says something about what the plan does not have, such as the experts of a dense
/// model or the ranks of tensor parallelism without any: its value changes no number.
bool hasNoEffect(const Resolved& plan, KeyPath path);

/// Keys about a part of the model, of the layers or of the states, where the plan has nothing that
/// they could part.
bool partsNothing(const Resolved& plan, KeyPath path);

} // namespace highwater
