// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/time_figure.h"
#include "ui/base/memory_format.h"

#include <QPointer>
#include <QWidget>

class QFrame;

namespace highwater {

class FigureTableView;
class FigureView;
class TimeTable;

/// The tab of a step's time: its figure, and the run next to it. The table of the parts is below
/// the page, where other pages have their numbers. It computes only when it is in front.
class TimePage : public QWidget
{
    Q_OBJECT

public:
    explicit TimePage(QWidget* parent = nullptr);
    ~TimePage() override;

    void showPlan(const Resolved& plan, const MemoryFormat& format);
    /// A sentence in place of figure and numbers.
    void showSentence(const QString& sentence);
    /// Faded, because the shown plan is an earlier one.
    void setStale(bool stale);
    void setSmall(bool small);
    void retranslate();
    FigureView* view() const { return m_view; }
    TimeTable* table() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showGeneration(const Resolved& plan, const MemoryFormat& format);
    void fitRun();

    FigureView* m_view;
    QFrame* m_line;
    FigureTableView* m_run;
    bool m_hasRows = false; ///< the bars have names next to them, which take a part of the width
    QPointer<TimeTable> m_table; ///< given to the window
};

} // namespace highwater
