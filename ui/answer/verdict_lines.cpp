// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_lines.h"

#include "ui/answer/verdict_bar.h"

#include <cmath>

namespace highwater {
namespace {

/// Writes the amounts of one verdict with as many decimals as the verdict needs.
class Amounts
{
public:
    Amounts(const VerdictContent& content, const MemoryFormat& format)
        : m_format(format)
        , m_free(content.capacity - content.totals.total)
        , m_huge(format.isHuge(content.totals.total))
        // "0.0 GiB over" would say nothing: the last few megabytes get three decimals.
        , m_decimals(std::abs(format.inUnit(m_free)) < 0.05 && m_free != 0 ? 3 : 1)
    { }

    Bytes free() const { return m_free; }
    QString amount(Bytes bytes) const { return m_format.withUnit(bytes, m_decimals); }
    /// Beside another amount of the same unit.
    QString number(Bytes bytes) const
    {
        return m_huge ? amount(bytes) : m_format.number(bytes, m_decimals);
    }

private:
    const MemoryFormat& m_format;
    Bytes m_free;
    bool m_huge;
    int m_decimals;
};

QString headlineOf(const VerdictContent& content, const MemoryFormat& format)
{
    const Amounts amounts(content, format);
    const Totals& totals = content.totals;
    if (!content.verdict)
        return content.problem.isEmpty() ? VerdictBar::tr("No estimate")
                                         : VerdictBar::tr("No estimate — %1").arg(content.problem);
    if (content.verdict != Verdict::Over) {
        const QString pattern = content.verdict == Verdict::Tight
            ? VerdictBar::tr("Fits, but tightly — %1 of %2, %3 free")
            : VerdictBar::tr("Fits — %1 of %2, %3 free");
        return pattern.arg(amounts.number(totals.total), amounts.amount(content.capacity),
                           amounts.amount(amounts.free()));
    }
    if (amounts.free() < 0)
        return VerdictBar::tr("Does not fit — %1 over (needs %2 of %3)")
            .arg(amounts.amount(-amounts.free()), amounts.number(totals.total),
                 amounts.number(content.capacity));
    const Bytes host = content.hostMemory.value_or(0);
    return VerdictBar::tr("Does not fit the host — %1 over (a node needs %2 of %3)")
        .arg(format.withUnit(content.hostPerNode - host, 1), format.number(content.hostPerNode, 1),
             format.number(host, 1));
}

QStringList peakOf(const VerdictContent& content, const MemoryFormat& format)
{
    const Amounts amounts(content, format);
    const Totals& totals = content.totals;
    QStringList parts;
    if (totals.low != totals.high)
        parts << VerdictBar::tr("Peak per GPU %1, %2 to %3")
                     .arg(amounts.amount(totals.total), amounts.number(totals.low),
                          amounts.number(totals.high));
    else
        parts << VerdictBar::tr("Peak per GPU");
    if (content.stages > 1)
        parts << VerdictBar::tr("stage %1 of %2")
                     .arg(format.count(totals.stage + 1), format.count(content.stages));
    return parts;
}

/// The plan in short: model, tokens, devices, layout.
QStringList planOf(const VerdictContent& content, const MemoryFormat& format)
{
    QStringList parts;
    if (!content.model.isEmpty())
        parts << content.model;
    if (content.context > 0)
        parts << VerdictBar::tr("%1 tokens × %2")
                     .arg(format.count(content.context), format.count(content.microBatch));
    if (content.gpus > 0)
        parts << (content.device.isEmpty()
                      ? VerdictBar::tr("%1 GPUs").arg(format.count(content.gpus))
                      : VerdictBar::tr("%1 × %2").arg(format.count(content.gpus), content.device));
    else if (!content.device.isEmpty())
        parts << content.device;
    if (content.zero)
        parts << (*content.zero > 0 ? VerdictBar::tr("ZeRO-%1").arg(*content.zero)
                                    : VerdictBar::tr("ZeRO off"));
    return parts << content.layout;
}

/// Memory beside the GPU's, and how safe the verdict is.
QStringList remarksOf(const VerdictContent& content, const MemoryFormat& format)
{
    const Amounts amounts(content, format);
    QStringList parts;
    if (content.hostPerNode > 0 && content.hostMemory)
        parts << VerdictBar::tr("host %1 of %2 per node")
                     .arg(format.number(content.hostPerNode, 1),
                          format.withUnit(*content.hostMemory, 1));
    else if (content.hostPerNode > 0)
        parts << VerdictBar::tr("host %1 per node").arg(format.withUnit(content.hostPerNode, 1));
    if (content.diskPerNode > 0)
        parts << VerdictBar::tr("NVMe %1 per node").arg(format.withUnit(content.diskPerNode, 1));
    if (content.verdict == Verdict::Tight)
        parts << VerdictBar::tr("with the most that the runtime may take, %1, it does not fit")
                     .arg(amounts.amount(content.totals.high));
    else if (content.verdict != Verdict::Over && amounts.free() < content.capacity / 20)
        parts << VerdictBar::tr("less than 5 % free: fragmentation may decide");
    return parts;
}

} // namespace

VerdictLines verdictLines(const VerdictContent& content, const MemoryFormat& format)
{
    VerdictLines lines{headlineOf(content, format), {}};
    if (content.verdict)
        lines.detail << peakOf(content, format);
    lines.detail << planOf(content, format);
    if (content.verdict)
        lines.detail << remarksOf(content, format);
    return lines;
}

} // namespace highwater
