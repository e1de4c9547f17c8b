// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/layout_list.h"
#include "ui/base/memory_format.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace highwater {

/// The ticks of a list of layouts in one row, each with the number of layouts that it leaves.
class TickRow : public QWidget
{
    Q_OBJECT

public:
    explicit TickRow(QWidget* parent = nullptr);

    LayoutTicks ticks() const;
    void showCounts(const TickCounts& counts, const MemoryFormat& format);
    /// Before the first answer.
    void clearCounts();
    /// Whether the run has a length, and a price: only then can it be limited.
    void setLimits(bool days, bool price);
    void drop(LayoutTick tick);
    QString nameOfTick(LayoutTick tick) const;
    void retranslate();

signals:
    void changed();

private:
    QCheckBox* boxOf(LayoutTick tick) const { return m_boxes[static_cast<std::size_t>(tick)]; }
    void showTexts();

    std::array<QCheckBox*, enumCount<LayoutTick>> m_boxes{};
    std::array<QString, enumCount<LayoutTick>> m_counts;
    QLineEdit* m_days;
    QLineEdit* m_price;
    QLabel* m_daysUnit;
    QLabel* m_priceUnit;
};

} // namespace highwater
