// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/table_look.h"

#include "ui/base/font_points.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionViewItem>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace highwater {

QFont fixedFont()
{
    QFont font; // of which only the family is set, so that the size follows that of all letters
    font.setFamily(QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    return font;
}

int heightFor(int designed, const QFontMetrics& metrics)
{
    return std::max(designed, metrics.height() + 8);
}

int paintSwatch(QPainter& painter, const QRect& cell, Group group)
{
    const Theme& theme = currentTheme();
    const QRect box(cell.left(), cell.top() + (cell.height() - swatch) / 2, swatch, swatch);
    painter.fillRect(box, theme.edge(group));
    painter.fillRect(box.adjusted(1, 1, -1, -1), theme.fill(group));
    return box.right() + 1;
}

void paintCellText(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   const QRect& room)
{
    const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
    painter.drawText(QStyle::visualRect(option.direction, option.rect, room),
                     static_cast<int>(QStyle::visualAlignment(option.direction, alignment)),
                     painter.fontMetrics().elidedText(index.data().toString(), option.textElideMode,
                                                      room.width()));
}

QFont numberFont(const QFont& font)
{
    const auto equal = [](const QFont& candidate) {
        const QFontMetricsF metrics(candidate);
        const double zero = metrics.horizontalAdvance(QLatin1Char('0'));
        for (char digit = '1'; digit <= '9'; ++digit)
            if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - zero) > 0.01)
                return false;
        return true;
    };
    if (equal(font))
        return font;
    QFont other = font;
    for (const char* family : {"Noto Sans", "DejaVu Sans", "Helvetica Neue"}) {
        other.setFamily(QString::fromLatin1(family));
        if (QFontDatabase::hasFamily(other.family()) && equal(other))
            return other;
    }
    other.setFamily(QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    return other;
}

TableHead::TableHead(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setSectionsMovable(false);
    setStretchLastSection(true);
    setMinimumSectionSize(40);
    connect(this, &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (m_pressed)
            m_byHand.insert(section, size);
    });
}

QSize TableHead::sizeHint() const
{
    const int oneLine = heightFor(26, fontMetrics());
    return {QHeaderView::sizeHint().width(),
            m_twoLines ? oneLine + fontMetrics().lineSpacing() : oneLine};
}

void TableHead::setWidthsName(const QString& name)
{
    if (name == m_name)
        return;
    m_name = name;
    m_byHand.clear();
    constexpr int widest = 4000;
    for (const QString& width : settings::columnWidths.value(name)) {
        bool isSection = false, isWidth = false;
        const int section = width.section(u'=', 0, 0).toInt(&isSection);
        const int wanted = width.section(u'=', 1).toInt(&isWidth);
        if (isSection && isWidth && section >= 0 && wanted >= minimumSectionSize()
            && wanted <= widest)
            m_byHand.insert(section, wanted);
    }
}

void TableHead::fitSection(int section, int width)
{
    if (const int wanted = widthOf(section, width); wanted != sectionSize(section))
        resizeSection(section, wanted);
}

void TableHead::store() const
{
    QStringList widths;
    for (auto each = m_byHand.begin(); each != m_byHand.end(); ++each)
        widths << QStringLiteral("%1=%2").arg(each.key()).arg(each.value());
    settings::columnWidths.store(widths, m_name);
}

void TableHead::mousePressEvent(QMouseEvent* event)
{
    m_pressed = true;
    QHeaderView::mousePressEvent(event);
}

void TableHead::mouseReleaseEvent(QMouseEvent* event)
{
    QHeaderView::mouseReleaseEvent(event);
    if (std::exchange(m_pressed, false) && !m_name.isEmpty())
        store();
}

/// A double click on the edge of a column gives it the width that its view chooses.
void TableHead::mouseDoubleClickEvent(QMouseEvent* event)
{
    constexpr int reach = 5; // px on both sides of an edge
    const int x = event->position().toPoint().x();
    const int section = logicalIndexAt(std::max(0, x - reach));
    if (section != logicalIndexAt(x + reach) && m_byHand.remove(section)) {
        if (!m_name.isEmpty())
            store();
        emit sectionHandleDoubleClicked(section);
    }
    QHeaderView::mouseDoubleClickEvent(event);
}

QString TableHead::nameOf(int section) const
{
    return model()->headerData(section, orientation()).toString();
}

void TableHead::fitLines()
{
    const QFontMetrics metrics(nameFont());
    bool two = false;
    for (int section = 0; section < count() && !two; ++section) {
        const int whole = metrics.horizontalAdvance(nameOf(section));
        two = !isSectionHidden(section) && whole > sectionSize(section) - 2 * inset()
            && twoLineWidth(section) < whole;
    }
    if (two == m_twoLines)
        return;
    m_twoLines = two;
    updateGeometry();
    viewport()->update();
}

void TableHead::setInset(int inset, double smaller)
{
    if (inset == m_inset && smaller == m_smaller)
        return;
    m_inset = inset;
    m_smaller = smaller;
    viewport()->update();
}

QFont TableHead::nameFont() const
{
    return smallerBy(demiBold(font()), m_smaller);
}

namespace {

/// A name, broken at the space that makes its two lines shortest, and the width of these lines.
/// "GPU 小时" does not
/// break within the second word, where Qt would.
std::pair<QString, int> twoLines(const QString& name, const QFontMetrics& metrics)
{
    std::pair<QString, int> best{name, metrics.horizontalAdvance(name)};
    for (qsizetype space = name.indexOf(u' '); space >= 0; space = name.indexOf(u' ', space + 1)) {
        const QString first = name.left(space), second = name.mid(space + 1);
        const int width
            = std::max(metrics.horizontalAdvance(first), metrics.horizontalAdvance(second));
        if (width < best.second)
            best = {first + QLatin1Char('\n') + second, width};
    }
    return best;
}

} // namespace

int TableHead::twoLineWidth(int section) const
{
    return twoLines(nameOf(section), QFontMetrics(nameFont())).second;
}

void TableHead::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Theme& theme = currentTheme();
    painter->fillRect(rect, theme.tableHead);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.hairline);
    if (visualIndex(section) + 1 < count())
        painter->fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), theme.hairline);
    painter->setFont(nameFont());
    painter->setPen(theme.text);
    const QRect room = rect.adjusted(inset(), 0, -inset(), 0);
    const auto alignment
        = model()->headerData(section, orientation(), Qt::TextAlignmentRole).value<Qt::Alignment>();
    if (isSortIndicatorShown() && sortIndicatorSection() == section) {
        // At the end of the cell where no text is.
        const bool atStart = alignment.testFlag(Qt::AlignTrailing) != isRightToLeft();
        const double x = atStart ? rect.left() + 6 : rect.right() - 6;
        const double up = sortIndicatorOrder() == Qt::AscendingOrder ? 1 : -1;
        const std::array arrow{QPointF(x - 3.5, rect.center().y() + 2 * up),
                               QPointF(x + 3.5, rect.center().y() + 2 * up),
                               QPointF(x, rect.center().y() - 2 * up)};
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.accent);
        painter->drawPolygon(arrow.data(), static_cast<int>(arrow.size()));
        painter->restore();
    }
    const int side = static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment));
    const QString name = nameOf(section);
    if (m_twoLines && painter->fontMetrics().horizontalAdvance(name) > room.width()
        && twoLineWidth(section) <= room.width())
        painter->drawText(room, side, twoLines(name, painter->fontMetrics()).first);
    else
        painter->drawText(room, side,
                          painter->fontMetrics().elidedText(name, Qt::ElideRight, room.width()));
}

TableNote::TableNote(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    hide();
}

void TableNote::say(const QString& text)
{
    setText(text);
    setVisible(!text.isEmpty());
}

QSize TableNote::sizeHint() const
{
    return {0, heightFor(26, fontMetrics())};
}

void TableNote::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(currentTheme().muted);
    const QRect room = rect().adjusted(16, 0, -16, 0);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, room.width());
    painter.drawText(room, static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), shown);
}

bool TableNote::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const bool whole = fontMetrics().horizontalAdvance(text()) <= width() - 32;
        setToolTip(whole ? QString() : text());
    }
    return QLabel::event(event);
}

} // namespace highwater
