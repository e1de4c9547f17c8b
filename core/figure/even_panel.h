// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

namespace highwater {

/// A panel as a chart of categories wants it, which gives each x the same room whatever its value.
struct EvenPanel
{
    Panel panel;
    std::size_t marksEvery = 1; ///< the first x has a mark, and every so many after it
};

/// The panel at points that are even in powers of two, from its first mark on, or in steps where
/// its axis begins at 0. Points that already are so stay as they are; others are read off between
/// their neighbours. A panel of few cases
/// (\p bars), or one whose xs are not positive and ascending, is left alone.
EvenPanel evenPanel(const Panel& panel, bool bars);

} // namespace highwater
