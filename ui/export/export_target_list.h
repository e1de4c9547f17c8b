// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

#include <utility>
#include <vector>

namespace highwater {

/// The targets of an export, each with its name and below it what it is good for.
/// What a dialog can export to: a name in bold, and a line about it.
class ExportTargetList : public QListWidget
{
public:
    ExportTargetList(const std::vector<std::pair<QString, QString>>& targets, QWidget* parent);
};

/// The formats of figures.
std::vector<std::pair<QString, QString>> figureTargets();

} // namespace highwater
