// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/scene_painter.h"

#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/laid_out_texts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <optional>

namespace highwater {
namespace {

QPointF point(Point at)
{
    return {at.x, at.y};
}

QPolygonF polygonOf(const Points& points)
{
    QPolygonF polygon;
    for (const Point at : points)
        polygon << point(at);
    return polygon;
}

QColor painted(const Colour& from)
{
    QColor made = colour(from.rgb);
    made.setAlphaF(static_cast<float>(from.opacity));
    return made;
}

void prepare(QPainter& painter, const std::optional<Colour>& fill,
             const std::optional<Stroke>& stroke)
{
    painter.setBrush(fill ? QBrush(painted(*fill)) : QBrush(Qt::NoBrush));
    if (!stroke) {
        painter.setPen(Qt::NoPen);
        return;
    }
    QPen pen(painted(stroke->colour), stroke->width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    QList<qreal> dashes; // in widths of the pen
    for (const double length : stroke->dash)
        dashes << length / stroke->width;
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    painter.setPen(pen);
}

/// A tile of diagonals in the painter's own pixels, so that they are as fine as the screen.
QBrush hatchBrush(const Path& path, qreal ratio)
{
    const int side = qRound(path.apart * ratio);
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(painted(path.stroke->colour), path.stroke->width * ratio));
    for (const int sum : {0, side, 2 * side}) // of x and y
        painter.drawLine(QPointF(sum + side, -side), QPointF(sum - 2 * side, 2 * side));
    painter.end();
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(path.apart / side, path.apart / side));
    return brush;
}

void fillHatched(QPainter& painter, const Path& path)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(hatchBrush(path, painter.device()->devicePixelRatioF()));
    for (const Points& area : path.hatched)
        painter.drawPolygon(polygonOf(area));
}

void draw(QPainter& painter, const Path& path)
{
    prepare(painter, path.fill, path.stroke);
    for (const Points& part : path.parts)
        if (path.closed)
            painter.drawPolygon(polygonOf(part));
        else
            painter.drawPolyline(polygonOf(part));
}

/// The area of a solid line along an axis. Qt fills a rectangle of whole pixels at once, and
/// computes each pixel of a line's edges.
std::optional<QRectF> barOf(const Points& line, const Stroke& stroke)
{
    if (line.size() != 2 || !stroke.dash.empty()
        || (line[0].x != line[1].x && line[0].y != line[1].y))
        return std::nullopt;
    const double half = stroke.width / 2;
    const QRectF along = QRectF(point(line[0]), point(line[1])).normalized();
    return line[0].y == line[1].y ? along.adjusted(0, -half, 0, half)
                                  : along.adjusted(-half, 0, half, 0);
}

/// As draw(), by the ways that are quickest on a screen.
void drawOnScreen(QPainter& painter, const Path& path)
{
    if (!path.hatched.empty())
        return fillHatched(painter, path);
    const auto isBar = [&](const Points& part) { return barOf(part, *path.stroke).has_value(); };
    if (path.stroke && !path.closed && std::ranges::all_of(path.parts, isBar)) {
        for (const Points& part : path.parts)
            painter.fillRect(*barOf(part, *path.stroke), painted(path.stroke->colour));
        return;
    }
    // A cosmetic pen of one pixel has a quick way of its own; on finer screens it would be thinner.
    if (path.stroke && path.stroke->width <= 1 && path.stroke->dash.empty() && !path.closed
        && painter.device()->devicePixelRatioF() == 1) {
        QPen pen(painted(path.stroke->colour), 1);
        pen.setCosmetic(true);
        painter.setPen(pen);
        for (const Points& part : path.parts)
            painter.drawPolyline(polygonOf(part));
        return;
    }
    draw(painter, path);
}

void draw(QPainter& painter, const Box& box)
{
    prepare(painter, box.fill, box.stroke);
    const Rect& rect = box.rect;
    painter.drawRoundedRect(QRectF(rect.left, rect.top, rect.width, rect.height), box.radius,
                            box.radius);
}

void draw(QPainter& painter, const Circle& circle)
{
    prepare(painter, circle.fill, circle.stroke);
    painter.drawEllipse(point(circle.centre), circle.radius, circle.radius);
}

void draw(QPainter& painter, const Writing& writing)
{
    const ScaledFont scaled(painter.font(), writing.size, writing.bold);
    const QString text = toQString(writing.text);
    const qreal share = writing.anchor == Anchor::Start ? 0
        : writing.anchor == Anchor::Middle              ? 0.5
                                                        : 1;
    painter.save();
    painter.translate(point(writing.at));
    painter.rotate(writing.rotation);
    painter.scale(scaled.scale, scaled.scale);
    painter.setFont(scaled.font);
    painter.setPen(painted(writing.colour));
    painter.drawText(QPointF(-share * QFontMetricsF(scaled.font).horizontalAdvance(text), 0), text);
    painter.restore();
}

} // namespace

void paintScene(QPainter& painter, const Scene& scene, LaidOutTexts* texts,
                const PaintInstead& instead)
{
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (scene.background)
        painter.fillRect(QRectF(0, 0, scene.width, scene.height), painted(*scene.background));
    for (const Item& item : scene.items) {
        if (instead && instead(painter, item))
            continue;
        const auto* path = std::get_if<Path>(&item.shape);
        if (const auto* writing = std::get_if<Writing>(&item.shape); texts && writing)
            texts->draw(painter, *writing);
        else if (texts && path)
            drawOnScreen(painter, *path);
        else
            std::visit([&](const auto& shape) { draw(painter, shape); }, item.shape);
    }
    painter.restore();
}

TextWidth textWidth(const QFont& font)
{
    return [font](std::string_view text, double pixels, bool bold) {
        const ScaledFont scaled(font, pixels, bold);
        return scaled.scale * QFontMetricsF(scaled.font).horizontalAdvance(toQString(text));
    };
}

QImage sceneImage(const Scene& scene, const QSize& pixels, double dotsPerInch, const QFont& font)
{
    QImage picture(pixels, QImage::Format_ARGB32_Premultiplied);
    if (picture.isNull() || scene.width <= 0 || scene.height <= 0)
        return {};
    constexpr double inchesPerMetre = 1 / 0.0254;
    picture.setDotsPerMeterX(qRound(dotsPerInch * inchesPerMetre));
    picture.setDotsPerMeterY(qRound(dotsPerInch * inchesPerMetre));
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setFont(font);
    painter.scale(pixels.width() / scene.width, pixels.height() / scene.height);
    paintScene(painter, scene);
    return picture;
}

} // namespace highwater
