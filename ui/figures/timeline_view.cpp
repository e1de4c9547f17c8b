// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/timeline_view.h"

#include "core/answer/group_words.h"
#include "core/drawing/plot_axis.h"
#include "ui/base/accessible.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/scene_painter.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

QString shortLabel(const QString& name)
{
    constexpr int longest = 36;
    return name.size() <= longest ? name : name.left(longest - 1).trimmed() + QChar(0x2026);
}

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : FigureView(parent)
{
    setAccessibleName(tr("Memory over a step"));
    setNamedElsewhere(true);
}

void TimelineView::show(std::shared_ptr<const TimelineChart> chart, const Figure& figure,
                        const MemoryFormat& format, std::size_t point)
{
    m_chart = std::move(chart);
    m_point = point;
    m_format = format;
    m_pointed.reset();
    FigureView::show(figure);
    describe();
}

void TimelineView::showNothing(const QString& why)
{
    m_chart.reset();
    m_pointed.reset();
    showSentence(why);
}

void TimelineView::setPoint(std::size_t point)
{
    if (point == m_point)
        return;
    m_point = point;
    describe();
    update();
}

void TimelineView::describe()
{
    nameAccessibly(*this, tr("Memory over a step"));
    if (!m_chart)
        return;
    describeAccessibly(*this,
                       tr("%1: %2. %3")
                           .arg(translated(eventName(*m_chart, m_point)),
                                m_format.withUnit(m_chart->timeline.takenAt(m_point), 2),
                                QString::fromStdString(scene().description)));
}

QRectF TimelineView::plot() const
{
    if (scene().plots.empty())
        return {};
    const Rect& rect = scene().plots.front();
    return {rect.left, rect.top, rect.width, rect.height};
}

QPointF TimelineView::positionOf(std::size_t point) const
{
    const QRectF area = plot();
    if (!m_chart || scene().plots.empty())
        return area.center();
    const Panel& panel = figure().panels.front();
    const auto held = m_chart->timeline.heldAt(point);
    Bytes shown = 0;
    for (const Layer& layer : panel.layers)
        shown += held[layer.group];
    return {plotX(panel.x, scene().plots.front(), m_chart->middleOf(point)),
            area.bottom() - area.height() * m_format.inUnit(shown) / panel.y.most};
}

std::optional<std::size_t> TimelineView::pointAt(const QPointF& position) const
{
    const QRectF area = plot();
    if (!m_chart || !area.contains(position))
        return std::nullopt;
    return m_chart->pointAt(
        plotValue(figure().panels.front().x, scene().plots.front(), position.x()));
}

QString TimelineView::details(std::size_t index) const
{
    if (!m_chart)
        return {};
    const TimelinePoint& point = m_chart->point(index);
    const GroupBytes held = m_chart->timeline.heldAt(index);
    const Theme& theme = currentTheme();
    ReadoutText said(translated(eventName(*m_chart, index)));
    for (std::size_t i = groupCount; i-- > 0;)
        if (const auto group = static_cast<Group>(i); held[group] > 0)
            said.add(translated(groupName(group)), m_format.withUnit(held[group], 2),
                     theme.fill(group));
    if (m_chart->timeline.countsReserved)
        said.add(tr("Reserved, used by no tensor"),
                 m_format.withUnit(m_chart->timeline.idleAt(index), 2));
    const Bytes total = m_chart->timeline.takenAt(index), capacity = m_chart->plan.capacity;
    said.addStrong(tr("Total"), m_format.withUnit(total, 2));
    said.add(total > capacity ? tr("Over by") : tr("Free"),
             m_format.withUnit(std::abs(m_format.left(capacity, total, 2)), 2));
    if (m_chart->timeline.countsReserved)
        said.add(tr("Reserved by PyTorch"), m_format.withUnit(point.reserved, 2));
    addMeasured(said, index);
    said.addRemark(tr("Largest of it"));
    constexpr std::size_t most = 5;
    const std::vector<Line> lines = linesAt(m_chart->plan, m_chart->timeline, index);
    for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) {
        QString name = shortLabel(translated(lines[i].label));
        if (lines[i].count > 1)
            name = tr("%1 × %2", "a tensor, how many there are")
                       .arg(name, m_format.count(lines[i].count));
        said.add(name, m_format.withUnit(lines[i].bytes, 2), theme.fill(lines[i].group));
    }
    return said.text();
}

/// Adds the values of the recording's lines at the event.
void TimelineView::addMeasured(ReadoutText& said, std::size_t index) const
{
    if (figure().panels.empty())
        return;
    const Panel& panel = figure().panels.front();
    const auto at
        = std::ranges::lower_bound(panel.xs, static_cast<std::int64_t>(m_chart->middleOf(index)));
    if (at == panel.xs.end())
        return;
    for (const Curve& overlay : panel.overlays)
        if (overlay.look)
            said.add(translated(overlay.name),
                     m_format.withUnit(
                         overlay.values[static_cast<std::size_t>(at - panel.xs.begin())], 2));
}

void TimelineView::showDetails(std::size_t point)
{
    const QPointF at(positionOf(point).x(), plot().top() + plot().height() / 3);
    QToolTip::showText(mapToGlobal(at.toPoint()), details(point), this);
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    FigureView::paintEvent(event);
    if (!m_chart || scene().plots.empty())
        return;
    QPainter painter(this);
    if (isInView(m_point))
        paintScene(painter, withoutTextsUnder(chip()));
    prepareOverlay(painter);
    if (m_pointed && *m_pointed != m_point)
        paintPointed(painter, *m_pointed);
    if (isInView(m_point))
        paintCursor(painter);
}

/// A zoomed axis may leave a point out.
bool TimelineView::isInView(std::size_t point) const
{
    const Axis& axis = figure().panels.front().x;
    const double at = m_chart->middleOf(point);
    return at >= axis.least && at <= axis.most;
}

void TimelineView::paintPointed(QPainter& painter, std::size_t point) const
{
    const QRectF area = plot();
    const qreal x = std::round(positionOf(point).x()) + 0.5;
    paintDotted(painter, {x, area.top(), x, area.bottom()}, scene());
}

QString TimelineView::chipText() const
{
    return tr("%1 · %2", "what happens, memory")
        .arg(translated(eventName(*m_chart, m_point)),
             m_format.withUnit(m_chart->timeline.takenAt(m_point), 2));
}

Rect TimelineView::chip() const
{
    const QFontMetricsF metrics(demiBold(font()));
    const double width = metrics.horizontalAdvance(chipText()) + 14;
    const double middle = std::round(positionOf(m_point).x()) + 0.5;
    return {std::clamp(middle - width / 2, 4.0, std::max(4.0, this->width() - width - 4)),
            plot().bottom() + 6, width, metrics.height() + 4};
}

/// Paints a line with a dot at the total and a chip below the axis, like the marker of the context
/// chart.
void TimelineView::paintCursor(QPainter& painter) const
{
    const Theme& theme = currentTheme();
    const QRectF area = plot();
    const QPointF at = positionOf(m_point);
    const qreal x = std::round(at.x()) + 0.5;
    painter.save();
    painter.setClipPath(plotsWithoutPlates(scene()));
    QColor casing = theme.surface;
    casing.setAlphaF(0.9F);
    painter.setPen(QPen(casing, 5));
    painter.drawLine(QPointF(x, at.y()), QPointF(x, area.bottom()));
    painter.setPen(QPen(theme.text, 1.25));
    painter.drawLine(QPointF(x, at.y()), QPointF(x, area.bottom()));
    painter.setPen(QPen(theme.surface, 1.5));
    painter.setBrush(theme.text);
    painter.drawEllipse(QPointF(x, at.y()), 5, 5);
    painter.restore();

    const Rect place = chip();
    const QRectF box(place.left, place.top, place.width, place.height);
    painter.setBrush(theme.text);
    painter.setPen(Qt::NoPen);
    const qreal tip = std::clamp(x, box.left() + 6, box.right() - 6);
    painter.drawPolygon(QPolygonF({QPointF(x, area.bottom() + 1), QPointF(tip + 6, box.top() + 1),
                                   QPointF(tip - 6, box.top() + 1)}));
    painter.drawRoundedRect(box, 2, 2);
    painter.setFont(demiBold(font()));
    painter.setPen(theme.surface);
    painter.drawText(box, Qt::AlignCenter, chipText());
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto point = pointAt(help->pos()))
            QToolTip::showText(help->globalPos(), details(*point), this);
        else
            QToolTip::hideText();
        return true;
    }
    return FigureView::event(event);
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    const auto point = pointAt(event->position());
    if (point && event->button() == Qt::LeftButton)
        emit pointChosen(*point);
    FigureView::mousePressEvent(event);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    const auto point = pointAt(event->position());
    if (point && event->buttons() & Qt::LeftButton) {
        emit pointChosen(*point);
        hover(event->position());
    }
    FigureView::mouseMoveEvent(event);
}

void TimelineView::hover(const std::optional<QPointF>& at)
{
    const auto point = at ? pointAt(*at) : std::nullopt;
    if (point != m_pointed) {
        m_pointed = point;
        update();
    }
    if (point)
        QToolTip::showText(mapToGlobal(at->toPoint()), details(*point), this);
    else
        QToolTip::hideText();
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const bool fine = event->modifiers() & Qt::ControlModifier;
    const std::size_t last = m_chart ? m_chart->timeline.points.size() - 1 : 0;
    const auto go = [this](std::size_t point) {
        emit pointChosen(point);
        showDetails(m_point);
    };
    if (!m_chart)
        return FigureView::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const bool back = event->key() == Qt::Key_Left;
        if (!fine) {
            emit momentsStepped(back ? -1 : 1);
            showDetails(m_point);
        } else {
            go(back ? std::max(m_chart->first + 1, m_point) - 1 : std::min(m_point + 1, last));
        }
        break;
    }
    case Qt::Key_Home:
        go(m_chart->first);
        break;
    case Qt::Key_End:
        go(last);
        break;
    case Qt::Key_Escape:
        QToolTip::hideText();
        FigureView::keyPressEvent(event);
        break;
    default:
        FigureView::keyPressEvent(event);
    }
}

} // namespace highwater
