// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "command_words.h"
#include "core/plan/utf8.h"
#include "ui/document/plan_store.h"

#include <QFile>

namespace highwater {

Outcome written(Outcome outcome)
{
    if (!outcome.file)
        return outcome;
    const auto& [path, text] = *outcome.file;
    if (const auto reason
        = writeWhole(QFile::decodeName(path.c_str()), QByteArray::fromStdString(text)))
        return failed(Exit::Unreadable,
                      excerpt(path) + ": cannot be written: " + reason->toStdString());
    return outcome;
}

} // namespace highwater
