// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/catalog/catalog.h"

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The memory of a job that a report documents, beside the predicted one. Where the report tells
/// only of a run that ended or ran out of memory, the bytes are those of the card.
struct CheckedJob
{
    enum class Documented { Amount, Ran, OutOfMemory };

    std::string name, source;
    std::string open; ///< what the report leaves open, and what is taken for it
    Documented documented = Documented::Amount;
    double bytes = 0, predicted = 0;
    std::optional<Band> band; ///< of a peak

    double error() const { return predicted / bytes - 1; }
    /// Of a run whose outcome is known.
    bool agrees() const { return (predicted <= bytes) == (documented == Documented::Ran); }
};

/// Jobs with several models, and trainings of a part of the weights.
std::vector<CheckedJob> publishedJobs(const Catalog& catalog);

} // namespace highwater
