// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/timeline_figure.h"

#include <string>

namespace highwater {

/// The step in the Trace Event Format, which Perfetto and chrome://tracing open: a counter for each
/// group and for the total, slices for the phases and, in them, the layers. One unit of the axis of
/// events is written as a millisecond, though it is no time; the trace has a note on this.
std::string traceJson(const TimelineChart& chart, const std::string& planName,
                      const Translator& words);

} // namespace highwater
