// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/document/plan_library.h"

#include <QWidget>

#include <utility>
#include <vector>

class QAction;
class QLabel;
class QLayout;
class QPushButton;
class QStackedWidget;

namespace highwater {

class Document;
class ElidedLabel;
class MessageBar;
class PlanReplacer;
class PlanFilter;
class PlanFilterRow;
class PlanListModel;
class PlanListView;
class PlanPreview;

/// The page of the library: a list of shipped and own plans that can be searched, and next to it a
/// preview of the chosen plan. The folder is read when the page is first shown.
class PlansPage : public QWidget
{
    Q_OBJECT

public:
    PlansPage(Document& document, MessageBar& messages, QWidget* parent = nullptr);

    void setFormat(const MemoryFormat& format);
    void refresh(); ///< the folder may have changed
    void retranslate();
    QString hint() const;
    QWidget* list() const;

signals:
    /// A person wants the chosen plan in Compare.
    void addToCompare(const highwater::Plan& plan, const QString& name);
    void openRequested(const highwater::Plan& plan); ///< in a separate window
    void exportRequested(const highwater::Plan& plan); ///< export its figure
    void said(const QString& sentence); ///< the completed action, for the status bar
    void hintChanged();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QAction* action(const char* name, const QKeySequence& key, void (PlansPage::*run)());
    void buildActions();
    void build();
    QWidget* buildEmptyList();
    QLayout* buildFoot();
    const LibraryPlan* chosen() const;
    void choose(const QString& id);
    void chooseSome();
    void showChosen();
    void showList();
    void filter();
    QString whyNothing() const;
    void clearFilter();
    void take(const PlanLibrary::Written& written, const QString& name);

    void load();
    void open();
    void compare();
    void duplicate();
    void rename();
    void remove();
    void restore(const QString& path);
    void saveCurrent();
    void exportFigure();
    void editNotes();
    void import();
    void paste();
    void chooseFolder();

    Document& m_document;
    MessageBar& m_messages;
    PlanReplacer* m_replacer;
    MemoryFormat m_format;
    PlanLibrary m_library;
    /// The files of deleted plans, the newest last.
    std::vector<std::pair<QString, QByteArray>> m_deleted;
    bool m_undoesDelete = false; ///< no step of the open plan is newer than the last deletion
    QString m_wanted; ///< the plan to choose as soon as the list has it
    PlanListModel* m_model;
    PlanFilter* m_filter;
    PlanListView* m_list;
    PlanPreview* m_preview;
    PlanFilterRow* m_choices;
    QPushButton* m_save;
    QStackedWidget* m_either; ///< the list, or the reason why it is empty
    QLabel* m_nothing;
    QPushButton* m_clear;
    ElidedLabel* m_place;
    QPushButton* m_folder;
    QPushButton* m_import;
    QAction *m_load, *m_open, *m_compare, *m_duplicate, *m_export, *m_rename, *m_notes, *m_remove,
        *m_paste;
};

} // namespace highwater
