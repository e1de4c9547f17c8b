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

class CompareList;
class Document;
class FileDrop;
class MessageBar;
struct StoredPlan;

/// The File menu and everything behind it: the window's title, saving, the question before unsaved
/// work is closed, and the messages when another program changes the file. It opens no window
/// itself, but requests one by its signals.
class FileActions : public QObject
{
    Q_OBJECT

public:
    FileActions(Document& document, CompareList& compared, MessageBar& messages,
                QMainWindow* window);

    void addTo(QMenu* menu);
    QAction* closing() const { return m_close; } ///< the first of the entries that leave the window
    /// The first buttons of the tool bar, as icons without text.
    void addTo(QToolBar* bar);
    void drawIcons();
    void retranslate();

    /// Whether the plan has no file and was never edited, so that an opened file may replace it.
    bool isUntouched() const;
    /// Shows a plan that was read from this file.
    void take(const StoredPlan& stored, const QString& path);
    bool saveTo(const QString& path);
    /// Asks the person if work would be lost; false where the window has to stay open.
    bool mayClose();

    /// Makes unsaved work be stored in this file from now on, so that it survives a crash of the
    /// program.
    void keep(std::unique_ptr<RecoveryFile> file, std::chrono::milliseconds delay = Recovery::soon);
    /// Shows work that a crash left behind. The caller then gives its file to keep().
    void restore(const Recovered& recovered);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void newRequested();
    void openRequested(const QStringList& paths);
    void runRequested(const QString& path); ///< a memory recording to draw over the timeline
    void logRequested(const QString& path); ///< a log of a run that is out of memory
    void codeDropped(const QString& text); ///< a text with a share code in it

private:
    bool save();
    bool saveAs();
    void reload();
    void takeCompared(const StoredPlan& stored);
    void giveUpRestored();
    void watchFile();
    void nameWindow();
    void fillRecent();
    void sayChanged(bool afterSave);
    void sayGone();
    void sayRefused(const QStringList& names);

    Document& m_document;
    CompareList& m_compared; ///< which the plan's file keeps too
    MessageBar& m_messages;
    QMainWindow* m_window;
    FileWatch m_watch;
    QByteArray m_refused; ///< the digest of a text that save() did not overwrite
    FileDrop* m_drop;
    std::unique_ptr<Recovery> m_recovery;

    QMenu* m_recent = nullptr;
    QAction *m_new, *m_open, *m_save, *m_saveAs, *m_close, *m_quit;
};

} // namespace highwater
