// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/time/time_rows.h"

#include <QSet>
#include <QWidget>

class QAction;

namespace highwater {

class LedgerTree;
class TimeModel;

/// The time of a step as a table that expands: parts of the step, traffic by link, assumptions.
class TimeTable : public QWidget
{
    Q_OBJECT

public:
    explicit TimeTable(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const std::vector<TimeRow>& rows);
    void clear();
    /// Faint, as the numbers are those of an earlier plan.
    void setStale(bool stale);
    /// For narrow windows: without the hidden time.
    void setSmall(bool small);
    void retranslate();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void setWidths();
    void fitNames();
    void restore();

    TimeModel* m_model;
    LedgerTree* m_tree;
    QAction* m_copy;
    QAction* m_unfoldAll;
    QAction* m_foldAll;
    QSet<QString> m_unfolded; ///< keys of rows
};

} // namespace highwater
