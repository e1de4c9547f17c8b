// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace highwater {

/// A positive number with some three digits that mean something, whatever its size: "0.0123",
/// "3.06", "12.5", "2,157", "7.68e+21".
std::string amountText(double number);

/// A count: every digit of it as long as a person reads them, "26,666".
std::string countText(double number);

/// As a column has room for it: "80,480", "2.45M", "161B", "15.0T".
std::string briefText(double number);

} // namespace highwater
