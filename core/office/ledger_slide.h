// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/office/pptx.h"
#include "core/time/time_answer.h"

namespace highwater {

/// The tensors at the peak, each with its formula and bytes; the last row is their sum.
SlideTable ledgerSlide(const Answer& answer, MemoryUnit unit, const Translator& words);

/// The parts of a step, longest first, each with its formula and seconds; the last row is the step.
SlideTable timeSlide(const TimeAnswer& answer, const Translator& words);

/// The traffic of one GPU, each kind with its formula, bytes and seconds.
SlideTable trafficSlide(const TimeAnswer& answer, const Translator& words);

} // namespace highwater
