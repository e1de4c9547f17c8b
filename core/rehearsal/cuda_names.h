// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rehearsal/elf_reader.h"
#include "core/rehearsal/stand_in.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// Whether a SONAME is of a library of CUDA's that a rehearsal stands in for: libcudart.so.12,
/// libcudart-9335f6a2.so.11.0.
bool isCudaLibrary(std::string_view soname);

/// Names of the driver and of NVML that a binary looks up while it runs: they stand among its
/// constant strings, and in no table of symbols. `bytes` is the whole file; some of the names may
/// be words that only look like one, which do no harm.
std::vector<WantedName> namesLookedUp(std::string_view bytes);

/// One stand-in for each library of CUDA's that the binaries need, with the functions that they
/// want of it, and for those that such a library or PyTorch opens while it runs. `written` are
/// names that `device`, a library that each of them needs, defines itself.
std::vector<StandIn> standInsFor(std::span<const ElfFile> binaries,
                                 const std::set<std::string>& written, const std::string& device);

} // namespace highwater
