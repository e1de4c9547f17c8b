// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QHBoxLayout;

namespace highwater {

/// Check boxes that show and hide the bands of the context chart; at least one stays on.
class LegendRow : public QWidget
{
    Q_OBJECT

public:
    explicit LegendRow(const QString& objectName, QWidget* parent = nullptr);

    void setShown(const std::array<bool, groupCount>& shown);
    /// Bands that a method has none of are left out of the row.
    void setPresent(const std::array<bool, groupCount>& present);
    void retranslate();
    QHBoxLayout* row() { return m_row; } ///< for what stands at its right

signals:
    void shownChanged(const std::array<bool, highwater::groupCount>& shown);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Names { Full, Short, None };
    void setNames(Names names);
    void fit();
    void paintSwatches();
    void clicked(std::size_t group);

    QHBoxLayout* m_row;
    std::array<QCheckBox*, groupCount> m_boxes{};
};

} // namespace highwater
