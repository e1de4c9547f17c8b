// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {

constinit const Profile plain{.framework = Framework::Plain,
                              .source = "",
                              .abilities = {.schedules = {},
                                            .disk = true,
                                            .leastZeroOfParts = 0,
                                            .offloadsSomeLayers = true,
                                            .recomputeMethods = {},
                                            .recomputesParts = true,
                                            .stepsInBackward = true,
                                            .narrowMoments = true,
                                            .narrowMasters = true},
                              .selective = Selective::Operators,
                              .isTuned = true,
                              .logits = plainLogits,
                              .chunkedLogits = plainChunks};

} // namespace highwater::frameworks
