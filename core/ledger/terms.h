// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

namespace highwater {

/// Lists every term of one stage of the plan, in the order in which a ledger shows them. Which
/// terms there are depends on the plan and the micro-batch and never on the context: a context
/// changes the value of Symbol::Context, and so the bytes of the terms. So one list serves every
/// step of a slider and every point of a curve.
///
/// `sibling`: a stage of the plan whose terms are listed, from which those of the layers' passes
/// are copied; null lists them anew.
void listTerms(const Resolved& plan, Stage& stage, const Stage* sibling = nullptr);

} // namespace highwater
