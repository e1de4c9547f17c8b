// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <variant>

namespace highwater {

/// A plan as it lies in a file.
struct StoredPlan
{
    Plan plan;
    QByteArray text; ///< what the file holds, to notice when another program writes it
};

/// The plan, or a sentence that names the file, the place in it and what is wrong there.
std::variant<StoredPlan, QString> readPlanFile(const QString& path);

/// What a file holds, up to the first byte that is more than a plan can have; none where there is
/// no file or it cannot be read. Only of files: a pipe or a device would never end.
std::optional<QByteArray> fileText(const QString& path);

QByteArray planText(const Plan& plan);

/// Writes the file whole or leaves what was there; why not in a few words, which may be the
/// system's.
std::optional<QString> writeWhole(const QString& path, const QByteArray& text);

/// The same with a sentence that says why not and what helps;
/// none where it is written.
std::optional<QString> writeFile(const QString& path, const QByteArray& text);

/// What is wrong with a text that is no plan: "line 3, column 14: workload.context: must be …;
/// found 0 (and 2 more)", without a full stop.
QString reasonOf(const Problems& problems);

/// A plan's name as that of a file on any system.
QString planFileName(const QString& planName);

/// Two names of one file.
bool isSameFile(const QString& path, const QString& other);

/// The file as a sentence names it: not longer than a line.
QString shownName(const QString& path);
QString shownPath(const QString& path);

} // namespace highwater
