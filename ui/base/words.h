// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/text.h"

#include <QString>

#include <optional>

namespace highwater {

/// A sentence of core in the language of the window.
QString translated(const Text& text);

/// What core says in one of languages(), whatever the window speaks; where the name is empty,
/// in the window's. None of a language that there is no translation for.
std::optional<Words> wordsIn(const QString& language);

/// The text with each '&' doubled: menus and buttons take a single '&' for the mark of a shortcut.
QString menuText(QString text);

} // namespace highwater
