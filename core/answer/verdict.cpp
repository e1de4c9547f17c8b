// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/verdict.h"
#include "core/plan/numbers.h"

#include <cmath>

namespace highwater {
namespace {

/// Amounts as a sentence writes them.
class Rounding
{
public:
    Rounding(Bytes unit, int decimals)
        : m_step(static_cast<double>(unit) / std::pow(10.0, decimals))
    { }
    Bytes operator()(Bytes bytes) const { return bytesOf(stepsOf(bytes)); }
    Bytes left(Bytes capacity, Bytes total) const
    {
        return bytesOf(stepsOf(capacity) - stepsOf(total));
    }

private:
    std::int64_t stepsOf(Bytes bytes) const
    {
        return std::llround(static_cast<double>(bytes) / m_step);
    }
    Bytes bytesOf(std::int64_t steps) const
    {
        return std::llround(static_cast<double>(steps) * m_step);
    }

    double m_step; ///< bytes of the last decimal
};

/// Whether the capacity is the same with one decimal as with two: 80.0 is, but 79.6 is 79.65.
bool isShort(Bytes capacity, Bytes unit)
{
    return Rounding(unit, 1)(capacity) == Rounding(unit, 2)(capacity);
}

} // namespace

Bytes leftOf(Bytes capacity, Bytes total, Bytes unit, int decimals)
{
    return Rounding(unit, decimals).left(capacity, total);
}

Judgement judgementOf(const Totals& totals, Bytes capacity, Bytes hostPerNode,
                      std::optional<Bytes> hostMemory)
{
    Judgement judged{totals, capacity, Verdict::Fits, hostPerNode, hostMemory};
    if (!judged.fits())
        judged.verdict = Verdict::Over;
    else if (totals.high > capacity)
        judged.verdict = Verdict::Probably;
    return judged;
}

Text verdictWord(Verdict verdict)
{
    constexpr EnumTable<Verdict, const char*> words(
        {HW_TR("core", "fits"), HW_TR("core", "probably fits"), HW_TR("core", "does not fit")});
    return {words[verdict]};
}

int verdictDecimals(const Judgement& judged, const AmountWords& words)
{
    const double units = static_cast<double>(judged.free()) / static_cast<double>(words.unit);
    const bool isNothing = Rounding(words.unit, 1).left(judged.capacity, judged.totals.total) == 0;
    if (judged.free() != 0 && (isNothing || std::abs(units) < 0.05))
        return 3;
    return isShort(judged.capacity, words.unit) ? 1 : 2;
}

Text longVerdict(const Judgement& judged, const AmountWords& words)
{
    const int decimals = verdictDecimals(judged, words);
    const Rounding round(words.unit, decimals);
    const Bytes left = round.left(judged.capacity, judged.totals.total);
    const auto amount = [&](Bytes bytes) { return words.withUnit(round(bytes), decimals); };
    const auto number = [&](Bytes bytes) { return words.number(round(bytes), decimals); };
    if (judged.verdict != Verdict::Over)
        return {judged.verdict == Verdict::Probably
                    ? HW_TR("core", "Probably fits — %1 of %2, %3 free")
                    : HW_TR("core", "Fits — %1 of %2, %3 free"),
                {number(judged.totals.total), amount(judged.capacity), amount(left)}};
    if (judged.free() < 0)
        return {HW_TR("core", "Does not fit — %1 over (needs %2 of %3)"),
                {amount(-left), number(judged.totals.total), number(judged.capacity)}};
    if (judged.engineIsShort())
        return {HW_TR("core", "The engine does not start — its share of a GPU is %1 too small"),
                {amount(judged.totals.engineShortage)}};
    const Bytes host = judged.hostMemory.value_or(0);
    const Rounding coarse(words.unit, 1);
    return {HW_TR("core", "Does not fit the host — %1 over (a node needs %2 of %3)"),
            {words.withUnit(-coarse.left(host, judged.hostPerNode), 1),
             words.number(coarse(judged.hostPerNode), 1), words.number(coarse(host), 1)}};
}

std::optional<Text> verdictRemark(const Judgement& judged, const AmountWords& words)
{
    constexpr Bytes littleFree = 20; // a twentieth of the card
    if (judged.verdict == Verdict::Probably)
        return Text(HW_TR("core", "at the upper end of the 90 % range, %1, the plan does not fit"),
                    {words.withUnit(judged.totals.high, verdictDecimals(judged, words))});
    if (judged.verdict == Verdict::Fits && judged.free() < judged.capacity / littleFree)
        return Text(HW_TR("core", "less than 5 % free: fragmentation may decide"));
    return std::nullopt;
}

Text shortVerdict(const Judgement& judged, const AmountWords& words)
{
    const int decimals = verdictDecimals(judged, words);
    const Rounding round(words.unit, decimals);
    if (judged.verdict != Verdict::Over)
        return {judged.verdict == Verdict::Probably ? HW_TR("core", "Probably fits — %1 of %2")
                                                    : HW_TR("core", "Fits — %1 of %2"),
                {words.number(round(judged.totals.total), decimals),
                 words.withUnit(round(judged.capacity), decimals)}};
    if (judged.free() < 0)
        return {HW_TR("core", "Does not fit — %1 over"),
                {words.withUnit(-round.left(judged.capacity, judged.totals.total), decimals)}};
    if (judged.engineIsShort())
        return {HW_TR("core", "Fits the GPU, but the engine does not start")};
    return {HW_TR("core", "Fits the GPU, but not the host's memory")};
}

Text verdictCell(const Judgement& judged, const AmountWords& words)
{
    const Bytes left = leftOf(judged.capacity, judged.totals.total, words.unit, 2);
    if (judged.free() < 0)
        return {HW_TR("core", "%1 over"), {words.number(-left, 2)}};
    if (judged.verdict == Verdict::Over)
        return {judged.engineIsShort() ? HW_TR("core", "Engine short")
                                       : HW_TR("core", "Host over")};
    return {judged.verdict == Verdict::Probably ? HW_TR("core", "%1 free, probably")
                                                : HW_TR("core", "%1 free"),
            {words.number(left, 2)}};
}

Text pageVerdict(const Judgement& judged)
{
    const Totals& totals = judged.totals;
    const std::string total = inGib(totals.total);
    const std::string low = inGib(totals.low), high = inGib(totals.high);
    const std::string capacity = inGib(judged.capacity);
    const Bytes left = leftOf(judged.capacity, totals.total, gib, 2);
    const bool hasRange = totals.low != totals.high;
    if (judged.free() < 0) {
        const std::string over = inGib(-left);
        if (hasRange)
            return {HW_TR("core", "Does not fit: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB over"),
                    {total, low, high, capacity, over}};
        return {HW_TR("core", "Does not fit: %1 of %2 GiB, %3 GiB over"), {total, capacity, over}};
    }
    if (judged.engineIsShort())
        return {HW_TR("core",
                      "Does not fit: the engine's share of a GPU is %1 GiB too small, and it will "
                      "not start"),
                {inGib(judged.totals.engineShortage)}};
    if (judged.verdict == Verdict::Over)
        return {HW_TR("core", "Does not fit: the host needs %1 of %2 GiB a node"),
                {inGib(judged.hostPerNode), inGib(judged.hostMemory.value_or(0))}};
    const std::string free = inGib(left);
    if (judged.verdict == Verdict::Probably)
        return {HW_TR("core", "Probably fits: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB free"),
                {total, low, high, capacity, free}};
    if (hasRange)
        return {HW_TR("core", "Fits: %1 GiB, likely %2 to %3, of %4 GiB: %5 GiB free"),
                {total, low, high, capacity, free}};
    return {HW_TR("core", "Fits: %1 of %2 GiB, %3 GiB free"), {total, capacity, free}};
}

std::optional<Text> pageVerdictReason(const Judgement& judged)
{
    if (judged.hostIsOver())
        return Text(
            HW_TR("core", "The host's memory (cluster.host_memory) is too small: %1 of %2 GiB"),
            {inGib(judged.hostPerNode), inGib(*judged.hostMemory)});
    if (judged.verdict == Verdict::Probably)
        return Text(
            HW_TR("core",
                  "At the upper end of the 90 % range the plan needs %1 GiB and does not fit"),
            {inGib(judged.totals.high)});
    return std::nullopt;
}

std::optional<Text> allocatorText(const Totals& totals, bool fits, const AmountWriter& withUnit)
{
    const std::int64_t flushes = fits ? totals.flushes : 0;
    if (totals.idle.expected <= 0)
        return std::nullopt;
    constexpr int decimals = 2;
    Text text{
        flushes == 0 ? HW_TR("core", "PyTorch: allocated %1, reserved %2")
            : flushes == 1
            ? HW_TR("core",
                    "PyTorch: allocated %1, reserved %2; the allocator empties its cache once")
            : HW_TR("core",
                    "PyTorch: allocated %1, reserved %2; the allocator empties its cache %3 "
                    "times"),
        {withUnit(totals.allocated, decimals), withUnit(totals.reserved(), decimals)}};
    if (flushes > 1)
        text.arguments.push_back(grouped(flushes));
    return text;
}

std::optional<Text> pageDriver(const Resolved& plan)
{
    if (!plan.capacityIsDevices)
        return std::nullopt;
    if (plan.device->isUnified())
        return Text{
            HW_TR("core", "Capacity: host and device share %1 GiB, of which the system takes %2"),
            {inGib(plan.device->reportedBytes()), inGib(plan.device->systemBytes)}};
    if (plan.device->driverBytes == 0)
        return std::nullopt;
    return Text{HW_TR("core", "Capacity: the driver keeps %1 of the card's %2 GiB"),
                {inGib(plan.device->driverBytes), inGib(plan.device->reportedBytes())}};
}

std::optional<Text> pageAllocator(const Totals& totals, bool fits)
{
    return allocatorText(totals, fits, [](Bytes bytes, int) { return inGib(bytes) + " GiB"; });
}

} // namespace highwater
