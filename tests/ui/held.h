// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>

#ifdef __linux__
#include <malloc.h>
#include <unistd.h>
#endif

namespace highwater {

/// A number that the environment sets for a long run; `usual` where it does not.
inline int numberOf(const char* variable, int usual)
{
    bool given = false;
    const int number = qEnvironmentVariableIntValue(variable, &given);
    return given ? number : usual;
}

/// What this process holds: resident memory and open files; 0 where the system does not tell.
struct Held
{
    long mebibytes = 0;
    long files = 0;

    static Held now()
    {
#ifdef __linux__
        malloc_trim(0);
        QFile file(QStringLiteral("/proc/self/statm"));
        if (!file.open(QFile::ReadOnly))
            return {};
        const long pages = file.readAll().split(' ').value(1).toLong();
        constexpr long mebibyte = 1 << 20;
        const auto open
            = QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::AllEntries | QDir::System);
        return {pages * sysconf(_SC_PAGESIZE) / mebibyte, static_cast<long>(open.size())};
#else
        return {};
#endif
    }
};

} // namespace highwater
