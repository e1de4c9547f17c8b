// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/compare.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace highwater {

/// The plans that stand beside the current one: a baseline and snapshots, in this order A, (B the
/// current plan,) C to E. Without a baseline the current plan is A.
class CompareList : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    static constexpr std::size_t mostSnapshots = mostCompared - 2; ///< beside baseline and current
    static constexpr int longestName = 40;

    /// All of them with `current` as the live entry, named in the language of the window.
    std::vector<Compared> plans(const Plan& current) const;
    std::size_t current() const { return m_baseline ? 1 : 0; } ///< its place among them
    std::size_t size() const { return current() + 1 + m_snapshots.size(); }

    const std::optional<Plan>& baseline() const { return m_baseline; }
    void pin(const Plan& plan);
    void unpin();

    bool isFull() const { return m_snapshots.size() >= mostSnapshots; }
    /// Keeps a snapshot of the plan; false where the list is full. Without a `name` it is called by
    /// the settings in which it differs from the baseline (else from the first snapshot), if they
    /// are few, else by the plan's name or a number.
    bool add(const Plan& plan, const QString& name = {});

    // By place among plans(). The current plan can be neither renamed nor removed, the baseline not
    // renamed.
    bool isSnapshot(std::size_t place) const { return place > current() && place < size(); }
    void rename(std::size_t place, const QString& name);
    void remove(std::size_t place);

    /// The place of the plan to which the others are compared.
    std::size_t base() const { return m_base; }
    void setBase(std::size_t place);

    void store() const;
    /// Reads what store() wrote; plans that cannot be read are skipped.
    void restore();

signals:
    void changed();

private:
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
};

} // namespace highwater
