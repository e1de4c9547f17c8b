// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/baseline_actions.h"

#include "ui/base/icons.h"
#include "ui/document/document.h"
#include "ui/figures/compare_list.h"

#include <QAction>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

namespace highwater {

BaselineActions::BaselineActions(Document& document, CompareList& compared, QObject* parent)
    : QObject(parent)
    , m_pin(new QAction(this))
    , m_unpin(new QAction(this))
{
    m_pin->setObjectName(QStringLiteral("baseline.pin"));
    m_unpin->setObjectName(QStringLiteral("baseline.remove"));
    m_pin->setShortcut(Qt::CTRL | Qt::Key_B);
    m_unpin->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_B);
    connect(m_pin, &QAction::triggered, this, [this, &document, &compared] {
        compared.pin(document.plan());
        emit said(tr("Pinned: the dashed line is the total of this plan"));
    });
    connect(m_unpin, &QAction::triggered, &compared, &CompareList::unpin);
    connect(&compared, &CompareList::changed, this, [this, &document, &compared] {
        m_unpin->setEnabled(compared.baseline().has_value());
        document.setBaseline(compared.baseline());
    });
}

void BaselineActions::addTo(QMenu* menu)
{
    menu->addActions({m_pin, m_unpin});
}

void BaselineActions::addTo(QToolBar* bar)
{
    bar->addAction(m_pin);
    // Removing is offered at the pin's button too, where people look for it.
    auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(m_pin));
    auto* menu = new QMenu(button);
    menu->addActions({m_pin, m_unpin});
    button->setMenu(menu);
    button->setPopupMode(QToolButton::MenuButtonPopup);
}

void BaselineActions::drawIcons()
{
    m_pin->setIcon(themedIcon("pin"));
}

void BaselineActions::retranslate()
{
    m_pin->setText(tr("Pin as baseline"));
    m_unpin->setText(tr("Remove baseline"));
    m_pin->setToolTip(tr("Remembers the plan as it is now.\nThe chart shows its total as a dashed "
                         "line, to compare with."));
}

} // namespace highwater
