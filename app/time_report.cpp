// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/job/moment_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/generation.h"
#include "core/time/time_answer.h"
#include "padding.h"

namespace highwater {
namespace {

constexpr std::size_t partNameColumns = 28, secondsColumns = 10, mostColumns = 140;

void addParts(std::string& text, const std::vector<TimeLine>& lines)
{
    for (const TimeLine& line : lines)
        text += wrapped("    " + leftAligned(english(line.label), partNameColumns)
                            + rightAligned(amountText(line.seconds), secondsColumns) + " s"
                            + rightAligned(fixed(100 * line.share, 1), 7) + " %   ",
                        english(line.numbers), mostColumns);
}

void addTraffic(std::string& text, const std::vector<TrafficLine>& lines)
{
    if (!lines.empty())
        text += "  Sent by one GPU in a step\n";
    std::optional<Moment> phase;
    for (const TrafficLine& line : lines) {
        const Traffic& traffic = line.traffic;
        if (line.phase != phase)
            text += "   " + english(momentName(*line.phase)) + "\n";
        phase = line.phase;
        constexpr double giga = 1e9;
        text += wrapped("    " + leftAligned(english(line.label), partNameColumns)
                            + rightAligned(amountText(traffic.bytes / giga), secondsColumns) + " GB"
                            + rightAligned(amountText(traffic.rate / giga), secondsColumns)
                            + " GB/s " + leftAligned(english(linkName(traffic.link)), 15)
                            + rightAligned(amountText(traffic.seconds), secondsColumns) + " s, "
                            + amountText(traffic.waits) + " s waits   ",
                        english(line.numbers), mostColumns);
    }
}

void addAssumptions(std::string& text, const std::vector<Assumption>& assumptions)
{
    text += "  Assumed\n";
    constexpr std::size_t sentenceColumns = 120;
    for (const Assumption& assumption : assumptions)
        text += wrapped("    " + assumption.field + ": ",
                        english(assumption.text)
                            + (assumption.source.empty() ? "" : "; " + assumption.source),
                        sentenceColumns);
}

std::string generationReport(const Resolved& plan)
{
    const auto generation = generationOf(plan);
    std::string text = "\nSpeed (estimated)\n";
    if (!generation)
        return text + "  none: " + english(generation.problems().front()) + "\n";
    for (const Text& sentence : generationSentences(*generation))
        text += "  " + english(sentence) + "\n";
    text += "  Where the time of a token goes\n";
    for (const DecodeLine& line : generation->lines)
        text += "    " + leftAligned(english(line.label), partNameColumns)
            + rightAligned(amountText(1000 * line.seconds), secondsColumns) + " ms   "
            + english(line.numbers) + "\n";
    addAssumptions(text, generation->assumptions);
    return text;
}

} // namespace

std::string timeReport(const Resolved& plan)
{
    if (isGeneration(plan))
        return generationReport(plan);
    const auto answer = timeOf(plan);
    std::string text = "\nTime and cost (estimated)\n";
    if (!answer) {
        for (const Problem& problem : answer.problems())
            text += "  none: " + english(problem) + "\n";
        return text;
    }
    for (const Text& sentence : timeSentences(*answer))
        text += "  " + english(sentence) + "\n";
    if (!answer->byUtilisation) {
        text += "  Where the step goes\n";
        if (answer->phases.empty())
            addParts(text, answer->lines);
        for (const PhaseTime& phase : answer->phases) {
            text += "   " + english(momentName(phase.phase)) + ": " + amountText(phase.seconds)
                + " s, " + amountText(phase.low) + " to " + amountText(phase.high) + "\n";
            addParts(text, phase.lines);
        }
        addTraffic(text, answer->traffic);
    }
    addAssumptions(text, answer->assumptions);
    return text;
}

} // namespace highwater
