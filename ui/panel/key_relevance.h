// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

namespace highwater {

/// Whether the panel shows the key: it has an effect in this plan and some method computes with it.
/// A key of the plan's task that a plan file sets is always shown, so that a person can remove it.
bool isRelevant(KeyPath path, const Plan& plan, const Results& results);

} // namespace highwater
