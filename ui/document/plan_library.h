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

/// Where a plan of the library stands.
enum class PlanShelf { Lecture, Recipes, Own };
inline constexpr int shelfCount = 3;

/// A plan of the library with what a list tells of it, worked out once.
struct LibraryPlan
{
    PlanShelf shelf{};
    QString id; ///< the path of an own plan, the file's name of one that ships
    QString name;
    std::optional<Plan> plan; ///< none for a file that is no plan
    QString problem; ///< why there is no plan, or no estimate of it

    QString model;
    std::optional<std::int64_t> context, microBatch, gpus, zero; ///< none: the method does not ask
    std::optional<Judgement> judgement;

    QDateTime written; ///< of an own plan's file, to notice that it is another
    qint64 bytes = 0;
};

LibraryPlan libraryPlan(PlanShelf shelf, const QString& id, const Plan& plan);

/// The plans that ship and those of a folder, which other programs and people may change: it is
/// watched, and read beside the window's work. It writes own plans and takes them away.
class PlanLibrary : public QObject
{
    Q_OBJECT

public:
    explicit PlanLibrary(QObject* parent = nullptr);
    ~PlanLibrary() override;

    /// The same for all windows.
    static QString folder();
    void setFolder(const QString& folder);

    /// By shelf. Own plans are there once they were read; changed() tells of it.
    const std::vector<LibraryPlan>& plans() const { return m_plans; }
    const LibraryPlan* find(const QString& id) const;
    /// The folder has more plans than are listed.
    bool isCut() const { return m_cut; }

    /// Looks at the folder; files that are as they were are not read again.
    void refresh();
    /// Says everything anew, as in another language.
    void retranslate();

    /// What came of writing a file: its path, or why it was not written.
    struct Written
    {
        QString path, problem;
    };
    /// Puts the plan into the folder under this name, beside whatever is there.
    Written add(Plan plan, const QString& name);
    /// Gives an own plan, and its file, another name.
    Written rename(const LibraryPlan& plan, const QString& name);
    /// Takes a file away and gives what it held; none, and the file stays, where that cannot be
    /// kept or the file cannot be removed.
    std::optional<QByteArray> remove(const QString& path);
    /// Puts a file back as it was. A sentence that says why not.
    std::optional<QString> restore(const QString& path, const QByteArray& text);

signals:
    void changed();

private:
    struct Shelf;
    void take(Shelf read);
    void listShipped();

    std::vector<LibraryPlan> m_plans;
    bool m_cut = false;
    bool m_again = false; ///< it was asked for while the folder was being read
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    QThread* m_reader = nullptr;
};

} // namespace highwater
