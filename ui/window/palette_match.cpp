// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette_match.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr int farthestPlace = 3; ///< later words of a title are all alike
// The distances of a word by where it is found; the place in the title is added to the first two.
constexpr int ofTitleWord = 0, ofTitleBeginning = 4, ofOtherWord = 8, ofOtherBeginning = 12,
              ofTitlePart = 20, ofOtherPart = 24, ofScattered = 32;
static_assert(ofOtherBeginning < mostOfBeginning && mostOfBeginning < ofTitlePart);

bool isChinese(QChar letter)
{
    return letter.script() == QChar::Script_Han;
}

/// Where a word of the list begins with the text, or, as Chinese has no blanks, where a run of
/// Chinese has it; -1: nowhere.
qsizetype placeOfBeginning(const QStringList& words, const QString& text)
{
    for (qsizetype i = 0; i < words.size(); ++i)
        if (words[i].startsWith(text) || (isChinese(text[0]) && words[i].contains(text)))
            return i;
    return -1;
}

bool hasWithin(const QStringList& words, const QString& text)
{
    return std::ranges::any_of(words, [&](const QString& word) { return word.contains(text); });
}

/// The letters that stand between those of the text in the title; null where the title does not
/// have all of them in order.
std::optional<int> scattered(const QString& title, const QString& text)
{
    qsizetype at = title.indexOf(text[0]);
    if (at < 0)
        return std::nullopt;
    qsizetype between = 0;
    for (qsizetype i = 1; i < text.size(); ++i) {
        const qsizetype next = title.indexOf(text[i], at + 1);
        if (next < 0)
            return std::nullopt;
        between += next - at - 1;
        at = next;
    }
    return static_cast<int>(between);
}

} // namespace

QStringList paletteWords(const QString& text)
{
    QStringList words;
    QString word;
    const auto end = [&] {
        if (!word.isEmpty())
            words << std::exchange(word, QString());
    };
    for (const QChar letter : text.toCaseFolded()) {
        if (letter == u'&')
            continue; // it marks a key, also within a word
        if (!letter.isLetterOrNumber() && !letter.isSurrogate() && letter != u'.') {
            end();
            continue;
        }
        if (!word.isEmpty() && isChinese(letter) != isChinese(word.back()))
            end();
        word += letter;
    }
    end();
    return words;
}

PaletteNames::PaletteNames(const QString& shownTitle, const QStringList& otherNames)
    : title(paletteWords(shownTitle).join(u' '))
    , words(paletteWords(shownTitle))
{
    for (const QString& name : otherNames)
        others << paletteWords(name);
    others.removeDuplicates();
}

std::optional<int> wordDistance(const PaletteNames& names, const QString& word)
{
    constexpr int leastPart = 2, leastScattered = 3, mostBetween = 12;
    if (word.isEmpty())
        return 0;
    const auto place = [](qsizetype at) { return std::min(farthestPlace, static_cast<int>(at)); };
    if (const qsizetype at = names.words.indexOf(word); at >= 0)
        return ofTitleWord + place(at);
    if (const qsizetype at = placeOfBeginning(names.words, word); at >= 0)
        return ofTitleBeginning + place(at);
    if (names.others.contains(word))
        return ofOtherWord;
    if (placeOfBeginning(names.others, word) >= 0)
        return ofOtherBeginning;
    if (word.size() >= leastPart && hasWithin(names.words, word))
        return ofTitlePart;
    if (word.size() >= leastPart && hasWithin(names.others, word))
        return ofOtherPart;
    if (word.size() >= leastScattered)
        if (const auto between = scattered(names.title, word); between && *between <= mostBetween)
            return ofScattered + *between;
    return std::nullopt;
}

std::optional<int> paletteDistance(const PaletteNames& names, const QStringList& typed)
{
    int sum = 0;
    for (const QString& word : typed) {
        const auto distance = wordDistance(names, word);
        if (!distance)
            return std::nullopt;
        sum += *distance;
    }
    return sum;
}

} // namespace highwater
