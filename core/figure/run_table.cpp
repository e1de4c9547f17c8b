// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/run_table.h"

#include "core/plan/numbers.h"
#include "core/time/amount_text.h"

namespace highwater {
namespace {

class RunRows
{
public:
    explicit RunRows(const TimeAnswer& answer)
        : m_low(answer.low / answer.seconds)
        , m_high(answer.high / answer.seconds)
        , m_banded(answer.low < answer.high)
    { }

    /// A row of a value that grows with the time of a step.
    void addLong(const char* name, double expected, bool strong = false)
    {
        add(name, briefText(m_low * expected), briefText(expected), briefText(m_high * expected),
            strong);
    }
    /// A row of a value that shrinks as a step takes longer.
    void addFast(const char* name, double expected)
    {
        add(name, briefText(expected / m_high), briefText(expected), briefText(expected / m_low));
    }
    void addPercent(const char* name, double share)
    {
        const double percent = 100 * share;
        add(name, fixed(percent / m_high, 1), fixed(percent, 1), fixed(percent / m_low, 1));
    }
    void addFixed(const char* name, std::string number)
    {
        rows.push_back({wordsCell({name}), noCell(), writtenCell(std::move(number)), noCell()});
    }

    std::vector<std::vector<TableCell>> rows;

private:
    void add(const char* name, std::string low, std::string expected, std::string high,
             bool strong = false)
    {
        rows.push_back({wordsCell({name}, strong),
                        m_banded ? writtenCell(std::move(low)) : noCell(),
                        writtenCell(std::move(expected), strong),
                        m_banded ? writtenCell(std::move(high)) : noCell()});
    }

    double m_low, m_high;
    bool m_banded;
};

Text noteOn(const TimeAnswer& answer)
{
    if (!answer.run)
        return {HW_TR("core",
                      "Days and price need the length of the run: examples, mean length and "
                      "epochs.")};
    return {answer.byUtilisation
                ? HW_TR("core", "At the utilisation that the plan states, without low and high.")
                : HW_TR("core", "80 % of measured steps lie in between.")};
}

} // namespace

FigureTable runTable(const TimeAnswer& answer)
{
    RunRows table(answer);
    table.addLong(HW_TR("core", "Step (s)"), answer.seconds, true);
    if (const auto& run = answer.run) {
        table.addLong(HW_TR("core", "Days"), run->days(), true);
        if (run->price)
            table.addLong(HW_TR("core", "Price (USD)"), *run->price, true);
        table.addLong(HW_TR("core", "GPU-hours"), run->gpuHours);
    } else if (const auto price = answer.pricePerMillion()) {
        table.addLong(HW_TR("core", "1M tokens (USD)"), *price, true);
    }
    table.addFast(HW_TR("core", "Tokens/s"), answer.tokensPerSecond);
    table.addFast(HW_TR("core", "Tokens/s, one GPU"), answer.tokensPerSecondPerGpu);
    table.addPercent(HW_TR("core", "MFU (%)"), answer.modelUtilisation);
    table.addPercent(HW_TR("core", "HFU (%)"), answer.hardwareUtilisation);
    table.addFixed(HW_TR("core", "Tokens a step"), countText(answer.tokens));
    if (const auto& run = answer.run) {
        table.addFixed(run->chinchilla ? HW_TR("core", "Tokens (Chinchilla)")
                                       : HW_TR("core", "Tokens of the run"),
                       briefText(run->tokens));
        table.addFixed(HW_TR("core", "Full steps"), briefText(run->steps));
        if (run->kilowattHours)
            table.addLong(HW_TR("core", "Energy (kWh)"), *run->kilowattHours);
    }
    return {{{HW_TR("core", "Run")},
             {HW_TR("core", "Low")},
             {HW_TR("core", "Expected")},
             {HW_TR("core", "High")}},
            std::move(table.rows),
            noteOn(answer)};
}

} // namespace highwater
