// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/shell_reader.h"
#include "core/json/json.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace highwater {

/// The GPUs that a command and the variables before it state.
struct StatedGpus
{
    std::optional<std::int64_t> processes; ///< in all
    std::optional<std::int64_t> perNode{}; ///< of them, where there are several nodes
    std::optional<std::int64_t> nodes{};
    bool takesAll = false; ///< one process for each card of the nodes, which are not counted
    bool followsCards = false; ///< as many processes as cards are seen, where no number is told
    bool leavesCards = false; ///< one process, which sees more cards
};

/// By --nproc_per_node, --nnodes, --num_processes, --num_gpus, --num_nodes, --include, the
/// launcher's own variables, tasks of Slurm and MPI, and the cards that a node shows.
StatedGpus gpusIn(const ShellCommand& command, std::span<const std::string> words);

/// The GPUs that settings of accelerate state.
StatedGpus gpusIn(const Json& settings);

/// The GPUs that the launch line in the comment at the top of a file of Highwater's states.
StatedGpus gpusOfHead(std::string_view text);

} // namespace highwater
