// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/desk/desk.h"
#include "core/desk/desk_fits.h"

#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The cards of a machine, those on which models are placed, and what fits there.
std::string deskJson(const Desk& desk, const std::optional<DeskCards>& on,
                     const std::vector<DeskFit>& fits);

} // namespace highwater
