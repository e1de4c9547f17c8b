// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace highwater::device {

/// The newest function of the driver that has this name, which programs ask for without its
/// suffix; null where there is none.
void* driverFunction(const char* name);

/// Number of this process, by which a handle of another one is told apart.
std::int64_t processNumber();

} // namespace highwater::device
