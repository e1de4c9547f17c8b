// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"
#include "core/methods/every_method.h"
#include "ui/base/memory_format.h"

#include <QWidget>

class QPushButton;

namespace highwater {

class ElidedLabel;
class FigureView;

/// The tab of one plan by every method: one bar for each, and a button that sets the plan to the
/// method of the table's current row. Like the other figures it computes only when it is in front.
class MethodsPage : public QWidget
{
    Q_OBJECT

public:
    explicit MethodsPage(QWidget* parent = nullptr);

    /// With `idle`, without a replay of the allocator.
    void showPlan(const Plan& plan, const MemoryFormat& format,
                  const std::optional<IdleShares>& idle = {});
    /// A sentence in place of the figure.
    void showSentence(const QString& sentence);
    /// Faded, because the shown plan is an earlier one.
    void setStale(bool stale);
    const FigureTable& table() const { return m_table; }
    /// Chooses the method of this row of the table for the button.
    void chooseRow(int row);
    int row() const { return static_cast<int>(m_chosen); }
    void retranslate();
    FigureView* view() const { return m_view; }

signals:
    void methodTaken(highwater::MethodId method);

private:
    void showChosen();

    FigureTable m_table;
    MethodId m_own = MethodId::Exact; ///< the plan's
    MethodId m_chosen = MethodId::Exact;
    ElidedLabel* m_name;
    QPushButton* m_use;
    FigureView* m_view;
};

} // namespace highwater
