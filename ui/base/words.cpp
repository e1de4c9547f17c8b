// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/words.h"

#include "ui/base/key_words.h"
#include "ui/base/language.h"

#include <QCoreApplication>
#include <QTranslator>

#include <memory>

namespace highwater {

namespace {

/// The sentence of an id of core, which `translate` finds in a context of the translations.
std::string saidBy(const Text& text, const auto& translate)
{
    return said(text, [&](const char* id) {
        const auto key = findKeyPath(std::string_view(id));
        const QString source
            = key ? translate("keys", keyLabelSource(*key)) : translate("core", id);
        return source.toStdString();
    });
}

} // namespace

QString translated(const Text& text)
{
    return QString::fromStdString(saidBy(text, *textsIn({})));
}

std::optional<Texts> textsIn(const QString& language)
{
    if (language.isEmpty())
        return [](const char* context, const char* source) {
            return QCoreApplication::translate(context, source);
        };
    if (language == languages().front())
        return [](const char*, const char* source) { return QString::fromUtf8(source); };
    const auto translator = std::make_shared<QTranslator>();
    if (!languages().contains(language)
        || !translator->load(QStringLiteral(":/i18n/highwater_%1.qm").arg(language)))
        return std::nullopt;
    return [translator](const char* context, const char* source) {
        const QString found = translator->translate(context, source);
        return found.isEmpty() ? QString::fromUtf8(source) : found;
    };
}

std::optional<Translator> wordsIn(const QString& language)
{
    auto texts = textsIn(language);
    if (!texts)
        return std::nullopt;
    return [texts = std::move(*texts)](const Text& text) { return saidBy(text, texts); };
}

QString sentence(const Text& text)
{
    QString said = translated(text);
    if (!said.isEmpty())
        said[0] = said[0].toUpper();
    return said;
}

QString menuText(QString text)
{
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace highwater
