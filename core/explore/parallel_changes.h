// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <vector>

namespace highwater {

/// Each way to share the model out over the GPUs at hand in more ranks, of as few ranks as make the
/// plan fit; where no number does, of the one that helps most.
std::vector<Change> contextRanks(const Trials& trials);
/// The ways that cut the model up anew: tensor, pipeline and expert ranks.
std::vector<Change> modelRanks(const Trials& trials);

} // namespace highwater
