// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answer/verdict_lines.h"
#include "ui/answer/verdict_offers.h"

#include <QFrame>

#include <optional>
#include <vector>

namespace highwater {

/// Shows whether the plan fits and by how much, and offers changes. The bar has the same height for
/// every plan, so that the chart below does not move under the pointer.
class VerdictBar : public QFrame
{
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    using QFrame::show;
    void show(const VerdictContent& content, const MemoryFormat& format);
    /// Shows the two lines only; the offers stay those of the last show().
    void showLines(const VerdictContent& content, const MemoryFormat& format);
    /// For narrow windows: a smaller headline.
    void setSmall(bool isSmall);
    /// Tells a screen reader if the plan fits now and did not before, or the reverse; called where
    /// no drag is under way.
    void announce();

    /// All offers, for the panel of all of them.
    const Offers& offers() const { return m_offers; }
    /// The panel of all offers is open; the button "More" shows it.
    void setPanelOpen(bool open);
    void focusMore() { m_more->setFocus(Qt::OtherFocusReason); }

    QString headline() const { return m_lines.headline; }
    int firstLineWidth() const; ///< of the first line as it is painted, unless it is elided
    QString tipAt(const QPoint& place) const; ///< the tooltip of a place of the bar
    QString detail() const { return m_lines.detail.join(QStringLiteral(" · ")); }

    QString shownDetail() const; ///< the part of it that has room

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void applyRequested(const std::vector<highwater::Change>& changes);
    void fieldRequested(const QString& key);
    void panelRequested(bool open); ///< of all offers
    void announced(const QString& headline); ///< as a screen reader hears it

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    bool isOver() const;
    QFont headlineFont() const;
    QFont detailFont() const;
    QFont amountFont(bool strong) const;
    int textLeft() const;
    void setLines();
    void setOffers();
    void arrange();
    std::size_t wantedButtons() const;
    bool hasPanel() const;
    void makeButtons(std::size_t count);
    void fillButtons(std::size_t count);
    std::size_t fittingButtons(std::size_t count, int left, OfferButton::Price price);
    void chooseWhatFits(std::size_t count);
    void chooseLimits(std::size_t count);
    void placeButtons();
    int introWidth() const;
    int buttonsTop() const;
    void apply(const Offer& offer);
    void setHeight();
    void paintBackground(QPainter& painter) const;
    void paintIcon(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    void paintIntro(QPainter& painter) const;
    std::vector<VerdictPiece> shownPieces() const;
    int widthOfPieces(const std::vector<VerdictPiece>& pieces) const;
    void paintFirstLine(QPainter& painter, const QRect& place) const;
    bool paintWhole(QPainter& painter, const QRect& place, const QString& text) const;
    void paintLine(QPainter& painter, const QRect& place, const QString& text) const;

    VerdictContent m_content;
    MemoryFormat m_format;
    VerdictLines m_lines;
    Offers m_offers;
    std::vector<OfferButton*> m_buttons; ///< as many as were ever needed
    std::size_t m_shown = 0; ///< the number of offers that are buttons
    OfferButton* m_more;
    bool m_panelOpen = false;
    bool m_introShown = true;
    bool m_small = false;
    std::optional<bool> m_announced;
};

} // namespace highwater
