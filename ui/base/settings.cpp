// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/settings.h"

#include <QSettings>

#include <memory>

namespace highwater {
namespace {

struct Gathering
{
    int batches = 0;
    std::unique_ptr<QSettings> file;
};

Gathering& gathering()
{
    static Gathering gathering;
    return gathering;
}

/// Calls `use` with the open batch's file, else with one that is written at the end of the call.
template <class Use> void withFile(Use use)
{
    if (Gathering& open = gathering(); open.file) {
        use(*open.file);
    } else {
        QSettings file;
        use(file);
    }
}

QString settingKey(const char* key, const QString& member)
{
    const QString pattern = QString::fromLatin1(key);
    return pattern.contains(QLatin1String("%1")) ? pattern.arg(member) : pattern;
}

std::optional<bool> read(const QVariant& stored, bool)
{
    return stored.toBool();
}

std::optional<int> read(const QVariant& stored, int)
{
    bool isNumber = false;
    const int number = stored.toInt(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

std::optional<double> read(const QVariant& stored, double)
{
    bool isNumber = false;
    const double number = stored.toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

std::optional<QString> read(const QVariant& stored, const QString&)
{
    return stored.toString();
}

std::optional<QStringList> read(const QVariant& stored, const QStringList&)
{
    return stored.toStringList();
}

std::optional<QByteArray> read(const QVariant& stored, const QByteArray&)
{
    return stored.toByteArray();
}

} // namespace

template <class T> std::optional<T> Setting<T>::stored(const QString& member) const
{
    QVariant found;
    bool isThere = false;
    withFile([&](const QSettings& file) {
        const QString name = settingKey(key, member);
        isThere = file.contains(name);
        found = file.value(name);
    });
    // Qt writes an empty list as @Invalid() and reads it back as an invalid value.
    const bool isKept = std::is_same_v<T, QStringList> ? isThere : found.isValid();
    if (!isKept)
        return std::nullopt;
    return read(found, T());
}

template <class T> T Setting<T>::value(const QString& member) const
{
    if (auto found = stored(member))
        return *std::move(found);
    if constexpr (std::is_arithmetic_v<T>)
        return byDefault;
    else if constexpr (std::is_same_v<T, QString>)
        return QString::fromLatin1(byDefault);
    else
        return {};
}

template <class T> void Setting<T>::store(const T& value, const QString& member) const
{
    withFile([&](QSettings& file) { file.setValue(settingKey(key, member), value); });
}

template <class T> void Setting<T>::remove(const QString& member) const
{
    withFile([&](QSettings& file) { file.remove(settingKey(key, member)); });
}

template struct Setting<bool>;
template struct Setting<int>;
template struct Setting<double>;
template struct Setting<QString>;
template struct Setting<QStringList>;
template struct Setting<QByteArray>;

SettingsBatch::SettingsBatch()
{
    Gathering& open = gathering();
    if (open.batches++ == 0)
        open.file = std::make_unique<QSettings>();
}

SettingsBatch::~SettingsBatch()
{
    Gathering& open = gathering();
    if (--open.batches == 0)
        open.file.reset();
}

void keepSettingsInIniFile()
{
    QSettings::setDefaultFormat(QSettings::IniFormat);
}

} // namespace highwater
