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
    QString headline; ///< the verdict of the command, "Fits: PyTorch reserves …"
    QStringList lines; ///< an error, ranks, unanswered questions, functions that are not there
};

/// `answer` is the last event of `highwater rehearse --events`.
RehearsalResult resultOf(const QJsonObject& answer, const MemoryFormat& format);

} // namespace highwater
