// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <optional>

/// The exit code and the output of a run.
struct Ran
{
    int exit = -1; ///< -1 when the program crashed or never started
    QByteArray out, err;
};

/// The surroundings of a run.
struct Setting
{
    QByteArray input; ///< the bytes of standard input
    QString folder; ///< the working directory; empty: the test's own
    std::optional<QProcessEnvironment> environment; ///< none: the test's own with no display
};

/// Runs the command line in this process, by the functions that main() calls, since most of a
/// process's time goes into its start. A run with its own environment, with the window, or with a
/// picture that needs fonts gets a separate process.
Ran run(const QStringList& arguments, const Setting& setting = {});

/// Runs the built program as a process.
Ran runProgram(const QStringList& arguments, const Setting& setting = {});

/// Runs a script of sh in which "$0" is the program, for bytes and pipes that only a shell can
/// make.
Ran shell(const QString& script, const Setting& setting = {});

/// The test's environment without what a display needs.
QProcessEnvironment noDisplay();

/// The bytes of a file; none where it cannot be read.
QByteArray contents(const QString& path);

/// Writes a file, with the folders in which it lies.
bool writeFile(const QString& path, const QByteArray& bytes);

/// "estimate --json" as two arguments.
QStringList words(const char* line);

/// The JSON that a run printed; throws, which fails the test, where it printed none.
nlohmann::json answer(const QStringList& arguments, const Setting& setting = {});

/// The first reason why this is not a refusal by the contract: the exit code, nothing on stdout,
/// one line on stderr that a terminal can take and that says each of `says`. Empty when it is.
QString notRefused(const Ran& ran, int exit, const QStringList& says);

/// A letter that acts on a terminal instead of being shown on it.
bool acts(QChar letter);
