// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/diagnosis.h"

#include <vector>

namespace highwater {

/// What helps against the cause of a diagnosis, the most useful first.
std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis);

/// The same for a run of this plan: one GPU has nobody to share with, and where nothing but the
/// card's size is the cause, what the plan has already is left out, unless that is all. The keys
/// are those of a program's files.
std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis, const Plan& plan,
                                     Framework program);

} // namespace highwater
