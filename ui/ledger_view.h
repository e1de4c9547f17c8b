// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger_model.h"

#include <QSet>
#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QLabel;

namespace highwater {

/// The ledger as a table that unfolds, with one line of remarks below: the chart's twin in numbers.
class LedgerView : public QWidget
{
    Q_OBJECT

public:
    explicit LedgerView(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const Estimate& estimate);
    /// Where the present plan has no estimate the last one stays, faint.
    void setStale(bool stale);
    void setFormat(const MemoryFormat& format);
    /// Instead of what the view itself has to say below the table.
    void setNote(const QString& note);
    /// For narrow windows: without the raw bytes.
    void setSmall(bool isSmall);

    LedgerModel* model() const { return m_model; }
    void copyAsText() const;
    void copyAsCsv() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    class Tree;

    QAction* addTreeAction(const char* name);
    void retranslate();
    void showNote();
    void setFonts();
    void setWidths();
    void widenForTotal();
    void remember();
    void restore();

    LedgerModel* m_model;
    Tree* m_tree;
    QLabel* m_note;
    QAction* m_copyText;
    QAction* m_copyCsv;
    QAction* m_unfoldAll;
    QAction* m_foldAll;
    QString m_givenNote;
    std::vector<Group> m_notCounted;
    std::optional<Moment> m_peak;
    QSet<int> m_unfolded; ///< groups, also those that the present answer does not have
    QString m_current;
    int m_scrolled = 0;
    bool m_small = false;
};

} // namespace highwater
