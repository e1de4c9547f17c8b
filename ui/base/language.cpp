// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/language.h"

#include <QApplication>
#include <QDir>
#include <QFont>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace highwater {
namespace {

constexpr QLatin1String english("en");

QStringList foundLanguages()
{
    QStringList found{english};
    const QDir folder(QStringLiteral(":/i18n"));
    for (const QString& file : folder.entryList({QStringLiteral("highwater_*.qm")}, QDir::Files))
        found << file.section(QLatin1Char('.'), 0, 0).section(QLatin1Char('_'), 1);
    return found;
}

} // namespace

const QStringList& languages()
{
    static const QStringList found = foundLanguages();
    return found;
}

QString nativeName(const QString& language)
{
    if (language == english) // which QLocale would call "American English"
        return QStringLiteral("English");
    const QLocale locale(language);
    QString name = locale.nativeLanguageName();
    return name.replace(0, 1, locale.toUpper(name.left(1)));
}

QString windowLanguage()
{
    const QLocale locale;
    for (const QString& language : languages())
        if (QLocale(language).language() == locale.language())
            return language;
    return english;
}

void speak(const QString& language)
{
    const QLocale locale
        = language == QLatin1String("system") ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    static QTranslator own, qt;
    QApplication::removeTranslator(&own);
    QApplication::removeTranslator(&qt);
    if (own.load(locale, QStringLiteral("highwater"), QStringLiteral("_"),
                 QStringLiteral(":/i18n")))
        QApplication::installTranslator(&own);
    if (qt.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QApplication::installTranslator(&qt);
    const QFont font = QApplication::font();
    QApplication::setFont(locale.language() == QLocale::Chinese ? withChinese(font) : font);
}

QFont withChinese(QFont font)
{
    // Without these fonts the fallback may be a Japanese one, which sets punctuation elsewhere.
    QStringList families = font.families();
    for (const char* family :
         {"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei"})
        if (!families.contains(QLatin1String(family)))
            families << QString::fromLatin1(family);
    font.setFamilies(families);
    return font;
}

} // namespace highwater
