// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/name_actions.h"

#include "ui/base/accessible.h"
#include "ui/base/icons.h"
#include "ui/base/language.h"
#include "ui/base/make_action.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/document/preset_words.h"
#include "ui/window/name_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QMenu>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolBar>
#include <QToolButton>

namespace highwater {

/// A button as wide as its text if there is room; if not, the text ends in "…".
class NameActions::Title : public QToolButton
{
public:
    using QToolButton::QToolButton;

    void setName(const QString& name)
    {
        setText(menuText(name));
        fitText();
    }
    QSize sizeHint() const override
    {
        return {iconSize().width() + 2 * iconMargin, QToolButton::sizeHint().height()};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void changeEvent(QEvent* event) override
    {
        QToolButton::changeEvent(event); // forgets the size of the old letters
        if (event->type() == QEvent::FontChange)
            fitText();
    }
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionToolButton option;
        initStyleOption(&option);
        const int room = width() - iconSize().width() - 4 * iconMargin;
        option.text = option.fontMetrics.elidedText(text(), Qt::ElideRight, room);
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
    }

private:
    void fitText() { setMaximumWidth(QToolButton::sizeHint().width()); }
    static constexpr int iconMargin = 4;
};

NameActions::NameActions(Document& document, QMainWindow* window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
{
    m_edit = makeAction(this, "plan.name", {}, [this] { edit(); });
    connect(&m_document, &Document::planChanged, this, &NameActions::showName);
}

void NameActions::addTo(QMenu* menu)
{
    menu->addAction(m_edit);
    menu->addSeparator();
}

void NameActions::addTo(QToolBar* bar)
{
    auto* room = new QWidget(bar);
    room->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_title = new Title(room);
    m_title->setObjectName(QStringLiteral("plan.title"));
    m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_title->setAutoRaise(true);
    m_title->setIconSize(bar->iconSize());
    m_title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(m_title, &QToolButton::clicked, m_edit, &QAction::trigger);
    auto* line = new QHBoxLayout(room);
    line->setContentsMargins(8, 0, 8, 0);
    line->addStretch(1);
    line->addWidget(m_title, 1000);
    line->addStretch(1);
    bar->addWidget(room);
}

void NameActions::drawIcons()
{
    m_title->setIcon(themedIcon("rename"));
}

void NameActions::retranslate()
{
    m_edit->setText(tr("Name and n&otes…"));
    showName();
}

void NameActions::showName()
{
    const QString name = shownPlanName(m_document.plan(), windowLanguage());
    m_title->setName(name);
    nameAccessibly(*m_title, tr("Name of the plan: %1").arg(name));
    m_title->setToolTip(tr("Name of the open plan\nClick to change it or its notes."));
}

void NameActions::edit()
{
    auto* dialog = new NameDialog(m_document, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace highwater
