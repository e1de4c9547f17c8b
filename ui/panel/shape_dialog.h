// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QDialog>

#include <vector>

class QLabel;
class QLayout;
class QPushButton;

namespace highwater {

class KeyControl;
class KeyField;
class KeyLabel;
class PickCombo;
class ControlGroup;

/// The same plan with its model as a custom one, so that single numbers can be changed.
Plan withCustomModel(const Plan& plan);

/// The model's architecture, number by number. The dialog stays open next to the window and edits
/// the window's document like the panel does.
class ShapeDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShapeDialog(Document& document, QWidget* parent);

    void retranslate();
    void focusKey(const std::string& path);

private:
    QLayout* buildStart();
    QWidget* buildGroups();
    QLayout* buildEnd();
    void addControl(ControlGroup& group, KeyPath path, QWidget* parent);
    void showPlan();
    void showResults();
    void showCount(const Plan& plan);
    void startFrom(const std::string& id);

    Document& m_document;
    QLabel *m_startLabel, *m_count;
    PickCombo* m_start;
    QPushButton* m_close;
    std::vector<ControlGroup*> m_groups;
    std::vector<KeyControl*> m_controls;
    std::vector<KeyLabel*> m_labels;
};

} // namespace highwater
