// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace highwater {

/// What a person asks of a rehearsal.
struct ScriptOrder
{
    QString command; ///< as typed into a shell, without a shell's own signs
    QString folder; ///< the one that the command runs in
    QString card; ///< a device of the catalogue
    qint64 memory = 0; ///< bytes that a process can have of the card; 0: what the catalogue says
    int ranks = 0; ///< 0: as many as the command starts
    QString rank; ///< the ranks that run, "0,63"; empty: the first
    int steps = 3;
    bool withoutWeights = false;
    bool madeData = false;
    bool writesAnywhere = false; ///< else in its folder and in caches alone
    QString recording; ///< the file for the memory of the run
};

/// The arguments of `highwater rehearse` for an order.
QStringList argumentsOf(const ScriptOrder& order);

/// A step that one of the ranks has done.
struct ScriptStep
{
    int rank = 0;
    int step = 0;
    int steps = 0;
    qint64 allocated = 0;
    qint64 reserved = 0;
};

/// Runs `highwater rehearse` as another process, so that a script can neither block nor end the
/// window.
class ScriptRun : public QObject
{
    Q_OBJECT

public:
    /// `program` is the highwater that runs; tests give another one.
    explicit ScriptRun(QString program, QObject* parent = nullptr);
    ~ScriptRun() override;

    void start(const ScriptOrder& order);
    void stop(); ///< as Ctrl+C does; ended() follows
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

signals:
    void found(const QString& torch, const QString& cuda);
    void stepped(const highwater::ScriptStep& step);
    void said(const QString& text); ///< what the script and the command wrote
    /// `answer` is that of `--json`, empty where there is none: then `problem` says why.
    void ended(const QJsonObject& answer, const QString& problem);

private:
    void readEvents();
    void takeEvent(const QJsonObject& event);
    void readText();
    void end();

    QString m_program;
    QProcess m_process;
    QByteArray m_unread; ///< the begin of a line of events
    QString m_lastLine; ///< of what was said
    QJsonObject m_answer;
    bool m_stopped = false;
};

} // namespace highwater
