// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/text.h"

#include <QString>

#include <string_view>

namespace highwater {

/// A text of core, which is UTF-8, unchanged.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A sentence of core in the language of the window.
QString translated(const Text& text);

/// The same with a capital letter, for a sentence of its own.
QString sentence(const Text& text);

/// The text with each '&' doubled: in menus and buttons a single '&' marks a shortcut.
QString menuText(QString text);

} // namespace highwater
