// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_actions.h"

#include "ui/base/language.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

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
    , m_nextPart(new QAction(this))
    , m_panel(new QAction(this))
    , m_numbers(new QAction(this))
{
    m_nextPart->setShortcut(Qt::Key_F6);
    m_panel->setShortcut(Qt::Key_F9);
    m_numbers->setShortcut(Qt::Key_F8);
    for (QAction* action : {m_panel, m_numbers}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    connect(m_nextPart, &QAction::triggered, this, &ViewActions::nextPartRequested);
    connect(m_panel, &QAction::triggered, this, &ViewActions::panelShown);
    connect(m_numbers, &QAction::triggered, this, &ViewActions::numbersShown);
}

void ViewActions::addPages(QMenu* menu, int count)
{
    auto* group = new QActionGroup(this);
    for (int i = 0; i < count; ++i) {
        QAction* action
            = menu->addAction(QString(), QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + i)), this,
                              [this, i] { emit pageChosen(i); });
        action->setCheckable(true);
        group->addAction(action);
        m_pages << action;
    }
}

void ViewActions::addParts(QMenu* menu)
{
    menu->addActions({m_nextPart, m_panel, m_numbers});
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
}

/// One action for each name; a chosen one gives `choice` that name.
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

void ViewActions::setPage(int index)
{
    m_pages.at(index)->setChecked(true);
}

void ViewActions::setChoices(const ViewChoices& choices)
{
    m_choices = choices;
    check(*m_themes, choices.theme);
    check(*m_units, choices.unit);
    check(*m_languages, choices.language);
}

void ViewActions::retranslate(const QStringList& pageTitles)
{
    for (qsizetype i = 0; i < m_pages.size(); ++i)
        m_pages.at(i)->setText(pageTitles.at(i));
    m_nextPart->setText(tr("Next part of the window"));
    m_panel->setText(tr("Control panel"));
    m_numbers->setText(tr("Ledger"));
    m_themeMenu->setTitle(tr("Theme"));
    m_unitMenu->setTitle(tr("Unit"));
    m_languageMenu->setTitle(tr("Language"));
    nameAll(*m_themes, {tr("As the desktop"), tr("Light"), tr("Dark")});
    nameAll(*m_units, {tr("GiB (2³⁰ bytes)"), tr("GB (10⁹ bytes)")});
    QStringList names{tr("As the desktop")};
    for (const QString& language : languages())
        names << nativeName(language);
    nameAll(*m_languages, names);
}

} // namespace highwater
