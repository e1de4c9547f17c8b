// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/configs/export.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <span>
#include <string>
#include <string_view>

namespace highwater {

/// The servers for which a plan that generates text can be written as a launch script.
enum class ServerTarget { Vllm, Sglang, LlamaCpp };

/// "llama.cpp", as its authors write it.
const char* programName(ServerTarget target);

/// "serve-vllm.sh"
std::string usualFileName(ServerTarget target);

/// The options that scripts for a server may have, each of which its own argument parser was seen
/// to know.
struct ServerOptions
{
    std::string_view version; ///< of the program
    std::string_view parser; ///< the files that declare its options
    std::span<const std::string_view> names;
};

const ServerOptions& optionsOf(ServerTarget target);

/// The script for one server, whose first argument is the model: a folder, a name on the hub, or a
/// GGUF file. `fileName` is the script's name in the launch line; empty: its usual name.
Result<WrittenConfig> writeServerLaunch(const Plan& plan, const Catalog& catalog,
                                        ServerTarget target, std::string_view fileName = {});

} // namespace highwater

HIGHWATER_NAMES(ServerTarget, "vllm", "sglang", "llama.cpp")
