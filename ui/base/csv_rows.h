// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace highwater {

/// What a CSV file of ours holds, row by row.
std::vector<QStringList> csvRows(const QByteArray& csv);

/// The rows as spreadsheets take them from the clipboard: separated by tabs.
QString tabbed(const std::vector<QStringList>& rows);

} // namespace highwater
