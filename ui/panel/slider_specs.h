// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel/pinned_slider.h"

#include <QLocale>

namespace highwater {

/// The five values that the window pins to its top left, in their order, in the present language.
/// Numbers are read and written by the rules of `locale`.
SliderSpec modelSizeSpec(const QLocale& locale = QLocale()); ///< in parameters
SliderSpec contextLengthSpec(const QLocale& locale = QLocale());
SliderSpec microBatchSpec(const QLocale& locale = QLocale());
/// The micro-batch of a plan that generates text: sequences at a time.
SliderSpec sequencesSpec(const QLocale& locale = QLocale());
SliderSpec gpuCountSpec(const QLocale& locale = QLocale());
SliderSpec zeroStageSpec(const QLocale& locale = QLocale());
/// In place of the ZeRO stage's unit, where there are no ranks to share anything.
QString withoutRanks(bool serves);

} // namespace highwater
