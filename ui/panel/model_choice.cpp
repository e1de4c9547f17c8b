// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/model_choice.h"

#include "core/catalog/catalog.h"
#include "core/ledger/resolve.h"
#include "ui/base/typed_values.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// The catalogue's model of a mark on the slider; null between the marks.
const Model* modelOnMark(const Scale& scale, double parameters)
{
    const bool onMark = std::ranges::any_of(
        scale.marks, [parameters](const Mark& mark) { return mark.value == parameters; });
    if (!onMark)
        return nullptr;
    const auto models = builtinCatalog().models();
    // Several generations may have the same size: the last in the catalogue is the latest.
    const auto found = std::find_if(models.rbegin(), models.rend(), [&](const Model& model) {
        return static_cast<double>(model.totalParameters) == parameters;
    });
    return found == models.rend() ? nullptr : &*found;
}

/// Rounded to three digits, as the pointer's exact place has no meaning: 8.03e9 for 8,031,274,512.
double rounded(double parameters)
{
    const double step = std::pow(10.0, std::floor(std::log10(parameters)) - 2);
    return std::round(parameters / step) * step;
}

} // namespace

double parametersOf(const Plan& plan)
{
    if (const auto* sized = std::get_if<SizedModel>(&plan.model))
        return sized->parameters;
    const auto shape = shapeOf(plan.model, builtinCatalog());
    return shape ? static_cast<double>(countWeights(*shape).total) : 0;
}

std::string presetOf(const Plan& plan)
{
    if (const auto* listed = std::get_if<CatalogModel>(&plan.model))
        return listed->id;
    return std::holds_alternative<SizedModel>(plan.model) ? sizedId : customId;
}

ModelChoice sizedModel(double parameters)
{
    return SizedModel{rounded(parameters)};
}

ModelChoice modelAt(double parameters, const QString& typed, const Scale& scale)
{
    const auto entry = modelTyped(typed, QLocale());
    const Model* listed = entry && !entry->id.empty() ? builtinCatalog().model(entry->id)
                                                      : modelOnMark(scale, parameters);
    if (listed)
        return CatalogModel{listed->id};
    return entry ? ModelChoice(SizedModel{entry->parameters}) : sizedModel(parameters);
}

QString shapeText(const Plan& plan, bool whole)
{
    const QLocale locale;
    const auto number
        = [&](std::int64_t value) { return locale.toString(static_cast<qlonglong>(value)); };
    const auto made = shapeOf(plan.model, builtinCatalog());
    if (!made)
        return {};
    const Shape& shape = *made;
    QString text = QStringLiteral("%1 L · h %2 · f %3")
                       .arg(number(shape.layers), number(shape.hidden), number(shape.feedForward));
    if (whole)
        text += QStringLiteral(" · a %1 · kv %2 · v %3")
                    .arg(number(shape.heads), number(shape.keyWidth()), number(shape.vocabulary));
    if (shape.experts > 0)
        text += QStringLiteral(" · E %1/%2")
                    .arg(number(shape.expertsPerToken), number(shape.experts));
    return text;
}

} // namespace highwater
