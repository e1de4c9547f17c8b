// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/language.h"

#include "core/words/words.h"

#include <QApplication>
#include <QFont>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <array>

namespace highwater {
namespace {

constexpr QLatin1String englishCode("en");

} // namespace

const QStringList& languages()
{
    static const QStringList list = [] {
        QStringList codes;
        for (const std::string& code : languageCodes())
            codes << QString::fromStdString(code);
        return codes;
    }();
    return list;
}

QString nativeName(const QString& language)
{
    if (language == englishCode) // which QLocale would call "American English"
        return QStringLiteral("English");
    const QLocale locale(language);
    QString name = locale.nativeLanguageName();
    return name.replace(0, 1, locale.toUpper(name.left(1)));
}

QString windowLanguage()
{
    // Of a language with two scripts it is the script that counts: who reads Hong Kong's Chinese
    // reads Taiwan's, and Singapore's readers the mainland's.
    const QLocale locale;
    for (const QString& language : languages())
        if (const QLocale each(language);
            each.language() == locale.language() && each.script() == locale.script())
            return language;
    return englishCode;
}

void speak(const QString& language)
{
    const QLocale locale
        = language == QLatin1String("system") ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    static QTranslator own, qt;
    QApplication::removeTranslator(&own);
    QApplication::removeTranslator(&qt);
    // By the window's language and not by the system's, of which Qt may know what Highwater lacks.
    const QString spoken = windowLanguage();
    if (own.load(QStringLiteral(":/i18n/highwater_") + spoken))
        QApplication::installTranslator(&own);
    if (qt.load(QStringLiteral("qtbase_") + spoken,
                QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QApplication::installTranslator(&qt);
    const QFont font = QApplication::font();
    QApplication::setFont(locale.language() == QLocale::Chinese ? withChinese(font, spoken) : font);
}

QFont withChinese(QFont font, const QString& language)
{
    // Without these fonts the fallback may be a Japanese one, which sets punctuation elsewhere.
    const bool traditional = QLocale(language).script() == QLocale::TraditionalHanScript;
    QStringList families = font.families();
    for (const char* family : traditional ? std::array{"Noto Sans CJK TC", "Source Han Sans TC",
                                                       "PingFang TC", "Microsoft JhengHei"}
                                          : std::array{"Noto Sans CJK SC", "Source Han Sans SC",
                                                       "PingFang SC", "Microsoft YaHei"})
        if (!families.contains(QLatin1String(family)))
            families << QString::fromLatin1(family);
    font.setFamilies(families);
    return font;
}

} // namespace highwater
