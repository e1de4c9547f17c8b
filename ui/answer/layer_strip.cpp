// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/layer_strip.h"

#include "ui/base/accessible.h"
#include "ui/base/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr double stripInset = 10, stripCellTop = 4, stripCellHeight = 22, stripNumbersHeight = 16;
constexpr double stripBarTop = stripCellTop + stripCellHeight + stripNumbersHeight + 4,
                 stripBarHeight = 16;
constexpr double stripHandleWidth = 8, stripHandleHeight = 22;
constexpr double leastCell = 10, widestCell = 28, gapOfCells = 2;

Theme const& stripTheme()
{
    return currentTheme();
}

/// Lines from lower left to upper right within a cell.
void hatchCell(QPainter& painter, const QRectF& cell, const QColor& line)
{
    painter.save();
    painter.setClipRect(cell);
    painter.setPen(QPen(line, 1));
    constexpr double step = 4;
    for (double x = cell.left() - cell.height(); x < cell.right(); x += step)
        painter.drawLine(QPointF(x, cell.bottom()), QPointF(x + cell.height(), cell.top()));
    painter.restore();
}

void arrowInCell(QPainter& painter, const QRectF& cell)
{
    const double x = cell.center().x(), top = cell.top() + 6, end = cell.bottom() - 6;
    const double wing = std::min(3.0, cell.width() / 2 - 2);
    painter.setPen(QPen(stripTheme().text, 1.2));
    painter.drawLine(QPointF(x, top), QPointF(x, end));
    painter.drawLine(QPointF(x - wing, end - wing), QPointF(x, end));
    painter.drawLine(QPointF(x + wing, end - wing), QPointF(x, end));
}

} // namespace

void paintLayerCell(QPainter& painter, const QRectF& cell, LayerFate fate)
{
    const QColor fill = stripTheme().fill(Group::Activations),
                 edge = stripTheme().edge(Group::Activations);
    const bool gone = fate == LayerFate::Offloaded || fate == LayerFate::InputOffloaded;
    painter.fillRect(cell, fate == LayerFate::Kept ? fill : stripTheme().surface);
    if (fate == LayerFate::InPart)
        painter.fillRect(cell.adjusted(0, cell.height() / 2, 0, 0), fill);
    if (fate == LayerFate::Recomputed || fate == LayerFate::InputOffloaded)
        hatchCell(painter, cell, edge);
    if (gone)
        arrowInCell(painter, cell);
    painter.setPen(QPen(fate == LayerFate::Offloaded ? stripTheme().outline : edge, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
}

LayerStrip::LayerStrip(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleRole(*this, QAccessible::Chart);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LayerStrip::setContent(const Content& content)
{
    if (content == m_content)
        return;
    m_content = content;
    update();
}

void LayerStrip::setPoints(std::vector<Bytes> totals)
{
    m_points = std::move(totals);
    m_point = std::clamp(m_point, 0, std::max(0, static_cast<int>(m_points.size()) - 1));
    update();
}

void LayerStrip::setPoint(int point)
{
    m_point = std::clamp(point, 0, std::max(0, static_cast<int>(m_points.size()) - 1));
    update();
}

void LayerStrip::setFormat(const MemoryFormat& format)
{
    m_format = format;
    update();
}

QRectF LayerStrip::bar() const
{
    return {stripInset, stripBarTop, std::max(1.0, width() - 2 * stripInset), stripBarHeight};
}

Bytes LayerStrip::most() const
{
    const Bytes least = std::max({m_content.kept, m_content.total, m_content.capacity, Bytes{1}});
    return least + least / 32; // room for the handle and for the line's end
}

double LayerStrip::positionOf(Bytes total) const
{
    return bar().left() + bar().width() * static_cast<double>(total) / static_cast<double>(most());
}

QRectF LayerStrip::handleRect() const
{
    return {positionOf(m_content.total) - stripHandleWidth / 2,
            stripBarTop + (stripBarHeight - stripHandleHeight) / 2, stripHandleWidth,
            stripHandleHeight};
}

int LayerStrip::layersOfACell() const
{
    const double layers = std::max<double>(1, static_cast<double>(m_content.fates.size()));
    return std::max(1, static_cast<int>(std::ceil(layers * leastCell / bar().width())));
}

std::vector<QRectF> LayerStrip::cells() const
{
    const int each = layersOfACell();
    const int count = (static_cast<int>(m_content.fates.size()) + each - 1) / each;
    std::vector<QRectF> cells;
    const double pitch = std::min(widestCell, bar().width() / std::max(1, count));
    for (int i = 0; i < count; ++i) // on whole pixels
        cells.emplace_back(std::round(bar().left() + i * pitch), stripCellTop,
                           std::round(pitch) - gapOfCells, stripCellHeight);
    return cells;
}

QSize LayerStrip::sizeHint() const
{
    return {480, minimumSizeHint().height()};
}

QSize LayerStrip::minimumSizeHint() const
{
    return {240, static_cast<int>(stripBarTop + stripBarHeight) + fontMetrics().height() + 8};
}

void LayerStrip::choose(int point)
{
    point = std::clamp(point, 0, std::max(0, static_cast<int>(m_points.size()) - 1));
    if (point == m_point || m_points.empty())
        return;
    m_point = point;
    update();
    emit pointChosen(point);
}

/// Chooses the point whose total is nearest to a place on the bar.
void LayerStrip::chooseAt(double x)
{
    if (m_points.empty())
        return;
    const auto nearest = std::ranges::min_element(
        m_points, {}, [&](Bytes total) { return std::abs(positionOf(total) - x); });
    choose(static_cast<int>(nearest - m_points.begin()));
}

void LayerStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton
        || event->position().y() < stripCellTop + stripCellHeight) {
        event->ignore();
        return;
    }
    m_dragging = true;
    if (!handleRect().adjusted(-4, 0, 4, 0).contains(event->position()))
        chooseAt(event->position().x());
}

void LayerStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging)
        chooseAt(event->position().x());
}

void LayerStrip::mouseReleaseEvent(QMouseEvent*)
{
    m_dragging = false;
}

void LayerStrip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left: // less memory
        return choose(m_point + 1);
    case Qt::Key_Right:
        return choose(m_point - 1);
    case Qt::Key_Home:
        return choose(static_cast<int>(m_points.size()) - 1);
    case Qt::Key_End:
        return choose(0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit taken();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void LayerStrip::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus()) { // a page that scrolls under the pointer moves nothing
        event->ignore();
        return;
    }
    m_wheel += event->angleDelta().y();
    const int steps = m_wheel / QWheelEvent::DefaultDeltasPerStep;
    m_wheel -= steps * QWheelEvent::DefaultDeltasPerStep;
    choose(m_point - steps);
    event->accept();
}

void LayerStrip::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void LayerStrip::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void LayerStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCells(painter);
    paintBar(painter);
    paintTexts(painter);
}

void LayerStrip::paintCells(QPainter& painter) const
{
    const auto places = cells();
    const auto each = static_cast<std::size_t>(layersOfACell());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t first = i * each;
        const std::size_t end = std::min(first + each, m_content.fates.size());
        LayerFate fate = m_content.fates[first];
        for (std::size_t layer = first; layer < end; ++layer)
            if (m_content.fates[layer] != fate)
                fate = LayerFate::InPart;
        paintLayerCell(painter, places[i], fate);
    }
    painter.restore();
    QFont small = font();
    small.setPixelSize(11);
    painter.setFont(small);
    painter.setPen(stripTheme().muted);
    // Numbers of the first, the last and every so many layers, at least 60 pixels apart.
    const double pitch = places.size() > 1 ? places[1].left() - places[0].left() : widestCell;
    int every = 8;
    while (every * pitch / static_cast<double>(each) < 60)
        every *= 2;
    for (std::size_t layer = 1; layer <= m_content.fates.size(); ++layer) {
        const bool last = layer == m_content.fates.size();
        const bool near = !last && m_content.fates.size() - layer < static_cast<std::size_t>(every);
        if (layer != 1 && !last && (layer % static_cast<std::size_t>(every) != 0 || near))
            continue;
        const QRectF& cell = places[(layer - 1) / each];
        painter.drawText(
            QRectF(cell.center().x() - 30, stripCellTop + stripCellHeight, 60, stripNumbersHeight),
            Qt::AlignHCenter | Qt::AlignVCenter, m_format.count(static_cast<qlonglong>(layer)));
    }
}

void LayerStrip::paintBar(QPainter& painter) const
{
    const QRectF whole = bar();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_content.kept > m_content.total) {
        painter.setPen(QPen(stripTheme().outline, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(QPointF(positionOf(m_content.total), whole.top()),
                                QPointF(positionOf(m_content.kept), whole.bottom())));
    }
    Bytes below = 0;
    for (std::size_t i = 0; i < groupCount; ++i) {
        const auto group = static_cast<Group>(i);
        const QRectF part(QPointF(positionOf(below), whole.top()),
                          QPointF(positionOf(below + m_content.groups[i]), whole.bottom()));
        below += m_content.groups[i];
        painter.fillRect(part, stripTheme().fill(group));
    }
    if (m_content.total > m_content.capacity)
        hatchCell(painter,
                  QRectF(QPointF(positionOf(m_content.capacity), whole.top()),
                         QPointF(positionOf(m_content.total), whole.bottom())),
                  stripTheme().over);
    painter.setPen(QPen(stripTheme().over, 2));
    const double line = std::round(positionOf(m_content.capacity));
    painter.drawLine(QPointF(line, whole.top() - 4), QPointF(line, whole.bottom() + 4));
    painter.restore();
    const bool focused = hasFocus();
    painter.setPen(QPen(focused ? stripTheme().accent : stripTheme().text, focused ? 2 : 1));
    painter.setBrush(stripTheme().surface);
    painter.drawRoundedRect(handleRect(), 2, 2);
}

void LayerStrip::paintTexts(QPainter& painter) const
{
    constexpr int oneLine = Qt::TextSingleLine | Qt::TextDontClip;
    const QRectF whole = bar();
    const double top = whole.bottom() + 4, height = fontMetrics().height();
    painter.setFont(font());
    const QString all = tr("%1 with all layers kept").arg(m_format.number(m_content.kept, 2));
    const double wide = fontMetrics().horizontalAdvance(all);
    painter.setPen(stripTheme().muted);
    painter.drawText(QRectF(whole.right() - wide, top, wide, height), oneLine, all);
    const QString number = m_format.number(m_content.total, 2);
    const QString of = tr(" of %1", "after an amount, before its capacity")
                           .arg(m_format.withUnit(m_content.capacity, 2));
    const QString shown = m_content.exact ? number : QStringLiteral("≈ ") + number;
    const QFontMetrics bold(demiBold(font()));
    const double numberWide = bold.horizontalAdvance(shown);
    const double both = numberWide + fontMetrics().horizontalAdvance(of);
    const double room = whole.right() - wide - 12 - both;
    const double left = std::clamp(positionOf(m_content.total) - both / 2, whole.left(),
                                   std::max(whole.left(), room));
    painter.setFont(demiBold(font()));
    painter.setPen(m_content.total > m_content.capacity ? stripTheme().over : stripTheme().text);
    painter.drawText(QRectF(left, top, numberWide + 1, height), oneLine, shown);
    painter.setFont(font());
    painter.setPen(stripTheme().muted);
    painter.drawText(QRectF(left + numberWide, top, both - numberWide + 1, height), oneLine, of);
    const QString hint = tr("Drag the end: left saves memory, right saves time");
    const double hintWide = fontMetrics().horizontalAdvance(hint);
    if (whole.left() + hintWide + 12 < left)
        painter.drawText(QRectF(whole.left(), top, hintWide + 1, height), oneLine, hint);
}

} // namespace highwater
