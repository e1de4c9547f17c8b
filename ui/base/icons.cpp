// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/icons.h"

#include "ui/base/theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include <initializer_list>

namespace highwater {

namespace {

QByteArray drawingOf(const char* name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)));
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

QIcon iconOf(const QByteArray& drawing, std::initializer_list<int> sizes)
{
    QIcon icon;
    if (drawing.isEmpty())
        return icon;
    QSvgRenderer renderer(drawing);
    for (const int size : sizes) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

QIcon themedIcon(const char* name)
{
    const QByteArray colour = currentTheme().text.name().toLatin1();
    // for screens of 1, 1.5, 2 and 3 pixels to a point
    return iconOf(drawingOf(name).replace("#000000", colour), {18, 27, 36, 54});
}

QIcon programIcon()
{
    return iconOf(drawingOf("highwater"), {16, 24, 32, 48, 64, 128, 256});
}

} // namespace highwater
