// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/help_book.h"

namespace highwater {

/// A section that has all words of a search.
struct HelpHit
{
    HelpTopic topic;
    QString page, section; ///< titles; the section is empty for the top of a page
    QString around; ///< the first of the words, with some of the text on both sides
};

/// The words of a typed text, each once.
QStringList searchWords(const QString& typed);

/// The sections that have all of the words, sections with the words in their title first.
std::vector<HelpHit> searchHelp(const HelpBook& book, const QStringList& words);

} // namespace highwater
