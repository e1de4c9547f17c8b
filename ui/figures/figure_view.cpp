// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include "core/drawing/plot_axis.h"
#include "ui/base/accessible.h"
#include "ui/base/font_points.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/scene_painter.h"

#include <QAction>
#include <QApplication>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPinchGesture>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

constexpr qreal faded = 0.4;
constexpr double wheelStep = 0.8; ///< the part of the axis that remains after one notch of the
                                  ///< wheel

} // namespace

FigureView::FigureView(QWidget* parent)
    : QWidget(parent)
    , m_wholeAxis(new QAction(this))
    , m_texts(font())
{
    setAccessibleRole(*this, QAccessible::Chart);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    grabGesture(Qt::PinchGesture);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    m_wholeAxis->setObjectName(QStringLiteral("figure.wholeAxis"));
    m_wholeAxis->setText(tr("Show the whole axis"));
    addAction(m_wholeAxis);
    connect(m_wholeAxis, &QAction::triggered, this, &FigureView::resetZoom);
}

void FigureView::show(const Figure& figure)
{
    m_whole = figure;
    showZoomed();
    emit contentChanged();
}

/// Shows the figure at the present zoom, which is kept for further plans as long as it is within
/// the figure's axis.
void FigureView::showZoomed()
{
    const auto whole = wholeRange(m_whole);
    const bool within = whole && m_zoom && m_zoom->least < whole->most
        && m_zoom->most > whole->least && *m_zoom != *whole;
    if (!within)
        m_zoom.reset();
    m_figure = m_zoom ? highwater::within(m_whole, *m_zoom) : m_whole;
    if (m_hovered
        && (m_hovered->panel >= m_figure.panels.size()
            || m_hovered->index >= m_figure.panels[m_hovered->panel].xs.size()))
        m_hovered.reset();
    arrange();
}

void FigureView::resetZoom()
{
    if (std::exchange(m_zoom, std::nullopt))
        showZoomed();
}

void FigureView::setMarkerMoves(std::optional<Scale> scale)
{
    m_markerMoves = true;
    m_markerScale = std::move(scale);
}

void FigureView::setBandLabels(bool shown)
{
    m_bandLabels = shown;
    arrange();
}

void FigureView::setNamedElsewhere(bool named)
{
    m_namedElsewhere = named;
    arrange();
}

void FigureView::setLegend(bool shown)
{
    m_legend = shown;
    arrange();
}

void FigureView::showSentence(const QString& sentence)
{
    m_figure = m_whole = {};
    m_zoom.reset();
    m_hovered.reset();
    m_grip.reset();
    m_problem = sentence;
    describeAccessibly(*this, sentence);
    arrange();
    emit contentChanged();
}

void FigureView::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    update();
    emit contentChanged();
}

double FigureView::em() const
{
    const double points = std::max(8.0, pointsOf(font()) - 0.5);
    return std::round(points * logicalDpiY() / 72); // whole pixels look sharper
}

SceneStyle FigureView::style() const
{
    SceneStyle style;
    style.width = width();
    style.height = height();
    style.font = em();
    style.palette = *currentTheme().chart;
    style.title = false; // the tab has the title, and its legend the bands
    style.bandLabels = m_bandLabels && m_figure.panels.size() == 1;
    style.namedElsewhere = m_namedElsewhere;
    style.legend = m_legend;
    return style;
}

void FigureView::arrange()
{
    const Scene before = std::exchange(m_scene, {});
    layOutScene();
    m_picture = {};
    m_painted = false;
    updateAfter(before);
}

void FigureView::layOutScene()
{
    if (m_figure.panels.empty())
        return;
    m_problem.clear();
    auto scene = sceneOf(
        m_figure, style(), [](const Text& text) { return translated(text).toStdString(); },
        [this](std::string_view text, double pixels, bool bold) {
            return m_texts.width(text, pixels, bold);
        });
    if (scene) {
        m_scene = *std::move(scene);
        describe();
    } else {
        m_problem = translated(scene.problems().front().message);
        m_hovered.reset();
    }
}

void FigureView::describe()
{
    nameAccessibly(*this, QString::fromStdString(m_scene.title));
    describeAccessibly(*this, QString::fromStdString(m_scene.description));
}

void FigureView::paintGround(QPainter& painter)
{
    if (!m_scene.background) // a scene that has one covers the view
        painter.fillRect(rect(), currentTheme().surface);
    if (!m_problem.isEmpty()) {
        painter.setPen(currentTheme().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_problem);
    }
    paintScene(painter, m_scene, &m_texts);
}

void FigureView::paintParts(QPainter& painter, const QRegion& region,
                            const std::function<void()>& paint)
{
    for (const QRect& part : region) {
        painter.save();
        painter.setClipRect(part);
        paint();
        painter.restore();
    }
}

void FigureView::keepPicture()
{
    const qreal ratio = devicePixelRatioF();
    m_picture = QPixmap(size() * ratio);
    m_picture.setDevicePixelRatio(ratio);
    QPainter painter(&m_picture);
    painter.setFont(font());
    paintGround(painter);
}

void FigureView::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    // While a control is dragged, no scene is painted twice; while the pointer moves, one scene is
    // painted often.
    const bool again = std::exchange(m_painted, true) || m_stale;
    if (again && (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF()))
        keepPicture();
    if (m_stale) {
        painter.fillRect(rect(), currentTheme().surface);
        painter.setOpacity(faded);
    }
    if (again)
        painter.drawPixmap(0, 0, m_picture);
    else
        paintParts(painter, event->region(), [&] { paintGround(painter); });
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_hovered && m_hovered->panel < m_scene.plots.size())
        paintHovered(painter);
    if (hasFocus())
        paintFocus(painter);
}

/// A dotted line at the sample whose numbers the tooltip shows.
void FigureView::paintHovered(QPainter& painter) const
{
    const Rect line = lineOf(m_figure, m_scene, *m_hovered);
    paintDotted(painter, {line.left, line.top, line.right(), line.bottom()}, m_scene);
}

void FigureView::paintFocus(QPainter& painter) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(currentTheme().accent, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

Scene FigureView::withoutTextsUnder(const Rect& chip) const
{
    Scene over; // some scripts have letters beyond the bounds of Latin ones
    const Rect wide{chip.left - 4, chip.top, chip.width + 8, chip.height};
    const Colour surface{currentTheme().chart->surface, 1};
    for (const Item& item : m_scene.items)
        if (const auto* writing = std::get_if<Writing>(&item.shape);
            writing && writing->bounds().meets(wide))
            over.items.push_back(
                {{}, Box{writing->bounds().grown(writing->size / 4), 0, surface, {}}});
    return over;
}

void FigureView::prepareOverlay(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_stale)
        painter.setOpacity(faded);
}

void FigureView::resizeEvent(QResizeEvent*)
{
    arrange();
}

void FigureView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::StyleChange:
        m_texts = LaidOutTexts(font());
        arrange();
        update();
        break;
    case QEvent::PaletteChange:
    case QEvent::ApplicationPaletteChange:
        arrange();
        update();
        break;
    case QEvent::LanguageChange:
        m_wholeAxis->setText(tr("Show the whole axis"));
        arrange();
        describe();
        break;
    default:
        break;
    }
}

// Reading

void FigureView::hover(const std::optional<QPointF>& at)
{
    const auto sample = at && !m_stale ? sampleAt(m_figure, m_scene, *at) : std::nullopt;
    readOut(sample, at ? mapToGlobal(*at).toPoint() : QPoint());
}

void FigureView::readOut(const std::optional<Sample>& sample, QPoint at)
{
    if (sample != m_hovered) {
        m_hovered = sample;
        update();
    }
    if (!sample)
        return QToolTip::hideText();
    const QString numbers = FigureReadout::text(
        m_figure, *sample,
        MemoryFormat(m_figure.unit == MemoryUnit::GB ? MemoryUnit::GB : MemoryUnit::GiB),
        {m_allShown, m_counted});
    QToolTip::showText(at, numbers, this);
}

void FigureView::click(QPointF at)
{
    for (std::size_t i = 0; i < m_scene.plots.size(); ++i)
        if (rectOf(m_scene.plots[i]).contains(at))
            emit panelClicked(static_cast<int>(i));
}

// The marker

/// The panel whose marker is under the pointer.
std::optional<std::size_t> FigureView::markerAt(QPointF at) const
{
    if (!m_markerMoves || m_stale)
        return std::nullopt;
    for (std::size_t i = 0; i < m_scene.plots.size(); ++i) {
        const Panel& panel = m_figure.panels[i];
        if (panel.bars || panel.markers.empty())
            continue;
        const Rect& plot = m_scene.plots[i];
        const double x = plotX(panel.x, plot, panel.markers.front().x);
        const bool onLine = x >= plot.left && x <= plot.right() && std::abs(at.x() - x) <= grabReach
            && at.y() >= plot.top && at.y() <= plot.bottom();
        const auto onChip
            = [&](const Rect& chip) { return rectOf(chip).adjusted(0, -8, 0, 3).contains(at); };
        if (onLine || std::ranges::any_of(m_scene.chips, onChip))
            return i;
    }
    return std::nullopt;
}

double FigureView::valueFor(const Grip& grip, double x, bool freely) const
{
    if (m_markerScale) {
        Scale scale = *m_markerScale;
        scale.least = std::max(scale.least, grip.axis.least);
        scale.most = std::min(scale.most, grip.axis.most);
        return ScaleOnScreen{scale, grip.plot.left, grip.plot.width}.valueUnder(x, freely);
    }
    const std::vector<std::int64_t>& xs = m_figure.panels[grip.panel].xs;
    const auto away = [&](std::int64_t value) {
        return std::abs(plotX(grip.axis, grip.plot, static_cast<double>(value)) - x);
    };
    return static_cast<double>(*std::ranges::min_element(xs, {}, away));
}

void FigureView::moveMarker(double value)
{
    const std::optional<double> before = m_movedTo;
    m_movedTo = value;
    if (before != m_movedTo)
        emit markerMoved(value, false);
}

void FigureView::finishMove()
{
    if (const auto value = std::exchange(m_movedTo, std::nullopt))
        emit markerMoved(*value, true);
}

/// Moves the marker along the scale, or without a scale to the next sample.
bool FigureView::stepMarker(const QKeyEvent& key)
{
    for (const Panel& panel : m_figure.panels) {
        if (!m_markerMoves || m_stale || m_grip || panel.bars || panel.markers.empty())
            continue;
        const double now = m_movedTo.value_or(panel.markers.front().x);
        if (m_markerScale) {
            const auto value = contextSteps().byKey(*m_markerScale, now, key);
            if (value && *value != now)
                moveMarker(*value);
            return value.has_value();
        }
        if (key.key() != Qt::Key_Left && key.key() != Qt::Key_Right)
            return false;
        const auto next = [&](std::int64_t x) { return static_cast<double>(x) > now; };
        const auto before = [&](std::int64_t x) { return static_cast<double>(x) < now; };
        if (key.key() == Qt::Key_Right) {
            if (const auto at = std::ranges::find_if(panel.xs, next); at != panel.xs.end())
                moveMarker(static_cast<double>(*at));
        } else if (const auto at = std::find_if(panel.xs.rbegin(), panel.xs.rend(), before);
                   at != panel.xs.rend()) {
            moveMarker(static_cast<double>(*at));
        }
        return true;
    }
    return false;
}

/// Announces the sample before or after, so that the figure can be read without a mouse.
bool FigureView::stepSample(int by)
{
    if (m_scene.plots.empty() || m_stale)
        return false;
    Sample sample = m_hovered.value_or(Sample{0, 0});
    if (m_hovered) {
        const std::size_t count = m_figure.panels[sample.panel].xs.size();
        const bool atEnd = by > 0 ? sample.index + 1 == count : sample.index == 0;
        if (!atEnd)
            sample.index = by > 0 ? sample.index + 1 : sample.index - 1;
        else if (by > 0 && sample.panel + 1 < m_figure.panels.size())
            sample = {sample.panel + 1, 0};
        else if (by < 0 && sample.panel > 0)
            sample = {sample.panel - 1, m_figure.panels[sample.panel - 1].xs.size() - 1};
    }
    const Point middle = lineOf(m_figure, m_scene, sample).centre();
    const QPointF at(middle.x, middle.y);
    readOut(sample, mapToGlobal(at).toPoint());
    return true;
}

// Mouse, wheel, fingers and keys

void FigureView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position();
    const auto panel = markerAt(event->position());
    if (!panel)
        return;
    QToolTip::hideText();
    const Panel& held = m_figure.panels[*panel];
    const Rect& plot = m_scene.plots[*panel];
    m_grip = Grip{*panel, held.x, plot,
                  event->position().x() - plotX(held.x, plot, held.markers.front().x)};
}

void FigureView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_grip)
        return moveMarker(valueFor(*m_grip, event->position().x() - m_grip->offset,
                                   dragsFreely(event->modifiers())));
    if (m_pressed && event->buttons() & Qt::LeftButton) {
        const bool far = (event->position() - *m_pressed).manhattanLength()
            >= QApplication::startDragDistance();
        if (far && dragsOut(*m_pressed)) {
            m_pressed.reset();
            hover({});
            emit dragOutRequested();
        }
        return;
    }
    const bool onMarker = markerAt(event->position()).has_value();
    if (m_markerMoves)
        setCursor(onMarker ? Qt::SizeHorCursor : Qt::ArrowCursor);
    hover(event->position());
}

void FigureView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const bool pressed = std::exchange(m_pressed, std::nullopt).has_value();
    if (std::exchange(m_grip, std::nullopt))
        finishMove();
    else if (pressed)
        click(event->position());
}

void FigureView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && isZoomed())
        resetZoom();
    else
        mousePressEvent(event);
}

void FigureView::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier || m_scene.plots.empty() || m_grip)
        return event->ignore(); // with Ctrl, the wheel sets the window's text size
    constexpr double notch = 120;
    const bool sideways
        = event->modifiers() & Qt::ShiftModifier || std::abs(turned.x()) > std::abs(turned.y());
    const double steps = (turned.y() != 0 ? turned.y() : turned.x()) / notch;
    if (sideways)
        moveAxis(-0.1 * (turned.x() != 0 ? turned.x() / notch : steps));
    else
        zoomBy(event->position().x(), std::pow(wheelStep, steps));
}

void FigureView::zoomBy(double x, double factor)
{
    const auto whole = wholeRange(m_whole);
    for (std::size_t i = 0; whole && i < m_scene.plots.size(); ++i) {
        const Panel& panel = m_figure.panels[i];
        const Rect& plot = m_scene.plots[i];
        const bool last = i + 1 == m_scene.plots.size() || m_figure.panels[i + 1].bars;
        if (panel.bars || (x > plot.right() && !last))
            continue;
        const double at = plotValue(panel.x, plot, std::clamp(x, plot.left, plot.right()));
        m_zoom = zoomed(m_zoom.value_or(*whole), *whole, at, factor);
        return showZoomed();
    }
}

void FigureView::moveAxis(double part)
{
    const auto whole = wholeRange(m_whole);
    if (!whole || !m_zoom)
        return;
    m_zoom = moved(*m_zoom, *whole, part);
    showZoomed();
}

bool FigureView::event(QEvent* event)
{
    const auto pinched = [this](double scale, QPointF at) {
        if (scale > 0 && !m_scene.plots.empty())
            zoomBy(at.x(), 1 / scale);
    };
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture)
            pinched(1 + gesture->value(), gesture->position());
        else if (gesture->gestureType() == Qt::SmartZoomNativeGesture)
            resetZoom();
        else
            return QWidget::event(event);
        return true;
    }
    if (event->type() == QEvent::Gesture) {
        auto* gestures = static_cast<QGestureEvent*>(event);
        if (const auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            if (pinch->changeFlags() & QPinchGesture::ScaleFactorChanged)
                pinched(pinch->scaleFactor(),
                        mapFromGlobal(pinch->centerPoint().toPoint()).toPointF());
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip && m_hovered)
        return true; // the numbers are already shown
    if (event->type() == QEvent::ContextMenu)
        m_wholeAxis->setEnabled(isZoomed());
    return QWidget::event(event);
}

void FigureView::leaveEvent(QEvent*)
{
    hover({});
}

void FigureView::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const double middle = m_scene.plots.empty() ? 0 : m_scene.plots.front().centre().x;
    if (event->key() == Qt::Key_Escape && isZoomed())
        return resetZoom();
    if (plain && !m_scene.plots.empty()
        && (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Minus))
        return zoomBy(middle, event->key() == Qt::Key_Plus ? wheelStep : 1 / wheelStep);
    if (stepMarker(*event))
        return;
    if (plain && event->key() == Qt::Key_Left && stepSample(-1))
        return;
    if (plain && event->key() == Qt::Key_Right && stepSample(1))
        return;
    QWidget::keyPressEvent(event);
}

void FigureView::keyReleaseEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat() && !m_grip)
        finishMove();
    QWidget::keyReleaseEvent(event);
}

void FigureView::focusInEvent(QFocusEvent*)
{
    update();
}

void FigureView::focusOutEvent(QFocusEvent*)
{
    if (!m_grip)
        finishMove();
    hover({});
    update();
}

} // namespace highwater
