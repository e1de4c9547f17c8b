// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace highwater {

/// The framework of a plan that is made for a person who has chosen none: Hugging Face's Trainer,
/// which trains a model on one card with and without adapters.
inline constexpr Framework usualTrainer = Framework::HuggingFace;

} // namespace highwater
