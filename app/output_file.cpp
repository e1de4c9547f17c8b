// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "command_words.h"
#include "core/exchange/whole_file.h"
#include "core/plan/utf8.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace highwater {

Outcome written(Outcome outcome)
{
    if (!outcome.file)
        return outcome;
    const auto& [path, text] = *outcome.file;
    if (const auto reason = writeWhole(path, text))
        return failed(Exit::Unreadable, excerpt(path) + ": cannot be written: " + english(*reason));
    return outcome;
}

int print(const Outcome& outcome)
{
    if (!outcome.error.empty())
        std::fprintf(stderr, "%s\n", outcome.error.c_str());
    const std::size_t size = outcome.output.size();
    const bool whole
        = std::fwrite(outcome.output.data(), 1, size, stdout) == size && std::fflush(stdout) == 0;
    if (!whole) {
        std::fprintf(stderr, "highwater: standard output cannot be written: %s\n",
                     std::strerror(errno));
        return static_cast<int>(Exit::Unreadable);
    }
    return static_cast<int>(outcome.exit);
}

} // namespace highwater
