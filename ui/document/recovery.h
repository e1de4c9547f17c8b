// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QByteArray>
#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace highwater {

class Document;

/// Unsaved work as it comes back after a crash.
struct Recovered
{
    Plan plan;
    QString path; ///< of the file it was opened from; empty where there was none
    QDateTime written;
};

/// A file that holds the unsaved work of one window. A lock beside it tells that the window lives;
/// the system lets go of it when the program dies, and the file then waits for the next start.
class RecoveryFile
{
public:
    explicit RecoveryFile(const QString& folder);
    /// The files in the folder whose window is dead, the newest first; they belong to the caller
    /// now and to no other instance of the program. Those of living windows are left alone.
    static std::vector<std::unique_ptr<RecoveryFile>> orphaned(const QString& folder);

    RecoveryFile(const RecoveryFile&) = delete;
    RecoveryFile& operator=(const RecoveryFile&) = delete;
    ~RecoveryFile() = default; ///< the work stays; only remove() throws it away

    const QString& path() const { return m_path; }
    /// Before the first writing. False where the folder cannot be written.
    bool claim();
    static QByteArray text(const Plan& plan, const QString& path);
    /// None where the file was damaged.
    std::optional<Recovered> read() const;
    void remove();

private:
    RecoveryFile(const QString& folder, const QString& id);

    QString m_path;
    QLockFile m_lock;
};

/// Where the program keeps such files.
QString recoveryFolder();

/// Writes the work of a document into its recovery file soon after each change, and throws the
/// file away as soon as nothing is unsaved.
class Recovery : public QObject
{
    Q_OBJECT

public:
    /// So that with the time of writing it is on the disk within two seconds.
    static constexpr std::chrono::milliseconds soon{1500};

    Recovery(Document& document, std::unique_ptr<RecoveryFile> file,
             std::chrono::milliseconds delay = soon, QObject* parent = nullptr);
    ~Recovery() override;

    /// The work is saved or given up.
    void clear();

signals:
    void failed(const QString& path); ///< where it could not be written

private:
    void write();

    Document& m_document;
    std::unique_ptr<RecoveryFile> m_file;
    QTimer m_timer;
    QThreadPool m_writer; ///< of one thread: a disk may take longer than a slider can wait
};

} // namespace highwater
