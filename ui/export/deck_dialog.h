// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog_parts.h"
#include "ui/export/export_choices.h"

#include <QDialog>

class QCheckBox;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace highwater {

class WheelSafeComboBox;

/// Puts several figures into one PowerPoint file: the figures that are ticked, in the order of the
/// list, in one language or in one after another. Size and text are those of the last single slide.
class DeckDialog : public QDialog
{
    Q_OBJECT

public:
    DeckDialog(const ShownFigure& figure, Plan plan, QString planFile, QWidget* parent);

    QStringList ticked() const; ///< the names of the figures, in their order
    void accept() override;

signals:
    void written(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildFigures(const std::string& front);
    QWidget* buildOptions();
    QWidget* buildFoot();
    void takeOptions();
    void showAll();
    void moveRow(int by);

    ExportOptions m_options;
    Plan m_plan;
    QString m_planFile;
    PreviewedParts m_parts;
    QListWidget* m_figures = nullptr;
    WheelSafeComboBox *m_language = nullptr, *m_backdrop = nullptr, *m_colours = nullptr;
    QCheckBox *m_notes = nullptr, *m_ledger = nullptr;
    QLineEdit* m_command = nullptr;
    QPushButton* m_go = nullptr;
};

} // namespace highwater
