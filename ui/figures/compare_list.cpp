// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/compare_list.h"

#include "core/exchange/plan_file.h"
#include "core/ledger/resolve.h"
#include "ui/base/key_words.h"
#include "ui/base/settings.h"
#include "ui/document/plan_store.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

/// On one line and not longer than a column's head.
QString shortName(const QString& name)
{
    const QString line = name.simplified();
    return line.size() <= CompareList::longestName
        ? line
        : line.left(CompareList::longestName - 1).trimmed() + QStringLiteral("…");
}

std::optional<Plan> planOf(const QByteArray& text)
{
    if (text.isEmpty() || text.size() > static_cast<qsizetype>(mostPlanBytes))
        return {};
    auto plan = readPlan({text.constData(), static_cast<std::size_t>(text.size())});
    return plan ? std::optional(*std::move(plan)) : std::nullopt;
}

} // namespace

std::vector<Compared> CompareList::plans(const Plan& current) const
{
    std::vector<Compared> all;
    if (m_baseline)
        all.push_back({tr("Baseline").toStdString(), *m_baseline});
    all.push_back({tr("Current plan").toStdString(), current});
    for (const Snapshot& each : m_snapshots)
        all.push_back({each.name.toStdString(), each.plan});
    return all;
}

void CompareList::pin(const Plan& plan)
{
    keepForUndo();
    if (!m_baseline)
        m_base = 0;
    m_baseline = plan;
    finishEdit();
}

void CompareList::keepForUndo()
{
    constexpr std::size_t most = 50;
    if (m_before.size() == most)
        m_before.erase(m_before.begin());
    m_before.push_back(set());
}

void CompareList::finishEdit()
{
    emit changed();
    emit edited();
}

void CompareList::undo()
{
    if (!canUndo())
        return;
    const ComparedSet before = std::move(m_before.back());
    m_before.pop_back();
    const std::vector<ComparedSet> earlier = std::exchange(m_before, {});
    take(before);
    m_before = earlier;
    emit edited();
}

ComparedSet CompareList::set() const
{
    ComparedSet set;
    set.baseline = m_baseline;
    set.base = m_base;
    for (const Snapshot& each : m_snapshots)
        set.plans.push_back({each.name.toStdString(), each.plan});
    return set;
}

void CompareList::take(const ComparedSet& set)
{
    m_before.clear();
    m_baseline = set.baseline;
    m_snapshots.clear();
    for (const Compared& each : set.plans) {
        const QString name = shortName(QString::fromStdString(each.name));
        if (!isFull())
            m_snapshots.push_back({name.isEmpty() ? nameFor(each.plan) : name, each.plan});
    }
    m_base = set.base < size() ? set.base : 0;
    emit changed();
}

void CompareList::unpin()
{
    if (m_baseline)
        remove(0);
}

bool CompareList::isTaken(const QString& name) const
{
    return std::ranges::any_of(m_snapshots,
                               [&](const Snapshot& each) { return each.name == name; });
}

QString CompareList::nameFor(const Plan& plan) const
{
    const Plan* first = m_baseline ? &*m_baseline
        : m_snapshots.empty()      ? nullptr
                                   : &m_snapshots.front().plan;
    QString name;
    if (first) {
        constexpr std::size_t mostSaid = 2;
        const auto keys = differingKeys({{"", *first}, {"", plan}});
        QStringList said;
        for (const Key* key : keys)
            said << tr("%1 %2", "a setting and its value")
                        .arg(keyLabel(key->path),
                             valueLabel(key->path, key->get(withDefaults(plan))));
        if (keys.size() <= mostSaid)
            name = shortName(said.join(QStringLiteral(", ")));
    }
    if (name.isEmpty() || isTaken(name))
        name = shortName(QString::fromStdString(plan.name));
    for (std::size_t i = m_snapshots.size() + 1; name.isEmpty() || isTaken(name); ++i)
        name = tr("Snapshot %1").arg(i);
    return name;
}

bool CompareList::add(const Plan& plan, const QString& name)
{
    if (isFull())
        return false;
    keepForUndo();
    const QString said = shortName(name);
    m_snapshots.push_back({said.isEmpty() ? nameFor(plan) : said, plan});
    finishEdit();
    return true;
}

void CompareList::rename(std::size_t place, const QString& name)
{
    const QString said = shortName(name);
    if (!isSnapshot(place) || said.isEmpty())
        return;
    keepForUndo();
    m_snapshots[place - current() - 1].name = said;
    finishEdit();
}

void CompareList::remove(std::size_t place)
{
    if (place == current() || place >= size())
        return;
    keepForUndo();
    if (isSnapshot(place))
        m_snapshots.erase(m_snapshots.begin() + static_cast<std::ptrdiff_t>(place - current() - 1));
    else
        m_baseline.reset();
    if (m_base == place)
        m_base = 0;
    else if (m_base > place)
        --m_base;
    finishEdit();
}

bool CompareList::move(std::size_t place, int by)
{
    const auto to = static_cast<std::ptrdiff_t>(place) + by;
    if (!isSnapshot(place) || to < 0 || !isSnapshot(static_cast<std::size_t>(to)) || by == 0)
        return false;
    keepForUndo();
    const auto at = static_cast<std::ptrdiff_t>(place);
    const auto first = [this](std::ptrdiff_t of) {
        return m_snapshots.begin() + (of - static_cast<std::ptrdiff_t>(current()) - 1);
    };
    if (by > 0)
        std::rotate(first(at), first(at + 1), first(to + 1));
    else
        std::rotate(first(to), first(at), first(at + 1));
    const auto base = static_cast<std::ptrdiff_t>(m_base);
    if (base == at) // the others are compared with the same plan as before
        m_base = static_cast<std::size_t>(to);
    else if (by > 0 && base > at && base <= to)
        --m_base;
    else if (by < 0 && base >= to && base < at)
        ++m_base;
    finishEdit();
    return true;
}

void CompareList::setBase(std::size_t place)
{
    if (place == m_base || place >= size())
        return;
    m_base = place;
    finishEdit();
}

void CompareList::store() const
{
    const SettingsBatch batch;
    if (m_baseline)
        settings::baseline.store(planText(*m_baseline));
    else
        settings::baseline.remove();
    for (std::size_t i = 0; i < mostSnapshots; ++i) {
        const QString place = QString::number(i);
        if (i < m_snapshots.size()) {
            settings::comparedName.store(m_snapshots[i].name, place);
            settings::comparedPlan.store(planText(m_snapshots[i].plan), place);
        } else {
            settings::comparedName.remove(place);
            settings::comparedPlan.remove(place);
        }
    }
    settings::comparedBase.store(static_cast<int>(m_base));
}

void CompareList::restore()
{
    m_baseline = planOf(settings::baseline.value());
    m_snapshots.clear();
    for (std::size_t i = 0; i < mostSnapshots; ++i) {
        const QString place = QString::number(i);
        if (const auto plan = planOf(settings::comparedPlan.value(place))) {
            const QString name = shortName(settings::comparedName.value(place));
            m_snapshots.push_back({name.isEmpty() ? nameFor(*plan) : name, *plan});
        }
    }
    const int base = settings::comparedBase.value();
    m_base
        = base >= 0 && static_cast<std::size_t>(base) < size() ? static_cast<std::size_t>(base) : 0;
    emit changed();
}

} // namespace highwater
