// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/overhead.h"

namespace highwater {

OverheadSizes overheadSizes(Overhead level, const Profile& profile)
{
    constexpr Bytes mib = 1 << 20;
    // Two workspaces of 8.125 MiB are what cuBLAS allocates on a Hopper card, seen to the byte in
    // Liger's measurements. Context and communicators are what readings of nvidia-smi show over
    // the allocator's own count; the allocator's part is the reserved over the allocated memory
    // of the measured runs, 2 to 5 %.
    constexpr Bytes workspace = 2 * 8 * mib + mib / 4;
    switch (level) {
    case Overhead::None:
        return {0, 0, 0, 0};
    case Overhead::Low:
        return {450 * mib, workspace, 200 * mib, profile.slack[0]};
    case Overhead::Expected:
        return {600 * mib, workspace, 400 * mib, profile.slack[1]};
    case Overhead::High:
        return {1200 * mib, workspace, 1000 * mib, profile.slack[2]};
    }
    return {};
}

} // namespace highwater
