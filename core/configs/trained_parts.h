// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/python_script.h"

#include <span>
#include <string>
#include <vector>

namespace highwater {

class Catalog;
class SettingLog;

/// The lines of a script that freeze or train parts of its model, which has one of these names
/// there: "model", "trainer.model". The name is removed, so that a part of the model begins with a
/// dot. Lines of a model that the script loads beside it are left out. Without names, the model is
/// what is called so.
std::vector<TrainedPart> trainedPartsOf(const PythonScript& script,
                                        std::span<const std::string> names);

/// Sets the parts and layers that are not trained; what is not understood is noted. Adapters freeze
/// the model anyway: there only what the script trains beside them is.
void readTrainedParts(std::span<const TrainedPart> parts, SettingLog& log, const Catalog& catalog);

} // namespace highwater
