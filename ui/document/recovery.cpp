// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recovery.h"

#include "core/exchange/plan_file.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>

namespace highwater {
namespace {

constexpr QLatin1String dataSuffix(".json");
constexpr QLatin1String lockSuffix(".lock");

} // namespace

RecoveryFile::RecoveryFile(const QString& folder)
    : RecoveryFile(folder, QUuid::createUuid().toString(QUuid::WithoutBraces))
{ }

RecoveryFile::RecoveryFile(const QString& folder, const QString& id)
    : m_path(QDir(folder).filePath(id + dataSuffix))
    , m_lock(QDir(folder).filePath(id + lockSuffix))
{
    // QLockFile calls a lock stale by age or by the process number in it. The number proves
    // nothing: another process may have it, and in a sandbox every run gets the same. With this
    // time every lock counts as old, so only the system's lock decides.
    m_lock.setStaleLockTime(1);
}

bool RecoveryFile::claim()
{
    if (m_lock.isLocked())
        return true;
    const QString folder = QFileInfo(m_path).path();
    if (!QFileInfo::exists(folder)) {
        if (!QDir().mkpath(folder))
            return false;
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    return m_lock.tryLock(0);
}

std::vector<std::unique_ptr<RecoveryFile>> RecoveryFile::orphaned(const QString& folder)
{
    const QDir dir(folder);
    QSet<QString> ids;
    std::vector<std::unique_ptr<RecoveryFile>> dead;
    for (const QFileInfo& file : dir.entryInfoList(QDir::Files | QDir::Hidden, QDir::Time)) {
        // An interrupted write leaves a hidden file: ".ID.json.….saving".
        const QString id
            = file.fileName().section(QLatin1Char('.'), 0, 0, QString::SectionSkipEmpty);
        if (ids.contains(id))
            continue;
        ids.insert(id);
        std::unique_ptr<RecoveryFile> found(new RecoveryFile(folder, id));
        if (!found->claim())
            continue;
        const QString cutOff = id + dataSuffix + QStringLiteral(".*");
        for (const QString& name :
             dir.entryList({cutOff, QLatin1Char('.') + cutOff}, QDir::Files | QDir::Hidden))
            QFile::remove(dir.filePath(name));
        if (QFile::exists(found->path()))
            dead.push_back(std::move(found));
    }
    return dead;
}

QByteArray RecoveryFile::text(const Plan& plan, const PlanFile& file)
{
    return QJsonDocument(QJsonObject{
                             {QStringLiteral("path"), file.path},
                             {QStringLiteral("digest"), QString::fromLatin1(file.digest.toHex())},
                             {QStringLiteral("written"),
                              QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                             {QStringLiteral("plan"), QString::fromUtf8(planText(plan))},
                         })
        .toJson();
}

std::optional<Recovered> RecoveryFile::read() const
{
    constexpr std::size_t most = 4 * mostPlanBytes; // escapes in JSON lengthen the plan's text
    const auto text = fileText(m_path, most);
    if (!text || static_cast<std::size_t>(text->size()) > most)
        return {};
    const QJsonObject object = QJsonDocument::fromJson(*text).object();
    auto plan = readPlan(object.value(QLatin1String("plan")).toString().toStdString());
    if (!plan)
        return {};
    const PlanFile from{
        object.value(QLatin1String("path")).toString(),
        QByteArray::fromHex(object.value(QLatin1String("digest")).toString().toLatin1())};
    return Recovered{std::move(*plan), from,
                     QDateTime::fromString(object.value(QLatin1String("written")).toString(),
                                           Qt::ISODateWithMs)};
}

void RecoveryFile::remove()
{
    if (m_lock.isLocked()) // else the file was never written
        QFile::remove(m_path);
}

QString recoveryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
        + QStringLiteral("/recovery");
}

bool hasKeptWork(const QString& path)
{
    return std::ranges::any_of(RecoveryFile::orphaned(recoveryFolder()), [&](const auto& file) {
        const auto recovered = file->read();
        return recovered && isSameFile(recovered->file.path, path);
    });
}

Recovery::Recovery(Document& document, std::unique_ptr<RecoveryFile> file,
                   std::chrono::milliseconds delay, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_file(std::move(file))
{
    m_writer.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::write);
    // A change does not restart the timer, so that work without a pause is written as well.
    const auto startTimer = [this] {
        if (!m_timer.isActive())
            m_timer.start();
    };
    connect(&document, &Document::planChanged, this, startTimer);
    connect(&document, &Document::fileChanged, this, [this, startTimer] {
        if (m_document.isModified())
            startTimer();
        else
            clear();
    });
}

Recovery::~Recovery()
{
    m_writer.waitForDone();
}

void Recovery::clear()
{
    m_timer.stop();
    m_writer.waitForDone(); // otherwise a late write would restore the file
    m_file->remove();
}

void Recovery::write()
{
    if (!m_document.isModified())
        return;
    if (!m_file->claim()) {
        emit failed(m_file->path());
        return;
    }
    m_writer.start([this, path = m_file->path(),
                    text = RecoveryFile::text(m_document.plan(), m_document.file())] {
        if (writeFile(path, text))
            emit failed(path);
    });
}

} // namespace highwater
