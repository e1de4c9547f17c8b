// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/run_speeds.h"

#include "core/measured/csv_reader.h"
#include "core/measured/measured_runs.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace highwater {
namespace {

constexpr std::array<std::string_view, 2> wanted{"id", speedColumn};

Result<std::array<std::size_t, wanted.size()>> placesIn(const std::vector<std::string>& header)
{
    std::array<std::size_t, wanted.size()> places{};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto found = std::ranges::find(header, wanted[i]);
        if (found == header.end())
            return Problem{std::string(wanted[i]),
                           {},
                           {HW_TR("core", "is missing: measured speeds need this column")},
                           "1:1"};
        places[i] = static_cast<std::size_t>(found - header.begin());
    }
    return places;
}

} // namespace

Result<RunSpeeds> readSpeeds(std::string_view csv)
{
    CsvReader reader(csv);
    std::vector<std::string> fields;
    if (!reader.next(fields))
        return reader.problem().value_or(
            Problem{{}, {}, {HW_TR("core", "has no header row")}, "1:1"});
    for (std::string& name : fields)
        name = std::string(withoutBlanks(name));
    const auto places = placesIn(fields);
    if (!places)
        return places.problems();
    const std::size_t idPlace = (*places)[0];
    const std::size_t speedPlace = (*places)[1];

    RunSpeeds speeds;
    while (reader.next(fields)) {
        const std::string_view text = withoutBlanks(fields[speedPlace]);
        if (text.empty())
            continue;
        const std::string place = std::to_string(reader.line()) + ":1";
        const auto speed = realOf(text);
        if (!speed || !(*speed > 0))
            return Problem{std::string(speedColumn),
                           excerpt(text),
                           {HW_TR("core", "must be a number above 0")},
                           place};
        if (!speeds.try_emplace(std::string(withoutBlanks(fields[idPlace])), *speed).second)
            return Problem{std::string(wanted[0]),
                           excerpt(fields[idPlace]),
                           {HW_TR("core", "comes twice")},
                           place};
    }
    if (reader.problem())
        return *reader.problem();
    return speeds;
}

void addSpeed(MeasuredRun& run, const RunSpeeds& speeds)
{
    const auto found = speeds.find(run.id);
    if (!run.tokensPerSecondPerGpu && found != speeds.end())
        run.tokensPerSecondPerGpu = found->second;
}

} // namespace highwater
