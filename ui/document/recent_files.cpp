// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recent_files.h"

#include "ui/base/settings.h"
#include "ui/document/plan_store.h"

#include <QFileInfo>

namespace highwater {
namespace {

constexpr qsizetype mostRecent = 10;

QStringList without(const QString& path)
{
    QStringList paths = recentFiles();
    paths.removeIf([&](const QString& other) { return isSameFile(path, other); });
    return paths;
}

} // namespace

QStringList recentFiles()
{
    return settings::recentFiles.value().mid(0, mostRecent);
}

void addRecentFile(const QString& path)
{
    const QStringList paths = QStringList(QFileInfo(path).absoluteFilePath()) + without(path);
    settings::recentFiles.store(paths.mid(0, mostRecent));
}

void removeRecentFile(const QString& path)
{
    settings::recentFiles.store(without(path));
}

void clearRecentFiles()
{
    settings::recentFiles.store({});
}

} // namespace highwater
