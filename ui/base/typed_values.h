// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"

#include <QLocale>
#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace highwater {

/// A whole number in the forms in which people write it: "8192", "8,192", "8k", "1M", where K is
/// 1,024.
std::optional<double> countTyped(const QString& text, const QLocale& locale);

/// A number of tokens of a run: "15T", "300b", "1e12", "2,000,000", where T is 10^12.
std::optional<double> runTokensTyped(const QString& text, const QLocale& locale);

/// The shortest form of the exact number, such as "15T", "300B" or "1,234,567".
QString decimalText(double count, const QLocale& locale);

/// A number of GPUs, also as nodes times GPUs: "64", "8x8", "4 x 8".
std::optional<double> gpusTyped(const QString& text, const QLocale& locale);

/// A ZeRO stage: "3", "zero-3", "off".
std::optional<double> zeroTyped(const QString& text);

struct TypedModel
{
    double parameters = 0;
    std::string id; ///< of the named model of the catalogue; empty for a size
    bool operator==(const TypedModel&) const = default;
};

/// A size in billions ("8.03"), in any unit ("800m", "1.2B", "8,030,261,248") or the name of a
/// model. "8b" and "8" are names of models; they are sizes only where no model has the name.
std::optional<TypedModel> modelTyped(const QString& text, const QLocale& locale);

/// Whether a number is so large that it counts parameters, not billions.
bool isBareCount(const QString& text, const QLocale& locale);

/// Bytes: "80", "80 GiB", "80g", "64 GB", "81559 MiB", "1.5 TiB", "512 B". A bare number and a bare
/// letter count in powers of 1,024, and a number without any unit is in the unit `alone`.
std::optional<std::int64_t> bytesTyped(const QString& text, const QLocale& locale,
                                       MemoryUnit alone = MemoryUnit::GiB);

/// The shortest of "79.65 GiB", "64 GB", "81,559 MiB" and "1,234,567 B" that bytesTyped() reads
/// back as the same number. In GB it is rounded: "85.9 GB" for 80 GiB.
QString bytesText(std::int64_t bytes, const QLocale& locale, MemoryUnit unit = MemoryUnit::GiB);

/// "8,192"
QString countText(double count, const QLocale& locale);

/// "8.03" for 8,030,261,248
QString billionsText(double parameters, const QLocale& locale);

} // namespace highwater
