// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/scene_painter.h"

#include <QEvent>
#include <QFontInfo>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

constexpr qreal faded = 0.4;

} // namespace

FigureView::FigureView(QWidget* parent)
    : QWidget(parent)
    , m_texts(font())
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

void FigureView::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    update();
}

double FigureView::em() const
{
    const double points = std::max(8.0, QFontInfo(font()).pointSizeF() - 0.5);
    return std::round(points * logicalDpiY() / 72); // whole pixels are drawn sharper
}

SceneStyle FigureView::style() const
{
    SceneStyle style;
    style.width = width();
    style.height = height();
    style.font = em();
    style.palette = *currentTheme().chart;
    style.title = false; // the tab says it, and its legend names the bands
    style.bandLabels = m_bandLabels && m_figure.panels.size() == 1;
    style.namedElsewhere = m_namedElsewhere;
    return style;
}

void FigureView::arrange()
{
    m_scene = {};
    m_picture = {};
    m_painted = false;
    update();
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
    }
}

void FigureView::describe()
{
    setAccessibleName(QString::fromStdString(m_scene.title));
    setAccessibleDescription(QString::fromStdString(m_scene.description));
}

void FigureView::paintGround(QPainter& painter)
{
    painter.fillRect(rect(), currentTheme().surface);
    if (!m_problem.isEmpty()) {
        painter.setPen(currentTheme().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_problem);
    }
    paintScene(painter, m_scene, &m_texts);
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

void FigureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    // Under a drag no scene is painted twice; under a pointer that moves, one scene is, often.
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
        paintGround(painter);
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
        break;
    case QEvent::PaletteChange:
    case QEvent::ApplicationPaletteChange:
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
