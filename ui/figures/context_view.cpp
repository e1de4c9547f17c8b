// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/context_view.h"

#include "core/answer/group_words.h"
#include "core/drawing/outline.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/chart_bands.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QHash>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace highwater {
namespace {

constexpr std::int64_t leastContext = 128, mostContext = 1 << 20;
constexpr qreal grabReach = 8; ///< px beside the marker that still take hold of it
constexpr qreal snapReach = 6; ///< px to a mark at which a drag sticks to it
constexpr qreal handleHeight = 8, handleHalf = 6;
constexpr qreal tickLength = 5;
constexpr qreal edgeGap = 10; ///< between the plot's edge and what stands inside it

/// Where tokens and bytes lie on the widget.
struct Scale
{
    QRectF plot;
    double least = 10, most = 15; ///< log2 of tokens
    double top = 1; ///< bytes at the plot's upper edge

    qreal x(double tokens) const
    {
        return plot.left() + (std::log2(tokens) - least) / (most - least) * plot.width();
    }
    double logAt(qreal x) const
    {
        return least + (x - plot.left()) / plot.width() * (most - least);
    }
    double bytesAt(qreal y) const { return (plot.bottom() - y) / plot.height() * top; }
    qreal y(double bytes) const { return plot.bottom() - bytes / top * plot.height(); }
    std::int64_t tokens(qreal x) const
    {
        const double part = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
        return std::llround(std::exp2(least + part * (most - least)));
    }
    bool holds(std::int64_t tokens) const
    {
        const double at = std::log2(static_cast<double>(std::max<std::int64_t>(tokens, 1)));
        return at >= least && at <= most;
    }
};

/// A font and its measures. A chart that follows a hand asks for the same widths over and over, and
/// each costs the shaping of its text.
struct Face
{
    QFont font;
    QFontMetricsF metrics{font};

    explicit Face(const QFont& chosen = {})
        : font(chosen)
        , metrics(font)
    { }
    qreal width(const QString& text) const
    {
        constexpr qsizetype mostKept = 512;
        if (m_widths.size() > mostKept)
            m_widths.clear();
        const auto known = m_widths.constFind(text);
        return known != m_widths.constEnd()
            ? *known
            : *m_widths.insert(text, metrics.horizontalAdvance(text));
    }
    qreal height() const { return metrics.height(); }

private:
    mutable QHash<QString, qreal> m_widths;
};

/// Paints, and remembers which text went where.
class Ink
{
public:
    Ink(QPainter& painter, std::vector<WrittenText>& written)
        : m_painter(painter)
        , m_written(written)
    { }

    QPainter& painter() { return m_painter; }

    void text(const QString& text, const Face& face, const QColor& colour, QPointF topLeft)
    {
        const QRectF rect(topLeft, QSizeF(face.width(text), face.height()));
        m_painter.setFont(face.font);
        m_painter.setPen(colour);
        m_painter.drawText(topLeft + QPointF(0, face.metrics.ascent()), text);
        m_written.push_back({text, rect});
    }
    void textRight(const QString& text, const Face& face, const QColor& colour, QPointF topRight)
    {
        this->text(text, face, colour, topRight - QPointF(face.width(text), 0));
    }
    void textCentred(const QString& text, const Face& face, const QColor& colour, QPointF centre)
    {
        this->text(text, face, colour, centre - QPointF(face.width(text) / 2, face.height() / 2));
    }
    /// Upwards, as the title of a y axis.
    void textUpwards(const QString& text, const Face& face, const QColor& colour, QPointF centre)
    {
        const QSizeF size(face.width(text), face.height());
        m_painter.save();
        m_painter.translate(centre);
        m_painter.rotate(-90);
        m_painter.setFont(face.font);
        m_painter.setPen(colour);
        m_painter.drawText(QPointF(-size.width() / 2, face.metrics.ascent() - size.height() / 2),
                           text);
        m_painter.restore();
        const QSizeF turned = size.transposed();
        m_written.push_back(
            {text, QRectF(centre - QPointF(turned.width() / 2, turned.height() / 2), turned)});
    }
    void box(const QRectF& rect, const QColor& fill, const QColor& outline)
    {
        m_painter.setPen(QPen(outline, 1));
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }

private:
    QPainter& m_painter;
    std::vector<WrittenText>& m_written;
};

/// The first place that lies within bounds and touches nothing.
std::optional<QRectF> firstFree(const std::vector<QRectF>& places, const QRectF& bounds,
                                const std::vector<QRectF>& taken)
{
    const auto found = std::ranges::find_if(places, [&](const QRectF& place) {
        return bounds.contains(place) && std::ranges::none_of(taken, [&](const QRectF& other) {
                   return place.intersects(other);
               });
    });
    return found == places.end() ? std::nullopt : std::optional(*found);
}

/// Where no good place is free, the nearest one that is; `wanted` itself where all is taken.
QRectF nearestFree(const QRectF& wanted, const QRectF& bounds, const std::vector<QRectF>& taken)
{
    constexpr qreal stride = 4;
    QRectF best = wanted;
    qreal least = INFINITY;
    QRectF place(bounds.topLeft(), wanted.size());
    for (; place.bottom() <= bounds.bottom(); place.translate(0, stride))
        for (place.moveLeft(bounds.left()); place.right() <= bounds.right();
             place.translate(stride, 0)) {
            const qreal away = (place.topLeft() - wanted.topLeft()).manhattanLength();
            if (away < least && firstFree({place}, bounds, taken)) {
                least = away;
                best = place;
            }
        }
    return best;
}

/// Diagonals in the painter's own pixels: a pattern brush would not scale with the screen.
QBrush hatch(const QColor& colour, qreal ratio)
{
    const int side = qRound(8 * ratio);
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, ratio));
    for (const int shift : {-side, 0, side})
        painter.drawLine(QPointF(shift - side, side * 2), QPointF(shift + side * 2, -side));
    painter.end();
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
    return brush;
}

bool isMove(int key)
{
    return key == Qt::Key_Right || key == Qt::Key_Left || key == Qt::Key_PageUp
        || key == Qt::Key_PageDown;
}

std::int64_t stepFrom(std::int64_t tokens, bool up, bool toMark)
{
    constexpr std::int64_t coarseFrom = 32 * 1024;
    if (toMark) {
        std::int64_t mark = leastContext;
        while (mark * 2 < tokens)
            mark *= 2;
        return !up ? mark : mark > tokens ? mark : mark * 2 > tokens ? mark * 2 : mark * 4;
    }
    const bool coarse = up ? tokens >= coarseFrom : tokens > coarseFrom;
    const std::int64_t step = coarse ? 1024 : 256;
    return up ? tokens + step : tokens - step;
}

} // namespace

struct ContextChartView::Private
{
    explicit Private(ContextChartView* view)
        : q(view)
    { }

    ContextChartView* q;
    ContextChart chart;
    MemoryFormat format;
    QString device;
    bool small = false;
    bool antialiasing = true;
    bool stale = false;

    Scale scale;
    Face plain, strong;
    std::vector<double> yTicks; ///< in the shown unit
    std::vector<QPolygonF> edges; ///< the bands' upper edges on the widget, as few points as do
    QPolygonF outline; ///< the stack's upper edge, a point for each sample
    QPolygonF baseline; ///< as few points as do
    ChartBands bands;
    QPixmap picture; ///< what only changes with the chart, kept once it is painted a second time
    bool painted = false; ///< since the chart changed
    std::vector<WrittenText> groundTexts, aboveTexts;

    std::optional<qreal> pointer; ///< x of a pointer over the plot
    std::int64_t value = 0; ///< the marker's context, or the one last asked for
    bool moved = false; ///< asked for, and not yet let go
    struct Grip
    {
        Scale scale; ///< as it was: the axis must not run away from the hand
        qreal offset = 0;
    };
    std::optional<Grip> grip;

    // What stands inside the plot is placed afresh whenever it is painted.
    QRectF readout, plate;

    const Theme& theme() const { return currentTheme(); }
    bool hasChart() const { return !chart.contexts.empty() && scale.plot.isValid(); }

    // Layout
    void arrange();
    void measureFonts();
    void scaleY();
    qreal leftMargin() const;
    qreal rightMargin() const;
    qreal bottomMargin() const;
    qreal chipHeight() const { return std::ceil(strong.height()) + 3; }
    QString tickText(double tick) const;
    void feedBands();
    void changed();

    // The picture
    void forgetPicture()
    {
        picture = {};
        painted = false;
    }
    void keepPicture();
    void drawPicture(QPainter& painter);
    void drawGrid(Ink& ink);
    void drawEdges(Ink& ink);
    void drawHatch(Ink& ink);
    void drawSwitches(Ink& ink);
    void drawBaseline(Ink& ink);
    void drawAxes(Ink& ink);
    void drawBandLabels(Ink& ink);

    // Over it
    void drawAbove(Ink& ink);
    void drawLimit(Ink& ink);
    QRectF drawLimitLabel(Ink& ink); ///< where it stands
    void drawBaselineLabel(Ink& ink, const QRectF& limitLabel);
    void drawCrossing(Ink& ink);
    void drawPlate(Ink& ink);
    QString plateText() const; ///< what is said of the crossing; empty where nothing is
    void placePlate();
    std::vector<QRectF> platePlaces(const QSizeF& size) const;
    std::vector<QRectF> labelPlaces(const QSizeF& size) const;
    bool showsLimit() const;
    bool showsRing() const;
    QPointF ring() const;
    qreal limitY() const { return scale.y(static_cast<double>(chart.capacity)); }
    void drawMarker(Ink& ink);
    void drawCrosshair(Ink& ink);
    void drawTickLabels(Ink& ink);
    void drawChips(Ink& ink);
    void drawReadout(Ink& ink);

    struct Row
    {
        std::optional<Group> group;
        QString name, number;
        QColor colour;
    };
    std::vector<Row> bandRows() const;
    std::vector<Row> sumRows() const;
    QString peakText(std::int64_t tokens) const;
    QString switchText(QPointF at) const; ///< of the diamond there; empty where none is
    bool namesPeak() const { return !readoutIsShort() && chart.peakAt(chart.marker).has_value(); }
    std::vector<Bytes> bandsAt(std::int64_t tokens) const;
    std::int64_t readContext() const;
    bool allShown() const;
    bool readoutIsShort() const;
    qreal rowHeight() const { return std::max(18.0, std::ceil(plain.height()) + 2); }
    qreal readoutWidth() const;
    QSizeF readoutSize() const;
    void placeReadout();

    qreal pixel(qreal at) const; ///< the nearest whole device pixel
    qreal hair() const; ///< a crisp line of about one logical pixel
    void vertical(QPainter& painter, qreal x, qreal width, const QColor& colour) const;
    QColor casing() const;
    qreal markerWidth() const;
    qreal markerX() const; ///< the middle of the line
    QPointF markerDot() const;
    QRectF markerChip() const;
    QRectF pointerChip() const;
    QRectF chipAt(qreal x, qreal width) const;
    bool isOnMarker(QPointF at) const;
    qreal stackAt(qreal x) const;
    qreal highestStack(const QRectF& over) const;
    std::int64_t dragged(QPointF at, bool freely) const;
};

// Layout

void ContextChartView::Private::measureFonts()
{
    QFont font = q->font();
    const qreal size = font.pointSizeF() > 0 ? font.pointSizeF() : QFontInfo(font).pointSizeF();
    font.setPointSizeF(std::max(8.0, size - 0.5));
    plain = Face(font);
    font.setWeight(QFont::DemiBold);
    strong = Face(font);
}

QString ContextChartView::Private::tickText(double tick) const
{
    const double step = yTicks.size() > 1 ? yTicks[1] - yTicks[0] : 1;
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step))), 0, 6);
    return format.locale().toString(tick, 'f', decimals);
}

qreal ContextChartView::Private::leftMargin() const
{
    qreal widest = plain.width(QStringLiteral("000")); // three digits hold most tops: no jumping
    for (const double tick : yTicks)
        widest = std::max(widest, plain.width(tickText(tick)));
    return std::ceil(8 + plain.height() + 6 + widest + 8);
}

qreal ContextChartView::Private::rightMargin() const
{
    qreal widest = 0;
    for (const Layer& layer : chart.layers)
        widest = std::max(widest, plain.width(translated(layer.name)));
    return std::max(small ? 118.0 : 136.0, std::ceil(12 + widest + 8));
}

qreal ContextChartView::Private::bottomMargin() const
{
    return handleHeight + chipHeight() + 4 + std::ceil(plain.height()) + 6;
}

void ContextChartView::Private::scaleY()
{
    const double unit = 1 / format.inUnit(1);
    yTicks = format.unit() == MemoryFormat::Unit::GiB
        ? chart.y.ticks
        : niceTicks(format.inUnit(std::llround(chart.y.most * 1073741824.0)));
    scale.top = yTicks.empty() ? 1 : yTicks.back() * unit;

    const double spacing = scale.plot.height() / static_cast<double>(yTicks.size());
    std::size_t stride = small ? 2 : 1;
    while (static_cast<double>(stride) * spacing < plain.height() && stride < yTicks.size())
        stride *= 2;
    for (std::size_t i = 0; i * stride < yTicks.size(); ++i)
        yTicks[i] = yTicks[i * stride];
    yTicks.resize((yTicks.size() + stride - 1) / stride);
}

/// Hands Qt Charts and the edges the points that can be seen: both cost by the point, and a flat
/// band has two.
void ContextChartView::Private::feedBands()
{
    constexpr double unseen = 0.1; // px
    edges.clear();
    Points upper;
    for (const std::int64_t context : chart.contexts)
        upper.push_back({scale.x(static_cast<double>(context)), 0});
    std::vector<Bytes> sums(chart.contexts.size());
    QList<QPointF> points;
    for (std::size_t band = 0; band < chart.layers.size(); ++band) {
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] = bounded::plus(sums[i], chart.layers[band].values[i]);
            upper[i].y = scale.y(static_cast<double>(sums[i]));
        }
        points.clear();
        QPolygonF& edge = edges.emplace_back();
        for (const Point& at : simplified(upper, unseen)) {
            edge.append({at.x, at.y});
            points.append({scale.logAt(at.x), scale.bytesAt(at.y)});
        }
        bands.setEdges(band, points);
        bands.setColour(band, theme().fill(chart.layers[band].group));
    }
    bands.hideFrom(chart.layers.size());
    outline.clear();
    for (const Point& at : upper)
        outline.append({at.x, at.y});

    baseline.clear();
    for (std::size_t i = 0; i < chart.baseline.size(); ++i)
        upper[i].y = scale.y(static_cast<double>(chart.baseline[i]));
    if (!chart.baseline.empty())
        for (const Point& at : simplified(upper, unseen))
            baseline.append({at.x, at.y});
}

void ContextChartView::Private::arrange()
{
    forgetPicture();
    if (chart.contexts.empty())
        return;
    const qreal top = std::ceil(plain.height() / 2) + 4;
    // The ticks thin out by the plot's height and the plot begins beside the ticks' labels.
    scale.plot = QRectF(0, top, q->width(), q->height() - top - bottomMargin());
    scaleY();
    scale.plot.setLeft(leftMargin());
    scale.plot.setRight(q->width() - rightMargin());
    scale.least = std::log2(chart.x.least);
    scale.most = std::log2(chart.x.most);
    if (!scale.plot.isValid())
        return;
    bands.setPlot(q->size(), scale.plot);
    bands.setScale(scale.least, scale.most, scale.top);
    feedBands();
}

void ContextChartView::Private::changed()
{
    arrange();
    q->update();
}

// Geometry

qreal ContextChartView::Private::pixel(qreal at) const
{
    const qreal ratio = q->devicePixelRatioF();
    return std::round(at * ratio) / ratio;
}

qreal ContextChartView::Private::hair() const
{
    const qreal ratio = q->devicePixelRatioF();
    return std::max(1.0, std::floor(ratio)) / ratio;
}

QColor ContextChartView::Private::casing() const
{
    QColor surface = theme().surface;
    surface.setAlphaF(0.9F);
    return surface;
}

/// A line from the plot's top to its bottom; `x` is its middle.
void ContextChartView::Private::vertical(QPainter& painter, qreal x, qreal width,
                                         const QColor& colour) const
{
    painter.fillRect(QRectF(pixel(x - width / 2), scale.plot.top(), width, scale.plot.height()),
                     colour);
}

qreal ContextChartView::Private::stackAt(qreal x) const
{
    const auto right = std::ranges::lower_bound(outline, x, {}, &QPointF::x);
    if (right == outline.begin())
        return right->y();
    if (right == outline.end())
        return outline.back().y();
    const QPointF left = *std::prev(right);
    return std::lerp(left.y(), right->y(), (x - left.x()) / (right->x() - left.x()));
}

qreal ContextChartView::Private::highestStack(const QRectF& over) const
{
    qreal highest = std::min(stackAt(over.left()), stackAt(over.right()));
    for (const QPointF& point : outline)
        if (point.x() > over.left() && point.x() < over.right())
            highest = std::min(highest, point.y());
    return highest;
}

/// About 1.25 px, in whole device pixels.
qreal ContextChartView::Private::markerWidth() const
{
    const qreal ratio = q->devicePixelRatioF();
    return std::max(1.0, std::round(1.25 * ratio)) / ratio;
}

qreal ContextChartView::Private::markerX() const
{
    const qreal left = scale.x(static_cast<double>(chart.marker)) - markerWidth() / 2;
    return pixel(left) + markerWidth() / 2;
}

QPointF ContextChartView::Private::markerDot() const
{
    return {markerX(), stackAt(scale.x(static_cast<double>(chart.marker)))};
}

/// A chip below the axis, kept on the widget.
QRectF ContextChartView::Private::chipAt(qreal x, qreal width) const
{
    const qreal left = std::clamp(x - width / 2, 1.0, std::max(1.0, q->width() - width - 1));
    return {pixel(left), scale.plot.bottom() + handleHeight, width, chipHeight()};
}

QRectF ContextChartView::Private::markerChip() const
{
    const qreal x = std::clamp(markerX(), scale.plot.left(), scale.plot.right());
    const qreal usual = strong.width(QStringLiteral("88,888")); // as wide for most values
    return chipAt(x, std::ceil(std::max(usual, strong.width(format.count(chart.marker))) + 16));
}

/// Beside the marker's chip where it would be under it.
QRectF ContextChartView::Private::pointerChip() const
{
    const QString text = format.count(scale.tokens(*pointer));
    QRectF chip = chipAt(*pointer, std::ceil(plain.width(text)) + 12);
    const QRectF taken = markerChip().adjusted(-6, 0, 6, 0);
    if (!chip.intersects(taken))
        return chip;
    const bool leftwards = *pointer < markerX() && taken.left() >= chip.width() + 1;
    chip.moveLeft(leftwards || taken.right() + chip.width() > q->width()
                      ? taken.left() - chip.width()
                      : taken.right());
    return chip;
}

bool ContextChartView::Private::isOnMarker(QPointF at) const
{
    if (!hasChart())
        return false;
    const bool onLine = scale.holds(chart.marker) && std::abs(at.x() - markerX()) <= grabReach
        && at.y() >= scale.plot.top() && at.y() <= markerChip().bottom();
    return onLine || markerChip().adjusted(0, -handleHeight, 0, 3).contains(at);
}

std::int64_t ContextChartView::Private::dragged(QPointF at, bool freely) const
{
    const qreal x = at.x() - grip->offset;
    for (const double mark : chart.x.ticks)
        if (!freely && std::abs(grip->scale.x(mark) - x) <= snapReach)
            return static_cast<std::int64_t>(mark);
    return grip->scale.tokens(x);
}

// The picture: what changes with the chart only

void ContextChartView::Private::keepPicture()
{
    const qreal ratio = q->devicePixelRatioF();
    picture = QPixmap(q->size() * ratio);
    picture.setDevicePixelRatio(ratio);
    QPainter painter(&picture);
    drawPicture(painter);
}

void ContextChartView::Private::drawPicture(QPainter& painter)
{
    painter.fillRect(q->rect(), theme().surface);
    painter.setRenderHint(QPainter::Antialiasing, antialiasing);
    groundTexts.clear();
    Ink ink(painter, groundTexts);
    drawGrid(ink);
    bands.paint(painter, scale.plot);
    painter.setRenderHint(QPainter::Antialiasing, antialiasing);
    drawEdges(ink);
    drawHatch(ink);
    drawSwitches(ink);
    drawBaseline(ink);
    drawAxes(ink);
    drawBandLabels(ink);
}

void ContextChartView::Private::drawGrid(Ink& ink)
{
    const double unit = 1 / format.inUnit(1);
    for (const double tick : yTicks) {
        const qreal y = scale.y(tick * unit);
        ink.painter().fillRect(
            QRectF(scale.plot.left(), pixel(y - hair() / 2), scale.plot.width(), hair()),
            colour(theme().chart->grid));
        ink.textRight(tickText(tick), plain, theme().muted,
                      {scale.plot.left() - 8, y - plain.height() / 2});
    }
}

void ContextChartView::Private::drawEdges(Ink& ink)
{
    QPainter& painter = ink.painter();
    painter.setBrush(Qt::NoBrush);
    for (std::size_t band = 0; band < edges.size(); ++band) {
        QPen pen(theme().edge(chart.layers[band].group), 1);
        pen.setCosmetic(true);
        painter.setPen(pen);
        painter.drawPolyline(edges[band]);
    }
}

/// Over the part of the stack that the capacity does not hold.
void ContextChartView::Private::drawHatch(Ink& ink)
{
    const qreal line = scale.y(static_cast<double>(chart.capacity));
    const qreal least
        = outline.empty() ? line : std::ranges::min_element(outline, {}, &QPointF::y)->y();
    if (least >= line)
        return;
    QPolygonF part(edges.back());
    part << QPointF(scale.plot.right(), scale.plot.bottom()) << scale.plot.bottomLeft();
    QPainter& painter = ink.painter();
    painter.save();
    painter.setClipRect(QRectF(scale.plot.topLeft(),
                               QPointF(scale.plot.right(), std::max(scale.plot.top(), line))));
    QColor shade = colour(theme().chart->hatch);
    shade.setAlphaF(static_cast<float>(theme().chart->hatchOpacity));
    painter.setPen(Qt::NoPen);
    painter.setBrush(hatch(shade, q->devicePixelRatioF()));
    painter.drawPolygon(part);
    painter.restore();
}

/// A small diamond on the stack where another moment of the step becomes its peak; the readout
/// names the moment on either side.
void ContextChartView::Private::drawSwitches(Ink& ink)
{
    constexpr qreal half = 4;
    QPainter& painter = ink.painter();
    painter.setPen(QPen(theme().text, 1));
    painter.setBrush(theme().surface);
    for (const std::int64_t context : chart.switches) {
        const qreal x = scale.x(static_cast<double>(context));
        const QPointF at(x, stackAt(x));
        painter.drawPolygon(QPolygonF{at + QPointF(-half, 0), at + QPointF(0, -half),
                                      at + QPointF(half, 0), at + QPointF(0, half)});
    }
}

void ContextChartView::Private::drawBaseline(Ink& ink)
{
    if (baseline.isEmpty())
        return;
    constexpr qreal width = 1.5;
    QPainter& painter = ink.painter();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(casing(), width + 3, Qt::SolidLine, Qt::FlatCap));
    painter.drawPolyline(baseline);
    QPen pen(theme().text, width, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({6 / width, 4 / width});
    painter.setPen(pen);
    painter.drawPolyline(baseline);
}

void ContextChartView::Private::drawAxes(Ink& ink)
{
    QPainter& painter = ink.painter();
    const QColor axis = colour(theme().chart->axis);
    const QRectF& plot = scale.plot;
    painter.fillRect(QRectF(plot.left(), pixel(plot.bottom() - hair() / 2), plot.width(), hair()),
                     axis);
    for (const double tick : chart.x.ticks)
        painter.fillRect(
            QRectF(pixel(scale.x(tick) - hair() / 2), plot.bottom(), hair(), tickLength), axis);

    const QString length = ContextChartView::tr("Context length (tokens, log₂ scale)");
    ink.textCentred(plain.metrics.elidedText(length, Qt::ElideRight, q->width() - 16), plain,
                    theme().text,
                    {std::clamp(plot.center().x(), plain.width(length) / 2 + 8,
                                std::max(plain.width(length) / 2 + 8,
                                         q->width() - plain.width(length) / 2 - 8)),
                     plot.bottom() + handleHeight + chipHeight() + 4 + plain.height() / 2});

    const QString memory = plain.metrics.elidedText(
        ContextChartView::tr("Memory per GPU (%1)").arg(format.unitName()), Qt::ElideRight,
        q->height() - 8);
    const qreal half = plain.width(memory) / 2 + 4;
    ink.textUpwards(memory, plain, theme().text,
                    {8 + plain.height() / 2,
                     std::clamp(plot.center().y(), half, std::max(half, q->height() - half))});
}

void ContextChartView::Private::drawBandLabels(Ink& ink)
{
    std::vector<qreal> wanted;
    double below = 0;
    for (const Layer& layer : chart.layers) {
        const auto bytes = static_cast<double>(layer.values.back());
        wanted.push_back(scale.y(below + bytes / 2));
        below += bytes;
    }
    const qreal spacing = std::max(16.0, std::ceil(plain.height()));
    const std::vector<qreal> at
        = spread(wanted, spacing, scale.plot.top() + 2, scale.plot.bottom() - 3);
    const qreal right = scale.plot.right();
    for (std::size_t i = 0; i < at.size(); ++i) {
        ink.painter().setPen(QPen(theme().edge(chart.layers[i].group), 1));
        ink.painter().drawLine(QPointF(right + 1, wanted[i]), QPointF(right + 9, at[i]));
        ink.text(plain.metrics.elidedText(translated(chart.layers[i].name), Qt::ElideRight,
                                          rightMargin() - 14),
                 plain, theme().text, {right + 12, at[i] - plain.height() / 2});
    }
}

// Over the picture: marker, readout, crosshair and what keeps out of their way

void ContextChartView::Private::drawAbove(Ink& ink)
{
    placeReadout();
    placePlate();
    drawCrosshair(ink);
    if (scale.holds(chart.marker))
        vertical(ink.painter(), markerX(), markerWidth() + 4, casing());
    drawLimit(ink);
    drawCrossing(ink);
    drawTickLabels(ink);
    drawChips(ink);
    drawMarker(ink);
    const QRectF limitLabel = drawLimitLabel(ink);
    drawPlate(ink);
    drawBaselineLabel(ink, limitLabel);
    drawReadout(ink);
}

bool ContextChartView::Private::showsLimit() const
{
    return chart.capacity > 0 && limitY() >= scale.plot.top();
}

void ContextChartView::Private::drawLimit(Ink& ink)
{
    if (!showsLimit())
        return;
    // Two pixels of surface on either side, so that both edges fall on whole pixels.
    const QRectF line(scale.plot.left(), pixel(limitY() - 1), scale.plot.width(), 2);
    ink.painter().fillRect(line.adjusted(0, -2, 0, 2), casing());
    ink.painter().fillRect(line, colour(theme().chart->limit));
}

/// First those just above the line, then those above the stack where that covers the line.
std::vector<QRectF> ContextChartView::Private::labelPlaces(const QSizeF& size) const
{
    std::vector<qreal> lefts{scale.plot.left() + edgeGap, readout.right() + edgeGap,
                             plate.right() + edgeGap};
    if (scale.holds(chart.marker))
        lefts.push_back(markerX() + edgeGap);
    std::ranges::sort(lefts);
    std::vector<QRectF> onLine, raised;
    for (const qreal left : lefts) {
        const QRectF place({left, limitY() - 4 - size.height()}, size);
        const qreal highest = highestStack(place);
        if (highest > limitY())
            onLine.push_back(place);
        else
            raised.push_back(QRectF({left, highest - 8 - size.height()}, size));
    }
    onLine.insert(onLine.end(), raised.begin(), raised.end());
    return onLine;
}

/// Out of the way of readout, plate and marker; where all is full, on a plate of its own.
QRectF ContextChartView::Private::drawLimitLabel(Ink& ink)
{
    if (!showsLimit())
        return {};
    const QString amount = format.withUnit(chart.capacity, 1);
    const QString text = device.isEmpty()
        ? ContextChartView::tr("Capacity %1").arg(amount)
        : ContextChartView::tr("Capacity %1 · %2").arg(amount, device);
    const QSizeF size(strong.width(text), strong.height());
    const QColor red = colour(theme().chart->limit);
    const qreal marker = scale.holds(chart.marker) ? markerX() : -100;
    const std::vector<QRectF> places = labelPlaces(size);
    const std::optional<QRectF> found = firstFree(
        places, scale.plot.adjusted(2, 0, -2, 0),
        {readout, plate.adjusted(-4, -2, 4, 2), QRectF(marker - 5, 0, 10, scale.plot.bottom())});
    const QRectF label = found
        ? *found
        : nearestFree(places.front(), scale.plot.adjusted(8, 4, -8, -4),
                      {readout.adjusted(-8, -4, 8, 4), plate.adjusted(-8, -4, 8, 4)});
    if (!found)
        ink.box(label.adjusted(-6, -2, 6, 2), theme().surface, red);
    else if (label.bottom() < limitY() - 5) {
        QPainter& painter = ink.painter();
        const QPointF foot(pixel(label.left() + 6), limitY());
        const QLineF leader({foot.x(), label.bottom()}, foot);
        painter.setPen(QPen(casing(), 3.5));
        painter.drawLine(leader);
        painter.setPen(QPen(red, 1.5));
        painter.drawLine(leader);
        painter.setPen(Qt::NoPen);
        painter.setBrush(red);
        painter.drawEllipse(foot, 3, 3);
    }
    ink.text(text, strong, red, label.topLeft());
    return label;
}

/// What the baseline comes to at the marker, on a plate at the line beside the marker: with a
/// marker out of view the line's name alone, at its right end.
void ContextChartView::Private::drawBaselineLabel(Ink& ink, const QRectF& limitLabel)
{
    if (baseline.isEmpty())
        return;
    const bool held = scale.holds(chart.marker);
    const QString text = held
        ? ContextChartView::tr("Baseline %1").arg(format.number(*chart.baselineAtMarker, 1))
        : ContextChartView::tr("Baseline");
    const QPointF at = held
        ? QPointF(markerX(), scale.y(static_cast<double>(*chart.baselineAtMarker)))
        : baseline.back();
    const QSizeF size(std::ceil(plain.width(text)) + 12, std::ceil(plain.height()) + 2);
    std::vector<QRectF> places;
    for (const qreal left : {at.x() - 10 - size.width(), at.x() + 10})
        for (const qreal top : {at.y() - 8 - size.height(), at.y() + 8, at.y() - size.height() / 2})
            places.push_back({{left, top}, size});
    const std::vector<QRectF> taken{readout.adjusted(-4, -4, 4, 4), plate.adjusted(-4, -4, 4, 4),
                                    limitLabel.adjusted(-4, -2, 4, 2),
                                    QRectF(markerDot() - QPointF(8, 8), QSizeF(16, 16))};
    const QRectF bounds = scale.plot.adjusted(2, 2, -2, -2);
    const std::optional<QRectF> found = firstFree(places, bounds, taken);
    QRectF label = found ? *found : nearestFree(places.front(), bounds, taken);
    label.moveTopLeft({pixel(label.left()), pixel(label.top())});
    if (held) {
        ink.painter().setPen(QPen(theme().text, 1.5));
        ink.painter().setBrush(theme().surface);
        ink.painter().drawEllipse(at, 3.5, 3.5);
    }
    ink.box(label, theme().surface, theme().outline);
    ink.textCentred(text, plain, theme().text, label.center());
}

QPointF ContextChartView::Private::ring() const
{
    return {pixel(scale.x(static_cast<double>(chart.longest))), limitY()};
}

bool ContextChartView::Private::showsRing() const
{
    return chart.crossing == Crossing::At && scale.holds(chart.longest) && showsLimit();
}

void ContextChartView::Private::drawCrossing(Ink& ink)
{
    if (!showsRing())
        return;
    QPainter& painter = ink.painter();
    const QColor red = colour(theme().chart->limit);
    const QLineF drop(ring(), {ring().x(), scale.plot.bottom()});
    painter.setPen(QPen(casing(), 3.5, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(drop);
    QPen dashes(red, 1.5, Qt::CustomDashLine, Qt::FlatCap);
    dashes.setDashPattern({4 / 1.5, 3 / 1.5});
    painter.setPen(dashes);
    painter.drawLine(drop);
    painter.setPen(QPen(red, 2));
    painter.setBrush(theme().surface);
    painter.drawEllipse(ring(), 5, 5);
}

QString ContextChartView::Private::plateText() const
{
    if (showsRing())
        return ContextChartView::tr("fits up to %1 tokens").arg(format.count(chart.longest));
    const bool beyond = static_cast<double>(chart.longest) > chart.x.most;
    if (chart.crossing == Crossing::AlwaysFits || (chart.crossing == Crossing::At && beyond))
        return ContextChartView::tr("Fits over the whole range");
    if (chart.crossing == Crossing::At)
        return {};
    // Where the states fit, it is the rest of them that does not.
    return chart.statesAlone > chart.capacity
        ? ContextChartView::tr("Does not fit at any length: states alone %1")
              .arg(format.withUnit(chart.statesAlone, 1))
        : ContextChartView::tr("Does not fit at any length");
}

/// At the ring, best left of it; what holds for the whole range stands over the plot's middle.
std::vector<QRectF> ContextChartView::Private::platePlaces(const QSizeF& size) const
{
    const QRectF& plot = scale.plot;
    std::vector<QRectF> places;
    const auto add = [&](qreal left, qreal top) { places.emplace_back(QPointF(left, top), size); };
    if (showsRing()) {
        const qreal above = ring().y() - 8 - size.height(), below = ring().y() + 8;
        const qreal left = ring().x() - 8 - size.width(), right = ring().x() + 8;
        const qreal within = std::clamp(ring().x() - size.width() / 2, plot.left() + 2,
                                        std::max(plot.left() + 2, plot.right() - size.width() - 2));
        for (const qreal top : {above, below})
            for (const qreal start : {left, right})
                add(start, top);
        add(within, above - 4);
        add(within, below + 4);
        return places;
    }
    const qreal centred = plot.center().x() - size.width() / 2;
    const qreal beside = (readout.right() + edgeGap + plot.right() - size.width()) / 2;
    for (const qreal left : {centred, beside})
        for (const qreal top : {plot.top() + 6, limitY() + 8, limitY() + 12 + size.height()})
            add(left, top);
    return places;
}

void ContextChartView::Private::placePlate()
{
    plate = {};
    const QString text = plateText();
    if (text.isEmpty())
        return;
    const qreal width = std::min(std::ceil(strong.width(text)) + 18, scale.plot.width() - 4);
    const std::vector<QRectF> places = platePlaces({width, std::ceil(strong.height()) + 6});
    const QRectF line(scale.plot.left(), limitY() - 4, scale.plot.width(), 8);
    std::vector<QRectF> taken{readout.adjusted(-4, -4, 4, 4)};
    if (scale.holds(chart.marker))
        taken.emplace_back(markerDot() - QPointF(7, 7), QSizeF(14, 14));
    std::vector<QRectF> takenAtBest(taken);
    takenAtBest.push_back(line);
    const std::optional<QRectF> found = firstFree(places, scale.plot, takenAtBest);
    plate = found ? *found : nearestFree(places.front(), scale.plot.adjusted(2, 2, -2, -2), taken);
    plate.moveTopLeft({pixel(plate.left()), pixel(plate.top())});
}

void ContextChartView::Private::drawPlate(Ink& ink)
{
    if (plate.isEmpty())
        return;
    const bool limits = showsRing() || chart.crossing == Crossing::NeverFits;
    const QColor frame = limits ? colour(theme().chart->limit) : theme().outline;
    ink.box(plate, theme().surface, frame);
    ink.textCentred(strong.metrics.elidedText(plateText(), Qt::ElideRight, plate.width() - 8),
                    strong, theme().text, plate.center());
}

void ContextChartView::Private::drawMarker(Ink& ink)
{
    if (!scale.holds(chart.marker))
        return;
    QPainter& painter = ink.painter();
    vertical(painter, markerX(), markerWidth(), theme().text);
    painter.setPen(QPen(theme().surface, 2));
    painter.setBrush(theme().text);
    painter.drawEllipse(markerDot(), 6, 6);
}

void ContextChartView::Private::drawCrosshair(Ink& ink)
{
    if (!pointer)
        return;
    QPen pen(colour(theme().chart->axis), hair(), Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2, 2});
    const qreal x = pixel(*pointer) + hair() / 2;
    vertical(ink.painter(), x, hair() + 2, casing());
    ink.painter().setPen(pen);
    ink.painter().drawLine(QPointF(x, scale.plot.top()), QPointF(x, scale.plot.bottom()));
}

/// As many as have room, and none that a chip would cut.
void ContextChartView::Private::drawTickLabels(Ink& ink)
{
    const std::vector<double>& ticks = chart.x.ticks;
    if (ticks.size() < 1)
        return;
    qreal widest = 0;
    std::vector<QString> labels;
    for (const double tick : ticks) {
        labels.push_back(QString::fromStdString(tokensLabel(static_cast<std::int64_t>(tick))));
        widest = std::max(widest, plain.width(labels.back()));
    }
    const qreal apart = ticks.size() > 1 ? scale.x(ticks[1]) - scale.x(ticks[0]) : widest;
    const auto stride
        = static_cast<std::size_t>(std::max(1.0, std::ceil((widest + 8) / std::max(1.0, apart))));
    const qreal y = markerChip().center().y();
    const QRectF markerTaken = markerChip().adjusted(-4, 0, 4, 0);
    const QRectF pointerTaken = pointer ? pointerChip().adjusted(-4, 0, 4, 0) : QRectF();
    for (std::size_t i = 0; i < ticks.size(); i += stride) {
        const qreal width = plain.width(labels[i]);
        const QRectF place(scale.x(ticks[i]) - width / 2, y - plain.height() / 2, width,
                           plain.height());
        if (!place.intersects(markerTaken) && !place.intersects(pointerTaken))
            ink.textCentred(labels[i], plain, theme().muted, place.center());
    }
}

void ContextChartView::Private::drawChips(Ink& ink)
{
    QPainter& painter = ink.painter();
    if (pointer) {
        ink.box(pointerChip(), theme().surface, theme().outline);
        ink.textCentred(format.count(scale.tokens(*pointer)), plain, theme().text,
                        pointerChip().center());
    }
    const QRectF chip = markerChip();
    const qreal x = std::clamp(markerX(), scale.plot.left(), scale.plot.right());
    const qreal y = scale.plot.bottom() + 1;
    QPainterPath shape;
    shape.addRoundedRect(chip, 2, 2);
    QPolygonF handle;
    handle << QPointF(x, y) << QPointF(x + handleHalf, y + handleHalf)
           << QPointF(x + handleHalf, chip.top() + 2) << QPointF(x - handleHalf, chip.top() + 2)
           << QPointF(x - handleHalf, y + handleHalf);
    QPainterPath point;
    point.addPolygon(handle);
    point.closeSubpath();
    shape = shape.united(point);
    if (q->hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().surface, 8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(shape);
        painter.setPen(QPen(theme().accent, 6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(shape);
        painter.setPen(QPen(theme().surface, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(shape);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().text);
    painter.drawPath(shape);
    ink.textCentred(format.count(chart.marker), strong, theme().surface, chip.center());
}

// The readout

std::int64_t ContextChartView::Private::readContext() const
{
    return pointer ? scale.tokens(*pointer) : chart.marker;
}

std::vector<Bytes> ContextChartView::Private::bandsAt(std::int64_t tokens) const
{
    if (tokens != chart.marker)
        return chart.at(tokens);
    std::vector<Bytes> bytes;
    for (const Layer& layer : chart.layers)
        bytes.push_back(chart.atMarker.perGpu[layer.group]);
    return bytes;
}

bool ContextChartView::Private::allShown() const
{
    for (std::size_t i = 0; i < groupCount; ++i)
        if (chart.atMarker.perGpu.bytes[i] != 0
            && std::ranges::find(chart.layers, static_cast<Group>(i), &Layer::group)
                == chart.layers.end())
            return false;
    return true;
}

/// The bands, top first.
std::vector<ContextChartView::Private::Row> ContextChartView::Private::bandRows() const
{
    const std::vector<Bytes> bytes = bandsAt(readContext());
    std::vector<Row> rows;
    for (std::size_t i = chart.layers.size(); i-- > 0;)
        rows.push_back({chart.layers[i].group, translated(chart.layers[i].name),
                        format.number(bytes[i], 2), theme().text});
    return rows;
}

/// With a band hidden the sum is not the plan's total and says nothing of what is free.
std::vector<ContextChartView::Private::Row> ContextChartView::Private::sumRows() const
{
    const std::vector<Bytes> bytes = bandsAt(readContext());
    const Bytes sum = std::accumulate(bytes.begin(), bytes.end(), Bytes{0}, bounded::plus);
    if (!allShown())
        return {{{}, ContextChartView::tr("Shown bands"), format.withUnit(sum, 2), theme().text}};
    const Bytes free = chart.capacity - sum;
    return {
        {{}, ContextChartView::tr("Total"), format.withUnit(sum, 2), theme().text},
        free >= 0
            ? Row{{}, ContextChartView::tr("Free"), format.withUnit(free, 2), theme().fits}
            : Row{{}, ContextChartView::tr("Over by"), format.withUnit(-free, 2), theme().over},
    };
}

QString ContextChartView::Private::peakText(std::int64_t tokens) const
{
    const auto moment = chart.peakAt(tokens);
    return moment ? ContextChartView::tr("Peak: %1").arg(translated(momentName(*moment)))
                  : QString();
}

QString ContextChartView::Private::switchText(QPointF at) const
{
    constexpr qreal reach = 9;
    for (const std::int64_t context : chart.switches) {
        const qreal x = scale.x(static_cast<double>(context));
        if ((at - QPointF(x, stackAt(x))).manhattanLength() > reach)
            continue;
        return ContextChartView::tr("From %1 tokens on the peak is another moment: %2, before %3")
            .arg(format.count(context), translated(momentName(*chart.peakAt(context))),
                 translated(momentName(*chart.peakAt(context - 1))));
    }
    return {};
}

qreal ContextChartView::Private::readoutWidth() const
{
    const QString most = format.locale().toString(8888.88, 'f', 2);
    qreal widest = strong.width(ContextChartView::tr("Over by") + most + QLatin1Char(' ')
                                + format.unitName());
    for (const Layer& layer : chart.layers)
        widest = std::max(widest, 18 + plain.width(translated(layer.name) + most));
    return std::max(204.0, std::ceil(widest + 8 + 20));
}

/// Without the bands where they would cover the curve instead of standing beside it.
bool ContextChartView::Private::readoutIsShort() const
{
    const auto rows = static_cast<double>(chart.layers.size() + 4);
    const qreal share = (rows * rowHeight() + 17) / scale.plot.height();
    return small || share > 0.96 || (share > 0.6 && readoutWidth() > 0.36 * scale.plot.width());
}

/// By fonts and names, never by values: the box must not breathe while a slider moves.
QSizeF ContextChartView::Private::readoutSize() const
{
    const bool isShort = readoutIsShort();
    const auto rows
        = static_cast<double>(3 + (isShort ? 0 : chart.layers.size()) - (allShown() ? 0 : 1));
    return {readoutWidth(), (rows + (namesPeak() ? 1 : 0)) * rowHeight() + (isShort ? 10 : 15)};
}

void ContextChartView::Private::placeReadout()
{
    readout = QRectF(scale.plot.topLeft() + QPointF(edgeGap, 2), readoutSize());
    if (!scale.holds(chart.marker))
        return;
    const qreal x = markerX();
    const qreal beside = x + edgeGap + 2;
    if (x > readout.left() - edgeGap && x < readout.right() + edgeGap
        && beside + readout.width() <= q->width())
        readout.moveLeft(beside);
}

void ContextChartView::Private::drawReadout(Ink& ink)
{
    QPainter& painter = ink.painter();
    ink.box(readout, theme().surface, theme().outline);
    const qreal left = readout.left() + 10, right = readout.right() - 10;
    const qreal inset = (rowHeight() - plain.height()) / 2;
    qreal y = readout.top() + 5;
    const QString tokens = ContextChartView::tr("%1 tokens").arg(format.count(readContext()));
    ink.text(tokens, strong, theme().text, {left, y + inset});
    if (pointer)
        ink.text(ContextChartView::tr("(pointer)"), plain, theme().muted,
                 {left + strong.width(tokens) + 6, y + inset});
    y += rowHeight();
    if (!readoutIsShort()) {
        for (const Row& row : bandRows()) {
            painter.setPen(QPen(theme().edge(*row.group), 1));
            painter.setBrush(theme().fill(*row.group));
            painter.drawRect(QRectF(left + 0.5, std::round(y + rowHeight() / 2 - 5) + 0.5, 10, 10));
            ink.text(row.name, plain, row.colour, {left + 18, y + inset});
            ink.textRight(row.number, plain, row.colour, {right, y + inset});
            y += rowHeight();
        }
        painter.fillRect(QRectF(left, pixel(y + 2), right - left, hair()), theme().hairline);
        y += 5;
    }
    for (const Row& row : sumRows()) {
        ink.text(row.name, strong, row.colour, {left, y + inset});
        ink.textRight(row.number, strong, row.colour, {right, y + inset});
        y += rowHeight();
    }
    if (namesPeak())
        ink.text(plain.metrics.elidedText(peakText(readContext()), Qt::ElideRight, right - left),
                 plain, theme().muted, {left, y + inset});
}

// The widget

ContextChartView::ContextChartView(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this))
{
    setObjectName(QStringLiteral("contextChart"));
    setAccessibleName(tr("Memory by context length"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    d->measureFonts();
}

ContextChartView::~ContextChartView() = default;

void ContextChartView::show(const ContextChart& chart)
{
    d->chart = chart;
    if (!d->moved)
        d->value = chart.marker;
    d->changed();
}

void ContextChartView::setFormat(const MemoryFormat& format)
{
    if (format == d->format)
        return;
    d->format = format;
    d->changed();
}

void ContextChartView::setSmall(bool small)
{
    if (small == d->small)
        return;
    d->small = small;
    d->changed();
}

void ContextChartView::setStale(bool stale)
{
    if (stale == d->stale)
        return;
    d->stale = stale;
    update();
}

void ContextChartView::setDeviceName(const QString& name)
{
    d->device = name;
    update();
}

void ContextChartView::setSummary(const QString& summary)
{
    setAccessibleDescription(summary);
}

void ContextChartView::setAntialiasing(bool on)
{
    if (on == d->antialiasing)
        return;
    d->antialiasing = on;
    d->forgetPicture();
    update();
}

QRectF ContextChartView::plotArea() const
{
    return d->scale.plot;
}

QPointF ContextChartView::positionOf(std::int64_t tokens, Bytes bytes) const
{
    return {d->scale.x(static_cast<double>(tokens)), d->scale.y(static_cast<double>(bytes))};
}

std::int64_t ContextChartView::tokensAt(qreal x) const
{
    return d->scale.tokens(x);
}

Bytes ContextChartView::bytesAt(qreal y) const
{
    const Scale& scale = d->scale;
    return std::llround((scale.plot.bottom() - y) / scale.plot.height() * scale.top);
}

std::vector<WrittenText> ContextChartView::writtenTexts() const
{
    std::vector<WrittenText> all = d->groundTexts;
    all.insert(all.end(), d->aboveTexts.begin(), d->aboveTexts.end());
    return all;
}

QSize ContextChartView::sizeHint() const
{
    return {840, 430};
}

QSize ContextChartView::minimumSizeHint() const
{
    return {420, 200};
}

void ContextChartView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    d->aboveTexts.clear();
    if (!d->hasChart()) {
        painter.fillRect(rect(), d->theme().surface);
        d->groundTexts.clear();
        return;
    }
    // Under a drag no picture is painted twice; under a pointer that moves, one picture is, often.
    const bool again = std::exchange(d->painted, true) || d->stale;
    const bool kept = !d->picture.isNull() && d->picture.devicePixelRatio() == devicePixelRatioF();
    if (again && !kept)
        d->keepPicture();
    if (d->stale) {
        constexpr qreal faded = 0.4;
        painter.fillRect(rect(), d->theme().surface);
        painter.setOpacity(faded);
    }
    if (again)
        painter.drawPixmap(0, 0, d->picture);
    else
        d->drawPicture(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    Ink ink(painter, d->aboveTexts);
    d->drawAbove(ink);
}

void ContextChartView::resizeEvent(QResizeEvent*)
{
    d->arrange();
}

void ContextChartView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange:
        setAccessibleName(tr("Memory by context length"));
        break;
    case QEvent::FontChange:
    case QEvent::StyleChange:
        d->measureFonts();
        break;
    case QEvent::PaletteChange:
    case QEvent::ApplicationPaletteChange:
        break;
    default:
        return;
    }
    d->changed();
}

// The marker as a slider

/// Asks for a context; the owner answers with the chart of it.
void ContextChartView::moveTo(std::int64_t tokens)
{
    tokens = std::clamp(tokens, leastContext, mostContext);
    if (tokens == d->value)
        return;
    d->value = tokens;
    d->moved = true;
    emit contextDragged(tokens, false);
}

void ContextChartView::finishMove()
{
    if (std::exchange(d->moved, false))
        emit contextDragged(d->value, true);
}

void ContextChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !d->isOnMarker(event->position()))
        return;
    // Held by its line, the marker keeps its distance to the hand; held by its chip, too.
    const qreal offset = d->scale.holds(d->chart.marker) ? event->position().x() - d->markerX() : 0;
    d->grip = Private::Grip{d->scale, offset};
    d->pointer.reset();
    update();
}

void ContextChartView::mouseMoveEvent(QMouseEvent* event)
{
    if (d->grip) {
        const bool freely = event->modifiers() & (Qt::ShiftModifier | Qt::AltModifier);
        moveTo(d->dragged(event->position(), freely));
        return;
    }
    const bool onMarker = d->isOnMarker(event->position());
    setCursor(onMarker ? Qt::SizeHorCursor : Qt::ArrowCursor);
    const std::optional<qreal> before = d->pointer;
    d->pointer.reset();
    if (!onMarker && d->hasChart() && d->scale.plot.contains(event->position()))
        d->pointer = event->position().x();
    if (d->pointer != before)
        update();
}

void ContextChartView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !d->grip)
        return;
    d->grip.reset();
    finishMove();
    update();
}

bool ContextChartView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), d->switchText(help->pos()), this);
    return true;
}

void ContextChartView::leaveEvent(QEvent*)
{
    if (d->pointer) {
        d->pointer.reset();
        update();
    }
}

void ContextChartView::keyPressEvent(QKeyEvent* event)
{
    if (!isMove(event->key()) || d->chart.contexts.empty() || d->grip) {
        QWidget::keyPressEvent(event);
        return;
    }
    const bool page = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
    const bool up = event->key() == Qt::Key_Right || event->key() == Qt::Key_PageUp;
    moveTo(stepFrom(d->value, up, page || event->modifiers() & Qt::ControlModifier));
}

void ContextChartView::keyReleaseEvent(QKeyEvent* event)
{
    if (!isMove(event->key()) || event->isAutoRepeat() || d->grip)
        QWidget::keyReleaseEvent(event);
    else
        finishMove();
}

void ContextChartView::focusInEvent(QFocusEvent*)
{
    update();
}

void ContextChartView::focusOutEvent(QFocusEvent*)
{
    if (!d->grip)
        finishMove();
    update();
}

} // namespace highwater
