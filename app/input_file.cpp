// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "input_file.h"

#include <cerrno>
#include <cstring>

#ifdef __unix__
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace highwater {
namespace {

#ifdef __unix__
/// Opens a pipe as soon as a program writes into it, for which it may have to read one byte.
InputFile openedPipe(const std::string& path)
{
    constexpr int attempts = 30;
    constexpr useconds_t pause = 100'000;
    const int pipe = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (pipe < 0)
        return {};
    InputFile input{.isPipe = true};
    bool hasWriter = false;
    for (int i = 0; i < attempts && !hasWriter; ++i) {
        char first = 0;
        const ssize_t size = read(pipe, &first, 1);
        input.begun.assign(size > 0 ? 1 : 0, first);
        hasWriter = size > 0 || (size < 0 && errno == EAGAIN); // 0: no program writes yet
        if (!hasWriter)
            usleep(pause);
    }
    if (hasWriter && fcntl(pipe, F_SETFL, 0) == 0) {
        input.file = fdopen(pipe, "rb");
        return input;
    }
    close(pipe);
    errno = ETIMEDOUT;
    return {};
}
#endif

} // namespace

InputFile openedInput(const std::string& path)
{
    if (path == "-")
        return {.file = stdin, .isPipe = true};
#ifdef __unix__
    struct stat status = {};
    if (stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode))
        return openedPipe(path);
#endif
    return {.file = std::fopen(path.c_str(), "rb")};
}

std::unique_ptr<ByteSource> openedSource(const std::string& path)
{
    InputFile input = openedInput(path);
    if (input.file && input.isPipe)
        return ByteSource::ofPipe(input.file, std::move(input.begun));
    if (input.file)
        std::fclose(input.file);
    return input.file ? ByteSource::open(path) : nullptr;
}

std::optional<std::string> contents(const std::string& path, std::size_t most)
{
    InputFile input = openedInput(path);
    if (!input.file)
        return std::nullopt;
    std::string text = std::move(input.begun);
    const std::size_t begun = text.size();
    text.resize(most + 1);
    const std::size_t size
        = begun + std::fread(text.data() + begun, 1, text.size() - begun, input.file);
    const int error = std::ferror(input.file) ? errno : 0;
    if (input.file != stdin)
        std::fclose(input.file);
    errno = error;
    if (error)
        return std::nullopt;
    text.resize(size);
    return text;
}

std::string unreadableReason()
{
    if (errno == ETIMEDOUT)
        return "cannot be read: nothing writes into this pipe";
    return std::string("cannot be read: ") + std::strerror(errno);
}

} // namespace highwater
