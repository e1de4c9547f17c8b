// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QString>

namespace highwater {

// The choices of a group of the panel in a few words, which a folded group shows too.
QString workloadSummary(const Plan& plan); ///< "bf16 · AdamW", or "vLLM · fp8"
QString jobSummary(const Plan& plan);
QString rolesSummary(const Results& results); ///< "policy · reference"
QString roleSummary(const Results& results, RoleId role); ///< "fp32 · host memory"
QString saversSummary(const Plan& plan,
                      const Results& results); ///< "Flash attention · fused kernels"
QString hardwareSummary(const Plan& plan); ///< "8 × H100"
QString parallelismSummary(const Plan& plan); ///< "TP 8 · PP 16 · DP 4", or "ZeRO-3"
QString runSummary(const Plan& plan);
QString methodSummary(const Plan& plan);

} // namespace highwater
