// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"
#include "core/plan/plan.h"

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

class QThread;

namespace highwater {

/// The groups of the library, in the order of the list.
enum class PlanShelf { Own, Recipes, Lecture };
inline constexpr int shelfCount = 3;

/// A plan of the library with the values that the list shows, computed once.
struct LibraryPlan
{
    PlanShelf shelf{};
    QString id; ///< the path of an own plan, the file's name of a shipped plan
    QString name;
    std::optional<Plan> plan; ///< null for a file that is no plan
    QString problem; ///< the reason why there is no plan, or no estimate of it

    QString model;
    std::optional<std::int64_t> context, microBatch, gpus, zero; ///< null: the method does not read
                                                                 ///< the key
    std::optional<Judgement> judgement;

    QDateTime written; ///< of an own plan's file, to notice a change
    qint64 bytes = 0;
};

/// The shipped plans and those of a folder. Other programs and people may change the folder, so it
/// is watched, and read in a separate thread. The library also writes and removes own plans.
class PlanLibrary : public QObject
{
    Q_OBJECT

public:
    explicit PlanLibrary(QObject* parent = nullptr);
    ~PlanLibrary() override;

    /// The folder of own plans, the same for all windows.
    static QString folder();
    void setFolder(const QString& folder);

    /// In the order of the shelves. Own plans are listed after they are read, which emits
    /// changed().
    const std::vector<LibraryPlan>& plans() const { return m_plans; }
    const LibraryPlan* find(const QString& id) const;
    /// Whether the folder has more plans than the list.
    bool isCut() const { return m_cut; }

    /// Looks at the folder again; files that did not change are not read again.
    void refresh();
    /// Sets all texts again, in the present language.
    void retranslate();

    /// The path of a written file, or the reason why it was not written.
    struct Written
    {
        QString path, problem;
    };
    /// Writes the plan into the folder under this name; an existing file is not replaced.
    Written add(Plan plan, const QString& name);
    /// Gives an own plan and its file another name.
    Written rename(const LibraryPlan& plan, const QString& name);
    /// Writes other notes into the file of an own plan.
    Written setNotes(const LibraryPlan& plan, const QString& notes);
    /// Removes a file and returns its text, so that restore() can put it back. Null, and the file
    /// stays, where the text cannot be read or the file cannot be removed.
    std::optional<QByteArray> remove(const QString& path);
    /// Writes a removed file again; returns a sentence with the reason where this fails.
    std::optional<QString> restore(const QString& path, const QByteArray& text);

signals:
    void changed();

private:
    struct Shelf;
    void take(Shelf read);
    void listShipped();

    std::vector<LibraryPlan> m_plans;
    bool m_cut = false;
    bool m_again = false; ///< refresh() was called while the folder was being read
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    QThread* m_reader = nullptr;
    bool m_readsOldWords = false; ///< the reader began before the language changed
};

} // namespace highwater
