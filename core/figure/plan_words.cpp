// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/plan_words.h"

#include "core/figure/figure.h"
#include "core/figure/figure_words.h"
#include "core/job/roles.h"
#include "core/ledger/server.h"
#include "core/methods/key_use.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace highwater {
namespace {

void listLayout(std::vector<Text>& parts, const Layout& layout, const auto& asks)
{
    struct Way
    {
        KeyPath key;
        const char* name;
        std::int64_t ranks;
    };
    for (const Way& way :
         {Way{"layout.tensor", "TP ", layout.tensor},
          Way{"layout.pipeline", "PP ", layout.pipeline},
          Way{"layout.context", "CP ", layout.context}, Way{"layout.expert", "EP ", layout.expert}})
        if (way.ranks > 1 && asks(way.key))
            parts.push_back(Text::plain(way.name + grouped(way.ranks)));
}

Text fullRecompute(const LayerPattern& pattern)
{
    switch (pattern.method) {
    case RecomputeMethod::All:
        break;
    case RecomputeMethod::Block:
        return {HW_TR("core", "recompute of the first {layer|%1 layers}"),
                {grouped(pattern.every)}};
    case RecomputeMethod::Uniform:
        return {HW_TR("core", "recompute in groups of %1"), {grouped(pattern.every)}};
    case RecomputeMethod::Every:
        return {HW_TR("core", "recompute every {layer|%1 layers}"), {grouped(pattern.every)}};
    }
    return {HW_TR("core", "full recompute")};
}

Text precisionName(Precision precision)
{
    constexpr EnumTable<Precision, const char*> names(
        {HW_TR("core", "bf16 mixed precision"), HW_TR("core", "fp16 mixed precision"),
         HW_TR("core", "pure bf16"), "fp32", HW_TR("core", "fp8 mixed precision"),
         HW_TR("core", "fp8 mixed precision with scales of blocks"),
         HW_TR("core", "MXFP8 mixed precision"), HW_TR("core", "NVFP4 mixed precision"),
         HW_TR("core", "pure fp16")});
    return {names[precision]};
}

Text optimizerName(Optimizer optimizer)
{
    constexpr EnumTable<Optimizer, const char*> names(
        {"AdamW", HW_TR("core", "8-bit AdamW"), "SGD", HW_TR("core", "SGD with momentum"),
         "AdaGrad", "Adafactor", "Lion", "Muon", HW_TR("core", "Paged AdamW"),
         HW_TR("core", "Paged 8-bit AdamW"), "GaLore", "APOLLO", "APOLLO-Mini", "LOMO", "AdaLomo",
         "Adam-mini", "SOAP"});
    return {names[optimizer]};
}

Text scheduleName(PipelineSchedule schedule)
{
    constexpr EnumTable<PipelineSchedule, const char*> names(
        {"1F1B", "ZB1P", "ZB2P", "ZBV", "V-Half", "V-Min", "DualPipe", "DualPipeV"});
    return {names[schedule]};
}

Text jobName(JobKind kind)
{
    constexpr EnumTable<JobKind, const char*> names({"SFT", "DPO", "ORPO", "KTO",
                                                     HW_TR("core", "reward model"), "GRPO", "PPO",
                                                     HW_TR("core", "distillation")});
    return {names[kind]};
}

/// The plan of the model that trains: the policy's, where a job has several models. Only this plan
/// has the defaults of the job filled in.
const Resolved& trainedIn(const Resolved& plan)
{
    const JobRole* policy = roleOf(plan, RoleId::Policy);
    return policy ? policy->plan : plan;
}

void listRecipe(std::vector<Text>& parts, const Choices& choices, const LayerPattern& pattern,
                bool recompute, const auto& asks)
{
    if (asks("recipe.precision") && choices.precision != Precision::Bf16Mixed)
        parts.push_back(precisionName(choices.precision));
    if (asks("recipe.optimizer") && choices.optimizer != Optimizer::AdamW)
        parts.push_back(optimizerName(choices.optimizer));
    if (!recompute || !asks("recipe.recompute"))
        return;
    if (choices.recompute == Recompute::Selective)
        parts.push_back({HW_TR("core", "selective recompute")});
    if (choices.recompute == Recompute::Full)
        parts.push_back(fullRecompute(pattern));
}

/// Adds the frozen layers, and the schedule of a pipeline where it is not the usual one.
void listParts(std::vector<Text>& parts, const Resolved& plan, const auto& asks)
{
    if (asks("recipe.frozen_layers") && plan.pattern.frozen > 0)
        parts.push_back(
            {HW_TR("core", "first {layer|%1 layers} frozen"), {grouped(plan.pattern.frozen)}});
    if (asks("recipe.frozen_layers") && plan.pattern.passesSome())
        parts.push_back({HW_TR("core", "%1 {layer|layers} frozen from layer %2 on"),
                         {grouped(plan.recipe.frozenLayers), grouped(plan.recipe.frozenFrom)}});
    if (asks("job.packing") && plan.packs)
        parts.push_back({HW_TR("core", "packed sequences")});
    const PipelineSchedule schedule = plan.layout.schedule;
    if (asks("layout.schedule") && plan.layout.pipeline > 1
        && schedule != PipelineSchedule::OneForwardOneBackward)
        parts.push_back(scheduleName(schedule));
}

/// `hostStep`: how the host steps in the plan.
void listOffload(std::vector<Text>& parts, const Layout& layout, HostStep hostStep,
                 const auto& asks)
{
    const auto add
        = [&](KeyPath key, bool inHost, bool onDisk, const char* host, const char* disk) {
              if ((inHost || onDisk) && asks(key))
                  parts.push_back({inHost ? host : disk});
          };
    add("layout.offload_optimizer", layout.offloadOptimizer == Offload::Cpu,
        layout.offloadOptimizer == Offload::Nvme, HW_TR("core", "optimizer in host memory"),
        HW_TR("core", "optimizer on NVMe"));
    if (hostStep != HostStep::After && asks("layout.host_step"))
        parts.push_back(
            Text::plain(hostStep == HostStep::Superoffload ? "SuperOffload" : "ZenFlow"));
    add("layout.offload_parameters", layout.offloadParameters == Offload::Cpu,
        layout.offloadParameters == Offload::Nvme, HW_TR("core", "parameters in host memory"),
        HW_TR("core", "parameters on NVMe"));
    const bool activations = layout.offloadActivations == ActivationOffload::Cpu;
    if (activations && layout.offloadLayers && asks("layout.offload_layers"))
        parts.push_back({HW_TR("core", "activations of %1 {layer|layers} in host memory"),
                         {grouped(*layout.offloadLayers)}});
    else
        add("layout.offload_activations", activations, false,
            HW_TR("core", "activations in host memory"), nullptr);
}

void listServing(std::vector<Text>& parts, const Inference& inference, const auto& asks)
{
    if (!asks("inference.weights"))
        return;
    parts.push_back({HW_TR("core", "weights %1"), {std::string(nameOf(inference.weights))}});
    parts.push_back({HW_TR("core", "KV cache %1"), {std::string(nameOf(inference.kvCache))}});
    if (inference.server != Server::Plain)
        parts.push_back(Text::plain(traitsOf(inference.server).name));
}

/// A function that returns whether the plan's method reads a key.
auto asksOf(const Resolved& plan)
{
    return [&method = methodOf(plan.method)](KeyPath key) { return methodReads(method, key); };
}

/// The stage with which ranks share states; 0 where there are none that could.
std::int64_t shownStage(const Resolved& plan)
{
    const Resolved& trained = trainedIn(plan);
    return isIdle(trained, "layout.zero") ? 0 : trained.layout.zero;
}

} // namespace

int decimalsOfBillions(double parameters)
{
    const double billions = parameters / 1e9;
    const int most = billions < 1 ? 3 : 2;
    const auto at = [billions](int decimals) {
        const double power = std::pow(10.0, decimals);
        return std::round(billions * power) / power;
    };
    int decimals = 0;
    while (decimals < most && at(decimals) != at(most))
        ++decimals;
    return decimals;
}

double spokenParameters(const Resolved& plan)
{
    return plan.madeToSize ? plan.statedParameters : plan.parameters();
}

std::string modelName(const Resolved& plan)
{
    if (plan.model)
        return plan.model->name;
    const double parameters = spokenParameters(plan);
    return grouped(parameters / 1e9, decimalsOfBillions(parameters)) + "B";
}

std::string deviceName(const Resolved& plan)
{
    return plan.device ? plan.device->shortName() : std::string();
}

Text gpusText(std::int64_t gpus)
{
    return valueText(Marks::Gpus, gpus, grouped(gpus));
}

namespace {

const char* baseName(AdapterBase base)
{
    return base == AdapterBase::Bf16 ? "BF16"
        : base == AdapterBase::Int8  ? "INT8"
        : base == AdapterBase::Gptq  ? "GPTQ"
        : base == AdapterBase::Fp32  ? "FP32"
                                     : "NF4";
}

Text promptText(const Adapter& adapter)
{
    const std::string tokens = grouped(adapter.promptLength);
    switch (adapter.method) {
    case AdapterMethod::Lora:
    case AdapterMethod::Adapter:
        break;
    case AdapterMethod::AdapterV2:
        return {HW_TR("core", "LLaMA-Adapter V2, prompt %1"), {tokens}};
    case AdapterMethod::Prefix:
        return {HW_TR("core", "prefix %1"), {tokens}};
    case AdapterMethod::Prompt:
        return {HW_TR("core", "prompt %1"), {tokens}};
    }
    return {HW_TR("core", "LLaMA-Adapter, prompt %1"), {tokens}};
}

} // namespace

Text adapterText(const Adapter& adapter)
{
    const std::string rank = grouped(adapter.rank);
    if (adapter.method != AdapterMethod::Lora) {
        Text text = promptText(adapter);
        if (adapter.kind == AdapterKind::Qlora || adapter.base == AdapterBase::Fp32)
            text.more.push_back(Text::plain(baseName(adapter.base)));
        return text;
    }
    if (adapter.kind == AdapterKind::Lora)
        return adapter.base == AdapterBase::Fp32
            ? Text{HW_TR("core", "LoRA rank %1 on %2"), {rank, baseName(adapter.base)}}
            : Text{HW_TR("core", "LoRA rank %1"), {rank}};
    return {HW_TR("core", "QLoRA rank %1 on %2"), {rank, baseName(adapter.base)}};
}

namespace {

constexpr EnumTable<Engine, const char*> engineNames({"DDP", "FSDP1", "FSDP2", "DeepSpeed"});

/// The settings that set the run apart from the plainest one, as far as the method asks for it: "TP
/// 2", "QLoRA rank 64 on NF4", "full recompute", "optimizer in host memory".
std::vector<Text> specialParts(const Resolved& plan, const FixedParts& parts = {})
{
    const auto asks = asksOf(plan);
    std::vector<Text> special;
    const Resolved& trained = trainedIn(plan);
    listLayout(special, plan.layout, asks);
    if (trained.adapter.kind != AdapterKind::None && asks("adapter.kind"))
        special.push_back(adapterText(trained.adapter));
    if (plan.serves()) {
        listServing(special, plan.inference, asks);
        return special;
    }
    if (saysEngine(trained.recipe) && asks("recipe.engine"))
        special.push_back(Text::plain(engineNames[trained.choices.engine]));
    listRecipe(special, trained.choices, trained.pattern, parts.recompute, asks);
    listParts(special, trained, asks);
    listOffload(special, trained.layout, trained.hostStep(), asks);
    return special;
}

} // namespace

std::vector<Text> runParts(const Resolved& plan)
{
    const auto asks = asksOf(plan);
    std::vector<Text> run;
    if (plan.isJob())
        run.push_back(jobName(plan.jobKind));
    const std::string gpus = asks("cluster.gpus") ? grouped(plan.cluster.gpus) + " × " : "";
    run.push_back(Text::plain(gpus + plan.device->name));
    if (asks("layout.zero") && !plan.serves())
        run.push_back(Text::plain("ZeRO-" + std::to_string(shownStage(plan))));
    for (Text& part : specialParts(plan))
        run.push_back(std::move(part));
    return run;
}

namespace {

/// What was not read of the files that the plan is from, at most three names.
std::optional<Text> unreadPart(const Resolved& plan)
{
    constexpr std::size_t shown = 3;
    std::vector<std::string> fields = plan.unreadOfModel;
    fields.insert(fields.end(), plan.unread.begin(), plan.unread.end());
    if (fields.empty())
        return std::nullopt;
    const std::size_t further = fields.size() - std::min(shown, fields.size());
    fields.resize(fields.size() - further);
    if (further > 0)
        return Text{HW_TR("core", "not read: %1 and %2 more"),
                    {joined(fields), grouped(static_cast<long long>(further))}};
    return Text{HW_TR("core", "not read: %1"), {joined(fields)}};
}

} // namespace

std::vector<Text> rankParts(const Layout& layout)
{
    std::vector<Text> parts;
    listLayout(parts, layout, [](KeyPath) { return true; });
    if (layout.virtualPipeline > 1)
        parts.push_back(Text::plain("VP " + grouped(layout.virtualPipeline)));
    return parts;
}

std::vector<Text> layoutParts(const Layout& layout, std::int64_t dataParallel, Recompute recompute)
{
    std::vector<Text> parts = rankParts(layout);
    parts.push_back(Text::plain("DP " + grouped(dataParallel)));
    if (layout.zero > 0)
        parts.push_back(Text::plain("ZeRO-" + grouped(layout.zero)));
    if (layout.replicate > 1)
        parts.push_back({HW_TR("core", "%1 replicas"), {grouped(layout.replicate)}});
    if (recompute != Recompute::None)
        parts.push_back({recompute == Recompute::Full ? HW_TR("core", "full recompute")
                                                      : HW_TR("core", "selective recompute")});
    listOffload(parts, layout, HostStep::After, [](KeyPath) { return true; });
    return parts;
}

Text planLine(const Resolved& plan, const FixedParts& parts)
{
    const auto asks = asksOf(plan);
    std::vector<Text> line;
    if (parts.model)
        line.push_back(Text::plain(modelName(plan)));
    if (plan.isJob())
        line.push_back(jobName(plan.jobKind));
    const std::string batch = grouped(plan.workload.microBatch);
    if (parts.model && parts.context && asks("workload.context"))
        line.push_back(
            {HW_TR("core", "%1 {token|tokens} × %2"), {grouped(plan.workload.context), batch}});
    else if (parts.batch && asks("workload.micro_batch"))
        line.push_back(
            {plan.serves() ? HW_TR("core", "%1 at a time") : HW_TR("core", "micro-batch %1"),
             {batch}});
    const std::string device = parts.device ? deviceName(plan) : std::string();
    if (parts.gpus && asks("cluster.gpus"))
        line.push_back(device.empty() ? gpusText(plan.cluster.gpus)
                                      : Text::plain(grouped(plan.cluster.gpus) + " × " + device));
    else if (!device.empty())
        line.push_back(Text::plain(device));
    const std::int64_t zero = shownStage(plan);
    if (parts.zero && asks("layout.zero") && !plan.serves())
        line.push_back(zero > 0 ? Text::plain("ZeRO-" + std::to_string(zero))
                                : Text(HW_TR("core", "ZeRO off")));
    for (Text& part : specialParts(plan, parts))
        line.push_back(std::move(part));
    if (auto counted = countedBy(plan.method); parts.method && counted)
        line.push_back(*std::move(counted));
    if (auto unread = unreadPart(plan); unread && parts.model)
        line.push_back(*std::move(unread));
    return listed(std::move(line));
}

Text briefPlanLine(const Resolved& plan)
{
    FixedParts parts;
    parts.context = parts.batch = parts.zero = parts.method = false;
    return planLine(plan, parts);
}

void describe(Figure& figure, const Resolved& plan, const FixedParts& parts)
{
    figure.subtitle = planLine(plan, parts);
    figure.method = countedBy(plan.method);
}

} // namespace highwater
