// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// Which commands of a shell script run: the branches of if and case, loops, && and ||. A condition
/// that is not known counts as true.
class ShellFlow
{
public:
    /// The end of a command: "&&", "||", or anything else.
    enum class Joint { And, Or, Next };

    /// Whether the next command counts. One that is a condition does not.
    bool runs() const { return isReached() && !tests(); }
    /// Whether the script comes to the next command, which may be a condition.
    bool isReached() const;
    /// Whether the next command is the condition of if, elif or while.
    bool tests() const { return !m_branches.empty() && m_branches.back().tests; }
    /// Whether a pattern of case comes next.
    bool expectsArm() const { return !m_branches.empty() && m_branches.back().expectsArm; }
    /// Whether a condition was not known, and changes what runs.
    bool hasGuessed() const { return m_hasGuessed; }

    /// A command has ended, with this result where it is known.
    void ended(std::optional<bool> result, Joint joint);

    /// Takes a keyword that begins a command; false where the word is none.
    bool keyword(std::string_view word);
    /// "case WORD in"; null: the word is not known.
    void beginCase(std::optional<std::string> word);
    /// "PATTERN | PATTERN)".
    void arm(std::string_view patterns);
    void endArm();
    /// The values of a loop count as one.
    void guess();

private:
    enum class Kind { If, Case, Loop };
    struct Branch
    {
        Kind kind = Kind::If;
        bool outer = true; ///< whether the commands around it count
        bool active = true;
        bool taken = false; ///< one of its parts counts
        bool tests = false, expectsArm = false;
        std::optional<std::string> word; ///< of case
    };

    void begin(Kind kind, bool tests);
    void chosen();
    void end(Kind kind);

    std::vector<Branch> m_branches;
    std::optional<bool> m_result = true; ///< of the command before
    bool m_isSkipped = false; ///< by && or ||
    bool m_hasGuessed = false;
};

} // namespace highwater
