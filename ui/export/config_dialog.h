// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/export.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace highwater {

class MessageBar;

/// The plan as the configuration of a framework, or as the launch script of a server: these at the
/// left, notes and the file at the right, the launch line under them.
class ConfigDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ConfigDialog(Plan plan, QWidget* parent = nullptr);

signals:
    void said(const QString& sentence); ///< for the status bar

private:
    QWidget* buildFile();
    QWidget* buildButtons();
    void showTarget(int row);
    void showNotes(const QStringList& lines);
    void copyFile();
    void saveFile();

    Plan m_plan;
    int m_target = 0; ///< the row of its list
    WrittenConfig m_written;

    MessageBar* m_messages;
    QLabel* m_notesLabel = nullptr;
    QPlainTextEdit* m_notes = nullptr;
    QPlainTextEdit* m_file = nullptr;
    QLineEdit* m_launch = nullptr;
    QToolButton* m_copyLaunch = nullptr;
    QPushButton *m_copy = nullptr, *m_save = nullptr;
};

} // namespace highwater
