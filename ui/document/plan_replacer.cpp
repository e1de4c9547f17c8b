// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plan_replacer.h"

#include "ui/base/message_bar.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"

#include <QUndoStack>

namespace highwater {
namespace {

constexpr QLatin1String replaced("replaced"); ///< the topic of a message

} // namespace

PlanReplacer::PlanReplacer(Document& document, MessageBar& messages, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_messages(messages)
{
    // After another step the message's Undo would undo that step, so the message is removed.
    connect(m_document.undoStack(), &QUndoStack::indexChanged, this, [this](int index) {
        if (index != m_step)
            forget();
    });
    // The message is no longer true once the plan has a file.
    connect(&m_document, &Document::fileChanged, this, [this] {
        if (!m_document.path().isEmpty())
            forget();
    });
}

void PlanReplacer::replace(const Plan& plan, const QString& what)
{
    if (plan == m_document.plan())
        return;
    const QString before = m_document.path();
    m_document.replace(plan, what);
    m_step = m_document.undoStack()->index();
    const QString name = QString::fromStdString(m_document.plan().name).simplified();
    QString text = name.isEmpty() ? tr("A new plan is open. It has no file yet.")
                                  : tr("“%1” is open as a new plan. It has no file yet.").arg(name);
    if (!before.isEmpty())
        text += QLatin1Char(' ')
            + tr("“%1” is closed; its file stays as it is.").arg(shownName(before));
    m_messages.show({Message::Kind::Note, replaced, text, {{tr("Undo"), [this] {
                                                                m_document.undoStack()->undo();
                                                            }}}});
}

void PlanReplacer::forget()
{
    if (m_step < 0)
        return;
    m_step = -1;
    m_messages.drop(replaced);
}

} // namespace highwater
