// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

#include <QObject>
#include <QTextObjectInterface>

#include <vector>

namespace highwater {

/// Draws the images of a document that pictureName() names: as lines and letters, not as pixels.
class PictureHandler : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    explicit PictureHandler(std::vector<Scene> pictures);

    /// As wide as the text.
    QSizeF intrinsicSize(QTextDocument* document, int, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& box, QTextDocument*, int,
                    const QTextFormat& format) override;

private:
    const Scene* pictureOf(const QTextFormat& format) const;

    std::vector<Scene> m_pictures;
};

} // namespace highwater
