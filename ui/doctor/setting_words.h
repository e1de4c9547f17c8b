// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/key_words.h"

#include <QCoreApplication>

namespace highwater {

/// "Offload the optimizer: host memory", in the words of the panel.
inline QString settingLabel(KeyPath key, const Value& value)
{
    return QCoreApplication::translate("keys", "%1: %2").arg(keyLabel(key), valueLabel(key, value));
}

} // namespace highwater
