// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/context_readout.h"

#include "core/job/moment_words.h"
#include "ui/base/phrases.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

constexpr double rightMargin = 16, columnTop = 4;
constexpr double swatchSide = 12, swatchColumn = 21, columnGap = 12;
constexpr double ruleHeight = 7; ///< of a line between rows, with its space

std::uint32_t rgbOf(const QColor& colour)
{
    return colour.rgb() & 0xFFFFFF;
}

/// Numbers of an estimate have two decimals, numbers between the chart's samples one.
int decimals(bool exact)
{
    return exact ? 2 : 1;
}

} // namespace

ContextReadout::ContextReadout(const ContextChart& chart, const Look& look, LaidOutTexts& texts)
    : m_chart(chart)
    , m_look(look)
    , m_texts(texts)
{
    // The widest number is at the top of the axis, which stays while the marker is dragged.
    const double highest
        = look.format.inUnit(std::llround(chart.y.most * static_cast<double>(gib)));
    const double widest = highest < 1000 ? 888.88 : std::max(8888.88, highest);
    m_numberWidth
        = measured(look.format.locale().toString(widest, 'f', 2).toStdString(), true) + columnGap;
}

double ContextReadout::measured(const std::string& text, bool bold) const
{
    return m_texts.width(text, m_look.em, bold);
}

bool ContextReadout::isPresent(Group group) const
{
    return m_chart.atMarker.perGpu[group] != 0 || layerOf(group) != nullptr;
}

const Layer* ContextReadout::layerOf(Group group) const
{
    const auto found = std::ranges::find(m_chart.layers, group, &Layer::group);
    return found == m_chart.layers.end() ? nullptr : &*found;
}

std::size_t ContextReadout::bands() const
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < groupCount; ++i)
        count += isPresent(static_cast<Group>(i)) ? 1U : 0U;
    return count;
}

bool ContextReadout::allShown() const
{
    for (std::size_t i = 0; i < groupCount; ++i)
        if (m_chart.atMarker.perGpu.bytes[i] != 0 && !layerOf(static_cast<Group>(i)))
            return false;
    return true;
}

const std::string& ContextReadout::bandName(Group group) const
{
    return m_look.names[static_cast<std::size_t>(group)];
}

// Measures

double ContextReadout::nameWidth() const
{
    double widest = measured(tr("Over by").toStdString(), true);
    for (std::size_t i = 0; i < groupCount; ++i)
        if (isPresent(static_cast<Group>(i)))
            widest
                = std::max(widest, swatchColumn + measured(bandName(static_cast<Group>(i)), false));
    return widest;
}

/// Of the shares, or of the column "then".
double ContextReadout::secondWidth() const
{
    if (m_look.previews)
        return std::max(m_numberWidth,
                        measured(tr("%1 free").arg(QStringLiteral("88.88")).toStdString(), true)
                            + columnGap);
    return m_look.small ? 0 : measured("88.8", false) + columnGap + 4;
}

double ContextReadout::room() const
{
    const double least = m_look.small ? 196 : 244, gutter = m_look.small ? 22 : 28;
    const double column = std::max(least, nameWidth() + m_numberWidth + secondWidth());
    return gutter + std::ceil(column) + rightMargin;
}

Rect ContextReadout::place(double width, double height) const
{
    const double column = room() - rightMargin - (m_look.small ? 22 : 28);
    return {std::round(width - rightMargin - column), columnTop, column, height - 2 * columnTop};
}

double ContextReadout::leastRow() const
{
    return std::round(1.35 * m_look.em);
}

/// Head, two sums and the bands; remarks follow where room is left.
double ContextReadout::rowHeight(const Rect& column) const
{
    const auto rows = static_cast<double>(3 + bands());
    const double wanted = std::max(m_look.small ? 20.0 : 24.0, std::round(1.5 * m_look.em));
    return std::clamp(std::floor((column.height - 2 * ruleHeight) / rows), leastRow(), wanted);
}

bool ContextReadout::hasBands(const Rect& column) const
{
    return static_cast<double>(3 + bands()) * leastRow() + 2 * ruleHeight <= column.height;
}

std::vector<ContextReadout::BandRow> ContextReadout::bandRows(const Rect& column) const
{
    std::vector<BandRow> rows;
    if (!hasBands(column))
        return rows;
    const double row = rowHeight(column);
    double top = column.top + 3 * row + 2 * ruleHeight;
    for (std::size_t i = groupCount; i-- > 0;) {
        const auto group = static_cast<Group>(i);
        if (!isPresent(group))
            continue;
        rows.push_back({group, {column.left, top, column.width, row}, layerOf(group) != nullptr});
        top += row;
    }
    return rows;
}

// Drawing

ContextReadout::Amounts ContextReadout::amountsOf(const Reading& reading) const
{
    Amounts amounts;
    if (reading.counted) {
        for (std::size_t i = 0; i < groupCount; ++i)
            amounts[i] = reading.counted->perGpu.bytes[i];
        return amounts;
    }
    const std::vector<Bytes> bytes = m_chart.at(reading.context);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        amounts[static_cast<std::size_t>(m_chart.layers[i].group)] = bytes[i];
    return amounts;
}

void ContextReadout::write(Scene& scene, const std::string& text, double x, double top, double row,
                           Anchor anchor, bool bold, std::uint32_t rgb) const
{
    scene.items.push_back({{},
                           Writing{text,
                                   {x, std::round(top + row / 2 + 0.35 * m_look.em)},
                                   anchor,
                                   m_look.em,
                                   bold,
                                   {rgb, 1},
                                   0,
                                   measured(text, bold)}});
}

void ContextReadout::drawRule(Scene& scene, const Rect& column, double top) const
{
    scene.items.push_back({{},
                           Box{{column.left, std::round(top + ruleHeight / 2), column.width, 1},
                               0,
                               Colour{rgbOf(currentTheme().hairline), 1},
                               {}}});
}

void ContextReadout::drawHead(Scene& scene, const Rect& column, const Reading& reading) const
{
    const Theme& theme = currentTheme();
    const double row = rowHeight(column);
    const QString count = m_look.format.count(reading.context);
    const std::string tokens = counted(tr("%1 {token|tokens}"), {count}).toStdString();
    const std::string pointer = tr("(pointer)").toStdString();
    const std::string unit = m_look.format.unitName().toStdString();
    const double second = secondWidth();
    const double unitRight = column.right() - second;
    double end = column.left + measured(tokens, true);
    // A long count at the pointer leaves out the names of the columns, which the plan's own has.
    const double free = unitRight - measured(unit, false) - 6;
    const double needed = reading.atPointer ? end + 6 + measured(pointer, false) : end;
    write(scene, tokens, column.left, column.top, row, Anchor::Start, true, rgbOf(theme.text));
    if (reading.atPointer)
        write(scene, pointer, end + 6, column.top, row, Anchor::Start, false, rgbOf(theme.muted));
    if (needed > free)
        return;
    write(scene, unit, unitRight, column.top, row, Anchor::End, false, rgbOf(theme.muted));
    if (m_look.previews)
        write(scene, tr("then").toStdString(), column.right(), column.top, row, Anchor::End, true,
              rgbOf(theme.text));
    else if (second > 0)
        write(scene, "%", column.right(), column.top, row, Anchor::End, false, rgbOf(theme.muted));
}

/// While a band is hidden, the sum is not the plan's total, and the free part is not shown.
double ContextReadout::drawSums(Scene& scene, const Rect& column, double top,
                                const Reading& reading, const Amounts& amounts) const
{
    const Theme& theme = currentTheme();
    const MemoryFormat& format = m_look.format;
    const double row = rowHeight(column), right = column.right() - secondWidth();
    const bool exact = reading.counted != nullptr || m_chart.isCounted(reading.context);
    const auto number = [&](Bytes bytes) {
        const QString text = format.whereUnitIsSaid(bytes, decimals(exact));
        return (exact ? text : QStringLiteral("≈ ") + text).toStdString();
    };
    const auto line = [&](const QString& name, const std::string& amount, const QColor& ink) {
        write(scene, name.toStdString(), column.left, top, row, Anchor::Start, true, rgbOf(ink));
        write(scene, amount, right, top, row, Anchor::End, true, rgbOf(ink));
    };
    Bytes sum = 0;
    for (const Layer& layer : m_chart.layers)
        sum = bounded::plus(sum, amounts[static_cast<std::size_t>(layer.group)].value_or(0));
    if (!allShown()) {
        line(tr("Shown bands"), number(sum), theme.text);
        return top + 2 * row;
    }
    const auto left
        = [&](Bytes total) { return format.left(m_chart.capacity, total, decimals(exact)); };
    const bool fits = sum <= m_chart.capacity;
    line(tr("Total"), number(sum), theme.text);
    if (reading.then)
        write(scene, format.whereUnitIsSaid(reading.then->total, 2).toStdString(), column.right(),
              top, row, Anchor::End, true, rgbOf(theme.text));
    top += row;
    line(fits ? tr("Free") : tr("Over by"), number(fits ? left(sum) : -left(sum)),
         fits ? theme.fits : theme.over);
    if (reading.then) {
        const bool thenFits = reading.then->total <= m_chart.capacity;
        const Bytes amount = format.left(m_chart.capacity, reading.then->total, 2);
        const QString text = format.whereUnitIsSaid(thenFits ? amount : -amount, 2);
        const QString said = thenFits == fits ? text
            : thenFits                        ? tr("%1 free").arg(text)
                                              : tr("%1 over").arg(text);
        write(scene, said.toStdString(), column.right(), top, row, Anchor::End, true,
              rgbOf(thenFits ? theme.fits : theme.over));
    }
    return top + row;
}

void ContextReadout::drawBands(Scene& scene, const Rect& column, const Reading& reading,
                               const Amounts& amounts) const
{
    const Theme& theme = currentTheme();
    const bool exact = reading.counted != nullptr || m_chart.isCounted(reading.context);
    const double right = column.right() - secondWidth();
    double sum = 0;
    for (const Layer& layer : m_chart.layers)
        sum += static_cast<double>(amounts[static_cast<std::size_t>(layer.group)].value_or(0));
    for (const BandRow& band : bandRows(column)) {
        const Rect& at = band.place;
        const auto group = static_cast<std::size_t>(band.group);
        const std::uint32_t ink = rgbOf(band.shown ? theme.text : theme.muted);
        const double middle = at.centre().y;
        const std::optional<Colour> fill
            = band.shown ? std::optional(Colour{rgbOf(theme.fill(band.group)), 1}) : std::nullopt;
        const QColor edge = band.shown ? theme.edge(band.group) : theme.outline;
        scene.items.push_back(
            {{},
             Box{{at.left + 0.5, std::round(middle - swatchSide / 2) + 0.5, swatchSide, swatchSide},
                 1,
                 fill,
                 Stroke{{rgbOf(edge), 1}, 1, {}}}});
        write(scene, bandName(band.group), at.left + swatchColumn, at.top, at.height, Anchor::Start,
              false, ink);
        const std::optional<Bytes>& bytes = amounts[group];
        const QString number = bytes ? m_look.format.whereUnitIsSaid(*bytes, decimals(exact))
                                     : QString(QChar(0x2013));
        write(scene, number.toStdString(), right, at.top, at.height, Anchor::End, false, ink);
        if (reading.then) {
            write(scene,
                  m_look.format.whereUnitIsSaid(reading.then->perGpu[band.group], 2).toStdString(),
                  column.right(), at.top, at.height, Anchor::End, false, rgbOf(theme.muted));
        } else if (!m_look.previews && !m_look.small && band.shown && bytes && sum > 0) {
            const double share = 100 * static_cast<double>(*bytes) / sum;
            write(scene, m_look.format.locale().toString(share, 'f', 1).toStdString(),
                  column.right(), at.top, at.height, Anchor::End, false, rgbOf(theme.muted));
        }
    }
}

/// Each name is tied to the end of its band.
void ContextReadout::drawLeaders(Scene& scene, const Rect& plot, const Rect& column) const
{
    const Theme& theme = currentTheme();
    const std::vector<BandRow> rows = bandRows(column);
    constexpr double stub = 5;
    double under = 0;
    for (const Layer& layer : m_chart.layers) {
        const auto bytes = static_cast<double>(layer.values.back());
        const double middle = plot.bottom() - (under + bytes / 2) / m_look.axisTop * plot.height;
        under += bytes;
        const auto row = std::ranges::find(rows, layer.group, &BandRow::group);
        if (bytes <= 0 || row == rows.end())
            continue;
        const double from = std::max(middle, plot.top), to = row->place.centre().y;
        scene.items.push_back({{},
                               Path{{{{plot.right() + 1, from},
                                      {plot.right() + stub, from},
                                      {column.left - stub - 2, to},
                                      {column.left - 2, to}}},
                                    false,
                                    {},
                                    Stroke{{rgbOf(theme.edge(layer.group)), 1}, 1, {}}}});
    }
}

/// The range of the total, and the moment at which it is highest.
void ContextReadout::drawRemarks(Scene& scene, const Rect& column, const Reading& reading) const
{
    const std::vector<BandRow> rows = bandRows(column);
    if (rows.empty())
        return;
    std::vector<QString> remarks;
    const MemoryFormat& format = m_look.format;
    if (reading.counted && reading.counted->low != reading.counted->high)
        remarks.push_back(tr("likely %1–%2", "memory, the least and the most")
                              .arg(format.whereUnitIsSaid(reading.counted->low, 2),
                                   format.withUnit(reading.counted->high, 2)));
    if (const auto moment
        = reading.counted ? reading.counted->peakMoment : m_chart.peakAt(reading.context))
        remarks.push_back(tr("Peak at: %1").arg(withinSentence(momentName(*moment))));
    const double row = std::max(leastRow(), rowHeight(column) - 4);
    double top = rows.back().place.bottom() + 2;
    const auto measure = [this](std::string_view said, double size, bool bold) {
        return m_texts.width(said, size, bold);
    };
    for (const QString& remark : remarks) {
        if (top + row > column.bottom())
            return;
        write(scene, shortened(remark.toStdString(), column.width, {m_look.em, false}, measure),
              column.left, top, row, Anchor::Start, false, rgbOf(currentTheme().muted));
        top += row;
    }
}

void ContextReadout::draw(Scene& scene, const Rect& plot, const Rect& column,
                          const Reading& reading) const
{
    Reading said = reading;
    if (!said.counted && said.context == m_chart.marker)
        said.counted = &m_chart.atMarker;
    const Amounts amounts = amountsOf(said);
    const double row = rowHeight(column);
    drawHead(scene, column, said);
    drawRule(scene, column, column.top + row);
    const double end = drawSums(scene, column, column.top + row + ruleHeight, said, amounts);
    if (!hasBands(column))
        return;
    drawRule(scene, column, end);
    drawBands(scene, column, said, amounts);
    drawLeaders(scene, plot, column);
    drawRemarks(scene, column, said);
}

} // namespace highwater
