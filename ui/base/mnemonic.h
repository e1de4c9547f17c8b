// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace highwater {

/// The text of a menu, an action or a label without the mark of its letter: "E&xport" is "Export",
/// "文件(&F)" is "文件", "A && B" is "A & B".
QString withoutMark(QString text);

} // namespace highwater
