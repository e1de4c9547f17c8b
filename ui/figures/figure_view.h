// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/figure/figure.h"

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

    /// Whether a single panel names its bands; by itself it does.
    void setBandLabels(bool shown);
    /// Whether a legend beside the view names them, so that it needs none of its own.
    void setNamedElsewhere(bool named);
    /// A sentence in place of a figure.
    void showSentence(const QString& sentence);

    /// As it is drawn; empty where the widget is too small for it.
    const Scene& scene() const { return m_scene; }

    QSize minimumSizeHint() const override { return {560, 200}; }

signals:
    void panelClicked(int index);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void arrange();

    Figure m_figure;
    Scene m_scene;
    bool m_bandLabels = true, m_namedElsewhere = false;
    QString m_problem; ///< why there is no scene
};

} // namespace highwater
