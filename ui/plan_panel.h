// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace highwater {

class KeyCheck;
class KeyCombo;
class KeyField;
class KeyLabel;
class MissionRow;
class Section;

/// The controls at the left: five pinned sliders, and groups of every other choice below. It
/// shows the document and hands it edits.
class PlanPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PlanPanel(Document& document, QWidget* parent = nullptr);

    void showPlan(); ///< what the controls say, from the plan alone
    void showFindings(); ///< shapes, summaries and remarks, from what was computed
    void retranslate();
    void setSmall(bool small);

private:
    void buildMission();
    void buildGroups();
    MissionRow* mission(const struct MissionSpec& spec, const char* key);
    void editMission(const char* key, const QString& what, double value, bool finished);
    KeyCombo* combo(Section* section, const char* path);
    KeyField* field(Section* section, const char* path);
    void chooseModel(int index);
    void chooseDevice(int index);
    void commitCapacity();
    QString shapeText(bool whole) const;

    Document& m_document;
    MissionRow *m_model, *m_context, *m_batch, *m_gpus, *m_zero;
    Section *m_modelGroup, *m_workload, *m_savers, *m_hardware, *m_method;
    QComboBox *m_preset, *m_device;
    QLabel *m_presetLabel, *m_shape, *m_shapeLabel;
    QLineEdit* m_capacity;
    std::vector<KeyLabel*> m_labels;
    std::vector<KeyCombo*> m_combos;
    std::vector<KeyCheck*> m_checks;
    std::vector<KeyField*> m_fields;
};

} // namespace highwater
