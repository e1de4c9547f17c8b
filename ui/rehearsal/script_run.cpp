// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rehearsal/script_run.h"

#include <QJsonDocument>

#ifdef __linux__
#include <csignal>

#include <sys/prctl.h>
#endif

namespace highwater {
namespace {

constexpr int secondsToStop = 10;

QString lastLineOf(const QString& text)
{
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.back().trimmed();
}

} // namespace

QStringList argumentsOf(const ScriptOrder& order)
{
    QStringList arguments{QStringLiteral("rehearse"), QStringLiteral("--events"),
                          QStringLiteral("--card"), order.card};
    const auto add = [&arguments](const char* option, const QString& value) {
        if (!value.isEmpty())
            arguments << QLatin1String(option) << value;
    };
    add("--memory", order.memory > 0 ? QString::number(order.memory) : QString());
    add("--ranks", order.ranks > 0 ? QString::number(order.ranks) : QString());
    add("--rank", order.rank);
    add("--steps", QString::number(order.steps));
    add("--data", order.madeData ? QStringLiteral("made") : QString());
    add("-o", order.recording);
    if (order.withoutWeights)
        arguments << QStringLiteral("--without-weights");
    if (order.writesAnywhere)
        arguments << QStringLiteral("--write-anywhere");
    return arguments << QStringLiteral("--") << QProcess::splitCommand(order.command);
}

ScriptRun::ScriptRun(QString program, QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ScriptRun::readEvents);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ScriptRun::readText);
    connect(&m_process, &QProcess::finished, this, &ScriptRun::end);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit ended({}, m_process.errorString());
    });
#ifdef __linux__
    // Should the window be killed, the command ends the script too.
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
#endif
}

/// The command ends the script and all that it started before it ends itself.
ScriptRun::~ScriptRun()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    m_process.terminate();
    m_process.waitForFinished(secondsToStop * 1000);
}

void ScriptRun::start(const ScriptOrder& order)
{
    m_unread.clear();
    m_lastLine.clear();
    m_answer = {};
    m_stopped = false;
    m_process.setWorkingDirectory(order.folder);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.start(m_program, argumentsOf(order));
}

void ScriptRun::stop()
{
    m_stopped = true;
    m_process.terminate();
}

void ScriptRun::readEvents()
{
    m_unread += m_process.readAllStandardOutput();
    for (qsizetype end = m_unread.indexOf('\n'); end >= 0; end = m_unread.indexOf('\n')) {
        takeEvent(QJsonDocument::fromJson(m_unread.left(end)).object());
        m_unread.remove(0, end + 1);
    }
}

void ScriptRun::takeEvent(const QJsonObject& event)
{
    const QString kind = event.value(u"event").toString();
    if (kind == u"found")
        emit found(event.value(u"torch").toString(), event.value(u"cuda").toString());
    else if (kind == u"step")
        emit stepped({event.value(u"rank").toInt(), event.value(u"step").toInt(),
                      event.value(u"steps").toInt(), event.value(u"allocated").toInteger(),
                      event.value(u"reserved").toInteger()});
    else if (kind == u"answer")
        m_answer = event;
}

void ScriptRun::readText()
{
    const QString text = QString::fromLocal8Bit(m_process.readAllStandardError());
    if (const QString line = lastLineOf(text); !line.isEmpty())
        m_lastLine = line;
    emit said(text);
}

void ScriptRun::end()
{
    readEvents();
    readText();
    if (m_stopped)
        emit ended({}, tr("The rehearsal was stopped."));
    else
        emit ended(m_answer, m_answer.isEmpty() ? m_lastLine : QString());
}

} // namespace highwater
