// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_actions.h"

#include "ui/base/file_dialogs.h"
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
    delete std::exchange(m_doctor, nullptr);
    delete std::exchange(m_measurement, nullptr);
    if (m_dialog && !m_dialog->isBusy())
        delete std::exchange(m_dialog, nullptr); // the next one speaks the new language
}

void RunActions::rehearse()
{
    if (!m_dialog) {
        m_dialog = new RehearsalDialog(m_document, m_format,
                                       QCoreApplication::applicationFilePath(), m_window);
        connect(m_dialog, &RehearsalDialog::runRequested, this, &RunActions::runRequested);
        connect(m_dialog, &RehearsalDialog::helpRequested, this,
                [] { HelpWindow::open(QStringLiteral("rehearse")); });
    }
    bringUp(m_dialog);
}

DoctorDialog* RunActions::doctor()
{
    if (!m_doctor) {
        m_doctor = new DoctorDialog(m_document, m_window);
        connect(m_doctor, &DoctorDialog::helpRequested, this,
                [] { HelpWindow::open(QStringLiteral("doctor")); });
    }
    return m_doctor;
}

void RunActions::measure()
{
    if (!m_measurement) {
        m_measurement = new MeasurementDialog(m_document, m_window);
        connect(m_measurement, &MeasurementDialog::helpRequested, this,
                [] { HelpWindow::open(QStringLiteral("doctor#measure")); });
    }
    bringUp(m_measurement);
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
