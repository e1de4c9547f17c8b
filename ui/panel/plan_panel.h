// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/job/purpose.h"
#include "ui/document/document.h"

#include <QPointer>
#include <QStringList>
#include <QWidget>

#include <array>
#include <initializer_list>
#include <map>
#include <vector>

class QLabel;
class QPushButton;
class QScrollBar;
class QToolButton;

namespace highwater {

class ElidedLabel;
class Sentences;
class KeyControl;
class KeyLabel;
class MessageLine;
class PanelFoot;
class PinnedSlider;
class PickCombo;
class ControlGroup;
class ShapeDialog;
class TwoQuestions;

/// The control panel at the left: the two questions that set defaults, five sliders that always
/// show, and every other choice in groups below. It shows the document and sends it edits.
class PlanPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int leastWidth = 316; ///< a large font makes the sliders' rows wider

    explicit PlanPanel(Document& document, QWidget* parent = nullptr);

    void showPlan(); ///< values of the controls, from the plan alone
    void showResults(); ///< shapes, summaries and remarks, from the computed results
    void retranslate();
    void setUnit(MemoryUnit unit);
    void setSmall(bool small);
    /// Opens the group of the key's control and gives the control the focus.
    void focusKey(const std::string& path);
    /// Gives the plan a model of the catalogue, or a card.
    void chooseModel(const std::string& id);
    void chooseDevice(const std::string& id);
    /// As a person moves the slider of the key; `finished` is false while a drag goes on.
    void editPinned(KeyPath key, double value, bool finished);
    QSize minimumSizeHint() const override;

signals:
    /// A sentence on a change that follows from the one that was asked for.
    void followed(const QString& what);
    void groupMade(); ///< controls for a role of a job have been made

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setShapeFont();
    void buildQuestions();
    void buildSliders();
    void buildGroups();
    PinnedSlider* sliderRow(const struct SliderSpec& spec, KeyPath key);
    void editBySlider(KeyPath key, const QString& what, double value, const QString& typed,
                      bool finished);
    void buildModel();
    void buildWorkload();
    void buildJob();
    void buildSavers();
    void buildHardware();
    void buildParallelism();
    void buildRun();
    void buildMethod();
    ControlGroup* group(const char* name);
    void rows(ControlGroup* section, std::initializer_list<KeyPath> paths);
    KeyControl* control(KeyPath path, QWidget* parent);
    void row(ControlGroup* section, KeyPath path);
    void pair(ControlGroup* section, KeyPath left, KeyPath right);
    void joint(ControlGroup* section, const QStringList& names, const std::vector<KeyPath>& paths);
    void makeRole(RoleId role);
    void showRoles();
    bool serves() const; ///< the plan generates text
    void showTask();
    void showRelevant();
    void showChanges();
    void showAnswers();
    void takeBack(const std::vector<KeyPath>& paths);
    void takeBackRow(const QWidget* row);
    void showOnlyChanged(bool only);
    bool isNeeded(const ControlGroup* section) const;
    void refuseModel(const QString& typed);
    void editShape();
    void summarise();
    void showSentences();
    void showOwnTable();
    void restoreFolds();
    void storeFolds() const;

    Document& m_document;
    QPointer<Document> m_open; ///< null when the window closes before its last focus event
    bool m_small = false;
    bool m_onlyChanged = false; ///< the rows of changed settings alone are shown
    std::optional<Purpose> m_purpose; ///< whose groups are open
    std::optional<bool> m_titledServing; ///< what the title of the workload says
    TwoQuestions* m_questions;
    PanelFoot* m_foot;
    QScrollBar* m_scrollBar = nullptr; ///< of the groups
    PinnedSlider *m_model, *m_context, *m_batch, *m_gpus, *m_zero;
    ControlGroup *m_modelGroup, *m_workload, *m_job, *m_roles, *m_savers, *m_hardware,
        *m_parallelism, *m_run, *m_method;
    /// The group of each role, in `m_roles`; made when a plan can first have the role.
    std::array<ControlGroup*, enumCount<RoleId>> m_roleGroups{};
    PickCombo *m_preset, *m_device;
    MessageLine* m_presetMessage;
    QLabel *m_presetLabel, *m_shapeLabel;
    Sentences *m_step, *m_remarks; ///< sentences about the step, and about the method
    QPushButton* m_ownTable;
    ElidedLabel* m_shape;
    QToolButton* m_editShape;
    QPointer<ShapeDialog> m_shapeDialog;
    std::vector<ControlGroup*> m_groups;
    std::vector<KeyLabel*> m_labels;
    std::vector<KeyControl*> m_controls;
    /// Rows of one or more keys, each shown only with some plans, see isRelevant().
    struct Conditional
    {
        ControlGroup* section;
        QWidget* row;
        std::vector<KeyControl*> controls;
        KeyLabel* label = nullptr; ///< its text consists of the shown keys' `names`
        QStringList names{};
    };
    std::vector<Conditional> m_conditional;
    /// The changed keys of each marked row.
    std::map<const QWidget*, std::vector<KeyPath>> m_changedRows;
};

} // namespace highwater
