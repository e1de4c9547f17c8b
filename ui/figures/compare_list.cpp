// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/compare_list.h"

#include "core/exchange/plan_file.h"
#include "core/ledger/resolve.h"
#include "ui/base/key_words.h"
#include "ui/document/plan_store.h"

#include <QSettings>
#include <QStringList>

#include <algorithm>

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

std::optional<Plan> planOf(const QVariant& stored)
{
    const QByteArray text = stored.toByteArray();
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
    if (!m_baseline)
        m_base = 0;
    m_baseline = plan;
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
    const QString said = shortName(name);
    m_snapshots.push_back({said.isEmpty() ? nameFor(plan) : said, plan});
    emit changed();
    return true;
}

void CompareList::rename(std::size_t place, const QString& name)
{
    const QString said = shortName(name);
    if (!isSnapshot(place) || said.isEmpty())
        return;
    m_snapshots[place - current() - 1].name = said;
    emit changed();
}

void CompareList::remove(std::size_t place)
{
    if (place == current() || place >= size())
        return;
    if (isSnapshot(place))
        m_snapshots.erase(m_snapshots.begin() + static_cast<std::ptrdiff_t>(place - current() - 1));
    else
        m_baseline.reset();
    if (m_base == place)
        m_base = 0;
    else if (m_base > place)
        --m_base;
    emit changed();
}

void CompareList::setBase(std::size_t place)
{
    if (place == m_base || place >= size())
        return;
    m_base = place;
    emit changed();
}

void CompareList::store(QSettings& settings) const
{
    settings.remove(QStringLiteral("compare"));
    settings.beginGroup(QStringLiteral("compare"));
    if (m_baseline)
        settings.setValue(QStringLiteral("baseline"), planText(*m_baseline));
    for (std::size_t i = 0; i < m_snapshots.size(); ++i) {
        settings.setValue(QStringLiteral("name%1").arg(i), m_snapshots[i].name);
        settings.setValue(QStringLiteral("plan%1").arg(i), planText(m_snapshots[i].plan));
    }
    settings.setValue(QStringLiteral("base"), static_cast<qulonglong>(m_base));
    settings.endGroup();
}

void CompareList::restore(const QSettings& settings)
{
    const auto value
        = [&](const QString& key) { return settings.value(QStringLiteral("compare/") + key); };
    m_baseline = planOf(value(QStringLiteral("baseline")));
    m_snapshots.clear();
    for (std::size_t i = 0; i < mostSnapshots; ++i)
        if (const auto plan = planOf(value(QStringLiteral("plan%1").arg(i)))) {
            const QString name = shortName(value(QStringLiteral("name%1").arg(i)).toString());
            m_snapshots.push_back({name.isEmpty() ? nameFor(*plan) : name, *plan});
        }
    const qulonglong base = value(QStringLiteral("base")).toULongLong();
    m_base = base < size() ? static_cast<std::size_t>(base) : 0;
    emit changed();
}

} // namespace highwater
