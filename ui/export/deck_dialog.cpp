// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/deck_dialog.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/message_bar.h"
#include "ui/base/phrases.h"
#include "ui/base/settings.h"
#include "ui/base/table_look.h"
#include "ui/base/wheel_safe_combo_box.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"
#include "ui/export/export_preview.h"
#include "ui/export/option_rows.h"
#include "ui/export/report_dialog.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

constexpr QLatin1String deckOutcome("outcome"); ///< of the last try

} // namespace

DeckDialog::DeckDialog(const ShownFigure& figure, Plan plan, QString planFile, QWidget* parent)
    : QDialog(parent)
    , m_options(withFigure(figure, keptOptions(ExportTarget::PowerPoint)))
    , m_plan(std::move(plan))
    , m_planFile(std::move(planFile))
    , m_parts(makePreviewedParts(this, QStringLiteral("deck"), tr("Export deck — Highwater"),
                                 [this] { showAll(); }))
{
    m_options.zoom.reset(); // of the figure in front alone
    QWidget* const figures = buildFigures(figure.name);
    QWidget* const options = buildOptions();
    layOutDialog(this, m_parts.messages, {figures, options, m_parts.preview}, buildFoot());
    m_figures->setFocus();
    showAll();
}

/// The figures that were ticked last are at the top, in their order, and the one in front is ticked
/// as well.
QWidget* DeckDialog::buildFigures(const std::string& front)
{
    auto* part = new QWidget(this);
    part->setFixedWidth(260);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(16, 16, 16, 16);
    auto* label = new QLabel(tr("&Slides, in this order"), part);
    m_figures = new QListWidget(part);
    label->setBuddy(m_figures);
    m_figures->setObjectName(QStringLiteral("deck.figures"));
    m_figures->setAccessibleName(tr("Slides"));
    m_figures->setDragDropMode(QAbstractItemView::InternalMove);
    m_figures->installEventFilter(this);
    QStringList names;
    for (const std::string_view name : figureNames)
        names << toQString(name);
    QStringList order;
    for (const QString& name : settings::deckFigures.value())
        if (names.contains(name) && !order.contains(name))
            order << name;
    const qsizetype kept = order.size();
    const QString inFront = toQString(front);
    for (const QString& name : std::as_const(names))
        if (!order.contains(name))
            order.insert(name == inFront ? kept : order.size(), name);
    for (qsizetype i = 0; i < order.size(); ++i) {
        auto* item = new QListWidgetItem(figureLabel(order[i].toStdString()), m_figures);
        item->setData(Qt::UserRole, order[i]);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                       | Qt::ItemIsDragEnabled);
        item->setSizeHint({0, heightFor(24, m_figures->fontMetrics())});
        item->setCheckState(i < kept || order[i] == inFront ? Qt::Checked : Qt::Unchecked);
        if (order[i] == inFront)
            m_figures->setCurrentItem(item);
    }
    auto* hint = new QLabel(tr("Drag to move, or press Alt and ↑ or ↓."), part);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setWordWrap(true);
    column->addWidget(label);
    column->addWidget(m_figures, 1);
    column->addWidget(hint);
    connect(m_figures, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (item->checkState() == Qt::Checked)
            m_figures->setCurrentItem(item); // the preview shows what was ticked
        m_parts.wanted->start();
    });
    connect(m_figures, &QListWidget::currentRowChanged, m_parts.wanted,
            qOverload<>(&QTimer::start));
    connect(m_figures->model(), &QAbstractItemModel::rowsMoved, m_parts.wanted,
            qOverload<>(&QTimer::start));
    return part;
}

QWidget* DeckDialog::buildOptions()
{
    auto* part = new QWidget(this);
    part->setFixedWidth(340);
    OptionRows rows(part);
    m_language = rows.combo("deck.language", tr("&Language"), tr("Language")).first;
    addLanguageChoices(*m_language);
    m_language->setCurrentIndex(std::max(0, m_language->findData(settings::deckLanguage.value())));
    m_backdrop = rows.combo("deck.background", tr("&Background"), tr("Background")).first;
    m_backdrop->addItem(tr("White"), int(Backdrop::White));
    m_backdrop->addItem(tr("Dark"), int(Backdrop::Dark));
    m_backdrop->setCurrentIndex(m_backdrop->findData(int(m_options.backdrop)));
    m_colours = rows.combo("deck.colours", tr("&Colours"), tr("Colours")).first;
    m_colours->addItem(tr("Highwater (colour-blind safe)"), int(ExportColours::Highwater));
    m_colours->addItem(tr("As in the lecture"), int(ExportColours::Lecture));
    m_colours->addItem(tr("Print grey"), int(ExportColours::PrintGrey));
    m_colours->addItem(tr("The theme of the slide"), int(ExportColours::SlideTheme));
    m_colours->setCurrentIndex(m_colours->findData(int(m_options.colours)));
    const auto check = [&](const char* name, const QString& text, bool on) {
        auto* made = new QCheckBox(text, part);
        made->setObjectName(QLatin1String(name));
        made->setChecked(on);
        rows.grid->addWidget(made, rows.next++, 1);
        connect(made, &QCheckBox::toggled, m_parts.wanted, qOverload<>(&QTimer::start));
        return made;
    };
    m_notes = check("deck.notes", tr("For&mula in notes"), m_options.notes);
    m_ledger = check("deck.ledger", tr("Ledger sl&ides"), m_options.ledger);
    rows.finish();
    for (const WheelSafeComboBox* box : {m_language, m_backdrop, m_colours})
        connect(box, &QComboBox::activated, m_parts.wanted, qOverload<>(&QTimer::start));
    return part;
}

QWidget* DeckDialog::buildFoot()
{
    auto* bar = new QWidget(this);
    auto* rows = new QVBoxLayout(bar);
    rows->setContentsMargins(16, 8, 16, 12);
    rows->setSpacing(8);
    const CopyLine line
        = makeCopyLine(new QLabel(tr("On the command line:"), bar), QStringLiteral("deck.command"),
                       QStringLiteral("deck.copyCommand"));
    m_command = line.text;
    m_command->setAccessibleName(tr("Command line"));
    line.copy->setToolTip(tr("Copy the command line"));
    line.copy->setAccessibleName(line.copy->toolTip());
    QPushButton* cancel = makeFootButton(bar, "deck.cancel", tr("Close"));
    m_go = makeFootButton(bar, "deck.go", tr("&Export…"));
    m_go->setDefault(true);
    rows->addLayout(line.row);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(m_go);
    rows->addLayout(row);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_go, &QPushButton::clicked, this, &DeckDialog::accept);
    return bar;
}

QStringList DeckDialog::ticked() const
{
    QStringList names;
    for (int row = 0; row < m_figures->count(); ++row)
        if (m_figures->item(row)->checkState() == Qt::Checked)
            names << m_figures->item(row)->data(Qt::UserRole).toString();
    return names;
}

void DeckDialog::takeOptions()
{
    m_options.backdrop = static_cast<Backdrop>(m_backdrop->currentData().toInt());
    m_options.colours = static_cast<ExportColours>(m_colours->currentData().toInt());
    m_options.notes = m_notes->isChecked();
    m_options.ledger = m_ledger->isChecked();
    m_options.language = languagesNamed(m_language->currentData().toString()).front().name;
    if (const QListWidgetItem* current = m_figures->currentItem())
        m_options.figure = current->data(Qt::UserRole).toString().toStdString();
}

/// Shows the slide of the current row, the number of slides, and the command.
void DeckDialog::showAll()
{
    m_parts.wanted->stop();
    takeOptions();
    const QStringList figures = ticked();
    const QString languages = m_language->currentData().toString();
    const auto figure = chosenFigure(m_options, m_plan);
    const auto scene = figure ? chosenScene(m_options, *figure) : figure.problems();
    const auto slides = static_cast<qlonglong>(figures.size())
        * static_cast<qlonglong>(languagesNamed(languages).size());
    if (scene)
        m_parts.preview->showScene(
            *scene, counted(tr("%1 {figure|figures} in the deck"), {QString::number(slides)}));
    else
        m_parts.preview->showProblem(whyNot(scene.problems()));
    m_go->setEnabled(!figures.isEmpty());
    m_parts.messages->drop(deckOutcome);
    m_command->setText(figures.isEmpty()
                           ? QString()
                           : deckCommand(m_options, figures, languages, m_plan, m_planFile).text);
    m_command->setCursorPosition(0);
    m_command->setToolTip(m_command->text());
}

void DeckDialog::moveRow(int by)
{
    const int row = m_figures->currentRow(), to = row + by;
    if (row < 0 || to < 0 || to >= m_figures->count())
        return;
    QListWidgetItem* item = m_figures->takeItem(row);
    m_figures->insertItem(to, item);
    m_figures->setCurrentRow(to);
}

bool DeckDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_figures && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const int by = key->key() == Qt::Key_Up ? -1 : key->key() == Qt::Key_Down ? 1 : 0;
        if (by != 0 && key->modifiers().testFlag(Qt::AltModifier)) {
            moveRow(by);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

/// Writes one file; the dialog stays open for the next one.
void DeckDialog::accept()
{
    takeOptions();
    std::vector<std::string> figures;
    for (const QString& name : ticked())
        figures.push_back(name.toStdString());
    const QString languages = m_language->currentData().toString();
    const auto fail = [this](const QString& why) {
        m_parts.messages->show({Message::Kind::Caution, deckOutcome, why});
    };
    const QString suffix = toQString(suffixOf(ExportTarget::PowerPoint));
    const QString name = m_plan.name.empty()
        ? tr("Deck")
        : QFileInfo(planFileName(QString::fromStdString(m_plan.name))).completeBaseName();
    // First, as the figures of a large deck take a while.
    const QString path = fileDialogs().exportTo(this, name + u'.' + suffix, suffix);
    if (path.isEmpty())
        return;
    ExportOptions options = m_options;
    options.title.clear();
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    const auto deck = deckFile(options, figures, languagesNamed(languages), m_plan);
    QGuiApplication::restoreOverrideCursor();
    if (!deck)
        return fail(whyNot(deck.problems()));
    if (const auto problem = writeFile(path, QByteArray::fromStdString(*deck)))
        return fail(*problem);
    settings::deckFigures.store(ticked());
    settings::deckLanguage.store(languages);
    settings::exportFolder.store(QFileInfo(path).absolutePath());
    m_parts.messages->show(
        {Message::Kind::Note, deckOutcome,
         tr("“%1” is written. Change the choices above for another file, or close.")
             .arg(shownName(path))});
    emit written(path);
}

} // namespace highwater
