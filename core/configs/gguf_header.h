// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/header_source.h"
#include "core/configs/tensor_list.h"
#include "core/plan/result.h"

namespace highwater {

/// The header of a GGUF file of version 1, 2 or 3, in either order of bytes: metadata by key, and
/// tensors with their types (ggml, docs/gguf.md). Of a list of more than a few thousand numbers, or
/// of texts, the metadata have its length alone.
Result<TensorList> readGgufHeader(HeaderSource& source);

} // namespace highwater
