// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windows.h"

#include "ui/base/message_bar.h"
#include "ui/base/settings.h"
#include "ui/base/within_screen.h"
#include "ui/document/plan_store.h"
#include "ui/document/recent_files.h"
#include "ui/window/file_actions.h"
#include "ui/window/import_actions.h"
#include "ui/window/main_window.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/whole_file.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace highwater {
namespace {

MainWindow* windowOf(const QString& path)
{
    const auto all = allWindows();
    const auto found = std::ranges::find_if(
        all, [&](MainWindow* window) { return isSameFile(path, window->document().path()); });
    return found == all.end() ? nullptr : *found;
}

MainWindow* bareWindow(const Plan& plan)
{
    auto* window = new MainWindow(plan);
    window->setAttribute(Qt::WA_DeleteOnClose);
    serveWindow(*window);
    return window;
}

void setChoicesOfOthers(const MainWindow& changed, const ViewChoices& choices)
{
    for (MainWindow* window : allWindows())
        if (window != &changed)
            window->setChoices(choices);
}

/// Places the window slightly below and right of the front one, so that both are visible.
void place(MainWindow* window)
{
    constexpr int step = 24;
    if (const QWidget* front = QApplication::activeWindow())
        window->move(front->window()->pos() + QPoint(step, step));
    keepOnScreen(*window);
    window->show();
}

/// The most windows that are restored at once; the others are restored at the next start.
constexpr std::size_t mostRestored = 8;

void restoreWork()
{
    auto files = RecoveryFile::orphaned(recoveryFolder());
    std::size_t restored = 0;
    for (auto& file : files) {
        const auto recovered = file->read();
        if (!recovered || restored == mostRestored)
            continue;
        if (!recovered->file.path.isEmpty())
            removeLeftOvers(QFile(recovered->file.path).filesystemFileName());
        const auto saved = readPlanFile(recovered->file.path);
        const auto* stored = std::get_if<StoredPlan>(&saved);
        if (stored && stored->plan == recovered->plan) { // the work was saved before the crash
            file->remove();
            continue;
        }
        MainWindow* window = bareWindow(recovered->plan);
        window->files().restore(*recovered);
        window->files().keep(std::move(file));
        place(window);
        ++restored;
    }
}

/// The next openLast() opens the plan of this window.
void rememberAsLast(const MainWindow& window)
{
    const Document& document = window.document();
    const SettingsBatch batch;
    settings::lastFile.store(document.path());
    // Discarded work is not remembered: the plan from before the work stays the last one.
    if (!document.isModified())
        settings::lastPlan.store(QString::fromUtf8(planText(document.plan())));
}

} // namespace

std::vector<MainWindow*> allWindows()
{
    std::vector<MainWindow*> found;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<MainWindow*>(widget); window && window->isVisible())
            found.push_back(window);
    return found;
}

void serveWindow(MainWindow& window)
{
    MainWindow* const from = &window;
    QObject::connect(from, &MainWindow::newRequested, from, [] { newWindow(newPlan()); });
    QObject::connect(from, &MainWindow::planRequested, from,
                     [](const Plan& plan) { newWindow(plan)->document().setUnsaved(); });
    QObject::connect(from, &MainWindow::importRequested, from,
                     [](const QString& text) { newWindow(newPlan())->imports().takeText(text); });
    QObject::connect(from, &MainWindow::openRequested, from,
                     [from](const QStringList& paths) { openFiles(paths, from); });
    QObject::connect(from, &MainWindow::choicesChanged, from,
                     [from](const ViewChoices& choices) { setChoicesOfOthers(*from, choices); });
    QObject::connect(from, &MainWindow::closing, from, [from] { rememberAsLast(*from); });
}

MainWindow* newWindow(const Plan& plan)
{
    MainWindow* window = bareWindow(plan);
    window->files().keep(std::make_unique<RecoveryFile>(recoveryFolder()));
    place(window);
    return window;
}

void openFiles(const QStringList& paths, MainWindow* from)
{
    for (const QString& path : paths) {
        if (MainWindow* open = windowOf(path)) {
            open->raise();
            open->activateWindow();
            continue;
        }
        if (ImportActions::isForeign(path)) {
            from->imports().takeFile(path);
            continue;
        }
        const auto read = readPlanFile(path);
        if (const auto* problem = std::get_if<QString>(&read)) {
            if (!QFileInfo::exists(path))
                removeRecentFile(path);
            from->messages().show({Message::Kind::Caution, path,
                                   MainWindow::tr("%1 The open plan stays.").arg(*problem)});
            continue;
        }
        from->messages().drop(path);
        removeLeftOvers(QFile(path).filesystemFileName());
        MainWindow* into = from->files().isUntouched() ? from : newWindow(firstPlan());
        const auto& stored = std::get<StoredPlan>(read);
        if (stored.isPlanFile) {
            into->files().take(stored, path);
        } else { // saving must not overwrite the text that contained the plan
            into->document().load(stored.plan, {});
            into->document().setUnsaved();
        }
    }
}

namespace {

/// The window of a start without files: it shows the last file, or the last plan where that file
/// is gone.
MainWindow* openLast()
{
    const QString start = settings::startsWith.value();
    if (start == QLatin1String("new"))
        return newWindow(newPlan());
    const QString path = settings::lastFile.value();
    const auto last = readPlan(settings::lastPlan.value().toStdString());
    MainWindow* window = newWindow(last ? *last : newPlan());
    if (start == QLatin1String("plans"))
        window->showPlans();
    if (!path.isEmpty())
        openFiles({path}, window);
    return window;
}

} // namespace

void startSession(const QStringList& paths, const std::vector<Plan>& plans)
{
    restoreWork();
    for (const Plan& plan : plans)
        newWindow(plan)->document().setUnsaved();
    for (const QString& path : paths) {
        if (!windowOf(path))
            openFiles({path}, newWindow(firstPlan()));
    }
    if (allWindows().empty())
        openLast();
}

} // namespace highwater
