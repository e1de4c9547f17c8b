// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_format.h"

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

QString MemoryFormat::number(Bytes bytes, int decimals) const
{
    QString text = m_locale.toString(inUnit(bytes), 'f', decimals);
    if (text.startsWith(m_locale.negativeSign()))
        text.replace(0, m_locale.negativeSign().size(), QChar(0x2212));
    return text;
}

QString MemoryFormat::withUnit(Bytes bytes, int decimals) const
{
    return number(bytes, decimals) + QChar(0x00A0) + unitName();
}

QString MemoryFormat::count(qlonglong number) const
{
    return m_locale.toString(number);
}

} // namespace highwater
