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
class DoctorDialog;
class MeasurementDialog;
class RehearsalDialog;

/// The Run menu: a real run beside the plan, rehearsed, recorded, measured or out of memory.
class RunActions : public QObject
{
    Q_OBJECT

public:
    RunActions(Document& document, QMainWindow* window);

    void addTo(QMenu* menu);
    void setFormat(const MemoryFormat& format);
    void retranslate();
    /// Explains a text with an error of running out of memory.
    void explain(const QString& text);
    /// The same of a log in a file.
    void explainFile(const QString& path);

signals:
    void runRequested(const QString& path); ///< a memory recording to draw over the timeline

private:
    void rehearse();
    DoctorDialog* doctor();
    void measure();

    Document& m_document;
    QMainWindow* m_window;
    MemoryFormat m_format;
    RehearsalDialog* m_dialog = nullptr; ///< made when it is first asked for
    DoctorDialog* m_doctor = nullptr;
    MeasurementDialog* m_measurement = nullptr;
    QAction *m_rehearse, *m_open, *m_explain, *m_measure;
};

} // namespace highwater
