// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

namespace highwater {

/// A panel for a chart of categories, which puts equal distances between its points whatever their
/// x.
struct EvenPanel
{
    Panel panel;
    std::size_t marksEvery = 1; ///< the first point has a mark, and then every marksEvery-th
};

/// The panel at points that are evenly spaced in powers of two from its first mark on, or in whole
/// steps where its axis begins at 0. Evenly spaced points stay; others are interpolated. A panel
/// whose values go in steps (Panel::step) has its marks alone. A panel of bars (\p bars), or of xs
/// that are not positive and ascending, is returned unchanged.
EvenPanel evenPanel(const Panel& panel, bool bars);

/// The panel for a chart of categories that shapes are laid over: each point stands where the
/// panel's axis has it, from one end of the axis to the other. A panel whose points do so already,
/// one of bars (\p bars) or of one point is returned unchanged.
EvenPanel alignedPanel(const Panel& panel, bool bars);

} // namespace highwater
