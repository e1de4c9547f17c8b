// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_target.h"
#include "core/doctor/diagnosis.h"

#include <optional>
#include <vector>

namespace highwater {

/// What helps against the cause of a diagnosis, the most useful first.
std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis);

/// The same for a run of this plan: one GPU has nobody to share with, and where nothing but the
/// card's size is the cause, what the plan has already is left out, unless that is all. The keys
/// are those of the program's files, or the Trainer's own.
std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis, const Plan& plan,
                                     std::optional<ConfigTarget> program);

} // namespace highwater
