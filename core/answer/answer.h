// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"
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

enum class Verdict { Fits, Tight, Over };

/// The whole of the allocator's pools, in thousandths. Where the card is full, the allocator gives
/// pools back: a share of 250 means that a quarter of them is left.
inline constexpr std::int64_t wholePool = 1000;

inline Bytes pooled(TermId id, Bytes each, std::int64_t share)
{
    return isPool(id) && share != wholePool ? bounded::times(each / wholePool, share) : each;
}

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
};

/// A line of one kind of tensor, with the words of its term and no copy at any moment yet.
Line lineOf(TermId id, const Product& each, const SymbolValues& symbols, std::int64_t count);

/// Shrinks a pool's line to the share that the card has room for.
void shrinkPool(Line& line, TermId id, std::int64_t share);

struct MomentTotal
{
    Moment moment{};
    GroupBytes perGroup;
};

/// The numbers of an answer, without its ledger.
struct Totals
{
    GroupBytes perGpu;
    Bytes total = 0, low = 0, high = 0;
    std::optional<Moment> peakMoment;
    std::int64_t stage = 0; ///< of the pipeline: the most loaded one
    Bytes host = 0, disk = 0; ///< off the GPU, for one rank of the stage that keeps most there
    std::int64_t poolShare = wholePool; ///< how much of the allocator's pools the card has room for
    Bytes runtime = 0; ///< of the overhead, what is there at every moment
    bool operator==(const Totals&) const = default;
};

/// One stage of a pipeline.
struct StageTotal
{
    StageLayers layers;
    std::int64_t inFlight = 1; ///< micro-batches whose tensors it keeps
    Totals totals;
};

/// The answer of a method to a plan.
struct Answer
{
    Totals totals;
    std::vector<MomentTotal> moments; ///< none where a method knows no moments
    std::vector<Line> ledger;
    std::vector<StageTotal> stages; ///< of a pipeline, else none
    Bytes hostPerNode = 0, diskPerNode = 0;
    std::vector<Warning> warnings;
    std::vector<Text> remarks; ///< sentences of the method's own text beside the number
    std::string ownTable; ///< the output of the method's own program, to the letter

    /// The copies of a line's tensor at the peak; if the method knows no moments, all copies of the
    /// line.
    std::int64_t copiesAtPeak(const Line& line) const
    {
        return moments.empty() || !totals.peakMoment
            ? line.count
            : line.live[static_cast<std::size_t>(*totals.peakMoment)];
    }
};

} // namespace highwater

HIGHWATER_NAMES(Verdict, "fits", "tight", "over")
