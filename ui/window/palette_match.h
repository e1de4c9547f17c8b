// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace highwater {

/// The words of a text without the case of letters: all that stands between signs. A run of Chinese
/// characters is one word.
QStringList paletteWords(const QString& text);

/// The names by which a thing is found, cut into words once.
struct PaletteNames
{
    QString title; ///< folded
    QStringList words; ///< of the title
    QStringList others; ///< of its other names: those of the other language, an id

    PaletteNames() = default;
    PaletteNames(const QString& shownTitle, const QStringList& otherNames);
};

/// How far one typed word is from the names: 0 for the title's first word itself, more for the
/// beginning of a word, of another name's word, a part of a word, and letters in order with others
/// between. Null: the names do not have it.
std::optional<int> wordDistance(const PaletteNames& names, const QString& word);

/// The largest distance of a word that begins a word of one of the names.
inline constexpr int mostOfBeginning = 19;

/// The sum over all typed words; null where the names lack one of them.
std::optional<int> paletteDistance(const PaletteNames& names, const QStringList& typed);

} // namespace highwater
