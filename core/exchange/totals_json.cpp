// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"

namespace highwater {

Json groupsJson(const GroupBytes& groups)
{
    Json json = Json::object();
    for (std::size_t i = 0; i < groupCount; ++i)
        json[std::string(nameOf(static_cast<Group>(i)))] = groups.bytes[i];
    return json;
}

Json totalsJson(const Totals& totals, Bytes capacity, Verdict verdict)
{
    Json json = groupsJson(totals.perGpu);
    json["total"] = totals.total;
    json["low"] = totals.low;
    json["high"] = totals.high;
    // Methods other than the exact one have no bands and no allocator.
    const bool exact = totals.peakMoment.has_value();
    json["low_80"] = exact ? Json(totals.eight.total.low) : Json();
    json["high_80"] = exact ? Json(totals.eight.total.high) : Json();
    const auto band = [&](const Band& of) {
        Json ends = Json::array();
        ends.append(of.low);
        ends.append(of.high);
        return exact ? ends : Json();
    };
    json["band80"] = band(totals.eight.total);
    json["band90"] = band(totals.nine.total);
    json["allocated"] = exact ? Json(totals.allocated) : Json();
    json["reserved"] = exact ? Json(totals.reserved()) : Json();
    json["flushes"] = exact ? Json(totals.flushes) : Json();
    json["capacity"] = capacity;
    json["free"] = capacity - totals.total;
    json["fits"] = verdict != Verdict::Over;
    json["verdict"] = nameOf(verdict);
    json["peak_moment"] = totals.peakMoment ? Json(nameOf(*totals.peakMoment)) : Json();
    return json;
}

} // namespace highwater
