// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace highwater {

class ElidedLabel;
class KeyControl;
class KeyLabel;
class PinnedSlider;
class PickCombo;
class Section;
class ShapeDialog;

/// The controls at the left: five pinned sliders, and groups of every other choice below. It
/// shows the document and hands it edits.
class PlanPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PlanPanel(Document& document, QWidget* parent = nullptr);

    void showPlan(); ///< what the controls say, from the plan alone
    void showResults(); ///< shapes, summaries and remarks, from what was computed
    void retranslate();
    void setSmall(bool small);
    /// Opens what hides the key's control and brings the focus there.
    void focusKey(const std::string& path);

private:
    void buildMission();
    void buildGroups();
    PinnedSlider* sliderRow(const struct SliderSpec& spec, KeyPath key);
    void editMission(KeyPath key, const QString& what, double value, bool finished);
    void buildHardware();
    Section* group(const char* name);
    KeyControl* control(KeyPath path, QWidget* parent);
    void row(Section* section, KeyPath path);
    void pair(Section* section, KeyPath left, KeyPath right);
    void joint(Section* section, const QString& text, const std::vector<KeyPath>& paths);
    void showRelevant();
    void chooseModel(const std::string& id);
    void chooseDevice(const std::string& id);
    void editShape();
    void summarise();
    QString shapeText(bool whole) const;
    void restoreFolds();
    void storeFolds() const;

    Document& m_document;
    bool m_small = false;
    PinnedSlider *m_model, *m_context, *m_batch, *m_gpus, *m_zero;
    Section *m_modelGroup, *m_workload, *m_savers, *m_hardware, *m_method;
    PickCombo *m_preset, *m_device;
    QLabel *m_presetLabel, *m_shapeLabel;
    ElidedLabel* m_shape;
    QToolButton* m_editShape;
    QPointer<ShapeDialog> m_shapeDialog;
    std::vector<Section*> m_groups;
    std::vector<KeyLabel*> m_labels;
    std::vector<KeyControl*> m_controls;
    /// Behind "More…", by group.
    std::vector<std::pair<Section*, KeyPath>> m_rare;
    /// Rows that make sense with some plans only.
    struct Conditional
    {
        Section* section;
        QWidget* control;
        KeyPath path;
    };
    std::vector<Conditional> m_conditional;
};

} // namespace highwater
