// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/layout.h"
#include "core/figure/zoom.h"
#include "ui/base/scale.h"
#include "ui/figures/figure_readout.h"
#include "ui/figures/laid_out_texts.h"

#include <QPixmap>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;

namespace highwater {

/// Shows a figure by the same scene that every export draws, and computes nothing. A person can
/// read values under the pointer, zoom the x axis by wheel or pinch, drag the figure out of the
/// window, and move the marker where this is allowed.
class FigureView : public QWidget
{
    Q_OBJECT

public:
    explicit FigureView(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const Figure& figure);

    /// Whether the figure names its bands (SceneStyle::bandLabels); on by default.
    void setBandLabels(bool shown);
    /// Whether a legend outside the view names the bands, so that the scene needs none.
    void setNamedElsewhere(bool named);
    /// Whether the scene has a legend, for bands that no legend outside the view names.
    void setLegend(bool shown);
    /// The whole figure in view, with no panels where a sentence stands in its place.
    const Figure& wholeFigure() const { return m_whole; }
    /// A sentence in place of a figure.
    void showSentence(const QString& sentence);
    const QString& sentence() const { return m_problem; }
    /// Faded, because the plan has no estimate and this is the last figure of a plan with one.
    void setStale(bool stale);
    bool isStale() const { return m_stale; }
    /// Whether the figure has all bands of its plan, so that it may show the free part.
    void setAllShown(bool all) { m_allShown = all; }
    /// Whether the bytes at every point are those of an estimate there.
    void setCounted(bool counted) { m_counted = counted; }
    bool isCounted() const { return m_counted; }
    /// Lets a person move the marker: to values of the scale, or without a scale from sample to
    /// sample.
    void setMarkerMoves(std::optional<Scale> scale = {});

    virtual bool isZoomed() const { return m_zoom.has_value(); }
    virtual void resetZoom();
    /// The part of the x axis in view; null: the whole axis.
    const std::optional<AxisRange>& zoom() const { return m_zoom; }

    /// The scene as it is drawn; empty where the widget is too small for it.
    const Scene& scene() const { return m_scene; }

    QSize minimumSizeHint() const override { return {560, 200}; }

signals:
    void contentChanged(); ///< another figure or sentence is shown, or it became faded
    void panelClicked(int index);
    /// A person moved the marker there; `finished` when the mouse button is released.
    void markerMoved(double value, bool finished);
    /// A person drags the figure: to a slide, or to a folder.
    void dragOutRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    static constexpr qreal grabReach = 8; ///< px from the marker within which a press grabs the
                                          ///< marker

    /// The pointer is there, with no button pressed; null: it has left the view.
    virtual void hover(const std::optional<QPointF>& at);
    virtual void click(QPointF at);
    /// Whether a drag from there drags the figure out of the window.
    virtual bool dragsOut(QPointF) const { return true; }
    /// The axis around the value at this x becomes `factor` times as long.
    virtual void zoomBy(double x, double factor);
    /// The axis moves by a part of its length.
    virtual void moveAxis(double part);
    virtual void paintFocus(QPainter& painter) const;

    void arrange();
    /// The style with which the scene is laid out; derived views override it.
    virtual SceneStyle style() const;
    /// Asks for a painting of the new scene in place of the one before.
    virtual void updateAfter(const Scene&) { update(); }
    virtual void paintGround(QPainter& painter);
    /// Calls `paint` for each rectangle of the region, with the painter clipped to that: Qt paints
    /// far more slowly with a clip that is no rectangle.
    static void paintParts(QPainter& painter, const QRegion& region,
                           const std::function<void()>& paint);
    /// Sets the description of the scene for screen readers.
    virtual void describe();
    /// The scene without the texts that a chip painted over it would partly cover.
    Scene withoutTextsUnder(const Rect& chip) const;
    /// Prepares the painter for drawing over the scene in a derived view: smooth, and faded if
    /// stale.
    void prepareOverlay(QPainter& painter) const;
    const Figure& figure() const { return m_figure; }
    double em() const; ///< the size of the scene's font, in pixels
    LaidOutTexts& texts() const { return m_texts; }

private:
    /// The dragged marker, and its axis at the beginning of the drag.
    struct Grip
    {
        std::size_t panel = 0;
        Axis axis;
        Rect plot;
        double offset = 0; ///< from the marker to the pointer
    };

    void layOutScene();
    void keepPicture();
    void showZoomed();
    void readOut(const std::optional<Sample>& sample, QPoint at);
    void paintHovered(QPainter& painter) const;
    std::optional<std::size_t> markerAt(QPointF at) const;
    double valueFor(const Grip& grip, double x, bool freely) const;
    void moveMarker(double value);
    void finishMove();
    bool stepMarker(const QKeyEvent& key);
    bool stepSample(int by);

    Figure m_whole; ///< the figure as given
    Figure m_figure; ///< the figure as shown, perhaps zoomed
    std::optional<AxisRange> m_zoom;
    std::optional<Sample> m_hovered;
    std::optional<QPointF> m_pressed;
    std::optional<Grip> m_grip;
    bool m_markerMoves = false, m_allShown = true, m_counted = true;
    std::optional<Scale> m_markerScale;
    std::optional<double> m_movedTo; ///< markerMoved() was emitted, and not yet with `finished`
    QAction* m_wholeAxis;
    Scene m_scene;
    mutable LaidOutTexts m_texts; ///< a cache
    QPixmap m_picture; ///< of the scene, kept from its second painting on
    bool m_painted = false; ///< painted since the scene was made
    bool m_bandLabels = true, m_namedElsewhere = false, m_stale = false;
    bool m_legend = false;
    QString m_problem; ///< the reason why there is no scene
};

} // namespace highwater
