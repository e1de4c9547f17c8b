// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture_handler.h"

#include "core/exchange/page.h"
#include "ui/export/figure_export.h"
#include "ui/figures/scene_painter.h"

#include <QAbstractTextDocumentLayout>
#include <QPaintDevice>
#include <QPainter>
#include <QTextDocument>

namespace highwater {

PictureHandler::PictureHandler(std::vector<Scene> pictures)
    : m_pictures(std::move(pictures))
{ }

QSizeF PictureHandler::intrinsicSize(QTextDocument* document, int, const QTextFormat& format)
{
    const Scene* scene = pictureOf(format);
    if (!scene)
        return {};
    const QPaintDevice* paper = document->documentLayout()->paintDevice();
    if (!paper) // it is not laid out for pages yet
        return {scene->width, scene->height};
    constexpr double margins = 2 * 2 / 2.54; // inches, of QTextDocument::print()
    const double width = document->pageSize().width() - margins * paper->logicalDpiX();
    return {width, width * scene->height / scene->width};
}

void PictureHandler::drawObject(QPainter* painter, const QRectF& box, QTextDocument*, int,
                                const QTextFormat& format)
{
    const Scene* scene = pictureOf(format);
    if (!scene)
        return;
    painter->save();
    painter->translate(box.topLeft());
    painter->scale(box.width() / scene->width, box.height() / scene->height);
    painter->setFont(exportFont(scene->language));
    paintScene(*painter, *scene);
    painter->restore();
}

const Scene* PictureHandler::pictureOf(const QTextFormat& format) const
{
    const QString name = format.toImageFormat().name();
    for (std::size_t i = 0; i < m_pictures.size(); ++i)
        if (name == QString::fromStdString(pictureName(i)))
            return &m_pictures[i];
    return nullptr;
}

} // namespace highwater
