// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "main_window.h"
#include "theme.h"

#include <QApplication>
#include <QSettings>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace {

/// Output that a full disk or a closed pipe swallowed is a failure, not a success.
int print(const highwater::Outcome& outcome)
{
    if (!outcome.error.empty())
        std::fprintf(stderr, "%s\n", outcome.error.c_str());
    const std::size_t size = outcome.output.size();
    const bool written
        = std::fwrite(outcome.output.data(), 1, size, stdout) == size && std::fflush(stdout) == 0;
    if (!written) {
        std::fprintf(stderr, "highwater: standard output cannot be written: %s\n",
                     std::strerror(errno));
        return static_cast<int>(highwater::Exit::Unreadable);
    }
    return static_cast<int>(outcome.exit);
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (highwater::isCommand(arguments))
        return print(highwater::runCommand(arguments));

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("highwater"));
    QApplication::setOrganizationName(QStringLiteral("highwater"));
    QApplication::setApplicationVersion(QStringLiteral(HIGHWATER_VERSION));
    QApplication::setStyle(QStringLiteral("Fusion"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    highwater::desktopTheme(); // read before anything else sets the palette
    highwater::MainWindow window;
    window.show();
    return QApplication::exec();
}
