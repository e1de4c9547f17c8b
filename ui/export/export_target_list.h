// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

#include <utility>
#include <vector>

namespace highwater {

/// The targets of an export: each with its name in bold, and below the name a line on its use.
class ExportTargetList : public QListWidget
{
public:
    ExportTargetList(const std::vector<std::pair<QString, QString>>& targets, QWidget* parent);
};

/// The formats of figures.
std::vector<std::pair<QString, QString>> figureTargets();

} // namespace highwater
