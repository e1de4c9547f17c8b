// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/diagnosis.h"

#include <QDialog>
#include <QString>
#include <QTimer>

#include <optional>
#include <string>
#include <vector>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace highwater {

class Document;

/// Whether a text has an error of running out of memory that the doctor knows.
bool holdsFailure(const QString& text);

/// Explains a run that ended out of memory, by its log beside the open plan; a change that helps is
/// taken into the plan as one step.
class DoctorDialog : public QDialog
{
    Q_OBJECT

public:
    DoctorDialog(Document& document, QWidget* parent);

    /// Explains a pasted text.
    void take(const QString& text);
    /// Explains a file: a log, or a memory snapshot of PyTorch.
    void takeFile(const QString& path);

signals:
    void helpRequested();

private:
    QWidget* buildLog();
    QWidget* buildAnswer();
    QWidget* buildFoot();
    void explain();
    void show(const Diagnosis& diagnosis);
    void refuse(const QString& reason);
    void chooseLog();
    void chooseConfig();
    void showChange();
    void takeChange();

    Document& m_document;
    QPlainTextEdit *m_log = nullptr, *m_answer = nullptr, *m_difference = nullptr;
    QLabel *m_cause = nullptr, *m_config = nullptr;
    QListWidget* m_changes = nullptr;
    QPushButton* m_take = nullptr;
    QTimer m_rest; ///< ends when a person has stopped typing
    QString m_path; ///< of the file that is explained; empty: the text
    std::string m_configName, m_configText; ///< the person's own file
    std::vector<DoctorChange> m_offers;
};

} // namespace highwater
