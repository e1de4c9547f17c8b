// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/moment_words.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/time_answer.h"

namespace highwater {
namespace {

Text ofPhase(const std::optional<Moment>& phase, const Text& label)
{
    return phase ? listed({momentName(*phase), label}) : label;
}

/// "12.0 (10.0 to 15.0)"
std::string ranged(double value, const TimeAnswer& answer)
{
    if (answer.low == answer.high)
        return amountText(value);
    return amountText(value) + " (" + amountText(answer.lowShare() * value) + "–"
        + amountText(answer.highShare() * value) + ")";
}

/// The sentences on a whole run.
void addRun(std::vector<Text>& sentences, const TimeAnswer& answer, const RunCost& run)
{
    sentences.push_back(
        {run.isShort() ? HW_TR("core",
                               "Run of %1 {token|tokens}: %2 {hour|hours}, %3 "
                               "{GPU-hour|GPU-hours}, %4 full {step|steps}")
                       : HW_TR("core",
                               "Run of %1 {token|tokens}: %2 {day|days}, %3 "
                               "{GPU-hour|GPU-hours}, %4 full {step|steps}"),
         {countText(run.tokens), ranged(run.isShort() ? run.hours() : run.days(), answer),
          amountText(run.gpuHours), countText(run.steps)}});
    sentences.push_back({HW_TR("core",
                               "Operations of the run: %1 by %2 for each parameter and "
                               "token, %3 counted"),
                         {amountText(run.sixOperations), std::to_string(run.operationsEach),
                          amountText(run.exactOperations)}});
    if (run.price) {
        const MoneyUnit unit = moneyUnit(*run.price);
        sentences.push_back(
            {HW_TR("core", "Cost: %1 %2"), {ranged(*run.price / unit.dollars, answer), unit.name}});
    }
    if (run.kilowattHours)
        sentences.push_back(
            {HW_TR("core", "Energy of the boards: %1 kWh"), {amountText(*run.kilowattHours)}});
}

} // namespace

Text wholeLabel(const TimeLine& line)
{
    return ofPhase(line.phase, line.label);
}

Text wholeLabel(const TrafficLine& line)
{
    return ofPhase(line.phase, line.label);
}

std::vector<Text> timeSentences(const TimeAnswer& answer)
{
    std::vector<Text> sentences;
    if (answer.byUtilisation)
        sentences.push_back({HW_TR("core", "Step: %1 s at the utilisation of the plan"),
                             {amountText(answer.seconds)}});
    else
        sentences.push_back(
            {HW_TR("core", "Step: about %1 s, %2 to %3"),
             {amountText(answer.seconds), amountText(answer.low), amountText(answer.high)}});
    for (const PhaseTime& phase : answer.phases)
        sentences.push_back(listed(
            {momentName(phase.phase),
             {HW_TR("core", "%1 s, %2 % of the step"),
              {amountText(phase.seconds), fixed(100 * phase.seconds / answer.seconds, 1)}}}));
    sentences.push_back(
        {HW_TR("core", "Tokens a second: %1, of one GPU %2; %3 {token|tokens} a step"),
         {amountText(answer.tokensPerSecond), amountText(answer.tokensPerSecondPerGpu),
          countText(answer.tokens)}});
    if (answer.realShare < 1)
        sentences.push_back(
            {HW_TR("core", "Without padding and waiting: %1 {token|tokens} a second, %2 % of them"),
             {amountText(answer.realShare * answer.tokensPerSecond),
              fixed(100 * answer.realShare, 1)}});
    sentences.push_back(
        {HW_TR("core", "MFU %1 %, HFU %2 %"),
         {fixed(100 * answer.modelUtilisation, 1), fixed(100 * answer.hardwareUtilisation, 1)}});
    if (answer.run)
        addRun(sentences, answer, *answer.run);
    else if (const auto price = answer.pricePerMillion())
        sentences.push_back({HW_TR("core", "A million tokens: USD %1"), {ranged(*price, answer)}});
    return sentences;
}

} // namespace highwater
