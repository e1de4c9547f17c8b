// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_actions.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/icons.h"
#include "ui/base/language.h"
#include "ui/base/make_action.h"
#include "ui/base/message_bar.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/document/preset_words.h"
#include "ui/document/recent_files.h"
#include "ui/figures/compare_list.h"
#include "ui/window/file_drop.h"

#include "core/exchange/plan_name.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QLocale>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

namespace highwater {
namespace {

// Topics of messages.
constexpr QLatin1String saving("saving");
constexpr QLatin1String onDisk("on disk");
constexpr QLatin1String restored("restored");
constexpr QLatin1String recovery("recovery");
constexpr QLatin1String dropping("dropping");

} // namespace

FileActions::FileActions(Document& document, CompareList& compared, MessageBar& messages,
                         QMainWindow* window)
    : QObject(window)
    , m_document(document)
    , m_compared(compared)
    , m_messages(messages)
    , m_window(window)
    , m_drop(new FileDrop(window))
{
    // Written out, as QKeySequence::Quit and others are empty on some desktops.
    const auto action = [this](const char* name, const QKeySequence& keys, auto run) {
        return makeAction(this, name, keys, run);
    };
    m_new = action("file.new", Qt::CTRL | Qt::Key_N, [this] { emit newRequested(); });
    m_open = action("file.open", Qt::CTRL | Qt::Key_O, [this] {
        if (const QStringList paths = fileDialogs().open(m_window); !paths.isEmpty())
            emit openRequested(paths);
    });
    m_save = action("file.save", Qt::CTRL | Qt::Key_S, [this] { save(); });
    m_saveAs = action("file.saveAs", Qt::CTRL | Qt::SHIFT | Qt::Key_S, [this] { saveAs(); });
    m_close = action("file.close", Qt::CTRL | Qt::Key_W, [this] { m_window->close(); });
    m_quit = action("file.quit", Qt::CTRL | Qt::Key_Q, [] { QApplication::closeAllWindows(); });

    connect(&m_document, &Document::fileChanged, this, &FileActions::nameWindow);
    connect(&m_document, &Document::fileChanged, this, &FileActions::watchFile);
    connect(&m_document, &Document::planChanged, this, &FileActions::nameWindow);
    connect(&m_watch, &FileWatch::changed, this, [this] { sayChanged(false); });
    connect(&m_watch, &FileWatch::gone, this, &FileActions::sayGone);
    connect(&m_watch, &FileWatch::same, this, [this] { m_messages.drop(onDisk); });
    connect(m_drop, &FileDrop::dropped, this, &FileActions::openRequested);
    connect(m_drop, &FileDrop::runDropped, this, &FileActions::runRequested);
    connect(m_drop, &FileDrop::logDropped, this, &FileActions::logRequested);
    connect(m_drop, &FileDrop::refused, this, &FileActions::sayRefused);
    connect(m_drop, &FileDrop::codeDropped, this, &FileActions::codeDropped);
    connect(&m_compared, &CompareList::edited, this, [this] {
        if (!m_document.path().isEmpty()) // a plan without a file is not worth a question for it
            m_document.setUnsaved();
    });
    m_window->installEventFilter(this);
}

void FileActions::addTo(QMenu* menu)
{
    menu->addAction(m_new);
    menu->addAction(m_open);
    m_recent = menu->addMenu(QString());
    m_recent->setObjectName(QStringLiteral("file.recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &FileActions::fillRecent);
    menu->addSeparator();
    menu->addAction(m_save);
    menu->addAction(m_saveAs);
    menu->addSeparator();
    menu->addAction(m_close);
    menu->addAction(m_quit);
}

void FileActions::addTo(QToolBar* bar)
{
    for (QAction* action : {m_new, m_open, m_save}) {
        bar->addAction(action);
        qobject_cast<QToolButton*>(bar->widgetForAction(action))
            ->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    bar->addSeparator();
}

void FileActions::drawIcons()
{
    m_new->setIcon(themedIcon("new"));
    m_open->setIcon(themedIcon("open"));
    m_save->setIcon(themedIcon("save"));
}

void FileActions::retranslate()
{
    m_new->setText(tr("&New"));
    m_open->setText(tr("&Open…"));
    m_recent->setTitle(tr("Open &recent"));
    m_save->setText(tr("&Save"));
    m_saveAs->setText(tr("Save &as…"));
    m_close->setText(tr("&Close window"));
    m_quit->setText(tr("&Quit"));
    m_new->setIconText(tr("New"));
    m_open->setIconText(tr("Open"));
    m_save->setIconText(tr("Save"));
    for (QAction* action : {m_new, m_open, m_save})
        action->setToolTip(
            tr("%1 (%2)", "tooltip: what a button does, and its key")
                .arg(action->iconText(), action->shortcut().toString(QKeySequence::NativeText)));
    nameWindow();
}

/// Fills the menu each time that it opens, as other windows add to the list too.
void FileActions::fillRecent()
{
    m_recent->clear();
    const QStringList paths = recentFiles();
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString& path = paths.at(i);
        QAction* action = m_recent->addAction(
            tr("%1 — %2", "a recent file: its name, its folder")
                .arg(menuText(shownName(path)), menuText(shownPath(QFileInfo(path).path()))));
        action->setObjectName(QStringLiteral("file.recent.%1").arg(i));
        connect(action, &QAction::triggered, this, [this, path] { emit openRequested({path}); });
    }
    m_recent->addSeparator();
    QAction* clear = m_recent->addAction(tr("&Clear the list"), this, &clearRecentFiles);
    clear->setObjectName(QStringLiteral("file.recent.clear"));
    clear->setEnabled(!paths.isEmpty());
}

void FileActions::nameWindow()
{
    const QString& path = m_document.path();
    QString name = path.isEmpty() ? shownPlanName(m_document.plan(), windowLanguage())
                                  : QFileInfo(path).fileName();
    name.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); // Qt shows "[*][*]" as "[*]"
    m_window->setWindowTitle(tr("%1[*] — Highwater").arg(name));
    m_window->setWindowModified(m_document.isModified());
    m_save->setEnabled(m_document.isModified() || path.isEmpty());
}

bool FileActions::isUntouched() const
{
    return m_document.path().isEmpty() && !m_document.isModified()
        && m_document.undoStack()->count() == 0;
}

void FileActions::take(const StoredPlan& stored, const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    m_document.load(stored.plan, {whole, digestOf(stored.text)});
    takeCompared(stored);
    addRecentFile(whole);
}

/// The plans that the file keeps for a comparison. A file without any leaves the list as it is, so
/// that a plan can be pinned and another one opened beside it.
void FileActions::takeCompared(const StoredPlan& stored)
{
    if (!stored.compared.empty())
        m_compared.take(stored.compared);
}

bool FileActions::save()
{
    if (m_document.path().isEmpty())
        return saveAs();
    // The work of another program is overwritten only if a person saves once more, or has chosen to
    // keep this plan.
    m_watch.look();
    if (m_watch.state() == FileWatch::State::Changed && m_watch.seen() != m_refused) {
        m_refused = m_watch.seen();
        sayChanged(true);
        return false;
    }
    return saveTo(m_document.path());
}

bool FileActions::saveAs()
{
    const QString present = m_document.path().isEmpty()
        ? planFileName(QString::fromStdString(planTitle(m_document.plan())))
        : m_document.path();
    const QString path = fileDialogs().save(m_window, present);
    return !path.isEmpty() && saveTo(path);
}

bool FileActions::saveTo(const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    const QByteArray text = planText(m_document.plan(), m_compared.set());
    if (const auto problem = writeFile(whole, text)) {
        m_messages.show(
            {Message::Kind::Caution, saving, *problem, {{tr("Save as…"), [this] { saveAs(); }}}});
        return false;
    }
    m_document.setSaved({whole, digestOf(text)});
    m_refused.clear(); // the same version may come back, and needs the question again
    addRecentFile(whole);
    for (const QLatin1String topic : {saving, onDisk, restored})
        m_messages.drop(topic);
    return true;
}

bool FileActions::mayClose()
{
    if (m_document.isModified()) {
        m_window->raise();
        m_window->activateWindow();
        const QString name = m_document.path().isEmpty()
            ? QString::fromStdString(planTitle(m_document.plan()))
            : shownName(m_document.path());
        const Unsaved answer = fileDialogs().unsaved(m_window, name);
        if (answer == Unsaved::Cancel || (answer == Unsaved::Save && !save()))
            return false;
    }
    if (m_recovery)
        m_recovery->clear();
    return true;
}

void FileActions::watchFile()
{
    const bool another = m_watch.path() != m_document.path();
    m_watch.watch(m_document.file());
    if (another) {
        m_refused.clear();
        m_messages.drop(onDisk);
        m_watch.look(); // undo may restore a file that was not watched meanwhile
    }
}

void FileActions::sayChanged(bool afterSave)
{
    const QString name = shownName(m_document.path());
    const auto keepMine = [this] {
        m_document.setKnown(m_watch.seen());
        m_document.setUnsaved();
    };
    m_messages.show(
        {Message::Kind::Caution,
         onDisk,
         afterSave ? tr("Not saved yet: “%1” was changed by another program. Save once more to "
                        "write over its version.")
                         .arg(name)
                   : tr("“%1” was changed by another program.").arg(name),
         {{tr("Reload"), [this] { reload(); }}, {tr("Keep mine"), keepMine}}});
}

void FileActions::sayGone()
{
    m_document.setUnsaved();
    m_messages.show({Message::Kind::Caution,
                     onDisk,
                     tr("“%1” was deleted, moved or renamed. The plan is still here; save it to "
                        "write the file again.")
                         .arg(shownPath(m_document.path())),
                     {{tr("Save"), [this] { save(); }}}});
}

/// Reading the file again is a step that can be undone, so that unsaved work is not lost.
void FileActions::reload()
{
    const QString path = m_document.path();
    const auto read = readPlanFile(path);
    if (const auto* problem = std::get_if<QString>(&read)) {
        m_messages.show(
            {Message::Kind::Caution, onDisk, tr("%1 The open plan stays.").arg(*problem)});
        m_document.setUnsaved();
        return;
    }
    const auto& stored = std::get<StoredPlan>(read);
    m_document.takeVersion(stored.plan, tr("Reload"));
    takeCompared(stored);
    m_document.setSaved({path, digestOf(stored.text)});
}

void FileActions::sayRefused(const QStringList& names)
{
    constexpr qsizetype most = 3;
    const QString listed = QLocale().createSeparatedList(names.mid(0, most));
    m_messages.show({Message::Kind::Caution, dropping,
                     tr("Only plans and configurations can be opened: files that end in .%1, and "
                        "what File › Import takes. Left out: %2")
                         .arg(QLatin1String(planSuffix),
                              names.size() > most ? tr("%1, …").arg(listed) : listed)});
}

void FileActions::keep(std::unique_ptr<RecoveryFile> file, std::chrono::milliseconds delay)
{
    m_recovery = std::make_unique<Recovery>(m_document, std::move(file), delay);
    connect(
        m_recovery.get(), &Recovery::failed, this,
        [this](const QString& path) {
            m_messages.show({Message::Kind::Caution, recovery,
                             tr("Unsaved work cannot be kept safe from a crash, as nothing can be "
                                "written into “%1”. Save it now and then.")
                                 .arg(shownPath(QFileInfo(path).path()))});
        },
        Qt::SingleShotConnection); // once, not with every edit
}

void FileActions::restore(const Recovered& recovered)
{
    m_messages.show(
        {Message::Kind::Note,
         restored,
         tr("Highwater ended before this plan was saved. The plan is back as it was at %1.")
             .arg(QLocale().toString(recovered.written.toLocalTime(), QLocale::ShortFormat)),
         {{tr("Save"), [this] { save(); }}, {tr("Discard"), [this] { giveUpRestored(); }}}});
    // The watch then looks at the file. Its message is more urgent and is shown in front.
    m_document.load(recovered.plan, recovered.file);
    m_document.setUnsaved();
}

/// Goes back to the saved plan. Undo restores the recovered work.
void FileActions::giveUpRestored()
{
    if (!m_document.path().isEmpty()) {
        reload();
        return;
    }
    m_document.takeVersion(firstPlan(), tr("Discard"));
    m_document.setSaved({});
}

bool FileActions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::WindowActivate)
        m_watch.look();
    return QObject::eventFilter(watched, event);
}

} // namespace highwater
