// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/lines.h"

#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {

using bounded::plus;

void addLine(Answer& answer, Line line)
{
    Bytes& group = answer.totals.perGpu[line.group];
    group = plus(group, line.bytes);
    answer.ledger.push_back(std::move(line));
}

Line groupLine(Group group, std::string id, Text label, std::string formula, Bytes bytes,
               std::string source)
{
    Line line;
    line.group = group;
    line.id = std::move(id);
    line.label = std::move(label);
    line.step = nameOf(group);
    line.formula = std::move(formula);
    line.source = std::move(source);
    line.each = bytes;
    line.bytes = bytes;
    return line;
}

Bytes truncated(double bytes)
{
    return bytes < static_cast<double>(tooMany) ? static_cast<Bytes>(bytes) : tooMany;
}

void addParts(Answer& answer, std::span<const RealPart> parts, Bytes sum, const char* source)
{
    Bytes left = sum;
    for (const RealPart& part : parts) {
        const Bytes bytes = &part == &parts.back() ? left : std::min(truncated(part.bytes), left);
        left -= bytes;
        if (bytes == 0)
            continue;
        Line line = groupLine(part.group, part.id, part.label, part.formula, bytes, source);
        line.numbers = part.numbers;
        addLine(answer, std::move(line));
    }
}

void remarkCount(Answer& answer, double counted, const Resolved& plan)
{
    if (truncated(counted) != plan.counts.total)
        answer.remarks.push_back(
            {HW_TR("core", "The program counts %1 parameters, the model has %2"),
             {grouped(truncated(counted)), grouped(plan.counts.total)}});
}

void sumUp(Answer& answer)
{
    answer.totals.total = answer.totals.perGpu.total();
    answer.totals.low = answer.totals.total;
    answer.totals.high = answer.totals.total;
}

} // namespace highwater
