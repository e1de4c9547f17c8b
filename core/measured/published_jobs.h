// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The memory of a job that a report documents, and the predicted memory. Where the report only
/// says that a run ended or ran out of memory, the bytes are those of the card.
struct CheckedJob
{
    enum class Documented { Amount, Ran, OutOfMemory };

    std::string name, source;
    std::string open; ///< the settings that the report does not state, and the assumed values
    Documented documented = Documented::Amount;
    double bytes = 0, predicted = 0;
    std::optional<Band> band; ///< of a peak

    double error() const { return predicted / bytes - 1; }
    /// Whether the prediction agrees with the outcome of a run, where only the outcome is known.
    bool agrees() const { return (predicted <= bytes) == (documented == Documented::Ran); }
};

/// Jobs with several models, and trainings of a part of the weights.
std::vector<CheckedJob> publishedJobs(const Catalog& catalog);

} // namespace highwater
