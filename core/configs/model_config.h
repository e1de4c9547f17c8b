// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/import.h"

namespace highwater {

/// Whether the file is a Hugging Face config.json: it names a model_type, or has the sizes of a
/// transformer.
bool isModelConfig(const ImportFile& file);

/// The plan with the model of a config.json in place of its own.
Result<Imported> readModelConfig(const ImportFile& file, const Plan& base, const Catalog& catalog);

} // namespace highwater
