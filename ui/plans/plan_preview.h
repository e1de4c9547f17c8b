// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"

#include <QFrame>

class QAction;
class QGridLayout;
class QLabel;
class QPushButton;

namespace highwater {

class FigureView;
struct LibraryPlan;

/// One plan of the library: its name, verdict, chart, facts and notes, and buttons to use it.
class PlanPreview : public QFrame
{
    Q_OBJECT

public:
    explicit PlanPreview(QWidget* parent = nullptr);

    /// Null: no plan is chosen.
    void show(const LibraryPlan* plan, const MemoryFormat& format);
    using QFrame::show;
    /// A button for the action, with its text; two buttons fill a row.
    QPushButton* addButton(QAction* action);

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOutContent();
    void layOut();
    void showVerdict(const LibraryPlan& plan, const MemoryFormat& format);
    void showFacts(const LibraryPlan& plan);
    void addFact(const QString& label, const QString& value);
    void setFonts();

    int m_facts = 0; ///< the number of facts that are shown
    int m_buttons = 0;
    QWidget* m_content;
    QLabel* m_name;
    QWidget* m_verdict;
    QLabel* m_mark;
    QLabel* m_sentence;
    FigureView* m_chart;
    QGridLayout* m_grid;
    std::vector<std::pair<QLabel*, QLabel*>> m_rows;
    QLabel* m_note;
    QGridLayout* m_actions;
};

} // namespace highwater
