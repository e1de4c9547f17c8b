// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/config_dialog.h"

#include "core/configs/server_launch.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/key_words.h"
#include "ui/base/message_bar.h"
#include "ui/base/settings.h"
#include "ui/base/table_look.h"
#include "ui/base/within_screen.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"
#include "ui/export/dialog_parts.h"
#include "ui/export/export_choices.h"
#include "ui/export/export_target_list.h"
#include "ui/export/option_rows.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace highwater {
namespace {

constexpr QLatin1String outcomeOfConfig("outcome"); ///< of the last try

std::vector<std::pair<QString, QString>> configTargets()
{
    std::vector<std::pair<QString, QString>> targets;
    const auto add = [&targets](auto target) {
        targets.emplace_back(QString::fromUtf8(programName(target)),
                             QString::fromStdString(usualFileName(target)));
    };
    for (const ConfigTarget target : everyOf<ConfigTarget>())
        add(target);
    for (const ServerTarget target : everyOf<ServerTarget>())
        add(target);
    return targets;
}

constexpr int frameworks = static_cast<int>(enumCount<ConfigTarget>);
constexpr int allTargets = frameworks + static_cast<int>(enumCount<ServerTarget>);

/// The file for the framework, or behind the frameworks for the server, of a row of the list.
Result<WrittenConfig> writtenFor(int row, const Plan& plan, const std::string& fileName = {})
{
    return row < frameworks
        ? writeConfig(plan, builtinCatalog(), static_cast<ConfigTarget>(row), fileName)
        : writeServerLaunch(plan, builtinCatalog(), static_cast<ServerTarget>(row - frameworks),
                            fileName);
}

/// The row that is shown first: the last one that was chosen where it is of the plan's program, or
/// where the program has none; else that of the program.
int rowToBegin(const Plan& plan)
{
    const int last = std::clamp(settings::configTarget.value(), 0, allTargets - 1);
    if (plan.workload.task == Task::Inference) {
        if (last >= frameworks)
            return last;
        const Server own = plan.inference.server;
        const ServerTarget server = own == Server::LlamaCpp ? ServerTarget::LlamaCpp
            : own == Server::Sglang                         ? ServerTarget::Sglang
                                                            : ServerTarget::Vllm;
        return frameworks + static_cast<int>(server);
    }
    const auto isOwn = [&](int row) {
        return frameworkOf(static_cast<ConfigTarget>(row)) == plan.recipe.framework;
    };
    if (last < frameworks && isOwn(last))
        return last;
    for (const ConfigTarget target : {ConfigTarget::Trl, ConfigTarget::Accelerate})
        if (isOwn(static_cast<int>(target)))
            return static_cast<int>(target);
    for (int row = 0; row < frameworks; ++row)
        if (isOwn(row))
            return row;
    return last < frameworks ? last : 0;
}

QPlainTextEdit* readOnlyText(const char* name, QWidget* parent)
{
    auto* text = new QPlainTextEdit(parent);
    text->setObjectName(QLatin1String(name));
    text->setReadOnly(true);
    text->setFrameShape(QFrame::NoFrame);
    text->setTabChangesFocus(true);
    return text;
}

} // namespace

ConfigDialog::ConfigDialog(Plan plan, QWidget* parent)
    : QDialog(parent)
    , m_plan(std::move(plan))
    , m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("config"));
    setWindowTitle(tr("Export configuration — Highwater"));
    setMinimumSize(640, 460);
    resize(withinScreen({960, 680}, *this));
    m_messages->setObjectName(QStringLiteral("config.messages"));
    auto* targets = new ExportTargetList(configTargets(), this);
    targets->setObjectName(QStringLiteral("config.targets"));
    targets->setAccessibleName(tr("Framework"));
    QWidget* file = buildFile();
    layOutDialog(this, m_messages, {targets, file}, buildButtons());
    connect(targets, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            showTarget(row);
    });
    targets->setCurrentRow(rowToBegin(m_plan));
    targets->setFocus();
}

QWidget* ConfigDialog::buildFile()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_notesLabel = new QLabel(page);
    m_notesLabel->setObjectName(QStringLiteral("config.notesLabel"));
    m_notesLabel->setContentsMargins(12, 8, 12, 2);
    m_notes = readOnlyText("config.notes", page);
    m_notes->setAccessibleName(tr("What the file cannot say"));
    m_notesLabel->setBuddy(m_notes);
    m_file = readOnlyText("config.file", page);
    m_file->setAccessibleName(tr("Preview of the file"));
    m_file->setFont(fixedFont());
    m_file->setLineWrapMode(QPlainTextEdit::NoWrap);
    for (QPlainTextEdit* text : {m_notes, m_file})
        text->document()->setDocumentMargin(10);
    column->addWidget(m_notesLabel);
    column->addWidget(m_notes);
    column->addWidget(hairline(QFrame::HLine, page));
    column->addWidget(m_file, 1);
    return page;
}

QWidget* ConfigDialog::buildButtons()
{
    auto* bar = new QWidget(this);
    auto* rows = new QVBoxLayout(bar);
    rows->setContentsMargins(16, 8, 16, 12);
    rows->setSpacing(8);
    auto* label = new QLabel(tr("Start with:"), bar);
    const CopyLine line
        = makeCopyLine(label, QStringLiteral("config.launch"), QStringLiteral("config.copyLaunch"));
    m_launch = line.text;
    m_launch->setAccessibleName(tr("Launch line"));
    m_copyLaunch = line.copy;
    m_copyLaunch->setToolTip(tr("Copy the launch line"));
    m_copyLaunch->setAccessibleName(m_copyLaunch->toolTip());
    rows->addLayout(line.row);
    QPushButton* close = makeFootButton(bar, "config.close", tr("Close"));
    m_copy = makeFootButton(bar, "config.copy", tr("Cop&y"));
    m_save = makeFootButton(bar, "config.save", tr("&Save…"));
    m_save->setDefault(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch(1);
    row->addWidget(close);
    row->addWidget(m_copy);
    row->addWidget(m_save);
    rows->addLayout(row);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, &ConfigDialog::copyFile);
    connect(m_save, &QPushButton::clicked, this, &ConfigDialog::saveFile);
    return bar;
}

void ConfigDialog::showTarget(int row)
{
    m_target = row;
    settings::configTarget.store(row);
    m_messages->drop(outcomeOfConfig);
    auto written = writtenFor(row, m_plan);
    m_written = written ? std::move(*written) : WrittenConfig{};
    const bool exists = static_cast<bool>(written);
    if (!exists)
        m_messages->show({Message::Kind::Caution, outcomeOfConfig, whyNot(written.problems())});
    QStringList lines;
    for (const Warning& note : m_written.notes)
        lines << tr("%1: %2", "a note: the setting, what becomes of it")
                     .arg(fieldLabel(note.field), translated(note.message));
    showNotes(lines);
    m_file->setPlainText(QString::fromStdString(m_written.text));
    m_launch->setText(QString::fromStdString(joined(m_written.launch, " ; ")));
    m_launch->setCursorPosition(0);
    m_launch->setToolTip(m_launch->text()); // it may be longer than the dialog
    for (QWidget* widget : {static_cast<QWidget*>(m_copy), static_cast<QWidget*>(m_save),
                            static_cast<QWidget*>(m_copyLaunch)})
        widget->setEnabled(exists);
}

void ConfigDialog::showNotes(const QStringList& lines)
{
    m_notesLabel->setText(lines.isEmpty() ? tr("The file says all that the plan has.")
                                          : tr("Not as the plan has it:"));
    m_notesLabel->setVisible(!m_written.text.empty());
    m_notes->setVisible(!lines.isEmpty());
    m_notes->setPlainText(lines.join(u'\n'));
    constexpr qsizetype mostShown = 6; // the others are scrolled to
    const auto rows = static_cast<int>(std::min(lines.size() + 1, mostShown));
    m_notes->setFixedHeight(rows * m_notes->fontMetrics().lineSpacing() + 20);
}

void ConfigDialog::copyFile()
{
    QGuiApplication::clipboard()->setText(m_file->toPlainText());
    m_messages->show(
        {Message::Kind::Note, outcomeOfConfig, tr("The configuration is on the clipboard.")});
    emit said(tr("The configuration is on the clipboard"));
}

void ConfigDialog::saveFile()
{
    const QString usual = QString::fromStdString(m_written.fileName);
    const QString path = fileDialogs().exportTo(this, usual, QFileInfo(usual).suffix());
    if (path.isEmpty())
        return;
    // The launch line names the file that is written.
    const auto written = writtenFor(m_target, m_plan, QFileInfo(path).fileName().toStdString());
    if (!written)
        return;
    if (const auto problem = writeFile(path, QByteArray::fromStdString(written->text))) {
        m_messages->show({Message::Kind::Caution, outcomeOfConfig, *problem});
        return;
    }
    m_launch->setText(QString::fromStdString(joined(written->launch, " ; ")));
    m_messages->show(
        {Message::Kind::Note, outcomeOfConfig, tr("“%1” is written.").arg(shownName(path))});
    emit said(tr("The configuration is in “%1”").arg(shownPath(path)));
}

} // namespace highwater
