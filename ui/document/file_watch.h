// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/plan_store.h"

#include <QByteArray>
#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>

namespace highwater {

/// Notices when another program changes or removes the file of a plan. Only the text counts: a file
/// that was written again with the same text has not changed.
class FileWatch : public QObject
{
    Q_OBJECT

public:
    enum class State { Same, Changed, Gone };

    explicit FileWatch(QObject* parent = nullptr);

    /// Watches this file from now on; the file has the digest of its known text. An empty path: no
    /// file.
    void watch(const PlanFile& file);
    /// Looks at the file now. The text is read only where time or size differ from the last look.
    void look();
    State state() const { return m_state; }
    const QString& path() const { return m_file.path; }
    /// The digest of the text at the last look.
    const QByteArray& seen() const { return m_seen; }

signals:
    void changed(); ///< to a text that no signal has reported yet
    void gone();
    void same(); ///< the file has its known text again, after changed() or gone()

private:
    void readAgain();
    void listen();

    struct Stamp
    {
        QDateTime time;
        qint64 size = -1; ///< -1: there is no file
        bool operator==(const Stamp&) const = default;
    };
    Stamp stampNow() const;

    PlanFile m_file;
    QByteArray m_seen;
    std::optional<Stamp> m_stamp; ///< none: not looked at yet
    State m_state = State::Same;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
};

} // namespace highwater
