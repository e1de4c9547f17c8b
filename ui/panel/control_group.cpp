// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/control_group.h"

#include "ui/base/accessible.h"
#include "ui/base/elided_label.h"
#include "ui/base/message_line.h"
#include "ui/base/scrolling.h"
#include "ui/base/theme.h"
#include "ui/panel/change_dot.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

constexpr int sectionInset = 14;

} // namespace

ControlGroup::ControlGroup(const QString& objectName, QWidget* parent, Level level)
    : QWidget(parent)
    , m_level(level)
    , m_header(new QToolButton(this))
    , m_summary(new ElidedLabel(this))
    , m_body(new QWidget(this))
    , m_rows(new QGridLayout)
    , m_more(new QToolButton(m_body))
{
    setObjectName(objectName);

    const auto foldingButton = [](QToolButton* button, const QString& name) {
        button->setObjectName(name);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    };
    foldingButton(m_header, objectName + QStringLiteral(".header"));
    m_header->setArrowType(Qt::DownArrow);
    m_header->setMinimumHeight(level == Level::Section ? 28 : 24);
    if (level == Level::Section) {
        QFont strong = font();
        strong.setWeight(QFont::DemiBold);
        m_header->setFont(strong);
    }
    foldingButton(m_more, objectName + QStringLiteral(".more"));
    m_more->setMinimumHeight(24);
    m_more->setVisible(false);
    m_summary->setObjectName(objectName + QStringLiteral(".summary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

    layOut();
    m_body->installEventFilter(this);
    connect(m_header, &QToolButton::clicked, this, [this] {
        setOpen(!m_open);
        emit folded();
        showAll();
    });
    connect(m_more, &QToolButton::clicked, this, [this] {
        setMoreOpen(!m_moreOpen);
        emit folded();
        showAll();
    });
}

void ControlGroup::layOut()
{
    const bool section = m_level == Level::Section; // a row has its section's inset
    const int inset = section ? sectionInset : 0;
    m_head = new QHBoxLayout;
    m_head->setContentsMargins(section ? inset - 8 : 0, section ? 4 : 0, inset, 0);
    m_head->addWidget(m_header);
    m_head->addWidget(m_summary, 1);
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
    tail->setContentsMargins(8 - inset, 0, 0, 0); // aligns its arrow with the header's
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, section ? 1 : 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(m_head);
    all->addWidget(m_body);
}

void ControlGroup::setTitle(const QString& title)
{
    m_header->setText(title);
    nameMore();
}

void ControlGroup::setSummary(const QString& summary)
{
    m_summary->setText(summary);
}

QString ControlGroup::summary() const
{
    return m_summary->text();
}

void ControlGroup::setOpen(bool open)
{
    m_open = open;
    m_header->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
    update(); // a closed group shows the dot of its fields
}

/// Scrolls an opened group into view, once it has its new height.
void ControlGroup::showAll()
{
    if (m_open)
        QTimer::singleShot(0, this, [this] { bringIntoView(*this); });
}

void ControlGroup::startRare()
{
    m_rareFromHere = true;
    setMoreOpen(false);
}

bool ControlGroup::hasRare() const
{
    return std::ranges::any_of(m_all, [](const Row& row) { return row.rare && row.shown; });
}

void ControlGroup::setMoreOpen(bool open)
{
    m_moreOpen = open;
    for (const Row& row : m_all)
        showRow(row);
    nameMore();
}

void ControlGroup::nameMore()
{
    m_more->setArrowType(m_moreOpen ? Qt::DownArrow : Qt::RightArrow);
    m_more->setText(m_moreOpen              ? tr("Less")
                        : m_rareChanged > 0 ? tr("More… · %1 set").arg(m_rareChanged)
                                            : tr("More…"));
    nameAccessibly(*m_more,
                   tr("%1: %2", "group of controls, button")
                       .arg(m_header->text().replace(QStringLiteral("&&"), QStringLiteral("&")),
                            m_more->text()));
    m_more->setVisible(hasRare());
}

void ControlGroup::showRow(const Row& row)
{
    const bool shown = row.shown && (!row.rare || m_moreOpen);
    if (row.label)
        row.label->setVisible(shown);
    row.control->setVisible(shown);
    for (MessageLine* message : row.messages)
        message->setRowShown(shown);
    if (row.dot)
        row.dot->setVisible(shown && row.changed);
}

void ControlGroup::addRow(QLabel* label, QWidget* control, std::vector<MessageLine*> messages,
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

void ControlGroup::setRowShown(const QWidget* control, bool shown)
{
    const auto row = std::ranges::find(m_all, control, &Row::control);
    if (row == m_all.end() || row->shown == shown)
        return;
    row->shown = shown;
    showRow(*row);
    m_more->setVisible(hasRare());
}

bool ControlGroup::hasShownRows() const
{
    return std::ranges::any_of(m_all, &Row::shown);
}

void ControlGroup::setRowChanged(const QWidget* control, bool changed, const QString& name,
                                 const QString& usual)
{
    const auto row = std::ranges::find(m_all, control, &Row::control);
    if (row == m_all.end() || (!row->changed && !changed))
        return;
    if (row->rare && row->changed != changed) {
        m_rareChanged += changed ? 1 : -1;
        nameMore();
    }
    row->changed = changed;
    if (changed && !row->dot) {
        row->dot = new ChangeDot(m_body);
        row->dot->setObjectName(row->control->objectName() + QStringLiteral(".changed"));
        connect(row->dot, &ChangeDot::clicked, this,
                [this, taken = row->control] { emit takeBackRequested(taken); });
        setTabOrder(row->control, row->dot);
        placeDots();
    }
    if (changed)
        row->dot->describe(name, usual);
    showRow(*row);
    update();
}

/// The column of labels has room for those of rows that "More…" opens, so that no field moves.
void ControlGroup::fitLabels()
{
    int widest = m_labelWidth;
    for (const Row& row : m_all)
        if (row.label && row.shown)
            widest = std::max(widest, row.label->sizeHint().width());
    m_rows->setColumnMinimumWidth(0, widest);
}

/// The dots are in no layout, as they stand in the side padding.
void ControlGroup::placeDots()
{
    for (const Row& row : m_all)
        if (row.dot)
            row.dot->placeAt(row.control->geometry().center().y());
}

bool ControlGroup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitLabels();
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        placeDots(); // the layout has placed the rows before
    return QWidget::eventFilter(watched, event);
}

bool ControlGroup::reveal(const QWidget* control)
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

void ControlGroup::setLabelWidth(int width)
{
    m_labelWidth = width;
    fitLabels();
}

void ControlGroup::setTakenAtEnd(int width)
{
    if (m_level == Level::Row)
        return; // its section has the padding
    constexpr int besideText = 4; // a text does not touch what is there
    for (const auto& [part, least] :
         {std::pair(static_cast<QLayout*>(m_head), besideText), std::pair(m_body->layout(), 0)}) {
        QMargins margins = part->contentsMargins();
        margins.setRight(std::max(least, sectionInset - width));
        part->setContentsMargins(margins);
    }
}

void ControlGroup::paintEvent(QPaintEvent*)
{
    if (m_level == Level::Row)
        return;
    QPainter painter(this);
    painter.setPen(currentTheme().hairline);
    painter.drawLine(0, 0, width(), 0);
    const bool isMarked
        = std::ranges::any_of(m_all, [](const Row& row) { return row.changed && row.shown; });
    if (!m_open && isMarked)
        ChangeDot::draw(painter, m_header->geometry().center().y());
}

} // namespace highwater
