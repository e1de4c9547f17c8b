// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/run_plan.h"

#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/product.h"
#include "core/measured/run_model.h"
#include "core/measured/run_source.h"
#include "core/measured/source_defaults.h"
#include "core/plan/keys.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace highwater {
namespace {

/// The reason why a row has no plan; null as long as none is known.
using Reason = std::optional<LeftOut>;

/// The reason where the row states a value that no plan can express.
LeftOut unsayable(Text reason)
{
    return {std::move(reason), true};
}

/// The reason where the row does not state a value that a plan needs.
LeftOut missing(Text reason)
{
    return {std::move(reason), false};
}

/// A word of a column and its meaning. The first word of a table that the column contains decides:
/// "pure bf16" stands before "bf16".
template <class T> struct Word
{
    std::string_view word;
    T value;
};

template <class T> const T* readWord(std::span<const Word<T>> words, const std::string& text)
{
    const std::string small = lowered(text);
    const auto found = std::ranges::find_if(
        words, [&](const Word<T>& known) { return small.find(known.word) != std::string::npos; });
    return found == words.end() ? nullptr : &found->value;
}

LeftOut unknownWord(const char* column, const std::string& text)
{
    return unsayable({HW_TR("core", "%1 is not understood: %2"), {column, excerpt(text)}});
}

bool isNone(const std::string& text)
{
    constexpr std::array<std::string_view, 5> words{"", "none", "no", "off", "false"};
    return std::ranges::find(words, lowered(text)) != words.end();
}

/// In small letters, without blanks and hyphens: sources write "8-bit", "8 bit" and "8bit".
std::string squeezed(const std::string& text)
{
    std::string small = lowered(text);
    std::erase_if(small, [](char c) { return c == ' ' || c == '-' || c == '_'; });
    return small;
}

constexpr std::array precisions{
    // 16-bit parameters, gradients and moments, and nothing in 32 bits.
    Word<Precision>{"pure bf16", Precision::Bf16},
    Word<Precision>{"bf16-true", Precision::Bf16},
    Word<Precision>{"pure fp16", Precision::Fp16},
    Word<Precision>{"fp8", Precision::Fp8Mixed},
    Word<Precision>{"int4 base + bf16", Precision::Bf16Mixed},
    // Composer's mode PURE reduces in 16 bits, but still keeps 32-bit shards.
    Word<Precision>{"bf16", Precision::Bf16Mixed},
    Word<Precision>{"bfloat16", Precision::Bf16Mixed},
    Word<Precision>{"fp16", Precision::Fp16Mixed},
    Word<Precision>{"float16", Precision::Fp16Mixed},
    Word<Precision>{"fp32", Precision::Fp32},
};
constexpr std::array optimizers{
    Word<Optimizer>{"adamw", Optimizer::AdamW}, // see readOptimizer()
    Word<Optimizer>{"adafactor", Optimizer::Adafactor},
    Word<Optimizer>{"adagrad", Optimizer::Adagrad},
    Word<Optimizer>{"lion", Optimizer::Lion},
    Word<Optimizer>{"muon", Optimizer::Muon},
    Word<Optimizer>{"momentum", Optimizer::SgdMomentum},
    Word<Optimizer>{"sgd", Optimizer::Sgd},
};
constexpr std::array attentions{
    Word<Attention>{"eager", Attention::Eager}, Word<Attention>{"flash", Attention::Flash},
    Word<Attention>{"sdpa", Attention::Flash},  Word<Attention>{"te fused", Attention::Flash},
    Word<Attention>{"fa2", Attention::Flash},   Word<Attention>{"fa3", Attention::Flash},
};
constexpr std::array recomputes{
    Word<Recompute>{"full", Recompute::Full},
    Word<Recompute>{"selective (op", Recompute::Selective},
    Word<Recompute>{"selective op", Recompute::Selective},
};
constexpr std::array shardings{
    Word<std::int64_t>{"zero0", 0},       Word<std::int64_t>{"zero1", 1},
    Word<std::int64_t>{"zero2", 2},       Word<std::int64_t>{"zero3", 3},
    Word<std::int64_t>{"shardgradop", 2}, Word<std::int64_t>{"noshard", 0},
    Word<std::int64_t>{"fsdp", 3},        Word<std::int64_t>{"ddp", 0},
};

/// Of frameworks that leave the engine open. A row that does not say which FSDP means the one that
/// accelerate takes unless told otherwise.
constexpr std::array engines{
    Word<Engine>{"fsdp2", Engine::Fsdp2},
    Word<Engine>{"fsdp", Engine::Fsdp1},
    Word<Engine>{"shardgradop", Engine::Fsdp1},
    Word<Engine>{"noshard", Engine::Fsdp1},
};

std::vector<AdapterTarget> targetsOf(std::string_view letters)
{
    std::vector<AdapterTarget> targets;
    for (const char letter : letters)
        switch (letter) {
        case 'q':
            targets.push_back(AdapterTarget::Q);
            break;
        case 'k':
            targets.push_back(AdapterTarget::K);
            break;
        case 'v':
            targets.push_back(AdapterTarget::V);
            break;
        case 'o':
            targets.push_back(AdapterTarget::O);
            break;
        case 'm':
            targets.insert(targets.end(),
                           {AdapterTarget::Gate, AdapterTarget::Up, AdapterTarget::Down});
            break;
        default:
            targets.push_back(AdapterTarget::Head);
        }
    return targets;
}

bool isPrompted(RunKind kind)
{
    return kind == RunKind::Adapter || kind == RunKind::AdapterV2;
}

Reason readAdapter(const MeasuredRun& run, Plan& plan)
{
    const RunKind kind = kindOf(run);
    if (kind == RunKind::Full)
        return std::nullopt;
    if (kind == RunKind::Other)
        return unsayable(
            {HW_TR("core", "a plan cannot say the method %1"),
             {excerpt(run.notes.method.empty() ? run.notes.cumulative : run.notes.method)}});
    const AdapterRecipe* known = adapterRecipeOf(run);
    if (kind == RunKind::OtherAdapter || (isPrompted(kind) && !known))
        return missing({HW_TR("core", "the length of the prompt is not stated (%1)"),
                        {excerpt(run.notes.method)}});
    if (!known)
        return missing({HW_TR("core", "rank and targets of the adapters are not stated")});
    const bool quantised = kind == RunKind::Qlora
        || (isPrompted(kind) && run.notes.quantization.starts_with("bnb."));
    plan.adapter.kind = quantised ? AdapterKind::Qlora : AdapterKind::Lora;
    // A plan's default is that of litgpt's Config, a prompt of 10 tokens from layer 2 on.
    if (isPrompted(kind))
        plan.adapter.method
            = kind == RunKind::Adapter ? AdapterMethod::Adapter : AdapterMethod::AdapterV2;
    plan.adapter.rank = known->rank;
    plan.adapter.targets = targetsOf(known->targets);
    plan.adapter.dropout = known->dropout;
    plan.adapter.upcast = known->upcast;
    if (kind == RunKind::LoraAndEmbeddings)
        plan.adapter.modulesToSave = {SavedModule::Embedding, SavedModule::Head};
    if (quantised)
        plan.adapter.base
            = run.notes.quantization.ends_with("-dq") ? AdapterBase::Nf4Double : known->base;
    return std::nullopt;
}

Reason readPrecision(const MeasuredRun& run, const SourceDefaults& defaults, Plan& plan)
{
    Recipe& recipe = plan.recipe;
    if (run.precision.empty()) {
        if (!*profileOf(recipe.framework).name) // no program, which would have a default
            return missing({HW_TR("core", "the precision is not stated")});
        return std::nullopt;
    }
    const Precision* precision
        = readWord(std::span<const Word<Precision>>(precisions), run.precision);
    if (!precision)
        return unknownWord("precision", run.precision);
    recipe.precision = run.notes.float8 && defaults.narrowFloat8 ? Precision::Fp8Mixed : *precision;
    if (defaults.precision)
        recipe.precision = defaults.precision;
    // PyTorch's AdamW keeps its moments in the type of the parameters.
    if (recipe.precision && isSixteenBitsAlone(*recipe.precision)
        && recipe.optimizer.value_or(Optimizer::AdamW) == Optimizer::AdamW)
        recipe.moments = Moments::Bf16;
    const std::string gradients = lowered(run.gradDtype);
    if (gradients.starts_with("fp32"))
        recipe.gradients = Gradients::Fp32;
    else if (gradients.starts_with("bf16") || gradients.starts_with("fp16"))
        recipe.gradients = Gradients::Bf16;
    return std::nullopt;
}

/// The modules of a list such as "selective: core_attn,moe_act"; empty for "selective: none ([])".
std::vector<std::string> modulesIn(std::string_view list)
{
    constexpr std::string_view between = " ,'\"[]";
    list = list.substr(0, list.find('('));
    std::vector<std::string> modules;
    for (std::size_t at = list.find_first_not_of(between); at != std::string_view::npos;) {
        const std::size_t end = std::min(list.find_first_of(between, at), list.size());
        if (const std::string_view word = list.substr(at, end - at); word != "none")
            modules.emplace_back(word);
        at = list.find_first_not_of(between, end);
    }
    return modules;
}

Reason readRecompute(const MeasuredRun& run, const SourceDefaults& defaults, Plan& plan)
{
    Recipe& recipe = plan.recipe;
    if (run.recompute.empty()) {
        if (!defaults.recomputeKnown)
            return missing({HW_TR("core", "what is recomputed is not stated")});
        recipe.recompute = defaults.recomputesSharded && plan.layout.zero > 0 ? Recompute::Full
                                                                              : defaults.recompute;
        return std::nullopt;
    }
    if (isNone(run.recompute)) {
        recipe.recompute = Recompute::None;
        return std::nullopt;
    }
    // Megatron names the modules that it recomputes (recompute_modules), core_attn alone also in
    // brackets. This module is what Korthikanti et al., arXiv 2205.05198, recompute: scores,
    // softmax and dropout, which flash attention never keeps.
    constexpr std::string_view listed = "selective:";
    std::string small = lowered(run.recompute);
    if (small == "selective (core_attn)")
        small = "selective: core_attn";
    if (small.starts_with(listed)) {
        const auto modules = modulesIn(std::string_view(small).substr(listed.size()));
        const bool eager = recipe.attention == Attention::Eager;
        std::vector<RecomputeModule> named;
        for (const std::string& name : modules) {
            const auto known = fromName<RecomputeModule>(name);
            if (!known)
                return unknownWord("recompute", run.recompute);
            if (*known != RecomputeModule::CoreAttn || eager)
                named.push_back(*known);
        }
        recipe.recompute = named.empty() ? Recompute::None : Recompute::Selective;
        if (named != std::vector{RecomputeModule::CoreAttn})
            recipe.recomputeModules = std::move(named);
        return std::nullopt;
    }
    const auto* found = readWord(std::span<const Word<Recompute>>(recomputes), run.recompute);
    if (!found)
        return unknownWord("recompute", run.recompute);
    recipe.recompute = *found;
    return std::nullopt;
}

/// Reads the measures of torchtune's table of optimization flags.
Reason readMeasures(const MeasuredRun& run, Plan& plan)
{
    Recipe& recipe = plan.recipe;
    if (run.notes.cumulative.empty())
        return std::nullopt;
    const auto last = measureOf(run);
    // Rows of LoRA and QLoRA name no measure. They have all but those of the optimizer,
    // and so do torchtune's defaults.
    if (!last)
        return run.notes.cumulative.starts_with('+')
            ? Reason(unknownWord("notes", run.notes.cumulative))
            : std::nullopt;
    if (*last < Measure::Packed)
        return missing({HW_TR("core", "the samples are not packed: their lengths are not stated")});
    plan.job.packing = Packing::Packed;
    recipe.stepInBackward = *last >= Measure::OptimizerInBackward;
    recipe.kernels = *last >= Measure::Compile ? Kernels::Fused : Kernels::Eager;
    recipe.loss = *last >= Measure::ChunkedLoss ? Loss::Chunked : Loss::Full;
    return std::nullopt;
}

/// "paged_adamw_8bit", "AdamW 8-bit", "adamw_bnb_8bit": paged and 8-bit AdamW have many names.
const Optimizer* readOptimizer(const std::string& text)
{
    static constexpr Optimizer adamW[2][2] = {{Optimizer::AdamW, Optimizer::AdamW8bit},
                                              {Optimizer::PagedAdamW, Optimizer::PagedAdamW8bit}};
    const auto* found = readWord(std::span<const Word<Optimizer>>(optimizers), text);
    if (!found || *found != Optimizer::AdamW)
        return found;
    const std::string words = squeezed(text);
    const bool paged = words.find("paged") != std::string::npos;
    const bool eightBit = words.find("8bit") != std::string::npos;
    return &adamW[paged][eightBit];
}

Reason readRecipe(const MeasuredRun& run, const SourceDefaults& defaults, Plan& plan)
{
    Recipe& recipe = plan.recipe;
    recipe.kernels = defaults.kernels;
    if (run.optimizer.empty()) {
        if (!defaults.optimizerKnown)
            return missing({HW_TR("core", "the optimizer is not stated")});
    } else {
        const Optimizer* found = readOptimizer(run.optimizer);
        if (!found)
            return unknownWord("optimizer", run.optimizer);
        recipe.optimizer = *found;
    }
    if (!run.attention.empty()) {
        const auto* found = readWord(std::span<const Word<Attention>>(attentions), run.attention);
        if (!found)
            return unknownWord("attention", run.attention);
        recipe.attention = *found;
    }
    if (defaults.loss)
        recipe.loss = defaults.loss;
    if (defaults.statesKernels && (run.notes.compiled || run.notes.eager))
        recipe.kernels = run.notes.compiled ? Kernels::Fused : Kernels::Eager;
    if (Reason reason = readMeasures(run, plan))
        return reason;
    if (Reason reason = readPrecision(run, defaults, plan))
        return reason;
    return readRecompute(run, defaults, plan);
}

Reason readOffload(const MeasuredRun& run, Layout& layout)
{
    if (isNone(run.offload))
        return std::nullopt;
    const std::string words = lowered(run.offload);
    const bool all = words == "cpu";
    const bool optimizer = words.find("optimizer") != std::string::npos;
    const bool parameters = words.find("param") != std::string::npos;
    const bool activations = words.find("activations") != std::string::npos;
    if (!all && !optimizer && !parameters && !activations)
        return unknownWord("offload", run.offload);
    const Offload place = words.find("nvme") != std::string::npos ? Offload::Nvme : Offload::Cpu;
    if (all || optimizer)
        layout.offloadOptimizer = place;
    if (all || parameters)
        layout.offloadParameters = place;
    if (activations)
        layout.offloadActivations = ActivationOffload::Cpu;
    return std::nullopt;
}

Reason readLayout(const MeasuredRun& run, const SourceDefaults& defaults, Plan& plan)
{
    Layout& layout = plan.layout;
    layout.tensor = run.tp.value_or(1);
    layout.pipeline = run.pp.value_or(1);
    layout.context = run.cp.value_or(1);
    layout.virtualPipeline = run.notes.virtualPipeline.value_or(1);
    layout.expert = run.notes.expertParallel.value_or(1);
    if (!run.gpus)
        return missing({HW_TR("core", "the number of GPUs is not stated")});
    plan.cluster.gpus = *run.gpus;
    // litgpt's configurations use one device; the table gives the GPUs of the machine.
    if (lowered(run.source).find("litgpt config_hub") != std::string::npos && run.sharding.empty())
        plan.cluster.gpus = 1;
    if (!isNone(run.sharding)) {
        const auto* found
            = readWord(std::span<const Word<std::int64_t>>(shardings), squeezed(run.sharding));
        if (!found)
            return unknownWord("zero_or_fsdp", run.sharding);
        layout.zero = *found;
        const auto* engine
            = readWord(std::span<const Word<Engine>>(engines), squeezed(run.sharding));
        if (engine && profileOf(plan.recipe.framework).choosesEngine())
            plan.recipe.engine = *engine;
    } else if (run.sharding.empty() && (*run.gpus > 1 || defaults.zeroOnOne)) {
        layout.zero = zeroOfMethod(run).value_or(defaults.zero);
        if (layout.zero < 3)
            layout.reduceBucket = defaults.reduceBucket;
    }
    // What ran had its engine, on one GPU too.
    const Profile& profile = profileOf(plan.recipe.framework);
    if (profile.choosesEngine() && !plan.recipe.engine && layout.zero > 0)
        plan.recipe.engine = profile.engine;
    if (layout.zero >= 1 && layout.zero < 3)
        layout.overlapComm = defaults.overlapComm;
    const std::string mode = lowered(run.tpMode.empty() ? run.notes.tpMode : run.tpMode);
    if (mode.find("all_reduce") != std::string::npos)
        layout.sequenceParallel = false;
    else if (mode.find("reduce_scatter") != std::string::npos)
        layout.sequenceParallel = true;
    else if (!mode.empty())
        return unknownWord("tp_mode", mode);
    layout.tpInputs
        = mode.find("gathered") != std::string::npos ? TpInputs::Gathered : defaults.tpInputs;
    return readOffload(run, layout);
}

Reason readWorkload(const MeasuredRun& run, Plan& plan)
{
    if (!run.seq)
        return missing({HW_TR("core", "the length of the sequences is not stated")});
    if (!run.microBatch)
        return missing({HW_TR("core", "the batch is not stated")});
    Workload& workload = plan.workload;
    workload.context = *run.seq;
    workload.microBatch = *run.microBatch;
    const auto accumulated = run.gradAccum ? run.gradAccum : run.notes.gradAccum;
    const Layout& layout = plan.layout;
    const std::int64_t ranks
        = bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context);
    const std::int64_t dataParallel
        = run.dp.value_or(ranks > 0 ? std::max<std::int64_t>(1, plan.cluster.gpus / ranks) : 1);
    if (accumulated)
        workload.globalBatch
            = bounded::times(bounded::times(workload.microBatch, dataParallel), *accumulated);
    else
        workload.globalBatch
            = run.notes.globalBatch ? run.notes.globalBatch : defaultsOf(run).globalBatch;
    return std::nullopt;
}

Reason readMeasure(const MeasuredRun& run, PlannedRun& planned)
{
    if (run.measuredWhat == "peak_allocated")
        planned.reading = Reading::Allocated;
    else if (run.measuredWhat == "peak_reserved")
        planned.reading = Reading::Reserved;
    else if (run.measuredWhat == "peak_device" || run.measuredWhat == "oom"
             || run.measuredWhat == "fits")
        planned.reading = Reading::Device;
    else if (run.measuredWhat.empty())
        return missing({HW_TR("core", "what was measured is not stated")});
    else
        return unknownWord("measured_what", run.measuredWhat);
    if (run.notes.deviceReading || run.unit.find("nvidia-smi") != std::string::npos)
        planned.reading = Reading::Device;

    const std::string stage = lowered(run.stage);
    if (stage == "first" || (stage.empty() && run.notes.firstStage))
        planned.stage = RunStage::First;
    else if (stage == "last")
        planned.stage = RunStage::Last;
    else if (!stage.empty() && stage != "max")
        return unknownWord("stage", run.stage);
    return std::nullopt;
}

/// Sets the keys that the row states as a plan has them.
Reason readSettings(const MeasuredRun& run, Plan& plan)
{
    constexpr char between = ';';
    std::string_view rest = run.settings;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(between), rest.size());
        const std::string setting(withoutBlanks(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (setting.empty())
            continue;
        const std::size_t equals = std::min(setting.find('='), setting.size());
        const auto key = findKeyPath(std::string_view(setting).substr(0, equals));
        if (!key || equals == setting.size())
            return unknownWord("settings", setting);
        const auto value = parsed(keyOf(*key), std::string_view(setting).substr(equals + 1));
        if (!value || !assign(plan, *key, *value).empty())
            return unknownWord("settings", setting);
    }
    return std::nullopt;
}

/// The reason why no plan can describe the run, whatever its columns say.
Reason unfit(const MeasuredRun& run)
{
    if (run.notes.oneOperator)
        return missing({HW_TR("core", "one operator, not a model")});
    if (run.notes.contradictory)
        return missing({HW_TR("core", "the source contradicts itself")});
    if (!run.notANumber.empty())
        return missing({HW_TR("core", "%1 is not a number"), {run.notANumber}});
    if (run.tokensPerSecondPerGpu && !(*run.tokensPerSecondPerGpu > 0))
        return missing({HW_TR("core", "%1 is not above 0"), {std::string(speedColumn)}});
    if (run.notes.recipeOpen)
        return missing({HW_TR("core", "the source does not tell with which recipe a row ran")});
    return std::nullopt;
}

/// A run with the share code of its plan: a person's own, whose plan need not be guessed.
std::variant<PlannedRun, LeftOut> codedPlan(const MeasuredRun& run, const CodeReader& codes)
{
    PlannedRun planned;
    planned.facts.tokensPerSecondPerGpu = run.tokensPerSecondPerGpu;
    planned.capacityKnown = true;
    if (Reason reason = readMeasure(run, planned))
        return *std::move(reason);
    auto plan = codes ? codes(run.plan) : Result<Plan>(Problems{});
    if (!plan)
        return missing({HW_TR("core", "the share code of its plan cannot be read")});
    planned.plan = *std::move(plan);
    return planned;
}

} // namespace

std::variant<PlannedRun, LeftOut> planOf(const MeasuredRun& run, const Catalog& catalog,
                                         const CodeReader& codes)
{
    if (Reason reason = unfit(run))
        return *std::move(reason);
    if (!run.plan.empty())
        return codedPlan(run, codes);
    PlannedRun planned;
    planned.facts.tokensPerSecondPerGpu = run.tokensPerSecondPerGpu;
    Plan& plan = planned.plan;
    const SourceDefaults& defaults = defaultsOf(run);
    const auto framework = frameworkOf(run);
    if (!framework)
        return unknownWord("framework", run.framework);
    plan.recipe.framework = *framework;
    for (Reason reason :
         {readMeasure(run, planned), readLayout(run, defaults, plan), readWorkload(run, plan),
          readRecipe(run, defaults, plan), readAdapter(run, plan)})
        if (reason)
            return *std::move(reason);

    auto model = modelOf(run, catalog, defaults.tiesWeights);
    if (auto* reason = std::get_if<Text>(&model))
        return missing(std::move(*reason));
    plan.model = std::get<ModelChoice>(std::move(model));
    const RunDevice device = deviceOf(run, catalog);
    plan.cluster.device = device.device;
    plan.cluster.capacity = device.capacity;
    planned.capacityKnown = device.capacityKnown;
    planned.facts.earlyPyTorch = defaults.earlyPyTorch;
    planned.facts.earlyBitsandbytes = defaults.earlyBitsandbytes;
    planned.facts.narrowLoss = defaults.narrowLoss;
    planned.ofSweep = defaults.ofSweep;
    if (plan.layout.zero >= 1)
        plan.recipe.deepspeed = defaults.deepspeed;
    if (defaults.earlyPyTorch)
        plan.recipe.fusedStep = false;
    if (defaults.expandsOnOneNode && plan.cluster.gpus <= plan.cluster.gpusPerNode)
        plan.cluster.expandableSegments = true;
    if (Reason reason = readSettings(run, plan))
        return *std::move(reason);
    return planned;
}

} // namespace highwater
