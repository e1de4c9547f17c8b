// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace highwater {

/// A positive number of any size with about three significant digits: "0.0123", "3.06", "12.5",
/// "2,157", "7.68e+21".
std::string amountText(double number);

/// A time in the unit of its size: "0.200 ms", "359 s".
std::string secondsText(double seconds);

/// The unit in which an amount of money has few digits: "kUSD", of 1,000 USD.
struct MoneyUnit
{
    double dollars;
    const char* name;
};
MoneyUnit moneyUnit(double dollars);

/// A count with all its digits, as long as a person can read them: "26,666".
std::string countText(double number);

/// A count that is short enough for a column: "80,480", "2.45M", "161B", "15.0T".
std::string briefText(double number);

} // namespace highwater
