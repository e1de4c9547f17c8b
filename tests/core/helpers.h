// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"
#include "core/plan/shape.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

inline QString shown(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Every problem as its English sentence, for a failure's message and for comparisons.
inline QStringList shown(const Problems& problems)
{
    QStringList lines;
    for (const Problem& problem : problems)
        lines << shown(english(problem));
    return lines;
}

template <class T> QString whyNot(const Result<T>& result)
{
    return result ? QString() : shown(result.problems()).join(u'\n');
}

/// A Llama of these widths; what is not said has the default of a custom model.
inline CustomModel llama(std::int64_t hidden, std::int64_t layers, std::int64_t heads,
                         std::int64_t kvHeads, std::int64_t feedForward, std::int64_t vocabulary)
{
    CustomModel model;
    model.hiddenSize = hidden;
    model.numLayers = layers;
    model.numHeads = heads;
    model.numKvHeads = kvHeads;
    model.intermediateSize = feedForward;
    model.vocabSize = vocabulary;
    return model;
}

/// The same with what makes a GPT of it: LayerNorm, a plain MLP with GELU.
inline CustomModel gpt(std::int64_t hidden, std::int64_t layers, std::int64_t heads,
                       std::int64_t feedForward, std::int64_t vocabulary)
{
    CustomModel model = llama(hidden, layers, heads, heads, feedForward, vocabulary);
    model.norm = Norm::LayerNorm;
    model.gated = false;
    return model;
}

/// A plan of one GPU with nothing but tensors in it.
inline Plan bare(ModelChoice model)
{
    Plan plan;
    plan.model = std::move(model);
    plan.cluster.gpus = 1;
    plan.cluster.overhead = Overhead::None;
    return plan;
}

/// The estimate of a plan that must have one.
inline Estimate estimated(const Plan& plan)
{
    auto found = estimate(plan, builtinCatalog());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

inline Bytes groupOf(const Estimate& estimate, Group group)
{
    return estimate.answer.totals.perGpu[group];
}

inline const Line* lineOf(const Answer& answer, std::string_view id)
{
    for (const Line& line : answer.ledger)
        if (line.id == id)
            return &line;
    return nullptr;
}

/// A key and what is typed for it.
struct Setting
{
    KeyPath key;
    const char* text;
};

/// Sets keys as --set does; a value that is refused ends the test.
inline Plan planWith(const std::vector<Setting>& choices, Plan plan = {})
{
    for (const auto& [key, text] : choices) {
        const auto value = parsed(keyOf(key), text);
        if (!value || !assign(plan, key, *value).empty())
            qFatal("%s=%s is no setting", key.text().data(), text);
    }
    return plan;
}

} // namespace highwater
