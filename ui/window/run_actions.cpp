// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_actions.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/make_action.h"
#include "ui/help/help_window.h"
#include "ui/rehearsal/rehearsal_dialog.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>

namespace highwater {

RunActions::RunActions(const Document& document, QMainWindow* window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
    , m_rehearse(makeAction(this, "run.rehearse", Qt::CTRL | Qt::SHIFT | Qt::Key_R,
                            [this] { rehearse(); }))
    , m_open(makeAction(this, "run.open", {}, [this] {
        if (const QString path = fileDialogs().openRun(m_window); !path.isEmpty())
            emit runRequested(path);
    }))
{ }

void RunActions::addTo(QMenu* menu)
{
    menu->addActions({m_rehearse, m_open});
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
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace highwater
