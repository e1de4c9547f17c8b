// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/idle_shares.h"

#include "core/ledger/fitted.h"

namespace highwater {

IdleShares fittedIdleShares()
{
    const std::int64_t share = fittedValue(Fitted::IdleShare);
    return {share, share, share};
}

} // namespace highwater
