// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

// The texts of the command line, for --help, the manual page and the completions of shells.
namespace highwater {

inline constexpr std::string_view programHelp
    = "Highwater plans the GPU memory of training large language models.";
inline constexpr std::string_view exitHelp
    = "0 done, 1 could not read or write, 2 bad usage or input, 3 does not fit (with --check, and "
      "of a rehearsal).";

struct CommandHelp
{
    std::string_view name; ///< empty for the program without a command
    std::string_view usage; ///< the text after the name
    std::string_view text;
};
/// A command that can be written in several ways has a row for each.
std::span<const CommandHelp> commandHelp();

/// `of` names the commands of an explanation, separated by blanks.
struct HelpNote
{
    std::string_view of;
    std::string_view text;
};
std::span<const HelpNote> noteHelp();

struct OptionHelp
{
    std::string_view name; ///< "-o, --output FILE"
    std::string_view of;
    std::string_view text;
};
std::span<const OptionHelp> optionHelp();

/// Whether a list of commands, separated by blanks, has this one.
bool isNamedIn(std::string_view list, std::string_view command);

} // namespace highwater
