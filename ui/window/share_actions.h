// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QObject>

#include <optional>

class QAction;
class QMainWindow;
class QMenu;

namespace highwater {

class Document;
class MessageBar;
class PlanReplacer;

/// Copies the plan as a text that another person can use, and reads such a text.
class ShareActions : public QObject
{
    Q_OBJECT

public:
    ShareActions(Document& document, MessageBar& messages, QMainWindow* window);

    void addTo(QMenu* menu);
    void retranslate();
    /// Replaces the open plan by that of a text, as a step that can be undone; or shows a message
    /// with the error in the text.
    void take(const QString& text);

signals:
    void importRequested(const QString& text); ///< a text of another program
    void failureRequested(const QString& text); ///< a log of a run that is out of memory
    void newRequested(const highwater::Plan& plan); ///< a window with this plan
    void newImportRequested(const QString& text); ///< a window for a text of another program
    void said(const QString& sentence); ///< names the copied text, for the status bar

private:
    void copy(const std::string& text, const QString& sentence);
    void copyLink();
    void copySummary();
    void pasteToNew();
    std::optional<Plan> planIn(const QString& text);

    Document& m_document;
    MessageBar& m_messages;
    PlanReplacer* m_replacer;
    QAction *m_copyCode, *m_copyLink, *m_copyCommand, *m_copySummary, *m_paste, *m_pasteToNew;
};

} // namespace highwater
