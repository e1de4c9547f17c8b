// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"

#include <QObject>

class QAction;
class QMainWindow;
class QMenu;

namespace highwater {

class Document;
class RehearsalDialog;

/// The Run menu: a real run beside the plan, rehearsed or recorded.
class RunActions : public QObject
{
    Q_OBJECT

public:
    RunActions(const Document& document, QMainWindow* window);

    void addTo(QMenu* menu);
    void setFormat(const MemoryFormat& format);
    void retranslate();

signals:
    void runRequested(const QString& path); ///< a memory recording to draw over the timeline

private:
    void rehearse();

    const Document& m_document;
    QMainWindow* m_window;
    MemoryFormat m_format;
    RehearsalDialog* m_dialog = nullptr; ///< made when it is first asked for
    QAction *m_rehearse, *m_open;
};

} // namespace highwater
