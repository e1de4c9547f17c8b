// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/term.h"

#include <QFont>
#include <QHeaderView>
#include <QLabel>

class QFontMetrics;
class QPainter;

namespace highwater {

/// The common look of the window's tables: flat heads, digits of one width, one line of remarks.

constexpr int cellInset = 10; ///< of the text from the edges of its cell
constexpr int swatch = 11;
constexpr int swatchGap = 8;

/// A group's colour at the leading end of a cell; returns where it ends.
int paintSwatch(QPainter& painter, const QRect& cell, Group group);

/// The given height, or more where the font needs more.
int heightFor(int designed, const QFontMetrics& metrics);

/// The font itself where its digits are equally wide, else the first known font with such digits.
QFont numberFont(const QFont& font);

/// A flat head with a hairline after each column, where the style would draw buttons.
class TableHead : public QHeaderView
{
public:
    explicit TableHead(QWidget* parent);
    QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

/// One line of text that ends in "…" where it is too long; its tooltip then shows the whole text.
class TableNote : public QLabel
{
public:
    explicit TableNote(QWidget* parent);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent* event) override;
};

} // namespace highwater
