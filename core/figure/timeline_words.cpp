// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/group_words.h"
#include "core/figure/timeline_figure.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {
namespace {

std::string layerNumber(const TimelineChart& chart, const TimelinePoint& point)
{
    // A stage of several parts (interleaved schedule) is drawn with the layers of its last part.
    const Schedule& schedule = chart.timeline.schedule;
    const StageLayers& layers = chart.timeline.layers;
    if (schedule.chunks == 1)
        return grouped(point.layer + 1);
    return grouped(point.layer + 1 - (layers.end - layers.layers() / schedule.chunks));
}

std::string heldPasses(const TimelineChart& chart, const TimelinePoint& point)
{
    return grouped(shareOf(point.held, chart.timeline.schedule.chunks));
}

bool atItsEnd(const TimelinePoint& point)
{
    return point.phase == Phase::Backward && point.point >= BackwardPoint::End;
}

/// The number of layers of the current pass that keep their tensors.
std::string layersKept(const TimelineChart& chart, const TimelinePoint& point)
{
    const StageLayers& layers = chart.timeline.layers;
    const std::int64_t last
        = point.layer < 0 ? layers.end : point.layer + (atItsEnd(point) ? 0 : 1);
    const std::int64_t before
        = layers.end - shareOf(layers.layers(), chart.timeline.schedule.chunks);
    return grouped(last - before);
}

/// The point of a layer's backward pass at which the layer has the most bytes.
Text pointName(BackwardPoint point)
{
    switch (point) {
    case BackwardPoint::Output:
        return {HW_TR("core", "the MLP's last product")};
    case BackwardPoint::Gating:
        return {HW_TR("core", "the product of gate and up")};
    case BackwardPoint::Input:
        return {HW_TR("core", "the MLP's input, gathered again")};
    case BackwardPoint::Scores:
        return {HW_TR("core", "the softmax of its attention")};
    case BackwardPoint::End:
        break;
    case BackwardPoint::Reduce:
        return {HW_TR("core", "the gradients of embedding and head, after the layer")};
    }
    return {HW_TR("core", "its end, with all of its gradients")};
}

/// Whether gradients that are not kept are still to be made.
bool gradientsToCome(const TimelineChart& chart, const TimelinePoint& point)
{
    return !chart.plan.keepsGradients() && !atItsEnd(point);
}

/// "end of forward, at the loss"
Text peakPlace(const TimelineChart& chart)
{
    const TimelinePoint& peak = chart.point(chart.timeline.peak);
    switch (chart.peakMoment) {
    case Moment::Loss:
        return {HW_TR("core", "Peak %1 %2 — at the loss")};
    case Moment::ForwardEnd:
        return {HW_TR("core", "Peak %1 %2 — end of forward")};
    case Moment::BackwardEnd:
        return {HW_TR("core", "Peak %1 %2 — end of backward")};
    case Moment::LayerBackward:
        return {HW_TR("core", "Peak %1 %2 — backward of layer %3"), {layerNumber(chart, peak)}};
    case Moment::OptimizerStep:
        return {HW_TR("core", "Peak %1 %2 — optimizer step")};
    case Moment::Evaluate:
        return {HW_TR("core", "Peak %1 %2 — evaluation")};
    case Moment::Save:
        return {HW_TR("core", "Peak %1 %2 — saving")};
    case Moment::Merge:
        return {HW_TR("core", "Peak %1 %2 — merging of adapters")};
    case Moment::Load:
        break;
    default:
        return {HW_TR("core", "Peak %1 %2 — the highest phase of the job")};
    }
    return {HW_TR("core", "Peak %1 %2 — load")};
}

/// The reason for a peak at the end of the forward pass or at the loss.
Text forwardPeakReason(const TimelineChart& chart, const std::string& buffers,
                       const std::string& unit)
{
    const TimelinePoint& peak = chart.point(chart.timeline.peak);
    if (peak.held > 1)
        return {HW_TR("core",
                      "%1 micro-batches are in flight; each keeps what its backward "
                      "pass needs"),
                {heldPasses(chart, peak)}};
    if (chart.plan.choices.recompute == Recompute::Full)
        return {HW_TR("core",
                      "{The only layer holds its input|All %1 layers hold their inputs}; logits "
                      "and buffers take %2 %3"),
                {layersKept(chart, peak), buffers, unit}};
    if (chart.peakMoment == Moment::Loss && peak.perGroup[Group::Temporary] > 0)
        return {HW_TR("core",
                      "{The only layer holds its|All %1 layers hold their} activations, and logits "
                      "and buffers take %2 %3"),
                {layersKept(chart, peak), buffers, unit}};
    return {HW_TR("core",
                  "{The only layer holds its|All %1 layers hold their} activations; nothing is "
                  "freed yet"),
            {layersKept(chart, peak)}};
}

/// The reason for a peak in the backward pass.
Text backwardPeakReason(const TimelineChart& chart, const std::string& buffers,
                        const std::string& unit)
{
    const TimelinePoint& peak = chart.point(chart.timeline.peak);
    if (peak.held > 1)
        return {
            HW_TR("core", "%1 micro-batches are in flight, and one layer uses %2 %3 of buffers"),
            {heldPasses(chart, peak), buffers, unit}};
    if (chart.peakMoment == Moment::BackwardEnd && !gradientsToCome(chart, peak))
        return {HW_TR("core", "The last layer to be freed is computed, and all gradients exist")};
    if (chart.plan.choices.recompute == Recompute::Full)
        return {HW_TR("core",
                      "One layer is computed again; {the input of 1 layer|the inputs of %1 layers} "
                      "and %2 %3 of buffers are there as well"),
                {layersKept(chart, peak), buffers, unit}};
    return {HW_TR("core",
                  "%1 {layer still holds its|layers still hold their} activations; one layer uses "
                  "%2 %3 of buffers"),
            {layersKept(chart, peak), buffers, unit}};
}

/// The tensors that exist at the peak, but not at other events.
Text peakReason(const TimelineChart& chart, MemoryUnit unit)
{
    const TimelinePoint& peak = chart.point(chart.timeline.peak);
    const std::string buffers = amountText(peak.perGroup[Group::Temporary], unit, 2);
    const std::string in(nameOf(unit));
    switch (chart.peakMoment) {
    case Moment::ForwardEnd:
    case Moment::Loss:
        return forwardPeakReason(chart, buffers, in);
    case Moment::BackwardEnd:
    case Moment::LayerBackward:
        return backwardPeakReason(chart, buffers, in);
    case Moment::OptimizerStep:
        return {HW_TR("core", "No activations: parameters, all gradients and the optimizer state")};
    case Moment::Evaluate:
    case Moment::Save:
    case Moment::Merge:
        return {HW_TR("core", "No gradients: parameters, optimizer state, and %1 %2 of buffers"),
                {buffers, in}};
    case Moment::Load:
        break;
    default:
        return momentName(chart.peakMoment);
    }
    return {HW_TR("core", "The weights as they are loaded, before anything else is there")};
}

/// The memory that the allocator reserves in addition to the tensors of the peak.
Text peakReserve(const TimelineChart& chart, MemoryUnit unit)
{
    if (!chart.timeline.countsReserved)
        return {};
    const Totals& totals = chart.timeline.totals;
    return {HW_TR("core",
                  "PyTorch reserves %1 %2, %3 more than the tensors; with the runtime %4 "
                  "(dotted)"),
            {amountText(totals.reserved(), unit, 2), std::string(nameOf(unit)),
             amountText(totals.idle.expected, unit, 2),
             amountText(bounded::plus(totals.reserved(), chart.timeline.outside()), unit, 2)}};
}

/// The largest buffers of a point: "Logits 3.91, …".
std::string largestBuffers(const TimelineChart& chart, std::size_t point, MemoryUnit unit,
                           const Translator& words)
{
    constexpr std::size_t most = 2;
    std::vector<std::string> said;
    for (const Line& line : linesAt(chart.plan, chart.timeline, point))
        if (line.group == Group::Temporary && said.size() < most)
            said.push_back(words({"%1 %2", {words(line.label), amountText(line.bytes, unit, 2)}}));
    return joined(said, " · ");
}

/// The largest tensors of a point, each with its role: "policy Logits 3.91 · …".
std::string largestLines(const TimelineChart& chart, std::size_t point, MemoryUnit unit,
                         const Translator& words)
{
    constexpr std::size_t most = 3;
    std::vector<std::string> said;
    for (const Line& line : linesAt(chart.plan, chart.timeline, point))
        if (said.size() < most && line.role)
            said.push_back(
                words({"%1 %2", {lineName(line, words), amountText(line.bytes, unit, 2)}}));
    return joined(said, " · ");
}

Text alive(const TimelineChart& chart, std::size_t at, Moment moment, MemoryUnit unit,
           const Translator& words)
{
    const TimelinePoint& point = chart.point(at);
    const bool recomputed = chart.plan.choices.recompute == Recompute::Full;
    const std::string buffers = largestBuffers(chart, at, unit, words);
    switch (moment) {
    case Moment::Load:
        return {HW_TR("core", "The weights as they are loaded")};
    case Moment::ForwardEnd:
        if (point.held > 1)
            return {HW_TR("core", "%1 micro-batches in flight, what they keep for backward"),
                    {heldPasses(chart, point)}};
        return recomputed
            ? Text(
                HW_TR("core", "{The input of 1 layer|The inputs of %1 layers}, kept for backward"),
                {layersKept(chart, point)})
            : Text(HW_TR("core", "What %1 {layer keeps|layers keep} for backward"),
                   {layersKept(chart, point)});
    case Moment::Loss:
        return {HW_TR("core", "The same, and at the loss: %1"), {buffers}};
    case Moment::LayerBackward:
        return {
            recomputed
                ? HW_TR("core",
                        "Layer %1 at %2; %3 {layer holds its input|layers hold their inputs}; %4")
                : HW_TR("core",
                        "Layer %1 at %2; %3 {layer holds its|layers hold their} activations; %4"),
            {layerNumber(chart, point), words(pointName(point.point)), layersKept(chart, point),
             buffers}};
    case Moment::BackwardEnd:
        if (point.held > 1)
            return {HW_TR("core",
                          "%1 micro-batches in flight, one of them at its last layer to be "
                          "freed"),
                    {heldPasses(chart, point)}};
        return gradientsToCome(chart, point)
            ? Text(HW_TR("core",
                         "The last layer to be freed is computed; its gradients are still to come"))
            : Text(HW_TR("core",
                         "The last layer to be freed is computed; the gradients are complete"));
    case Moment::Evaluate:
    case Moment::Save:
    case Moment::Merge:
        return {HW_TR("core", "Parameters and optimizer state, no gradients; %1"), {buffers}};
    case Moment::OptimizerStep:
        break;
    default:
        return {HW_TR("core", "The largest: %1"), {largestLines(chart, at, unit, words)}};
    }
    return {HW_TR("core", "Parameters, gradients and optimizer state; no activations")};
}

/// Whether a column of totals would say the same in every row, as PyTorch keeps what it reserved.
bool hasOneTotal(const TimelineChart& chart)
{
    const Timeline& timeline = chart.timeline;
    if (!timeline.countsReserved)
        return false;
    for (std::size_t i = chart.first; i < timeline.points.size(); ++i)
        if (timeline.takenAt(i) != timeline.takenAt(timeline.peak))
            return false;
    return true;
}

Text residentAtStart(const TimelineChart& chart)
{
    const bool gradients = chart.point(chart.timeline.start).perGroup[Group::Gradients] > 0;
    return gradients
        ? Text(HW_TR("core", "Parameters, gradients and optimizer state are resident"))
        : Text(HW_TR("core", "Parameters and optimizer state; gradients come with backward"));
}

} // namespace

Text eventName(const TimelineChart& chart, std::size_t index)
{
    const TimelinePoint& point = chart.point(index);
    if (point.jobPhase)
        return momentName(*point.jobPhase);
    if (index == chart.timeline.start)
        return {HW_TR("core", "Start of step")};
    const std::string layer = point.layer >= 0 ? layerNumber(chart, point) : std::string();
    const std::string pass = grouped(point.pass + 1);
    const bool several = chart.hasSeveralPasses(), parts = chart.timeline.schedule.chunks > 1;
    switch (point.phase) {
    case Phase::Load:
        return {HW_TR("core", "Load")};
    case Phase::Forward:
        return parts  ? Text(HW_TR("core", "Forward of pass %2, its layer %1"), {layer, pass})
            : several ? Text(HW_TR("core", "Forward of layer %1, micro-batch %2"), {layer, pass})
                      : Text(HW_TR("core", "Forward of layer %1"), {layer});
    case Phase::Head:
        return {HW_TR("core", "End of forward")};
    case Phase::Loss:
        return {HW_TR("core", "Loss")};
    case Phase::Backward:
        return parts  ? Text(HW_TR("core", "Backward of pass %2, its layer %1"), {layer, pass})
            : several ? Text(HW_TR("core", "Backward of layer %1, micro-batch %2"), {layer, pass})
                      : Text(HW_TR("core", "Backward of layer %1"), {layer});
    case Phase::Evaluate:
        return {HW_TR("core", "Evaluation")};
    case Phase::Save:
        return {HW_TR("core", "Saving")};
    case Phase::Merge:
        return {HW_TR("core", "Merging of adapters")};
    case Phase::Step:
        break;
    }
    return {HW_TR("core", "Optimizer step")};
}

Callout peakCallout(const TimelineChart& chart, MemoryUnit unit)
{
    Text head = peakPlace(chart);
    head.arguments.insert(
        head.arguments.begin(),
        {amountText(chart.timeline.peakBytes(), unit, 2), std::string(nameOf(unit))});
    return {chart.middleOf(chart.timeline.peak), std::move(head), peakReason(chart, unit),
            peakReserve(chart, unit)};
}

MomentsTable momentsTable(const TimelineChart& chart, MemoryUnit unit, const Translator& words)
{
    MomentsTable made;
    FigureTable& table = made.table;
    const std::string in(nameOf(unit));
    table.heads = {{HW_TR("core", "Moment")},
                   {HW_TR("core", "Activations, %1"), {in}},
                   {HW_TR("core", "Allocated, %1"), {in}},
                   {HW_TR("core", "Total, %1"), {in}},
                   {HW_TR("core", "Mark")},
                   {HW_TR("core", "What is alive")}};
    const bool same = hasOneTotal(chart);
    if (same)
        table.heads.erase(table.heads.begin() + 3);
    const auto add = [&](std::size_t index, Text name, Text said) {
        const TimelinePoint& point = chart.point(index);
        const Bytes total = chart.timeline.takenAt(index);
        const bool peak = index == chart.timeline.peak;
        std::vector<TableCell>& row = table.rows.emplace_back();
        row = {wordsCell(std::move(name)), bytesCell(point.perGroup[Group::Activations]),
               bytesCell(point.perGroup.total() - chart.timeline.totals.runtime, false, same)};
        if (!same)
            row.push_back(bytesCell(total, total > chart.plan.capacity, true));
        row.push_back(wordsCell(peak ? Text(HW_TR("core", "▲ peak")) : Text("—")));
        row.push_back(wordsCell(std::move(said)));
        made.points.push_back(index);
    };
    const auto at
        = [&](Moment moment) { return chart.timeline.moments[static_cast<std::size_t>(moment)]; };
    const auto addMoment = [&](Moment moment, Text name) {
        add(at(moment), std::move(name), alive(chart, at(moment), moment, unit, words));
    };
    table.note = chart.figure.panels.front().x.title;
    if (same)
        table.note.more.push_back(
            {HW_TR("core",
                   "At every moment PyTorch reserves %1 %2, with the runtime %3 of the GPU"),
             {amountText(chart.timeline.totals.reserved(), unit, 2), in,
              amountText(chart.timeline.peakBytes(), unit, 2)}});
    if (chart.plan.isJob()) {
        for (std::size_t i = 0; i < chart.timeline.points.size(); ++i)
            add(i, momentName(*chart.point(i).jobPhase),
                alive(chart, i, *chart.point(i).jobPhase, unit, words));
        return made;
    }
    if (chart.first == 0)
        addMoment(Moment::Load, {HW_TR("core", "Load")});
    add(chart.timeline.start, {HW_TR("core", "Start of step")}, residentAtStart(chart));
    addMoment(Moment::ForwardEnd, {HW_TR("core", "End of forward")});
    if (chart.timeline.layers.predicts)
        addMoment(Moment::Loss, {HW_TR("core", "Loss")});
    addMoment(Moment::LayerBackward,
              {HW_TR("core", "Backward of layer %1"),
               {layerNumber(chart, chart.point(at(Moment::LayerBackward)))}});
    addMoment(Moment::BackwardEnd, {HW_TR("core", "End of backward")});
    addMoment(Moment::OptimizerStep, {HW_TR("core", "Optimizer step")});
    for (const Moment moment : {Moment::Evaluate, Moment::Save, Moment::Merge})
        if (at(moment) > 0)
            addMoment(moment, eventName(chart, at(moment)));
    return made;
}

} // namespace highwater
