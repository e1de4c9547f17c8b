// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/export_choices.h"

#include <QWidget>

#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

class QButtonGroup;
class QCheckBox;
class QLabel;
class QLineEdit;

namespace highwater {

class MessageLine;
class NumberField;
class WheelSafeComboBox;
struct OptionRows;

/// The options of every target, and the controls of the chosen target.
class ExportOptionsPage : public QWidget
{
    Q_OBJECT

public:
    /// The page begins with the controls of all targets, so that it can be measured; setTarget()
    /// hides some.
    ExportOptionsPage(const ShownFigure& figure, QWidget* parent);

    const ExportOptions& options() const { return m_options[m_target]; }
    std::size_t target() const { return m_target; }
    void setTarget(std::size_t index);
    void reset();

    /// The reason why these options are impossible, for reasons of the target that drawing would
    /// not report.
    QString problem() const;
    /// Gives the focus to a field whose number is refused, if there is one.
    bool focusRefused();
    /// Shows the size of the smallest text that a person would have to read.
    void showSmallestText(double points);
    /// Shows the title that the figure gets where none is typed.
    void showOwnTitle(const QString& title);

signals:
    void changed();

private:
    void addSize(OptionRows& rows);
    void addFont(OptionRows& rows);
    void addLook(OptionRows& rows);
    void addParts(OptionRows& rows);
    void addPart(ExportPart what, std::initializer_list<QWidget*> widgets);
    void connectControls();
    void chooseSize(int preset);
    void showAll();
    void showSize();

    ShownFigure m_shown;
    std::array<ExportOptions, exportTargets.size()> m_options;
    std::size_t m_target = 0;

    WheelSafeComboBox *m_figure = nullptr, *m_preset = nullptr, *m_scale = nullptr,
                      *m_colours = nullptr, *m_language = nullptr, *m_unit = nullptr;
    NumberField *m_width = nullptr, *m_height = nullptr, *m_font = nullptr;
    MessageLine *m_sizeMessage = nullptr, *m_fontMessage = nullptr;
    QLabel* m_smallest = nullptr;
    QButtonGroup* m_backdrops = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_ledger = nullptr;
    struct Switch
    {
        QCheckBox* box;
        bool ExportOptions::*value;
    };
    std::vector<Switch> m_switches;
    /// Controls that are hidden if the target has no such part.
    std::vector<std::pair<QWidget*, ExportPart>> m_parts;
};

} // namespace highwater
