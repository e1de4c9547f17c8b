// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel/key_control.h"

namespace highwater {

/// The control that suits the key's kind. A flag, or a choice of two words that is clearer as yes
/// or no, gets a check box.
KeyControl* makeKeyControl(KeyPath path, Document& document, QWidget* parent,
                           PlanTransform transform = nullptr);

} // namespace highwater
