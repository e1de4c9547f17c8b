// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace highwater {

/// The JSON schema (draft 2020-12) of a plan file, made from the table of keys. It cannot say that
/// no key may be written twice, nor distinguish 1.0 from 1; it counts the lengths of texts in
/// characters.
std::string planSchema();

} // namespace highwater
