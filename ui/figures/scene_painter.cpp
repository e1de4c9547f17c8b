// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/scene_painter.h"

#include "ui/base/theme.h"
#include "ui/figures/laid_out_texts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace highwater {
namespace {

QString shown(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QPointF point(Point at)
{
    return {at.x, at.y};
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

void draw(QPainter& painter, const Path& path)
{
    prepare(painter, path.fill, path.stroke);
    const auto isLine = [](const Points& part) { return part.size() == 2; };
    if (!path.closed && std::ranges::all_of(path.parts, isLine)) { // grid and hatch: one call
        QList<QLineF> lines;
        for (const Points& part : path.parts)
            lines << QLineF(point(part[0]), point(part[1]));
        painter.drawLines(lines);
        return;
    }
    for (const Points& part : path.parts) {
        QPolygonF polygon;
        for (const Point at : part)
            polygon << point(at);
        if (path.closed)
            painter.drawPolygon(polygon);
        else
            painter.drawPolyline(polygon);
    }
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
    const QString text = shown(writing.text);
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
        if (const auto* writing = std::get_if<Writing>(&item.shape); texts && writing)
            texts->draw(painter, *writing);
        else
            std::visit([&](const auto& shape) { draw(painter, shape); }, item.shape);
    }
    painter.restore();
}

TextWidth textWidth(const QFont& font)
{
    return [font](std::string_view text, double pixels, bool bold) {
        const ScaledFont scaled(font, pixels, bold);
        return scaled.scale * QFontMetricsF(scaled.font).horizontalAdvance(shown(text));
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
