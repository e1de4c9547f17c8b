// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/key_words.h"

#include "core/answer/group_words.h"
#include "core/catalog/catalog.h"
#include "core/methods/method.h"
#include "ui/base/words.h"

#include <QCoreApplication>
#include <QLocale>

namespace highwater {

QString shortKeyLabel(KeyPath path)
{
    return QCoreApplication::translate(keyContext, keyLabelSource(path));
}

QString keyLabel(KeyPath path)
{
    const QString label = shortKeyLabel(path);
    const auto role = roleOfKey(path);
    return role
        ? QCoreApplication::translate("keys", "%1: %2").arg(sentence(roleName(*role)), label)
        : label;
}

QString fieldLabel(std::string_view field)
{
    const auto path = findKeyPath(field);
    return path ? keyLabel(*path) : toQString(field);
}

QString problemText(const Problem& problem)
{
    return QCoreApplication::translate("keys", "%1: %2")
        .arg(fieldLabel(problem.field), translated(problem.message));
}

QString settingLabel(KeyPath path, const Value& value)
{
    return QCoreApplication::translate("keys", "%1: %2")
        .arg(keyLabel(path), valueLabel(path, value));
}

QString pathText(KeyPath path)
{
    return toQString(path);
}

QString keyHelp(KeyPath path)
{
    return QCoreApplication::translate(keyContext, wordsOf(path).help);
}

QString checkLabel(KeyPath path)
{
    if (const char* label = checkLabelSource(path))
        return QCoreApplication::translate(keyContext, label);
    return keyOf(path).kind == Kind::Bool ? keyLabel(path) : QString();
}

QString wordLabel(KeyPath path, std::string_view word)
{
    if (path == "method")
        return translated(Text(methodOf(*fromName<MethodId>(word)).name));
    const char* label = wordLabelSource(path, word);
    return label ? QCoreApplication::translate(keyContext, label) : toQString(word);
}

QString valueLabel(KeyPath path, const Value& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return QStringLiteral("–");
    if (const bool* flag = std::get_if<bool>(&value))
        return *flag ? QCoreApplication::translate(keyContext, QT_TRANSLATE_NOOP("keys", "yes"))
                     : QCoreApplication::translate(keyContext, QT_TRANSLATE_NOOP("keys", "no"));
    if (const auto* count = std::get_if<std::int64_t>(&value))
        return QLocale().toString(static_cast<qlonglong>(*count));
    if (const auto* word = std::get_if<std::string>(&value)) {
        const Catalog& catalog = builtinCatalog();
        const bool isModel = path == "model.id" || roleKeyOf(path) == RoleKey::Model;
        if (const Model* model = isModel ? catalog.model(*word) : nullptr)
            return QString::fromStdString(model->name);
        if (const Device* device = path == "cluster.device" ? catalog.device(*word) : nullptr)
            return QString::fromStdString(device->name);
        return wordLabel(path, *word);
    }
    return QString::fromStdString(typed(value));
}

QString shortName(const Device& device)
{
    return QString::fromStdString(device.shortName());
}

} // namespace highwater
