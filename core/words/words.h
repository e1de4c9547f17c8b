// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"
#include "core/plan/text.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The translations of core's texts, which the build takes from resources/i18n.
namespace highwater {

/// A text that core shows, its context, and what it is in one language.
struct TranslatedText
{
    const char *context, *source, *text;
};
struct TranslatedLanguage
{
    const char* code; ///< "zh_CN"
    std::vector<TranslatedText> texts;
};
/// A language for each file resources/i18n/highwater_CODE.ts, with its finished texts of the
/// contexts "core" and "keys".
const std::vector<TranslatedLanguage>& translatedLanguages();

/// "en", then each language with a translation.
const std::vector<std::string>& languageCodes();

/// A language by its own name: "English", "简体中文"; the code where the name is not known.
std::string languageName(std::string_view language);

/// Translates a source text of a context.
using SourceTexts = std::function<std::string(const char* context, const char* source)>;

/// The texts in one of languageCodes(); null for another one.
std::optional<SourceTexts> sourceTextsIn(std::string_view language);

/// A sentence of core, whose ids are found by `texts`.
std::string saidBy(const Text& text, const SourceTexts& texts);

/// The problem of a language, as --lang names it, that is none of languageCodes().
Problem unknownLanguage(const std::string& language);

/// The words of core in one of languageCodes(), keys by their labels; null for another language.
std::optional<Translator> wordsIn(std::string_view language);

} // namespace highwater
