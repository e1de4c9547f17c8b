// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QString>

namespace highwater {

// The choices of a group of the panel in a few words, which a folded group still shows.
QString workloadSummary(const Plan& plan); ///< "bf16 · AdamW"
QString inferenceSummary(const Plan& plan); ///< "vLLM · fp8"
QString jobSummary(const Plan& plan);
QString saversSummary(const Plan& plan); ///< "Flash attention · fused kernels"
QString hardwareSummary(const Plan& plan); ///< "8 × H100 · TP 2"
QString runSummary(const Plan& plan);
QString methodSummary(const Plan& plan);

} // namespace highwater
