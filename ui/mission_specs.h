// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mission_row.h"

#include <QLocale>

namespace highwater {

/// The five values that the window pins to its top left, in their order, in the language that is
/// installed now. Numbers are read and written as `locale` has them.
MissionSpec modelSizeSpec(const QLocale& locale = QLocale()); ///< in parameters
MissionSpec contextLengthSpec(const QLocale& locale = QLocale());
MissionSpec microBatchSpec(const QLocale& locale = QLocale());
MissionSpec gpuCountSpec(const QLocale& locale = QLocale());
MissionSpec zeroStageSpec(const QLocale& locale = QLocale());

} // namespace highwater
