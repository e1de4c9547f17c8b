// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/layout_table.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace highwater {

/// The selected layout against the plan: a line for each number, with its change.
class LayoutDetails : public QWidget
{
    Q_OBJECT

public:
    explicit LayoutDetails(QWidget* parent = nullptr);

    void show(const QString& name, const std::vector<LayoutFact>& facts);
    /// Before a layout is selected.
    void showHint(const QString& hint);
    QSize sizeHint() const override;

private:
    void setRows(std::size_t count);

    QLabel* m_name;
    QLabel* m_hint;
    QGridLayout* m_grid;
    std::vector<std::array<QLabel*, 3>> m_rows;
};

} // namespace highwater
