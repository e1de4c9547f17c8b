// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/time_rows.h"

#include "core/job/moment_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"
#include "ui/base/key_words.h"
#include "ui/base/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace highwater {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(highwater::TimeRows)
};

QString timeText(double seconds)
{
    return QString::fromStdString(secondsText(seconds));
}

QString percent(double share)
{
    return QString::fromStdString(fixed(100 * share, 1)) + QStringLiteral("\u00A0%");
}

TimeRow detail(const QString& name, const QString& words)
{
    TimeRow row;
    row.key = row.name = name;
    row.words = words;
    row.quiet = true;
    return row;
}

void addShare(TimeRow& row, double seconds, double share)
{
    row.time = timeText(seconds);
    row.part = share;
    row.share = percent(share);
}

/// The rows that explain the number of a line.
template <class Line> std::vector<TimeRow> details(const Line& line)
{
    return {detail(Words::tr("Formula"), translated(line.formula)),
            detail(Words::tr("Numbers"), translated(line.numbers)),
            detail(Words::tr("Source"), translated(line.source))};
}

TimeRow lineRow(const TimeLine& line)
{
    TimeRow row;
    row.key = toQString(nameOf(line.part));
    row.name = translated(line.label);
    row.group = coloursOf(groupOf(line.part));
    row.words = translated(line.numbers);
    addShare(row, line.seconds, line.share);
    row.rows = details(line);
    return row;
}

QString meaningOf(TimeGroup group, bool empties)
{
    if (group == TimeGroup::Launching && empties)
        return Words::tr("The card is so full that PyTorch's allocator empties its cache in every "
                         "pass and starts again; with it the launches of layers, and the program");
    switch (group) {
    case TimeGroup::Products:
        return Words::tr("What the peak of the card is for: matrix products and attention");
    case TimeGroup::Recompute:
        return Words::tr("What the backward pass makes again");
    case TimeGroup::Memory:
        return Words::tr("What reads and writes memory more than it multiplies");
    case TimeGroup::Traffic:
        return Words::tr("What is sent and not hidden by computation");
    case TimeGroup::Launching:
        return Words::tr("Layers that take longer to launch than to compute, and the program");
    case TimeGroup::Pipeline:
        return Words::tr("The bubble, and stages that wait for the slowest");
    }
    return {};
}

/// The groups of a step or of a phase, each with its parts; their keys begin with `of`.
std::vector<TimeRow> partRows(const StepTime& step, const std::vector<TimeLine>& lines,
                              double whole, const QString& of = {})
{
    std::vector<TimeRow> rows;
    const GroupSeconds sums = groupSeconds(step.parts);
    const bool empties = step[TimePart::CacheFlushes] > 0;
    for (const TimeGroup group : everyOf<TimeGroup>()) {
        const double seconds = sums[static_cast<std::size_t>(group)];
        if (!(seconds > 0))
            continue;
        TimeRow row;
        row.kind = LedgerTree::Kind::Group;
        row.key = of + QStringLiteral("group.") + toQString(nameOf(group));
        row.name = translated(timeGroupName(group, empties));
        row.group = coloursOf(group);
        row.words = meaningOf(group, empties);
        addShare(row, seconds, seconds / whole);
        for (const TimeLine& line : lines) {
            if (groupOf(line.part) != group)
                continue;
            row.rows.push_back(lineRow(line));
            row.rows.back().key.prepend(of);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Adds the phases of a job in their order, each with its parts. A phase has no colour.
void addPhases(std::vector<TimeRow>& rows, const TimeAnswer& answer)
{
    for (const PhaseTime& phase : answer.phases) {
        TimeRow row;
        row.kind = LedgerTree::Kind::Group;
        row.key = QStringLiteral("phase.") + toQString(nameOf(phase.phase));
        row.name = translated(momentName(phase.phase));
        row.words = Words::tr("%1 to %2").arg(timeText(phase.low), timeText(phase.high));
        addShare(row, phase.seconds, phase.seconds / answer.seconds);
        row.rows = partRows(phase.step, phase.lines, phase.seconds, row.key + QLatin1Char('.'));
        rows.push_back(std::move(row));
    }
}

/// Adds the two rows of a plan with a stated utilisation, which has no other parts.
void addUtilisation(std::vector<TimeRow>& rows, const TimeAnswer& answer)
{
    const auto add = [&](TimeGroup group, const QString& name, double share) {
        TimeRow row;
        row.kind = LedgerTree::Kind::Group;
        row.key = QStringLiteral("group.") + toQString(nameOf(group));
        row.name = name;
        row.group = coloursOf(group);
        addShare(row, share * answer.seconds, share);
        rows.push_back(std::move(row));
    };
    add(TimeGroup::Products, Words::tr("Operations at the peak"), answer.modelUtilisation);
    add(TimeGroup::Pipeline, Words::tr("All else"), 1 - answer.modelUtilisation);
    rows.front().words = Words::tr(
        "The plan states the utilisation, which replaces the estimate of a step from its parts.");
}

TimeRow totalRow(const TimeAnswer& answer)
{
    TimeRow row;
    row.kind = LedgerTree::Kind::Total;
    row.key = QStringLiteral("step");
    row.name = Words::tr("Step");
    row.time = timeText(answer.seconds);
    row.share = percent(1);
    if (!answer.byUtilisation)
        row.words = Words::tr("%1 to %2").arg(timeText(answer.low), timeText(answer.high));
    return row;
}

TimeRow trafficRow(const TrafficLine& line)
{
    const Traffic& traffic = line.traffic;
    TimeRow row;
    row.key = toQString(nameOf(line.kind));
    if (line.phase)
        row.key.prepend(toQString(nameOf(*line.phase)) + QLatin1Char('.'));
    row.name = translated(wholeLabel(line));
    row.time = timeText(traffic.seconds);
    row.hidden = timeText(traffic.hidden());
    row.words = Words::tr("%1 GB at %2 GB/s, %3 that wait")
                    .arg(QString::fromStdString(amountText(traffic.bytes / si::giga)),
                         QString::fromStdString(amountText(traffic.rate / si::giga)),
                         timeText(traffic.waits));
    row.rows = details(line);
    return row;
}

void addTraffic(std::vector<TimeRow>& rows, const std::vector<TrafficLine>& lines)
{
    for (const Link link : everyOf<Link>()) {
        TimeRow row;
        Traffic sum;
        for (const TrafficLine& line : lines) {
            const Traffic& traffic = line.traffic;
            if (traffic.link != link)
                continue;
            sum.bytes += traffic.bytes;
            sum.seconds += traffic.seconds;
            sum.waits += traffic.waits;
            row.rows.push_back(trafficRow(line));
        }
        if (row.rows.empty())
            continue;
        row.kind = LedgerTree::Kind::Total;
        row.key = QStringLiteral("link.") + toQString(nameOf(link));
        row.name = Words::tr("Sent: %1").arg(translated(linkName(link)));
        row.time = timeText(sum.seconds);
        row.hidden = timeText(sum.hidden());
        row.words = Words::tr("%1 GB of one GPU in a step")
                        .arg(QString::fromStdString(amountText(sum.bytes / si::giga)));
        rows.push_back(std::move(row));
    }
}

TimeRow assumptionRow(const Assumption& assumption, std::size_t index)
{
    TimeRow row;
    row.key
        = QStringLiteral("assumption.%1.").arg(index) + QString::fromStdString(assumption.field);
    row.name = fieldLabel(assumption.field);
    row.words = sentence(assumption.text);
    row.rows.push_back(
        detail(Words::tr("Key that overrides it"), QString::fromStdString(assumption.field)));
    if (!assumption.source.empty())
        row.rows.push_back(detail(Words::tr("Source"), QString::fromStdString(assumption.source)));
    return row;
}

TimeRow decodeRow(const DecodeLine& line, double share)
{
    TimeRow row;
    row.kind = LedgerTree::Kind::Group;
    row.key = QStringLiteral("decode.") + toQString(nameOf(line.part));
    row.name = translated(line.label);
    row.group = coloursOf(line.part);
    row.words = translated(line.numbers);
    addShare(row, line.seconds, share);
    row.rows = details(line);
    return row;
}

TimeRow assumedRow(const std::vector<Assumption>& assumptions)
{
    TimeRow assumed;
    assumed.kind = LedgerTree::Kind::Total;
    assumed.key = QStringLiteral("assumed");
    assumed.name = Words::tr("Assumed");
    for (std::size_t i = 0; i < assumptions.size(); ++i)
        assumed.rows.push_back(assumptionRow(assumptions[i], i));
    assumed.words = Words::tr("What the plan does not state; keys override it");
    return assumed;
}

} // namespace

std::vector<TimeRow> timeRows(const TimeAnswer& answer)
{
    std::vector<TimeRow> rows;
    if (answer.byUtilisation)
        addUtilisation(rows, answer);
    else if (!answer.phases.empty())
        addPhases(rows, answer);
    else
        rows = partRows(answer.step, answer.lines, answer.step.seconds);
    rows.push_back(totalRow(answer));
    if (!answer.byUtilisation)
        addTraffic(rows, answer.traffic);
    rows.push_back(assumedRow(answer.assumptions));
    return rows;
}

std::vector<TimeRow> generationRows(const Generation& generation)
{
    std::vector<TimeRow> rows;
    for (const DecodeLine& line : generation.lines)
        rows.push_back(decodeRow(line, line.seconds / generation.step.value));
    const auto total = [&](const char* key, const QString& name, const Expected& time) {
        TimeRow row;
        row.kind = LedgerTree::Kind::Total;
        row.key = QString::fromLatin1(key);
        row.name = name;
        row.time = timeText(time.value);
        row.words = Words::tr("%1 to %2").arg(timeText(time.low), timeText(time.high));
        rows.push_back(std::move(row));
    };
    total("token", Words::tr("A token of every sequence"), generation.step);
    total("prompt", Words::tr("A prompt"), generation.prefill);
    rows.push_back(assumedRow(generation.assumptions));
    return rows;
}

} // namespace highwater
