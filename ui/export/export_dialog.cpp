// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_dialog.h"

#include "ui/base/csv_rows.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/message_bar.h"
#include "ui/base/phrases.h"
#include "ui/base/scrolling.h"
#include "ui/base/settings.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"
#include "ui/export/export_caption.h"
#include "ui/export/export_options_page.h"
#include "ui/export/export_preview.h"
#include "ui/export/export_target_list.h"
#include "ui/export/figure_clipboard.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace highwater {
namespace {

constexpr QLatin1String outcome("outcome"); ///< of the last try
constexpr int optionsWidth = 340;

} // namespace

ExportDialog::ExportDialog(const ShownFigure& figure, Plan plan, QString planFile, QWidget* parent)
    : QDialog(parent)
    , m_plan(std::move(plan))
    , m_planFile(std::move(planFile))
    , m_parts(makePreviewedParts(this, QStringLiteral("export"), tr("Export figure — Highwater"),
                                 [this] { showPreview(); }))
{
    auto* targets = new ExportTargetList(figureTargets(), this);
    targets->setObjectName(QStringLiteral("export.targets"));
    targets->setAccessibleName(tr("Where to"));
    m_page = new ExportOptionsPage(figure, this);
    QScrollArea* page = scrolling(m_page, this);
    int widest = optionsWidth;
    for (std::size_t target = 0; target < exportTargets.size(); ++target) {
        m_page->setTarget(target);
        widest = std::max(widest, m_page->minimumSizeHint().width());
    }
    page->setFixedWidth(widest);
    layOutDialog(this, m_parts.messages, {targets, page, m_parts.preview}, buildButtons());

    connect(targets, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row < 0)
            return;
        m_page->setTarget(static_cast<std::size_t>(row));
        showTarget();
    });
    connect(m_page, &ExportOptionsPage::changed, m_parts.wanted, qOverload<>(&QTimer::start));
    const int last = settings::figureTarget.stored(toQString(figure.name))
                         .value_or(settings::exportTarget.value());
    targets->setCurrentRow(std::clamp(last, 0, int(exportTargets.size()) - 1));
    targets->setFocus();
    showPreview();
}

const ExportOptions& ExportDialog::options() const
{
    return m_page->options();
}

QWidget* ExportDialog::buildButtons()
{
    auto* bar = new QWidget(this);
    auto* rows = new QVBoxLayout(bar);
    rows->setContentsMargins(16, 8, 16, 12);
    rows->setSpacing(8);
    QPushButton* toDefaults = makeFootButton(bar, "export.reset", tr("&Reset to defaults"));
    QPushButton* cancel = makeFootButton(bar, "export.cancel", tr("Close"));
    m_go = makeFootButton(bar, "export.go", tr("&Export…"));
    m_go->setDefault(true);
    m_commandLabel = new QLabel(bar);
    m_commandLabel->setObjectName(QStringLiteral("export.commandLabel"));
    // The line has the whole width: commands are long.
    const CopyLine line = makeCopyLine(m_commandLabel, QStringLiteral("export.command"),
                                       QStringLiteral("export.copyCommand"));
    m_command = line.text;
    m_command->setAccessibleName(tr("Command line"));
    m_copyCommand = line.copy;
    m_copyCommand->setToolTip(tr("Copy the command line"));
    m_copyCommand->setAccessibleName(m_copyCommand->toolTip());
    rows->addLayout(line.row);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(toDefaults);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(m_go);
    rows->addLayout(row);
    connect(toDefaults, &QPushButton::clicked, m_page, &ExportOptionsPage::reset);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_go, &QPushButton::clicked, this, &ExportDialog::accept);
    return bar;
}

/// Sets the texts of the buttons for a target; called as soon as another one is chosen.
void ExportDialog::showTarget()
{
    const bool copies = options().target == ExportTarget::Clipboard;
    m_go->setText(copies ? tr("Cop&y") : tr("&Export…"));
    m_commandLabel->setVisible(!copies);
    m_command->setVisible(!copies);
    m_copyCommand->setVisible(!copies);
}

void ExportDialog::showPreview()
{
    m_parts.wanted->stop();
    const ExportOptions& options = this->options();
    const auto figure = chosenFigure(options, m_plan);
    const auto scene = figure ? chosenScene(options, *figure) : figure.problems();
    QString problem = m_page->problem();
    if (!figure) {
        problem = whyNot(figure.problems());
    } else if (options.target == ExportTarget::Csv) {
        if (const auto csv = exported(options, m_plan)) {
            const auto rows = csvRows(*csv);
            const int columns = rows.empty() ? 0 : static_cast<int>(rows.front().size());
            m_parts.preview->showRows(
                rows,
                counted(tr("%1 {row|rows}, %2 columns · whole bytes, UTF-8"),
                        {QString::number(std::max<qsizetype>(0, qsizetype(rows.size()) - 1)),
                         QString::number(columns)}));
        } else {
            problem = whyNot(csv.problems());
        }
    } else if (scene && problem.isEmpty()) {
        m_parts.preview->showScene(*scene, captionOf(options));
        m_page->showSmallestText(smallestText(options, *scene));
    } else if (problem.isEmpty()) {
        problem = whyNot(scene.problems());
    }
    if (!problem.isEmpty())
        m_parts.preview->showProblem(problem);
    if (scene && options.title.empty())
        m_page->showOwnTitle(toQString(scene->title));
    m_go->setEnabled(problem.isEmpty());
    m_parts.messages->drop(outcome);
    const ChartCommand command = chartCommand(options, m_plan, m_planFile);
    m_commandLabel->setText(command.same ? tr("Same options on the command line:")
                                         : tr("Nearest on the command line:"));
    m_command->setText(command.text);
    m_command->setCursorPosition(0);
    m_command->setToolTip(command.text); // the line may be longer than the dialog
}

void ExportDialog::sayFailed(const QString& why)
{
    m_parts.messages->show({Message::Kind::Caution, outcome, why});
}

void ExportDialog::sayDone(const QString& what)
{
    m_parts.messages->show({Message::Kind::Note, outcome, what});
}

/// Writes one file or copies; the dialog stays open for the next export.
void ExportDialog::accept()
{
    // Moving the focus takes a number that is still being typed, or refuses it.
    m_go->setFocus(Qt::OtherFocusReason);
    if (m_page->focusRefused())
        return;
    if (m_parts.wanted->isActive())
        showPreview();
    if (!m_go->isEnabled())
        return;
    if (!(options().target == ExportTarget::Clipboard ? copy() : write()))
        return;
    keepOptions(options());
    const auto target = static_cast<int>(m_page->target());
    settings::exportTarget.store(target);
    settings::figureTarget.store(target, toQString(options().figure));
}

bool ExportDialog::copy()
{
    auto mime = figureForClipboard(options(), m_plan);
    if (!mime) {
        sayFailed(whyNot(mime.problems()));
        return false;
    }
    QGuiApplication::clipboard()->setMimeData((*mime).release());
    sayDone(tr("The figure is on the clipboard."));
    emit copied();
    return true;
}

bool ExportDialog::write()
{
    const auto bytes = exported(options(), m_plan);
    if (!bytes) {
        sayFailed(whyNot(bytes.problems()));
        return false;
    }
    const QString suffix = toQString(suffixOf(options().target));
    const QString figure = toQString(options().figure);
    const QString last = settings::figureFolder.value(figure);
    const QString name = exportFileName(options(), m_plan) + u'.' + suffix;
    const QString path = fileDialogs().exportTo(
        this, QFileInfo(last).isDir() ? QDir(last).filePath(name) : name, suffix);
    if (path.isEmpty())
        return false;
    if (const auto problem = writeFile(path, *bytes)) {
        sayFailed(*problem);
        return false;
    }
    const QString folder = QFileInfo(path).absolutePath();
    settings::figureFolder.store(folder, figure);
    settings::exportFolder.store(folder);
    sayDone(tr("“%1” is written. Change the choices above for another file, or close.")
                .arg(shownName(path)));
    emit written(path);
    return true;
}

} // namespace highwater
