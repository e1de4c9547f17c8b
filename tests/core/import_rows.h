// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/import.h"
#include "core/ledger/resolve.h"
#include "core/plan/keys.h"
#include "helpers.h"

#include <QString>
#include <QStringList>

/// What differs between an imported file and its row: the kind, or a key that does not have the
/// row's value ("adapter.rank=16"), or that the plan has no estimate; empty where nothing does.
inline QString importFault(const highwater::Result<highwater::Imported>& read, const QString& kind,
                           const QStringList& settings)
{
    using namespace highwater;
    if (!read)
        return whyNot(read);
    if (shown(nameOf(read->kind)) != kind)
        return shown(nameOf(read->kind));
    for (const QString& setting : settings) {
        const auto path = findKeyPath(setting.section(u'=', 0, 0).toStdString());
        if (!path)
            return setting;
        const QString found
            = shown(path->text()) + u'=' + shown(settingText(keyOf(*path).get(read->plan)));
        if (found != setting)
            return found;
    }
    const auto resolved = resolve(read->plan, builtinCatalog());
    return resolved ? QString() : whyNot(resolved);
}
