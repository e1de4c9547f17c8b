// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shortcuts_dialog.h"

#include "ui/base/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace highwater {
namespace {

struct Shortcuts
{
    Q_DECLARE_TR_FUNCTIONS(highwater::Shortcuts)
};

/// The name of a menu or an action without the mark of its letter: "文件(&F)" is "文件".
QString plainName(QString text)
{
    const qsizetype bracket = text.indexOf(QStringLiteral("(&"));
    if (bracket > 0)
        text.truncate(bracket);
    text.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
    text.remove(QLatin1Char('&'));
    return text.replace(QLatin1Char('\x01'), QLatin1Char('&'));
}

class ShortcutTree : public QTreeWidget
{
public:
    explicit ShortcutTree(QWidget* parent)
        : QTreeWidget(parent)
    {
        setColumnCount(2);
        setHeaderLabels({Shortcuts::tr("What it does"), Shortcuts::tr("Keys")});
        setRootIsDecorated(false);
        setFrameShape(QFrame::NoFrame);
    }

    void addGroup(const QString& title)
    {
        dropEmptyGroup();
        m_group = new QTreeWidgetItem({title});
        QFont bold = demiBold(font());
        m_group->setFont(0, bold);
        m_group->setFlags(Qt::ItemIsEnabled);
    }

    void add(const QString& name, const QString& keys)
    {
        if (!m_group->treeWidget())
            addTopLevelItem(m_group);
        new QTreeWidgetItem(m_group, {name, keys});
        m_group->setExpanded(true);
    }

    void add(const QAction& action)
    {
        if (action.text().isEmpty() || action.shortcuts().isEmpty() || m_seen.contains(&action))
            return;
        m_seen.insert(&action);
        add(plainName(action.text()),
            QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText));
    }

    void addMenu(const QMenu& menu)
    {
        for (const QAction* action : menu.actions()) {
            if (action->menu())
                addMenu(*action->menu());
            else
                add(*action);
        }
    }

    ~ShortcutTree() override { dropEmptyGroup(); }

private:
    /// A group that nothing came into is not in the tree, which would delete it.
    void dropEmptyGroup()
    {
        if (m_group && !m_group->treeWidget())
            delete std::exchange(m_group, nullptr);
    }

    QTreeWidgetItem* m_group = nullptr;
    QSet<const QAction*> m_seen;
};

void fill(ShortcutTree& tree, const QMainWindow& window)
{
    for (const QAction* top : window.menuBar()->actions()) {
        tree.addGroup(plainName(top->text()));
        if (top->menu())
            tree.addMenu(*top->menu());
    }
    tree.addGroup(Shortcuts::tr("In lists and tables"));
    for (const QAction* action : window.findChildren<QAction*>())
        tree.add(*action);
}

} // namespace

void openShortcuts(QMainWindow* window)
{
    auto* dialog = new QDialog(window);
    dialog->setObjectName(QStringLiteral("shortcuts"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Shortcuts::tr("Keyboard shortcuts"));
    auto* tree = new ShortcutTree(dialog);
    tree->setObjectName(QStringLiteral("shortcuts.list"));
    tree->setAccessibleName(dialog->windowTitle());
    fill(*tree, *window);
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tree);
    dialog->resize(560, 620);
    dialog->show();
}

} // namespace highwater
