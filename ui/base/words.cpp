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
    const std::string source = QCoreApplication::translate("core", text.id).toStdString();
    return QString::fromStdString(filled(source, text.arguments));
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
        const std::string source = translator->translate("core", text.id).toStdString();
        return filled(source.empty() ? std::string_view(text.id) : source, text.arguments);
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
