// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"
#include "core/plan/plan.h"

#include <string_view>
#include <variant>
#include <vector>

namespace highwater {

/// What a person does with a model. A plan has no key for it: its task, its job, its adapter and
/// its length tell it.
enum class Purpose { PreTrain, FineTune, Adapt, Prefer, Reinforce, Serve };

/// The program that does it: a framework that trains, or a server.
using UsedProgram = std::variant<Framework, Server>;

/// A value that a key has where a person of this program starts, and where that is to be seen.
struct UsualSetting
{
    KeyPath key;
    std::string_view value;
    std::string_view source;
};

/// Full training without an adapter is fine-tuning where the plan counts examples or epochs, as a
/// pre-training run is measured in tokens, or where the framework trains no model from the start.
Purpose purposeOf(const Plan& plan);
UsedProgram programOf(const Plan& plan);

/// Whether people use the program for this.
bool does(const UsedProgram& program, Purpose purpose);
/// All programs that can be asked for it: those that do it, then the others.
std::vector<UsedProgram> programsFor(Purpose purpose);

/// The settings of the program for this purpose, on one GPU or on several.
std::vector<UsualSetting> usualSettings(Purpose purpose, const UsedProgram& program,
                                        bool severalGpus);

/// The plan's model, cards and program with every other key as purpose and program have it: what a
/// person has not changed.
Plan usualPlan(const Plan& plan);

/// Whether the plan's value of the key, with defaults filled in, is another than that of
/// usualPlan().
bool isChanged(const Plan& plan, const Plan& usual, KeyPath path);

/// The plan for another purpose, or by another program. What a person has changed stays; every
/// other key gets the new settings. Where the program does not do the purpose, the other one of the
/// two changes as well.
Plan withPurpose(const Plan& plan, Purpose purpose);
Plan withProgram(const Plan& plan, const UsedProgram& program);

} // namespace highwater

HIGHWATER_NAMES(Purpose, "pre-train", "fine-tune", "adapt", "prefer", "reinforce", "serve")
