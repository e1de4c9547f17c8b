// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/office/pptx.h"

namespace highwater {

/// What is there at the peak, tensor by tensor, with its formula: the rows add up to the last one.
SlideTable ledgerSlide(const Answer& answer, MemoryUnit unit, const Translator& words);

} // namespace highwater
