// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"
#include "ui/base/latest_work.h"
#include "ui/base/memory_format.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace highwater {

class FigureTableView;

/// The tab of the catalogue's devices: the fewest of each that fit the plan, with time and price. A
/// click takes one. The cards are computed in another thread, once the plan has rested, and only in
/// front.
class CardsPage : public QWidget
{
    Q_OBJECT

public:
    explicit CardsPage(QWidget* parent = nullptr);

    void showPlan(const Plan& plan, const MemoryFormat& format);
    /// A sentence in place of the cards.
    void showSentence(const QString& sentence);
    /// Faded, as the plan in view is an earlier one.
    void setStale(bool stale);
    void setSmall(bool small);
    void retranslate();
    QWidget* table() const;

signals:
    void cardTaken(const highwater::Plan& plan, const QString& what);
    void said(const QString& sentence);

private:
    using Found = Result<std::vector<Card>>;

    void start();
    void show(const Found& found);
    void showRows();
    void showStatus();
    void take(int row);
    void copyCsv();

    Plan m_plan;
    MemoryFormat m_format;
    std::optional<Plan> m_asked; ///< whose cards are computed or shown
    std::vector<Card> m_cards;
    QString m_problem;
    CardKey m_key = CardKey::Price;
    bool m_reversed = false, m_small = false;
    int m_percent = 0;
    QTimer m_rest; ///< runs out when the plan has rested
    QLabel* m_status;
    QPushButton* m_copy;
    FigureTableView* m_table;
    LatestWork<Found> m_work;
};

} // namespace highwater
