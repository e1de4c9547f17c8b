// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace highwater {

/// Notices when another program changes or removes the file of a plan. What counts is what the
/// file holds: one that was only touched, or written again with the same text, is the same.
class FileWatch : public QObject
{
    Q_OBJECT

public:
    enum class State { Same, Changed, Gone };

    explicit FileWatch(QObject* parent = nullptr);

    /// From now on this file, which is known to hold `text`; none where the path is empty.
    void watch(const QString& path, const QByteArray& text);
    /// What the file holds now is known and not spoken of again.
    void accept();
    /// Looks at the file; cheap where its time and size are those of the last look.
    void look();
    State state() const { return m_state; }

signals:
    void changed(); ///< to something that was not spoken of before
    void gone();
    void same(); ///< again, after changed() or gone()

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
