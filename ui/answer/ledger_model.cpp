// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/ledger_model.h"

#include "core/answer/group_words.h"
#include "ui/base/phrases.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

constexpr char16_t noNumber = u'\u2013';

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// "2·s·b·h = 2·8,192·1·4,096, × 32"
QString calculation(const Line& line, std::int64_t copies, const MemoryFormat& format)
{
    QString said = text(line.formula);
    if (!line.numbers.empty() && line.numbers != line.formula)
        said += QStringLiteral(" = ") + text(line.numbers);
    if (copies > 1)
        said += QStringLiteral(", × ") + format.count(copies);
    return said;
}

Moment fullestMoment(const Line& line)
{
    if (!line.phases.empty())
        return std::ranges::max_element(line.phases, {}, &PhaseCopies::copies)->phase;
    const auto most = std::ranges::max_element(line.live);
    return static_cast<Moment>(most - line.live.begin());
}

/// A line's name, with its role in a job: two roles may have the same tensor.
QString nameOfLine(const Line& line)
{
    return text(lineName(line, [](const Text& said) { return translated(said).toStdString(); }));
}

/// Empty where the step says no more than the group.
QString stepOf(const Line& line)
{
    const bool says = !line.step.empty() && line.step != nameOf(line.group);
    return says ? translated(Text(line.step.c_str())) : QString();
}

} // namespace

double LedgerModel::Part::share() const
{
    return total > 0 ? static_cast<double>(bytes) / static_cast<double>(total) : 0.0;
}

/// Name, formula and values, without the amount at the peak.
bool LedgerModel::LineRow::hasSameWords(const LineRow& other) const
{
    return copies == other.copies && line.count == other.line.count && line.each == other.line.each
        && line.live == other.line.live && line.role == other.line.role
        && line.label == other.line.label && line.formula == other.line.formula
        && line.numbers == other.line.numbers && line.step == other.line.step
        && line.shape == other.line.shape && line.source == other.line.source;
}

bool LedgerModel::GroupRow::has(const LineRow& row) const
{
    return std::ranges::any_of(lines,
                               [&](const LineRow& each) { return each.line.id == row.line.id; });
}

LedgerModel::LedgerModel(QObject* parent)
    : QAbstractItemModel(parent)
{ }

std::vector<LedgerModel::GroupRow> LedgerModel::rowsOf(const Answer& answer)
{
    std::vector<GroupRow> groups;
    for (std::size_t i = 0; i < groupCount; ++i) {
        const auto group = static_cast<Group>(i);
        GroupRow row{group, answer.totals.perGpu[group], {}};
        for (const Line& line : answer.ledger) {
            if (line.group != group)
                continue;
            const std::int64_t copies = answer.copiesAtPeak(line);
            row.lines.push_back({line, copies, bounded::times(line.each, copies)});
        }
        if (row.bytes > 0 || !row.lines.empty())
            groups.push_back(std::move(row));
    }
    return groups;
}

/// Whether the groups are the same, and the lines that both have are in the same order.
bool LedgerModel::hasSameOrder(const std::vector<GroupRow>& groups) const
{
    const auto sameLine = [](const LineRow& one, const LineRow& other) {
        return one.line.id == other.line.id && one.line.role == other.line.role;
    };
    const auto sameGroup = [&](const GroupRow& left, const GroupRow& right) {
        // The roles of a job may have lines with the same name.
        const auto hasRole = [](const LineRow& row) { return row.line.role.has_value(); };
        if (std::ranges::any_of(left.lines, hasRole) || std::ranges::any_of(right.lines, hasRole))
            return left.group == right.group
                && std::ranges::equal(left.lines, right.lines, sameLine);
        std::vector<const std::string*> leftIds, rightIds;
        for (const LineRow& row : left.lines)
            if (right.has(row))
                leftIds.push_back(&row.line.id);
        for (const LineRow& row : right.lines)
            if (left.has(row))
                rightIds.push_back(&row.line.id);
        return left.group == right.group
            && std::ranges::equal(leftIds, rightIds, [](const auto* one, const auto* other) {
                   return *one == *other;
               });
    };
    return !m_empty && std::ranges::equal(m_groups, groups, sameGroup);
}

/// Removes the lines that a group no longer has and inserts new ones. With a reset, the view would
/// lay out and paint its head and all rows again.
void LedgerModel::replaceLines(std::size_t group, const GroupRow& wanted)
{
    std::vector<LineRow>& lines = m_groups[group].lines;
    const QModelIndex parent = index(static_cast<int>(group), Component);
    for (std::size_t i = lines.size(); i-- > 0;) {
        if (wanted.has(lines[i]))
            continue;
        beginRemoveRows(parent, static_cast<int>(i), static_cast<int>(i));
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        endRemoveRows();
    }
    for (std::size_t i = 0; i < wanted.lines.size(); ++i) {
        if (i < lines.size() && lines[i].line.id == wanted.lines[i].line.id)
            continue;
        beginInsertRows(parent, static_cast<int>(i), static_cast<int>(i));
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), wanted.lines[i]);
        endInsertRows();
    }
}

void LedgerModel::show(const Answer& answer, Bytes capacity)
{
    std::vector<GroupRow> groups = rowsOf(answer);
    const bool otherTask = std::exchange(m_serves, answer.serves) != answer.serves;
    m_generates = std::ranges::any_of(answer.ledger, [](const Line& line) {
        return line.role == RoleId::Rollout && line.group == Group::Activations;
    });
    if (otherTask || !hasSameOrder(groups)) {
        beginResetModel();
        m_groups = std::move(groups);
        m_total = answer.totals.total;
        m_capacity = capacity;
        m_empty = false;
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        replaceLines(i, groups[i]);
    const std::vector<GroupRow> before = std::exchange(m_groups, std::move(groups));
    const Bytes totalBefore = std::exchange(m_total, answer.totals.total);
    const Bytes capacityBefore = std::exchange(m_capacity, capacity);
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const QModelIndex group = index(static_cast<int>(i), Component);
        tellAmount(group, {before[i].bytes, totalBefore}, {m_groups[i].bytes, m_total});
        for (std::size_t row = 0; row < m_groups[i].lines.size(); ++row) {
            const LineRow& then = before[i].lines[row];
            const LineRow& now = m_groups[i].lines[row];
            const QModelIndex line = index(static_cast<int>(row), Component, group);
            tellAmount(line, {then.bytes, totalBefore}, {now.bytes, m_total});
            if (!now.hasSameWords(then))
                for (const Column column : {Component, Formula, Step, TensorShape})
                    tell(line.siblingAtColumn(column));
        }
    }
    const QModelIndex total = index(static_cast<int>(m_groups.size()), Component);
    tellAmount(total, {totalBefore, totalBefore}, {m_total, m_total});
    if (m_total != totalBefore || m_capacity != capacityBefore)
        tell(total.siblingAtColumn(Formula));
}

/// Emits a signal for each cell: for a single cell QTreeView paints only that one, for a range
/// everything.
void LedgerModel::tellAmount(const QModelIndex& row, Part before, Part now)
{
    if ((before.bytes == 0) != (now.bytes == 0)) { // grey, or no longer
        for (int column = 0; column < columns; ++column)
            tell(row.siblingAtColumn(column));
        return;
    }
    if (before.bytes != now.bytes) {
        tell(row.siblingAtColumn(Size));
        tell(row.siblingAtColumn(RawBytes));
    }
    if (before.share() != now.share())
        tell(row.siblingAtColumn(Share));
}

void LedgerModel::tell(const QModelIndex& cell)
{
    emit dataChanged(cell, cell);
}

void LedgerModel::clear()
{
    if (m_empty)
        return;
    beginResetModel();
    m_groups.clear();
    m_total = m_capacity = 0;
    m_empty = true;
    endResetModel();
}

void LedgerModel::setFormat(const MemoryFormat& format)
{
    if (m_format == format)
        return;
    m_format = format;
    retranslate();
}

void LedgerModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columns - 1);
    allChanged();
}

void LedgerModel::changed(int first, int last, const QModelIndex& parent)
{
    emit dataChanged(index(first, 0, parent), index(last, columns - 1, parent));
}

void LedgerModel::allChanged()
{
    if (m_empty)
        return;
    changed(0, rowCount() - 1, {});
    for (int row = 0; row + 1 < rowCount(); ++row)
        if (const QModelIndex group = index(row, Component); rowCount(group) > 0)
            changed(0, rowCount(group) - 1, group);
}

// The internal id of a line is its group's row plus one; rows at the top have zero.
QModelIndex LedgerModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex LedgerModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(child.internalId() - 1), Component, quintptr{0});
}

int LedgerModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return m_empty ? 0 : static_cast<int>(m_groups.size()) + 1;
    if (parent.column() != Component || parent.internalId() != 0 || isTotal(parent))
        return 0;
    return static_cast<int>(groupAt(parent)->lines.size());
}

int LedgerModel::columnCount(const QModelIndex&) const
{
    return columns;
}

bool LedgerModel::isTotal(const QModelIndex& index) const
{
    return index.internalId() == 0 && index.row() == static_cast<int>(m_groups.size());
}

const LedgerModel::GroupRow* LedgerModel::groupAt(const QModelIndex& index) const
{
    if (isTotal(index))
        return nullptr;
    const auto row = index.internalId() == 0 ? static_cast<std::size_t>(index.row())
                                             : static_cast<std::size_t>(index.internalId()) - 1;
    return &m_groups[row];
}

const LedgerModel::LineRow* LedgerModel::lineAt(const QModelIndex& index) const
{
    if (index.internalId() == 0)
        return nullptr;
    return &groupAt(index)->lines[static_cast<std::size_t>(index.row())];
}

Bytes LedgerModel::bytesAt(const QModelIndex& index) const
{
    if (const LineRow* row = lineAt(index))
        return row->bytes;
    const GroupRow* group = groupAt(index);
    return group ? group->bytes : m_total;
}

bool LedgerModel::isAbsent(const QModelIndex& index) const
{
    return !isTotal(index) && bytesAt(index) == 0;
}

QString LedgerModel::name(const QModelIndex& index) const
{
    if (const LineRow* row = lineAt(index))
        return nameOfLine(row->line);
    const GroupRow* group = groupAt(index);
    return group ? translated(groupName(group->group, m_serves)) : tr("Total");
}

QString LedgerModel::share(Bytes bytes) const
{
    return m_format.locale().toString(100 * Part{bytes, m_total}.share(), 'f', 1)
        + QStringLiteral("\u00A0%");
}

QString LedgerModel::explanation(const QModelIndex& index) const
{
    if (const LineRow* row = lineAt(index))
        return calculationOf(*row);
    const GroupRow* group = groupAt(index);
    return group ? meaningOf(group->group) : balance();
}

QString LedgerModel::calculationOf(const LineRow& row) const
{
    const Line& line = row.line;
    if (line.place != Place::Gpu)
        return (line.place == Place::Disk ? tr("%1: %2 on NVMe")
                    : line.place == Place::Host
                    ? tr("%1: %2 in the host's memory")
                    : tr("%1: %2 in the host's memory, of the first rank alone"))
            .arg(calculation(line, line.count, m_format), m_format.withUnit(line.bytes, 2));
    if (row.bytes > 0 || line.bytes == 0)
        return calculation(line, row.copies, m_format);
    const Moment moment = fullestMoment(line);
    const std::int64_t copies = Answer::copiesAt(line, moment);
    return tr("%1: %2 at %3, not at the peak")
        .arg(calculation(line, copies, m_format),
             m_format.withUnit(bounded::times(line.each, copies), 2),
             withinSentence(momentName(moment)));
}

QString LedgerModel::meaningOf(Group group) const
{
    if (m_generates && group == Group::Activations)
        return tr("What forward passes keep, and the engine's keys and values");
    return translated(groupMeaning(group, m_serves));
}

/// "30.60 GiB free, capacity 79.65"
QString LedgerModel::balance() const
{
    const QString capacity = m_format.number(m_capacity, 2);
    const Bytes free = m_format.left(m_capacity, m_total, 2);
    return m_total <= m_capacity
        ? tr("%1 free, capacity %2").arg(m_format.withUnit(free, 2), capacity)
        : tr("%1 over, capacity %2").arg(m_format.withUnit(-free, 2), capacity);
}

QString LedgerModel::toolTip(const QModelIndex& index) const
{
    QStringList said{name(index)};
    if (const LineRow* row = lineAt(index)) {
        const Line& line = row->line;
        if (!line.shape.empty())
            said << tr("Shape %1").arg(text(line.shape));
        said << explanation(index);
        if (!line.source.empty())
            said << tr("Source: %1").arg(text(line.source));
    } else {
        said << explanation(index);
    }
    said << tr("%1 bytes").arg(m_format.count(bytesAt(index)));
    return tip(said.join(QLatin1Char('\n')));
}

QString LedgerModel::accessibleText(const QModelIndex& index) const
{
    switch (index.column()) {
    case Component:
        return isAbsent(index) ? tr("%1, not at the peak").arg(name(index)) : name(index);
    case Size:
        return m_format.withUnit(bytesAt(index), 2);
    case RawBytes:
        return tr("%1 bytes").arg(m_format.count(bytesAt(index)));
    case Share:
        return tr("%1 of the total").arg(share(bytesAt(index)));
    case Step:
    case TensorShape:
        return shownText(index);
    default:
        return explanation(index);
    }
}

QString LedgerModel::shownText(const QModelIndex& index) const
{
    if (index.column() == Component)
        return name(index);
    if (index.column() == Formula)
        return explanation(index);
    if (index.column() == Step || index.column() == TensorShape) {
        const LineRow* row = lineAt(index);
        if (!row)
            return {};
        return index.column() == Step ? stepOf(row->line) : text(row->line.shape);
    }
    if (isAbsent(index))
        return QString(QChar(noNumber));
    if (index.column() == Size)
        return m_format.whereUnitIsSaid(bytesAt(index), 2);
    return index.column() == RawBytes ? m_format.count(bytesAt(index)) : share(bytesAt(index));
}

QString LedgerModel::keyOf(const QModelIndex& index) const
{
    if (isTotal(index))
        return QStringLiteral("total");
    QString group = QString::number(static_cast<int>(groupAt(index)->group));
    const LineRow* row = lineAt(index);
    if (!row)
        return group;
    const auto& role = row->line.role;
    return group + QLatin1Char('/')
        + (role ? text(std::string(nameOf(*role))) + QLatin1Char('.') : QString())
        + text(row->line.id);
}

LedgerModel::Kind LedgerModel::kindOf(const QModelIndex& index) const
{
    return lineAt(index) ? Kind::Line : isTotal(index) ? Kind::Total : Kind::Group;
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return shownText(index);
    case Qt::TextAlignmentRole:
        return LedgerTree::hasWords(index.column())
            ? QVariant(Qt::AlignLeading | Qt::AlignVCenter)
            : QVariant(Qt::AlignTrailing | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTip(index);
    case Qt::AccessibleTextRole:
        return accessibleText(index);
    case LedgerTree::KindRole:
        return static_cast<int>(kindOf(index));
    case LedgerTree::GroupRole:
        return isTotal(index) ? QVariant() : static_cast<int>(groupAt(index)->group);
    case LedgerTree::KeyRole:
        return keyOf(index);
    case LedgerTree::ShareRole:
        return Part{bytesAt(index), m_total}.share();
    case LedgerTree::AbsentRole:
        return isAbsent(index);
    default:
        return {};
    }
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == Size || section == RawBytes
            ? QVariant(Qt::AlignTrailing | Qt::AlignVCenter)
            : QVariant(Qt::AlignLeading | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Formula)
        return tip(tr("Bytes of one tensor. s tokens, b sequences, h hidden size, L layers; all "
                      "letters are in the help's glossary."));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Component:
        return tr("Component");
    case Size:
        return tr("%1 per GPU", "the unit of memory, GiB or GB").arg(m_format.unitName());
    case RawBytes:
        return tr("Bytes");
    case Share:
        return tr("Share");
    case Formula:
        return tr("What it is, or its formula with the values");
    case Step:
        return tr("Step");
    case TensorShape:
        return tr("Shape");
    default:
        return {};
    }
}

} // namespace highwater
