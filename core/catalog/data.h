// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The unchanged files of resources/catalog, compiled in by the build.
namespace highwater::data {

extern const std::string_view models;
extern const std::string_view devices;

} // namespace highwater::data
