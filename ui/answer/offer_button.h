// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include <optional>

namespace highwater {

/// A text's width, rounded up so that a text in a place of this width is not elided.
int widthOf(const QString& text, const QFont& font);

/// A change of the plan as a button in the look of the style, with plain, bold and muted text in
/// one line.
class OfferButton : public QPushButton
{
public:
    using QPushButton::QPushButton;

    struct Texts
    {
        QString label; ///< the change: "ZeRO 1 →"
        QString strong; ///< its result: "61.2 GiB"
        QString price; ///< "+33 % compute"
        QString reserve; ///< the button is at least as wide as with this text in place of `strong`
        QString priceReserve{}; ///< as `reserve`, for the price; empty: nothing is reserved
        bool operator==(const Texts&) const = default;
    };
    void setTexts(const Texts& texts);
    /// An arrow at the end, for a button that unfolds something.
    enum class Fold { None, Closed, Open };
    void setFold(Fold fold);
    enum class Price { None, Full };
    void showPrice(Price shown);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QFont smallFont() const;
    int space() const;
    int contentWidth(bool reserved) const;
    QString shownPrice() const;
    void paintTexts(QPainter& painter, const QColor& plain) const;
    void paintArrow(QPainter& painter, const QColor& colour) const;

    Texts m_texts;
    mutable std::optional<int> m_reservedWidth; ///< of the content; needed several times in a step
                                                ///< of a slider
    Price m_priceShown = Price::Full;
    Fold m_fold = Fold::None;
};

} // namespace highwater
