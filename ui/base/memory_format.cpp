// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/memory_format.h"

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

QString MemoryFormat::withUnit(Bytes bytes, int decimals) const
{
    if (isHuge(bytes))
        return written(inUnit(bytes) / stepsToPeta(m_unit), decimals, m_locale) + QChar(0x00A0)
            + (m_unit == Unit::GiB ? QStringLiteral("PiB") : QStringLiteral("PB"));
    return number(bytes, decimals) + QChar(0x00A0) + unitName();
}

QString MemoryFormat::whereUnitIsSaid(Bytes bytes, int decimals) const
{
    return isHuge(bytes) ? withUnit(bytes, decimals) : number(bytes, decimals);
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
