// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/text.h"

#include <QString>

#include <optional>
#include <string_view>

namespace highwater {

/// A text of core, which is UTF-8, as it stands.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A sentence of core in the language of the window.
QString translated(const Text& text);

/// The words of core in one of languages(), whichever the window speaks; an empty name: in the
/// window's language. None for a language without a translation.
std::optional<Translator> wordsIn(const QString& language);

/// The same with a capital letter, for a sentence that stands alone.
QString sentence(const Text& text);

/// The text with each '&' doubled: menus and buttons take a single '&' for the mark of a shortcut.
QString menuText(QString text);

} // namespace highwater
