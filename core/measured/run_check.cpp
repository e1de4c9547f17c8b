// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/run_check.h"

#include "core/answer/exact.h"
#include "core/ledger/stage.h"
#include "core/measured/run_source.h"
#include "core/measured/sweep_build.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <variant>

namespace highwater {
namespace {

/// Lines of the overhead that a counter of tensors does not include.
constexpr std::array<std::string_view, 4> outsideTensors{
    "overhead.context", "overhead.communicators", "overhead.reserve", "overhead.allocator"};

std::span<const std::string_view> unseenBy(Reading reading)
{
    const std::span<const std::string_view> all(outsideTensors);
    switch (reading) {
    case Reading::Allocated:
        return all;
    case Reading::Reserved:
        return all.first(3);
    case Reading::Device:
        return {};
    }
    return {};
}

/// The bytes of the total that the counter does not include.
Bytes unseenBytes(Reading reading, const Answer& answer)
{
    Bytes bytes = 0;
    const auto unseen = unseenBy(reading);
    for (const Line& line : answer.ledger)
        if (line.group == Group::Overhead && std::ranges::find(unseen, line.id) != unseen.end())
            bytes += bounded::times(line.each, answer.copiesAtPeak(line));
    return bytes;
}

/// The answer for the stage of the pipeline whose counter was read.
Answer answerOf(const Resolved& plan, RunStage stage)
{
    const std::int64_t stages = plan.layout.pipeline;
    const std::int64_t index = stage == RunStage::First ? 0
        : stage == RunStage::Last                       ? stages - 1
                                                        : exactTotals(plan).stage;
    return exactAnswer(plan, stageAt(plan, index));
}

/// Bytes of a unit as a source prints it: "GiB", "MiB (nvidia-smi)", "GB (as printed)".
std::optional<double> unitOf(const MeasuredRun& run)
{
    const std::string unit = run.unit.substr(0, run.unit.find_first_of(" ("));
    if (unit == "GiB")
        return std::ldexp(1, 30);
    if (unit == "MiB")
        return std::ldexp(1, 20);
    if (unit == "GB")
        return static_cast<double>(sourceOf(run).gigabyte);
    if (unit == "MB")
        return 1e6;
    if (unit == "bytes" || unit == "B")
        return 1;
    return std::nullopt;
}

bool isRange(std::string_view value)
{
    const std::size_t dash = value.find('-', 1);
    return dash != std::string_view::npos && value.find_first_of("eE") == std::string_view::npos;
}

std::variant<Bytes, Text> measuredOf(const MeasuredRun& run)
{
    if (run.value.empty())
        return Text{HW_TR("core", "no value is stated")};
    if (isRange(run.value))
        return Text{HW_TR("core", "the value is a range")};
    const double value = realIn(run.value).value_or(0);
    constexpr double most = 1e18;
    const auto unit = unitOf(run);
    if (!unit)
        return Text{HW_TR("core", "the unit is not understood: %1"), {excerpt(run.unit)}};
    if (!(value > 0) || !(value * *unit < most))
        return Text{HW_TR("core", "the value is not a number of bytes")};
    return static_cast<Bytes>(std::llround(value * *unit));
}

RunOutcome outcomeOf(const MeasuredRun& run)
{
    return run.measuredWhat == "oom" ? RunOutcome::Oom
        : run.measuredWhat == "fits" ? RunOutcome::Fits
                                     : RunOutcome::Peak;
}

/// An estimate's first problem without the wrong value, so that rows with the same reason are
/// counted together.
Text reasonOf(const Problems& problems)
{
    const Problem& first = problems.front();
    return {HW_TR("core", "%1: %2"), {first.field, english(first.message)}};
}

} // namespace

Bytes predictedReading(Reading reading, const Answer& answer)
{
    return answer.totals.total - unseenBytes(reading, answer);
}

Band readingBand(Reading reading, const ReadingBands& bands)
{
    switch (reading) {
    case Reading::Allocated:
        return bands.allocated;
    case Reading::Reserved:
        return bands.reserved;
    case Reading::Device:
        break;
    }
    return bands.total;
}

CheckedRun checkedRun(const MeasuredRun& run, const Catalog& catalog, const CodeReader& codes)
{
    CheckedRun checked;
    checked.id = run.id;
    checked.group = groupNameOf(run);
    checked.adapters = kindOf(run) != RunKind::Full;
    checked.outcome = outcomeOf(run);
    checked.tokensPerSecondPerGpu = run.tokensPerSecondPerGpu;
    const auto leftOut = [&](LeftOut reason) {
        checked.leftOut = std::move(reason);
        return checked;
    };

    auto planned = planOf(run, catalog, codes);
    if (auto* reason = std::get_if<LeftOut>(&planned))
        return leftOut(std::move(*reason));
    if (checked.outcome == RunOutcome::Peak) {
        auto measured = measuredOf(run);
        if (auto* reason = std::get_if<Text>(&measured))
            return leftOut({std::move(*reason)});
        checked.measured = std::get<Bytes>(measured);
    }
    const PlannedRun& known = std::get<PlannedRun>(planned);
    checked.adapters |= known.plan.adapter.kind != AdapterKind::None;
    checked.reading = known.reading;
    auto resolved = resolvedRun(known, catalog);
    if (!resolved)
        return leftOut({reasonOf(resolved.problems()), true});
    const std::int64_t gpus = run.notes.gpusSummed.value_or(1);
    const Answer answer = answerOf(*resolved, known.stage);
    const auto ofAll = [gpus](Bytes bytes) { return bounded::times(bytes, gpus); };
    checked.predicted = ofAll(predictedReading(known.reading, answer));
    checked.allocated = ofAll(predictedReading(Reading::Allocated, answer));
    checked.reserved = ofAll(predictedReading(Reading::Reserved, answer));
    const auto bandOf = [&](const ReadingBands& bands) {
        const Band band = readingBand(known.reading, bands);
        return Band{ofAll(band.low), ofAll(band.high)};
    };
    checked.band = bandOf(answer.totals.nine);
    checked.band80 = bandOf(answer.totals.eight);
    if (known.capacityKnown)
        checked.predictedOom = exactTotals(*resolved).total > resolved->capacity;
    return checked;
}

Result<Validation> validateRuns(std::string_view csv, const Catalog& catalog,
                                const RunSpeeds& speeds, const CodeReader& codes)
{
    RunReader reader(csv);
    std::vector<CheckedRun> runs;
    for (MeasuredRun run; reader.next(run);) {
        addSpeed(run, speeds);
        runs.push_back(checkedRun(run, catalog, codes));
    }
    if (reader.problem())
        return *reader.problem();
    return validationOf(std::move(runs));
}

} // namespace highwater
