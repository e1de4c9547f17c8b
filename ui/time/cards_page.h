// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/cards.h"
#include "ui/time/found_page.h"

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace highwater {

/// The tab of the catalogue's devices, with the fewest GPUs of each on which the plan fits or as
/// many as it has, time and price: the first ones are rows of a picture, all are in the table below
/// the page. A click takes one. The cards are computed in another thread, after the plan has
/// rested, and only while the tab is in front.
class CardsPage : public FoundPage<CardQuestion, std::vector<Card>>
{
    Q_OBJECT

public:
    explicit CardsPage(QWidget* parent = nullptr);

    void retranslate();
    CardOrder order() const { return m_order; }
    /// The cards of the plan, for an export, which may add computed ones.
    std::shared_ptr<KnownCards> known() const { return m_known; }

signals:
    void cardTaken(const highwater::Plan& plan, const QString& what);
    void said(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    CardQuestion wanted() const override { return {m_plan, m_order.count}; }
    void take(const Found& found) override;
    void showAnswer() override;
    void showStatus() override;
    const std::vector<Card>& cards() const { return m_shown; }
    void showFigure();
    void takeRow(int row);
    void takeShown(std::size_t row);
    void takeCard(const Card& card);
    QString changeTo(const Card& card) const;
    std::size_t rowsInView() const;
    void copyCsv();
    void makeChoices();
    void chooseAgain();

    CardOrder m_order;
    std::shared_ptr<KnownCards> m_known;
    std::vector<Card> m_shown; ///< that the choices leave, in the order of the table
    QComboBox* m_count;
    QLabel* m_daysLabel;
    QLineEdit* m_days;
    QLabel* m_priceLabel;
    QLineEdit* m_price;
    QCheckBox* m_all;
    QLabel* m_status;
    QPushButton* m_copy;
};

} // namespace highwater
