// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plans_page.h"

#include "ui/base/elided_label.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/message_bar.h"
#include "ui/base/table_look.h"
#include "ui/document/document.h"
#include "ui/document/plan_replacer.h"
#include "ui/document/plan_store.h"
#include "ui/plans/plan_filter.h"
#include "ui/plans/plan_filter_row.h"
#include "ui/plans/plan_list_model.h"
#include "ui/plans/plan_list_view.h"
#include "ui/plans/plan_preview.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

constexpr QLatin1String writing("plans"); ///< the topic of a message
constexpr int previewWidth = 306;
constexpr int smallPreviewWidth = 248; ///< where the page is narrower than smallWidth
constexpr int smallWidth = 800;
constexpr int leastWidth = 560; ///< below it the list has all of it; its menu has the buttons

} // namespace

PlansPage::PlansPage(Document& document, MessageBar& messages, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_messages(messages)
    , m_replacer(new PlanReplacer(document, messages, this))
    , m_model(new PlanListModel(m_library, this))
    , m_filter(new PlanFilter(this))
    , m_list(new PlanListView(this))
    , m_preview(new PlanPreview(this))
    , m_choices(new PlanFilterRow(this))
    , m_save(new QPushButton(this))
    , m_either(new QStackedWidget(this))
    , m_nothing(new QLabel(this))
    , m_clear(new QPushButton(this))
    , m_place(new ElidedLabel(this))
    , m_folder(new QPushButton(this))
    , m_import(new QPushButton(this))
{
    setObjectName(QStringLiteral("plansPage"));
    buildActions();
    build();
    m_filter->setSourceModel(m_model);
    m_list->setModel(m_filter);

    connect(m_choices, &PlanFilterRow::changed, this, &PlansPage::filter);
    connect(m_clear, &QPushButton::clicked, this, &PlansPage::clearFilter);
    connect(m_save, &QPushButton::clicked, this, &PlansPage::saveCurrent);
    connect(m_import, &QPushButton::clicked, this, &PlansPage::import);
    connect(m_folder, &QPushButton::clicked, this, &PlansPage::chooseFolder);
    connect(m_list, &QAbstractItemView::activated, this, &PlansPage::load);
    connect(m_list, &PlanListView::typed, m_choices, &PlanFilterRow::type);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &PlansPage::showChosen);
    connect(&m_library, &PlanLibrary::changed, this, &PlansPage::showList);
    // The Undo button of a message stays; from now on the shortcut of Undo is for the newest step.
    connect(m_document.undoStack(), &QUndoStack::indexChanged, this,
            [this] { m_undoesDelete = false; });
    retranslate();
}

QAction* PlansPage::action(const char* name, const QKeySequence& key, void (PlansPage::*run)())
{
    auto* made = new QAction(this);
    made->setObjectName(QString::fromLatin1(name));
    made->setShortcut(key);
    made->setShortcutContext(Qt::WidgetShortcut);
    connect(made, &QAction::triggered, this, run);
    m_list->addAction(made);
    return made;
}

void PlansPage::buildActions()
{
    m_load = action("plans.load", {}, &PlansPage::load); // Enter is the list's "activated"
    m_compare = action("plans.compare", Qt::Key_Space, &PlansPage::compare);
    m_open = action("plans.open", {}, &PlansPage::open);
    m_duplicate = action("plans.duplicate", {}, &PlansPage::duplicate);
    m_export = action("plans.export", {}, &PlansPage::exportFigure);
    m_rename = action("plans.rename", Qt::Key_F2, &PlansPage::rename);
    m_notes = action("plans.notes", {}, &PlansPage::editNotes);
    m_remove = action("plans.remove", Qt::Key_Delete, &PlansPage::remove);
    m_paste = action("plans.paste", Qt::CTRL | Qt::SHIFT | Qt::Key_V, &PlansPage::paste);
}

void PlansPage::build()
{
    m_list->setObjectName(QStringLiteral("plans.list"));
    m_save->setObjectName(QStringLiteral("plans.save"));
    m_import->setObjectName(QStringLiteral("plans.import"));
    m_choices->row()->addWidget(m_import);
    m_choices->row()->addWidget(m_save);
    m_either->addWidget(m_list);
    m_either->addWidget(buildEmptyList());
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_either, 1);
    left->addLayout(buildFoot());

    const auto hairline = [this](QFrame::Shape shape) {
        auto* line = new QFrame(this);
        line->setFrameShape(shape);
        line->setFrameShadow(QFrame::Plain);
        line->setForegroundRole(QPalette::Mid);
        return line;
    };
    auto* sides = new QHBoxLayout;
    sides->setSpacing(0);
    sides->addLayout(left, 1);
    sides->addWidget(hairline(QFrame::VLine));
    sides->addWidget(m_preview);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_choices);
    rows->addWidget(hairline(QFrame::HLine));
    rows->addLayout(sides, 1);

    m_preview->addButton(m_load)->setDefault(true);
    for (QAction* each : {m_compare, m_duplicate, m_export, m_open, m_rename, m_notes, m_remove})
        m_preview->addButton(each);
}

/// A widget in place of the list that shows the reason why the list is empty.
QWidget* PlansPage::buildEmptyList()
{
    m_nothing->setObjectName(QStringLiteral("plans.nothing"));
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_clear->setObjectName(QStringLiteral("plans.clear"));
    auto* empty = new QWidget(this);
    empty->setAutoFillBackground(true);
    empty->setBackgroundRole(QPalette::Base);
    auto* middle = new QVBoxLayout(empty);
    middle->setContentsMargins(24, 24, 24, 24);
    middle->addStretch(1);
    middle->addWidget(m_nothing);
    middle->addWidget(m_clear, 0, Qt::AlignHCenter);
    middle->addStretch(2);
    return empty;
}

/// The folder of the plans, and the button that chooses another.
QLayout* PlansPage::buildFoot()
{
    m_place->setObjectName(QStringLiteral("plans.place"));
    m_place->setTextFormat(Qt::PlainText);
    m_place->setForegroundRole(QPalette::PlaceholderText);
    m_folder->setObjectName(QStringLiteral("plans.folder"));
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(16, 4, 12, 4);
    foot->setSpacing(8);
    foot->addWidget(m_place, 1);
    foot->addWidget(m_folder);
    return foot;
}

void PlansPage::setFormat(const MemoryFormat& format)
{
    if (format == m_format)
        return;
    m_format = format;
    m_model->setFormat(format);
    showChosen();
}

void PlansPage::retranslate()
{
    m_choices->retranslate();
    m_import->setText(tr("Import…"));
    m_save->setText(tr("Save current as…"));
    m_clear->setText(tr("Clear filter"));
    m_folder->setText(tr("Folder…"));
    m_list->setAccessibleName(tr("Plans"));
    m_load->setText(tr("Load"));
    m_compare->setText(tr("Add to Compare"));
    m_open->setText(tr("New window"));
    m_duplicate->setText(tr("Duplicate…"));
    m_export->setText(tr("Export figure…"));
    m_rename->setText(tr("Rename…"));
    m_notes->setText(tr("Notes…"));
    m_paste->setText(tr("Paste into my plans"));
    m_remove->setText(tr("Delete"));
    if (const LibraryPlan* plan = chosen())
        m_wanted = plan->id; // an own plan leaves the list until its file is read again
    m_model->retranslate();
    m_library.retranslate();
    showList();
}

QString PlansPage::hint() const
{
    return tr("%L1 plans · Enter loads the one chosen, undo brings back what was there")
        .arg(m_library.plans().size());
}

const LibraryPlan* PlansPage::chosen() const
{
    return m_model->planAt(m_filter->mapToSource(m_list->currentIndex()));
}

void PlansPage::choose(const QString& id)
{
    const QModelIndexList found
        = m_filter->match(m_filter->index(0, 0), PlanListModel::IdRole, id, 1,
                          Qt::MatchExactly | Qt::MatchCaseSensitive | Qt::MatchRecursive);
    if (!found.isEmpty())
        m_list->setCurrentIndex(found.front());
}

/// A list with plans always has one that is chosen.
void PlansPage::chooseSome()
{
    if (!chosen())
        m_list->setCurrentIndex(m_filter->index(0, 0, m_filter->index(0, 0)));
}

void PlansPage::showList()
{
    const LibraryPlan* before = chosen();
    const QString idBefore = before ? before->id : QString();
    const QString id = !m_wanted.isEmpty() && m_library.find(m_wanted) ? m_wanted : idBefore;
    if (id == m_wanted)
        m_wanted.clear();
    const int place = m_list->verticalScrollBar()->value();
    m_model->reload();
    choose(id);
    const QString folder = shownPath(PlanLibrary::folder());
    m_place->setText(m_library.isCut()
                         ? tr("My plans are in %1. Not all of them are listed.").arg(folder)
                         : tr("My plans are in %1").arg(folder));
    filter();
    m_list->doItemsLayout();
    m_list->verticalScrollBar()->setValue(place);
    if (id != idBefore)
        m_list->scrollTo(m_list->currentIndex());
    emit hintChanged();
}

void PlansPage::filter()
{
    m_filter->setWords(m_choices->words());
    m_filter->setShelf(m_choices->shelf());
    m_filter->setOnlyFitting(m_choices->isOnlyFitting());
    m_list->expandAll();
    const bool none = m_filter->rowCount() == 0;
    if (none)
        m_nothing->setText(whyNothing());
    m_either->setCurrentIndex(none && !m_library.plans().empty() ? 1 : 0);
    chooseSome();
    showChosen();
}

QString PlansPage::whyNothing() const
{
    const QString words = m_choices->words();
    if (!words.isEmpty())
        return tr("No plan matches “%1”.").arg(words);
    if (m_choices->isOnlyFitting())
        return tr("No plan of this group fits.");
    return tr("There are no plans of your own yet. Duplicate one, or save the current one.");
}

QWidget* PlansPage::list() const
{
    return m_list;
}

void PlansPage::clearFilter()
{
    m_choices->clear();
    m_list->setFocus(Qt::OtherFocusReason);
}

void PlansPage::showChosen()
{
    const LibraryPlan* plan = chosen();
    const bool own = plan && plan->shelf == PlanShelf::Own;
    for (QAction* each : {m_load, m_compare, m_open, m_duplicate})
        each->setEnabled(plan && plan->plan);
    m_export->setEnabled(plan && plan->judgement);
    for (QAction* each : {m_rename, m_notes})
        each->setEnabled(own && plan->plan);
    m_remove->setEnabled(own);
    for (QAction* each : {m_rename, m_notes, m_remove})
        each->setVisible(own);
    m_preview->show(plan, m_format);
}

void PlansPage::load()
{
    const LibraryPlan* plan = chosen();
    if (!plan || !plan->plan)
        return;
    m_replacer->replace(*plan->plan, tr("Load “%1”").arg(plan->name));
}

void PlansPage::open()
{
    if (const LibraryPlan* plan = chosen(); plan && plan->plan)
        emit openRequested(*plan->plan);
}

void PlansPage::compare()
{
    if (const LibraryPlan* plan = chosen(); plan && plan->plan)
        emit addToCompare(*plan->plan, plan->name);
}

/// Chooses the written plan, or shows a message that says why it was not written.
void PlansPage::take(const PlanLibrary::Written& written, const QString& name)
{
    if (!written.problem.isEmpty()) {
        m_messages.show({Message::Kind::Caution, writing, written.problem});
        return;
    }
    m_messages.drop(writing);
    m_wanted = written.path;
    emit said(tr("“%1” is saved in My plans").arg(name));
}

void PlansPage::duplicate()
{
    const LibraryPlan* plan = chosen();
    if (!plan || !plan->plan)
        return;
    const Plan copy = *plan->plan;
    if (const auto name
        = fileDialogs().name(window(), tr("Duplicate plan"),
                             tr("%1, copy", "the name of a plan that is a copy").arg(plan->name)))
        take(m_library.add(copy, *name), *name);
}

void PlansPage::saveCurrent()
{
    const Plan plan = m_document.plan();
    if (const auto name = fileDialogs().name(window(), tr("Save current plan as"),
                                             QString::fromStdString(plan.name)))
        take(m_library.add(plan, *name), *name);
    m_list->setFocus(Qt::OtherFocusReason); // for Del and Enter on the new plan
}

void PlansPage::rename()
{
    const LibraryPlan* chosenPlan = chosen();
    if (!chosenPlan || !chosenPlan->plan || chosenPlan->shelf != PlanShelf::Own)
        return;
    const LibraryPlan plan = *chosenPlan; // a copy: the list may change while the dialog is open
    const auto name = fileDialogs().name(window(), tr("Rename plan"), plan.name);
    if (name && *name != plan.name)
        take(m_library.rename(plan, *name), *name);
}

void PlansPage::exportFigure()
{
    if (const LibraryPlan* plan = chosen(); plan && plan->plan)
        emit exportRequested(*plan->plan);
}

void PlansPage::editNotes()
{
    const LibraryPlan* chosenPlan = chosen();
    if (!chosenPlan || !chosenPlan->plan || chosenPlan->shelf != PlanShelf::Own)
        return;
    const LibraryPlan plan = *chosenPlan; // a copy: the list may change while the dialog is open
    const QString before = QString::fromStdString(plan.plan->notes);
    const auto notes = fileDialogs().notes(window(), tr("Notes of “%1”").arg(plan.name), before);
    if (notes && *notes != before)
        take(m_library.setNotes(plan, *notes), plan.name);
}

/// Copies plan files into the folder; a file that is no plan is named in a message, the others are
/// copied.
void PlansPage::import()
{
    QStringList refused;
    for (const QString& path : fileDialogs().open(window())) {
        const auto read = readPlanFile(path);
        if (const auto* problem = std::get_if<QString>(&read)) {
            refused << *problem;
            continue;
        }
        const Plan& plan = std::get<StoredPlan>(read).plan;
        const QString named = QString::fromStdString(plan.name).simplified();
        const QString name = named.isEmpty() ? QFileInfo(path).completeBaseName() : named;
        const PlanLibrary::Written written = m_library.add(plan, name);
        if (written.problem.isEmpty())
            take(written, name);
        else
            refused << written.problem;
    }
    if (refused.size() == 1)
        m_messages.show({Message::Kind::Caution, writing, refused.front()});
    else if (refused.size() > 1)
        m_messages.show({Message::Kind::Caution, writing,
                         tr("%1 Files left out: %2.", "the first problem; how many files have one")
                             .arg(refused.front(), QString::number(refused.size()))});
}

void PlansPage::paste()
{
    const QString text = QGuiApplication::clipboard()->text();
    const auto plan
        = readPlanOrCode(text.left(static_cast<qsizetype>(mostPlanBytes) + 1).toStdString());
    if (!plan) {
        m_messages.show({Message::Kind::Caution, writing,
                         tr("The clipboard holds no plan: %1.").arg(reasonOf(plan.problems()))});
        return;
    }
    const QString named = QString::fromStdString(plan->name).simplified();
    const QString name = named.isEmpty() ? tr("Pasted plan") : named;
    take(m_library.add(*plan, name), name);
}

void PlansPage::remove()
{
    const LibraryPlan* plan = chosen();
    if (!plan || plan->shelf != PlanShelf::Own)
        return;
    const QString name = plan->name, path = plan->id;
    QModelIndex next = m_list->indexBelow(m_list->currentIndex());
    if (!next.isValid())
        next = m_list->indexAbove(m_list->currentIndex());
    const QString neighbour = next.siblingAtColumn(0).data(PlanListModel::IdRole).toString();
    const auto text = m_library.remove(path);
    if (!text) {
        m_messages.show({Message::Kind::Caution, writing,
                         tr("“%1” is not deleted: its file cannot be removed, or is larger than "
                            "any plan.")
                             .arg(shownName(path))});
        return;
    }
    m_wanted = neighbour;
    m_deleted.emplace_back(path, *text);
    m_undoesDelete = true;
    m_messages.show({Message::Kind::Note,
                     writing + path, // a topic for each plan, so that each can be undone
                     tr("Deleted “%1”.").arg(name),
                     {{tr("Undo"), [this, path] { restore(path); }}}});
}

/// Puts back the file of a deleted plan.
void PlansPage::restore(const QString& path)
{
    // The latest file, as a plan of that name may have been deleted before.
    const auto found = std::ranges::find(m_deleted.rbegin(), m_deleted.rend(), path,
                                         &std::pair<QString, QByteArray>::first);
    if (found == m_deleted.rend())
        return;
    const QByteArray text = found->second;
    m_deleted.erase(std::next(found).base());
    m_messages.drop(writing + path);
    if (const auto problem = m_library.restore(path, text))
        m_messages.show({Message::Kind::Caution, writing, *problem});
    else
        m_wanted = path;
}

/// Undo is for the list while the last action was deleting a plan.
bool PlansPage::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && m_undoesDelete && !m_deleted.empty()
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void PlansPage::keyPressEvent(QKeyEvent* event)
{
    if (m_undoesDelete && !m_deleted.empty() && event->matches(QKeySequence::Undo))
        restore(QString(m_deleted.back().first));
    else
        QWidget::keyPressEvent(event);
}

void PlansPage::refresh()
{
    m_library.refresh();
}

void PlansPage::chooseFolder()
{
    const QString folder = fileDialogs().folder(window(), PlanLibrary::folder());
    if (!folder.isEmpty())
        m_library.setFolder(folder);
}

void PlansPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_library.refresh();
}

void PlansPage::resizeEvent(QResizeEvent* event)
{
    const bool narrow = width() < leastWidth;
    m_preview->setFixedWidth(std::max(width() < smallWidth ? smallPreviewWidth : previewWidth,
                                      m_preview->minimumSizeHint().width())); // a large font
    m_preview->setVisible(!narrow);
    m_import->setVisible(!narrow);
    m_choices->setNarrow(narrow);
    QWidget::resizeEvent(event);
}

void PlansPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isVisible() && isActiveWindow())
        m_library.refresh(); // overwriting a file does not change the folder
    if (event->type() == QEvent::PaletteChange)
        showChosen();
}

} // namespace highwater
