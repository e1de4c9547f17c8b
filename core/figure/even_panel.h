// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

namespace highwater {

/// A panel for a chart of categories, which draws its points at equal distances, whatever their x.
struct EvenPanel
{
    Panel panel;
    std::size_t marksEvery = 1; ///< the first point has a mark, and then every marksEvery-th
};

/// The panel with points that are evenly spaced in powers of two from its first mark on, or in
/// whole steps where its axis begins at 0. Points that are evenly spaced already stay; others are
/// interpolated. A panel whose values go in steps (Panel::step) gets points at its marks only. A
/// panel of bars (\p bars), or of xs that are not positive and ascending, is returned unchanged.
EvenPanel evenPanel(const Panel& panel, bool bars);

/// The panel for a chart of categories under shapes: each point is drawn at its place on the
/// panel's axis, from one end of the axis to the other. A panel whose points do so already, one of
/// bars (\p bars) or of one point is returned unchanged.
EvenPanel alignedPanel(const Panel& panel, bool bars);

} // namespace highwater
