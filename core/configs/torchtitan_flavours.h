// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_run.h"

#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// A model as torchtitan's registry calls it.
struct TorchtitanFlavour
{
    std::string module; ///< "llama3"
    std::string name; ///< "70B"
    std::string assets; ///< the folder with the tokenizer
};

/// The flavour of the run's architecture; a note, and the plan's own name, where there is none.
TorchtitanFlavour torchtitanFlavour(ConfigRun& run);

/// The catalogue's model behind a flavour.
std::optional<std::string> modelOfFlavour(std::string_view module, std::string_view name);

} // namespace highwater
