// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"

#include "core/answer/column_sums.h"
#include "core/answer/job_answer.h"
#include "core/answer/run_ahead.h"
#include "core/ledger/band_widths.h"
#include "core/ledger/framework.h"
#include "core/ledger/overhead.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// The column of the table of moments that is chosen for each moment, or `noColumn`.
using MomentColumns = std::array<std::size_t, ledgerMomentCount>;
constexpr std::size_t noColumn = MomentTable::mostColumns;

/// A line of one term; null where the tensor exists at no moment.
std::optional<Line> lineAtMoments(const Term& term, const Stage& stage, const SymbolValues& symbols,
                                  const MomentColumns& columns)
{
    const std::int64_t copies = stage.table().largest(term.row);
    if (copies == 0)
        return std::nullopt;
    Line line = lineOf(term.id, term.each, symbols, copies);
    line.place = term.place;
    if (term.place != Place::Gpu)
        return line;
    const std::int64_t* counts = stage.table().row(term.row);
    for (std::size_t i = 0; i < ledgerMomentCount; ++i)
        if (columns[i] != noColumn)
            line.live[i] = counts[columns[i]];
    // The tensor may exist at other columns than those chosen for the moments.
    if (std::ranges::none_of(line.live, std::identity{}))
        return std::nullopt;
    return line;
}

SymbolValues withIdle(SymbolValues symbols, Bytes idle)
{
    symbols[static_cast<std::size_t>(Symbol::IdleBytes)] = idle;
    return symbols;
}

/// The tensors of a stage added up.
struct TensorSums
{
    Bytes allocated = 0; ///< at the peak
    Moment peak{};
    GroupBytes groups; ///< at the peak
    HostSums host;
    Bytes disk = 0;
};

/// All bytes on the host of a node that has the first rank.
Bytes onNode(const Resolved& plan, const HostSums& host)
{
    return plus(perNode(plan, host.each), host.first);
}

/// The fuller of two.
HostSums fuller(const Resolved& plan, const HostSums& left, const HostSums& right)
{
    return onNode(plan, right) > onNode(plan, left) ? right : left;
}

/// Chooses for every moment the column of the largest total, the first of equals; returns these
/// totals, -1 for a moment without columns. The first columns of a table are one for each moment of
/// a step.
std::array<Bytes, ledgerMomentCount>
chooseColumns(const MomentTable& table, const ColumnSums& columnSums, MomentColumns& columns)
{
    std::array<Bytes, ledgerMomentCount> totals;
    totals.fill(-1);
    columns.fill(noColumn);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto moment = static_cast<std::size_t>(table.columns[i].moment);
        if (const Bytes total = columnSums.totalAt(i); total > totals[moment]) {
            columns[moment] = i;
            totals[moment] = total;
        }
    }
    return totals;
}

/// The memory that PyTorch's allocator reserves in addition to the tensors.
struct Idle
{
    IdleBytes bytes;
    std::int64_t flushes = 0;
    bool isReplayed = false;
    bool replayEnded = false; ///< as Totals::replayEnded
};

/// The idle memory by shares, without a replay.
Idle sharedIdle(const IdleShares& shares, Bytes allocated)
{
    constexpr double million = 1e6;
    const auto part = [&](std::int64_t share) {
        return static_cast<Bytes>(static_cast<double>(allocated) * static_cast<double>(share)
                                  / million);
    };
    return {{part(shares.low), part(shares.expected), part(shares.high)}};
}

/// The allocator's limit: the GPU's memory less the runtime's memory outside the allocator.
/// Workspaces lie inside the allocator, so they do not lower the limit.
AllocatorSettings settingsOf(const Resolved& plan)
{
    const OverheadSizes sizes = overheadSizes(plan, Overhead::Expected);
    const Bytes outside = bytesOfOverhead(sizes) - sizes.workspace;
    AllocatorSettings settings;
    settings.expandableSegments = plan.expandsSegments();
    settings.maxSplit = plan.cluster.maxSplitSize.value_or(0);
    settings.roundupDivisions = plan.cluster.roundupDivisions;
    settings.limit = std::max<Bytes>(1, plan.capacity - std::min(plan.capacity, outside));
    return settings;
}

/// Whether the allocator keeps anything idle that is to be counted.
bool keepsIdle(const Resolved& plan, Bytes allocated)
{
    return !plan.serves() && plan.cluster.overhead != Overhead::None && allocated < tooMany;
}

/// The idle memory of a plan that freezes parts of its model. A replay cannot follow such a plan,
/// so it has the shares of the same plan with nothing frozen, which holds no less.
Idle idleOfWhole(const Resolved& plan, Bytes allocated)
{
    Resolved whole = plan;
    whole.recipe.frozen.clear();
    whole.recipe.frozenLayers = whole.recipe.frozenFrom = 0;
    if (!setLayout(whole, plan.layout).empty())
        return sharedIdle(plan.idle, allocated);
    const Totals totals = exactTotals(whole);
    // Of its fullest stage, and taken for every stage.
    Idle idle = sharedIdle(idleSharesOf(totals), allocated);
    idle.replayEnded = totals.replayEnded;
    return idle;
}

/// The range of idle memory in the replays with the fewest and with the most tensors that may wait;
/// null where one of them ended.
std::optional<IdleBytes> idleRange(const Resolved& plan, const Stage& stage, Bytes allocated,
                                   const LaunchPace& pace, const Replay& found)
{
    const auto idleIn
        = [&](const Replay& replay) { return std::max<Bytes>(0, replay.reserved - allocated); };
    const Bytes expected = idleIn(found);
    IdleBytes bytes{expected, expected, expected};
    for (const LaunchPace& end : {leastAhead(), mostAhead()}) {
        if (end == pace)
            continue;
        const auto other = replayOf(plan, stage, settingsOf(plan), end);
        if (!other)
            return std::nullopt;
        bytes.low = std::min(bytes.low, idleIn(*other));
        bytes.high = std::max(bytes.high, idleIn(*other));
    }
    return bytes;
}

Idle idleOf(const Resolved& plan, const Stage& stage, Bytes allocated, const IdleShares* shares)
{
    if (!keepsIdle(plan, allocated))
        return {};
    if (shares || !plan.replays)
        return sharedIdle(shares ? *shares : plan.idle, allocated);
    const auto pace = launchPace(plan, stage);
    const auto found = replayOf(plan, stage, settingsOf(plan), pace);
    std::optional<IdleBytes> bytes;
    if (found) {
        const Bytes expected = std::max<Bytes>(0, found->reserved - allocated);
        bytes = pace ? idleRange(plan, stage, allocated, *pace, *found)
                     : IdleBytes{expected, expected, expected};
    }
    if (bytes)
        return {*bytes, found->flushes, true};
    if (plan.freezesSome() && plan.trainsAll())
        return idleOfWhole(plan, allocated);
    Idle idle = sharedIdle(plan.idle, allocated);
    idle.replayEnded = canReplay(plan);
    return idle;
}

/// One of the two bands of a class.
using EndsOf = BandEnds BandWidth::*;

/// The band of `bytes`, whose ends are thousandths of it.
Band bandAround(Bytes bytes, const BandEnds& ends)
{
    constexpr std::int64_t thousand = 1000;
    const Bytes each = bytes / thousand;
    return {bytes - each * ends.low, plus(bytes, each * ends.high)};
}

bool isOnOne(const Resolved& plan)
{
    return plan.cluster.gpus == 1;
}

/// The recordings are of the version of nanotron that gathers inputs again.
bool isRecorded(const Resolved& plan, const Idle& idle)
{
    return idle.isReplayed && plan.profile->isRecorded
        && (plan.choices.tpInputs == TpInputs::Recomputed || plan.layout.tensor == 1);
}

BandClass classOfTensors(const Resolved& plan, const Idle& idle)
{
    using enum BandClass;
    if (isRecorded(plan, idle))
        return Recorded;
    const bool quantised = plan.quantisedBase();
    if (plan.usesDeepSpeed())
        return plan.trainsAll() ? DeepSpeedFull
            : quantised         ? DeepSpeedQuantised
                                : DeepSpeedAdapters;
    if (plan.profile->runsTrainer && quantised && isOnOne(plan))
        return TrainerQuantised;
    if (plan.profile->hasOwnBand && plan.layout.zero > 0)
        return Sharded;
    return Tensors;
}

BandClass classOfCard(const Resolved& plan)
{
    using enum BandClass;
    const bool one = isOnOne(plan);
    if (plan.trainsAll())
        return one ? CardFull : CardsFull;
    if (plan.quantisedBase())
        return one ? CardQuantised : CardsQuantised;
    return one ? CardAdapters : CardsAdapters;
}

/// The band of readings of the whole card while the Trainer runs: the allocator may keep less than
/// the replay of two steps, or more in later ones, but never more than the card has. So this
/// changes no verdict.
Band cardBand(const Resolved& plan, const Band& needed, Bytes reserved,
              const OverheadRange& overhead, EndsOf part)
{
    const auto outside
        = [](const OverheadSizes& sizes) { return bytesOfOverhead(sizes) - sizes.workspace; };
    const Band kept = bandAround(reserved, bandWidth(classOfCard(plan)).*part);
    const Band shown{plus(kept.low, outside(overhead.low)),
                     plus(kept.high, outside(overhead.high))};
    return {shown.low,
            needed.high <= plan.capacity ? std::min(shown.high, plan.capacity) : shown.high};
}

/// The bands that hold nine or eight of ten measured values. Idle memory gets no margin in a
/// server, nor where replays gave a range.
ReadingBands bandsOf(const Resolved& plan, Bytes allocated, const Idle& idle,
                     const OverheadRange& overhead, EndsOf part)
{
    if (allocated == tooMany)
        return {{tooMany, tooMany}, {tooMany, tooMany}, {tooMany, tooMany}};
    if (plan.cluster.overhead == Overhead::None) {
        const Bytes all = plus(allocated, plan.cluster.reserve);
        return {{allocated, allocated}, {allocated, allocated}, {all, all}};
    }
    // The tensors of a server are weights and blocks of a known size.
    const BandEnds spread
        = plan.serves() ? BandEnds{} : bandWidth(classOfTensors(plan, idle)).*part;
    const bool idleNeedsNoMargin
        = plan.serves() || isRecorded(plan, idle) || idle.bytes.low != idle.bytes.high;
    const BandEnds margin = idleNeedsNoMargin ? BandEnds{} : bandWidth(BandClass::Idle).*part;
    const Bytes more = bandAround(allocated, margin).high - allocated;
    const auto& [low, chosen, expected, high] = overhead;
    ReadingBands bands;
    bands.allocated = bandAround(allocated, spread);
    bands.reserved
        = {plus(bands.allocated.low, std::max<Bytes>(0, idle.bytes.low - more) + low.workspace),
           plus(bands.allocated.high, plus(plus(idle.bytes.high, more), high.workspace))};
    bands.total = {plus(bands.reserved.low, bytesOfOverhead(low) - low.workspace),
                   plus(bands.reserved.high, bytesOfOverhead(high) - high.workspace)};
    if (plan.profile->runsTrainer && !plan.serves() && !plan.isJob())
        bands.total = cardBand(plan, bands.total,
                               plus(plus(allocated, idle.bytes.expected), expected.workspace),
                               overhead, part);
    return bands;
}

/// The groups are left empty where the stage holds no more than `least`.
TensorSums tensorsOf(const Resolved& plan, const Stage& stage, LayerBytes& layers, Bytes least = -1)
{
    const ColumnSums columnSums(stage, layers);
    MomentColumns columns{};
    const auto totals = chooseColumns(stage.table(), columnSums, columns);
    const auto peak = std::ranges::max_element(totals);
    const auto moment = static_cast<std::size_t>(peak - totals.begin());
    const Bytes allocated = columnSums.overflowed() ? tooMany : *peak;
    return {allocated, static_cast<Moment>(moment),
            allocated > least ? columnSums.groupsAt(columns[moment]) : GroupBytes{},
            fuller(plan, columnSums.host(), columnSums.hostLoading()), columnSums.disk()};
}

/// The totals of a stage, with the runtime's memory and the allocator's.
Totals totalsOf(const Resolved& plan, const Stage& stage, const TensorSums& tensors,
                const Idle& idle)
{
    const OverheadRange overhead = overheadRange(plan);
    Totals totals;
    totals.runtime = plus(bytesOfOverhead(overhead.chosen), idle.bytes.expected);
    totals.perGpu = tensors.groups;
    totals.perGpu[Group::Overhead] = plus(totals.perGpu[Group::Overhead], totals.runtime);
    totals.total = tensors.allocated == tooMany ? tooMany : totals.perGpu.total();
    totals.peakMoment = tensors.peak;
    totals.stage = stage.layers.index;
    totals.host = tensors.host.each;
    totals.hostOfFirst = tensors.host.first;
    totals.disk = tensors.disk;
    totals.allocated = tensors.allocated;
    totals.idle = idle.bytes;
    totals.flushes = idle.flushes;
    totals.replayEnded = idle.replayEnded;
    totals.nine = bandsOf(plan, tensors.allocated, idle, overhead, &BandWidth::nine);
    totals.eight = bandsOf(plan, tensors.allocated, idle, overhead, &BandWidth::eight);
    totals.low = totals.nine.total.low;
    totals.high = totals.nine.total.high;
    // CUDA graphs and the memory that a server leaves free are overhead outside the allocator.
    if (plan.serves()) {
        const Bytes outside
            = std::min(tensors.allocated, totals.perGpu[Group::Overhead] - totals.runtime);
        totals.allocated -= outside;
        for (ReadingBands* bands : {&totals.nine, &totals.eight})
            for (Band* band : {&bands->allocated, &bands->reserved}) {
                band->low -= outside;
                band->high -= outside;
            }
    }
    return totals;
}

/// With `shares`, they give the bytes that the allocator keeps idle.
Totals totalsOf(const Resolved& plan, const Stage& stage, const IdleShares* shares = nullptr)
{
    LayerBytes layers;
    const TensorSums tensors = tensorsOf(plan, stage, layers);
    return totalsOf(plan, stage, tensors, idleOf(plan, stage, tensors.allocated, shares));
}

struct StageTotals
{
    const Stage* stage;
    Totals totals;
};

/// The stage with the largest total of tensors, the first of equals; the allocator is replayed for
/// this stage alone. Host and disk bytes are those of the stage that keeps most there, which may be
/// a different one.
StageTotals mostLoaded(const Resolved& plan)
{
    const Stage* most = nullptr;
    TensorSums tensors;
    HostSums host;
    Bytes disk = 0;
    LayerBytes layers;
    for (const Stage& stage : plan.stages) {
        const TensorSums found = tensorsOf(plan, stage, layers, most ? tensors.allocated : -1);
        host = fuller(plan, host, found.host);
        disk = std::max(disk, found.disk);
        if (!most || found.allocated > tensors.allocated) {
            most = &stage;
            tensors = found;
        }
    }
    tensors.host = host;
    tensors.disk = disk;
    const Idle idle = idleOf(plan, *most, tensors.allocated, nullptr);
    return {most, totalsOf(plan, *most, tensors, idle)};
}

/// The moments of a server: weights loaded, and a pass over prompts.
bool isServed(Moment moment)
{
    return moment == Moment::Load || moment == Moment::ForwardEnd;
}

Answer answerOf(const Resolved& plan, const Stage& stage, const Totals& totals)
{
    Answer answer;
    answer.totals = totals;
    answer.serves = plan.serves();
    LayerBytes layers;
    const ColumnSums columnSums(stage, layers);
    MomentColumns columns{};
    chooseColumns(stage.table(), columnSums, columns);
    for (std::size_t i = 0; i < ledgerMomentCount; ++i)
        if (const auto moment = static_cast<Moment>(i);
            columns[i] != noColumn && (!plan.serves() || isServed(moment))) {
            GroupBytes groups = columnSums.groupsAt(columns[i]);
            groups[Group::Overhead] = plus(groups[Group::Overhead], totals.runtime);
            answer.moments.push_back({moment, groups});
        }
    const SymbolValues symbols = withIdle(stage.symbols, totals.idle.expected);
    const auto list = [&](const auto& terms) {
        for (const Term& term : terms)
            if (auto line = lineAtMoments(term, stage, symbols, columns))
                answer.ledger.push_back(*std::move(line));
    };
    list(stage.terms);
    list(overheadTerms(overheadSizes(plan, plan.cluster.overhead), totals.idle.expected));
    // Some frameworks add tensors of other groups after the temporary ones.
    std::ranges::stable_sort(answer.ledger, {}, &Line::group);
    answer.hostPerNode = hostPerNode(plan, totals);
    answer.diskPerNode = perNode(plan, totals.disk);
    return answer;
}

/// The totals of another stage, with the shares kept idle in the most loaded one. For the most
/// loaded stage itself: its replayed totals, with its own host and disk.
Totals totalsWithSharesOf(const Resolved& plan, const Stage& stage, const Totals& mostLoaded)
{
    const IdleShares shares = idleSharesOf(mostLoaded);
    const Totals found = totalsOf(plan, stage, &shares);
    if (stage.layers.index != mostLoaded.stage)
        return found;
    Totals own = mostLoaded;
    own.hostOfFirst = found.hostOfFirst;
    own.host = found.host; // not the largest of all stages
    own.disk = found.disk;
    return own;
}

/// Says whether the GPU is assumed to fall behind the program, and gives the idle memory if it were
/// less or more behind: as long as it is behind, freed inputs of collectives keep their memory.
void remarkOnWaiting(const Resolved& plan, const StageTotals& most, Answer& answer)
{
    const IdleBytes& idle = most.totals.idle;
    if (!plan.replays || !waitsForCollectives(plan) || idle.low == idle.high)
        return;
    if (idle.expected > idle.low)
        answer.remarks.push_back(
            {HW_TR(
                 "core",
                 "Assumes a GPU that falls behind the program, so that freed inputs of "
                 "collectives wait: the allocator keeps %1 GiB idle, between %2 and %3 GiB if the "
                 "GPU is less or more behind"),
             {inGib(idle.expected), inGib(idle.low), inGib(idle.high)}});
    else
        answer.remarks.push_back(
            {HW_TR(
                 "core",
                 "Assumes a GPU that keeps up with the program: the allocator keeps %1 GiB idle, "
                 "up to %2 GiB if the GPU falls behind, as freed inputs of collectives wait then"),
             {inGib(idle.expected), inGib(idle.high)}});
}

/// Explains much idle memory by that of slightly longer and shorter contexts: the allocator takes
/// the smallest free block that is large enough, so a few bytes decide whether a large block is
/// used again or stays beside a new one.
void remarkOnIdle(const Resolved& plan, const StageTotals& most, Answer& answer)
{
    const Totals& totals = most.totals;
    const Bytes much = std::max(gib, totals.allocated / 10);
    if (!plan.replays || totals.replayEnded || plan.expandsSegments() || waitsForCollectives(plan)
        || totals.idle.expected < much)
        return;
    const std::int64_t context = plan.workload.context;
    const std::int64_t piece = 2 * plan.layout.context * plan.layout.tensor; // as schedules cut it
    const auto apart = [&](std::int64_t parts) {
        return std::max<std::int64_t>(1, context / parts / piece) * piece;
    };
    std::int64_t shortest = context, longest = context;
    Bytes low = totals.idle.expected, high = low;
    Resolved near = plan;
    const ReplayBudget budget(2 * mostReplayWork);
    for (const std::int64_t other :
         {context - apart(8), context - apart(64), context + apart(64), context + apart(8)}) {
        if (other < 1)
            continue;
        setWorkload(near, other, plan.workload.microBatch);
        const Totals there = exactTotals(near);
        if (there.allocated == tooMany || there.replayEnded)
            continue;
        shortest = std::min(shortest, other);
        longest = std::max(longest, other);
        low = std::min(low, there.idle.expected);
        high = std::max(high, there.idle.expected);
    }
    if (low < totals.idle.expected / 2)
        answer.remarks.push_back(
            {HW_TR(
                 "core",
                 "PyTorch's allocator keeps %1 GiB idle, in freed blocks that suit no later "
                 "request. This leaps from length to length: from %2 to %3 {token|tokens} it is "
                 "between %4 and %5 GiB. cluster.allocator.expandable_segments=true evens it out"),
             {inGib(totals.idle.expected), grouped(shortest), grouped(longest), inGib(low),
              inGib(high)}});
}

} // namespace

Totals exactTotals(const Resolved& plan, const Stage& stage)
{
    return totalsWithSharesOf(plan, stage, exactTotals(plan));
}

Text remarkOnEndedReplay(const Totals& totals)
{
    constexpr double perPercent = 1e4; // millionths
    const double percent = static_cast<double>(idleSharesOf(totals).expected) / perPercent;
    return {HW_TR("core",
                  "The step has too many tensors, or too large ones, to replay the allocator's "
                  "requests: it is assumed to keep %1 % of the tensors' memory idle"),
            {fixed(percent, 1)}};
}

Bytes outsideBytes(const Resolved& plan)
{
    return bytesOfOverhead(overheadSizes(plan, plan.cluster.overhead));
}

Bytes idleWithoutReplay(const Resolved& plan, Bytes allocated)
{
    if (!keepsIdle(plan, allocated))
        return 0;
    return sharedIdle(plan.idle, allocated).bytes.expected;
}

Totals totalsOfPeak(const Resolved& plan, const GroupBytes& tensors, Bytes pool, Moment moment,
                    const std::optional<Totals>& replayed)
{
    const Bytes held = tensors.total();
    const Bytes trained = held - pool;
    const IdleBytes idle = !keepsIdle(plan, held) ? IdleBytes{}
        : replayed                                ? replayed->idle
                                                  : sharedIdle(plan.idle, trained).bytes;
    const OverheadRange overhead = overheadRange(plan);
    const auto banded = [&](EndsOf part) {
        ReadingBands bands
            = bandsOf(plan, held < tooMany ? trained : tooMany, Idle{idle}, overhead, part);
        for (Band* band : {&bands.allocated, &bands.reserved, &bands.total}) {
            band->low = plus(band->low, pool);
            band->high = plus(band->high, pool);
        }
        return bands;
    };
    Totals totals;
    totals.runtime = plus(bytesOfOverhead(overhead.chosen), idle.expected);
    totals.perGpu = tensors;
    totals.perGpu[Group::Overhead] = plus(tensors[Group::Overhead], totals.runtime);
    totals.total = held < tooMany ? totals.perGpu.total() : tooMany;
    totals.peakMoment = moment;
    totals.allocated = held;
    totals.idle = idle;
    totals.flushes = replayed ? replayed->flushes : 0;
    totals.replayEnded = replayed && replayed->replayEnded;
    totals.nine = banded(&BandWidth::nine);
    totals.eight = banded(&BandWidth::eight);
    totals.low = totals.nine.total.low;
    totals.high = totals.nine.total.high;
    return totals;
}

Totals exactTotals(const Resolved& plan)
{
    if (plan.isJob())
        return jobTotals(plan);
    return mostLoaded(plan).totals;
}

std::vector<ReplayMark> replayMarks(const Resolved& plan, const Stage& stage)
{
    std::vector<ReplayMark> marks;
    if (plan.replays && plan.cluster.overhead != Overhead::None)
        replayOf(plan, stage, settingsOf(plan), launchPace(plan, stage), &marks);
    return marks;
}

IdleShares idleSharesOf(const Totals& totals)
{
    if (totals.allocated <= 0 || totals.allocated == tooMany)
        return {};
    constexpr double million = 1e6;
    const auto share = [&](Bytes idle) {
        return static_cast<std::int64_t>(static_cast<double>(idle)
                                         / static_cast<double>(totals.allocated) * million);
    };
    return {share(totals.idle.low), share(totals.idle.expected), share(totals.idle.high),
            totals.flushes > 0};
}

Bytes perNode(const Resolved& plan, Bytes perRank)
{
    return times(perRank, std::min(plan.cluster.gpus, plan.cluster.gpusPerNode));
}

Bytes hostPerNode(const Resolved& plan, const Totals& totals)
{
    return onNode(plan, {totals.host, totals.hostOfFirst});
}

Answer exactAnswer(const Resolved& plan, const Stage& stage)
{
    return answerOf(plan, stage, totalsOf(plan, stage));
}

Result<Answer> exactAnswer(const Resolved& plan)
{
    if (plan.isJob())
        return jobAnswer(plan);
    const StageTotals most = mostLoaded(plan);
    Answer answer = answerOf(plan, *most.stage, most.totals);
    remarkOnWaiting(plan, most, answer);
    remarkOnIdle(plan, most, answer);
    if (most.totals.replayEnded)
        answer.remarks.push_back(remarkOnEndedReplay(most.totals));
    const std::int64_t stages = plan.layout.pipeline;
    for (std::int64_t i = 0; stages > 1 && i < stages; ++i) {
        const Stage stage = stageAt(plan, i);
        const Schedule& schedule = stage.schedule;
        answer.stages.push_back({stage.layers, shareOf(schedule.inFlight, schedule.chunks),
                                 totalsWithSharesOf(plan, stage, answer.totals)});
    }
    return answer;
}

Answer exactAnswer(const Resolved& plan, const Stage& stage, const Totals& mostLoaded)
{
    if (stage.layers.index == mostLoaded.stage)
        return exactAnswer(plan, stage);
    const IdleShares shares = idleSharesOf(mostLoaded);
    return answerOf(plan, stage, totalsOf(plan, stage, &shares));
}

} // namespace highwater
