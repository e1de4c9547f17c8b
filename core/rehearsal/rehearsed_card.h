// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/bytes.h"
#include "core/plan/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace highwater {

/// A card as the stand-ins show it to PyTorch.
struct RehearsedCard
{
    std::string id, name;
    std::string driverName; ///< torch.cuda.get_device_name()
    Bytes capacity = 0; ///< that a program can have
    Bytes available = 0; ///< the same without the context of CUDA
    std::string computeCapability; ///< "9.0"
    int processors = 0; ///< streaming multiprocessors
    Bytes sharedMemory = 0; ///< of a block, at most
};

/// The card of this id or name. `memory` takes the place of what a program can have of it.
Result<RehearsedCard> rehearsedCard(std::string_view typed, std::optional<Bytes> memory,
                                    const Catalog& catalog);

/// The variables by which the stand-ins know the card.
std::vector<std::pair<std::string, std::string>> variablesOf(const RehearsedCard& card,
                                                             std::int64_t devices);

} // namespace highwater
