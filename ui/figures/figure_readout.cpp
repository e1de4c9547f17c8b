// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_readout.h"

#include "core/drawing/plot_axis.h"
#include "core/figure/figure_words.h"
#include "core/time/amount_text.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace highwater {
namespace {

std::optional<std::size_t> panelAt(const Scene& scene, QPointF at)
{
    for (std::size_t i = 0; i < scene.plots.size(); ++i)
        if (scene.plots[i].contains(Point{at.x(), at.y()}))
            return i;
    return std::nullopt;
}

double sampleX(const Panel& panel, const Rect& plot, std::size_t index)
{
    return panel.bars ? barX(panel, plot, index)
                      : plotX(panel.x, plot, static_cast<double>(panel.xs[index]));
}

/// "C With recomputation", for a bar whose label is only a letter.
QString planOfLetter(const Figure& figure, std::int64_t number)
{
    for (const Panel& panel : figure.panels)
        for (std::size_t i = 0; i < panel.curves.size(); ++i)
            if (panel.lookOfCurve(i).letter + 1 == static_cast<std::size_t>(number))
                return translated(panel.curves[i].name);
    return {};
}

} // namespace

std::optional<Sample> sampleAt(const Figure& figure, const Scene& scene, QPointF at)
{
    const auto panel = panelAt(scene, at);
    if (!panel || *panel >= figure.panels.size())
        return std::nullopt;
    const Panel& under = figure.panels[*panel];
    const Rect& plot = scene.plots[*panel];
    std::optional<Sample> nearest;
    double least = INFINITY;
    if (under.lying) {
        const double rows = static_cast<double>(under.xs.size());
        const auto row = static_cast<std::size_t>((at.y() - plot.top) / plot.height * rows);
        return Sample{*panel, std::min(row, under.xs.size() - 1)};
    }
    for (std::size_t i = 0; i < under.xs.size(); ++i) {
        const double x = sampleX(under, plot, i);
        if (x < plot.left - 1 || x > plot.right() + 1)
            continue;
        if (const double away = std::abs(x - at.x()); away < least) {
            least = away;
            nearest = Sample{*panel, i};
        }
    }
    return nearest;
}

Rect lineOf(const Figure& figure, const Scene& scene, const Sample& sample)
{
    const Panel& panel = figure.panels[sample.panel];
    const Rect& plot = scene.plots[sample.panel];
    if (panel.lying)
        return {plot.left, std::round(rowY(panel, plot, sample.index)) + 0.5, plot.width, 0};
    return {std::round(sampleX(panel, plot, sample.index)) + 0.5, plot.top, 0, plot.height};
}

std::optional<Group> bandAt(const Figure& figure, const Scene& scene, QPointF at)
{
    const auto sample = sampleAt(figure, scene, at);
    if (!sample)
        return std::nullopt;
    const Panel& panel = figure.panels[sample->panel];
    const Rect& plot = scene.plots[sample->panel];
    const double unit = inUnit(1, figure.unit) / (panel.y.most - panel.y.least) * plot.height;
    double top = plot.bottom();
    for (const Layer& layer : panel.layers) {
        top -= static_cast<double>(layer.values[sample->index]) * unit;
        if (at.y() >= top)
            return layer.group;
    }
    return std::nullopt;
}

ReadoutText::ReadoutText(const QString& head)
    : m_head(head.toHtmlEscaped())
{ }

void ReadoutText::add(const QString& name, const QString& amount, const QColor& ink)
{
    const QString mark = ink.isValid()
        ? QStringLiteral("<span style='color:%1'>■</span>&nbsp;").arg(ink.name())
        : QString();
    m_rows += QStringLiteral("<tr><td>%1%2&nbsp;&nbsp;</td><td align='right'>%3</td></tr>")
                  .arg(mark, name.toHtmlEscaped(), amount.toHtmlEscaped());
}

void ReadoutText::addStrong(const QString& name, const QString& amount)
{
    m_rows
        += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td align='right'><b>%2</b></td></tr>")
               .arg(name.toHtmlEscaped(), amount.toHtmlEscaped());
}

void ReadoutText::addRemark(const QString& remark)
{
    m_rows
        += QStringLiteral("<tr><td colspan='2'>&nbsp;<br>%1</td></tr>").arg(remark.toHtmlEscaped());
}

QString ReadoutText::text() const
{
    return QStringLiteral("<p style='white-space:pre'><b>%1</b></p><table>%2</table>")
        .arg(m_head, m_rows);
}

QString FigureReadout::text(const Figure& figure, const Sample& sample, const MemoryFormat& format,
                            Look look)
{
    const int decimals = look.counted ? 2 : 1;
    const Panel& panel = figure.panels[sample.panel];
    const std::int64_t x = panel.xs[sample.index];
    const auto written = [&](Bytes value) {
        return figure.unit.ofTime ? QString::fromStdString(durationText(value))
                                  : format.withUnit(value, decimals);
    };
    QStringList head;
    if (const QString title = translated(panel.title); !title.isEmpty())
        head << title;
    if (sample.index < panel.names.size())
        head << translated(panel.names[sample.index]);
    else if (panel.x.marks == Marks::Letters)
        head << planOfLetter(figure, x);
    else
        head << translated(valueText(panel.x.marks, x, format.count(x).toStdString()));
    ReadoutText said(head.join(QStringLiteral(" · ")));

    const std::optional<LimitLine>& limit = figure.limit;
    for (std::size_t i = panel.layers.size(); i-- > 0;)
        said.add(translated(panel.layers[i].name), written(panel.layers[i].values[sample.index]),
                 currentTheme().fill(panel.layers[i].group));
    if (!panel.layers.empty()) {
        const Bytes total = panel.totalAt(sample.index);
        said.addStrong(look.allShown ? tr("Total") : tr("Shown bands"),
                       (look.counted ? QString() : QStringLiteral("≈ ")) + written(total));
        if (look.allShown && limit)
            said.add(total <= limit->at ? tr("Free") : tr("Over by"),
                     written(std::abs(format.left(limit->at, total, decimals))));
    }
    for (const Curve& curve : panel.curves)
        said.add(translated(curve.name), written(curve.values[sample.index]));
    if (!panel.curves.empty() && limit)
        said.addStrong(tr("Capacity"), written(limit->at));
    for (const Curve& overlay : panel.overlays)
        said.add(translated(overlay.name), written(overlay.values[sample.index]));
    for (const RowNumbers& numbers : panel.numbers)
        said.add(translated(numbers.head), toQString(rowText(numbers, sample.index)));
    return said.text();
}

} // namespace highwater
