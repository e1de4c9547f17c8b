// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <cstdint>
#include <optional>

namespace highwater {

/// Reads files of torch.profiler: export_memory_timeline() as .json or .raw.json
/// (torch/profiler/_memory_profiler.py), or the [memory] events of export_chrome_trace(), which
/// alone have the reserved bytes. Each file may be packed by gzip.
Result<Recording> readProfilerTimeline(ByteSource& source, std::optional<std::int64_t> device);

} // namespace highwater
