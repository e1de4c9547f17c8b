// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_bar.h"

#include "ui/base/accessible.h"
#include "ui/base/focus_order.h"
#include "ui/base/font_points.h"
#include "ui/base/theme.h"
#include "ui/base/tip.h"
#include "ui/base/verdict_icon.h"
#include "ui/base/words.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

namespace highwater {
namespace {

constexpr int verdictInset = 16;
constexpr int icon = 24;
constexpr int buttonGap = 8;
constexpr int belowButtons = 11;
constexpr int overBar = 4; ///< the red bar at the leading edge
constexpr int secondLineGap = 3; ///< between headline and second line
constexpr int amountGap = 16; ///< between the word and the amounts

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QFrame(parent)
    , m_more(new OfferButton(this))
{
    setAccessibleRole(*this, QAccessible::Grouping);
    setObjectName(QStringLiteral("verdict"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent); // paintEvent() fills the bar, its parents need not paint
    m_more->setObjectName(QStringLiteral("verdict.more"));
    m_more->setFold(OfferButton::Fold::Closed);
    connect(m_more, &QPushButton::clicked, this, [this] { emit panelRequested(!m_panelOpen); });
    setHeight();
    setLines();
    setOffers();
    arrange();
}

/// Lays the row of buttons out again only where one of its texts changed.
void VerdictBar::show(const VerdictContent& content, const MemoryFormat& format)
{
    showLines(content, format);
    const bool hadIntro = m_introShown;
    const Offers offers = m_offers;
    setOffers();
    if (!m_offers.lookLike(offers))
        arrange();
    if (m_introShown != hadIntro || m_offers.intro != offers.intro)
        update();
}

/// Paints only changed lines again.
void VerdictBar::showLines(const VerdictContent& content, const MemoryFormat& format)
{
    const bool wasOver = isOver(), hadVerdict = m_content.verdict.has_value();
    const VerdictLines lines = m_lines;
    m_content = content;
    m_format = format;
    setLines();
    if (isOver() != wasOver)
        update();
    else if (m_lines != lines || m_content.verdict.has_value() != hadVerdict)
        update(0, 0, width(), buttonsTop()); // without the buttons
}

void VerdictBar::setPanelOpen(bool open)
{
    m_panelOpen = open;
    m_more->setFold(open ? OfferButton::Fold::Open : OfferButton::Fold::Closed);
}

void VerdictBar::setSmall(bool isSmall)
{
    m_small = isSmall;
    arrange();
    update();
}

void VerdictBar::announce()
{
    if (!m_content.verdict)
        return;
    const bool over = isOver();
    const bool turned = m_announced && *m_announced != over;
    m_announced = over;
    if (turned) {
        highwater::announce(*this, m_lines.headline);
        emit announced(m_lines.headline);
    }
}

bool VerdictBar::isOver() const
{
    return m_content.verdict == Verdict::Over;
}

void VerdictBar::setOffers()
{
    m_offers = verdictOffers(m_content, m_format);
    m_more->setTexts({tr("More"), {}, {}, {}});
}

void VerdictBar::setLines()
{
    m_lines = verdictLines(m_content, m_format);
    nameAccessibly(*this, m_lines.headline);
    describeAccessibly(*this, detail());
}

/// The longest form of the second line that has room.
QString VerdictBar::shownDetail() const
{
    const int room = width() - textLeft() - verdictInset;
    QString shown = detail();
    for (const QString& shorter : m_lines.shorter) {
        if (widthOf(shown, detailFont()) <= room)
            return shown;
        shown = shorter;
    }
    return QFontMetrics(detailFont()).elidedText(shown, Qt::ElideRight, room);
}

/// Makes buttons of as many offers as the row has room for; all of them are in the panel.
void VerdictBar::arrange()
{
    const std::size_t count = wantedButtons();
    makeButtons(count);
    fillButtons(count);
    chooseWhatFits(count);
    placeButtons();
}

std::size_t VerdictBar::wantedButtons() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_offers.all, &Offer::enough));
}

void VerdictBar::makeButtons(std::size_t count)
{
    while (m_buttons.size() < count) {
        const std::size_t index = m_buttons.size();
        auto* button = new OfferButton(this);
        button->setObjectName(QStringLiteral("verdict.action%1").arg(index));
        // By value, as applying an offer changes the plan, which replaces the offers.
        connect(button, &QPushButton::clicked, this, [this, index] {
            if (index < m_offers.all.size())
                apply(Offer(m_offers.all[index]));
        });
        m_buttons.push_back(button);
        putBeforeInFocus(*button, *m_more);
    }
}

void VerdictBar::fillButtons(std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const Offer& offer = m_offers.all[i];
        m_buttons[i]->setTexts(offer.texts);
        m_buttons[i]->setEnabled(offer.enabled);
        m_buttons[i]->setToolTip(offer.toolTip);
    }
}

int VerdictBar::introWidth() const
{
    return m_offers.intro.isEmpty() ? 0 : widthOf(m_offers.intro, font()) + 12;
}

/// The number of buttons that fit from `left` on, together with "More".
std::size_t VerdictBar::fittingButtons(std::size_t count, int left, OfferButton::Price price)
{
    const int end = width() - verdictInset;
    const int more = buttonGap + m_more->sizeHint().width();
    std::size_t fitting = 0;
    for (; fitting < count; ++fitting) {
        OfferButton& button = *m_buttons[fitting];
        button.showPrice(price);
        const int needed = button.sizeHint().width();
        if (left + needed + (hasPanel() ? more : 0) > end)
            break;
        left += needed + buttonGap;
    }
    return fitting;
}

/// All limits where they have room. Two limits with their prices are worth more than all without:
/// those without room are in the panel.
void VerdictBar::chooseLimits(std::size_t count)
{
    using enum OfferButton::Price;
    const auto fitting = [&](bool intro, OfferButton::Price price) {
        return fittingButtons(count, verdictInset + (intro ? introWidth() : 0), price);
    };
    std::pair best{true, Full};
    m_shown = 0;
    const std::size_t enough = std::min<std::size_t>(2, count);
    for (const auto& [intro, price] :
         {std::pair{true, Full}, {false, Full}, {true, None}, {false, None}}) {
        const std::size_t shown = fitting(intro, price);
        if (price == None && m_shown >= enough)
            break;
        if (shown > m_shown) {
            m_shown = shown;
            best = {intro, price};
        }
        if (shown == count)
            break;
    }
    m_introShown = best.first;
    fitting(best.first, best.second); // the buttons keep the form that was tried last
    m_shown = std::max<std::size_t>(1, m_shown);
}

/// Two suggestions are worth more than the intro before them, and two without prices, which are
/// also in the tooltips, more than one with its price. A row too narrow for one button leaves out
/// the intro, then the price.
void VerdictBar::chooseWhatFits(std::size_t count)
{
    using enum OfferButton::Price;
    m_shown = 0;
    m_introShown = true;
    if (count == 0)
        return;
    if (m_offers.areLimits)
        return chooseLimits(count);
    const std::size_t priced = fittingButtons(count, verdictInset + introWidth(), Full);
    if (priced < 2 && count > 1) {
        m_introShown = false;
        m_shown = fittingButtons(count, verdictInset, Full);
        if (m_shown > 1)
            return;
        m_introShown = true;
        m_shown = fittingButtons(count, verdictInset + introWidth(), None);
        if (m_shown > 1)
            return;
    }
    for (const auto& [intro, price] : {std::pair{true, Full}, {false, Full}, {false, None}}) {
        m_introShown = intro;
        m_shown = fittingButtons(count, verdictInset + (intro ? introWidth() : 0), price);
        if (m_shown > 0)
            return;
    }
    m_shown = 1;
}

int VerdictBar::buttonsTop() const
{
    return height() - belowButtons - m_more->sizeHint().height();
}

void VerdictBar::placeButtons()
{
    const int end = width() - verdictInset;
    const int moreWidth = m_more->sizeHint().width();
    int x = verdictInset + (m_introShown ? introWidth() : 0);
    const auto place = [&](OfferButton* button, int wanted) {
        const QRect box(x, buttonsTop(), wanted, m_more->sizeHint().height());
        button->setGeometry(QStyle::visualRect(layoutDirection(), rect(), box));
        x += wanted + buttonGap;
    };
    const bool more = hasPanel();
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const bool visible = i < m_shown;
        if (visible)
            place(m_buttons[i],
                  std::min(m_buttons[i]->sizeHint().width(),
                           std::max(40, end - x - (more ? buttonGap + moreWidth : 0))));
        m_buttons[i]->setVisible(visible);
    }
    if (more)
        place(m_more, moreWidth);
    m_more->setVisible(more);
}

/// Without an estimate there is nothing to compare.
bool VerdictBar::hasPanel() const
{
    return m_content.verdict && !m_offers.all.empty();
}

void VerdictBar::apply(const Offer& offer)
{
    if (offer.changes.empty())
        emit fieldRequested(m_content.problemField);
    else
        emit applyRequested(offer.changes);
}

QFont VerdictBar::headlineFont() const
{
    return enlarged(demiBold(font()), m_small ? 1.4 : 1.6);
}

QFont VerdictBar::detailFont() const
{
    return smallerBy(font(), 0.5);
}

/// Of the amounts beside the large word.
QFont VerdictBar::amountFont(bool strong) const
{
    return enlarged(strong ? demiBold(font()) : font(), m_small ? 1.05 : 1.15);
}

int VerdictBar::widthOfPieces(const std::vector<VerdictPiece>& pieces) const
{
    int width = widthOf(m_lines.word, headlineFont()) + amountGap;
    for (const VerdictPiece& piece : pieces)
        width += widthOf(piece.text, amountFont(piece.strong));
    return width;
}

/// The amounts that have room; the last ones are left out first.
std::vector<VerdictPiece> VerdictBar::shownPieces() const
{
    std::vector<VerdictPiece> pieces = m_lines.pieces;
    const int room = width() - textLeft() - verdictInset;
    while (widthOfPieces(pieces) > room) {
        const auto last = std::find_if(pieces.rbegin(), pieces.rend(),
                                       [](const VerdictPiece& piece) { return piece.separates; });
        if (last == pieces.rend())
            break;
        pieces.erase(std::prev(last.base()), pieces.end());
    }
    return pieces;
}

int VerdictBar::firstLineWidth() const
{
    return widthOfPieces(shownPieces());
}

int VerdictBar::textLeft() const
{
    return verdictInset + icon + 14;
}

void VerdictBar::setHeight()
{
    const QFont large = enlarged(demiBold(font()), 1.6);
    const int lines = QFontMetrics(large).height() + QFontMetrics(detailFont()).height();
    setFixedHeight(
        std::max(98, 6 + lines + secondLineGap + 6 + fontMetrics().height() + 10 + belowButtons));
}

QSize VerdictBar::sizeHint() const
{
    return {800, height()};
}

QSize VerdictBar::minimumSizeHint() const
{
    return {360, height()};
}

/// Often only the lines or only the row of buttons need painting, see show().
void VerdictBar::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    paintBackground(painter);
    if (event->rect().top() < buttonsTop()) {
        paintIcon(painter);
        paintLines(painter);
    }
    if (event->rect().bottom() >= buttonsTop())
        paintIntro(painter);
}

void VerdictBar::paintIcon(QPainter& painter) const
{
    const QRectF box(QStyle::visualRect(
        layoutDirection(), rect(), QRect(verdictInset, (buttonsTop() - icon) / 2 + 2, icon, icon)));
    const Theme& theme = currentTheme();
    if (m_content.verdict)
        paintVerdict(painter, box, *m_content.verdict,
                     isOver() ? theme.overBackground : theme.window);
    else
        paintNoVerdict(painter, box);
}

void VerdictBar::paintIntro(QPainter& painter) const
{
    if (!m_introShown || m_offers.intro.isEmpty())
        return;
    painter.setPen(currentTheme().muted);
    painter.setFont(font());
    paintLine(
        painter,
        QRect(verdictInset, buttonsTop(), width() - 2 * verdictInset, m_more->sizeHint().height()),
        m_offers.intro);
}

void VerdictBar::paintBackground(QPainter& painter) const
{
    const Theme& theme = currentTheme();
    const bool over = isOver();
    painter.fillRect(rect(), over ? theme.overBackground : theme.window);
    if (over)
        painter.fillRect(
            QStyle::visualRect(layoutDirection(), rect(), QRect(0, 0, overBar, height())),
            theme.over);
    painter.fillRect(QRect(over ? overBar : 0, height() - 1, width(), 1), theme.hairline);
}

void VerdictBar::paintLine(QPainter& painter, const QRect& place, const QString& text) const
{
    painter.drawText(QStyle::visualRect(layoutDirection(), rect(), place),
                     static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), text);
}

/// Paints the text if there is room for all of it. To measure, elide and draw a text would shape it
/// three times, at each step of a slider; this function shapes it once.
bool VerdictBar::paintWhole(QPainter& painter, const QRect& place, const QString& text) const
{
    QTextLayout layout(text, painter.font(), painter.device());
    QTextOption option(Qt::AlignLeading);
    option.setTextDirection(layoutDirection());
    option.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setLineWidth(place.width());
    layout.endLayout();
    if (line.isValid() && line.naturalTextWidth() > place.width())
        return false;
    const QRect shown = QStyle::visualRect(layoutDirection(), rect(), place);
    layout.draw(&painter, shown.topLeft());
    return true;
}

/// The verdict in one word, then the amounts on the same baseline; what has no room is left out, or
/// elided where it is the first. Each text is shaped once, see paintWhole().
void VerdictBar::paintFirstLine(QPainter& painter, const QRect& place) const
{
    const Theme& theme = currentTheme();
    struct Shaped
    {
        std::unique_ptr<QTextLayout> layout;
        int width = 0, ascent = 0;
    };
    const auto shaped = [&](const QString& text, const QFont& font) {
        Shaped made{std::make_unique<QTextLayout>(text, font, painter.device())};
        QTextOption option(Qt::AlignLeading);
        option.setTextDirection(layoutDirection());
        option.setWrapMode(QTextOption::NoWrap);
        made.layout->setTextOption(option);
        made.layout->beginLayout();
        if (QTextLine line = made.layout->createLine(); line.isValid()) {
            line.setLineWidth(place.width());
            made.width = static_cast<int>(std::ceil(line.naturalTextWidth()));
            made.ascent = static_cast<int>(std::round(line.ascent()));
        }
        made.layout->endLayout();
        return made;
    };
    const std::vector<VerdictPiece>& pieces = m_lines.pieces;
    const Shaped word = shaped(m_lines.word, headlineFont());
    std::vector<Shaped> parts;
    int end = word.width + amountGap;
    std::size_t shown = 0; // pieces that have room, up to one that separates
    for (const VerdictPiece& piece : pieces) {
        parts.push_back(shaped(piece.text, amountFont(piece.strong)));
        end += parts.back().width;
        const std::size_t next = parts.size();
        if (end <= place.width() && (next == pieces.size() || pieces[next].separates))
            shown = next;
    }
    const int baseline = place.top() + QFontMetrics(headlineFont()).ascent();
    int x = place.left();
    const auto write = [&](const Shaped& part, const QColor& ink) {
        const QRect at(x, baseline - part.ascent, place.width(), place.height());
        const QRect mirrored = QStyle::visualRect(layoutDirection(), rect(), at);
        painter.setPen(ink);
        part.layout->draw(&painter, mirrored.topLeft());
        x += part.width;
    };
    write(word, theme.text);
    x += amountGap;
    for (std::size_t i = 0; i < shown; ++i)
        write(parts[i],
              pieces[i].ink == VerdictPiece::Ink::Good      ? theme.fits
                  : pieces[i].ink == VerdictPiece::Ink::Bad ? theme.over
                                                            : theme.text);
    if (shown > 0 || pieces.empty())
        return;
    const QRect rest(x, place.top(), std::max(0, place.right() - x), place.height());
    painter.setFont(amountFont(false));
    painter.setPen(theme.text);
    paintLine(
        painter, rest,
        QFontMetrics(painter.font()).elidedText(pieces.front().text, Qt::ElideRight, rest.width()));
}

void VerdictBar::paintLines(QPainter& painter) const
{
    const Theme& theme = currentTheme();
    const QFontMetrics large(headlineFont());
    const QFontMetrics small(detailFont());
    const int left = textLeft(), room = width() - left - verdictInset;
    const int top
        = std::max(4, (buttonsTop() - large.height() - small.height() - secondLineGap) / 2);
    const QRect first(left, top, room, large.height());
    const QRect second(left, top + large.height() + secondLineGap, room, small.height());

    // A reason too long for the first line takes the second one.
    const bool split = !m_content.verdict && firstLineWidth() > room;
    if (split) {
        painter.setPen(theme.text);
        painter.setFont(headlineFont());
        paintLine(painter, first, tr("No estimate"));
    } else {
        paintFirstLine(painter, first);
    }
    painter.setPen(theme.muted);
    painter.setFont(detailFont());
    if (split)
        paintLine(painter, second, small.elidedText(m_content.problem, Qt::ElideRight, room));
    else if (!paintWhole(painter, second, detail()))
        paintLine(painter, second, shownDetail());
}

void VerdictBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void VerdictBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setLines();
        setOffers();
        arrange();
        update();
    }
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        setHeight();
        arrange();
    }
}

bool VerdictBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QFrame::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
    return true;
}

/// The explanation of a line; or the whole line, if it was cut.
QString VerdictBar::tipAt(const QPoint& place) const
{
    const int room = width() - textLeft() - verdictInset;
    const QFontMetrics large(headlineFont()), small(detailFont());
    const int top
        = std::max(4, (buttonsTop() - large.height() - small.height() - secondLineGap) / 2);
    if (place.y() < top + large.height() + secondLineGap)
        return widthOfPieces(m_lines.pieces) > room
            ? tip(m_lines.headline)
            : tip(tr("Whether the memory that one GPU needs at its peak is at most what the card "
                     "has."));
    if (widthOf(detail(), detailFont()) > room)
        return tip(detail());
    QString said = tr("90 % of measured runs should lie within the two values.");
    if (!m_lines.allocator.isEmpty())
        said += QLatin1Char('\n') + m_lines.allocator;
    return tip(said);
}

} // namespace highwater
