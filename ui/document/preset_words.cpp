// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/preset_words.h"

#include "core/exchange/plan_name.h"

#include <QFile>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace highwater {
namespace {

const QJsonObject& presetWords(const QString& language)
{
    static QHash<QString, QJsonObject> read;
    auto found = read.find(language);
    if (found == read.end()) {
        QFile file(QStringLiteral(":/presets/presets_%1.json").arg(language));
        const bool open = file.open(QIODevice::ReadOnly);
        found = read.insert(
            language, open ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject());
    }
    return *found;
}

} // namespace

Plan presetPlan(const Preset& preset, const QString& language)
{
    Plan plan = preset.plan;
    const QJsonObject words
        = presetWords(language).value(QString::fromStdString(preset.file)).toObject();
    if (const QString name = words.value(QStringLiteral("name")).toString(); !name.isEmpty())
        plan.name = name.toStdString();
    if (const QString notes = words.value(QStringLiteral("notes")).toString(); !notes.isEmpty())
        plan.notes = notes.toStdString();
    return plan;
}

const Preset* presetNamed(const std::string& name, const QString& language)
{
    const QJsonObject& words = presetWords(language);
    const QString spoken = QString::fromStdString(name);
    const auto all = presets();
    const auto found = std::ranges::find_if(all, [&](const Preset& preset) {
        const QJsonValue own = words.value(QString::fromStdString(preset.file));
        return preset.plan.name == name || own[u"name"].toString() == spoken;
    });
    return found == all.end() || name.empty() ? nullptr : &*found;
}

QString shownPlanName(const Plan& plan, const QString& language)
{
    const Preset* shipped = presetNamed(plan.name, language);
    return QString::fromStdString(shipped ? presetPlan(*shipped, language).name : planTitle(plan))
        .simplified();
}

QString knownFor(const Plan& plan)
{
    const QString last = QString::fromStdString(plan.notes).section(u'\n', -1);
    static const QRegularExpression form(
        QStringLiteral("^(?:Computed: |算得：)(.+?)(?:[;；]|[.。]$)"));
    return form.match(last).captured(1);
}

} // namespace highwater
