// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_actions.h"

#include "ui/base/language.h"
#include "ui/base/make_action.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

void nameAll(const QActionGroup& group, const QStringList& names)
{
    for (qsizetype i = 0; i < names.size(); ++i)
        group.actions().at(i)->setText(names.at(i));
}

void check(const QActionGroup& group, const QString& name)
{
    for (QAction* action : group.actions())
        action->setChecked(action->data().toString() == name);
}

} // namespace

ViewActions::ViewActions(QObject* parent)
    : QObject(parent)
    , m_nextTab(new QAction(this))
    , m_tabBefore(new QAction(this))
    , m_nextPart(new QAction(this))
    , m_panel(new QAction(this))
    , m_numbers(new QAction(this))
    , m_fullScreen(new QAction(this))
    , m_larger(makeAction(this, "view.larger", {}, [this] { stepTextSize(1); }))
    , m_smaller(
          makeAction(this, "view.smaller", Qt::CTRL | Qt::Key_Minus, [this] { stepTextSize(-1); }))
    , m_usualSize(
          makeAction(this, "view.usualSize", Qt::CTRL | Qt::Key_0, [this] { stepTextSize(0); }))
    , m_preferences(makeAction(this, "view.preferences", Qt::CTRL | Qt::Key_Comma,
                               [this] { emit preferencesRequested(); }))
{
    // The plus of most keyboards is on the key of "=".
    m_larger->setShortcuts({Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal});
    m_preferences->setMenuRole(QAction::PreferencesRole);
    m_fullScreen->setObjectName(QStringLiteral("view.fullScreen"));
    m_fullScreen->setShortcut(Qt::Key_F11);
    m_fullScreen->setCheckable(true);
    connect(m_fullScreen, &QAction::toggled, this, &ViewActions::fullScreenShown);
    m_nextTab->setShortcut(Qt::CTRL | Qt::Key_PageDown);
    m_tabBefore->setShortcut(Qt::CTRL | Qt::Key_PageUp);
    m_nextPart->setShortcut(Qt::Key_F6);
    m_panel->setShortcut(Qt::Key_F9);
    m_numbers->setShortcut(Qt::Key_F8);
    for (QAction* action : {m_panel, m_numbers}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    connect(m_nextTab, &QAction::triggered, this, [this] { chooseFurther(1); });
    connect(m_tabBefore, &QAction::triggered, this, [this] { chooseFurther(-1); });
    connect(m_nextPart, &QAction::triggered, this, &ViewActions::nextPartRequested);
    connect(m_panel, &QAction::triggered, this, &ViewActions::panelShown);
    connect(m_numbers, &QAction::triggered, this, &ViewActions::numbersShown);
}

namespace {

/// Ctrl+1 to Ctrl+9, then the same with Shift; Ctrl+0 is the text's usual size.
QKeySequence keysOf(int tab)
{
    constexpr int digits = 9;
    const auto digit = Qt::Key(Qt::Key_1 + tab % digits);
    return tab < digits ? QKeySequence(Qt::CTRL | digit)
                        : QKeySequence(Qt::CTRL | Qt::SHIFT | digit);
}

} // namespace

void ViewActions::addTabs(QMenu* menu, int count)
{
    auto* group = new QActionGroup(this);
    for (int i = 0; i < count; ++i) {
        QAction* action
            = menu->addAction(QString(), keysOf(i), this, [this, i] { emit tabChosen(i); });
        action->setCheckable(true);
        group->addAction(action);
        m_tabs << action;
    }
    menu->addSeparator();
    menu->addActions({m_nextTab, m_tabBefore});
}

/// Chooses the tab that is `steps` further on or back; after the last comes the first.
void ViewActions::chooseFurther(int steps)
{
    auto tab = std::ranges::find_if(m_tabs, &QAction::isChecked) - m_tabs.begin();
    do
        tab = (tab + steps + m_tabs.size()) % m_tabs.size();
    while (!m_tabs.at(tab)->isVisible());
    emit tabChosen(static_cast<int>(tab));
}

void ViewActions::addParts(QMenu* menu)
{
    menu->addActions({m_nextPart, m_panel, m_numbers, m_fullScreen});
}

void ViewActions::addChoices(QMenu* menu)
{
    const QString system = QStringLiteral("system");
    m_themes
        = addGroup(m_themeMenu = menu->addMenu(QString()),
                   {system, QStringLiteral("light"), QStringLiteral("dark")}, &ViewChoices::theme);
    m_units = addGroup(m_unitMenu = menu->addMenu(QString()),
                       {QStringLiteral("GiB"), QStringLiteral("GB")}, &ViewChoices::unit);
    m_languages = addGroup(m_languageMenu = menu->addMenu(QString()),
                           QStringList{system} + languages(), &ViewChoices::language);
    m_textMenu = menu->addMenu(QString());
    m_textMenu->addActions({m_larger, m_smaller, m_usualSize});
    menu->addSeparator();
    menu->addAction(m_preferences);
}

void ViewActions::addPreferences(QMenu* menu)
{
    menu->addAction(m_preferences);
}

void ViewActions::stepTextSize(int steps)
{
    const int wanted
        = steps == 0 ? defaultViewChoices().textSize : m_choices.textSize + steps * textSizeStep;
    const int before
        = std::exchange(m_choices.textSize, std::clamp(wanted, leastTextSize, mostTextSize));
    if (m_choices.textSize != before)
        emit choicesChanged(m_choices);
}

/// Adds an action for each name; choosing one sets `choice` to its name.
QActionGroup* ViewActions::addGroup(QMenu* menu, const QStringList& names,
                                    QString ViewChoices::*choice)
{
    auto* group = new QActionGroup(this);
    for (const QString& name : names) {
        QAction* action = menu->addAction(QString());
        action->setCheckable(true);
        action->setData(name);
        group->addAction(action);
    }
    connect(group, &QActionGroup::triggered, this, [this, choice](const QAction* action) {
        m_choices.*choice = action->data().toString();
        emit choicesChanged(m_choices);
    });
    return group;
}

void ViewActions::setTab(int index)
{
    m_tabs.at(index)->setChecked(true);
}

void ViewActions::offerTab(int index, bool offered)
{
    m_tabs.at(index)->setVisible(offered);
}

void ViewActions::setChoices(const ViewChoices& choices)
{
    m_choices = choices;
    check(*m_themes, choices.theme);
    check(*m_units, choices.unit);
    check(*m_languages, choices.language);
}

void ViewActions::retranslate(const QStringList& titles)
{
    for (qsizetype i = 0; i < m_tabs.size(); ++i)
        m_tabs.at(i)->setText(titles.at(i));
    m_nextTab->setText(tr("Next tab"));
    m_tabBefore->setText(tr("Previous tab"));
    m_nextPart->setText(tr("Next part of the window"));
    m_panel->setText(tr("Control panel"));
    m_numbers->setText(tr("Ledger"));
    m_fullScreen->setText(tr("Full screen"));
    m_larger->setText(tr("Larger"));
    m_smaller->setText(tr("Smaller"));
    m_usualSize->setText(tr("As the desktop"));
    m_textMenu->setTitle(tr("Text size"));
    m_preferences->setText(tr("Preferences…"));
    m_themeMenu->setTitle(tr("Theme"));
    m_unitMenu->setTitle(tr("Unit"));
    m_languageMenu->setTitle(tr("Language"));
    nameAll(*m_themes, {tr("As the desktop"), tr("Light"), tr("Dark")});
    nameAll(*m_units, {tr("GiB (1024³ bytes)"), tr("GB (1000³ bytes)")});
    QStringList names{tr("As the desktop")};
    for (const QString& language : languages())
        names << nativeName(language);
    nameAll(*m_languages, names);
}

} // namespace highwater
