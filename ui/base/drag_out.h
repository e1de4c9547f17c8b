// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <memory>

class QMimeData;
class QWidget;

namespace highwater {

/// Adds a file of this name to what is dragged. It lies in a folder that goes with the program, as
/// the place where the file is dropped copies it.
void addFile(QMimeData& data, const QString& name, const QByteArray& content);

/// Drags the data from the widget to wherever a person drops it; returns when that is done.
void dragOut(QWidget* source, std::unique_ptr<QMimeData> data);

} // namespace highwater
