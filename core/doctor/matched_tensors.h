// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/timeline.h"
#include "core/doctor/failure_place.h"
#include "core/doctor/memory_failure.h"
#include "core/ledger/resolve.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// A tensor of a plan that may be the one that was asked for.
struct MatchedTensor
{
    std::string id;
    Text label;
    std::string formula; ///< "4·s·b·v"
    Group group{};
    Bytes bytes = 0; ///< of the tensor
    bool isSize = false; ///< PyTorch's request for it is printed as the text has it
    /// Tokens of a micro-batch with which its size is the asked one, where it grows with them: the
    /// tensor is the right one by its kind, and the plan's tokens are not the run's.
    std::optional<std::int64_t> tokens;
};

/// The bytes that PyTorch's allocator asks the driver for, for a tensor of this size, and prints:
/// 2 MiB up to 1 MiB, 20 MiB up to 10, else whole 2 MiB (CUDACachingAllocator.cpp,
/// get_allocation_size()).
Bytes requestFor(Bytes tensor);

/// Whether the text of a failure may mean a tensor of this size.
bool isAskedSize(const MemoryFailure& failure, Bytes tensor);

/// Tensors of the plan by their sizes; those of the failure's kind and moment come first. Where
/// none has the size, those of its kind, with the tokens that would make it so. At most eight.
std::vector<MatchedTensor> matchedTensors(const Resolved& plan, const Timeline& timeline,
                                          const MemoryFailure& failure, const FailurePlace& place);

/// The bytes of the plan's tensors at the moment of a failure.
Bytes plannedAt(const Timeline& timeline, const std::optional<FailureMoment>& moment);

} // namespace highwater
