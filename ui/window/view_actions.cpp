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
    , m_nextView(new QAction(this))
    , m_viewBefore(new QAction(this))
    , m_find(makeAction(this, "view.find", Qt::CTRL | Qt::Key_K, [this] { emit findRequested(); }))
    , m_present(makeAction(this, "view.present", Qt::Key_F5, [this] { emit presentRequested(); }))
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
    m_nextView->setObjectName(QStringLiteral("view.nextView"));
    m_viewBefore->setObjectName(QStringLiteral("view.viewBefore"));
    m_nextPart->setObjectName(QStringLiteral("view.nextPart"));
    m_panel->setObjectName(QStringLiteral("view.panel"));
    m_numbers->setObjectName(QStringLiteral("view.numbers"));
    m_nextView->setShortcut(Qt::CTRL | Qt::Key_PageDown);
    m_viewBefore->setShortcut(Qt::CTRL | Qt::Key_PageUp);
    m_nextPart->setShortcut(Qt::Key_F6);
    m_panel->setShortcut(Qt::Key_F9);
    m_numbers->setShortcut(Qt::Key_F8);
    for (QAction* action : {m_panel, m_numbers}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    connect(m_nextView, &QAction::triggered, this, [this] { emit furtherChosen(1); });
    connect(m_viewBefore, &QAction::triggered, this, [this] { emit furtherChosen(-1); });
    connect(m_nextPart, &QAction::triggered, this, &ViewActions::nextPartRequested);
    connect(m_panel, &QAction::triggered, this, &ViewActions::panelShown);
    connect(m_numbers, &QAction::triggered, this, &ViewActions::numbersShown);
}

/// Ctrl and a digit choose a page, Ctrl+Alt and a digit one of its views.
void ViewActions::addPages(QMenu* menu, int pages, int mostViews)
{
    const auto add = [this, menu](QList<QAction*>& actions, int count, const char* name,
                                  Qt::KeyboardModifiers keys, void (ViewActions::*chosen)(int)) {
        auto* group = new QActionGroup(this);
        for (int i = 0; i < count; ++i) {
            QAction* action = menu->addAction(QString());
            action->setObjectName(QString::fromLatin1(name) + QString::number(i + 1));
            action->setShortcut(keys | Qt::Key(Qt::Key_1 + i));
            action->setCheckable(true);
            connect(action, &QAction::triggered, this,
                    [this, chosen, i] { emit(this->*chosen)(i); });
            group->addAction(action);
            actions << action;
        }
    };
    add(m_pages, pages, "view.page", Qt::ControlModifier, &ViewActions::pageChosen);
    menu->addSeparator();
    add(m_views, mostViews, "view.view", Qt::ControlModifier | Qt::AltModifier,
        &ViewActions::viewChosen);
    menu->addSeparator();
    menu->addActions({m_nextView, m_viewBefore, m_find});
}

void ViewActions::addParts(QMenu* menu)
{
    menu->addActions({m_nextPart, m_panel, m_numbers, m_fullScreen, m_present});
}

void ViewActions::addChoices(QMenu* menu)
{
    const QString system = QStringLiteral("system");
    m_themes = addGroup(
        m_themeMenu = menu->addMenu(QString()), "view.theme.",
        {system, QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("contrast")},
        &ViewChoices::theme);
    m_units = addGroup(m_unitMenu = menu->addMenu(QString()), "view.unit.",
                       {QStringLiteral("GiB"), QStringLiteral("GB")}, &ViewChoices::unit);
    m_languages = addGroup(m_languageMenu = menu->addMenu(QString()), "view.language.",
                           QStringList{system} + languages(), &ViewChoices::language);
    m_textMenu = menu->addMenu(QString());
    m_textMenu->addActions({m_larger, m_smaller, m_usualSize});
}

void ViewActions::addPreferences(QMenu* menu)
{
    menu->addAction(m_preferences);
}

void ViewActions::showPanel()
{
    if (!m_panel->isChecked())
        m_panel->trigger();
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
QActionGroup* ViewActions::addGroup(QMenu* menu, const char* what, const QStringList& names,
                                    QString ViewChoices::*choice)
{
    auto* group = new QActionGroup(this);
    for (const QString& name : names) {
        QAction* action = menu->addAction(QString());
        action->setObjectName(QLatin1String(what) + name);
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

void ViewActions::setPage(int page)
{
    m_pages.at(page)->setChecked(true);
}

void ViewActions::setViews(const QStringList& titles, int front)
{
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        const QString title = titles.value(i);
        m_views.at(i)->setText(title);
        m_views.at(i)->setVisible(!title.isEmpty());
        m_views.at(i)->setChecked(i == front);
    }
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
    for (qsizetype i = 0; i < m_pages.size(); ++i)
        m_pages.at(i)->setText(titles.at(i));
    m_nextView->setText(tr("Next view"));
    m_viewBefore->setText(tr("Previous view"));
    m_nextPart->setText(tr("Next part of the window"));
    m_panel->setText(tr("Control panel"));
    m_numbers->setText(tr("Ledger"));
    m_fullScreen->setText(tr("Full screen"));
    m_present->setText(tr("Present"));
    m_find->setText(tr("Find anything…"));
    m_larger->setText(tr("Larger"));
    m_smaller->setText(tr("Smaller"));
    m_usualSize->setText(tr("As the desktop"));
    m_textMenu->setTitle(tr("Text size"));
    m_preferences->setText(tr("Preferences…"));
    m_themeMenu->setTitle(tr("Theme"));
    m_unitMenu->setTitle(tr("Unit"));
    m_languageMenu->setTitle(tr("Language"));
    nameAll(*m_themes, {tr("As the desktop"), tr("Light"), tr("Dark"), tr("High contrast")});
    nameAll(*m_units, {tr("GiB (1024³ bytes)"), tr("GB (1000³ bytes)")});
    QStringList names{tr("As the desktop")};
    for (const QString& language : languages())
        names << nativeName(language);
    nameAll(*m_languages, names);
}

} // namespace highwater
