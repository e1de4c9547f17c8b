// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/file_watch.h"

#include <QFileInfo>

namespace highwater {

FileWatch::FileWatch(QObject* parent)
    : QObject(parent)
{
    // A file is being written, or is removed and put back, in several steps: look when they are
    // done.
    constexpr int settleMilliseconds = 150;
    m_settle.setInterval(settleMilliseconds);
    m_settle.setSingleShot(true);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_settle, &QTimer::timeout, this, &FileWatch::readAgain);
}

void FileWatch::watch(const PlanFile& file)
{
    if (file == m_file)
        return;
    m_settle.stop();
    m_file = file;
    m_seen = file.digest;
    m_state = State::Same;
    m_stamp.reset();
    listen();
}

void FileWatch::look()
{
    if (!m_file.path.isEmpty() && stampNow() != m_stamp)
        readAgain();
}

void FileWatch::readAgain()
{
    m_stamp = stampNow(); // before the text is read, so that the next look sees a later change
    listen();
    const State before = m_state;
    if (m_stamp->size < 0) {
        m_state = State::Gone;
        if (before != State::Gone)
            emit gone();
        return;
    }
    const auto text = fileText(m_file.path);
    if (!text)
        return; // a file that cannot be read now has not certainly changed
    const QByteArray digest = digestOf(*text);
    const bool seen = before != State::Gone && digest == m_seen;
    m_seen = digest;
    m_state = m_seen == m_file.digest ? State::Same : State::Changed;
    if (m_state == State::Changed && !seen)
        emit changed();
    else if (m_state == State::Same && before != State::Same)
        emit same();
}

/// Called after each look: the system's watch ends when another file replaces the file.
void FileWatch::listen()
{
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    if (QFileInfo::exists(m_file.path))
        m_watcher.addPath(m_file.path);
}

FileWatch::Stamp FileWatch::stampNow() const
{
    const QFileInfo file(m_file.path);
    return file.isFile() ? Stamp{file.lastModified(), file.size()} : Stamp{};
}

} // namespace highwater
