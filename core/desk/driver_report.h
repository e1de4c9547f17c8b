// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// A program that holds memory of a card.
struct DeskProcess
{
    std::int64_t id = 0;
    std::string name; ///< empty: not told
    std::optional<Bytes> bytes; ///< null: not told
    bool operator==(const DeskProcess&) const = default;
};

/// A card as its driver describes it.
struct ReportedCard
{
    std::string name;
    std::optional<Bytes> total; ///< null: not told
    std::optional<Bytes> used; ///< by programs, without what the driver keeps; null: not told
    std::vector<DeskProcess> processes;
    bool operator==(const ReportedCard&) const = default;
};

/// NVIDIA's cards of this machine, as the driver's library NVML tells; none where the library is
/// not installed, or not on Linux. Nothing is changed and nothing is written.
std::vector<ReportedCard> nvmlCards();

} // namespace highwater
