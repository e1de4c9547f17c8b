// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_lines.h"

#include "core/job/moment_words.h"
#include "core/time/amount_text.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/phrases.h"
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

/// Cuts a text at its stars: what stands between two of them is strong.
void addStarred(std::vector<VerdictPiece>& pieces, const QString& text)
{
    bool strong = false;
    for (const QString& part : text.split(QLatin1Char('*'))) {
        if (!part.isEmpty())
            pieces.push_back({part, strong, VerdictPiece::Ink::Plain});
        strong = !strong;
    }
}

/// The amounts of the headline, with the free or missing part in its own colour.
std::vector<VerdictPiece> amountPieces(const VerdictContent& content, const MemoryFormat& format)
{
    const Totals& totals = content.totals;
    const AmountWords words = amountWords(format, totals.total);
    const int decimals = verdictDecimals(judgementIn(content), words);
    const Bytes left = leftOf(content.capacity, totals.total, words.unit, decimals);
    const auto number
        = [&](Bytes bytes) { return QString::fromStdString(words.number(bytes, decimals)); };
    const QString total = number(totals.total);
    const QString capacity = format.withUnit(content.capacity, decimals);
    const VerdictPiece dot{QStringLiteral("  ·  "), false, VerdictPiece::Ink::Plain, true};
    std::vector<VerdictPiece> pieces;
    if (content.verdict == Verdict::Over) {
        pieces.push_back({VerdictBar::tr("%1 over").arg(format.withUnit(-left, decimals)), true,
                          VerdictPiece::Ink::Bad});
        pieces.push_back(dot);
        addStarred(pieces, VerdictBar::tr("needs *%1* of %2").arg(total, capacity));
        return pieces;
    }
    addStarred(pieces, VerdictBar::tr("*%1* of %2").arg(total, capacity));
    pieces.push_back(dot);
    pieces.push_back({VerdictBar::tr("%1 free").arg(number(left)), true, VerdictPiece::Ink::Good});
    if (content.verdict == Verdict::Probably) {
        pieces.push_back(dot);
        pieces.push_back({VerdictBar::tr("up to %1", "memory").arg(number(totals.high)), false,
                          VerdictPiece::Ink::Plain});
    }
    return pieces;
}

/// The word and the rest of the first line. Where the GPU has room but the host or an engine has
/// not, the rest is that of the headline.
void addFirstLine(VerdictLines& lines, const VerdictContent& content, const MemoryFormat& format)
{
    const Judgement judged = judgementIn(content);
    const qsizetype dash = lines.headline.indexOf(QStringLiteral(" — "));
    if (content.verdict == Verdict::Fits)
        lines.word = VerdictBar::tr("Fits");
    else if (content.verdict == Verdict::Probably)
        lines.word = VerdictBar::tr("Probably fits");
    else if (content.verdict && judged.free() < 0)
        lines.word = VerdictBar::tr("Does not fit");
    else
        lines.word = lines.headline.left(dash < 0 ? lines.headline.size() : dash);
    if (content.verdict && (content.verdict != Verdict::Over || judged.free() < 0))
        lines.pieces = amountPieces(content, format);
    else if (dash >= 0)
        lines.pieces = {{lines.headline.mid(dash + 3), false, VerdictPiece::Ink::Plain}};
}

QStringList stageOf(const VerdictContent& content, const MemoryFormat& format)
{
    if (content.stages <= 1)
        return {};
    return {VerdictBar::tr("stage %1 of %2")
                .arg(format.count(content.totals.stage + 1), format.count(content.stages))};
}

/// When memory is highest: "peak at the loss".
QStringList momentOf(const VerdictContent& content)
{
    if (!content.verdict || !content.totals.peakMoment)
        return {};
    return {
        VerdictBar::tr("peak at: %1").arg(withinSentence(momentName(*content.totals.peakMoment)))};
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

/// "likely 58.6–72.2 GiB"; a method that states no range has none, and the line says what the
/// amount is.
QStringList rangeOf(const VerdictContent& content, const MemoryFormat& format)
{
    const Totals& totals = content.totals;
    if (!content.verdict)
        return {};
    if (totals.low == totals.high)
        return {VerdictBar::tr("Peak per GPU")};
    const AmountWords words = amountWords(format, totals.total);
    const int decimals = verdictDecimals(judgementIn(content), words);
    return {VerdictBar::tr("likely %1–%2", "memory, the least and the most")
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
    const VerdictContent::Run& run = *content.run;
    const QString speed = QString::fromStdString(amountText(run.tokensPerSecond));
    if (run.isShort)
        return {VerdictBar::tr("%1 tokens/s, run of %2 hours")
                    .arg(speed, QString::fromStdString(amountText(run.hours)))};
    return {VerdictBar::tr("%1 tokens/s, run of %2 days")
                .arg(speed, QString::fromStdString(amountText(run.days)))};
}

} // namespace

VerdictLines verdictLines(const VerdictContent& content, const MemoryFormat& format)
{
    VerdictLines lines;
    lines.headline = headlineOf(content, format);
    addFirstLine(lines, content, format);
    const QStringList range = rangeOf(content, format);
    const QStringList remarks = content.verdict ? remarksOf(content, format) : QStringList();
    const QStringList run = runOf(content), moment = momentOf(content);
    const QStringList stage = stageOf(content, format);
    const QStringList method
        = content.method ? QStringList(translated(*content.method)) : QStringList();
    QStringList plan{translated(content.plan)}, brief{translated(content.briefPlan)};
    for (QStringList* parts : {&plan, &brief})
        parts->removeAll(QString());
    lines.detail = range + stage + method + plan + run + remarks + moment;
    const QStringList known = range.filter(QStringLiteral("–")); // "Peak per GPU" needs no room
    std::vector<QStringList> shorter{known + method + plan + run + remarks,
                                     known + method + brief + run + remarks};
    shorter.insert(shorter.end(),
                   {known + method + plan + run, known + method + brief + run,
                    known + method + brief, method + brief});
    for (const QStringList& parts : shorter)
        lines.shorter << joinedParts(parts);
    if (const auto allocator = allocatorText(content.totals, content.verdict != Verdict::Over,
                                             amountWords(format, content.totals.total).withUnit))
        lines.allocator = translated(*allocator);
    return lines;
}

} // namespace highwater
