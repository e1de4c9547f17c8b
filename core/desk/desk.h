// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/desk/driver_report.h"
#include "core/plan/bytes.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A card of a machine.
struct DeskCard
{
    ReportedCard reported;
    const Device* device = nullptr; ///< of the catalogue; null: it has no such card

    /// The memory that a program can have of the card when nothing else lies on it; null where
    /// neither the driver nor the catalogue tells.
    std::optional<Bytes> capacity() const;
    /// Of it, what other programs hold, as far as the driver tells.
    Bytes used() const { return reported.used.value_or(0); }
};

/// The cards and the memory of a machine.
struct Desk
{
    std::vector<DeskCard> cards;
    std::optional<Bytes> hostTotal, hostAvailable; ///< null: not told
};

/// Reads what the system tells below `root`, which is "/" but in tests: the cards in
/// proc/driver/nvidia and sys/class/drm, the memory in proc/meminfo. `reported`: NVIDIA's cards as
/// nvmlCards() has them, which count instead of those in proc/driver/nvidia where there are some.
Desk readDesk(const std::filesystem::path& root, const std::vector<ReportedCard>& reported,
              const Catalog& catalog);

/// The device of a card that its driver calls so: "NVIDIA GeForce RTX 4090", "NVIDIA H100 PCIe".
const Device* deviceCalled(std::string_view name, std::optional<Bytes> total,
                           const Catalog& catalog);

/// A number of equal cards on which models are placed.
struct DeskCards
{
    const Device* device = nullptr;
    std::int64_t count = 1;
    std::optional<Bytes> capacity; ///< of each; null: the catalogue's
    Bytes used = 0; ///< the most that other programs hold of one of them
    std::optional<Bytes> hostMemory; ///< of the machine
    bool operator==(const DeskCards&) const = default;
};

/// The cards of one device that have the most memory together; null where the catalogue has none of
/// the machine's cards.
std::optional<DeskCards> mainCards(const Desk& desk);

} // namespace highwater
