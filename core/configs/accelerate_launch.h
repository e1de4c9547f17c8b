// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/configs/file_words.h"
#include "core/configs/setting_fields.h"
#include "core/json/json.h"
#include "core/plan/result.h"

#include <optional>
#include <span>
#include <string>

namespace highwater {

/// The arguments and the file of settings of accelerate, which starts a program.
struct AccelerateLaunch
{
    std::string file; ///< or the name of one of TRL's; empty: none
    /// Of the arguments, and for the rest of the file, which lies beside the script or is TRL's.
    /// Null where it cannot be read.
    std::optional<Json> settings = Json::object();
    std::optional<Problem> problem{}; ///< of the file's text

    /// Whether accelerate says how the cards share the model.
    bool sharesOut() const
    {
        return !file.empty() || (settings && settings->contains("distributed_type"));
    }
};

/// The arguments of accelerate among the words before the program.
AccelerateLaunch accelerateLaunchIn(std::span<const std::string> words);

/// Reads its file of settings, where it has one.
void readAccelerateFile(AccelerateLaunch& launch, const NamedFiles& files);

/// Adds what accelerate says, if it shares the model out, to a plan of a program that has its own
/// precision and checkpoints: the cards of a node, and the engine that shares the model out.
void addAccelerate(const AccelerateLaunch& launch, SettingLog& log, const Catalog& catalog);

} // namespace highwater
