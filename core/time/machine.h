// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/key_path.h"
#include "core/plan/result.h"
#include "core/time/attention_figures.h"
#include "core/time/pace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// The best matrix product of an H100, read off stas00/ml-engineering: the catalogue's
/// reached_share of that card. The shares of the peak in pace.cpp were fitted with it, so replace
/// it where they are fitted anew.
inline constexpr double reachedByHopper = 0.803;

/// The rates of one GPU of the plan's cluster, in a second. Links are of one GPU and direction.
struct Machine
{
    double products = 0; ///< operations at the peak of the type that the plan computes in
    double scores = 0; ///< the same for attention, which 8-bit recipes compute in 16 bits
    double reached = 1; ///< the share of the peak that the best product reaches, divided by an
                        ///< H100's
    double memory = 0, intra = 0, inter = 0, pcie = 0, host = 0, disk = 0; ///< bytes
    std::int64_t domain = 1; ///< GPUs that the fast links join
    /// Of flash attention's kernel; null: no figure of it is known, or the plan has none.
    std::optional<KernelShares> attention;
    Program program = Program::Tuned;
    Pace pace; ///< of the program
};

/// Operations of attention's own products in a second, in the pass that the figure is of.
KernelShares attentionRates(const Machine& machine);

/// Whether products are computed in 8 bits: a card without these computes them in 16.
bool computesEightBits(const Resolved& plan, const Machine& machine);

/// The share of the 16-bit rate, each by its peak, that products of the plan's type reach.
double eightBitShare(const Resolved& plan, const Machine& machine);

/// A value that a time or a cost depends on and that the plan does not state.
struct Assumption
{
    Assumption(KeyPath key, Text text_, std::string source_ = {})
        : field(key.text())
        , text(std::move(text_))
        , source(std::move(source_))
    { }
    Assumption(KeyGroup group, Text text_, std::string source_ = {})
        : field(group.text())
        , text(std::move(text_))
        , source(std::move(source_))
    { }

    std::string field; ///< the key that overrides it, or the group of keys
    Text text;
    std::string source;
};

/// The machine of a plan; a problem where a rate that its step needs is not known, or is stated as
/// 0.
Result<Machine> machineOf(const Resolved& plan);

/// Whether the time of the plan's step depends on the rate that this key of the cluster states.
bool usesRate(const Resolved& plan, KeyPath key);

/// All that machineOf() took from the catalogue or from convention.
std::vector<Assumption> machineAssumptions(const Resolved& plan);

/// The power of one board: the plan's, else the catalogue's; null where neither has one.
std::optional<double> boardWatts(const Resolved& plan);

/// The rate of the cluster that machineOf() and the run use for this key, in the key's unit; null
/// for any other key, and where the rate is not known.
std::optional<double> takenRate(const Resolved& plan, KeyPath key);

/// The price of one GPU and hour: the plan's, else the catalogue's; null where neither has one.
std::optional<double> pricePerGpuHour(const Resolved& plan);

} // namespace highwater
