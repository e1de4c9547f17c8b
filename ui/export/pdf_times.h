// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace highwater {

/// A PDF of Qt with a fixed time in place of each time of writing, so that equal content gives
/// equal bytes. The length stays, as the offsets in the file depend on it.
QByteArray withoutTimes(QByteArray pdf);

} // namespace highwater
