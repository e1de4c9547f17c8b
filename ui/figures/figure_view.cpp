// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include "core/drawing/layout.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/scene_painter.h"

#include <QEvent>
#include <QFontInfo>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace highwater {

FigureView::FigureView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void FigureView::show(const Figure& figure)
{
    m_figure = figure;
    arrange();
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

void FigureView::showSentence(const QString& sentence)
{
    m_figure = {};
    m_problem = sentence;
    setAccessibleDescription(sentence);
    arrange();
}

void FigureView::arrange()
{
    m_scene = {};
    update();
    if (m_figure.panels.empty())
        return;
    m_problem.clear();
    const double points = std::max(8.0, QFontInfo(font()).pointSizeF() - 0.5);
    SceneStyle style;
    style.width = width();
    style.height = height();
    style.font = std::round(points * logicalDpiY() / 72); // whole pixels are drawn sharper
    style.palette = *currentTheme().chart;
    style.title = false; // the tab says it, and its legend names the bands
    style.bandLabels = m_bandLabels && m_figure.panels.size() == 1;
    style.namedElsewhere = m_namedElsewhere;
    auto scene = highwater::layout(
        m_figure, style, [](const Text& text) { return translated(text).toStdString(); },
        textWidth(font()));
    if (scene) {
        m_scene = *std::move(scene);
        setAccessibleName(QString::fromStdString(m_scene.title));
        setAccessibleDescription(QString::fromStdString(m_scene.description));
    } else {
        m_problem = translated(scene.problems().front().message);
    }
}

void FigureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    painter.setPen(currentTheme().muted);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_problem);
    paint(painter, m_scene);
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
    case QEvent::PaletteChange:
    case QEvent::LanguageChange:
        arrange();
        break;
    default:
        break;
    }
}

void FigureView::mouseReleaseEvent(QMouseEvent* event)
{
    const Point at{event->position().x(), event->position().y()};
    for (std::size_t i = 0; i < m_scene.plots.size(); ++i)
        if (m_scene.plots[i].contains(at))
            emit panelClicked(static_cast<int>(i));
}

} // namespace highwater
