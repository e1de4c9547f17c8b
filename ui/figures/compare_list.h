// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/compared_plans.h"
#include "core/figure/compare.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace highwater {

/// The plans that are compared with the current one: a baseline and snapshots, in this order A, (B
/// the current plan,) C to E. Without a baseline the current plan is A.
class CompareList : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    static constexpr std::size_t mostSnapshots = ComparedSet::mostKept;
    static constexpr int longestName = 40;

    /// All compared plans, with `current` in the place of the current plan; names are in the
    /// window's language.
    std::vector<Compared> plans(const Plan& current) const;
    std::size_t current() const { return m_baseline ? 1 : 0; } ///< the place of the current plan
    std::size_t size() const { return current() + 1 + m_snapshots.size(); }

    const std::optional<Plan>& baseline() const { return m_baseline; }
    void pin(const Plan& plan);
    void unpin();

    bool isFull() const { return m_snapshots.size() >= mostSnapshots; }
    /// Keeps a snapshot of the plan; false where the list is full. Without a `name`, the name is
    /// made of the settings that differ from the baseline (or else from the first snapshot), if
    /// they are few; otherwise it is the plan's name or a number.
    bool add(const Plan& plan, const QString& name = {});

    // Functions by place among plans(). The current plan can be neither renamed nor removed, the
    // baseline not renamed.
    bool isSnapshot(std::size_t place) const { return place > current() && place < size(); }
    void rename(std::size_t place, const QString& name);
    void remove(std::size_t place);
    /// Moves a snapshot by so many places among the snapshots; false where it has no such place.
    bool move(std::size_t place, int by);

    /// Whether a person has changed the list in a way that undo() takes back.
    bool canUndo() const { return !m_before.empty(); }
    void undo();

    /// The place of the plan to which the others are compared.
    std::size_t base() const { return m_base; }
    void setBase(std::size_t place);

    /// What a plan's file keeps of the list.
    ComparedSet set() const;
    /// Replaces the list by that of a file.
    void take(const ComparedSet& set);

    void store() const;
    /// Reads the plans that store() wrote; plans that cannot be read are skipped.
    void restore();

signals:
    void changed();
    void edited(); ///< by a person: what the plan's file keeps is another list

private:
    void keepForUndo();
    void finishEdit();
    QString nameFor(const Plan& plan) const;
    bool isTaken(const QString& name) const;

    struct Snapshot
    {
        QString name;
        Plan plan;
    };
    std::optional<Plan> m_baseline;
    std::vector<Snapshot> m_snapshots;
    std::size_t m_base = 0;
    std::vector<ComparedSet> m_before; ///< the lists before the last edits
};

} // namespace highwater
