// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/spoken_chart.h"

#include "core/answer/group_words.h"
#include "core/figure/context_figure.h"
#include "ui/base/words.h"

#include <QCoreApplication>

#include <cstdlib>

namespace highwater {
namespace {

struct SpokenChartWords
{
    Q_DECLARE_TR_FUNCTIONS(highwater::SpokenChart)
};

QString spokenMarker(const ContextChart& chart, const MemoryFormat& format)
{
    const Bytes total = chart.atMarker.total;
    const QString left = format.withUnit(std::abs(format.left(chart.capacity, total, 2)), 2);
    const QString said = total > chart.capacity
        ? SpokenChartWords::tr("Context %1: %2, over by %3", "a context, memory, what is missing")
        : SpokenChartWords::tr("Context %1: %2, free %3", "a context, memory, what is left");
    return said.arg(format.count(chart.marker), format.withUnit(total, 2), left);
}

} // namespace

QString spokenChart(const ContextChart& chart, const MemoryFormat& format, bool serves)
{
    const auto written = [&format](double number, int decimals) {
        return format.locale().toString(number, 'f', decimals).toStdString();
    };
    QStringList parts{spokenMarker(chart, format),
                      translated(rangeVerdict(chart, format.unit(), written))};
    if (chart.baselineAtMarker)
        parts
            << SpokenChartWords::tr("Baseline %1").arg(format.withUnit(*chart.baselineAtMarker, 1));
    for (std::size_t i = 0; i < groupCount; ++i)
        if (const auto group = static_cast<Group>(i); chart.atMarker.perGpu[group] > 0)
            parts << SpokenChartWords::tr("%1 %2", "a band of the chart, its memory")
                         .arg(translated(groupName(group, serves)),
                              format.withUnit(chart.atMarker.perGpu[group], 2));
    QStringList sentences;
    for (const QString& part : parts)
        sentences << SpokenChartWords::tr("%1.", "a part of a description as a sentence").arg(part);
    return sentences.join(QLatin1Char(' '));
}

} // namespace highwater
