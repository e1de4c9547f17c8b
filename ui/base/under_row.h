// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVBoxLayout>
#include <QWidget>

namespace highwater {

/// Lays a page out: a row of controls, and the content below it on the ground of the charts.
inline void layOutUnderRow(QWidget* page, QLayout* row, QWidget* content)
{
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(content, 1);
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
}

} // namespace highwater
