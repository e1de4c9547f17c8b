// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace highwater {

/// Properties of a card of NVIDIA's that CUDA tells, beside its memory.
struct CudaCard
{
    std::string_view id; ///< of the catalogue
    int major = 0, minor = 0; ///< of the compute capability
    int processors = 0;
    std::string_view driverName; ///< empty: that of the catalogue

    bool isAtLeast(int majorWanted, int minorWanted = 0) const
    {
        return major != majorWanted ? major > majorWanted : minor >= minorWanted;
    }
};

/// Null for a card whose compute capability is not known, or that has none.
const CudaCard* cudaCard(std::string_view id);

} // namespace highwater
