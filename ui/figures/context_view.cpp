// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/context_view.h"

#include "core/answer/group_words.h"
#include "core/figure/context_figure.h"
#include "ui/base/accessible.h"
#include "ui/base/phrases.h"
#include "ui/base/theme.h"
#include "ui/base/tip.h"
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
#include <numeric>
#include <utility>

namespace highwater {
namespace {

/// The fills of the stack: closed paths with the name of a band.
std::vector<const Path*> bandsOf(const Scene& scene, const std::vector<Layer>& layers)
{
    std::vector<const Path*> bands;
    for (const Layer& layer : layers)
        for (const Item& item : scene.items)
            if (item.id == nameOf(layer.group))
                if (const auto* path = std::get_if<Path>(&item.shape))
                    bands.push_back(path);
    return bands;
}

/// A box whose swatch is part of the readout that it lies on: it paints only its focus.
class SwatchBox : public QCheckBox
{
public:
    using QCheckBox::QCheckBox;

protected:
    bool hitButton(const QPoint& at) const override { return rect().contains(at); }
    void paintEvent(QPaintEvent*) override
    {
        if (!hasFocus())
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(currentTheme().accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 2, -1, -2), 3, 3);
    }
};

constexpr int boxReach = 6; ///< px of a box left and right of its swatch

} // namespace

ContextChartView::ContextChartView(QWidget* parent)
    : FigureView(parent)
    , m_boxes(new BandBoxes(QStringLiteral("legend"), this,
                            [](QWidget* view) -> QCheckBox* { return new SwatchBox(view); }))
{
    m_boxes->retranslate(false);
    for (std::size_t i = 0; i < groupCount; ++i)
        m_boxes->box(i).hide();
    setObjectName(QStringLiteral("contextChart"));
    setAccessibleName(tr("Memory by context length"));
    setNamedElsewhere(true);
}

void ContextChartView::show(const ContextChart& chart)
{
    m_chart = chart;
    m_counted.reset();
    if (!m_moved)
        m_value = chart.marker;
    refresh();
}

void ContextChartView::setFormat(const MemoryFormat& format)
{
    if (format == m_format)
        return;
    m_format = format;
    refresh();
}

void ContextChartView::setSmall(bool small)
{
    if (small == m_small)
        return;
    m_small = small;
    refresh();
}

void ContextChartView::setServes(bool serves)
{
    if (serves == m_boxes->serves())
        return;
    m_boxes->setServes(serves);
    m_boxes->retranslate(false);
}

void ContextChartView::setFullSpeed(std::optional<std::int64_t> tokens)
{
    m_fullSpeed = tokens;
}

void ContextChartView::setPreview(const std::optional<Preview>& preview)
{
    if (preview == m_preview)
        return;
    m_preview = preview;
    refresh();
}

void ContextChartView::setDeviceName(const QString& name)
{
    if (name == m_device)
        return;
    m_device = name;
    refresh();
}

void ContextChartView::setHighlighted(std::optional<Group> group)
{
    if (group == m_highlighted)
        return;
    m_highlighted = group;
    update();
}

void ContextChartView::setSummary(const QString& summary)
{
    m_summary = summary;
    describe();
}

void ContextChartView::describe()
{
    nameAccessibly(*this, tr("Memory by context length"));
    describeAccessibly(*this, m_summary);
}

/// Makes a new figure of the chart, in the window's language and unit.
void ContextChartView::refresh()
{
    if (m_chart.contexts.empty())
        return;
    const auto written = [this](double number, int decimals) {
        return m_format.locale().toString(number, 'f', decimals).toStdString();
    };
    FigureView::show(
        liveContextFigure(m_chart,
                          {m_format.unit(), m_device.toStdString(), written, m_small,
                           m_preview.has_value(), m_preview ? m_preview->context : std::nullopt}));
}

// Geometry

SceneStyle ContextChartView::style() const
{
    SceneStyle style = FigureView::style();
    style.live = true;
    style.beside = m_chart.contexts.empty() ? 0 : readout().room();
    if (m_fullSpeed && !m_small)
        style.crossingDetail
            = tr("no caches emptied up to %1").arg(m_format.count(*m_fullSpeed)).toStdString();
    return style;
}

QRectF ContextChartView::plotArea() const
{
    return hasChart() ? rectOf(scene().plots.front()) : QRectF();
}

bool ContextChartView::markerInView() const
{
    const auto marker = static_cast<double>(m_chart.marker);
    return marker >= m_chart.x.least && marker <= m_chart.x.most;
}

qreal ContextChartView::xOf(const Rect& plot, double tokens) const
{
    const double least = std::log2(m_chart.x.least), most = std::log2(m_chart.x.most);
    return plot.left + (std::log2(std::max(tokens, 0.5)) - least) / (most - least) * plot.width;
}

QPointF ContextChartView::positionOf(std::int64_t tokens, Bytes bytes) const
{
    if (!hasChart())
        return {};
    const Rect& plot = scene().plots.front();
    return {xOf(plot, static_cast<double>(tokens)),
            plot.bottom() - m_format.inUnit(bytes) / figure().panels.front().y.most * plot.height};
}

std::int64_t ContextChartView::tokensAt(qreal x) const
{
    const QRectF plot = plotArea();
    const double least = std::log2(m_chart.x.least), most = std::log2(m_chart.x.most);
    const double part = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
    return std::llround(std::exp2(least + part * (most - least)));
}

Rect ContextChartView::markerChip() const
{
    return scene().chips.empty() ? Rect() : scene().chips.front();
}

/// The place of the pointer's chip; next to the marker's chip where the two would overlap.
Rect ContextChartView::pointerChip() const
{
    const Rect taken = markerChip().grown(6);
    const double width
        = std::ceil(texts().width(m_format.count(tokensAt(*m_pointer)).toStdString(), em(), false))
        + 12;
    const double most = std::max(1.0, this->width() - width - 1);
    Rect chip{std::round(std::clamp(*m_pointer - width / 2, 1.0, most)), markerChip().top, width,
              markerChip().height};
    if (!chip.meets(taken))
        return chip;
    const bool leftwards = *m_pointer < markerX() && taken.left >= width + 1;
    chip.left
        = leftwards || taken.right() + width > this->width() ? taken.left - width : taken.right();
    return chip;
}

/// Whether the plot needs the room of the readout's shares.
bool ContextChartView::isNarrow() const
{
    constexpr double leastEms = 50;
    return m_small || width() < leastEms * em();
}

ContextReadout ContextChartView::readout() const
{
    const double top = figure().panels.empty()
        ? 0
        : figure().panels.front().y.most * static_cast<double>(bytesOf(m_format.unit()));
    return {m_chart,
            {m_format, em(), isNarrow(), m_boxes->names(), top, m_preview.has_value()},
            texts()};
}

Rect ContextChartView::column() const
{
    return readout().place(width(), height());
}

/// The readout and its leaders.
Rect ContextChartView::besidePlot() const
{
    const Rect place = column();
    const double left = scene().plots.front().right() + 1;
    return {left, place.top, place.right() - left, place.height};
}

/// Puts each box on its swatch.
void ContextChartView::placeBoxes()
{
    const std::vector<ContextReadout::BandRow> rows
        = hasChart() ? readout().bandRows(column()) : std::vector<ContextReadout::BandRow>();
    constexpr double swatch = 12;
    for (std::size_t i = 0; i < groupCount; ++i) {
        QCheckBox& box = m_boxes->box(i);
        const auto row
            = std::ranges::find(rows, static_cast<Group>(i), &ContextReadout::BandRow::group);
        const bool shown = row != rows.end();
        m_boxes->action(i).setVisible(shown || rows.empty());
        if (!shown) {
            box.hide();
            continue;
        }
        const Rect& at = row->place;
        box.setGeometry(
            QRectF(at.left - boxReach, at.top, swatch + 2 * boxReach, at.height).toRect());
        box.show();
    }
}

/// The scale of the context slider along the chart's axis.
ScaleOnScreen ContextChartView::axis() const
{
    Scale scale = contextScale();
    scale.least = std::max(scale.least, m_chart.x.least);
    scale.most = std::min(scale.most, m_chart.x.most);
    return {scale, plotArea().left(), plotArea().width()};
}

bool ContextChartView::isOnMarker(QPointF at) const
{
    if (!canMove())
        return false;
    const QRectF chip = rectOf(markerChip());
    const bool onLine = markerInView() && std::abs(at.x() - markerX()) <= grabReach
        && at.y() >= plotArea().top() && at.y() <= chip.bottom();
    return onLine || chip.adjusted(0, plotArea().bottom() - chip.top(), 0, 3).contains(at);
}

/// The place of the diamond that marks a context from which on another moment is the peak: on top
/// of the shown bands.
QPointF ContextChartView::diamondAt(std::int64_t context) const
{
    const std::vector<Bytes> bands = m_chart.at(context);
    return positionOf(context,
                      std::accumulate(bands.begin(), bands.end(), Bytes{0}, bounded::plus));
}

/// The sentence of the diamond at this place; empty where there is none.
QString ContextChartView::switchText(QPointF at) const
{
    constexpr qreal reach = 9;
    for (const std::int64_t context : stepsOf(m_chart)) {
        if ((at - diamondAt(context)).manhattanLength() > reach)
            continue;
        const auto now = m_chart.peakAt(context), until = m_chart.peakAt(context - 1);
        if (!now || !until)
            return {};
        if (now == until)
            return tr("From %1 tokens on, memory is highest a little earlier or later in the same "
                      "part of the step. The total does not jump there, but the bands do.")
                .arg(m_format.count(context));
        return tr("From %1 tokens on, memory is highest at another moment of the step: %2 instead "
                  "of %3. The total does not jump there, but the bands do.")
            .arg(m_format.count(context), withinSentence(momentName(*now)),
                 withinSentence(momentName(*until)));
    }
    return {};
}

// Painting

/// Paints only the parts that look different: while the context is dragged, the bands and the axes
/// stay as they are.
void ContextChartView::updateAfter(const Scene& before)
{
    placeBoxes();
    const bool comparable = before.background && before.background == scene().background
        && before.width == scene().width && before.height == scene().height;
    if (!comparable || m_pointer)
        return update();
    constexpr double around = 8; // the outlines of the focus and of a highlighted band reach so far
    const auto updateAround = [this](const Rect& area) {
        if (!area.isEmpty())
            update(rectOf(area.grown(around)).toAlignedRect());
    };
    updateAround(changedArea(before, scene()));
    if (hasChart())
        update(rectOf(besidePlot()).toAlignedRect());
}

void ContextChartView::paintGround(QPainter& painter)
{
    if (!hasChart())
        return FigureView::paintGround(painter);
    const std::vector<const Path*> bands = bandsOf(scene(), m_chart.layers);
    const bool showsBands = !bands.empty()
        && (!painter.hasClipping() || painter.clipBoundingRect().intersects(plotArea()));
    if (showsBands)
        m_bands.show(scene(), bands);
    paintScene(painter, scene(), &texts(), [&](QPainter& on, const Item& item) {
        const auto* path = std::get_if<Path>(&item.shape);
        const auto found = std::ranges::find(bands, path);
        if (!path || found == bands.end())
            return false;
        if (showsBands && found == bands.begin()) { // all bands, in place of the lowest
            m_bands.paint(on);
            on.setRenderHint(QPainter::Antialiasing);
        }
        return true;
    });
}

Scene ContextChartView::overlay() const
{
    Scene over;
    if (!hasChart())
        return over;
    const Rect& plot = scene().plots.front();
    if (m_pointer) {
        const Colour surface{currentTheme().chart->surface, 1};
        const Rect chip = pointerChip();
        over = withoutTextsUnder(chip);
        over.items.push_back({{},
                              Box{chip.grown(-0.5), 3, surface,
                                  Stroke{{currentTheme().outline.rgb() & 0xFFFFFF, 1}, 1, {}}}});
        const std::string count = m_format.count(tokensAt(*m_pointer)).toStdString();
        over.items.push_back({{},
                              Writing{count,
                                      {chip.centre().x, chip.centre().y + 0.35 * em()},
                                      Anchor::Middle,
                                      em(),
                                      false,
                                      {currentTheme().chart->text, 1},
                                      0,
                                      texts().width(count, em(), false)}});
    }
    const std::int64_t shown = pointed().value_or(m_chart.marker);
    const bool known = m_counted && m_counted->first == shown;
    readout().draw(over, plot, column(),
                   {shown, m_pointer.has_value(), known ? &m_counted->second : nullptr,
                    m_preview ? &m_preview->totals : nullptr});
    return over;
}

std::optional<std::int64_t> ContextChartView::pointed() const
{
    return m_pointer && hasChart() ? std::optional(tokensAt(*m_pointer)) : std::nullopt;
}

void ContextChartView::setCounted(std::int64_t tokens, const Totals& totals)
{
    m_counted.emplace(tokens, totals);
    if (pointed() == tokens)
        update();
}

/// Paints a dotted vertical line at the pointer, under the texts and plates in the plot.
void ContextChartView::paintCrosshair(QPainter& painter) const
{
    const QRectF plot = plotArea();
    const qreal x = std::round(*m_pointer) + 0.5;
    paintDotted(painter, {x, plot.top(), x, plot.bottom()}, scene());
}

/// Draws the band's edge thick, as another colour would have a meaning.
void ContextChartView::paintHighlight(QPainter& painter) const
{
    const auto id = nameOf(*m_highlighted);
    const auto found = std::ranges::find_if(scene().items, [&](const Item& item) {
        return item.id == id && std::holds_alternative<Path>(item.shape);
    });
    if (found == scene().items.end())
        return;
    QPainterPath outline;
    for (const Points& part : std::get<Path>(found->shape).parts) {
        QPolygonF polygon;
        for (const Point at : part)
            polygon << QPointF(at.x, at.y);
        outline.addPolygon(polygon);
        outline.closeSubpath();
    }
    constexpr double diamond = 8; // half its width, with the space around it
    QPainterPath diamonds;
    for (const std::int64_t context : stepsOf(m_chart))
        diamonds.addEllipse(diamondAt(context), diamond, diamond);
    painter.save();
    painter.setClipPath(plotsWithoutPlates(scene()).subtracted(diamonds));
    painter.setBrush(Qt::NoBrush);
    const Theme& theme = currentTheme();
    for (const auto& [ink, width] : {std::pair{theme.surface, 5}, {theme.text, 2}}) {
        painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.drawPath(outline);
    }
    painter.restore();
}

/// A ring around the marker's chip.
void ContextChartView::paintFocus(QPainter& painter) const
{
    if (scene().chips.empty())
        return;
    QPainterPath chip;
    chip.addRoundedRect(rectOf(markerChip()), 2, 2);
    QPainterPath outside;
    outside.addRect(rect());
    painter.save();
    painter.setClipPath(outside.subtracted(chip));
    painter.setBrush(Qt::NoBrush);
    const Theme& theme = currentTheme();
    for (const auto& [ink, width] :
         {std::pair{theme.surface, 8}, {theme.accent, 6}, {theme.surface, 2}}) {
        painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(chip);
    }
    painter.restore();
}

void ContextChartView::paintEvent(QPaintEvent* event)
{
    FigureView::paintEvent(event);
    if (!hasChart())
        return;
    QPainter painter(this);
    prepareOverlay(painter);
    if (m_highlighted)
        paintHighlight(painter);
    if (m_pointer)
        paintCrosshair(painter);
    const Scene over = overlay();
    paintParts(painter, event->region(), [&] { paintScene(painter, over, &texts()); });
}

void ContextChartView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_boxes->retranslate(false);
        refresh(); // the numbers may change too
    }
    FigureView::changeEvent(event);
}

// The marker as a slider

/// Requests a context; the owner then shows the chart with it.
void ContextChartView::moveTo(double tokens)
{
    const std::int64_t wanted = std::llround(tokens);
    if (!canMove() || wanted == m_value)
        return;
    m_value = wanted;
    m_moved = true;
    emit contextDragged(m_value, false);
}

void ContextChartView::finishMove()
{
    if (std::exchange(m_moved, false))
        emit contextDragged(m_value, true);
}

void ContextChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !isOnMarker(event->position()))
        return FigureView::mousePressEvent(event);
    // The drag may begin next to the line: the marker keeps its distance from the pointer.
    m_grip = Grip{axis(), markerInView() ? event->position().x() - markerX() : 0};
    m_pointer.reset();
    update();
}

void ContextChartView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_grip)
        return moveTo(m_grip->axis.valueUnder(event->position().x() - m_grip->offset,
                                              dragsFreely(event->modifiers())));
    if (!(event->buttons() & Qt::LeftButton))
        setCursor(isOnMarker(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    FigureView::mouseMoveEvent(event);
}

void ContextChartView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_grip)
        return FigureView::mouseReleaseEvent(event);
    m_grip.reset();
    finishMove();
    update();
}

/// A second click on a marker grabs it again.
void ContextChartView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (isOnMarker(event->position()))
        mousePressEvent(event);
    else
        FigureView::mouseDoubleClickEvent(event);
}

void ContextChartView::hover(const std::optional<QPointF>& at)
{
    const std::optional<qreal> before = m_pointer;
    m_pointer.reset();
    if (at && hasChart() && !isOnMarker(*at) && plotArea().contains(*at))
        m_pointer = at->x();
    if (m_pointer == before)
        return;
    update();
    emit pointerMoved();
}

void ContextChartView::click(QPointF at)
{
    if (!hasChart())
        return;
    if (plotArea().contains(at))
        return emit bandClicked(bandAt(figure(), scene(), at));
    for (const ContextReadout::BandRow& row : readout().bandRows(column()))
        if (row.shown && rectOf(row.place).contains(at))
            return emit bandClicked(row.group);
}

// The axis

void ContextChartView::requestAxis(const AxisRange& range)
{
    const auto first = std::llround(range.least), last = std::llround(range.most);
    if (last > first && canMove())
        emit axisRequested(first, last);
}

/// The range is limited to the slider's least and greatest context, whatever the plan needs.
void ContextChartView::zoomBy(double x, double factor)
{
    const Scale whole = contextScale();
    requestAxis(zoomed({m_chart.x.least, m_chart.x.most}, {whole.least, whole.most},
                       static_cast<double>(tokensAt(x)), factor));
}

void ContextChartView::moveAxis(double part)
{
    const Scale whole = contextScale();
    requestAxis(moved({m_chart.x.least, m_chart.x.most}, {whole.least, whole.most}, part));
}

bool ContextChartView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return FigureView::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString sentence = switchText(help->pos());
    if (sentence.isEmpty() && m_pointer)
        return true; // a tooltip of the whole chart would cover the pointer's chip
    if (sentence.isEmpty())
        return FigureView::event(event);
    constexpr int near = 12; // so that the tooltip closes when the pointer moves on
    QToolTip::showText(help->globalPos(), tip(sentence), this,
                       QRect(help->pos(), QSize()).adjusted(-near, -near, near, near));
    return true;
}

void ContextChartView::keyPressEvent(QKeyEvent* event)
{
    const auto value = contextSteps().byKey(contextScale(), static_cast<double>(m_value), *event);
    if (value && !m_grip && canMove())
        moveTo(*value);
    else if (event->key() == Qt::Key_Escape && m_highlighted && !isZoomed())
        emit bandClicked({});
    else
        FigureView::keyPressEvent(event);
}

void ContextChartView::keyReleaseEvent(QKeyEvent* event)
{
    const bool moves
        = contextSteps().byKey(contextScale(), static_cast<double>(m_value), *event).has_value();
    if (!moves || event->isAutoRepeat() || m_grip)
        FigureView::keyReleaseEvent(event);
    else
        finishMove();
}

void ContextChartView::focusOutEvent(QFocusEvent* event)
{
    if (!m_grip)
        finishMove();
    FigureView::focusOutEvent(event);
}

} // namespace highwater
