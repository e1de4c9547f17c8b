// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recent_files.h"

#include "ui/document/plan_store.h"

#include <QFileInfo>
#include <QSettings>

namespace highwater {
namespace {

constexpr qsizetype mostRecent = 10;

void store(const QStringList& paths)
{
    QSettings().setValue(QStringLiteral("files/recent"), paths);
}

QStringList without(const QString& path)
{
    QStringList paths = recentFiles();
    paths.removeIf([&](const QString& other) { return isSameFile(path, other); });
    return paths;
}

} // namespace

QStringList recentFiles()
{
    return QSettings().value(QStringLiteral("files/recent")).toStringList().mid(0, mostRecent);
}

void addRecentFile(const QString& path)
{
    store((QStringList(QFileInfo(path).absoluteFilePath()) + without(path)).mid(0, mostRecent));
}

void removeRecentFile(const QString& path)
{
    store(without(path));
}

void clearRecentFiles()
{
    store({});
}

} // namespace highwater
