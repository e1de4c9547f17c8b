// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/byte_source.h"

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace highwater {

/// A file, a pipe or standard input that a command reads.
struct InputFile
{
    std::FILE* file = nullptr; ///< null: it cannot be opened, and errno has the reason
    std::string begun = {}; ///< bytes that were read from it already
    bool isPipe = false; ///< its length is not known
};

/// Opens a file for reading, or standard input for "-". It gives up on a named pipe without a
/// writer after some seconds (ETIMEDOUT), as opening the pipe would wait for ever.
InputFile openedInput(const std::string& path);

/// The bytes of a file, a pipe, or standard input, to be read once; null where it cannot be opened,
/// and errno has the reason.
std::unique_ptr<ByteSource> openedSource(const std::string& path);

/// The whole of a file, or of standard input for "-"; at most `most` + 1 bytes of a longer one.
/// Null where it cannot be read; errno has the reason.
std::optional<std::string> contents(const std::string& path, std::size_t most);

/// "cannot be read: No such file or directory", from errno.
std::string unreadableReason();

} // namespace highwater
