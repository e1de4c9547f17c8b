// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace highwater {

/// Notices when another program changes or removes the file of a plan. Only the text counts: a file
/// that was written again with the same text has not changed.
class FileWatch : public QObject
{
    Q_OBJECT

public:
    enum class State { Same, Changed, Gone };

    explicit FileWatch(QObject* parent = nullptr);

    /// Watches this file from now on, whose present text is `text`. An empty path: no file.
    void watch(const QString& path, const QByteArray& text);
    /// The present text is known from now on; no signal tells of it again.
    void accept();
    /// Looks at the file now. The text is read only where time or size differ from the last look.
    void look();
    State state() const { return m_state; }

signals:
    void changed(); ///< to a text that no signal has told of before
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

    QString m_path;
    QByteArray m_known, m_seen;
    Stamp m_stamp;
    State m_state = State::Same;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
};

} // namespace highwater
