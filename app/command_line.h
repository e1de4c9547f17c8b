// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/figure_file.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The exit codes; scripts rely on them.
enum class Exit { Done = 0, Unreadable = 1, BadInput = 2, DoesNotFit = 3 };

/// A file that a command writes.
struct OutputFile
{
    std::string path, text;
};

/// The result of a command, printed only when the command is done.
struct Outcome
{
    Exit exit = Exit::Done;
    std::string output; ///< for stdout
    std::string error; ///< for stderr: one line where the command failed, else its notes
    std::optional<OutputFile> file = {}; ///< written before anything is printed
};

/// Writes the outcome's file, whole or not at all; returns a failed outcome where it cannot be
/// written.
Outcome written(Outcome outcome);

/// Writes output and error. Output that a full disk or a closed pipe cannot take is a failure.
/// Returns the exit code of the program.
int print(const Outcome& outcome);

/// Whether the arguments (without the program's name) are a command; if not, the program opens the
/// window.
bool isCommand(const std::vector<std::string>& arguments);

/// A plan that a window is to open.
struct GivenPlan
{
    Plan plan;
    bool isFile = false; ///< the window opens the file itself; if false, the plan has no file
};

/// The plans that a window is to open, from files or share codes; the outcome has an error where
/// one cannot be read.
Outcome readPlans(const std::vector<std::string>& words, std::vector<GivenPlan>& plans);

/// Functions that `chart` and `report` take from the program that they are part of.
struct Drawing
{
    /// The report as a PDF; null as `picture`.
    std::function<Result<std::string>(const Plan&, std::span<const FileLanguage>)> report;
    /// The file of a target that needs fonts, PNG or PDF; null in a program without them.
    std::function<Result<std::string>(const ExportOptions&, const Plan&)> picture;
};

Outcome runCommand(const std::vector<std::string>& arguments, const Drawing& drawing);

} // namespace highwater
