// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

#include <string_view>
#include <vector>

namespace highwater {

/// The models of resources/catalog/models, joined into one list, and the devices of devices.json in
/// the folder above.
/// An entry with an unknown key, a missing key or a value of the wrong type is left out, and each
/// of these keys is a problem.
std::vector<Model> readModels(std::string_view json, Problems& problems);
std::vector<Device> readDevices(std::string_view json, Problems& problems);

} // namespace highwater
