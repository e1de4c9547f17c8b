// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/drag_out.h"

#include "ui/base/staying_windows.h"

#include <QDrag>
#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QPixmap>
#include <QTemporaryDir>
#include <QUrl>
#include <QWidget>

namespace highwater {

void addFile(QMimeData& data, const QString& name, const QByteArray& content)
{
    static const QTemporaryDir folder;
    QFile file(folder.filePath(name));
    if (folder.isValid() && file.open(QIODevice::WriteOnly) && file.write(content) == content.size()
        && file.flush())
        data.setUrls({QUrl::fromLocalFile(file.fileName())});
}

void dragOut(QWidget* source, std::unique_ptr<QMimeData> data)
{
    constexpr QSize small(240, 160);
    const StayingWindows stay(source);
    auto* drag = new QDrag(source);
    if (const auto picture = qvariant_cast<QImage>(data->imageData()); !picture.isNull())
        drag->setPixmap(QPixmap::fromImage(
            picture.scaled(small, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    drag->setMimeData(data.release());
    drag->exec(Qt::CopyAction);
}

} // namespace highwater
