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

class TableWithActions;

/// The tab of the catalogue's devices, with the fewest GPUs of each on which the plan fits or as
/// many as it has, time and price: the first ones are rows of a picture, all are in the table below
/// the page. A card is selected first, and taken by Enter or by a button. The cards are computed in
/// another thread, after the plan has rested, and only while the tab is in front.
class CardsPage : public FoundPage<CardQuestion, std::vector<Card>>
{
    Q_OBJECT

public:
    explicit CardsPage(QWidget* parent = nullptr);
    ~CardsPage() override;

    /// The table, with the buttons that act on the selected card.
    QWidget* numbers() const;

    void retranslate();
    CardOrder order() const { return m_order; }
    /// The cards of the plan, for an export, which may add computed ones.
    std::shared_ptr<KnownCards> known() const { return m_known; }

signals:
    void cardTaken(const highwater::Plan& plan, const QString& what);
    void cardCompared(const highwater::Plan& plan, const QString& name);
    void said(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    CardQuestion wanted() const override { return questionOf(m_plan, m_order); }
    void take(const Found& found) override;
    void showAnswer() override;
    void showStatus() override;
    const std::vector<Card>& cards() const { return m_shown; }
    void showFigure();
    void chooseRow(int row);
    void chooseShown(std::size_t row);
    int rowOfChosen() const;
    const Card* chosen() const;
    bool mayTake() const;
    void showChosen();
    void takeChosen();
    void compareChosen();
    QString changeTo(const Card& card) const;
    std::size_t rowsInView() const;
    void copyCsv();
    void makeChoices();
    void chooseAgain();

    QPointer<TableWithActions> m_below;
    CardOrder m_order;
    std::string m_chosen; ///< the id of its device; empty: none
    std::shared_ptr<KnownCards> m_known;
    std::vector<Card> m_shown; ///< that the choices leave, in the order of the table
    QComboBox* m_count;
    QLabel* m_daysLabel;
    QLineEdit* m_days;
    QLabel* m_priceLabel;
    QLineEdit* m_price;
    QCheckBox* m_usable;
    QLabel* m_status;
    QPushButton* m_copy;
};

} // namespace highwater
