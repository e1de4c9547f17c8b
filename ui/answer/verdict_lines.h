// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answer/verdict_content.h"
#include "ui/base/memory_format.h"

#include <vector>

namespace highwater {

/// A piece of the verdict's first line.
struct VerdictPiece
{
    enum class Ink { Plain, Good, Bad };
    QString text;
    bool strong = false;
    Ink ink = Ink::Plain;
    bool separates = false; ///< what follows may be left out, together with this piece
    bool operator==(const VerdictPiece&) const = default;
};

/// The two lines of the verdict bar.
struct VerdictLines
{
    QString headline; ///< "Fits — 49.1 of 79.6 GiB, 30.6 GiB free"
    QString word; ///< the same as it is painted: "Fits", in large letters,
    std::vector<VerdictPiece> pieces; ///< then "49.1", " of 79.6 GiB", " · ", "30.6 free"
    QStringList detail; ///< "likely 47.0–51.2 GiB", "Llama 3.1 8B", "8,192 tokens × 1", …
    /// The same for less and less room. The plan's identity is left out last.
    QStringList shorter;
    QString allocator; ///< "PyTorch: allocated 47.2 GiB, reserved …"; for a tool tip
    bool operator==(const VerdictLines&) const = default;
};

VerdictLines verdictLines(const VerdictContent& content, const MemoryFormat& format);

} // namespace highwater
