// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

/// A file of tests/golden, parsed; a missing or broken one throws, which fails the test.
inline nlohmann::json goldenFile(const std::string& name)
{
    std::ifstream file(std::string(HIGHWATER_GOLDEN "/") + name);
    return nlohmann::json::parse(file);
}

/// The unchanged text of a file of tests/golden; empty where there is none.
inline std::string goldenText(const std::string& name)
{
    std::ifstream file(std::string(HIGHWATER_GOLDEN "/") + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Whether a file of tests/golden has this text. With HIGHWATER_WRITE_GOLDEN=1 the text is written
/// instead, for a person to read and to commit.
inline bool isGolden(const std::string& name, const std::string& text)
{
    if (std::getenv("HIGHWATER_WRITE_GOLDEN"))
        std::ofstream(std::string(HIGHWATER_GOLDEN "/") + name, std::ios::binary) << text;
    return goldenText(name) == text;
}

/// Whether the help's page on accuracy quotes the command in each language, and under it only lines
/// that the golden file has.
inline bool isQuoted(const std::string& command, const std::string& golden)
{
    const std::string kept = goldenText(golden);
    for (const char* language : {"en", "zh_CN"}) {
        const std::string page
            = goldenText(std::string("../../resources/help/") + language + "/accuracy.md");
        const std::size_t begin = page.find("$ " + command + "\n");
        if (begin == std::string::npos)
            return false;
        std::istringstream lines(page.substr(begin, page.find("```", begin) - begin));
        std::string line;
        std::getline(lines, line); // the command
        int quoted = 0;
        while (std::getline(lines, line)) {
            line.erase(0, line.find_first_not_of(' '));
            if (line.empty() || line == "…")
                continue;
            if (kept.find(line) == std::string::npos)
                return false;
            ++quoted;
        }
        if (quoted < 5)
            return false;
    }
    return true;
}
