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

/// The value that the counter of one GPU would show if the answer were exact.
Bytes predictedReading(Reading reading, const Answer& answer);

/// The range of that counter's value, from the answer's low and high.
Band readingBand(Reading reading, const ReadingBands& bands);

/// A run with its prediction, or with the reason why it is left out.
CheckedRun checkedRun(const MeasuredRun& run, const Catalog& catalog, const CodeReader& codes = {});

/// Every run of a table, checked and summed up, or the problems of the table. Speeds come from a
/// separate table; a run that states its speed keeps it.
Result<Validation> validateRuns(std::string_view csv, const Catalog& catalog,
                                const RunSpeeds& speeds = {}, const CodeReader& codes = {});

} // namespace highwater
