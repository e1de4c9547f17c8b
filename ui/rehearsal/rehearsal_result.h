// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "ui/base/memory_format.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace highwater {

/// What the window says of a rehearsal that ended with an answer.
struct RehearsalResult
{
    std::optional<Verdict> verdict; ///< null: the script did not get as far as a step
    QString headline; ///< "Fits — 43.1 of 79.2 GiB reserved"
    QStringList lines; ///< ranks, unanswered questions, functions that are not there
};

/// `answer` is that of `highwater rehearse --json`.
RehearsalResult resultOf(const QJsonObject& answer, const MemoryFormat& format);

} // namespace highwater
