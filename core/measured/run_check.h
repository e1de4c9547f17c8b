// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"
#include "core/measured/run_plan.h"
#include "core/measured/run_speeds.h"
#include "core/measured/validation.h"
#include "core/plan/result.h"

#include <string_view>

namespace highwater {

/// The value that the counter of one GPU shows if the answer is right.
Bytes predictedReading(Reading reading, const Answer& answer);

/// The values between which that counter is, as the answer's low and high tell.
Band readingBand(Reading reading, const ReadingBands& bands);

/// A run beside its prediction, or with the reason why it is left out.
CheckedRun checkedRun(const MeasuredRun& run, const Catalog& catalog);

/// Every run of a table, checked and summed up, or what is wrong with the table. Speeds are those
/// of a table of their own; a run that states its own keeps it.
Result<Validation> validateRuns(std::string_view csv, const Catalog& catalog,
                                const RunSpeeds& speeds = {});

} // namespace highwater
