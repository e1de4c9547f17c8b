// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <string>

/// Counts what agreed and prints what did not.
class Tally
{
public:
    explicit Tally(const char* what)
        : m_what(what)
    { }
    void check(bool right, const std::string& which)
    {
        ++(right ? m_right : m_wrong);
        if (!right)
            std::printf("  wrong: %s\n", which.c_str());
    }
    bool report() const
    {
        std::printf("%-28s %5d right, %d wrong\n", m_what, m_right, m_wrong);
        return m_wrong == 0 && m_right > 0;
    }

private:
    const char* m_what;
    int m_right = 0, m_wrong = 0;
};
