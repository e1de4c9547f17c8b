// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// The end of a process.
struct ChildEnd
{
    int exitCode = 0; ///< meaningless where a signal ended it
    int signal = 0; ///< 0: none
};

/// A variable of this program's own environment; empty where it is not set.
std::string environmentVariable(const char* name);

/// A program to run, and the variables that it has beside those of this one; null removes one.
struct ChildCommand
{
    using Variable = std::pair<std::string, std::optional<std::string>>;

    std::vector<std::string> words;
    std::vector<Variable> variables;
    /// The variable whose value no other command has: its processes are known by it. Empty: none.
    std::string ownVariable = {};
    bool network = true; ///< false: it is taken away where the system allows that
    /// The folders in which alone it may write, where the system allows that; null: it may write
    /// wherever the person may.
    std::optional<std::vector<std::string>> writable = {};
};

/// Why a command did not end by itself.
enum class ChildStop {
    None,
    Finished, ///< what was wanted of it is there
    Signal, ///< this program was asked to end
    TimedOut
};

struct ChildResult
{
    ChildEnd end;
    ChildStop stop{};
    bool networkWasTaken = false;
    bool writesWereConfined = false;
};

/// For as long as one exists, SIGINT, SIGTERM and SIGHUP do not end this program, so that it can
/// remove what it has made.
class NotedSignals
{
public:
    NotedSignals();
    ~NotedSignals();
    NotedSignals(const NotedSignals&) = delete;
    NotedSignals& operator=(const NotedSignals&) = delete;
};

/// Runs a command, its output on this program's stderr, and then ends every process that it has
/// left, those in sessions of their own too. `isFinished` is called many times a second. A noted
/// signal ends the command. If this program is killed, the processes that still have the command's
/// own variable are ended.
Result<ChildResult> runChild(const ChildCommand& command, std::chrono::seconds most,
                             const std::function<bool()>& isFinished);

/// The output of a short command, at most a mebibyte; a problem where it fails or takes longer.
Result<std::string> printedBy(const ChildCommand& command, std::chrono::seconds most);

} // namespace highwater
