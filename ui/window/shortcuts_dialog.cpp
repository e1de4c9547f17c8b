// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_dialogs.h"

#include "ui/base/mnemonic.h"
#include "ui/base/table_look.h"
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
        m_group->setSizeHint(1, QSize(0, heightFor(28, fontMetrics())));
    }

    void addRow(const QString& name, const QString& keys)
    {
        if (!m_group->treeWidget())
            addTopLevelItem(m_group);
        for (int row = 0; row < m_group->childCount(); ++row) // tables have the same keys
            if (m_group->child(row)->text(0) == name && m_group->child(row)->text(1) == keys)
                return;
        auto* item = new QTreeWidgetItem(m_group, {name, keys});
        item->setSizeHint(1, QSize(0, heightFor(22, fontMetrics())));
        m_group->setExpanded(true);
    }

    void add(const QString& name, const QList<QKeySequence>& keys)
    {
        addRow(name, QKeySequence::listToString(keys, QKeySequence::NativeText));
    }

    /// `menu`: the name of the action's submenu in the group's menu.
    void add(const QAction& action, const QString& menu = {})
    {
        if (action.text().isEmpty() || action.shortcuts().isEmpty() || m_seen.contains(&action))
            return;
        m_seen.insert(&action);
        const QString name = withoutMark(action.text());
        add(menu.isEmpty() ? name
                           : Shortcuts::tr("%1: %2", "a menu, an entry of it").arg(menu, name),
            action.shortcuts());
    }

    void addMenu(const QMenu& menu, const QString& name = {})
    {
        for (const QAction* action : menu.actions()) {
            if (action->menu())
                addMenu(*action->menu(), withoutMark(action->text()));
            else
                add(*action, name);
        }
    }

    ~ShortcutTree() override { dropEmptyGroup(); }

private:
    /// Deletes an empty group, which is not in the tree, so that the tree would not delete it.
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
        tree.addGroup(withoutMark(top->text()));
        if (top->menu())
            tree.addMenu(*top->menu());
    }
    tree.addGroup(Shortcuts::tr("On sliders and figures"));
    tree.add(Shortcuts::tr("A step on a slider"), {Qt::Key_Left, Qt::Key_Right});
    tree.add(Shortcuts::tr("From mark to mark on a slider"), {Qt::Key_PageDown, Qt::Key_PageUp});
    tree.add(Shortcuts::tr("From point to point of a figure"), {Qt::Key_Left, Qt::Key_Right});
    tree.add(Shortcuts::tr("Zoom in or out in a figure"), {Qt::Key_Plus, Qt::Key_Minus});
    tree.add(Shortcuts::tr("The whole axis of a figure"), {Qt::Key_Escape});
    tree.addGroup(Shortcuts::tr("In lists and tables"));
    tree.add(Shortcuts::tr("Take the row"), {Qt::Key_Return});
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
    // Measures all rows and not only visible ones, so that the columns do not move while the list
    // scrolls.
    tree->header()->setResizeContentsPrecision(-1);
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    tree->header()->setFixedHeight(heightFor(26, tree->fontMetrics()));
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tree);
    dialog->resize(560, 620);
    dialog->show();
}

} // namespace highwater
