// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"
#include "core/measured/run_plan.h"
#include "core/plan/keys.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace highwater {

/// A value that a person has read for one GPU of a run.
struct OwnReading
{
    Reading counter{};
    Bytes bytes = 0;
    bool operator==(const OwnReading&) const = default;
};

/// "nvidia-smi 23,412 MiB", "max_memory_allocated 21.3 GiB", "reserved 22871539712",
/// "23412MiB / 24564MiB": an amount without a name is that of nvidia-smi.
Result<OwnReading> readOwnReading(std::string_view text);

/// Changes of the plan that bring it nearer to the reading.
struct ReadingCause
{
    std::vector<std::pair<KeyPath, Value>> changes;
    Bytes predicted = 0; ///< of the same counter, with them
    Bytes off = 0; ///< the reading beyond that
};

/// A line of the plan that has about as many bytes as the reading differs by.
struct LikeLine
{
    Text label;
    std::string formula;
    Bytes bytes = 0; ///< at the peak
};

/// A reading beside its plan.
struct OwnMeasurement
{
    OwnReading reading;
    Bytes predicted = 0; ///< of the same counter
    Band band; ///< around nine of ten measured values
    double place = 0; ///< of the reading in the band: 0 at its low end, 1 at its high end
    std::vector<ReadingCause> causes; ///< the nearest first
    std::vector<LikeLine> lines; ///< the nearest first
    /// Changes of the plan's constants with which its count is the reading: what the driver and the
    /// runtime take outside of PyTorch's memory. Empty where the reading says nothing of these, or
    /// where no bytes of these are left.
    std::vector<std::pair<KeyPath, Value>> correction;

    Bytes difference() const { return reading.bytes - predicted; }
};

/// The reading held against the plan, with every assumption of the plan that people often do not
/// note tried in turn.
Result<OwnMeasurement> measuredPlan(const Plan& plan, const Catalog& catalog,
                                    const OwnReading& reading);

/// The plan with a list of changes, such as a correction.
Plan withSettings(Plan plan, const std::vector<std::pair<KeyPath, Value>>& changes);

/// "nvidia-smi", "torch.cuda.max_memory_allocated()"
const char* counterName(Reading counter);

/// The sentences on a measurement: where it lies, what explains it, what the correction does.
std::vector<Text> sentencesOf(const OwnMeasurement& measured, const Translator& words);

/// A measurement for programs.
std::string measurementJson(const OwnMeasurement& measured);

/// A table of runs that `validate` reads, with a row for this measurement at its end; `table` is
/// empty for a new one. A table without the columns that the row needs is a problem.
Result<std::string> tableWith(std::string_view table, const Plan& plan, const Catalog& catalog,
                              const OwnReading& reading);

} // namespace highwater
