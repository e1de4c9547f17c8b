// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <cstdint>

namespace highwater {

/// SGLang's chunked_prefill_size where the plan does not set it.
std::int64_t sglangPassTokens(const Resolved& plan);

/// SGLang's mem_fraction_static where the plan does not set it; `pass`: tokens of a pass.
double sglangFraction(const Resolved& plan, std::int64_t pass);

} // namespace highwater
