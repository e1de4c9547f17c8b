// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/stage_table.h"

#include "core/answer/group_words.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {
namespace {

/// "3, most loaded": stages with equal memory differ by their place only.
Text nameOf(const StageTotal& stage, const Answer& answer)
{
    const std::int64_t index = stage.layers.index;
    const bool most = index == answer.totals.stage;
    const bool first = index == 0;
    const bool last = index + 1 == static_cast<std::int64_t>(answer.stages.size());
    const char* id = most && first ? HW_TR("core", "%1, first, most loaded")
        : most && last             ? HW_TR("core", "%1, last, most loaded")
        : most                     ? HW_TR("core", "%1, most loaded")
        : first                    ? HW_TR("core", "%1, first")
        : last                     ? HW_TR("core", "%1, last")
                                   : "%1";
    return {id, {grouped(index + 1)}};
}

Text layersOf(const StageLayers& layers)
{
    if (layers.layers() == 1)
        return Text::plain(grouped(layers.end));
    return {"%1–%2", {grouped(layers.first + 1), grouped(layers.end)}};
}

} // namespace

FigureTable stageTable(const Estimate& estimate)
{
    const Answer& answer = estimate.answer;
    FigureTable table;
    if (answer.stages.empty())
        return table;
    const bool band = answer.totals.low != answer.totals.high;
    const auto head = [&table](const Text& text) { table.heads.push_back(text); };
    head({HW_TR("core", "Stage")});
    head({HW_TR("core", "Layers")});
    head({HW_TR("core", "In flight")});
    head({HW_TR("core", "Total")});
    if (band) {
        head({HW_TR("core", "Low")});
        head({HW_TR("core", "High")});
    }
    head({HW_TR("core", "States")});
    head(groupName(Group::Activations));
    head(groupName(Group::Temporary));
    head({HW_TR("core", "Peak at")});
    const Bytes capacity = estimate.plan.capacity;
    for (const StageTotal& stage : answer.stages) {
        const Totals& totals = stage.totals;
        const bool most = stage.layers.index == answer.totals.stage;
        std::vector<TableCell> row{wordsCell(nameOf(stage, answer), most),
                                   wordsCell(layersOf(stage.layers)), countCell(stage.inFlight),
                                   bytesCell(totals.total, totals.total > capacity, most)};
        if (band) {
            row.push_back(bytesCell(totals.low, totals.low > capacity));
            row.push_back(bytesCell(totals.high, totals.high > capacity));
        }
        for (const Bytes part : {totals.perGpu.states(), totals.perGpu[Group::Activations],
                                 totals.perGpu[Group::Temporary]})
            row.push_back(bytesCell(part));
        row.push_back(wordsCell(totals.peakMoment ? momentName(*totals.peakMoment) : Text()));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<std::size_t> tellingStages(const Answer& answer)
{
    constexpr std::size_t few = 8;
    const std::size_t count = answer.stages.size();
    const auto most = static_cast<std::size_t>(answer.totals.stage);
    std::vector<std::size_t> told;
    for (std::size_t i = 0; i < count; ++i)
        if (count <= few || i < 2 || i + 1 == count || (i <= most + 1 && most <= i + 1))
            told.push_back(i);
    return told;
}

Text stagesLeftOut(std::size_t count)
{
    return {HW_TR("core", "… %1 more"), {grouped(static_cast<long long>(count))}};
}

Text stageShown(const Answer& answer)
{
    if (answer.stages.empty())
        return {};
    return {
        HW_TR("core", "Stage %1 of %2, the most loaded"),
        {grouped(answer.totals.stage + 1), grouped(static_cast<long long>(answer.stages.size()))}};
}

} // namespace highwater
