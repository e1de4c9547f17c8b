// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/key_path.h"
#include "core/plan/result.h"
#include "core/time/pace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The rates of one GPU of the plan's cluster, in a second. Links are of one GPU and direction.
struct Machine
{
    double products = 0; ///< operations of the peak for what a plan computes in
    double scores = 0; ///< the same for attention, which 8-bit recipes compute in 16 bits
    double reached = 1; ///< the best product's share of the peak, against that of an H100
    double memory = 0, intra = 0, inter = 0, pcie = 0, host = 0, disk = 0; ///< bytes
    std::int64_t domain = 1; ///< GPUs that the fast links join
    Pace pace; ///< of the program
};

/// Something that a time or a cost rests on and the plan does not state.
struct Assumption
{
    std::string field; ///< the key that overrides it, or the group of keys
    Text text;
    std::string source;
};

/// The machine of a plan; or why the plan can have no time: the device's rates are not known.
Result<Machine> machineOf(const Resolved& plan);

/// Whether anything in a step of the plan goes at the rate that this key of the cluster states.
bool usesRate(const Resolved& plan, KeyPath key);

/// All that machineOf() took from the catalogue or from convention.
std::vector<Assumption> machineAssumptions(const Resolved& plan);

/// The kind of program that the plan's framework and kernels make.
Program programOf(const Resolved& plan);

/// The power of one board: the plan's, else the catalogue's; nothing where neither has one.
std::optional<double> boardWatts(const Resolved& plan);

/// What machineOf() and the run take for a rate of the cluster, in the unit of its key; nothing for
/// another key, and where the rate is not known.
std::optional<double> takenRate(const Resolved& plan, KeyPath key);

/// The price of one GPU and hour: the plan's, else the catalogue's; nothing where neither has one.
std::optional<double> pricePerGpuHour(const Resolved& plan);

} // namespace highwater
