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

/// One plan of the library: its name, verdict, chart, facts and note, and what can be done with it.
class PlanPreview : public QFrame
{
    Q_OBJECT

public:
    explicit PlanPreview(QWidget* parent = nullptr);

    /// Null: none is chosen.
    void show(const LibraryPlan* plan, const MemoryFormat& format);
    using QFrame::show;
    /// A button that does what the action does, of its name; two stand in a row.
    QPushButton* addButton(QAction* action);

private:
    void showVerdict(const LibraryPlan& plan, const MemoryFormat& format);
    void showFacts(const LibraryPlan& plan);
    void addFact(const QString& label, const QString& value);
    void setFonts();

    int m_facts = 0; ///< how many are in use
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
