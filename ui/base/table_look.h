// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/term.h"

#include <QFont>
#include <QHash>
#include <QHeaderView>
#include <QLabel>

class QFontMetrics;
class QModelIndex;
class QPainter;
class QStyleOptionViewItem;

namespace highwater {

/// The common look of the window's tables: flat heads, digits of one width, one line of remarks.

constexpr int cellInset = 10; ///< of the text from the edges of its cell
constexpr int cellSlack = 4; ///< added so that rounding cuts no text
constexpr int swatch = 11;
constexpr int swatchGap = 8;

/// A group's colour at the leading end of a cell; returns the x at which the colour ends.
int paintSwatch(QPainter& painter, const QRect& cell, Group group);

/// Writes the text of a cell within the room, elided. The room is that of a window that reads from
/// left to right; where the option's direction is the other one, it is mirrored in the cell.
void paintCellText(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   const QRect& room);

/// Letters of one width, in the size of the widget that takes the font.
QFont fixedFont();

/// The given height, or more where the font needs more.
int heightFor(int designed, const QFontMetrics& metrics);

/// The font itself where its digits are equally wide, else the first known font with such digits.
QFont numberFont(const QFont& font);

/// A flat head with a hairline after each column, where the style would draw buttons. A column
/// keeps a width that a person gave it, even in later runs where the head has a name; a double
/// click on the column's edge removes this width.
class TableHead : public QHeaderView
{
public:
    explicit TableHead(QWidget* parent);
    QSize sizeHint() const override;

    /// The name by which widths are kept: the ledger, or the figure whose table is shown.
    void setWidthsName(const QString& name);
    /// Sets the width, unless a person has set one.
    void fitSection(int section, int width);
    /// The width that a person has set, else `width`.
    int widthOf(int section, int width) const { return m_byHand.value(section, width); }
    bool isByHand(int section) const { return m_byHand.contains(section); }
    /// Makes room for two lines where a name needs them and can be broken, that is, has a space.
    void fitLines();
    /// The width of a name when it is broken into two lines.
    int twoLineWidth(int section) const;
    /// For a table of many columns: less space around the names, in a font that is `smaller` by
    /// this many points.
    void setInset(int inset, double smaller = 0);
    int inset() const { return m_inset; }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void store() const;
    QString nameOf(int section) const;

    QString m_name;
    QHash<int, int> m_byHand; ///< widths by section
    QFont nameFont() const;

    int m_inset = cellInset;
    double m_smaller = 0;
    bool m_pressed = false, m_twoLines = false;
};

/// One line of text that ends in "…" where it is too long; its tooltip then shows the whole text.
/// Without a text it takes no room.
class TableNote : public QLabel
{
public:
    explicit TableNote(QWidget* parent);
    void say(const QString& text);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent* event) override;
};

} // namespace highwater
