// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_target_list.h"

#include "ui/base/font_points.h"
#include "ui/base/theme.h"
#include "ui/export/export_choices.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace highwater {
namespace {

constexpr int leastListWidth = 172;

class TargetDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static QFont small(const QFont& font) { return smallerBy(font, 0.5); }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics name(demiBold(option.font)), detail(small(option.font));
        return {2 * pad
                    + std::max(name.horizontalAdvance(index.data().toString()),
                               detail.horizontalAdvance(index.data(Qt::UserRole).toString())),
                std::max(46, name.height() + detail.height() + 10)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = currentTheme();
        const bool selected = option.state & QStyle::State_Selected;
        painter->save();
        painter->fillRect(option.rect, selected ? theme.selectedRow : theme.surface);
        if (selected) {
            QRect bar = option.rect;
            bar.setWidth(3);
            painter->fillRect(QStyle::visualRect(option.direction, option.rect, bar), theme.accent);
        }
        const QFont detail = small(option.font);
        const int lines = painter->fontMetrics().height() + QFontMetrics(detail).height();
        const int spare = (option.rect.height() - lines - gap) / 2;
        const QRect room = option.rect.adjusted(pad, spare, -pad, -spare);
        const auto side
            = static_cast<int>(QStyle::visualAlignment(option.direction, Qt::AlignLeft));
        painter->setFont(demiBold(option.font));
        painter->setPen(theme.text);
        painter->drawText(room, side | Qt::AlignTop, index.data().toString());
        painter->setFont(detail);
        painter->setPen(theme.muted);
        painter->drawText(room, side | Qt::AlignBottom, index.data(Qt::UserRole).toString());
        if (selected && option.state & QStyle::State_HasFocus) {
            painter->setPen(QPen(theme.accent, 2));
            painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
        }
        painter->restore();
    }

private:
    static constexpr int pad = 12;
    static constexpr int gap = 2;
};

} // namespace

ExportTargetList::ExportTargetList(const std::vector<std::pair<QString, QString>>& targets,
                                   QWidget* parent)
    : QListWidget(parent)
{
    setFrameShape(QFrame::NoFrame);
    setItemDelegate(new TargetDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setViewportMargins(0, 8, 0, 8);
    for (const auto& [name, detail] : targets) {
        auto* item = new QListWidgetItem(name, this);
        item->setData(Qt::UserRole, detail);
        item->setData(Qt::AccessibleDescriptionRole, detail);
    }
    setFixedWidth(std::max(leastListWidth, sizeHintForColumn(0)));
}

std::vector<std::pair<QString, QString>> figureTargets()
{
    std::vector<std::pair<QString, QString>> targets;
    targets.reserve(std::size(exportTargets));
    for (const ExportTarget target : exportTargets)
        targets.emplace_back(nameOf(target), detailOf(target));
    return targets;
}

} // namespace highwater
