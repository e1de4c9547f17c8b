// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

inline std::string contentsOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The text of every plan that ships, by the name of its file.
inline std::map<std::string, std::string> presetTexts()
{
    std::map<std::string, std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator(HIGHWATER_PRESETS))
        if (entry.path().extension() == ".hwplan")
            texts[entry.path().filename().string()] = contentsOf(entry.path());
    return texts;
}
