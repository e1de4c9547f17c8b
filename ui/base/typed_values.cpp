// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/typed_values.h"

#include "core/catalog/catalog.h"
#include "core/figure/plan_words.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// A number from here on counts parameters; a smaller one counts billions.
constexpr double leastBareParameters = 1e6;

/// Chinese and Japanese input methods write full-width digits and other kinds of space.
QString plain(const QString& text)
{
    return text.normalized(QString::NormalizationForm_KC).simplified();
}

bool isWhole(double number)
{
    return number == std::floor(number);
}

std::optional<double> numberIn(const QString& text, const QLocale& locale)
{
    bool ok = false;
    const double number = locale.toDouble(text, &ok);
    if (!ok || !std::isfinite(number) || number < 0)
        return std::nullopt;
    return number;
}

/// Numbers copied from files and papers are English, whatever the desktop's language.
std::optional<double> numberTyped(QString text, const QLocale& locale, double scale, bool whole)
{
    text.remove(QLatin1Char(' '));
    for (const QLocale& reading : {locale, QLocale(QLocale::English, QLocale::UnitedStates)}) {
        const auto number = numberIn(text, reading);
        if (number && (!whole || isWhole(*number * scale)))
            return *number * scale;
    }
    return std::nullopt;
}

struct Suffix
{
    char16_t letter;
    double scale;
};

/// The number before one of these letters, or a number without a letter.
template <std::size_t count>
std::optional<double> suffixed(QString text, const QLocale& locale, const Suffix (&suffixes)[count],
                               bool whole)
{
    double scale = 1;
    for (const Suffix& suffix : suffixes) {
        if (text.endsWith(QChar(suffix.letter), Qt::CaseInsensitive)) {
            scale = suffix.scale;
            text.chop(1);
            break;
        }
    }
    return numberTyped(text, locale, scale, whole);
}

} // namespace

std::optional<double> countTyped(const QString& text, const QLocale& locale)
{
    static constexpr Suffix suffixes[] = {{u'k', 1024}, {u'm', 1048576}};
    return suffixed(plain(text), locale, suffixes, true);
}

namespace {

constexpr Suffix decimalSuffixes[] = {{u't', 1e12}, {u'b', 1e9}, {u'm', 1e6}};

} // namespace

std::optional<double> runTokensTyped(const QString& text, const QLocale& locale)
{
    return suffixed(plain(text), locale, decimalSuffixes, true);
}

QString decimalText(double count, const QLocale& locale)
{
    for (const auto& [letter, scale] : decimalSuffixes)
        if (const double shown = count / scale;
            shown >= 1 && std::round(shown * 1000) == shown * 1000)
            return locale.toString(shown, 'g', QLocale::FloatingPointShortest)
                + QChar(letter).toUpper();
    return countText(count, locale);
}

std::optional<double> gpusTyped(const QString& text, const QLocale& locale)
{
    static const QRegularExpression times(QStringLiteral("[xX*\u00D7]"));
    double product = 1;
    for (const QString& factor : plain(text).split(times)) {
        const auto count = countTyped(factor, locale);
        if (!count)
            return std::nullopt;
        product *= *count;
    }
    return product;
}

std::optional<double> zeroTyped(const QString& text)
{
    static const QRegularExpression stage(
        QStringLiteral("^(?:zero)?[- ]?(?:stage)?[- ]?([0-3])$|^off$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = stage.match(plain(text));
    if (!match.hasMatch())
        return std::nullopt;
    return match.captured(1).toDouble();
}

bool isBareCount(const QString& text, const QLocale& locale)
{
    const auto number = numberTyped(plain(text), locale, 1, false);
    return number && *number >= leastBareParameters;
}

std::optional<TypedModel> modelTyped(const QString& text, const QLocale& locale)
{
    const QString typed = plain(text);
    const auto letter = [](QChar character) { return character.isLetter(); };
    if (std::none_of(typed.begin(), typed.end(), letter)) {
        const auto number = numberTyped(typed, locale, 1, false);
        if (!number)
            return std::nullopt;
        // In a field of billions "70" means "70b".
        if (isWhole(*number))
            if (const Model* model = builtinCatalog().modelTyped(typed.toStdString() + 'b'))
                return TypedModel{static_cast<double>(model->totalParameters), model->id};
        const double scale = *number >= leastBareParameters ? 1 : 1e9;
        return TypedModel{std::round(*number * scale), {}};
    }
    if (const Model* model = builtinCatalog().modelTyped(typed.toStdString()))
        return TypedModel{static_cast<double>(model->totalParameters), model->id};
    static constexpr Suffix suffixes[] = {{u'm', 1e6}, {u'b', 1e9}, {u't', 1e12}};
    if (const auto parameters = suffixed(typed, locale, suffixes, false))
        return TypedModel{std::round(*parameters), {}};
    return std::nullopt;
}

namespace {

struct ByteUnit
{
    const char* name;
    double bytes;
};

/// In the order in which bytesText() tries them.
constexpr ByteUnit byteUnits[] = {{"GiB", gib},
                                  {"GB", gb},
                                  {"MiB", mib},
                                  {"MB", 1e6},
                                  {"B", 1},
                                  {"KiB", 1024.0},
                                  {"TiB", 1099511627776.0},
                                  {"TB", 1e12},
                                  {"KB", 1e3},
                                  {"G", gib},
                                  {"M", mib},
                                  {"K", 1024.0},
                                  {"T", 1099511627776.0}};
constexpr std::size_t writtenUnits = 5;

/// "79.65 GiB", without zeros at its end.
QString written(double number, int decimals, const char* unit, const QLocale& locale)
{
    QString digits = locale.toString(number, 'f', decimals);
    if (digits.contains(locale.decimalPoint())) {
        while (digits.endsWith(locale.zeroDigit()))
            digits.chop(1);
        if (digits.endsWith(locale.decimalPoint()))
            digits.chop(1);
    }
    return digits + QLatin1Char(' ') + QLatin1String(unit);
}

} // namespace

std::optional<std::int64_t> bytesTyped(const QString& text, const QLocale& locale, MemoryUnit alone)
{
    QString number = plain(text);
    const auto letter = [](QChar character) { return character.isLetter(); };
    const auto unitAt = std::find_if(number.begin(), number.end(), letter);
    const QString unit = number.mid(unitAt - number.begin()).trimmed();
    number.truncate(unitAt - number.begin());

    const auto found = std::find_if(
        std::begin(byteUnits), std::end(byteUnits), [&unit](const ByteUnit& candidate) {
            return unit.compare(QLatin1String(candidate.name), Qt::CaseInsensitive) == 0;
        });
    if (found == std::end(byteUnits) && !unit.isEmpty())
        return std::nullopt;
    const double scale = unit.isEmpty() ? static_cast<double>(bytesOf(alone)) : found->bytes;
    const auto bytes = numberTyped(number, locale, scale, false);
    constexpr double countable = 9e18;
    if (!bytes || *bytes > countable)
        return std::nullopt;
    return std::llround(*bytes);
}

QString bytesText(std::int64_t bytes, const QLocale& locale, MemoryUnit unit)
{
    const auto count = static_cast<double>(bytes);
    if (unit == MemoryUnit::GB)
        return written(count / byteUnits[1].bytes, 2, byteUnits[1].name, locale);
    QString text;
    for (std::size_t i = 0; i < writtenUnits; ++i) {
        const ByteUnit& tried = byteUnits[i];
        text = written(count / tried.bytes, tried.bytes > 1 ? 2 : 0, tried.name, locale);
        if (bytesTyped(text, locale) == bytes)
            break;
    }
    return text;
}

QString countText(double count, const QLocale& locale)
{
    return locale.toString(static_cast<qlonglong>(std::llround(count)));
}

QString billionsText(double parameters, const QLocale& locale)
{
    const double billions = parameters / 1e9;
    return locale.toString(billions, 'f', decimalsOfBillions(parameters));
}

} // namespace highwater
