// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/rehearsal/script_run.h"

#include <QDialog>

#include <memory>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace highwater {

class Document;
class MessageBar;
class PrivateFolder;

/// Runs a training script for a few steps without a GPU, on the card of the plan, and says how much
/// memory PyTorch asked for. The recording can be drawn over the plan's timeline.
class RehearsalDialog : public QDialog
{
    Q_OBJECT

public:
    RehearsalDialog(const Document& document, const MemoryFormat& format, QString program,
                    QWidget* parent = nullptr);
    ~RehearsalDialog() override;

    bool isBusy() const { return m_run.isRunning(); }
    bool holdsWork() const; ///< a rehearsal that runs, or a recording
    void setFormat(const MemoryFormat& format) { m_format = format; }

signals:
    void runRequested(const QString& path); ///< a recording to draw over the timeline
    void helpRequested();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* buildOrder();
    QWidget* buildResult();
    QWidget* buildFoot();
    void restore();
    void store() const;
    QString recording() const;
    void showCard();
    void start();
    void showRunning(bool running);
    void showStep(const ScriptStep& step);
    void showEnd(const QJsonObject& answer, const QString& problem);
    void saveRecording();

    const Document& m_document;
    MemoryFormat m_format;
    std::unique_ptr<PrivateFolder> m_files; ///< of the recording, from the first start on
    ScriptRun m_run;

    MessageBar* m_messages;
    QLineEdit *m_command, *m_folder, *m_rank;
    QLabel* m_card;
    QSpinBox *m_ranks, *m_steps;
    QCheckBox *m_withoutWeights, *m_madeData, *m_writesAnywhere;
    QProgressBar* m_progress;
    QLabel *m_mark, *m_headline, *m_lines;
    QPlainTextEdit* m_log;
    QPushButton *m_start, *m_stop, *m_show, *m_save;
};

} // namespace highwater
