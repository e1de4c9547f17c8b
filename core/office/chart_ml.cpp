// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/chart_part.h"

#include "core/office/xml.h"

#include <algorithm>
#include <cmath>

namespace highwater {

std::string valueElement(std::string_view name, std::string value)
{
    return xmlElement(name, {{"val", std::move(value)}});
}

std::string valueElement(std::string_view name, std::size_t value)
{
    return valueElement(name, std::to_string(value));
}

std::string flagElement(std::string_view name, bool on)
{
    return valueElement(name, std::string(on ? "1" : "0"));
}

std::string textProperties(const TextStyle& style)
{
    return xmlElement(
        "c:txPr", {},
        xmlElement("a:bodyPr") + xmlElement("a:lstStyle")
            + xmlElement("a:p", {},
                         xmlElement("a:pPr", {}, defaultRun(style))
                             + xmlElement("a:endParaRPr", {{"lang", style.language}})));
}

int axisDecimals(const Axis& axis)
{
    constexpr int most = 6;
    if (axis.ticks.size() < 2)
        return 0;
    const double step = axis.ticks[1] - axis.ticks[0];
    if (!(step > 0) || step >= 1)
        return 0;
    return std::min(most, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
}

} // namespace highwater
