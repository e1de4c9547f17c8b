// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {

namespace {

constexpr std::array narrowFormats{Precision::Fp8BlockMixed, Precision::Mxfp8Mixed,
                                   Precision::Nvfp4Mixed};

} // namespace

constinit const Profile plain{.framework = Framework::Plain,
                              .source = "",
                              .abilities = {.schedules = {},
                                            .disk = true,
                                            .leastZeroOfParts = 0,
                                            .offloadsSomeLayers = true,
                                            .offloadsModules = true,
                                            .recomputeMethods = {},
                                            .recomputesParts = true,
                                            .scaledBlocks = narrowFormats,
                                            .narrowParameters = true,
                                            .tilesMlp = true,
                                            .stepsInBackward = true,
                                            .narrowMoments = true,
                                            .narrowMasters = true},
                              .selective = Selective::Operators,
                              .isTuned = true,
                              .logits = plainLogits,
                              .chunkedLogits = plainChunks};

} // namespace highwater::frameworks
