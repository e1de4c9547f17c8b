// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "core/configs/import.h"
#include "core/plan/result.h"
#include "input_file.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace highwater {

/// The outcome of a failed command, with the reason on one line.
Outcome failed(Exit exit, std::string_view reason);
Outcome failed(const Problems& problems, const std::string& file = {});

/// The words of a command line: options by name, the rest in order.
struct CommandWords
{
    std::vector<std::string> plain;
    std::vector<std::string> settings; ///< KEY=VALUE of every --set
    std::vector<std::pair<std::string, std::string>> values;
    std::vector<std::string> flags;

    bool has(std::string_view flag) const { return std::ranges::find(flags, flag) != flags.end(); }
    std::optional<std::string> value(std::string_view option) const
    {
        std::optional<std::string> found;
        for (const auto& [name, text] : values)
            if (name == option)
                found = text;
        return found;
    }
};

/// The options that a command understands.
struct Grammar
{
    std::vector<std::string_view> flags;
    std::vector<std::string_view> options; ///< with a value; --set may repeat
    std::size_t mostWords;
};

/// Sorts the arguments after the command; returns an error for one that the command does not
/// understand.
std::optional<std::string> sortWords(const std::vector<std::string>& arguments,
                                     const Grammar& grammar, CommandWords& words);

/// A plan that was given, and its name in messages.
struct Input
{
    Plan plan;
    std::string name; ///< empty for the default plan
    bool isFile = false; ///< a file of a plan, which the window may open and write
    std::vector<std::string> files = {}; ///< the paths that were read
    std::vector<ImportNote> imported = {}; ///< notes on a file of another program
    std::vector<std::string> unread = {}; ///< fields of that file that were not read
    std::string notes = {}; ///< the notes as lines for stderr
    std::optional<ImportKind> kind = {}; ///< of that file
};

/// The lines for stderr, after the notes on the file of the input.
std::string withNotes(const Input& input, const std::string& lines);

/// The lines for stderr of a command whose answer does not list the keys that have no part in it.
std::string ignoredNotes(const Input& input);
/// The same of a command that answers for other plans: only keys that the method does not read.
/// `axis`: a key that the command varies.
std::string unreadNotes(const Input& input, std::optional<KeyPath> axis = {});

/// The plan of a command: the given plan, or the default one, with the settings of --set.
std::optional<Outcome> readInput(const CommandWords& words, Input& input);
/// The same for a command that takes files and folders of other programs: each changes the plan of
/// those before it.
std::optional<Outcome> readImport(const CommandWords& words, Input& input);

/// Reads the limits of a run, --within in days and --under in USD: numbers above 0.
Problems readLimits(const CommandWords& words, std::optional<double>& days,
                    std::optional<double>& price);

/// Refuses to write over a file that was read, also by way of a link.
std::optional<Outcome> refuseOverwriting(const Input& input, const std::string& output);

/// "context,zero" in its parts, at most `most`; refuses a part that is there twice.
Result<std::vector<std::string>> listOf(const char* option, std::string_view text,
                                        std::size_t most);

/// The language that --lang names, English without it.
Result<std::string> languageOf(const CommandWords& words);

/// Refuses more than one of these options: a command gives one form of its answer.
std::optional<Outcome> refuseSeveral(const CommandWords& words,
                                     std::initializer_list<std::string_view> forms);

} // namespace highwater
