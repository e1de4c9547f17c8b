// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/ledger_slide.h"

#include "core/answer/group_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"

namespace highwater {

SlideTable ledgerSlide(const Answer& answer, MemoryUnit unit, const Translator& words)
{
    SlideTable table;
    table.title = words({HW_TR("core", "Memory at the peak, tensor by tensor")});
    table.columns = {{words({HW_TR("core", "Group")})},
                     {words({HW_TR("core", "Tensor")})},
                     {words({HW_TR("core", "Formula")})},
                     {words({HW_TR("core", "Copies")}), true},
                     {words(valueTitle(unit)), true}};
    for (std::size_t i = 0; i < groupCount; ++i) {
        const auto group = static_cast<Group>(i);
        for (const Line& line : answer.ledger) {
            const std::int64_t copies = answer.copiesAtPeak(line);
            if (line.group == group && copies > 0)
                table.rows.push_back({words(groupName(group, answer.serves)), lineName(line, words),
                                      line.formula, grouped(copies),
                                      amountText(bounded::times(line.each, copies), unit, 2)});
        }
    }
    table.rows.push_back(
        {words({HW_TR("core", "Total")}), {}, {}, {}, amountText(answer.totals.total, unit, 2)});
    table.totalLast = true;
    return table;
}

SlideTable timeSlide(const TimeAnswer& answer, const Translator& words)
{
    SlideTable table;
    table.title = words({HW_TR("core", "The time of a step, part by part")});
    table.columns = {{words({HW_TR("core", "Part")})},
                     {words({HW_TR("core", "Formula")})},
                     {words({HW_TR("core", "Share (%)")}), true},
                     {words({HW_TR("core", "Seconds")}), true}};
    for (const TimeLine& line : answer.lines)
        table.rows.push_back({words(wholeLabel(line)), words(line.formula),
                              fixed(100 * line.share, 1), amountText(line.seconds)});
    table.rows.push_back({words({HW_TR("core", "Step")}), {}, {}, amountText(answer.seconds)});
    table.totalLast = true;
    return table;
}

SlideTable trafficSlide(const TimeAnswer& answer, const Translator& words)
{
    SlideTable table;
    table.title = words({HW_TR("core", "What one GPU sends in a step")});
    table.columns = {{words({HW_TR("core", "Traffic")})},
                     {words({HW_TR("core", "Formula")})},
                     {words({HW_TR("core", "Link")})},
                     {"GB", true},
                     {"GB/s", true},
                     {words({HW_TR("core", "Seconds")}), true},
                     {words({HW_TR("core", "Seconds that wait")}), true}};
    for (const TrafficLine& line : answer.traffic) {
        const Traffic& traffic = line.traffic;
        table.rows.push_back({words(wholeLabel(line)), words(line.formula),
                              words(linkName(traffic.link)), amountText(traffic.bytes / si::giga),
                              amountText(traffic.rate / si::giga), amountText(traffic.seconds),
                              amountText(traffic.waits)});
    }
    return table;
}

} // namespace highwater
