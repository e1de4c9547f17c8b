// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/file_watch.h"
#include "ui/document/recovery.h"

#include <QObject>

#include <memory>

class QAction;
class QMainWindow;
class QMenu;
class QToolBar;

namespace highwater {

class Document;
class FileDrop;
class MessageBar;
struct StoredPlan;

/// What a window does with files: its File menu, its title, saving, the question before unsaved
/// work is closed, and what it has to say when another program changes the file. New windows are
/// not its business: it asks for them.
class FileActions : public QObject
{
    Q_OBJECT

public:
    FileActions(Document& document, MessageBar& messages, QMainWindow* window);

    void addTo(QMenu* menu);
    /// At the front of the tool bar, as icons alone.
    void addTo(QToolBar* bar);
    void drawIcons();
    void retranslate();

    /// Has no file and was never edited: what is opened may take its place.
    bool isUntouched() const;
    /// The plan as it was read from the file.
    void take(const StoredPlan& stored, const QString& path);
    bool saveTo(const QString& path);
    /// Asks where work would be lost; false where the window is to stay.
    bool mayClose();

    /// From now on unsaved work survives a crash of the program.
    void keep(std::unique_ptr<RecoveryFile> file, std::chrono::milliseconds delay = Recovery::soon);
    /// The work that comes back; call it before keep() with the file it was in.
    void restore(const Recovered& recovered);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void newRequested();
    void openRequested(const QStringList& paths);
    void codeDropped(const QString& text); ///< a text with a share code in it

private:
    bool save();
    bool saveAs();
    void reload();
    void giveUpRestored();
    void nameWindow();
    void fillRecent();
    void sayChanged();
    void sayGone();
    void sayRefused(const QStringList& names);

    Document& m_document;
    MessageBar& m_messages;
    QMainWindow* m_window;
    FileWatch m_watch;
    FileDrop* m_drop;
    std::unique_ptr<Recovery> m_recovery;

    QMenu* m_recent = nullptr;
    QAction *m_new, *m_open, *m_save, *m_saveAs, *m_close, *m_quit;
};

} // namespace highwater
