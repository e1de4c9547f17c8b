// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/section.h"

#include "ui/base/elided_label.h"
#include "ui/base/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {

MessageLine::MessageLine(QWidget* parent)
    : QLabel(parent)
{
    setWordWrap(true);
    setVisible(false);
    applyColour();
}

void MessageLine::setMessage(const QString& message)
{
    say(message, false);
}

void MessageLine::setCaution(const QString& sentence)
{
    say(sentence, true);
}

void MessageLine::say(const QString& text, bool caution)
{
    if (caution != m_isCaution) {
        m_isCaution = caution;
        applyColour();
    }
    setText(text);
    setVisible(m_rowShown && !text.isEmpty());
}

void MessageLine::setRowShown(bool shown)
{
    m_rowShown = shown;
    setVisible(shown && !text().isEmpty());
}

QColor MessageLine::colour() const
{
    return m_isCaution ? currentTheme().caution : currentTheme().over;
}

void MessageLine::applyColour()
{
    QPalette loud = palette();
    loud.setColor(QPalette::WindowText, colour());
    setPalette(loud);
}

void MessageLine::changeEvent(QEvent* event)
{
    // The palette that was set stays when the theme's changes, and setting it is a change as well.
    if (event->type() == QEvent::PaletteChange && palette().color(QPalette::WindowText) != colour())
        applyColour();
    QLabel::changeEvent(event);
}

Section::Section(const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_header(new QToolButton(this))
    , m_summary(new ElidedLabel(this))
    , m_body(new QWidget(this))
    , m_rows(new QGridLayout)
    , m_more(new QToolButton(m_body))
{
    setObjectName(objectName);
    constexpr int inset = 14;

    const auto foldingButton = [](QToolButton* button, const QString& name) {
        button->setObjectName(name);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    };
    foldingButton(m_header, objectName + QStringLiteral(".header"));
    m_header->setArrowType(Qt::DownArrow);
    m_header->setMinimumHeight(28);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_header->setFont(strong);
    foldingButton(m_more, objectName + QStringLiteral(".more"));
    m_more->setMinimumHeight(24);
    m_more->setVisible(false);
    m_summary->setObjectName(objectName + QStringLiteral(".summary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(inset - 8, 4, inset, 0);
    head->addWidget(m_header);
    head->addWidget(m_summary, 1);
    m_rows->setHorizontalSpacing(8);
    m_rows->setVerticalSpacing(4);
    m_rows->setColumnStretch(1, 1);
    setLabelWidth(96);
    auto* tail = new QHBoxLayout;
    tail->addWidget(m_more);
    tail->addStretch(1);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(inset, 2, inset, 8);
    body->setSpacing(2);
    body->addLayout(m_rows);
    body->addLayout(tail);
    tail->setContentsMargins(8 - inset, 0, 0, 0); // its arrow under the header's
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 1, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(m_body);
    connect(m_header, &QToolButton::clicked, this, [this] {
        setOpen(!m_open);
        emit folded();
    });
    connect(m_more, &QToolButton::clicked, this, [this] {
        setMoreOpen(!m_moreOpen);
        emit folded();
    });
}

void Section::setTitle(const QString& title)
{
    m_header->setText(title);
    nameMore();
}

void Section::setSummary(const QString& summary)
{
    m_summary->setText(summary);
}

QString Section::summary() const
{
    return m_summary->text();
}

void Section::setOpen(bool open)
{
    m_open = open;
    m_header->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

void Section::startRare()
{
    m_rareFromHere = true;
    setMoreOpen(false);
}

bool Section::hasRare() const
{
    return std::ranges::any_of(m_all, [](const Row& row) { return row.rare && row.shown; });
}

void Section::setMoreOpen(bool open)
{
    m_moreOpen = open;
    for (const Row& row : m_all)
        showRow(row);
    nameMore();
}

void Section::setRareCount(int count)
{
    if (count == m_rareCount)
        return;
    m_rareCount = count;
    nameMore();
}

void Section::nameMore()
{
    m_more->setArrowType(m_moreOpen ? Qt::UpArrow : Qt::DownArrow);
    m_more->setText(m_moreOpen            ? tr("Less")
                        : m_rareCount > 0 ? tr("More… · %1 set").arg(m_rareCount)
                                          : tr("More…"));
    m_more->setAccessibleName(
        tr("%1: %2", "group of controls, button")
            .arg(m_header->text().replace(QStringLiteral("&&"), QStringLiteral("&")),
                 m_more->text()));
    m_more->setVisible(hasRare());
}

void Section::showRow(const Row& row)
{
    const bool shown = row.shown && (!row.rare || m_moreOpen);
    if (row.label)
        row.label->setVisible(shown);
    row.control->setVisible(shown);
    for (MessageLine* message : row.messages)
        message->setRowShown(shown);
}

void Section::addRow(QLabel* label, QWidget* control, std::vector<MessageLine*> messages,
                     QWidget* focus)
{
    int line = m_rows->rowCount();
    if (label) {
        label->setBuddy(focus ? focus : control);
        m_rows->addWidget(label, line, 0);
        m_rows->addWidget(control, line, 1);
    } else {
        m_rows->addWidget(control, line, 0, 1, 2);
    }
    for (MessageLine* message : messages)
        m_rows->addWidget(message, ++line, 0, 1, 2);
    setTabOrder(focus ? focus : control, m_more);
    m_all.push_back({label, control, std::move(messages), m_rareFromHere});
    showRow(m_all.back());
    m_more->setVisible(hasRare());
}

void Section::setRowShown(const QWidget* control, bool shown)
{
    const auto row = std::ranges::find(m_all, control, &Row::control);
    if (row == m_all.end() || row->shown == shown)
        return;
    row->shown = shown;
    showRow(*row);
    m_more->setVisible(hasRare());
}

bool Section::reveal(const QWidget* control)
{
    const auto row = std::ranges::find_if(m_all, [control](const Row& candidate) {
        return candidate.control == control || candidate.control->isAncestorOf(control);
    });
    if (row == m_all.end())
        return false;
    setOpen(true);
    if (row->rare)
        setMoreOpen(true);
    return true;
}

void Section::setLabelWidth(int width)
{
    m_rows->setColumnMinimumWidth(0, width);
}

void Section::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(currentTheme().hairline);
    painter.drawLine(0, 0, width(), 0);
}

QScrollArea* scrolling(QWidget* content, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

} // namespace highwater
