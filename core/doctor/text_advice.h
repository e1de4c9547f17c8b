// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/diagnosis.h"

#include <vector>

namespace highwater {

/// What helps against the cause of a diagnosis, the most useful first.
std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis);

/// The same for a run of this plan. Where nothing but the card's size is the cause: without what
/// the plan has already, and without shares of states where one GPU has nobody to share with. Where
/// that is all, all stays.
std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis, const Plan& plan);

} // namespace highwater
