// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "ui/document/plan_store.h"

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

/// Unsaved work that a crash left behind.
struct Recovered
{
    Plan plan;
    /// The plan's file, with its digest at the time when the work was stored.
    PlanFile file;
    QDateTime written;
};

/// A file that holds the unsaved work of one window. While the window is open, it has a lock next
/// to the file; the system releases the lock when the program ends, even by a crash, and the next
/// start finds the file.
class RecoveryFile
{
public:
    explicit RecoveryFile(const QString& folder);
    /// The files in the folder without a locked lock, the newest first. The caller gets their
    /// locks, so no other instance of the program takes the same files.
    static std::vector<std::unique_ptr<RecoveryFile>> orphaned(const QString& folder);

    RecoveryFile(const RecoveryFile&) = delete;
    RecoveryFile& operator=(const RecoveryFile&) = delete;
    ~RecoveryFile() = default; ///< the file stays; only remove() deletes it

    const QString& path() const { return m_path; }
    /// Takes the lock, before the file is first written, and makes the folder, in which others may
    /// not look. False where the folder is not writable.
    bool claim();
    static QByteArray text(const Plan& plan, const PlanFile& file);
    /// Null where the file is damaged.
    std::optional<Recovered> read() const;
    void remove();

private:
    RecoveryFile(const QString& folder, const QString& id);

    QString m_path;
    QLockFile m_lock;
};

/// The folder in which the program stores recovery files.
QString recoveryFolder();

/// Whether a crash left unsaved work of this file behind, which may have been deleted since.
bool hasKeptWork(const QString& path);

/// Writes the work of a document into its recovery file soon after each change, and deletes the
/// file as soon as all work is saved.
class Recovery : public QObject
{
    Q_OBJECT

public:
    /// Short enough that the work is on the disk within two seconds, writing included.
    static constexpr std::chrono::milliseconds soon{1500};

    Recovery(Document& document, std::unique_ptr<RecoveryFile> file,
             std::chrono::milliseconds delay = soon, QObject* parent = nullptr);
    ~Recovery() override;

    /// Deletes the file: the work is saved or discarded.
    void clear();

signals:
    void failed(const QString& path); ///< this file could not be written

private:
    void write();

    Document& m_document;
    std::unique_ptr<RecoveryFile> m_file;
    QTimer m_timer;
    QThreadPool m_writer; ///< one thread, as a slow disk must not stop a slider
};

} // namespace highwater
