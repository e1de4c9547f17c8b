// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answer/verdict_content.h"
#include "ui/base/memory_format.h"

namespace highwater {

/// The two lines of the verdict bar.
struct VerdictLines
{
    QString headline; ///< "Fits — 49.1 of 79.6 GiB, 30.6 GiB free"
    QStringList detail; ///< "Peak per GPU 49.1 GiB", "Llama 3.1 8B", "8,192 tokens × 1", …
    /// The same for less and less room. The plan's identity is left out last.
    QStringList shorter;
    QString allocator; ///< "PyTorch: allocated 47.2 GiB, reserved …"; for a tool tip
    bool operator==(const VerdictLines&) const = default;
};

VerdictLines verdictLines(const VerdictContent& content, const MemoryFormat& format);

} // namespace highwater
