// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

namespace highwater {

/// Whether the plan's program starts without an engine that shards, though a stage is set: it has
/// the choice, the layout leaves nobody to share with and brings nothing to the host, and the plan
/// names no engine. Every stage is then none.
bool startsAlone(const Resolved& plan, const Layout& layout);

} // namespace highwater
