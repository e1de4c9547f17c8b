// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace highwater {

/// The targets of an export, each with its name and below it what it is good for.
class ExportTargetList : public QListWidget
{
public:
    explicit ExportTargetList(QWidget* parent);
};

} // namespace highwater
