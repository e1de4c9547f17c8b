// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "qt_drawing.h"

#include "core/catalog/catalog.h"
#include "ui/base/settings.h"
#include "ui/base/style.h"
#include "ui/base/theme.h"
#include "ui/document/recovery.h"
#include "ui/window/windows.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>

#include <thread>
#include <vector>

namespace {

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
    using namespace highwater;
    QApplication::setApplicationName(QStringLiteral("highwater"));
    QApplication::setOrganizationName(QStringLiteral("highwater"));
    QApplication::setApplicationVersion(QStringLiteral(HIGHWATER_VERSION));
    QApplication::setDesktopFileName(QStringLiteral(HIGHWATER_ID));
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (isCommand(arguments))
        return print(written(runCommand(arguments, qtDrawing())));

    QStringList files = takeLost(arguments);
    std::vector<GivenPlan> plans;
    const Outcome read = readPlans(arguments, plans);
    if (!read.error.empty())
        return print(read);
    if (!hasDisplay())
        return print({Exit::Unreadable,
                      {},
                      "highwater: the window needs a display; the commands of highwater --help "
                      "do not"});

    const std::jthread reading(builtinCatalog); // while Qt starts: the window asks for it first
    QApplication application(argc, argv);
    QApplication::setStyle(new Style);
    keepSettingsInIniFile();
    desktopTheme(); // must be read before anything sets the palette
    std::vector<Plan> fileless; // from standard input, or share codes
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (plans[i].isFile)
            files << QFile::decodeName(arguments[i].c_str());
        else
            fileless.push_back(std::move(plans[i].plan));
    }
    startSession(files, fileless);
    return QApplication::exec();
}
