// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "ui/base/settings.h"
#include "ui/base/style.h"
#include "ui/base/theme.h"
#include "ui/document/recovery.h"
#include "ui/window/windows.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

/// Writes output and error. Output that a full disk or a closed pipe cannot take is a failure.
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

/// Whether there is a display. Without one on X11 or Wayland, Qt would abort with a long text.
bool hasDisplay()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (qEnvironmentVariableIsSet(variable))
            return true;
    return false;
#else
    return true;
#endif
}

/// Takes the files out of the words that are gone but whose unsaved work a crash left behind: the
/// session offers the work.
QStringList takeLost(std::vector<std::string>& words)
{
    QStringList lost;
    std::erase_if(words, [&](const std::string& word) {
        const QString path = QFile::decodeName(word.c_str());
        const bool isLost = word != "-" && !QFileInfo::exists(path) && highwater::hasKeptWork(path);
        if (isLost)
            lost << path;
        return isLost;
    });
    return lost;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication::setApplicationName(QStringLiteral("highwater"));
    QApplication::setOrganizationName(QStringLiteral("highwater"));
    QApplication::setApplicationVersion(QStringLiteral(HIGHWATER_VERSION));
    QApplication::setDesktopFileName(QStringLiteral(HIGHWATER_ID));
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (highwater::isCommand(arguments))
        return print(highwater::written(highwater::runCommand(arguments, highwater::runChart)));

    QStringList files = takeLost(arguments);
    std::vector<highwater::GivenPlan> plans;
    const highwater::Outcome read = highwater::readPlans(arguments, plans);
    if (!read.error.empty())
        return print(read);
    if (!hasDisplay())
        return print({highwater::Exit::Unreadable,
                      {},
                      "highwater: the window needs a display; the commands of highwater --help "
                      "do not"});

    QApplication application(argc, argv);
    QApplication::setStyle(new highwater::Style);
    highwater::keepSettingsInIniFile();
    highwater::desktopTheme(); // must be read before anything sets the palette
    std::vector<highwater::Plan> fileless; // from standard input, or share codes
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (plans[i].isFile)
            files << QFile::decodeName(arguments[i].c_str());
        else
            fileless.push_back(std::move(plans[i].plan));
    }
    highwater::startSession(files, fileless);
    return QApplication::exec();
}
