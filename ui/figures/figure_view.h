// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/layout.h"
#include "ui/figures/laid_out_texts.h"

#include <QPixmap>
#include <QWidget>

namespace highwater {

/// Shows a figure as the scene that every export draws too. It computes nothing.
class FigureView : public QWidget
{
    Q_OBJECT

public:
    explicit FigureView(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const Figure& figure);

    /// Whether the figure names its bands (SceneStyle::bandLabels); on by default.
    void setBandLabels(bool shown);
    /// Whether a legend beside the view names the bands, so that the scene needs none.
    void setNamedElsewhere(bool named);
    /// A sentence in place of a figure.
    void showSentence(const QString& sentence);
    /// Faded, where the plan has no estimate and this is the last figure that had one.
    void setStale(bool stale);
    bool isStale() const { return m_stale; }

    /// The scene as it is drawn; empty where the widget is too small for it.
    const Scene& scene() const { return m_scene; }

    QSize minimumSizeHint() const override { return {560, 200}; }

signals:
    void panelClicked(int index);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

    void arrange();
    /// The style that the scene is laid out with; derived views override it.
    virtual SceneStyle style() const;
    virtual void paintGround(QPainter& painter);
    /// Tells screen readers of the scene.
    virtual void describe();
    /// Sets the painter up for what a derived view paints over the scene: smooth, faded if stale.
    void prepareOverlay(QPainter& painter) const;
    const Figure& figure() const { return m_figure; }
    double em() const; ///< the size of the scene's font, in pixels
    LaidOutTexts& texts() const { return m_texts; }

private:
    void keepPicture();

    Figure m_figure;
    Scene m_scene;
    mutable LaidOutTexts m_texts; ///< a cache
    QPixmap m_picture; ///< of the scene, kept from its second painting on
    bool m_painted = false; ///< since the scene was made
    bool m_bandLabels = true, m_namedElsewhere = false, m_stale = false;
    QString m_problem; ///< why there is no scene
};

} // namespace highwater
