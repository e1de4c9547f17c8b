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

/// How the window's tables look: flat heads, numbers in figures of one width, one line of remarks.

constexpr int cellInset = 10; ///< of text in a cell
constexpr int swatch = 11;
constexpr int swatchGap = 8;

/// A group's colour at the leading end of a cell; returns where it ends.
int paintSwatch(QPainter& painter, const QRect& cell, Group group);

/// A height of the design, or more where the font asks for it.
int heightFor(int designed, const QFontMetrics& metrics);

/// The font itself where its digits are equally wide, else the first usual one that has such.
QFont numberFont(const QFont& font);

/// Flat, with a hairline after each section: a style would draw buttons.
class TableHead : public QHeaderView
{
public:
    explicit TableHead(QWidget* parent);
    QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

/// One line that ends in "…" where the room does; the whole is its tooltip then.
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
