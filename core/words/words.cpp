// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/words.h"

#include "core/plan/keys.h"
#include "core/words/key_words.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace highwater {
namespace {

constexpr const char* englishCode = "en";

/// The texts of one language, to be found by context and source.
class Dictionary
{
public:
    explicit Dictionary(const TranslatedLanguage& language)
    {
        for (const TranslatedText& each : language.texts)
            textsOf(each.context).emplace(each.source, each.text);
    }

    std::string text(std::string_view context, const char* source) const
    {
        const auto& texts = context == keyContext ? m_keys : m_core;
        const auto found = texts.find(source);
        return found == texts.end() ? source : found->second;
    }

private:
    using Texts = std::unordered_map<std::string_view, const char*>;
    Texts& textsOf(std::string_view context) { return context == keyContext ? m_keys : m_core; }

    Texts m_core, m_keys;
};

/// Made at the first use of the language, and kept: it has thousands of texts.
std::shared_ptr<const Dictionary> dictionaryOf(const TranslatedLanguage& language)
{
    static std::mutex guard;
    static std::unordered_map<std::string_view, std::shared_ptr<const Dictionary>> kept;
    const std::scoped_lock lock(guard);
    auto& dictionary = kept[language.code];
    if (!dictionary)
        dictionary = std::make_shared<const Dictionary>(language);
    return dictionary;
}

} // namespace

const std::vector<std::string>& languageCodes()
{
    static const std::vector<std::string> codes = [] {
        std::vector<std::string> found{englishCode};
        for (const TranslatedLanguage& language : translatedLanguages())
            found.emplace_back(language.code);
        return found;
    }();
    return codes;
}

std::string languageName(std::string_view language)
{
    return language == englishCode ? "English"
        : language == "zh_CN"      ? "简体中文"
        : language == "zh_TW"      ? "繁體中文"
                                   : std::string(language);
}

std::optional<SourceTexts> sourceTextsIn(std::string_view language)
{
    if (language == englishCode)
        return [](const char*, const char* source) { return std::string(source); };
    const auto& languages = translatedLanguages();
    const auto found = std::ranges::find(languages, language, [](const TranslatedLanguage& each) {
        return std::string_view(each.code);
    });
    if (found == languages.end())
        return std::nullopt;
    return [words = dictionaryOf(*found)](const char* context, const char* source) {
        return words->text(context, source);
    };
}

std::string saidBy(const Text& text, const SourceTexts& texts)
{
    return said(text, [&](const char* id) {
        const auto key = findKeyPath(std::string_view(id));
        return key ? texts(keyContext, keyLabelSource(*key)) : texts("core", id);
    });
}

Problem unknownLanguage(const std::string& language)
{
    return {std::string("--lang"),
            typed(language),
            {HW_TR("core", "must be one of %1"), {joined(languageCodes())}}};
}

std::optional<Translator> wordsIn(std::string_view language)
{
    auto texts = sourceTextsIn(language);
    if (!texts)
        return std::nullopt;
    return [texts = std::move(*texts)](const Text& text) { return saidBy(text, texts); };
}

} // namespace highwater
