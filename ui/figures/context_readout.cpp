// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/context_readout.h"

#include "core/answer/group_words.h"
#include "ui/base/phrases.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace highwater {
namespace {

constexpr double padding = 10; ///< px between the box and its texts
constexpr double gap = 10; ///< px between the box and the plot's edge, or the marker
constexpr double swatchSide = 10, swatchColumn = 18;
constexpr double ruleHeight = 5; ///< of the line between bands and sums, with its space

std::uint32_t rgbOf(const QColor& colour)
{
    return colour.rgb() & 0xFFFFFF;
}

int decimals(bool exact)
{
    return exact ? 2 : 1;
}

} // namespace

double ContextReadout::rowHeight() const
{
    return std::max(18.0, std::round(1.38 * m_look.em));
}

double ContextReadout::widthOf(const QString& text, bool bold) const
{
    return m_texts.width(text.toStdString(), m_look.em, bold);
}

double ContextReadout::width() const
{
    // The widest number is at the top of the axis, which stays while the marker is dragged.
    const double highest
        = m_look.format.inUnit(std::llround(m_chart.y.most * static_cast<double>(gib)));
    const QString most = m_look.format.locale().toString(std::max(8888.88, highest), 'f', 2);
    double widest
        = widthOf(tr("Over by") + most + QLatin1Char(' ') + m_look.format.unitName(), true);
    for (const Layer& layer : m_chart.layers)
        widest = std::max(widest, swatchColumn + widthOf(translated(layer.name) + most, false));
    return std::max(204.0, std::ceil(widest + 8 + 2 * padding));
}

/// Whether the box leaves the bands out, as they would cover the curve.
bool ContextReadout::isShort(const Rect& plot) const
{
    const auto rows = static_cast<double>(m_chart.layers.size() + 4);
    const double share = (rows * rowHeight() + 17) / plot.height;
    return m_look.small || share > 0.96 || (share > 0.6 && width() > 0.36 * plot.width);
}

bool ContextReadout::namesPeak(const Rect& plot) const
{
    return !isShort(plot) && m_chart.peakAt(m_chart.marker).has_value();
}

Rect ContextReadout::place(const Rect& plot, std::optional<double> markerX) const
{
    const bool brief = isShort(plot);
    const auto rows
        = static_cast<double>(3 + (brief ? 0 : m_chart.layers.size()) - (allShown() ? 0 : 1));
    Rect box{plot.left + gap, plot.top + 2, width(),
             (rows + (namesPeak(plot) ? 1 : 0)) * rowHeight() + (brief ? 10 : 10 + ruleHeight)};
    if (!markerX || *markerX < box.left - gap || *markerX > box.right() + gap)
        return box;
    // In a narrower plot, the box would hide the bands' names.
    const double beside = *markerX + gap + 2;
    if (beside + box.width > plot.right() + gap)
        return {};
    box.left = beside;
    return box;
}

std::vector<Bytes> ContextReadout::bandsOf(const Totals& totals) const
{
    std::vector<Bytes> bytes;
    for (const Layer& layer : m_chart.layers)
        bytes.push_back(totals.perGpu[layer.group]);
    return bytes;
}

bool ContextReadout::allShown() const
{
    for (std::size_t i = 0; i < groupCount; ++i)
        if (m_chart.atMarker.perGpu.bytes[i] != 0
            && std::ranges::find(m_chart.layers, static_cast<Group>(i), &Layer::group)
                == m_chart.layers.end())
            return false;
    return true;
}

/// Top first, as the bands are stacked.
std::vector<ContextReadout::Row> ContextReadout::bandRows(const std::vector<Bytes>& bytes,
                                                          bool exact) const
{
    std::vector<Row> rows;
    for (std::size_t i = m_chart.layers.size(); i-- > 0;)
        rows.push_back({translated(m_chart.layers[i].name).toStdString(),
                        m_look.format.number(bytes[i], decimals(exact)).toStdString(),
                        rgbOf(currentTheme().text), m_chart.layers[i].group, false});
    return rows;
}

/// While a band is hidden, the sum is not the plan's total, and the free part is not shown.
std::vector<ContextReadout::Row> ContextReadout::sumRows(const std::vector<Bytes>& bytes,
                                                         bool exact) const
{
    const Theme& theme = currentTheme();
    const auto row = [&](const QString& name, Bytes amount, const QColor& colour) {
        const QString number = m_look.format.withUnit(amount, decimals(exact));
        return Row{name.toStdString(),
                   (exact ? number : QStringLiteral("≈ ") + number).toStdString(),
                   rgbOf(colour),
                   {},
                   true};
    };
    const Bytes sum = std::accumulate(bytes.begin(), bytes.end(), Bytes{0}, bounded::plus);
    if (!allShown())
        return {row(tr("Shown bands"), sum, theme.text)};
    const Bytes free = m_look.format.left(m_chart.capacity, sum, decimals(exact));
    return {row(tr("Total"), sum, theme.text),
            sum <= m_chart.capacity ? row(tr("Free"), free, theme.fits)
                                    : row(tr("Over by"), -free, theme.over)};
}

std::string ContextReadout::peakText(std::optional<Moment> moment)
{
    return moment ? tr("Peak at: %1").arg(withinSentence(momentName(*moment))).toStdString()
                  : std::string();
}

void ContextReadout::drawRow(Scene& scene, const Row& row, const Rect& box, double top) const
{
    const double left = box.left + padding, right = box.right() - padding;
    const double middle = top + rowHeight() / 2, baseline = middle + 0.35 * m_look.em;
    const Colour ink{row.rgb, 1};
    if (row.group) {
        const Theme& theme = currentTheme();
        scene.items.push_back(
            {{},
             Box{{left + 0.5, std::round(middle - swatchSide / 2) + 0.5, swatchSide, swatchSide},
                 0,
                 Colour{rgbOf(theme.fill(*row.group)), 1},
                 Stroke{{rgbOf(theme.edge(*row.group)), 1}, 1, {}}}});
    }
    const double indent = row.group ? swatchColumn : 0;
    scene.items.push_back({{},
                           Writing{row.name,
                                   {left + indent, baseline},
                                   Anchor::Start,
                                   m_look.em,
                                   row.bold,
                                   ink,
                                   0,
                                   m_texts.width(row.name, m_look.em, row.bold)}});
    scene.items.push_back({{},
                           Writing{row.number,
                                   {right, baseline},
                                   Anchor::End,
                                   m_look.em,
                                   row.bold,
                                   ink,
                                   0,
                                   m_texts.width(row.number, m_look.em, row.bold)}});
}

void ContextReadout::draw(Scene& scene, const Rect& plot, const Rect& place, std::int64_t context,
                          bool atPointer, const Totals* counted) const
{
    const Theme& theme = currentTheme();
    const Colour text{rgbOf(theme.text), 1}, muted{rgbOf(theme.muted), 1};
    const double left = place.left + padding;
    scene.items.push_back({{},
                           Box{place.grown(-0.5), 3, Colour{rgbOf(theme.surface), 1},
                               Stroke{{rgbOf(theme.outline), 1}, 1, {}}}});
    const auto write = [&](const std::string& said, double x, double top, bool bold, Colour ink) {
        const double width = m_texts.width(said, m_look.em, bold);
        scene.items.push_back({{},
                               Writing{said,
                                       {x, top + rowHeight() / 2 + 0.35 * m_look.em},
                                       Anchor::Start,
                                       m_look.em,
                                       bold,
                                       ink,
                                       0,
                                       width}});
        return x + width;
    };
    double y = place.top + 5;
    const std::string tokens
        = highwater::counted(tr("%1 {token|tokens}"), {m_look.format.count(context)}).toStdString();
    const double end = write(tokens, left, y, true, text);
    if (atPointer)
        write(tr("(pointer)").toStdString(), end + 6, y, false, muted);
    y += rowHeight();
    if (!counted && context == m_chart.marker)
        counted = &m_chart.atMarker;
    const std::vector<Bytes> bytes = counted ? bandsOf(*counted) : m_chart.at(context);
    const bool exact = counted || m_chart.isCounted(context);
    if (!isShort(plot)) {
        for (const Row& row : bandRows(bytes, exact)) {
            drawRow(scene, row, place, y);
            y += rowHeight();
        }
        scene.items.push_back({{},
                               Box{{left, std::round(y) + 2, place.width - 2 * padding, 1},
                                   0,
                                   Colour{rgbOf(theme.hairline), 1},
                                   {}}});
        y += ruleHeight;
    }
    for (const Row& row : sumRows(bytes, exact)) {
        drawRow(scene, row, place, y);
        y += rowHeight();
    }
    if (!namesPeak(plot))
        return;
    const auto measure = [this](std::string_view said, double size, bool bold) {
        return m_texts.width(said, size, bold);
    };
    const std::string peak
        = shortened(peakText(counted ? counted->peakMoment : m_chart.peakAt(context)),
                    place.width - 2 * padding, {m_look.em, false}, measure);
    write(peak, left, y, false, muted);
}

} // namespace highwater
