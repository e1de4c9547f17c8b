// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/shell_flow.h"

#include "core/configs/shell_condition.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <utility>

namespace highwater {

bool ShellFlow::isReached() const
{
    return (m_branches.empty() || m_branches.back().active) && !m_isSkipped;
}

void ShellFlow::ended(std::optional<bool> result, Joint joint)
{
    if (!m_isSkipped)
        m_result = result;
    m_isSkipped = joint == Joint::And ? m_result == false
        : joint == Joint::Or          ? m_result != false
                                      : false;
    if (joint != Joint::Next && !m_result)
        guess();
}

void ShellFlow::guess()
{
    m_hasGuessed = m_hasGuessed || m_branches.empty() || m_branches.back().active;
}

void ShellFlow::begin(Kind kind, bool tests)
{
    Branch branch;
    branch.kind = kind;
    branch.outer = branch.active = isReached();
    branch.tests = tests;
    m_branches.push_back(std::move(branch));
    m_isSkipped = false;
    m_result.reset();
}

/// "then" and "do": the condition before decides.
void ShellFlow::chosen()
{
    if (!tests())
        return;
    Branch& branch = m_branches.back();
    branch.tests = false;
    m_isSkipped = false;
    branch.active = branch.outer && !branch.taken && m_result != false;
    if (branch.active && !m_result)
        guess();
    branch.taken = branch.taken || branch.active;
    m_result = true;
}

void ShellFlow::end(Kind kind)
{
    if (m_branches.empty() || m_branches.back().kind != kind)
        return;
    m_branches.pop_back();
    m_isSkipped = false;
    m_result = true;
}

bool ShellFlow::keyword(std::string_view word)
{
    const bool isInIf = !m_branches.empty() && m_branches.back().kind == Kind::If;
    if (word == "if") {
        begin(Kind::If, true);
    } else if (word == "while" || word == "until") {
        begin(Kind::Loop, true);
    } else if (word == "for") {
        begin(Kind::Loop, false);
    } else if (word == "then" || word == "do") {
        chosen();
    } else if (word == "elif" && isInIf) {
        Branch& branch = m_branches.back();
        branch.tests = true;
        branch.active = branch.outer && !branch.taken;
        m_isSkipped = false;
        m_result.reset();
    } else if (word == "else" && isInIf) {
        Branch& branch = m_branches.back();
        branch.active = branch.outer && !branch.taken;
        branch.taken = true;
    } else if (word == "fi") {
        end(Kind::If);
    } else if (word == "done") {
        end(Kind::Loop);
    } else if (word == "esac") {
        end(Kind::Case);
    } else {
        return word == "{" || word == "}" || word == "time" || word.ends_with("()")
            || word.ends_with("(){"); // a function's body counts where it stands
    }
    return true;
}

void ShellFlow::beginCase(std::optional<std::string> word)
{
    begin(Kind::Case, false);
    m_branches.back().word = std::move(word);
    m_branches.back().active = false;
    m_branches.back().expectsArm = true;
    m_result = true;
}

void ShellFlow::arm(std::string_view patterns)
{
    Branch& branch = m_branches.back();
    branch.expectsArm = false;
    bool matches = !branch.word;
    while (!patterns.empty() && !matches) {
        const std::string_view pattern = patterns.substr(0, patterns.find('|'));
        patterns.remove_prefix(std::min(pattern.size() + 1, patterns.size()));
        matches = matchesShellPattern(*branch.word, withoutBlanks(pattern));
    }
    branch.active = branch.outer && matches && !branch.taken;
    if (branch.active && !branch.word)
        guess();
    branch.taken = branch.taken || branch.active;
}

void ShellFlow::endArm()
{
    if (m_branches.empty() || m_branches.back().kind != Kind::Case)
        return;
    m_branches.back().active = false;
    m_branches.back().expectsArm = true;
}

} // namespace highwater
