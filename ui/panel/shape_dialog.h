// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;

namespace highwater {

class KeyControl;
class KeyField;
class KeyLabel;
class PickCombo;
class Section;

/// The plan with its model written out as a custom one, so that one number of it can be changed.
Plan withCustomModel(const Plan& plan);

/// The model's architecture, number by number. It stays open beside the window and is bound to its
/// document: what is typed is an edit like any other.
class ShapeDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShapeDialog(Document& document, QWidget* parent);

    void retranslate();
    void focusKey(const std::string& path);

private:
    void showPlan();
    void showResults();
    void showCount(const Plan& plan);
    void startFrom(const std::string& id);

    Document& m_document;
    QLabel *m_startLabel, *m_count;
    PickCombo* m_start;
    QPushButton* m_close;
    std::vector<Section*> m_sections;
    std::vector<KeyControl*> m_controls;
    std::vector<KeyLabel*> m_labels;
};

} // namespace highwater
