// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace highwater {

/// The fields of a CSV file that this program wrote, row by row.
std::vector<QStringList> csvRows(const QByteArray& csv);

/// The rows in the form that spreadsheets read from the clipboard: fields separated by tabs.
QString tabbed(const std::vector<QStringList>& rows);

} // namespace highwater
