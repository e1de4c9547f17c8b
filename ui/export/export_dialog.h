// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/export_choices.h"

#include <QDialog>

class QButtonGroup;
class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTimer;

namespace highwater {

class WheelSafeComboBox;
class ExportPreview;
class MessageBar;
class MessageLine;
class NumberField;

/// Sends a figure to a file or the clipboard: targets at the left, the choices of the
/// target in the middle, the preview at the right.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    /// `planFile` is where the plan lies as it is here; empty where it lies nowhere.
    ExportDialog(const ShownFigure& figure, Plan plan, QString planFile, QWidget* parent = nullptr);

    /// As they stand, for the target that is chosen.
    const ExportOptions& options() const { return m_options[m_target]; }
    void accept() override;

signals:
    void written(const QString& path);
    void copied();

private:
    QWidget* buildTargets();
    QWidget* buildOptions();
    struct Rows;
    void addSize(Rows& rows);
    void addFont(Rows& rows);
    void addLook(Rows& rows);
    void addParts(Rows& rows);
    void addPart(ExportPart what, std::initializer_list<QWidget*> widgets);
    QWidget* buildButtons();
    void connectControls();

    void chooseTarget(std::size_t index);
    void chooseSize(int preset);
    void reset();
    void showOptions();
    void showSize();
    void wantPreview();
    void showPreview();
    QString sizeLine() const;
    double smallestText(const Scene& scene) const;
    QString unusable() const;
    bool write();
    bool copy();
    void sayFailed(const QString& why);

    Plan m_plan;
    QString m_planFile;
    ShownFigure m_shown;
    std::array<ExportOptions, exportTargets.size()> m_options;
    std::size_t m_target = 0;
    QTimer* m_wanted; ///< runs while the preview is not yet what the options say

    MessageBar* m_messages;
    ExportPreview* m_preview;
    QListWidget* m_targets = nullptr;
    WheelSafeComboBox *m_figure = nullptr, *m_preset = nullptr, *m_scale = nullptr,
                      *m_colours = nullptr, *m_language = nullptr;
    NumberField *m_width = nullptr, *m_height = nullptr, *m_font = nullptr;
    MessageLine *m_sizeMessage = nullptr, *m_fontMessage = nullptr;
    QLabel* m_smallest = nullptr;
    QButtonGroup* m_backdrops = nullptr;
    QLineEdit* m_title = nullptr;
    struct Switch
    {
        QCheckBox* box;
        bool ExportOptions::*value;
    };
    std::vector<Switch> m_switches;
    /// Controls that are hidden if the target has no such part.
    std::vector<std::pair<QWidget*, ExportPart>> m_parts;
    QLabel* m_commandLabel = nullptr;
    QLineEdit* m_command = nullptr;
    QPushButton* m_go = nullptr;
};

} // namespace highwater
