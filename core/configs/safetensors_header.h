// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/header_source.h"
#include "core/configs/tensor_list.h"
#include "core/plan/result.h"

namespace highwater {

/// The header of a .safetensors file: its length in 8 bytes, the lowest first, and a JSON object of
/// tensors. Held to what the format's own library demands: at most 100 MB, every name once, sizes
/// that follow from shape and type, and tensors that lie one after the other.
Result<TensorList> readSafetensorsHeader(HeaderSource& source);

} // namespace highwater
