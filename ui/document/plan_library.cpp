// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plan_library.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/key_words.h"
#include "ui/base/language.h"
#include "ui/base/settings.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"
#include "ui/document/preset_words.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/presets.h"
#include "core/figure/plan_words.h"
#include "core/methods/key_use.h"
#include "core/plan/keys.h"

#include <QCollator>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QStandardPaths>
#include <QThread>

#include <algorithm>

namespace highwater {
namespace {

constexpr std::size_t mostOwnPlans = 5000; ///< own plans; nobody reads a longer list

/// A path in the folder that no file has yet.
QString freePath(const QString& folder, const QString& planName)
{
    const QString wanted = planFileName(planName);
    const QFileInfo file(QDir(folder).filePath(wanted));
    QString path = file.filePath();
    for (int i = 2; QFileInfo::exists(path); ++i)
        path = QDir(folder).filePath(
            QStringLiteral("%1-%2.%3")
                .arg(file.completeBaseName(), QString::number(i), QLatin1String(planSuffix)));
    return path;
}

/// Gives the plan the name, or returns the reason why it cannot have it.
std::optional<QString> nameIt(Plan& plan, const QString& name)
{
    const Problems problems = assign(plan, "name", name.toStdString());
    return problems.empty()
        ? std::nullopt
        : std::optional(PlanLibrary::tr("No plan can be called that: %1.").arg(reasonOf(problems)));
}

/// The reason why the file of a listed plan may not be written: it has changed since the list was
/// read, and that change would be lost.
std::optional<QString> changedMeanwhile(const LibraryPlan& plan)
{
    const auto read = readPlanFile(plan.id);
    if (const auto* problem = std::get_if<QString>(&read))
        return *problem;
    if (std::get<StoredPlan>(read).plan == *plan.plan)
        return std::nullopt;
    return PlanLibrary::tr("“%1” was changed by another program. The list shows its version now; "
                           "try again.")
        .arg(shownName(plan.id));
}

LibraryPlan libraryPlan(PlanShelf shelf, const QString& id, const Plan& plan)
{
    LibraryPlan listed;
    listed.shelf = shelf;
    listed.id = id;
    listed.name = QString::fromStdString(plan.name).simplified();
    listed.plan = plan;
    const auto resolved = prepare(plan, builtinCatalog());
    const auto judged = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!judged) {
        const Problem& problem = judged.problems().front();
        listed.problem = PlanLibrary::tr("No estimate — %1: %2")
                             .arg(fieldLabel(problem.field), translated(problem.message));
        return listed;
    }
    listed.judgement = *judged;
    listed.model = QString::fromStdString(modelName(*resolved));
    const Method& method = methodOf(plan.method);
    const auto asked = [&](KeyPath key, std::int64_t value) {
        return methodReads(method, key) && canRead(plan, key) ? std::optional(value) : std::nullopt;
    };
    listed.context = asked("workload.context", plan.workload.context);
    listed.microBatch = asked("workload.micro_batch", plan.workload.microBatch);
    listed.gpus = asked("cluster.gpus", plan.cluster.gpus);
    listed.zero = asked("layout.zero", plan.layout.zero);
    return listed;
}

LibraryPlan ownPlan(const QFileInfo& file)
{
    const auto read = readPlanFile(file.filePath());
    LibraryPlan listed;
    if (const auto* stored = std::get_if<StoredPlan>(&read)) {
        listed = libraryPlan(PlanShelf::Own, file.filePath(), stored->plan);
    } else {
        listed.shelf = PlanShelf::Own;
        listed.id = file.filePath();
        listed.problem = std::get<QString>(read);
    }
    if (listed.name.trimmed().isEmpty())
        listed.name = shownName(file.completeBaseName());
    return listed;
}

} // namespace

/// The plans of a folder.
struct PlanLibrary::Shelf
{
    std::vector<LibraryPlan> plans;
    bool cut = false;

    /// In the reader's thread, which must not ask for Qt's default locale: another language may
    /// become the default meanwhile.
    static Shelf read(const QString& folder, const std::vector<LibraryPlan>& known,
                      const QLocale& locale)
    {
        QHash<QString, const LibraryPlan*> before;
        for (const LibraryPlan& plan : known)
            before.insert(plan.id, &plan);
        Shelf shelf;
        QDirIterator files(folder, {QStringLiteral("*.%1").arg(QLatin1String(planSuffix))},
                           QDir::Files);
        while (files.hasNext() && !QThread::currentThread()->isInterruptionRequested()) {
            files.next();
            const QFileInfo file = files.fileInfo();
            if (shelf.plans.size() == mostOwnPlans) {
                shelf.cut = true;
                break;
            }
            const LibraryPlan* same = before.value(file.filePath());
            const bool isSame
                = same && same->written == file.lastModified() && same->bytes == file.size();
            LibraryPlan plan = isSame ? *same : ownPlan(file);
            plan.written = file.lastModified();
            plan.bytes = file.size();
            shelf.plans.push_back(std::move(plan));
        }
        QCollator order(locale);
        order.setNumericMode(true);
        order.setCaseSensitivity(Qt::CaseInsensitive);
        std::ranges::sort(shelf.plans, [&](const LibraryPlan& a, const LibraryPlan& b) {
            const int byName = order.compare(a.name, b.name);
            return byName != 0 ? byName < 0 : a.id < b.id;
        });
        return shelf;
    }
};

PlanLibrary::PlanLibrary(QObject* parent)
    : QObject(parent)
{
    // A checkout or a synchronised folder changes in bursts.
    constexpr int settleMilliseconds = 150;
    m_settle.setInterval(settleMilliseconds);
    m_settle.setSingleShot(true);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle,
            qOverload<>(&QTimer::start));
    connect(&m_settle, &QTimer::timeout, this, &PlanLibrary::refresh);
}

PlanLibrary::~PlanLibrary()
{
    if (!m_reader)
        return;
    m_reader->disconnect(this);
    m_reader->requestInterruption();
    m_reader->wait();
}

QString PlanLibrary::folder()
{
    const QString chosen = settings::plansFolder.value();
    return chosen.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
            + QStringLiteral("/plans")
                            : chosen;
}

void PlanLibrary::setFolder(const QString& folder)
{
    settings::plansFolder.store(folder);
    refresh();
}

const LibraryPlan* PlanLibrary::find(const QString& id) const
{
    const auto found = std::ranges::find(m_plans, id, &LibraryPlan::id);
    return found == m_plans.end() ? nullptr : &*found;
}

void PlanLibrary::listShipped()
{
    for (const Preset& preset : presets())
        m_plans.push_back(libraryPlan(
            preset.group == PresetGroup::Lecture ? PlanShelf::Lecture : PlanShelf::Recipes,
            QString::fromStdString(preset.file), presetPlan(preset, windowLanguage())));
    std::ranges::stable_sort(m_plans, {}, &LibraryPlan::shelf);
}

void PlanLibrary::refresh()
{
    if (m_plans.empty()) {
        listShipped();
        emit changed();
    }
    m_again = m_reader != nullptr;
    if (m_again)
        return;
    const QString wanted = folder();
    if (m_watcher.directories() != QStringList{wanted}) {
        if (!m_watcher.directories().isEmpty())
            m_watcher.removePaths(m_watcher.directories());
        if (QFileInfo(wanted).isDir())
            m_watcher.addPath(wanted);
    }
    auto read = std::make_shared<Shelf>();
    m_reader = QThread::create([read, wanted, known = m_plans, locale = QLocale()] {
        *read = Shelf::read(wanted, known, locale);
    });
    m_reader->setParent(this);
    connect(m_reader, &QThread::finished, this, [this, read] { take(std::move(*read)); });
    m_reader->start(QThread::LowPriority);
}

void PlanLibrary::take(Shelf read)
{
    m_reader->wait();
    m_reader->deleteLater();
    m_reader = nullptr;
    if (std::exchange(m_readsOldWords, false))
        read.plans.clear();
    std::erase_if(m_plans, [](const LibraryPlan& plan) { return plan.shelf == PlanShelf::Own; });
    m_plans.insert(m_plans.begin(), std::make_move_iterator(read.plans.begin()),
                   std::make_move_iterator(read.plans.end()));
    m_cut = read.cut;
    emit changed();
    if (m_again)
        refresh();
}

void PlanLibrary::retranslate()
{
    if (m_plans.empty())
        return; // no one has seen the list yet
    m_plans.clear();
    m_readsOldWords = m_reader != nullptr;
    refresh();
}

PlanLibrary::Written PlanLibrary::add(Plan plan, const QString& name)
{
    if (!QDir().mkpath(folder()))
        return {{},
                tr("The folder “%1” cannot be made. Choose another one.").arg(shownPath(folder()))};
    if (const auto problem = nameIt(plan, name))
        return {{}, *problem};
    const QString path = freePath(folder(), name);
    if (const auto problem = writeFile(path, planText(plan)))
        return {{}, *problem};
    refresh();
    return {path, {}};
}

PlanLibrary::Written PlanLibrary::rename(const LibraryPlan& plan, const QString& name)
{
    Plan renamed = *plan.plan;
    if (const auto problem = nameIt(renamed, name))
        return {{}, *problem};
    if (const auto problem = changedMeanwhile(plan)) {
        refresh();
        return {{}, *problem};
    }
    const QFileInfo file(plan.id);
    const QString path
        = planFileName(name) == file.fileName() ? plan.id : freePath(file.path(), name);
    if (const auto problem = writeFile(path, planText(renamed)))
        return {{}, *problem};
    if (path != plan.id && !QFile::remove(plan.id)) {
        QFile::remove(path);
        return {{},
                tr("“%1” keeps its name: this account may not remove its file.")
                    .arg(shownName(plan.id))};
    }
    refresh();
    return {path, {}};
}

PlanLibrary::Written PlanLibrary::setNotes(const LibraryPlan& plan, const QString& notes)
{
    Plan noted = *plan.plan;
    if (const Problems problems = assign(noted, "notes", notes.toStdString()); !problems.empty())
        return {{}, tr("The notes cannot be kept: %1.").arg(reasonOf(problems))};
    if (const auto problem = changedMeanwhile(plan)) {
        refresh();
        return {{}, *problem};
    }
    if (const auto problem = writeFile(plan.id, planText(noted)))
        return {{}, *problem};
    refresh();
    return {plan.id, {}};
}

std::optional<QByteArray> PlanLibrary::remove(const QString& path)
{
    auto text = fileText(path);
    const bool whole = text && text->size() <= static_cast<qsizetype>(mostPlanBytes);
    if (!whole || !QFile::remove(path))
        return {};
    refresh();
    return text;
}

std::optional<QString> PlanLibrary::restore(const QString& path, const QByteArray& text)
{
    // Another file may have the name by now.
    const QFileInfo file(path);
    QDir().mkpath(file.path());
    auto problem
        = writeFile(file.exists() ? freePath(file.path(), file.completeBaseName()) : path, text);
    refresh();
    return problem;
}

} // namespace highwater
