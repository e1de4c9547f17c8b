// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <string>
#include <string_view>

namespace highwater {

/// A link that shows the plan in a browser, by the page that packaging/web makes and somebody put
/// at `address`, "https://…", "http://…" or "file://…". The share code stands behind a '#', which a
/// browser keeps to itself.
Result<std::string> shareLink(std::string_view address, const Plan& plan);

} // namespace highwater
