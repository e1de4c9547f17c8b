// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {

constinit const Profile plain{.framework = Framework::Plain,
                              .source = "",
                              .abilities = {.disk = true},
                              .selective = Selective::Operators,
                              .logits = plainLogits,
                              .chunkedLogits = plainChunks};

} // namespace highwater::frameworks
