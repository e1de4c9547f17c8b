// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <optional>

/// What a run of the program left behind.
struct Ran
{
    int exit = -1; ///< -1 when it crashed or never started
    QByteArray out, err;
};

/// Where and with what a run happens.
struct Setting
{
    QByteArray input; ///< what standard input holds
    QString folder; ///< the working directory; empty: the test's own
    std::optional<QProcessEnvironment> environment; ///< none: the test's own with no display
};

/// Runs the built program.
Ran run(const QStringList& arguments, const Setting& setting = {});

/// Runs a script of sh in which "$0" is the program, for what only a shell can pass.
Ran shell(const QString& script, const Setting& setting = {});

/// The test's environment without what a display needs.
QProcessEnvironment noDisplay();

/// "estimate --json" as two arguments.
QStringList words(const char* line);

/// The JSON that a run printed; throws, which fails the test, where it printed none.
nlohmann::json answer(const QStringList& arguments, const Setting& setting = {});

/// The first reason why this is no refusal of the contract: the exit code, nothing on stdout,
/// one line on stderr that a terminal can take and that says each of `says`. Empty when it is.
QString notRefused(const Ran& ran, int exit, const QStringList& says);

/// A letter that acts on a terminal instead of being shown on it.
bool acts(QChar letter);
