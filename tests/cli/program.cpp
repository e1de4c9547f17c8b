// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include "qt_drawing.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStringDecoder>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace Qt::Literals::StringLiterals;

namespace {

Ran finished(const QString& program, const QStringList& arguments, const Setting& setting)
{
    QProcess process;
    process.setProgram(program);
    process.setArguments(arguments);
    process.setWorkingDirectory(setting.folder);
    process.setProcessEnvironment(setting.environment ? *setting.environment : noDisplay());
    process.start();
    process.write(setting.input);
    process.closeWriteChannel();
    constexpr int patience = 120'000; // milliseconds, against a program that hangs
    const bool ended = process.waitForFinished(patience);
    const bool well = ended && process.exitStatus() == QProcess::NormalExit
        && process.error() != QProcess::FailedToStart;
    return {well ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

/// Makes a folder the working directory for as long as a run takes.
class InFolder
{
public:
    explicit InFolder(const QString& folder)
    {
        if (!folder.isEmpty() && !QDir::setCurrent(folder))
            qFatal("there is no folder %s", qPrintable(folder));
    }
    ~InFolder() { QDir::setCurrent(m_before); }
    Q_DISABLE_COPY_MOVE(InFolder)

private:
    QString m_before = QDir::currentPath();
};

/// Lets this process read these bytes from its standard input.
void giveInput(const QByteArray& bytes)
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(u"input"_s);
    if (!writeFile(path, bytes) || !std::freopen(QFile::encodeName(path).constData(), "rb", stdin))
        qFatal("standard input cannot be replaced");
}

/// Fonts need an application object, which a test cannot have a second time.
bool needsFonts(const QStringList& arguments)
{
    return std::any_of(arguments.begin(), arguments.end(), [](const QString& argument) {
        return argument.endsWith(u".png"_s, Qt::CaseInsensitive)
            || argument.endsWith(u".pdf"_s, Qt::CaseInsensitive);
    });
}

QByteArray bytesOf(const std::string& text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// The outcome that main() would have; null where main() would open the window.
std::optional<highwater::Outcome> outcomeOf(const std::vector<std::string>& arguments)
{
    if (highwater::isCommand(arguments))
        return highwater::written(highwater::runCommand(arguments, highwater::qtDrawing()));
    std::vector<highwater::GivenPlan> plans;
    highwater::Outcome outcome = highwater::readPlans(arguments, plans);
    if (outcome.error.empty())
        return std::nullopt;
    return outcome;
}

} // namespace

Ran run(const QStringList& arguments, const Setting& setting)
{
    if (setting.environment || needsFonts(arguments))
        return runProgram(arguments, setting);
    if (arguments.contains(u"-"_s))
        giveInput(setting.input);
    std::vector<std::string> encoded;
    for (const QString& argument : arguments)
        encoded.push_back(argument.toStdString());
    const InFolder folder(setting.folder);
    const auto outcome = outcomeOf(encoded);
    if (!outcome)
        return runProgram(arguments, setting);
    return {static_cast<int>(outcome->exit), bytesOf(outcome->output),
            outcome->error.empty() ? QByteArray() : bytesOf(outcome->error + '\n')};
}

Ran runProgram(const QStringList& arguments, const Setting& setting)
{
    return finished(QStringLiteral(HIGHWATER_BINARY), arguments, setting);
}

Ran shell(const QString& script, const Setting& setting)
{
    return finished(u"sh"_s, {u"-c"_s, script, QStringLiteral(HIGHWATER_BINARY)}, setting);
}

QProcessEnvironment noDisplay()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QString::fromLatin1(name));
    return environment;
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QFile::WriteOnly)
        && file.write(bytes) == bytes.size();
}

QStringList words(const char* line)
{
    return QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts);
}

nlohmann::json answer(const QStringList& arguments, const Setting& setting)
{
    return nlohmann::json::parse(run(arguments, setting).out.toStdString());
}

QString notRefused(const Ran& ran, int exit, const QStringList& says)
{
    constexpr qsizetype longest = 1000;
    const QByteArray shown = ran.err.left(longest);
    if (ran.exit != exit)
        return u"exit %1 instead of %2: %3"_s.arg(ran.exit).arg(exit).arg(QString::fromUtf8(shown));
    if (!ran.out.isEmpty())
        return u"something on stdout: "_s + QString::fromUtf8(ran.out.left(longest));
    if (!ran.err.startsWith("highwater: "))
        return u"not by the program's name: "_s + QString::fromUtf8(shown);
    if (!ran.err.endsWith('\n') || ran.err.count('\n') != 1)
        return u"not one line: "_s + QString::fromUtf8(shown);
    if (ran.err.size() > longest)
        return u"too long a line: %1 bytes"_s.arg(ran.err.size());
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString line = decoder.decode(ran.err.chopped(1));
    if (decoder.hasError())
        return u"not UTF-8: "_s + QString::fromLatin1(shown.toPercentEncoding(" :;,"));
    if (std::any_of(line.begin(), line.end(), acts))
        return u"control characters: "_s + QString::fromLatin1(shown.toPercentEncoding(" :;,"));
    for (const QString& said : says)
        if (!line.contains(said))
            return u"does not say \"%1\": %2"_s.arg(said, line);
    return {};
}

bool acts(QChar letter)
{
    return letter.category() == QChar::Other_Control;
}
