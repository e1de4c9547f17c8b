// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/memory_format.h"

#include <array>
#include <cmath>

namespace highwater {

QString MemoryFormat::unitName() const
{
    const std::string_view name = nameOf(m_unit);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

double MemoryFormat::inUnit(Bytes bytes) const
{
    return highwater::inUnit(bytes, m_unit);
}

namespace {

QString written(double number, int decimals, const QLocale& locale)
{
    QString text = locale.toString(number, 'f', decimals);
    if (text.startsWith(locale.negativeSign()))
        text.replace(0, locale.negativeSign().size(), QChar(0x2212));
    return text;
}

/// The number of GiB in a PiB, or of GB in a PB.
double stepsToPeta(MemoryUnit unit)
{
    return unit == MemoryUnit::GiB ? 1024.0 * 1024.0 : 1e6;
}

} // namespace

Bytes MemoryFormat::left(Bytes capacity, Bytes total, int decimals) const
{
    return leftOf(capacity, total, bytesOf(m_unit), decimals);
}

bool MemoryFormat::isHuge(Bytes bytes) const
{
    constexpr double most = 10; // PiB or PB
    return std::abs(inUnit(bytes)) >= most * stepsToPeta(m_unit);
}

QString MemoryFormat::number(Bytes bytes, int decimals) const
{
    return written(inUnit(bytes), decimals, m_locale);
}

/// Whether the number in the unit would be less than its last decimal.
bool MemoryFormat::isTiny(Bytes bytes, int decimals) const
{
    return bytes != 0 && std::abs(inUnit(bytes)) < std::pow(10.0, -decimals);
}

/// In the largest smaller unit of which there is one, with three digits.
QString MemoryFormat::tiny(Bytes bytes) const
{
    struct Smaller
    {
        double bytes;
        const char* name;
    };
    const bool binary = m_unit == Unit::GiB;
    const double step = binary ? 1024 : 1000;
    const std::array<Smaller, 2> units{
        {{step * step, binary ? "MiB" : "MB"}, {step, binary ? "KiB" : "kB"}}};
    for (const auto& [size, name] : units) {
        const double number = static_cast<double>(bytes) / size;
        if (std::abs(number) >= 1)
            return written(number, std::abs(number) < 10 ? 2 : 1, m_locale) + QChar(0x00A0)
                + QLatin1String(name);
    }
    return m_locale.toString(static_cast<qlonglong>(bytes)) + QChar(0x00A0) + QLatin1Char('B');
}

QString MemoryFormat::withUnit(Bytes bytes, int decimals) const
{
    if (isTiny(bytes, decimals))
        return tiny(bytes);
    if (isHuge(bytes))
        return written(inUnit(bytes) / stepsToPeta(m_unit), decimals, m_locale) + QChar(0x00A0)
            + (m_unit == Unit::GiB ? QStringLiteral("PiB") : QStringLiteral("PB"));
    return number(bytes, decimals) + QChar(0x00A0) + unitName();
}

QString MemoryFormat::whereUnitIsSaid(Bytes bytes, int decimals) const
{
    return isHuge(bytes) || isTiny(bytes, decimals) ? withUnit(bytes, decimals)
                                                    : number(bytes, decimals);
}

AmountWords amountWords(const MemoryFormat& format, Bytes total)
{
    const auto withUnit = [format](Bytes bytes, int decimals) {
        return format.withUnit(bytes, decimals).toStdString();
    };
    const auto number = [format](Bytes bytes, int decimals) {
        return format.number(bytes, decimals).toStdString();
    };
    return {withUnit, format.isHuge(total) ? AmountWriter(withUnit) : AmountWriter(number),
            bytesOf(format.unit())};
}

QString MemoryFormat::count(qlonglong number) const
{
    return m_locale.toString(number);
}

} // namespace highwater
