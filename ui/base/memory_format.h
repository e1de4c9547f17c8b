// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/verdict.h"
#include "core/figure/figure.h"

#include <QLocale>
#include <QString>

namespace highwater {

/// Writes bytes in GiB (2^30) or in GB (10^9).
class MemoryFormat
{
public:
    using Unit = MemoryUnit;

    explicit MemoryFormat(Unit unit = Unit::GiB, const QLocale& locale = QLocale())
        : m_unit(unit)
        , m_locale(locale)
    { }
    Unit unit() const { return m_unit; }
    QString unitName() const;
    double inUnit(Bytes bytes) const;
    /// "49.03", without the unit; a minus is U+2212.
    QString number(Bytes bytes, int decimals) const;
    /// "49.03 GiB"; from 10 PiB on "12.21 PiB"; "1.00 MiB" where those decimals would tell nothing.
    QString withUnit(Bytes bytes, int decimals) const;
    /// For a column or sentence that already names the unit: the number alone, unless it is in
    /// another one, which it then gets.
    QString whereUnitIsSaid(Bytes bytes, int decimals) const;
    /// The free part of a capacity, rounded for writing (leftOf()); negative where memory is
    /// missing.
    Bytes left(Bytes capacity, Bytes total, int decimals) const;
    /// "8,192"
    QString count(qlonglong number) const;
    const QLocale& locale() const { return m_locale; }
    bool operator==(const MemoryFormat&) const = default;

    /// Whether the bytes are 10 PiB or PB or more, which in GiB would take eight digits before the
    /// point.
    bool isHuge(Bytes bytes) const;

private:
    bool isTiny(Bytes bytes, int decimals) const;
    QString tiny(Bytes bytes) const;

    Unit m_unit;
    QLocale m_locale;
};

/// The format for sentences of core about this total: where the total has another unit, "12.21
/// PiB", every amount has its unit.
AmountWords amountWords(const MemoryFormat& format, Bytes total);

} // namespace highwater
