// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/group_summaries.h"

#include "core/answer/group_words.h"
#include "core/catalog/catalog.h"
#include "core/figure/plan_words.h"
#include "core/job/recipe.h"
#include "core/job/role_keys.h"
#include "core/job/roles.h"
#include "core/ledger/resolve.h"
#include "core/time/run_length.h"
#include "ui/base/key_words.h"
#include "ui/base/phrases.h"
#include "ui/base/typed_values.h"
#include "ui/base/words.h"
#include "ui/panel/key_control.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace highwater {
namespace {

QString summaryOf(const QStringList& parts)
{
    return parts.join(QStringLiteral(" · "));
}

QString inferenceSummary(const Inference& inference)
{
    QStringList parts{toQString(nameOf(inference.weights))};
    if (inference.server != Server::Plain)
        parts.prepend(wordLabel("inference.server", nameOf(inference.server)));
    return summaryOf(parts);
}

} // namespace

QString workloadSummary(const Plan& plan)
{
    if (plan.workload.task == Task::Inference)
        return inferenceSummary(plan.inference);
    const Recipe recipe = withDefaults(plan).recipe;
    QString precision = toQString(nameOf(*recipe.precision));
    precision.remove(QStringLiteral("-mixed"));
    QStringList parts{precision, wordLabel("recipe.optimizer", nameOf(*recipe.optimizer))};
    if (plan.adapter.kind != AdapterKind::None)
        parts.prepend(translated(adapterText(plan.adapter)));
    return summaryOf(parts);
}

QString jobSummary(const Plan& plan)
{
    const auto kind = jobKindOf(plan);
    return kind ? wordLabel("job.kind", nameOf(*kind)) : QString();
}

QString rolesSummary(const Results& results)
{
    QStringList names;
    if (results.estimate)
        for (const JobRole& role : results.estimate->plan.roles)
            names << translated(roleName(role.id));
    return summaryOf(names);
}

QString roleSummary(const Results& results, RoleId id)
{
    const JobRole* const role = results.estimate ? roleOf(results.estimate->plan, id) : nullptr;
    if (!role)
        return KeyControlWords::tr("none", "a model of a job");
    QStringList parts;
    if (role->plan.model && role->plan.model != results.estimate->plan.model)
        parts << QString::fromStdString(role->plan.model->name);
    if (role->place != RolePlace::Policy)
        parts << toQString(nameOf(storedType(*role)));
    if (role->place != RolePlace::Shared)
        parts << wordLabel("roles.policy.place", nameOf(role->place));
    return summaryOf(parts);
}

QString saversSummary(const Plan& plan, const Results& results)
{
    const Plan whole = withDefaults(plan);
    const Recipe& recipe = whole.recipe;
    std::string recompute(nameOf(*recipe.recompute));
    if (results.estimate && !plan.recipe.recompute) // a job's framework may have another default
        if (const Value taken = takenValue(results.estimate->plan, "recipe.recompute");
            !isNull(taken))
            recompute = wordOf(taken);
    QStringList savers;
    if (recompute != nameOf(Recompute::None))
        savers << wordLabel("recipe.recompute", recompute);
    if (*recipe.attention == Attention::Flash)
        savers << KeyControlWords::tr("Flash", "attention, brief");
    if (*recipe.kernels == Kernels::Fused)
        savers << KeyControlWords::tr("fused", "kernels, brief");
    if (*recipe.loss != Loss::Full)
        savers << wordLabel("recipe.loss", nameOf(*recipe.loss));
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "layout.offload_optimizer", "layout.offload_parameters", "layout.offload_activations"})
        if (keyOf(path).get(whole) != Value{std::string("none")})
            savers << keyLabel(path);
    return savers.isEmpty() ? wordLabel("recipe.recompute", "none") : summaryOf(savers);
}

QString hardwareSummary(const Plan& plan)
{
    const Device* device = builtinCatalog().device(plan.cluster.device);
    return QStringLiteral("%1 × %2").arg(
        QLocale().toString(static_cast<qlonglong>(plan.cluster.gpus)),
        device ? shortName(*device) : toQString(plan.cluster.device));
}

QString parallelismSummary(const Plan& plan)
{
    const QLocale locale;
    const Layout& layout = plan.layout;
    const std::int64_t whole
        = std::max<std::int64_t>(1, layout.tensor * layout.pipeline * layout.context);
    const std::pair<const char*, std::int64_t> ranks[] = {{"TP", layout.tensor},
                                                          {"PP", layout.pipeline},
                                                          {"CP", layout.context},
                                                          {"EP", layout.expert},
                                                          {"DP", plan.cluster.gpus / whole}};
    QStringList cuts;
    const bool isCut = whole > 1 || layout.expert > 1;
    for (const auto& [name, count] : ranks)
        if (isCut && count > 1)
            cuts << QStringLiteral("%1 %2").arg(QString::fromLatin1(name),
                                                locale.toString(static_cast<qlonglong>(count)));
    if (cuts.isEmpty() && layout.zero > 0 && plan.cluster.gpus > 1
        && plan.workload.task != Task::Inference)
        cuts << QStringLiteral("ZeRO-%1").arg(locale.toString(static_cast<qlonglong>(layout.zero)));
    return cuts.isEmpty() ? KeyControlWords::tr("none", "no kind of parallelism") : summaryOf(cuts);
}

QString runSummary(const Plan& plan)
{
    if (plan.workload.task == Task::Inference)
        return {};
    if (plan.workload.examples)
        return counted(KeyControlWords::tr("%1 {example|examples}"),
                       {decimalText(static_cast<double>(*plan.workload.examples), QLocale())});
    if (!plan.workload.trainingTokens && !assumesLength(plan))
        return KeyControlWords::tr("length not given");
    return plan.workload.trainingTokens
        ? counted(KeyControlWords::tr("%1 {token|tokens}"),
                  {decimalText(static_cast<double>(*plan.workload.trainingTokens), QLocale())})
        : KeyControlWords::tr("20 tokens per parameter");
}

QString methodSummary(const Plan& plan)
{
    return wordLabel("method", nameOf(plan.method));
}

} // namespace highwater
