// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rehearsal/elf_reader.h"
#include "core/rehearsal/python_environment.h"

#include <cstddef>
#include <string>
#include <vector>

namespace highwater {

/// The libraries of an environment that want something of CUDA's.
struct CudaBinaries
{
    std::vector<ElfFile> files; ///< those of PyTorch first
    std::size_t seen = 0; ///< shared objects that were looked at
    bool all = true; ///< false: the environment has more than are looked at
};

/// PyTorch's own libraries and every extension module of the environment. A problem where PyTorch
/// has none that wants CUDA.
Result<CudaBinaries> cudaBinaries(const PythonEnvironment& environment);

/// Writes a stand-in for each library of CUDA's into a folder, and a copy of the library of the
/// device. The answer is what LD_PRELOAD has to say.
Result<std::string> writeStandIns(const CudaBinaries& binaries, const std::string& deviceLibrary,
                                  const std::string& folder);

} // namespace highwater
