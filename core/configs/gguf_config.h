// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/tensor_shape.h"
#include "core/json/json.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>

namespace highwater {

/// The metadata of a GGUF file in the fields of a Hugging Face configuration, so that the rules of
/// the families hold for both. Without model_type where no family is meant for certain.
Json configOfGguf(const TensorList& list, const TensorFacts& facts);

/// Heads and experts as the metadata state them, which the tensors alone do not tell.
ShapeHints hintsOfGguf(const TensorList& list);

/// The file type that the metadata name; null where they name none that a plan has.
std::optional<WeightFormat> formatOfGguf(const TensorList& list);

/// A text of the metadata; empty where there is none.
std::string ggufText(const TensorList& list, std::string_view key);

} // namespace highwater
