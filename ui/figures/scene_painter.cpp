// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/scene_painter.h"

#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/laid_out_texts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
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

// Qt has threads blend a texture or a translucent colour where there are more than 95 runs of
// pixels, and a row has up to three. In a step of a slider, waiting for the threads would take
// longer than the work, and far longer on a busy machine.
constexpr int rowsAtOnce = 30;

/// A tile of diagonals in the painter's own pixels, so that they have the screen's resolution. Qt
/// copies a tile row by row, so a wide tile needs fewer copies.
QBrush hatchBrush(const Path& path, qreal ratio)
{
    constexpr int repeats = 8;
    const int side = qRound(path.apart * ratio);
    QImage tile(repeats * side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(painted(path.stroke->colour), path.stroke->width * ratio));
    for (int i = 0; i <= repeats + 1; ++i) // the sum of x and y is i * side
        painter.drawLine(QPointF((i + 1) * side, -side), QPointF((i - 2) * side, 2 * side));
    painter.end();
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(path.apart / side, path.apart / side));
    return brush;
}

/// The hatch of an area alone: a hatched rectangle that is erased around the area.
QImage hatchImage(const QPolygonF& area, const QBrush& brush, const QTransform& toPixels,
                  const QRect& pixels)
{
    QImage hatch(pixels.size(), QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&hatch);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.setTransform(toPixels * QTransform::fromTranslate(-pixels.left(), -pixels.top()));
    const QRectF whole = painter.transform().inverted().mapRect(QRectF(hatch.rect()));
    const qreal stride = rowsAtOnce * whole.height() / pixels.height();
    for (qreal top = whole.top(); top < whole.bottom(); top += stride)
        painter.fillRect(QRectF(whole.left(), top, whole.width(), stride), brush);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath around;
    around.addRect(whole.adjusted(-1, -1, 1, 1));
    around.addPolygon(area);
    painter.fillPath(around, Qt::transparent);
    return hatch;
}

void fillHatched(QPainter& painter, const Path& path)
{
    const QBrush brush = hatchBrush(path, painter.device()->devicePixelRatioF());
    const QTransform toPixels = painter.deviceTransform();
    painter.save();
    painter.setWorldTransform(toPixels.inverted() * painter.worldTransform());
    for (const Points& part : path.hatched) {
        const QPolygonF area = polygonOf(part);
        const QRect pixels = toPixels.mapRect(area.boundingRect()).toAlignedRect();
        if (!pixels.isEmpty())
            painter.drawImage(pixels.topLeft(), hatchImage(area, brush, toPixels, pixels));
    }
    painter.restore();
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

/// The area of a solid line along an axis. Qt fills a rectangle of whole pixels fast, but computes
/// each pixel at the edges of a line.
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

/// Fills whole pixels, since Qt computes the coverage at a rectangle's edges even where it covers
/// whole pixels.
void fillBar(QPainter& painter, const QRectF& bar, const QColor& ink)
{
    constexpr qreal unseen = 1e-3;
    const QTransform toPixels = painter.deviceTransform(), back = toPixels.inverted();
    const QRectF pixels = toPixels.mapRect(bar);
    const auto isWhole = [](qreal edge) { return std::abs(edge - std::round(edge)) < unseen; };
    painter.setRenderHint(QPainter::Antialiasing,
                          !isWhole(pixels.left()) || !isWhole(pixels.top())
                              || !isWhole(pixels.right()) || !isWhole(pixels.bottom()));
    const qreal rows = ink.alpha() == 255 ? pixels.height() + 1 : rowsAtOnce;
    for (qreal top = pixels.top(); top < pixels.bottom();) {
        const qreal next = std::min(std::floor(top) + rows, pixels.bottom());
        painter.fillRect(back.mapRect(QRectF(pixels.left(), top, pixels.width(), next - top)), ink);
        top = next;
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

/// Like draw(), in the ways that are fastest on a screen.
void drawOnScreen(QPainter& painter, const Path& path)
{
    if (!path.hatched.empty())
        return fillHatched(painter, path);
    const auto isBar = [&](const Points& part) { return barOf(part, *path.stroke).has_value(); };
    if (path.stroke && !path.closed && std::ranges::all_of(path.parts, isBar)) {
        for (const Points& part : path.parts)
            fillBar(painter, *barOf(part, *path.stroke), painted(path.stroke->colour));
        return;
    }
    // Qt draws a cosmetic pen of one pixel fast; on screens of higher resolution it would be too
    // thin.
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

/// Like draw(), but only the rows with round corners are drawn smoothly, which takes Qt far longer
/// than to fill rectangles.
void drawOnScreen(QPainter& painter, const Box& box)
{
    const auto isOpaque = [](const Colour& colour) { return colour.opacity == 1; };
    if (!box.fill || !isOpaque(*box.fill)
        || (box.stroke && (!isOpaque(box.stroke->colour) || !box.stroke->dash.empty())))
        return draw(painter, box);
    const double half = box.stroke ? box.stroke->width / 2 : 0;
    QRectF outer = rectOf(box.rect.grown(half)), inner = rectOf(box.rect.grown(-half));
    const auto fill = [&] {
        if (box.stroke)
            fillBar(painter, outer, painted(box.stroke->colour));
        fillBar(painter, inner, painted(*box.fill));
    };
    if (box.radius <= 0)
        return fill();
    const double corner = box.radius + half + 1;
    const double top = std::ceil(box.rect.top + corner);
    const double bottom = std::floor(box.rect.bottom() - corner);
    if (bottom <= top || painter.device()->devicePixelRatioF() != 1)
        return draw(painter, box);
    const QRectF whole = rectOf(box.rect.grown(half + 1));
    for (const auto& [from, to] : {std::pair{whole.top(), top}, {bottom, whole.bottom()}}) {
        painter.save();
        painter.setClipRect(QRectF(whole.left(), from, whole.width(), to - from),
                            Qt::IntersectClip);
        draw(painter, box);
        painter.restore();
    }
    for (QRectF* between : {&outer, &inner}) {
        between->setTop(top);
        between->setBottom(bottom);
    }
    fill();
}

void draw(QPainter& painter, const Circle& circle)
{
    prepare(painter, circle.fill, circle.stroke);
    painter.drawEllipse(point(circle.centre), circle.radius, circle.radius);
}

/// Squeezes the text to its measured width if this machine has no font with those widths, as may be
/// for a slide.
void draw(QPainter& painter, const Writing& writing)
{
    const ScaledFont scaled(painter.font(), writing.size, writing.bold);
    const QString text = toQString(writing.text);
    const qreal natural = QFontMetricsF(scaled.font).horizontalAdvance(text);
    const qreal wanted = writing.width / scaled.scale;
    constexpr qreal unseen = 1.01;
    const qreal squeeze = wanted > 0 && natural > unseen * wanted ? wanted / natural : 1;
    const qreal share = writing.anchor == Anchor::Start ? 0
        : writing.anchor == Anchor::Middle              ? 0.5
                                                        : 1;
    painter.save();
    painter.translate(point(writing.at));
    painter.rotate(writing.rotation);
    painter.scale(scaled.scale * squeeze, scaled.scale);
    painter.setFont(scaled.font);
    painter.setPen(painted(writing.colour));
    painter.drawText(QPointF(-share * natural, 0), text);
    painter.restore();
}

} // namespace

void paintScene(QPainter& painter, const Scene& scene, LaidOutTexts* texts,
                const PaintInstead& instead)
{
    painter.save();
    if (scene.background)
        painter.fillRect(QRectF(0, 0, scene.width, scene.height), painted(*scene.background));
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const std::optional<QRectF> clip
        = painter.hasClipping() ? std::optional(painter.clipBoundingRect()) : std::nullopt;
    for (const Item& item : scene.items) {
        if (instead && instead(painter, item))
            continue;
        if (clip && !clip->intersects(rectOf(item.area())))
            continue;
        const auto* path = std::get_if<Path>(&item.shape);
        if (const auto* writing = std::get_if<Writing>(&item.shape); texts && writing)
            texts->draw(painter, *writing);
        else if (texts && path)
            drawOnScreen(painter, *path);
        else if (const auto* box = std::get_if<Box>(&item.shape); texts && box)
            drawOnScreen(painter, *box);
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

QRectF rectOf(const Rect& rect)
{
    return {rect.left, rect.top, rect.width, rect.height};
}

QPainterPath plotsWithoutPlates(const Scene& scene)
{
    constexpr double dot = 7; // of a dot at a plot's edge
    QPainterPath plots, taken;
    for (const Rect& plot : scene.plots)
        plots.addRect(rectOf(plot.grown(dot)));
    for (const Item& item : scene.items) {
        if (const auto* writing = std::get_if<Writing>(&item.shape))
            taken.addRect(rectOf(writing->bounds()));
        else if (const auto* box = std::get_if<Box>(&item.shape))
            taken.addRect(rectOf(box->rect));
    }
    taken.setFillRule(Qt::WindingFill);
    return plots.subtracted(taken);
}

void paintDotted(QPainter& painter, const QLineF& line, const Scene& scene)
{
    painter.save();
    painter.setClipPath(plotsWithoutPlates(scene));
    QColor casing = currentTheme().surface;
    casing.setAlphaF(0.9F);
    painter.setPen(QPen(casing, 3));
    painter.drawLine(line);
    QPen pen(colour(currentTheme().chart->axis), 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.drawLine(line);
    painter.restore();
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
