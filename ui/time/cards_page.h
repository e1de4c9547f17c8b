// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"
#include "core/ledger/resolve.h"
#include "ui/base/memory_format.h"
#include "ui/base/rested_work.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QPushButton;

namespace highwater {

class FigureTableView;
class FigureView;

/// The tab of the catalogue's devices, with the fewest GPUs of each on which the plan fits, time
/// and price: the first ones are rows of a picture, all are in the table below the page. A click
/// takes one. The cards are computed in another thread, after the plan has rested, and only while
/// the tab is in front.
class CardsPage : public QWidget
{
    Q_OBJECT

public:
    explicit CardsPage(QWidget* parent = nullptr);
    ~CardsPage() override;

    void showPlan(const Plan& plan, const Resolved& resolved, const MemoryFormat& format);
    /// A sentence in place of the cards.
    void showSentence(const QString& sentence);
    /// Faded, because the shown plan is an earlier one.
    void setStale(bool stale);
    void retranslate();
    FigureView* view() const { return m_view; }
    QWidget* table() const;
    CardOrder order() const { return m_order; }
    /// The cards of the plan, for an export, which may add computed ones.
    std::shared_ptr<KnownCards> known() const { return m_known; }

signals:
    void cardTaken(const highwater::Plan& plan, const QString& what);
    void said(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    using Found = Result<std::vector<Card>>;

    void show(const Found& found);
    void showRows();
    void showFigure();
    void showStatus();
    bool isCurrent() const;
    QString reason() const;
    void fade();
    void take(int row);
    void takeShown(std::size_t row);
    void take(const Card& card);
    std::size_t rowsInView() const;
    void copyCsv();

    Plan m_plan;
    std::optional<Resolved> m_resolved;
    MemoryFormat m_format;
    bool m_stale = false; ///< the shown plan is an earlier one, as the open one has no estimate
    std::vector<Card> m_cards;
    std::optional<Problem> m_problem; ///< the reason why there are no cards
    QString m_sentence; ///< in place of cards
    CardOrder m_order;
    std::shared_ptr<KnownCards> m_known;
    QLabel* m_status;
    QPushButton* m_copy;
    FigureView* m_view;
    QPointer<FigureTableView> m_table; ///< given to the window
    RestedWork<Plan, Found> m_work;
};

} // namespace highwater
