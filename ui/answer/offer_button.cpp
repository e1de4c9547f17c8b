// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/offer_button.h"

#include "ui/base/font_points.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <QEvent>
#include <QPainter>
#include <QStyleOptionButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {

int widthOf(const QString& text, const QFont& font)
{
    return static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(text))) + 1;
}

void OfferButton::setTexts(const Texts& texts)
{
    if (texts == m_texts)
        return;
    m_texts = texts;
    QStringList parts{texts.label, texts.strong, texts.price};
    parts.removeAll(QString());
    const QString all = parts.join(QLatin1Char(' '));
    m_reservedWidth.reset();
    setText(menuText(all)); // which is its name, too
    update();
}

void OfferButton::setFold(Fold fold)
{
    if (fold == m_fold)
        return;
    m_fold = fold;
    m_reservedWidth.reset();
    update();
}

void OfferButton::showPrice(Price shown)
{
    if (shown == m_priceShown)
        return;
    m_priceShown = shown;
    m_reservedWidth.reset();
    update();
}

QSize OfferButton::sizeHint() const
{
    if (!m_reservedWidth)
        m_reservedWidth = contentWidth(true);
    return {*m_reservedWidth + 20, std::max(26, fontMetrics().height() + 10)};
}

void OfferButton::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        m_reservedWidth.reset();
    QPushButton::changeEvent(event);
}

void OfferButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.state &= ~QStyle::State_HasFocus;
    if (isEnabled()) {
        style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);
    } else { // a limit that the plan has already: there is nothing to press
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme.hairline);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    const QColor plain = isEnabled() ? theme.text : theme.muted;
    paintTexts(painter, plain);
    if (m_fold != Fold::None)
        paintArrow(painter, plain);
    if (hasFocus() && (option.state & QStyle::State_KeyboardFocusChange)) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
}

void OfferButton::paintTexts(QPainter& painter, const QColor& plain) const
{
    const int room = width() - 16;
    int x = std::max(8, (width() - contentWidth(false)) / 2);
    const auto write = [&](const QString& text, const QFont& font, const QColor& colour) {
        if (text.isEmpty())
            return;
        const int width = std::min(widthOf(text, font), 8 + room - x);
        painter.setFont(font);
        painter.setPen(colour);
        const QRect place(x, 0, std::max(0, width), height());
        painter.drawText(QStyle::visualRect(layoutDirection(), rect(), place),
                         static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter),
                         QFontMetrics(font).elidedText(text, Qt::ElideRight, place.width()));
        x += width;
    };
    write(m_texts.label, font(), plain);
    if (!m_texts.strong.isEmpty()) {
        x += space();
        write(m_texts.strong, demiBold(font()), plain);
    }
    if (const QString price = shownPrice(); !price.isEmpty()) {
        x += 2 * space();
        write(price, smallFont(), currentTheme().muted);
    }
}

void OfferButton::paintArrow(QPainter& painter, const QColor& colour) const
{
    const QRect place
        = QStyle::visualRect(layoutDirection(), rect(), QRect(width() - 22, 0, 10, height()));
    const QPointF centre(place.center().x(), height() / 2.0);
    const qreal down = m_fold == Fold::Open ? -1 : 1;
    const std::array arrow{centre + QPointF(-4, -2 * down), centre + QPointF(4, -2 * down),
                           centre + QPointF(0, 3 * down)};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(arrow.data(), static_cast<int>(arrow.size()));
}

QString OfferButton::shownPrice() const
{
    return m_priceShown == Price::Full ? m_texts.price : QString();
}

QFont OfferButton::smallFont() const
{
    return smallerBy(font(), 0.5);
}

int OfferButton::space() const
{
    return fontMetrics().horizontalAdvance(QLatin1Char(' '));
}

int OfferButton::contentWidth(bool reserved) const
{
    const QFont bold = demiBold(font());
    int width = widthOf(m_texts.label, font());
    if (!m_texts.strong.isEmpty())
        width += space()
            + std::max(widthOf(m_texts.strong, bold),
                       reserved ? widthOf(m_texts.reserve, bold) : 0);
    const QString price = shownPrice();
    const QString reserve = m_priceShown == Price::Full ? m_texts.priceReserve : QString();
    if (!price.isEmpty() || (reserved && !reserve.isEmpty()))
        width += 2 * space()
            + std::max(widthOf(price, smallFont()), reserved ? widthOf(reserve, smallFont()) : 0);
    return width + (m_fold != Fold::None ? 14 : 0);
}

} // namespace highwater
