// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

namespace highwater {

/// A folder of the test's own for temporary files, as long as it exists.
class TemporaryTmpdir
{
public:
    TemporaryTmpdir() { qputenv("TMPDIR", QFile::encodeName(m_folder.path())); }
    ~TemporaryTmpdir() { qputenv("TMPDIR", m_before); }
    TemporaryTmpdir(const TemporaryTmpdir&) = delete;
    TemporaryTmpdir& operator=(const TemporaryTmpdir&) = delete;

    QString path() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder;
    QByteArray m_before = qgetenv("TMPDIR");
};

} // namespace highwater
