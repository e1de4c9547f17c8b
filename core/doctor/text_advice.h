// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/diagnosis.h"

#include <vector>

namespace highwater {

/// What helps against the cause of a diagnosis, the most useful first.
std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis);

} // namespace highwater
