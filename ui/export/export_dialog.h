// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog_parts.h"
#include "ui/export/export_choices.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace highwater {

class ExportOptionsPage;

/// Sends a figure to a file or the clipboard: targets at the left, the choices of the
/// target in the middle, the preview at the right. It stays open after each file.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    /// `planFile` is the file with exactly this plan; empty where there is none.
    ExportDialog(const ShownFigure& figure, Plan plan, QString planFile, QWidget* parent = nullptr);

    /// The present options of the chosen target.
    const ExportOptions& options() const;
    void accept() override;

signals:
    void written(const QString& path);
    void copied();

private:
    QWidget* buildButtons();
    void showTarget();
    void showPreview();
    bool write();
    bool copy();
    void sayFailed(const QString& why);
    void sayDone(const QString& what);

    Plan m_plan;
    QString m_planFile;
    PreviewedParts m_parts;
    ExportOptionsPage* m_page = nullptr;
    QLabel* m_commandLabel = nullptr;
    QLineEdit* m_command = nullptr;
    QToolButton* m_copyCommand = nullptr;
    QPushButton* m_go = nullptr;
};

} // namespace highwater
