// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/compared_plans.h"
#include "core/exchange/plan_file.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <variant>

namespace highwater {

/// A plan that was read from a file.
struct StoredPlan
{
    Plan plan;
    QByteArray text; ///< the file's text, to notice when another program writes the file
    ComparedSet compared = {}; ///< that the file keeps with the plan
    bool isPlanFile = true; ///< false: a text with a share code or a command line in it
};

/// The file of a plan, and the digest of the text that was last read from it or written to it. The
/// file keeps this digest until another program writes it.
struct PlanFile
{
    QString path; ///< empty: the plan has no file
    QByteArray digest = {};
    bool operator==(const PlanFile&) const = default;
};

QByteArray digestOf(const QByteArray& text);

/// The plan, or a sentence that names the file, the place in it and the error there.
std::variant<StoredPlan, QString> readPlanFile(const QString& path);

/// The first `most` + 1 bytes of a file, so that the caller sees when the file is too long; null
/// where there is no file or the file cannot be read. Pipes and devices are not read, as they may
/// never end.
std::optional<QByteArray> fileText(const QString& path, std::size_t most = mostPlanBytes);

QByteArray planText(const Plan& plan, const ComparedSet& compared = {});

/// Writes the whole file, or leaves the old one unchanged and returns a sentence that gives the
/// reason and says what to do.
std::optional<QString> writeFile(const QString& path, const QByteArray& text);

/// The reason why a text is no plan: "line 3, column 14: workload.context: must be …; found 0 (and
/// 2 more)", without a full stop.
QString reasonOf(const Problems& problems);

/// A file name for the plan that every system allows: "8B_ fast.hwplan" for "8B: fast".
QString planFileName(const QString& planName);

/// Whether both paths lead to one file, also through links.
bool isSameFile(const QString& path, const QString& other);

/// The file's name and path for messages, shortened in the middle to fit on a line.
QString shownName(const QString& path);
QString shownPath(const QString& path);

} // namespace highwater
