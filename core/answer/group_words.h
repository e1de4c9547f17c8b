// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/job/moment_words.h"
#include "core/ledger/term.h"
#include "core/plan/text.h"

namespace highwater {

/// The name of a group for people: "Optimizer state".
Text groupName(Group group);

/// The same where the plan generates text: "KV cache" for activations.
Text groupName(Group group, bool serves);

/// Explains a group to a person who does not know it: "The weights that this GPU holds".
Text groupMeaning(Group group, bool serves);

/// A model of a job: "reward model".
Text roleName(RoleId role);

/// The label of a line, in a job after its role: "reference: Token embedding".
std::string lineName(const Line& line, const Translator& words);

/// The same for a narrow place: a phase of a job has its word in files, "ref-logprob".
Text momentBrief(Moment moment);

} // namespace highwater
