// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/ledger_model.h"

#include "core/answer/group_words.h"
#include "ui/base/words.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <ranges>

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

std::size_t fullestMoment(const Line& line)
{
    const auto most = std::ranges::max_element(line.live);
    return static_cast<std::size_t>(most - line.live.begin());
}

QString csvField(QString field)
{
    if (!field.contains(QLatin1Char(',')) && !field.contains(QLatin1Char('"')))
        return field;
    field.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + field + QLatin1Char('"');
}

/// The columns that a text takes where letters have equal widths: those of Chinese are double.
int displayWidth(const QString& string)
{
    int width = 0;
    for (const QChar letter : string)
        width += letter.unicode() >= 0x2E80 && !letter.isLowSurrogate() ? 2 : 1;
    return width;
}

} // namespace

bool LedgerModel::Entry::operator==(const Entry& other) const
{
    return bytes == other.bytes && copies == other.copies && line.count == other.line.count
        && line.each == other.line.each && line.live == other.line.live
        && line.label == other.line.label && line.formula == other.line.formula
        && line.numbers == other.line.numbers && line.shape == other.line.shape
        && line.source == other.line.source;
}

LedgerModel::LedgerModel(QObject* parent)
    : QAbstractItemModel(parent)
{ }

void LedgerModel::show(const Answer& answer, Bytes capacity)
{
    std::vector<GroupRow> groups;
    for (std::size_t i = 0; i < groupCount; ++i) {
        const auto group = static_cast<Group>(i);
        GroupRow row{group, answer.totals.perGpu[group], {}};
        for (const Line& line : answer.ledger) {
            if (line.group != group)
                continue;
            const std::int64_t copies = answer.copiesAtPeak(line);
            row.entries.push_back({line, copies, times(line.each, copies)});
        }
        if (row.bytes > 0 || !row.entries.empty())
            groups.push_back(std::move(row));
    }

    const auto sameEntry
        = [](const Entry& left, const Entry& right) { return left.line.id == right.line.id; };
    const auto sameGroup = [&](const GroupRow& left, const GroupRow& right) {
        return left.group == right.group
            && std::ranges::equal(left.entries, right.entries, sameEntry);
    };
    if (m_empty || !std::ranges::equal(m_groups, groups, sameGroup)) {
        beginResetModel();
        m_groups = std::move(groups);
        m_total = answer.totals.total;
        m_capacity = capacity;
        m_empty = false;
        endResetModel();
        return;
    }

    struct Span
    {
        std::size_t first, last;
    };
    std::vector<Span> spans;
    bool groupsChanged = m_total != answer.totals.total || m_capacity != capacity;
    const bool sharesChanged = m_total != answer.totals.total;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::vector<Entry>& now = groups[i].entries;
        const std::vector<Entry>& before = m_groups[i].entries;
        groupsChanged |= groups[i].bytes != m_groups[i].bytes;
        Span span{now.size(), 0};
        for (std::size_t row = 0; row < now.size(); ++row)
            if (sharesChanged || now[row] != before[row])
                span = {std::min(span.first, row), row};
        spans.push_back(span);
    }
    m_groups = std::move(groups);
    m_total = answer.totals.total;
    m_capacity = capacity;
    if (groupsChanged)
        changed(0, rowCount() - 1, {});
    for (std::size_t i = 0; i < spans.size(); ++i)
        if (spans[i].first <= spans[i].last)
            changed(static_cast<int>(spans[i].first), static_cast<int>(spans[i].last),
                    index(static_cast<int>(i), Component));
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
    emit dataChanged(index(first, Component, parent), index(last, Formula, parent));
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

// Lines carry the number of their group's row plus one; rows at the top carry zero.
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
    return static_cast<int>(groupAt(parent)->entries.size());
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

const LedgerModel::Entry* LedgerModel::entryAt(const QModelIndex& index) const
{
    if (index.internalId() == 0)
        return nullptr;
    return &groupAt(index)->entries[static_cast<std::size_t>(index.row())];
}

Bytes LedgerModel::bytesAt(const QModelIndex& index) const
{
    if (const Entry* entry = entryAt(index))
        return entry->bytes;
    const GroupRow* group = groupAt(index);
    return group ? group->bytes : m_total;
}

bool LedgerModel::isAway(const QModelIndex& index) const
{
    return !isTotal(index) && bytesAt(index) == 0;
}

QString LedgerModel::name(const QModelIndex& index) const
{
    if (const Entry* entry = entryAt(index))
        return translated(entry->line.label);
    const GroupRow* group = groupAt(index);
    return group ? translated(groupName(group->group)) : tr("Total");
}

QString LedgerModel::share(Bytes bytes) const
{
    const double part = m_total > 0 ? static_cast<double>(bytes) / static_cast<double>(m_total) : 0;
    return m_format.locale().toString(100 * part, 'f', 1) + QStringLiteral("\u00A0%");
}

QString LedgerModel::explanation(const QModelIndex& index) const
{
    if (const Entry* entry = entryAt(index)) {
        const Line& line = entry->line;
        if (line.place != Place::Gpu)
            return (line.place == Place::Host ? tr("%1: %2 in the host's memory")
                                              : tr("%1: %2 on NVMe"))
                .arg(calculation(line, line.count, m_format), m_format.withUnit(line.bytes, 2));
        if (entry->bytes > 0 || line.bytes == 0)
            return calculation(line, entry->copies, m_format);
        const std::size_t moment = fullestMoment(line);
        return tr("%1: %2 at %3, not at the peak")
            .arg(calculation(line, line.live[moment], m_format),
                 m_format.withUnit(times(line.each, line.live[moment]), 2),
                 translated(momentName(static_cast<Moment>(moment))));
    }
    const GroupRow* group = groupAt(index);
    if (!group) {
        const QString capacity = m_format.number(m_capacity, 2);
        const Bytes free = m_capacity - m_total;
        return free >= 0 ? tr("%1 free, capacity %2").arg(m_format.withUnit(free, 2), capacity)
                         : tr("%1 over, capacity %2").arg(m_format.withUnit(-free, 2), capacity);
    }
    switch (group->group) {
    case Group::Parameters:
        return tr("The weights that this GPU holds");
    case Group::Gradients:
        return tr("What the backward pass adds up for each weight");
    case Group::Optimizer:
        return tr("What the optimizer keeps from step to step");
    case Group::Activations:
        return tr("What the forward pass keeps for the backward pass");
    case Group::Temporary:
        return tr("Logits, gathered weights, gradients at work");
    case Group::Overhead:
        return tr("Driver context, communicators, allocator losses");
    }
    return {};
}

QString LedgerModel::toolTip(const QModelIndex& index) const
{
    QStringList said{name(index)};
    if (const Entry* entry = entryAt(index)) {
        const Line& line = entry->line;
        if (!line.shape.empty())
            said << tr("Shape %1").arg(text(line.shape));
        said << explanation(index);
        if (!line.source.empty())
            said << tr("Source: %1").arg(text(line.source));
    } else {
        said << explanation(index);
    }
    said << tr("%1 bytes").arg(m_format.count(bytesAt(index)));
    return said.join(QLatin1Char('\n'));
}

QString LedgerModel::accessibleText(const QModelIndex& index) const
{
    switch (index.column()) {
    case Component:
        return isAway(index) ? tr("%1, not at the peak").arg(name(index)) : name(index);
    case Size:
        return m_format.withUnit(bytesAt(index), 2);
    case RawBytes:
        return tr("%1 bytes").arg(m_format.count(bytesAt(index)));
    case Share:
        return tr("%1 of the total").arg(share(bytesAt(index)));
    default:
        return explanation(index);
    }
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Component:
            return name(index);
        case Formula:
            return explanation(index);
        default:
            break;
        }
        if (isAway(index))
            return QString(QChar(noNumber));
        if (index.column() == Size)
            return m_format.whereUnitIsSaid(bytesAt(index), 2);
        return index.column() == RawBytes ? m_format.count(bytesAt(index)) : share(bytesAt(index));
    case Qt::TextAlignmentRole:
        return index.column() == Component || index.column() == Formula
            ? QVariant(Qt::AlignLeading | Qt::AlignVCenter)
            : QVariant(Qt::AlignTrailing | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTip(index);
    case Qt::AccessibleTextRole:
        return accessibleText(index);
    case KindRole:
        return static_cast<int>(entryAt(index)       ? Kind::Line
                                    : groupAt(index) ? Kind::Group
                                                     : Kind::Total);
    case GroupRole:
        return isTotal(index) ? QVariant() : static_cast<int>(groupAt(index)->group);
    case KeyRole: {
        if (isTotal(index))
            return QStringLiteral("total");
        const QString group = QString::number(static_cast<int>(groupAt(index)->group));
        const Entry* entry = entryAt(index);
        return entry ? group + QLatin1Char('/') + text(entry->line.id) : group;
    }
    case ShareRole:
        return m_total > 0 ? static_cast<double>(bytesAt(index)) / static_cast<double>(m_total)
                           : 0.0;
    case AwayRole:
        return isAway(index);
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
        return tr("s tokens, b sequences, L layers, h hidden width, a heads, q, kv and o widths of "
                  "queries, keys and attention's output, f feed-forward width, v vocabulary, t and "
                  "c tensor and context ranks, S shards, P parameters of one rank; all letters are "
                  "under Help");
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
        return tr("Formula with the values put in");
    default:
        return {};
    }
}

template <class Visit> void LedgerModel::forEachRow(Visit visit) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex top = index(row, Component);
        visit(top);
        for (int line = 0; line < rowCount(top); ++line)
            visit(index(line, Component, top));
    }
}

QString LedgerModel::asText() const
{
    std::vector<QStringList> rows(1);
    for (int column = 0; column < columns; ++column)
        rows[0] << headerData(column, Qt::Horizontal).toString();
    forEachRow([&](const QModelIndex& row) {
        QStringList cells;
        for (int column = 0; column < columns; ++column)
            cells << row.siblingAtColumn(column).data().toString();
        if (entryAt(row))
            cells[Component].prepend(QStringLiteral("  "));
        rows.push_back(std::move(cells));
    });

    std::array<int, columns> widths{};
    for (const QStringList& cells : rows)
        for (int column = 0; column < columns; ++column) {
            int& width = widths[static_cast<std::size_t>(column)];
            width = std::max(width, displayWidth(cells[column]));
        }
    QString all;
    for (const QStringList& cells : rows) {
        QString said;
        for (int column = 0; column < columns; ++column) {
            const QString& cell = cells[column];
            const int missing = widths[static_cast<std::size_t>(column)] - displayWidth(cell);
            const QString space(missing, QLatin1Char(' '));
            const bool left = column == Component || column == Formula;
            if (column > 0)
                said += QStringLiteral("  ");
            said += left ? cell + space : space + cell;
        }
        while (said.endsWith(QLatin1Char(' ')))
            said.chop(1);
        all += said + QLatin1Char('\n');
    }
    return all.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

QString LedgerModel::asCsv() const
{
    const auto joined = [](QStringList fields) {
        for (QString& field : fields)
            field = csvField(field);
        return QString(fields.join(QLatin1Char(',')) + QLatin1Char('\n'));
    };
    QString all
        = joined({tr("Level"), tr("Group"), tr("Component"), tr("Bytes per GPU at the peak"),
                  tr("Bytes of one"), tr("Copies at the peak"), tr("Shape"), tr("Formula"),
                  tr("With numbers"), tr("Source"), tr("Place")});
    const auto number = [](std::int64_t value) { return QString::number(value); };
    forEachRow([&](const QModelIndex& row) {
        const QString bytes = number(bytesAt(row));
        const GroupRow* group = groupAt(row);
        const QString groupText = group ? translated(groupName(group->group)) : QString();
        if (const Entry* entry = entryAt(row)) {
            const Line& line = entry->line;
            all += joined({QStringLiteral("line"), groupText, name(row), bytes, number(line.each),
                           number(entry->copies), text(line.shape), text(line.formula),
                           text(line.numbers), text(line.source),
                           QString::fromLatin1(nameOf(line.place).data())});
        } else {
            const QString level = group ? QStringLiteral("group") : QStringLiteral("total");
            all += joined({level, groupText, name(row), bytes, {}, {}, {}, {}, {}, {}, {}});
        }
    });
    return all;
}

} // namespace highwater
