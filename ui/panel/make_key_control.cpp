// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/make_key_control.h"

#include "ui/base/key_words.h"
#include "ui/panel/key_choice.h"
#include "ui/panel/key_field.h"
#include "ui/panel/key_model.h"

namespace highwater {

KeyControl* makeKeyControl(KeyPath path, Document& document, QWidget* parent,
                           PlanTransform transform)
{
    if (!checkLabel(path).isEmpty())
        return new KeyCheck(path, document, parent, transform);
    if (roleKeyOf(path) == RoleKey::Model)
        return new KeyModel(path, document, parent, transform);
    if (keyOf(path).kind == Kind::Choice)
        return new KeyCombo(path, document, parent, transform);
    if (isMemory(path))
        return new KeyBytes(path, document, parent, transform);
    return new KeyField(path, document, parent, transform);
}

} // namespace highwater
