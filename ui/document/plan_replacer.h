// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QObject>

namespace highwater {

class Document;
class MessageBar;

/// Replaces the document's plan and shows a message with an undo button. The new plan has no file
/// until it is saved, so that saving it cannot overwrite the file of the previous plan.
class PlanReplacer : public QObject
{
    Q_OBJECT

public:
    PlanReplacer(Document& document, MessageBar& messages, QObject* parent);

    /// `what` is the name of the step for undo.
    void replace(const Plan& plan, const QString& what);

private:
    void forget();

    Document& m_document;
    MessageBar& m_messages;
    int m_step = -1; ///< the step of the undo stack to which the message belongs
};

} // namespace highwater
