// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_actions.h"

#include "ui/base/icons.h"
#include "ui/base/make_action.h"
#include "ui/help/help_topics.h"
#include "ui/help/help_window.h"
#include "ui/window/help_dialogs.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>
#include <QWhatsThis>

#include <algorithm>

namespace highwater {
namespace {

/// The first line of a section that is no row of a table.
QString firstSentences(const HelpSection& section)
{
    const QStringList lines = section.text.split(QLatin1Char('\n'));
    const auto isSaid = [](const QString& line) { return !line.contains(QStringLiteral(" · ")); };
    const auto found = std::ranges::find_if(lines, isSaid);
    return found == lines.end() ? QString() : *found;
}

} // namespace

HelpActions::HelpActions(QMainWindow* window, std::function<HelpTopic()> topicOfFront)
    : QObject(window)
    , m_window(window)
    , m_topicOfFront(std::move(topicOfFront))
    , m_contents(
          makeAction(this, "help.contents", QKeySequence::HelpContents, [this] { openContents(); }))
    , m_shortcuts(makeAction(this, "help.shortcuts", Qt::CTRL | Qt::Key_Slash,
                             [this] { openShortcuts(m_window); }))
    , m_whatsThis(makeAction(this, "help.whatsThis", QKeySequence::WhatsThis,
                             [] { QWhatsThis::enterWhatsThisMode(); }))
    , m_about(makeAction(this, "help.about", {}, [this] { openAbout(m_window); }))
    , m_aboutQt(makeAction(this, "help.aboutQt", {}, [] { QApplication::aboutQt(); }))
{
    m_about->setMenuRole(QAction::AboutRole);
    m_aboutQt->setMenuRole(QAction::AboutQtRole);
    qApp->installEventFilter(this);
}

HelpActions::~HelpActions() = default;

void HelpActions::addTo(QMenu* menu) const
{
    menu->addActions({m_contents, m_shortcuts, m_whatsThis});
    menu->addSeparator();
    menu->addActions({m_about, m_aboutQt});
}

void HelpActions::addTo(QToolBar* bar) const
{
    bar->addAction(m_contents);
}

void HelpActions::retranslate()
{
    m_contents->setText(tr("Contents"));
    m_contents->setIconText(tr("Help"));
    m_contents->setToolTip(
        tr("Explains every term; F1 opens the page about\nwhat you point at or are typing into."));
    m_shortcuts->setText(tr("Keyboard shortcuts"));
    m_whatsThis->setText(tr("What's This?"));
    m_about->setText(tr("About Highwater"));
    m_aboutQt->setText(tr("About Qt"));
}

void HelpActions::drawIcons()
{
    m_contents->setIcon(themedIcon("help"));
}

HelpTopic HelpActions::topicAtHand() const
{
    for (const QWidget* widget :
         {m_pointedAt.data(), static_cast<const QWidget*>(QApplication::focusWidget())}) {
        const bool here = widget && belongsHere(widget);
        if (HelpTopic topic = here ? topicOf(widget) : HelpTopic(); !topic.isEmpty())
            return topic;
    }
    return m_topicOfFront();
}

void HelpActions::openContents()
{
    HelpWindow::open(m_byKey ? topicAtHand() : QStringLiteral("index"));
    m_byKey = false;
}

/// Whether the widget is part of the window or of a dialog of the window.
bool HelpActions::belongsHere(const QWidget* widget) const
{
    for (const QObject* each = widget; each; each = each->parent())
        if (each == m_window)
            return true;
    return false;
}

bool HelpActions::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Enter:
        if (const auto* widget = qobject_cast<const QWidget*>(watched))
            m_pointedAt = widget;
        return false;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool help = key->key() == Qt::Key_F1 && key->modifiers() == Qt::NoModifier;
        if (!help && event->type() == QEvent::KeyPress)
            m_pointedAt = nullptr;
        const auto* widget = qobject_cast<const QWidget*>(watched);
        if (!help || !widget || !belongsHere(widget))
            return false;
        m_byKey = true;
        if (widget->window() == m_window || event->type() != QEvent::KeyPress)
            return false; // the action gets the key
        openContents(); // in a dialog, the window's actions get no keys
        return true;
    }
    case QEvent::QueryWhatsThis:
    case QEvent::WhatsThis:
    case QEvent::WhatsThisClicked: {
        const auto* widget = qobject_cast<const QWidget*>(watched);
        return widget && belongsHere(widget) && whatsThis(event, widget);
    }
    default:
        return false;
    }
}

bool HelpActions::whatsThis(QEvent* event, const QWidget* widget) const
{
    if (event->type() == QEvent::WhatsThisClicked) {
        HelpWindow::open(static_cast<const QWhatsThisClickedEvent*>(event)->href());
        return true;
    }
    HelpTopic topic = topicOf(widget);
    if (topic.isEmpty())
        topic = m_topicOfFront();
    if (event->type() == QEvent::WhatsThis) {
        const HelpBook book = presentHelp();
        const HelpSection* section = book.section(topic);
        if (!section)
            return false;
        const QString text
            = QStringLiteral("<p><b>%1</b></p><p>%2</p><p><a href=\"%3\">%4</a></p>")
                  .arg(section->title.toHtmlEscaped(), firstSentences(*section).toHtmlEscaped(),
                       topic, tr("More in the help"));
        QWhatsThis::showText(static_cast<const QHelpEvent*>(event)->globalPos(), text,
                             const_cast<QWidget*>(widget));
    }
    event->accept();
    return true;
}

} // namespace highwater
