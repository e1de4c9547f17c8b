// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/message_bar.h"

#include "ui/base/accessible.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QTimer>
#include <QToolButton>

#include <chrono>

namespace highwater {
namespace {

constexpr int barInset = 16;
constexpr int edgeWidth = 4;
constexpr int iconSize = 18;
constexpr std::chrono::seconds vanishAfter(8);

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_vanish(new QTimer(this))
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_row(new QHBoxLayout(this))
    , m_close(new QToolButton(this))
{
    setAccessibleRole(*this, QAccessible::Grouping);
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("message.text"));
    m_text->setTextFormat(Qt::PlainText); // it quotes files
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_close->setObjectName(QStringLiteral("message.close"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::TabFocus);
    m_close->setIconSize(QSize(iconSize, iconSize));
    m_close->setMinimumSize(24, 24);
    m_row->setContentsMargins(barInset, 6, 8, 6);
    m_row->setSpacing(8);
    m_row->addWidget(m_icon);
    m_row->addWidget(m_text, 1);
    m_row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::closeNewest);
    m_vanish->setSingleShot(true);
    m_vanish->setInterval(vanishAfter);
    connect(m_vanish, &QTimer::timeout, this, [this] {
        if (underMouse()) // somebody reads it, or is about to press one of its buttons
            m_vanish->start();
        else if (vanishes())
            closeNewest();
    });
    retranslate();
    hide();
}

void MessageBar::show(Message message)
{
    std::erase_if(m_messages, [&](const Message& old) { return old.topic == message.topic; });
    m_messages.push_back(std::move(message));
    sayNewest();
    announce(*this, m_messages.back().text);
}

void MessageBar::drop(const QString& topic)
{
    if (std::erase_if(m_messages, [&](const Message& old) { return old.topic == topic; }) > 0)
        sayNewest();
}

void MessageBar::planChanged()
{
    const bool vanished = vanishes();
    if (vanished)
        m_messages.pop_back();
    const bool erased
        = std::erase_if(m_messages, [](const Message& old) { return old.untilChange; }) > 0;
    if (vanished || erased)
        sayNewest();
}

/// Whether the newest message only tells what was done.
bool MessageBar::vanishes() const
{
    return m_notesVanish && !m_messages.empty() && m_messages.back().kind == Message::Kind::Note
        && m_messages.back().actions.empty();
}

void MessageBar::retranslate()
{
    m_close->setAccessibleName(tr("Close the message"));
    m_close->setToolTip(tr("Close the message"));
}

void MessageBar::sayNewest()
{
    setVisible(!m_messages.empty());
    if (m_messages.empty())
        return;
    const Message& message = m_messages.back();
    m_text->setText(message.text);
    nameAccessibly(*m_text, message.text);
    nameAccessibly(*this, message.text);
    while (m_buttons.size() < message.actions.size()) {
        const std::size_t index = m_buttons.size();
        auto* button = new QPushButton(this);
        button->setObjectName(QStringLiteral("message.action%1").arg(index));
        m_row->insertWidget(m_row->indexOf(m_close), button);
        setTabOrder(index == 0 ? static_cast<QWidget*>(m_text) : m_buttons.back(), button);
        setTabOrder(button, m_close);
        connect(button, &QPushButton::pressed, this,
                [this] { m_pressed = m_messages.empty() ? QString() : m_messages.back().topic; });
        connect(button, &QPushButton::clicked, this, [this, index] { choose(index); });
        m_buttons.push_back(button);
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setVisible(i < message.actions.size());
        if (i < message.actions.size())
            m_buttons[i]->setText(menuText(message.actions[i].label));
    }
    drawIcons();
    fitHeight();
    if (vanishes())
        m_vanish->start();
    else
        m_vanish->stop();
    update();
}

/// As high as the lines of the text need in the bar's width.
void MessageBar::fitHeight()
{
    if (const int high = m_row->heightForWidth(width()); high > 0 && high != height())
        setFixedHeight(high);
}

void MessageBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHeight();
}

void MessageBar::drawIcons()
{
    const bool caution = m_messages.back().kind == Message::Kind::Caution;
    m_icon->setPixmap(themedIcon(caution ? "caution" : "info")
                          .pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    m_close->setIcon(themedIcon("close"));
}

void MessageBar::choose(std::size_t action)
{
    // Since the press another message may have come, or this one may have gone.
    if (m_messages.empty() || m_messages.back().topic != m_pressed
        || action >= m_messages.back().actions.size())
        return;
    const auto run = m_messages.back().actions[action].run;
    closeNewest(); // first, as the action may show a message
    run();
}

void MessageBar::closeNewest()
{
    if (m_messages.empty())
        return;
    m_messages.pop_back();
    sayNewest();
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_messages.empty())
        drawIcons();
    QFrame::changeEvent(event);
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_messages.empty())
        closeNewest();
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::paintEvent(QPaintEvent*)
{
    if (m_messages.empty())
        return;
    const Theme& theme = currentTheme();
    const bool caution = m_messages.back().kind == Message::Kind::Caution;
    const QColor mark = caution ? theme.caution : theme.accent;
    QColor tint = mark;
    tint.setAlphaF(0.12F);
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.fillRect(rect(), tint);
    painter.fillRect(QRect(0, 0, edgeWidth, height()), mark);
    painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
}

} // namespace highwater
