// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plan_store.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/exchange/whole_file.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/words.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStorageInfo>

namespace highwater {
namespace {

struct PlanStore
{
    Q_DECLARE_TR_FUNCTIONS(highwater::PlanStore)
};

QString elided(const QString& text, qsizetype longest)
{
    if (text.size() <= longest)
        return text;
    const qsizetype half = longest / 2;
    return text.left(half) + QStringLiteral("…") + text.right(half);
}

/// "workload.context: must be …; found 0 (and 2 more)"
QString reasonAlone(const Problems& problems)
{
    const Problem& first = problems.front();
    QString reason = translated(first.message);
    if (!first.field.empty())
        reason = PlanStore::tr("%1: %2").arg(QString::fromStdString(first.field), reason);
    if (!first.found.empty())
        reason = PlanStore::tr("%1; found %2").arg(reason, QString::fromStdString(first.found));
    if (problems.size() > 1)
        reason
            = PlanStore::tr("%1 (and %2 more)").arg(reason, QString::number(problems.size() - 1));
    return reason;
}

/// Line and column; empty where the problem has no place in a text.
QStringList placeOf(const Problems& problems)
{
    const QStringList place = QString::fromStdString(problems.front().place)
                                  .split(QLatin1Char(':'), Qt::SkipEmptyParts);
    return place.size() == 2 ? place : QStringList();
}

/// "“a.hwplan”, line 3, column 14: workload.context: must be …; found 0 (and 2 more)."
QString broken(const QString& path, const Problems& problems)
{
    const QString reason = reasonAlone(problems);
    if (const QStringList place = placeOf(problems); !place.isEmpty())
        return PlanStore::tr("“%1”, line %2, column %3: %4.")
            .arg(shownName(path), place.front(), place.back(), reason);
    return PlanStore::tr("“%1”: %2.").arg(shownName(path), reason);
}

QString whyNotRead(const QString& path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return PlanStore::tr("“%1” is not there any more. It was moved, renamed or deleted.")
            .arg(shownPath(path));
    if (!file.isFile())
        return PlanStore::tr("“%1” is not a file that can contain a plan.").arg(shownPath(path));
    if (!file.isReadable())
        return PlanStore::tr("“%1” cannot be read: this account may not read it.")
            .arg(shownPath(path));
    return PlanStore::tr("“%1” cannot be read. If it lies on another machine or a removable disk, "
                         "see that it is connected.")
        .arg(shownPath(path));
}

/// The reason why a file was not written. The system's words, in its language, are used only where
/// no other reason is found.
QString whyNotWritten(const QString& path, const Text& reason)
{
    const QFileInfo file(path);
    const QFileInfo folder(file.absolutePath());
    const QStorageInfo disk(folder.filePath());
    const QString name = shownName(path), place = shownPath(folder.filePath());
    if (!folder.isDir())
        return PlanStore::
            tr("“%1” is not saved: the folder “%2” is not there any more. Choose another folder.")
                .arg(name, place);
    if (file.isDir())
        return PlanStore::tr("“%1” is not saved: it is a folder. Choose another name.").arg(name);
    if (disk.isValid() && disk.isReadOnly())
        return PlanStore::tr("“%1” is not saved: the disk can only be read. Choose another disk.")
            .arg(name);
    if (file.exists() && !file.isWritable())
        return PlanStore::tr("“%1” is not saved: the file is write-protected. Choose another name.")
            .arg(name);
    if (!folder.isWritable() && !file.exists())
        return PlanStore::
            tr("“%1” is not saved: this account may not write into “%2”. Choose another folder.")
                .arg(name, place);
    if (reason == diskIsFull())
        return PlanStore::tr(
                   "“%1” is not saved: the disk is full. Free some space, or choose another disk.")
            .arg(name);
    return PlanStore::tr("“%1” is not saved: %2. Try again, or choose another folder.")
        .arg(name, translated(reason));
}

} // namespace

std::optional<QByteArray> fileText(const QString& path, std::size_t most)
{
    if (!QFileInfo(path).isFile())
        return {};
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        return {};
    QByteArray text = file.read(static_cast<qint64>(most) + 1);
    if (file.error() != QFile::NoError)
        return {};
    return text;
}

QByteArray digestOf(const QByteArray& text)
{
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256);
}

std::variant<StoredPlan, QString> readPlanFile(const QString& path)
{
    auto text = fileText(path);
    if (!text)
        return whyNotRead(path);
    const std::string_view bytes{text->constData(), static_cast<std::size_t>(text->size())};
    auto plan = readPlanOrCode(bytes);
    if (!plan)
        return broken(path, plan.problems());
    StoredPlan stored{std::move(*plan), std::move(*text), {}, isPlanFile(bytes)};
    if (stored.isPlanFile)
        if (auto compared
            = readCompared({stored.text.constData(), static_cast<std::size_t>(stored.text.size())}))
            stored.compared = std::move(*compared); // readPlanOrCode() has checked it
    return stored;
}

QByteArray planText(const Plan& plan, const ComparedSet& compared)
{
    return QByteArray::fromStdString(writePlan(plan, compared));
}

std::optional<QString> writeFile(const QString& path, const QByteArray& text)
{
    const auto reason = writeWhole(QFile(path).filesystemFileName(),
                                   {text.constData(), static_cast<std::size_t>(text.size())});
    return reason ? std::optional(whyNotWritten(path, *reason)) : std::nullopt;
}

QString reasonOf(const Problems& problems)
{
    const QStringList place = placeOf(problems);
    return place.isEmpty() ? reasonAlone(problems)
                           : PlanStore::tr("line %1, column %2: %3")
                                 .arg(place.front(), place.back(), reasonAlone(problems));
}

QString planFileName(const QString& planName)
{
    static const QRegularExpression odd(QStringLiteral("[\\x00-\\x1f/\\\\:*?\"<>|]|^\\."));
    constexpr qsizetype longest = 80;
    QString name = planName.left(longest).trimmed();
    name.replace(QChar(u'×'), QLatin1Char('x')); // can be typed
    name.replace(odd, QStringLiteral("_"));
    if (name.isEmpty())
        name = QStringLiteral("plan");
    return name + QLatin1Char('.') + QLatin1String(planSuffix);
}

bool isSameFile(const QString& path, const QString& other)
{
    const auto real = [](const QString& name) {
        const QFileInfo file(name);
        return file.exists() ? file.canonicalFilePath() : file.absoluteFilePath();
    };
    return !path.isEmpty() && !other.isEmpty() && real(path) == real(other);
}

QString shownName(const QString& path)
{
    return elided(QFileInfo(path).fileName(), 80);
}

QString shownPath(const QString& path)
{
    return elided(QDir::toNativeSeparators(path), 160);
}

} // namespace highwater
