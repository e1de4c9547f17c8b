// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_search.h"

#include <algorithm>

namespace highwater {
namespace {

bool hasAll(const QString& text, const QStringList& words)
{
    return std::ranges::all_of(
        words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

/// The rank of a hit, 0 the best: the words are the section's title, or are in it, or are in the
/// titles of page and section together.
int rankOf(const HelpPage& page, const HelpSection& section, const QStringList& words)
{
    const QString all = words.join(QLatin1Char(' '));
    if (section.title.compare(all, Qt::CaseInsensitive) == 0)
        return 0;
    if (hasAll(section.title, words))
        return section.title.startsWith(words.front(), Qt::CaseInsensitive) ? 1 : 2;
    return hasAll(page.title() + QLatin1Char(' ') + section.title, words) ? 3 : 4;
}

/// The text around a word, cut between words where there are spaces.
QString around(const QString& text, const QString& word)
{
    constexpr qsizetype before = 30, after = 70;
    constexpr QLatin1Char space(' ');
    QString line = text;
    line.replace(QLatin1Char('\n'), space);
    const qsizetype at = std::max<qsizetype>(0, line.indexOf(word, 0, Qt::CaseInsensitive));
    qsizetype from = std::max<qsizetype>(0, at - before);
    if (const qsizetype gap = from > 0 ? line.indexOf(space, from - 1) : -1; gap >= 0 && gap < at)
        from = gap + 1;
    qsizetype to = std::min(line.size(), at + after);
    if (const qsizetype gap = to < line.size() ? line.lastIndexOf(space, to) : -1;
        gap > at + word.size())
        to = gap;
    QString cut = line.mid(from, to - from).trimmed();
    if (from > 0)
        cut.prepend(QChar(0x2026));
    if (to < line.size())
        cut.append(QChar(0x2026));
    return cut;
}

} // namespace

QStringList searchWords(const QString& typed)
{
    QStringList words = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    words.removeDuplicates();
    return words;
}

std::vector<HelpHit> searchHelp(const HelpBook& book, const QStringList& words)
{
    struct Ranked
    {
        int rank;
        HelpHit hit;
    };
    std::vector<Ranked> found;
    if (words.isEmpty())
        return {};
    for (const HelpPage& page : book.pages())
        for (const HelpSection& section : page.sections) {
            const bool top = section.anchor.isEmpty();
            if (!hasAll(section.title + QLatin1Char('\n') + section.text, words))
                continue;
            found.push_back({rankOf(page, section, words),
                             {page.topicOf(section), page.title(), top ? QString() : section.title,
                              around(section.text, words.front())}});
        }
    std::ranges::stable_sort(found, {}, &Ranked::rank);
    std::vector<HelpHit> hits;
    hits.reserve(found.size());
    for (Ranked& each : found)
        hits.push_back(std::move(each.hit));
    return hits;
}

} // namespace highwater
