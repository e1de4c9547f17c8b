// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_bar.h"

#include "core/figure/plan_words.h"
#include "ui/base/theme.h"
#include "ui/base/verdict_icon.h"
#include "ui/base/words.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {
namespace {

constexpr int inset = 16;
constexpr int icon = 24;
constexpr int gap = 8;
constexpr int barWidth = 4;
constexpr int lineGap = 3; ///< between headline and second line

/// Rounded up, so that what was measured is not elided.
int widthOf(const QString& text, const QFont& font)
{
    return static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(text))) + 1;
}

QString parametersText(std::int64_t parameters, const QLocale& locale)
{
    const double billions = static_cast<double>(parameters) / 1e9;
    return locale.toString(billions, 'f', billions < 10 ? 2 : billions < 100 ? 1 : 0);
}

} // namespace

VerdictContent verdictContent(const Estimate& estimate)
{
    const Resolved& plan = estimate.plan;
    VerdictContent content;
    content.verdict = estimate.verdict;
    content.totals = estimate.answer.totals;
    content.capacity = plan.capacity;
    content.hostPerNode = estimate.answer.hostPerNode;
    content.diskPerNode = estimate.answer.diskPerNode;
    content.hostMemory = plan.cluster.hostMemory;
    content.model = plan.model
        ? QString::fromStdString(plan.model->name)
        : VerdictBar::tr("%1 B parameters").arg(parametersText(estimate.parameters(), QLocale()));
    if (plan.device)
        content.device = shortName(*plan.device);
    content.context = plan.workload.context;
    content.microBatch = plan.workload.microBatch;
    const Method& method = *findMethod(plan.method);
    if (reads(method, "cluster.gpus"))
        content.gpus = plan.cluster.gpus;
    if (reads(method, "layout.zero"))
        content.zero = plan.layout.zero;
    for (const std::string& part : layoutParts(plan))
        content.layout << QString::fromStdString(part);
    content.stages = static_cast<std::int64_t>(estimate.answer.stages.size());
    return content;
}

QString shortName(const Device& device)
{
    return QString::fromStdString(device.shortName());
}

/// A button of the style's own look with plain, bold and muted text in one line.
class VerdictBar::Button : public QPushButton
{
public:
    using QPushButton::QPushButton;
    int offer = -1;

    void say(const QString& label, const QString& strong, const QString& price,
             const QString& reserve)
    {
        if (label == m_label && strong == m_strong && price == m_price && reserve == m_reserve)
            return;
        m_label = label;
        m_strong = strong;
        m_price = price;
        m_reserve = reserve;
        QStringList parts{label, strong, price};
        parts.removeAll(QString());
        setText(menuText(parts.join(QLatin1Char(' '))));
        setAccessibleName(parts.join(QLatin1Char(' ')));
        update();
    }

    void showPrice(bool shown)
    {
        m_priceShown = shown;
        update();
    }

    QSize sizeHint() const override
    {
        return {contentWidth(true) + 24, std::max(26, fontMetrics().height() + 10)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = currentTheme();
        QPainter painter(this);
        QStyleOptionButton option;
        initStyleOption(&option);
        option.features &= ~QStyleOptionButton::HasMenu;
        option.state &= ~QStyle::State_HasFocus;
        style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);

        const int wanted = contentWidth(false);
        const int room = width() - 16;
        int x = std::max(8, (width() - wanted) / 2);
        const QColor ink = isEnabled() ? theme.text : theme.muted;
        const auto put = [&](const QString& text, const QFont& font, const QColor& colour) {
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
        put(m_label, font(), ink);
        if (!m_strong.isEmpty()) {
            x += space();
            put(m_strong, demiBold(font()), ink);
        }
        if (m_priceShown && !m_price.isEmpty()) {
            x += 2 * space();
            put(m_price, smallFont(), theme.muted);
        }
        if (menu())
            paintArrow(painter, ink);
        if (hasFocus() && (option.state & QStyle::State_KeyboardFocusChange)) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
        }
    }

private:
    QFont smallFont() const
    {
        QFont small = font();
        small.setPointSizeF(small.pointSizeF() - 0.5);
        return small;
    }

    int space() const { return fontMetrics().horizontalAdvance(QLatin1Char(' ')); }

    int contentWidth(bool reserved) const
    {
        const QFont bold = demiBold(font());
        int width = widthOf(m_label, font());
        if (!m_strong.isEmpty())
            width += space()
                + std::max(widthOf(m_strong, bold), reserved ? widthOf(m_reserve, bold) : 0);
        if (m_priceShown && !m_price.isEmpty())
            width += 2 * space() + widthOf(m_price, smallFont());
        return width + (menu() ? 14 : 0);
    }

    void paintArrow(QPainter& painter, const QColor& ink) const
    {
        const QRect place
            = QStyle::visualRect(layoutDirection(), rect(), QRect(width() - 22, 0, 10, height()));
        const QPointF centre(place.center().x(), height() / 2.0);
        const std::array arrow{centre + QPointF(-4, -2), centre + QPointF(4, -2),
                               centre + QPointF(0, 3)};
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPolygon(arrow.data(), static_cast<int>(arrow.size()));
    }

    QString m_label, m_strong, m_price, m_reserve;
    bool m_priceShown = true;
};

VerdictBar::VerdictBar(QWidget* parent)
    : QFrame(parent)
    , m_more(new Button(this))
    , m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("verdict"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_more->setObjectName(QStringLiteral("verdict.more"));
    m_menu->setObjectName(QStringLiteral("verdict.menu"));
    m_menu->setToolTipsVisible(true);
    m_more->setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &VerdictBar::fillMenu);
    setHeight();
    say();
}

void VerdictBar::show(const VerdictContent& content, const MemoryFormat& format)
{
    m_content = content;
    m_format = format;
    say();
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
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
        emit announced(m_headline);
    }
}

bool VerdictBar::isOver() const
{
    return m_content.verdict == Verdict::Over;
}

void VerdictBar::say()
{
    sayTexts();
    makeOffers();
    m_more->say(tr("More"), {}, {}, {});
    setAccessibleName(m_headline);
    setAccessibleDescription(detail());
    arrange();
    update();
}

void VerdictBar::sayTexts()
{
    const VerdictContent& at = m_content;
    const Bytes free = at.capacity - at.totals.total;
    // "0.0 GiB over" would say nothing: the last few megabytes are told apart.
    const bool close = std::abs(m_format.inUnit(free)) < 0.05 && free != 0;
    const auto amount = [&](Bytes bytes) { return m_format.withUnit(bytes, close ? 3 : 1); };
    const auto number = [&](Bytes bytes) { // beside another of the same unit
        return m_format.isHuge(at.totals.total) ? amount(bytes)
                                                : m_format.number(bytes, close ? 3 : 1);
    };

    m_detail.clear();
    if (!at.verdict) {
        m_headline
            = at.problem.isEmpty() ? tr("No estimate") : tr("No estimate — %1").arg(at.problem);
    } else if (!isOver()) {
        const QString pattern = at.verdict == Verdict::Tight
            ? tr("Fits, but tightly — %1 of %2, %3 free")
            : tr("Fits — %1 of %2, %3 free");
        m_headline = pattern.arg(number(at.totals.total), amount(at.capacity), amount(free));
    } else if (free < 0) {
        m_headline = tr("Does not fit — %1 over (needs %2 of %3)")
                         .arg(amount(-free), number(at.totals.total), number(at.capacity));
    } else {
        const Bytes host = at.hostMemory.value_or(0);
        m_headline = tr("Does not fit the host — %1 over (a node needs %2 of %3)")
                         .arg(m_format.withUnit(at.hostPerNode - host, 1),
                              m_format.number(at.hostPerNode, 1), m_format.number(host, 1));
    }

    if (at.verdict && at.totals.low != at.totals.high)
        m_detail << tr("Peak per GPU %1, %2 to %3")
                        .arg(amount(at.totals.total), number(at.totals.low),
                             number(at.totals.high));
    else if (at.verdict)
        m_detail << tr("Peak per GPU");
    if (at.verdict && at.stages > 1)
        m_detail << tr("stage %1 of %2")
                        .arg(m_format.count(at.totals.stage + 1), m_format.count(at.stages));
    if (!at.model.isEmpty())
        m_detail << at.model;
    if (at.context > 0)
        m_detail
            << tr("%1 tokens × %2").arg(m_format.count(at.context), m_format.count(at.microBatch));
    if (at.gpus > 0)
        m_detail << (at.device.isEmpty() ? tr("%1 GPUs").arg(m_format.count(at.gpus))
                                         : tr("%1 × %2").arg(m_format.count(at.gpus), at.device));
    else if (!at.device.isEmpty())
        m_detail << at.device;
    if (at.zero)
        m_detail << (*at.zero > 0 ? tr("ZeRO-%1").arg(*at.zero) : tr("ZeRO off"));
    m_detail << at.layout;
    if (!at.verdict)
        return;
    if (at.hostPerNode > 0 && at.hostMemory)
        m_detail << tr("host %1 of %2 per node")
                        .arg(m_format.number(at.hostPerNode, 1),
                             m_format.withUnit(*at.hostMemory, 1));
    else if (at.hostPerNode > 0)
        m_detail << tr("host %1 per node").arg(m_format.withUnit(at.hostPerNode, 1));
    if (at.diskPerNode > 0)
        m_detail << tr("NVMe %1 per node").arg(m_format.withUnit(at.diskPerNode, 1));
    if (at.verdict == Verdict::Tight)
        m_detail << tr("with the most that the runtime may take, %1, it does not fit")
                        .arg(amount(at.totals.high));
    else if (free >= 0 && !isOver() && free < at.capacity / 20)
        m_detail << tr("less than 5 % free: fragmentation may decide");
}

/// The second line as far as it has room: what the controls say as well goes first, between the
/// amount and why it is tight.
QString VerdictBar::shownDetail(int width) const
{
    QStringList parts = m_detail;
    const auto joined = [&] { return parts.join(QStringLiteral(" · ")); };
    while (parts.size() > 1 && widthOf(joined(), detailFont()) > width)
        parts.removeAt(1);
    return QFontMetrics(detailFont()).elidedText(joined(), Qt::ElideRight, width);
}

void VerdictBar::makeOffers()
{
    m_offers.clear();
    m_intro.clear();
    if (!m_content.verdict) {
        if (!m_content.problemField.isEmpty())
            m_offers.push_back({{}, tr("Go to the setting"), {}, {}, {}, {}});
    } else if (isOver()) {
        offerRemedies();
    } else {
        offerSolutions();
    }
}

void VerdictBar::offerSolutions()
{
    m_intro = tr("Other settings kept:");
    const auto add = [this](const Solution& solution, const QString& label, std::int64_t present,
                            const QString& reserve) {
        Offer offer;
        offer.label = label;
        offer.reserve = reserve;
        if (!solution.answer) {
            offer.strong = QString(QChar(0x2013));
            offer.toolTip = translated(solution.reason);
            offer.enabled = false;
        } else {
            offer.changes = {{solution.key, *solution.answer, {}, {}, {}}};
            offer.strong = m_format.count(*solution.answer);
            offer.enabled = *solution.answer != present;
            const QString total = m_format.whereUnitIsSaid(solution.totals.total, 1);
            const QString capacity = m_format.withUnit(solution.capacity, 1);
            offer.toolTip = offer.enabled
                ? tr("Comes to %1 of %2.").arg(total, capacity)
                : tr("The plan has it already: %1 of %2.").arg(total, capacity);
        }
        m_offers.push_back(std::move(offer));
    };
    for (const Solution& solution : m_content.solutions) {
        if (solution.key == "workload.context")
            add(solution, tr("Longest context"), m_content.context, QStringLiteral("888,888"));
        else if (solution.key == "workload.micro_batch")
            add(solution, tr("Largest micro-batch"), m_content.microBatch, QStringLiteral("88"));
        else if (solution.key == "cluster.gpus")
            add(solution, tr("Fewest GPUs"), m_content.gpus, QStringLiteral("88"));
    }
}

void VerdictBar::offerRemedies()
{
    if (m_content.remedies.empty())
        return;
    const auto add = [this](const Remedy& remedy) {
        Offer offer;
        offer.changes = remedy.changes;
        QStringList labels, costs;
        for (const Change& change : remedy.changes) {
            labels << translated(change.label);
            costs << translated(change.cost);
        }
        costs.removeDuplicates();
        offer.label = tr("%1 →", "a change, then what the memory comes to")
                          .arg(labels.join(QStringLiteral(" + ")));
        offer.strong = m_format.withUnit(remedy.totals.total, 1);
        offer.reserve = m_format.withUnit(Bytes{88} << 30, 1);
        offer.price = costs.join(QStringLiteral(", "));
        offer.enough = remedy.fits;
        offer.toolTip = tr("Ordered by what a change usually costs the run; a rule of thumb.");
        if (remedy.price() == Price::Compute)
            offer.toolTip += QLatin1Char('\n')
                + tr("The added compute counts each forward pass that is run again.");
        m_offers.push_back(std::move(offer));
    };
    for (const Remedy& remedy : m_content.remedies)
        if (remedy.fits)
            add(remedy);
    m_intro = m_offers.empty() ? tr("No change of settings makes it fit.") : tr("Cheapest first:");
    for (const Remedy& remedy : m_content.remedies)
        if (!remedy.fits)
            add(remedy);
}

/// As many offers as the row has room for become buttons, the others go into the menu.
void VerdictBar::arrange()
{
    const auto able = static_cast<std::size_t>(
        std::ranges::count_if(m_offers, [](const Offer& offer) { return offer.enough; }));
    const std::size_t most = m_small ? std::min<std::size_t>(able, 2) : able;
    while (m_buttons.size() < most) {
        auto* button = new Button(this);
        button->setObjectName(QStringLiteral("verdict.action%1").arg(m_buttons.size()));
        connect(button, &QPushButton::clicked, this, [this, button] {
            if (button->offer >= 0)
                apply(Offer(m_offers[static_cast<std::size_t>(button->offer)]));
        });
        if (!m_buttons.empty())
            setTabOrder(m_buttons.back(), button);
        m_buttons.push_back(button);
        setTabOrder(button, m_more);
    }
    for (std::size_t i = 0; i < most; ++i) {
        const Offer& offer = m_offers[i];
        m_buttons[i]->offer = static_cast<int>(i);
        m_buttons[i]->say(offer.label, offer.strong, offer.price, offer.reserve);
        m_buttons[i]->setEnabled(offer.enabled);
        m_buttons[i]->setToolTip(offer.toolTip);
    }

    const int end = width() - inset;
    const int moreWidth = m_more->sizeHint().width();
    const int introWidth = m_intro.isEmpty() ? 0 : widthOf(m_intro, font()) + 12;
    // A row too narrow for one button does without the lead-in, then without the price.
    m_shown = 0;
    for (const auto& [intro, price] : {std::pair{true, true}, {false, true}, {false, false}}) {
        m_introShown = intro;
        int x = inset + (intro ? introWidth : 0);
        m_shown = 0;
        for (std::size_t i = 0; i < most; ++i) {
            m_buttons[i]->showPrice(price);
            const int needed = m_buttons[i]->sizeHint().width();
            const bool others = i + 1 < m_offers.size();
            if (x + needed + (others ? gap + moreWidth : 0) > end)
                break;
            x += needed + gap;
            ++m_shown;
        }
        if (m_shown > 0 || most == 0)
            break;
    }
    if (most == 0)
        m_introShown = true;
    if (most > 0 && m_shown == 0)
        m_shown = 1;

    const int height = m_more->sizeHint().height();
    const int top = this->height() - 11 - height;
    int x = inset + (m_introShown ? introWidth : 0);
    const auto place = [&](Button* button, int wanted) {
        button->setGeometry(
            QStyle::visualRect(layoutDirection(), rect(), QRect(x, top, wanted, height)));
        x += wanted + gap;
    };
    const bool more = m_shown < m_offers.size();
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const bool visible = i < m_shown;
        if (visible)
            place(m_buttons[i],
                  std::min(m_buttons[i]->sizeHint().width(),
                           std::max(40, end - x - (more ? gap + moreWidth : 0))));
        m_buttons[i]->setVisible(visible);
    }
    if (more)
        place(m_more, moreWidth);
    m_more->setVisible(more);
}

void VerdictBar::fillMenu()
{
    m_menu->clear();
    bool first = true;
    for (std::size_t i = m_shown; i < m_offers.size(); ++i) {
        if (!m_offers[i].enough && first) {
            m_menu->addSeparator();
            m_menu->addAction(tr("Helps, not enough alone"))->setEnabled(false);
            first = false;
        }
        addToMenu(m_offers[i]);
    }
}

void VerdictBar::addToMenu(const Offer& offer)
{
    QString text = menuText(offer.label + QLatin1Char(' ') + offer.strong);
    if (!offer.price.isEmpty())
        text += QLatin1Char('\t') + menuText(offer.price);
    QAction* action = m_menu->addAction(text);
    action->setEnabled(offer.enabled);
    action->setToolTip(offer.toolTip);
    connect(action, &QAction::triggered, this, [this, offer] { apply(offer); });
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
    QFont large = demiBold(font());
    large.setPointSizeF(large.pointSizeF() * (m_small ? 1.4 : 1.6));
    return large;
}

QFont VerdictBar::detailFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() - 0.5);
    return small;
}

int VerdictBar::textLeft() const
{
    return inset + icon + 14;
}

void VerdictBar::setHeight()
{
    QFont large = demiBold(font());
    large.setPointSizeF(large.pointSizeF() * 1.6);
    const int lines = QFontMetrics(large).height() + QFontMetrics(detailFont()).height();
    setFixedHeight(std::max(98, 6 + lines + lineGap + 6 + fontMetrics().height() + 10 + 11));
}

QSize VerdictBar::sizeHint() const
{
    return {800, height()};
}

QSize VerdictBar::minimumSizeHint() const
{
    return {360, height()};
}

void VerdictBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), isOver() ? theme.overBackground : theme.window);
    if (isOver())
        painter.fillRect(
            QStyle::visualRect(layoutDirection(), rect(), QRect(0, 0, barWidth, height())),
            theme.over);
    painter.fillRect(QRect(isOver() ? barWidth : 0, height() - 1, width(), 1), theme.hairline);

    const QFontMetrics large(headlineFont());
    const QFontMetrics small(detailFont());
    const int actionsTop = height() - 11 - m_more->sizeHint().height();
    const int room = width() - textLeft() - inset;
    const int top = std::max(4, (actionsTop - large.height() - small.height() - lineGap) / 2);
    const int below = top + large.height() + lineGap;
    const auto line = [&](int y, int lineHeight, int x, int lineWidth, const QString& text) {
        painter.drawText(
            QStyle::visualRect(layoutDirection(), rect(), QRect(x, y, lineWidth, lineHeight)),
            static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), text);
    };

    const QRectF box(QStyle::visualRect(layoutDirection(), rect(),
                                        QRect(inset, (actionsTop - icon) / 2 + 2, icon, icon)));
    const QColor behind = isOver() ? theme.overBackground : theme.window;
    if (m_content.verdict)
        paintVerdict(painter, box, isOver(), behind);
    else
        paintNoVerdict(painter, box);

    // A reason too long for the headline takes the second line.
    const bool whole = widthOf(m_headline, headlineFont()) <= room;
    const bool split = !whole && !m_content.verdict;
    painter.setPen(theme.text);
    painter.setFont(headlineFont());
    line(top, large.height(), textLeft(), room,
         split ? tr("No estimate") : large.elidedText(m_headline, Qt::ElideRight, room));
    painter.setPen(theme.muted);
    painter.setFont(detailFont());
    line(below, small.height(), textLeft(), room,
         split ? small.elidedText(m_content.problem, Qt::ElideRight, room) : shownDetail(room));
    if (m_introShown && !m_intro.isEmpty()) {
        painter.setFont(font());
        line(actionsTop, m_more->sizeHint().height(), inset, width() - 2 * inset, m_intro);
    }
}

void VerdictBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void VerdictBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        say();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        setHeight();
        arrange();
    }
}

bool VerdictBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QFrame::event(event);
    // Only where a line could not be shown whole.
    const auto* help = static_cast<QHelpEvent*>(event);
    const int room = width() - textLeft() - inset;
    QStringList cut;
    if (widthOf(m_headline, headlineFont()) > room)
        cut << m_headline;
    if (widthOf(detail(), detailFont()) > room)
        cut << detail();
    QToolTip::showText(help->globalPos(), cut.join(QLatin1Char('\n')), this);
    return true;
}

} // namespace highwater
