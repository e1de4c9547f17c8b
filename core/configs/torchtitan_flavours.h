// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_run.h"

#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// The names of a model in torchtitan's registry.
struct TorchtitanFlavour
{
    std::string module; ///< "llama3"
    std::string name; ///< "70B"
    std::string assets; ///< the folder with the tokenizer
};

/// The flavour of the run's architecture; where there is none, the plan's own name and a note.
TorchtitanFlavour torchtitanFlavour(ConfigRun& run);

/// The catalogue's model with the architecture of a flavour.
std::optional<std::string> modelOfFlavour(std::string_view module, std::string_view name);

} // namespace highwater
