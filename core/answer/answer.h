// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/idle_shares.h"
#include "core/ledger/stage.h"
#include "core/ledger/term.h"
#include "core/ledger/warning.h"
#include "core/plan/names.h"
#include "core/plan/text.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// Bytes of one GPU by group.
struct GroupBytes
{
    std::array<Bytes, groupCount> bytes{};

    Bytes& operator[](Group group) { return bytes[static_cast<std::size_t>(group)]; }
    Bytes operator[](Group group) const { return bytes[static_cast<std::size_t>(group)]; }
    bool operator==(const GroupBytes&) const = default;
    /// Parameters, gradients and optimizer state: they do not depend on the tokens.
    Bytes states() const
    {
        return bounded::plus(bounded::plus((*this)[Group::Parameters], (*this)[Group::Gradients]),
                             (*this)[Group::Optimizer]);
    }
    Bytes total() const
    {
        Bytes sum = 0;
        for (const Bytes part : bytes)
            sum = bounded::plus(sum, part);
        return sum;
    }
};

/// Fits: at the upper end of the total's range too. Probably: the expected total alone.
enum class Verdict { Fits, Probably, Over };

/// The copies of a tensor in one phase of a job.
struct PhaseCopies
{
    Moment phase{};
    std::int64_t copies = 0;
};

/// One entry of a ledger: bytes = each · count.
struct Line
{
    Group group{};
    Scope scope = Scope::Model;
    std::string id;
    Text label;
    std::string step, shape;
    std::string formula; ///< "2·s·b·h"
    std::string numbers; ///< the same with its numbers put in
    std::string source;
    Bytes each = 0;
    std::int64_t count = 1;
    Bytes bytes = 0;
    MomentCounts live{}; ///< copies on the GPU at each moment
    Place place = Place::Gpu;
    std::optional<RoleId> role; ///< in a job
    std::vector<PhaseCopies> phases; ///< of a job: those in which the GPU holds copies
};

/// A line of one kind of tensor, with the words of its term, and without copies at any moment so
/// far.
Line lineOf(TermId id, Product each, const SymbolValues& symbols, std::int64_t count);

struct MomentTotal
{
    Moment moment{};
    GroupBytes perGroup;
};

/// A range of bytes.
struct Band
{
    Bytes low = 0, high = 0;

    bool holds(Bytes value) const { return low <= value && value <= high; }
    bool operator==(const Band&) const = default;
};

/// One band for each number that counters read: bytes of tensors, bytes that PyTorch reserves, and
/// all bytes of the GPU.
struct ReadingBands
{
    Band allocated, reserved, total;

    bool operator==(const ReadingBands&) const = default;
};

/// Memory that PyTorch's allocator reserves in addition to the tensors.
struct IdleBytes
{
    Bytes low = 0, expected = 0, high = 0;

    bool operator==(const IdleBytes&) const = default;
};

/// The numbers of an answer, without its ledger.
struct Totals
{
    GroupBytes perGpu;
    Bytes total = 0, low = 0, high = 0;
    std::optional<Moment> peakMoment;
    std::int64_t stage = 0; ///< of the pipeline: the most loaded one
    Bytes host = 0, disk = 0; ///< outside the GPU, on one rank of the stage with most bytes there
    Bytes hostOfFirst = 0; ///< on the host, of the first rank besides
    Bytes runtime = 0; ///< overhead, which is the same at every moment
    Bytes allocated = 0; ///< by tensors, at the peak
    IdleBytes idle; ///< reserved by PyTorch's allocator in addition
    ReadingBands nine, eight; ///< around nine, and around eight, of ten measured values
    std::int64_t flushes = 0; ///< how often the allocator empties its cache because the card is
                              ///< full
    bool replayEnded = false; ///< the step is too long to replay, or its tensors too large: `idle`
                              ///< is a share of them
    Bytes engineShortage = 0; ///< that a job's engine lacks in its share of the GPU to start

    /// All memory that PyTorch's allocator has taken from the driver.
    Bytes reserved() const { return bounded::plus(allocated, idle.expected); }
    bool operator==(const Totals&) const = default;
};

/// The shares that the allocator keeps idle in these totals.
IdleShares idleSharesOf(const Totals& totals);

/// One stage of a pipeline.
struct StageTotal
{
    StageLayers layers;
    std::int64_t inFlight = 1; ///< micro-batches whose tensors it keeps
    Totals totals;
};

/// The bytes of one role's tensors.
struct RoleBytes
{
    RoleId role{};
    Bytes bytes = 0;
};

/// One phase of a job.
struct PhaseTotal
{
    Moment phase{};
    std::vector<RoleBytes> roles;
};

/// The answer of a method to a plan.
struct Answer
{
    Totals totals;
    bool serves = false; ///< the plan generates text: the groups hold weights, KV cache, passes
    std::vector<MomentTotal> moments; ///< empty for a method without moments
    std::vector<Line> ledger;
    std::vector<StageTotal> stages; ///< of a pipeline, else none
    Bytes hostPerNode = 0, diskPerNode = 0;
    std::vector<PhaseTotal> phases; ///< of a job, with the bytes of each role
    std::vector<Warning> warnings;
    std::vector<Text> remarks; ///< sentences that the method adds to the number
    std::string ownTable; ///< the exact output of the program that the method comes from

    /// The number of copies of the line's tensor on the GPU at the peak; all copies (Line::count)
    /// where the method has no moments.
    std::int64_t copiesAtPeak(const Line& line) const
    {
        return moments.empty() || !totals.peakMoment ? line.count
                                                     : copiesAt(line, *totals.peakMoment);
    }

    static std::int64_t copiesAt(const Line& line, Moment moment)
    {
        if (!isPhase(moment))
            return line.live[static_cast<std::size_t>(moment)];
        for (const PhaseCopies& each : line.phases)
            if (each.phase == moment)
                return each.copies;
        return 0;
    }
};

} // namespace highwater

HIGHWATER_NAMES(Verdict, "fits", "probably", "over")
