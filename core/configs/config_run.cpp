// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/config_run.h"

#include "core/configs/export.h"
#include "core/exchange/plan_name.h"
#include "core/figure/plan_words.h"
#include "core/job/roles.h"
#include "core/ledger/framework.h"
#include "core/ledger/optimizer.h"
#include "core/methods/key_use.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/time/run_length.h"

#include <algorithm>

namespace highwater {

using bounded::times;

namespace {

Plan openedFor(Plan plan, ConfigTarget target)
{
    const Engine engine = engineOf(plan, target);
    plan.recipe.framework = frameworkOf(target);
    if (profileOf(plan.recipe.framework).choosesEngine())
        plan.recipe.engine = engine;
    return withDefaults(plan);
}

/// A plan with the same model, framework, precision, optimizer and stage of ZeRO, and defaults for
/// all else.
Plan usualFor(const Plan& opened)
{
    Plan usual;
    usual.model = opened.model;
    usual.recipe.framework = opened.recipe.framework;
    usual.recipe.precision = opened.recipe.precision;
    usual.recipe.optimizer = opened.recipe.optimizer;
    usual.recipe.engine = opened.recipe.engine;
    usual.layout.zero = opened.layout.zero;
    usual = withDefaults(usual);
    // The units follow from the adapter, which is not the usual one.
    Adapter open = opened.adapter;
    open.ownUnits.reset();
    usual.adapter.ownUnits = choicesOf(opened.recipe, opened.layout, open).adapterUnits;
    return usual;
}

/// Whether the key has an effect in the run. One of the recipe, such as dropout, has one on the
/// training where no byte depends on it. Without a stage of ZeRO a program has no replicas of
/// shards, and without sequence parallelism no inputs to gather.
bool matters(const ConfigRun& run, KeyPath key)
{
    if (key.isIn(KeyGroup("recipe")))
        return true;
    if (key == "layout.replicate" && run.layout().zero == 0)
        return false;
    if (key == "layout.tp_inputs" && !run.choices.sequenceParallel)
        return false;
    return !isIdle(run.resolved, key);
}

} // namespace

ConfigRun::ConfigRun(const Plan& asked_, Resolved resolved_, ConfigTarget target_,
                     std::string file_)
    : target(target_)
    , file(std::move(file_))
    , engine(engineOf(asked_, target))
    , plan(openedFor(asked_, target))
    , asked(asked_.recipe)
    , resolved(std::move(resolved_))
    , choices(choicesOf(plan.recipe, plan.layout, plan.adapter))
    , title(excerpt(planTitle(asked_), 120))
    , m_usual(usualFor(plan))
{
    if (plan.recipe.framework != asked.framework && asked.framework != Recipe{}.framework)
        note("recipe.framework",
             {HW_TR("core",
                    "the plan is counted for %1; what it leaves open has the defaults of %2 here"),
              {std::string(nameOf(asked.framework)), std::string(nameOf(plan.recipe.framework))}});
    const bool chooses = profileOf(plan.recipe.framework).choosesEngine();
    if (target == ConfigTarget::Unsloth && saysEngine(asked) && asked.engine != engine)
        note("recipe.engine",
             {HW_TR("core", "%1 has no setting for it here; the plan has %2"),
              {programName(target), std::string(nameOf(*asked.engine))}});
    else if (target != ConfigTarget::Unsloth && chooses
             && profileOf(asked.framework).choosesEngine()
             && engineOf(asked, asked_.layout) != engine)
        note("recipe.engine",
             {HW_TR("core", "the layout needs %1, which the file has"),
              {std::string(nameOf(engine))}});
    countRanks();
    countBatch(asked_.workload);
}

void ConfigRun::countRanks()
{
    const Layout& cut = layout();
    const Cluster& cluster = plan.cluster;
    dataParallel = resolved.dataParallel;
    ranks = times(dataParallel, times(cut.tensor, times(cut.pipeline, cut.context)));
    shards = std::max<std::int64_t>(1, times(dataParallel, cut.context) / cut.replicate);
    if (ranks != cluster.gpus)
        note("cluster.gpus",
             {HW_TR("core", "the run has %1 {GPU|GPUs}: the others do not divide by the layout"),
              {grouped(ranks)}});
    gpusPerNode = std::min(cluster.gpusPerNode, ranks);
    while (ranks % gpusPerNode != 0)
        --gpusPerNode;
    nodes = ranks / gpusPerNode;
    if (gpusPerNode != std::min(cluster.gpusPerNode, ranks))
        note("cluster.gpus_per_node",
             {HW_TR("core", "the run has %1 on each node, so that all nodes have the same number"),
              {grouped(gpusPerNode)}});
}

void ConfigRun::countBatch(const Workload& wanted)
{
    const std::int64_t pass = times(wanted.microBatch, dataParallel);
    // A batch is rounded up to full micro-batches, which may exceed what a file may state.
    const auto most = static_cast<std::int64_t>(keyOf("workload.global_batch").most);
    microBatches = std::min(resolved.microBatches, std::max<std::int64_t>(1, most / pass));
    globalBatch = times(pass, microBatches);
    if (wanted.globalBatch && *wanted.globalBatch != globalBatch)
        note("workload.global_batch",
             {HW_TR("core",
                    "%1 {sequence becomes|sequences become} %2, so that every micro-batch is full"),
              {grouped(*wanted.globalBatch), grouped(globalBatch)}});
}

void ConfigRun::useDataRanksFor(Splits splits)
{
    const std::int64_t batch = globalBatch;
    const auto use = [this](KeyPath key, std::int64_t degree) {
        if (degree == 1)
            return;
        note(key,
             {HW_TR("core",
                    "%1 has no setting for it here: the %2 ranks take a part of the batch "
                    "each"),
              {programName(target), std::to_string(degree)}});
        dataParallel *= degree;
    };
    if (splits.tensor)
        use("layout.tensor", layout().tensor);
    if (splits.context)
        use("layout.context", layout().context);
    if (splits.pipeline)
        use("layout.pipeline", layout().pipeline);
    const std::int64_t context = splits.context ? 1 : layout().context;
    shards = std::max<std::int64_t>(1, times(dataParallel, context) / layout().replicate);
    const std::int64_t pass = times(workload().microBatch, dataParallel);
    microBatches = std::max<std::int64_t>(1, shareOf(batch, pass));
    globalBatch = times(pass, microBatches);
    if (globalBatch != batch)
        note("workload.global_batch",
             {HW_TR("core",
                    "%1 {sequence becomes|sequences become} %2, so that every micro-batch is full"),
              {grouped(batch), grouped(globalBatch)}});
}

std::int64_t ConfigRun::steps() const
{
    if (!hasLength())
        return unsaidSteps;
    // A job makes several sequences of one.
    const JobRole* const policy = roleOf(resolved, RoleId::Policy);
    const auto each
        = static_cast<double>(times(workload().context, policy ? policy->tokens.sequences : 1));
    const double ofStep = static_cast<double>(globalBatch) * each * resolved.realShare();
    return static_cast<std::int64_t>(fullSteps(runLength(resolved, each)->tokens, ofStep));
}

double ConfigRun::learningRate() const
{
    // Llama 3 (arXiv 2407.21783, table 3) for 8B, 70B and 405B.
    const double parameters = resolved.parameters();
    return parameters < 2e10 ? 3e-4 : parameters < 2e11 ? 1.5e-4 : 8e-5;
}

void ConfigRun::note(KeyPath key, Text message)
{
    notes.push_back({key, std::move(message)});
}

void ConfigRun::note(KeyGroup group, Text message)
{
    notes.push_back({group, std::move(message)});
}

/// The moments are in 16 bits where all weights are, unless the program says otherwise. The name of
/// the 8-bit optimizer that a program has by itself says that they have 8.
void ConfigRun::noteMomentsOf16()
{
    if (!asked.moments && choices.moments == Moments::Int8)
        return;
    const OptimizerTraits& traits = traitsOf(choices.optimizer);
    const bool others = asked.moments
        && (*asked.moments != Moments::Bf16
            || (traits.choosesMoments && *asked.moments != traits.moments));
    if (others || choices.moments == Moments::Int8)
        cannotSay(KeyPath("recipe.moments"));
    else if (choices.moments != Moments::Bf16)
        note("recipe.moments",
             {HW_TR("core",
                    "follow the weights in %1 and are in %2; the plan, which leaves them "
                    "open, counts fp32"),
              {programName(target), choices.precision == Precision::Fp16 ? "fp16" : "bf16"}});
}

std::string ConfigRun::valueOf(KeyPath key) const
{
    return settingText(keyOf(key).get(plan));
}

void ConfigRun::cannotSay(std::initializer_list<KeyPath> keys)
{
    for (const KeyPath key : keys)
        if (matters(*this, key) && keyOf(key).get(plan) != keyOf(key).get(m_usual))
            cannotSay(key);
}

void ConfigRun::cannotSay(KeyPath key)
{
    note(key,
         {HW_TR("core", "%1 has no setting for it here; the plan has %2"),
          {programName(target), valueOf(key)}});
}

void ConfigRun::lacks(KeyPath part)
{
    note(part,
         {HW_TR("core", "%1 has no setting for the value of this architecture"),
          {programName(target)}});
}

void ConfigRun::inScript(KeyPath key)
{
    note(key, {HW_TR("core", "is set in the training script: %1"), {valueOf(key)}});
}

void ConfigRun::lengthInScript()
{
    if (workload().examples) {
        inScript("workload.examples");
        inScript("workload.epochs");
    } else if (workload().trainingTokens) {
        inScript("workload.training_tokens");
    }
}

std::string allocatorSettings(const Cluster& cluster)
{
    std::vector<std::string> settings;
    if (cluster.expandableSegments.value_or(false))
        settings.push_back("expandable_segments:True");
    if (cluster.maxSplitSize)
        settings.push_back("max_split_size_mb:" + std::to_string(*cluster.maxSplitSize >> 20));
    if (cluster.roundupDivisions > 1)
        settings.push_back("roundup_power2_divisions:" + std::to_string(cluster.roundupDivisions));
    return joined(settings, ",");
}

std::string environment(const ConfigRun& run)
{
    const std::string settings = allocatorSettings(run.plan.cluster);
    return settings.empty() ? settings : "PYTORCH_CUDA_ALLOC_CONF=" + settings + " ";
}

std::string torchrun(const ConfigRun& run)
{
    std::string line = "torchrun ";
    if (run.nodes > 1)
        line += "--nnodes " + std::to_string(run.nodes) + " ";
    line += "--nproc_per_node " + std::to_string(run.gpusPerNode);
    if (run.nodes > 1)
        line += " --rdzv_backend c10d --rdzv_endpoint HOST:29500";
    return line;
}

std::string headOf(const ConfigRun& run, const std::vector<std::string>& launch)
{
    std::string head = "# " + run.title + "\n# "
        + printable(english(planLine(run.resolved, {.method = false})))
        + "\n# Written by Highwater. Start" + (run.nodes > 1 ? " on each node:\n" : ":\n");
    for (const std::string& line : launch)
        head += "#   " + line + "\n";
    if (!run.notes.empty())
        head += "# Not as the plan has it:\n";
    for (const Warning& note : run.notes)
        head += "# - " + printable(english(note)) + "\n";
    return head;
}

std::string english(const Warning& note)
{
    return note.field + ": " + english(note.message);
}

} // namespace highwater
