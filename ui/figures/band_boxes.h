// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"

#include <QCheckBox>
#include <QObject>

#include <array>
#include <string>

class QAction;

namespace highwater {

/// A check box and an action for each band of a figure, which show or hide the band; at least one
/// stays on. The owner places the boxes.
class BandBoxes : public QObject
{
    Q_OBJECT

public:
    using Box = QCheckBox* (*)(QWidget* parent);
    /// `make` makes the boxes, whose parent is the owner.
    BandBoxes(const QString& objectName, QWidget* owner, Box make);

    QCheckBox& box(std::size_t band) const { return *m_boxes[band]; }
    QAction& action(std::size_t band) const { return *m_actions[band]; }
    QList<QAction*> actions() const; ///< the boxes, for a menu
    void setShown(const std::array<bool, groupCount>& shown);
    /// Sets the names for a plan that generates text.
    void setServes(bool serves) { m_serves = serves; }
    bool serves() const { return m_serves; }
    using Names = std::array<std::string, groupCount>;
    const Names& names() const { return m_names; } ///< of the bands, in the window's language
    /// Names the boxes; their texts only where the owner wants to see these.
    void retranslate(bool texts);

signals:
    void shownChanged(const std::array<bool, highwater::groupCount>& shown);

private:
    void clicked(std::size_t band);

    std::array<QCheckBox*, groupCount> m_boxes{};
    std::array<QAction*, groupCount> m_actions{};
    Names m_names;
    bool m_serves = false;
};

} // namespace highwater
