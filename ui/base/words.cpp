// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/words.h"

#include "ui/base/language.h"

#include <QCoreApplication>
#include <QTranslator>

#include <memory>

namespace highwater {

QString translated(const Text& text)
{
    return QString::fromStdString(said(text, [](const char* id) {
        return QCoreApplication::translate("core", id).toStdString();
    }));
}

std::optional<Translator> wordsIn(const QString& language)
{
    if (language.isEmpty())
        return [](const Text& text) { return translated(text).toStdString(); };
    if (language == languages().front())
        return [](const Text& text) { return english(text); };
    const auto translator = std::make_shared<QTranslator>();
    if (!languages().contains(language)
        || !translator->load(QStringLiteral(":/i18n/highwater_%1.qm").arg(language)))
        return std::nullopt;
    return [translator](const Text& text) {
        return said(text, [&](const char* id) {
            const std::string source = translator->translate("core", id).toStdString();
            return source.empty() ? std::string(id) : source;
        });
    };
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
