// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/icons.h"

#include "ui/base/theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace highwater {

QIcon themedIcon(const char* name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)));
    if (!file.open(QFile::ReadOnly))
        return {};
    const QByteArray drawing
        = file.readAll().replace("#000000", currentTheme().text.name().toLatin1());
    QSvgRenderer renderer(drawing);
    QIcon icon;
    for (const int size : {18, 27, 36, 54}) { // for screens of 1, 1.5, 2 and 3 pixels to a point
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace highwater
