// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_actions.h"

#include "ui/base/drag_out.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/icons.h"
#include "ui/base/make_action.h"
#include "ui/base/message_bar.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/export/config_dialog.h"
#include "ui/export/deck_dialog.h"
#include "ui/export/export_dialog.h"
#include "ui/export/figure_clipboard.h"
#include "ui/export/figure_print.h"
#include "ui/export/report_dialog.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace highwater {
namespace {

constexpr QLatin1String exporting("exporting");

} // namespace

ExportActions::ExportActions(const Document& document, MessageBar& messages, QMainWindow* window,
                             std::function<ShownFigure()> shown)
    : QObject(window)
    , m_document(document)
    , m_messages(messages)
    , m_window(window)
    , m_shown(std::move(shown))
{
    const auto action = [this](const char* name, const QKeySequence& keys, auto run) {
        return makeAction(this, name, keys, run);
    };
    m_export = action("export.figure", Qt::CTRL | Qt::Key_E, [this] { exportFigure(); });
    m_deck = action("export.deck", {}, [this] { exportDeck(); });
    m_report = action("export.report", {}, [this] { exportReport(); });
    m_config = action("export.config", {}, [this] { exportConfig(); });
    m_trace = action("export.trace", {}, [this] { exportTrace(); });
    m_copy = action("export.copy", Qt::CTRL | Qt::SHIFT | Qt::Key_C, [this] { copyFigure(); });
    m_copySvg = action("export.copySvg", {}, [this] { copySvg(); });
    m_copyNumbers = action("export.copyNumbers", {}, [this] {
        copy(numbersForClipboard(options(ExportTarget::Clipboard), m_document.plan()),
             tr("The figure's numbers are on the clipboard"));
    });
    m_print = action("export.print", Qt::CTRL | Qt::Key_P, [this] { print(&printFigure); });
    m_preview = action("export.printPreview", {}, [this] { print(&previewPrint); });
}

void ExportActions::addTo(QMenu* menu)
{
    menu->addAction(m_export);
    menu->addAction(m_deck);
    menu->addAction(m_report);
    menu->addAction(m_config);
    menu->addAction(m_trace);
    menu->addSeparator();
    menu->addAction(m_copySvg);
    menu->addAction(m_copyNumbers);
}

void ExportActions::addCopyTo(QMenu* menu)
{
    menu->addAction(m_copy);
}

void ExportActions::addPrintTo(QMenu* menu, QAction* before)
{
    menu->insertActions(before, {m_print, m_preview});
    menu->insertSeparator(before);
}

void ExportActions::addTo(QToolBar* bar)
{
    for (QAction* action : {m_copy, m_export, m_print})
        bar->addAction(action);
    qobject_cast<QToolButton*>(bar->widgetForAction(m_print))
        ->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void ExportActions::drawIcons()
{
    m_copy->setIcon(themedIcon("copy"));
    m_export->setIcon(themedIcon("export"));
    m_print->setIcon(themedIcon("print"));
}

void ExportActions::retranslate()
{
    m_export->setText(tr("&Export figure…"));
    m_deck->setText(tr("Export &deck…"));
    m_deck->setStatusTip(tr("Several figures as the slides of one PowerPoint file"));
    m_report->setText(tr("&Report…"));
    m_report->setStatusTip(tr("All about the plan as one document: PDF or HTML"));
    m_config->setText(tr("Export con&figuration…"));
    m_config->setStatusTip(tr("The plan as the file from which a framework runs it"));
    m_trace->setText(tr("Export &trace…"));
    m_trace->setStatusTip(tr("The step's memory for Perfetto or chrome://tracing"));
    m_copy->setText(tr("&Copy figure"));
    m_copySvg->setText(tr("Copy as SVG"));
    m_copyNumbers->setText(tr("Copy &numbers"));
    m_print->setText(tr("&Print…"));
    m_preview->setText(tr("Print pre&view…"));
    m_export->setIconText(tr("Export…"));
    m_copy->setIconText(tr("Copy figure"));
    m_print->setIconText(tr("Print"));
    for (QAction* action : {m_export, m_copy, m_print})
        action->setToolTip(
            tr("%1 (%2)", "tooltip: what a button does, and its key")
                .arg(action->iconText(), action->shortcut().toString(QKeySequence::NativeText)));
}

/// Options for the figure in front; the other choices are those of the last export to the target.
ExportOptions ExportActions::options(ExportTarget target) const
{
    return withFigure(m_shown(), keptOptions(target));
}

void ExportActions::say(const QString& what)
{
    m_messages.drop(exporting);
    constexpr int milliseconds = 4000;
    m_window->statusBar()->showMessage(what, milliseconds);
}

/// `what` is the sentence for the failed action: "Export failed: %1".
void ExportActions::sayFailed(const QString& what, const QString& why)
{
    m_messages.show({Message::Kind::Caution, exporting, what.arg(why), {}, true});
}

void ExportActions::exportFigure()
{
    openDialog(m_shown(), m_document.plan(),
               m_document.isModified() ? QString() : m_document.path());
}

void ExportActions::exportPlan(const Plan& plan)
{
    ShownFigure figure;
    figure.unit = m_shown().unit;
    openDialog(figure, plan, {});
}

void ExportActions::openDialog(const ShownFigure& figure, const Plan& plan, const QString& planFile)
{
    auto* dialog = new ExportDialog(figure, plan, planFile, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::written, this,
            [this](const QString& path) { say(tr("The figure is in “%1”").arg(shownPath(path))); });
    connect(dialog, &ExportDialog::copied, this,
            [this] { say(tr("The figure is on the clipboard")); });
    dialog->open();
}

void ExportActions::exportDeck()
{
    auto* dialog
        = new DeckDialog(m_shown(), m_document.plan(),
                         m_document.isModified() ? QString() : m_document.path(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DeckDialog::written, this,
            [this](const QString& path) { say(tr("The deck is in “%1”").arg(shownPath(path))); });
    dialog->open();
}

void ExportActions::exportReport()
{
    auto* dialog = new ReportDialog(m_document.plan(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ReportDialog::said, this, &ExportActions::say);
    dialog->open();
}

void ExportActions::exportConfig()
{
    auto* dialog = new ConfigDialog(m_document.plan(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ConfigDialog::said, this, &ExportActions::say);
    dialog->open();
}

/// Exports the trace of the timeline's stage, whichever tab is in front.
void ExportActions::exportTrace()
{
    const auto trace = exportedTrace(options(ExportTarget::Csv), m_document.plan());
    if (!trace)
        return sayFailed(tr("Export failed: %1"), whyNot(trace.problems()));
    const QString suffix = QLatin1String(traceSuffix);
    const QString path
        = fileDialogs().exportTo(m_window, QStringLiteral("timeline.") + suffix, suffix);
    if (path.isEmpty())
        return;
    if (const auto problem = writeFile(path, *trace))
        return sayFailed(tr("Export failed: %1"), *problem);
    say(tr("The trace is in “%1”: open it in Perfetto").arg(shownPath(path)));
}

QList<QAction*> ExportActions::figureActions() const
{
    return {m_copy, m_copySvg, m_copyNumbers, m_export, m_print};
}

void ExportActions::copyFigure()
{
    copy(figureForClipboard(options(ExportTarget::Clipboard), m_document.plan()),
         tr("The figure is on the clipboard"));
}

void ExportActions::copySvg()
{
    copy(drawingForClipboard(options(ExportTarget::Svg), m_document.plan()),
         tr("The figure is on the clipboard as SVG"));
}

/// Drags a PNG file; with Shift an SVG file.
void ExportActions::dragFigure(QWidget* source)
{
    const bool drawing = QGuiApplication::keyboardModifiers() & Qt::ShiftModifier;
    auto data = figureForDrag(options(drawing ? ExportTarget::Svg : ExportTarget::Png),
                              m_document.plan());
    if (!data)
        return sayFailed(tr("Drag failed: %1"), whyNot(data.problems()));
    dragOut(source, *std::move(data));
}

void ExportActions::copy(Result<std::unique_ptr<QMimeData>> data, const QString& said)
{
    if (!data)
        return sayFailed(tr("Copy failed: %1"), whyNot(data.problems()));
    QGuiApplication::clipboard()->setMimeData((*data).release());
    say(said);
}

void ExportActions::print(std::optional<QString> (*how)(const ExportOptions&, const Plan&,
                                                        QWidget*))
{
    if (const auto problem = how(options(ExportTarget::Pdf), m_document.plan(), m_window))
        sayFailed(tr("Print failed: %1"), *problem);
}

} // namespace highwater
