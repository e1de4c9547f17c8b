// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/key_path.h"
#include "core/plan/text.h"

namespace highwater {

/// A key that moves a kind of tensors off the GPU, and the sentence for each place.
struct OffloadWords
{
    KeyPath key;
    const char* onGpu;
    const char* onHost;
    const char* onDisk; ///< null where a disk cannot hold them
};

inline constexpr OffloadWords optimizerOffload{
    "layout.offload_optimizer", HW_TR("core", "Optimizer state on the GPU"),
    HW_TR("core", "Offload the optimizer"), HW_TR("core", "Optimizer state on disk")};
inline constexpr OffloadWords parametersOffload{
    "layout.offload_parameters", HW_TR("core", "Parameters on the GPU"),
    HW_TR("core", "Offload the parameters"), HW_TR("core", "Parameters on disk")};
inline constexpr OffloadWords activationsOffload{"layout.offload_activations",
                                                 HW_TR("core", "Activations on the GPU"),
                                                 HW_TR("core", "Offload the activations"), nullptr};

} // namespace highwater
