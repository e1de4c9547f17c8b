// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <memory>

class QMimeData;
class QWidget;

namespace highwater {

/// Adds a file of this name to the dragged data. The file is in a temporary folder of the program,
/// since the program that gets the drop copies it.
void addFile(QMimeData& data, const QString& name, const QByteArray& content);

/// Drags the data from the widget until a person drops it, and then returns.
void dragOut(QWidget* source, std::unique_ptr<QMimeData> data);

} // namespace highwater
