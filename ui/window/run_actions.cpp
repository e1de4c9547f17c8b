// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_actions.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/language.h"
#include "ui/base/make_action.h"
#include "ui/doctor/doctor_dialog.h"
#include "ui/doctor/measurement_dialog.h"
#include "ui/help/help_window.h"
#include "ui/rehearsal/rehearsal_dialog.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>

namespace highwater {
namespace {

constexpr const char* language = "language"; ///< of a dialog when it was made

/// A new dialog where none is there, or only a hidden one of another language that holds no work.
template <class Dialog, class Make> Dialog* made(Dialog*& dialog, bool holdsWork, const Make& make)
{
    if (dialog && dialog->isHidden() && !holdsWork
        && dialog->property(language) != windowLanguage())
        delete std::exchange(dialog, nullptr);
    if (!dialog) {
        dialog = make();
        dialog->setProperty(language, windowLanguage());
    }
    return dialog;
}

void bringUp(QWidget* dialog)
{
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace

RunActions::RunActions(Document& document, QMainWindow* window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
    , m_rehearse(makeAction(this, "run.rehearse", Qt::CTRL | Qt::SHIFT | Qt::Key_R,
                            [this] { rehearse(); }))
    , m_open(makeAction(this, "run.open", {},
                        [this] {
                            if (const QString path = fileDialogs().openRun(m_window);
                                !path.isEmpty())
                                emit runRequested(path);
                        }))
    , m_explain(makeAction(this, "run.doctor", {}, [this] { bringUp(doctor()); }))
    , m_measure(makeAction(this, "run.measure", {}, [this] { measure(); }))
{ }

void RunActions::addTo(QMenu* menu)
{
    menu->addActions({m_rehearse, m_open, m_explain, m_measure});
}

void RunActions::setFormat(const MemoryFormat& format)
{
    m_format = format;
    if (m_dialog)
        m_dialog->setFormat(format);
}

void RunActions::retranslate()
{
    m_rehearse->setText(tr("&Rehearse a script…"));
    m_open->setText(tr("&Open a recording…"));
    m_explain->setText(tr("Out of &memory…"));
    m_measure->setText(tr("M&y measurement…"));
}

void RunActions::rehearse()
{
    bringUp(made(m_dialog, m_dialog && m_dialog->holdsWork(), [this] {
        auto* dialog = new RehearsalDialog(m_document, m_format,
                                           QCoreApplication::applicationFilePath(), m_window);
        connect(dialog, &RehearsalDialog::runRequested, this, &RunActions::runRequested);
        connect(dialog, &RehearsalDialog::helpRequested, this,
                [] { HelpWindow::open(QStringLiteral("rehearse")); });
        return dialog;
    }));
}

DoctorDialog* RunActions::doctor()
{
    return made(m_doctor, false, [this] {
        auto* dialog = new DoctorDialog(m_document, m_window);
        connect(dialog, &DoctorDialog::helpRequested, this,
                [] { HelpWindow::open(QStringLiteral("doctor")); });
        return dialog;
    });
}

void RunActions::measure()
{
    bringUp(made(m_measurement, false, [this] {
        auto* dialog = new MeasurementDialog(m_document, m_window);
        connect(dialog, &MeasurementDialog::helpRequested, this,
                [] { HelpWindow::open(QStringLiteral("doctor#measure")); });
        return dialog;
    }));
}

void RunActions::explain(const QString& text)
{
    doctor()->take(text);
    bringUp(m_doctor);
}

void RunActions::explainFile(const QString& path)
{
    doctor()->takeFile(path);
    bringUp(m_doctor);
}

} // namespace highwater
