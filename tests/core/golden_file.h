// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

/// A file of tests/golden, parsed; a missing or broken one throws, which fails the test.
inline nlohmann::json goldenFile(const std::string& name)
{
    std::ifstream file(std::string(HIGHWATER_GOLDEN "/") + name);
    return nlohmann::json::parse(file);
}
