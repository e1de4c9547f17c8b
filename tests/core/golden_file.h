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

/// A file of tests/golden as it stands; empty where there is none.
inline std::string goldenText(const std::string& name)
{
    std::ifstream file(std::string(HIGHWATER_GOLDEN "/") + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Whether a file of tests/golden says this. HIGHWATER_WRITE_GOLDEN=1 writes it instead, for a
/// person to look at and to commit.
inline bool isGolden(const std::string& name, const std::string& text)
{
    if (std::getenv("HIGHWATER_WRITE_GOLDEN"))
        std::ofstream(std::string(HIGHWATER_GOLDEN "/") + name, std::ios::binary) << text;
    return goldenText(name) == text;
}
