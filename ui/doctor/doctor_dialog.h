// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/diagnosis.h"

#include <QDialog>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace highwater {

class Document;
template <typename Answer> class LatestWork; // lupdate would take "class Answer" for a class

/// Whether a text has an error of running out of memory that the doctor knows, near its end if the
/// text is very long.
bool holdsFailure(const QString& text);

/// The part of a text that a dialog takes: of a very long one its end, where a run's error is.
QString boundedLog(const QString& text);

/// Explains a run that ended out of memory, by its log beside the open plan; a change that helps is
/// taken into the plan as one step. Logs are read in another thread, each once.
class DoctorDialog : public QDialog
{
    Q_OBJECT

public:
    DoctorDialog(Document& document, QWidget* parent);
    ~DoctorDialog() override;

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
    /// The answer of the thread that reads a log.
    struct Explained
    {
        std::optional<FailureLog> log;
        std::optional<Diagnosis> diagnosis;
        std::optional<Problem> problem;
        bool unreadable = false; ///< the file
    };

    void read();
    void explain();
    void take(const Explained& explained);
    void show(const Diagnosis& diagnosis);
    void refuse(const QString& reason);
    void chooseLog();
    void chooseConfig();
    void showParts();
    void showChange();
    void takeChange();

    Document& m_document;
    QVBoxLayout* m_column = nullptr;
    QPlainTextEdit *m_log = nullptr, *m_answer = nullptr, *m_difference = nullptr;
    QLabel *m_cause = nullptr, *m_config = nullptr, *m_changesLabel = nullptr;
    QListWidget* m_changes = nullptr;
    QPushButton* m_take = nullptr;
    QTimer m_rest; ///< ends when a person has stopped typing
    QString m_path; ///< of the file that is explained; empty: the text
    std::optional<FailureLog> m_known; ///< of the file or text, once it has been read
    std::unique_ptr<LatestWork<Explained>> m_work;
    std::string m_configName, m_configText; ///< the person's own file
    std::vector<DoctorChange> m_offers;
};

} // namespace highwater
