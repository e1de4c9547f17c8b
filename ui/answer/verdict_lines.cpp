// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_lines.h"

#include "core/time/amount_text.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/words.h"

#include <vector>

namespace highwater {
namespace {

Judgement judgementIn(const VerdictContent& content)
{
    return {content.totals, content.capacity, content.verdict.value_or(Verdict::Fits),
            content.hostPerNode, content.hostMemory};
}

QString headlineOf(const VerdictContent& content, const MemoryFormat& format)
{
    if (content.verdict)
        return translated(
            longVerdict(judgementIn(content), amountWords(format, content.totals.total)));
    return content.problem.isEmpty() ? VerdictBar::tr("No estimate")
                                     : VerdictBar::tr("No estimate — %1").arg(content.problem);
}

QStringList peakOf(const VerdictContent& content, const MemoryFormat& format)
{
    const Totals& totals = content.totals;
    const AmountWords words = amountWords(format, totals.total);
    const int decimals = verdictDecimals(judgementIn(content), words);
    QStringList parts;
    if (totals.low != totals.high)
        parts << VerdictBar::tr("Peak per GPU %1, likely %2 to %3")
                     .arg(format.withUnit(totals.total, decimals),
                          QString::fromStdString(words.number(totals.low, decimals)),
                          format.withUnit(totals.high, decimals));
    else
        parts << VerdictBar::tr("Peak per GPU");
    if (content.stages > 1)
        parts << VerdictBar::tr("stage %1 of %2")
                     .arg(format.count(totals.stage + 1), format.count(content.stages));
    return parts;
}

QString joinedParts(const QStringList& parts)
{
    return parts.join(QStringLiteral(" · "));
}

/// Memory outside the GPU, and how safe the verdict is.
QStringList remarksOf(const VerdictContent& content, const MemoryFormat& format)
{
    QStringList parts;
    if (content.hostPerNode > 0 && content.hostMemory)
        parts << VerdictBar::tr("host %1 of %2 per node")
                     .arg(format.number(content.hostPerNode, 1),
                          format.withUnit(*content.hostMemory, 1));
    else if (content.hostPerNode > 0)
        parts << VerdictBar::tr("host %1 per node").arg(format.withUnit(content.hostPerNode, 1));
    if (content.diskPerNode > 0)
        parts << VerdictBar::tr("NVMe %1 per node").arg(format.withUnit(content.diskPerNode, 1));
    if (const auto remark
        = verdictRemark(judgementIn(content), amountWords(format, content.totals.total)))
        parts << translated(*remark);
    return parts;
}

/// "likely 58.6 to 72.2 GiB": the headline has the amount itself.
QStringList rangeOf(const VerdictContent& content, const MemoryFormat& format)
{
    const Totals& totals = content.totals;
    if (!content.verdict || totals.low == totals.high)
        return {};
    const AmountWords words = amountWords(format, totals.total);
    const int decimals = verdictDecimals(judgementIn(content), words);
    return {VerdictBar::tr("likely %1 to %2", "memory, the least and the most")
                .arg(QString::fromStdString(words.number(totals.low, decimals)),
                     format.withUnit(totals.high, decimals))};
}

/// The speed of the plan, where the length of its run is set.
QStringList runOf(const VerdictContent& content)
{
    if (content.verdict && content.generated)
        return {VerdictBar::tr("about %1 tokens/s generated")
                    .arg(QString::fromStdString(amountText(*content.generated)))};
    if (!content.verdict || !content.run)
        return {};
    return {VerdictBar::tr("%1 tokens/s, run of %2 days")
                .arg(QString::fromStdString(amountText(content.run->tokensPerSecond)),
                     QString::fromStdString(amountText(content.run->days)))};
}

} // namespace

VerdictLines verdictLines(const VerdictContent& content, const MemoryFormat& format)
{
    VerdictLines lines{headlineOf(content, format), {}, {}, {}};
    const QStringList range = rangeOf(content, format);
    const QStringList remarks = content.verdict ? remarksOf(content, format) : QStringList();
    const QStringList run = runOf(content);
    const QStringList method
        = content.method ? QStringList(translated(*content.method)) : QStringList();
    QStringList plan{translated(content.plan)}, brief{translated(content.briefPlan)};
    for (QStringList* parts : {&plan, &brief})
        parts->removeAll(QString());
    if (content.verdict)
        lines.detail << peakOf(content, format);
    lines.detail << method << plan << run << remarks;
    std::vector<QStringList> shorter{range + method + plan + run + remarks,
                                     range + method + brief + run + remarks};
    if (content.verdict == Verdict::Probably) // the remark has the reason
        shorter.insert(shorter.end(), {brief + remarks, range + remarks, remarks});
    shorter.insert(shorter.end(),
                   {range + method + plan + run, range + method + brief + run,
                    range + method + brief, method + brief});
    for (const QStringList& parts : shorter)
        lines.shorter << joinedParts(parts);
    if (const auto allocator = allocatorText(content.totals, content.verdict != Verdict::Over,
                                             amountWords(format, content.totals.total).withUnit))
        lines.allocator = translated(*allocator);
    return lines;
}

} // namespace highwater
