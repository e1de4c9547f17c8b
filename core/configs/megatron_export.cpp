// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"
#include "core/configs/megatron_flags.h"
#include "core/configs/python_call.h"

#include "core/plan/numbers.h"

namespace highwater {
namespace {

bool megatronUsesFsdp(const ConfigRun& run)
{
    return run.layout().zero >= 2;
}

void addZero(ConfigRun& run, MegatronFlags& flags)
{
    const Layout& layout = run.layout();
    if (layout.zero == 0)
        return;
    flags.add("--use-distributed-optimizer");
    if (megatronUsesFsdp(run)) {
        flags.add("--use-megatron-fsdp");
        flags.add("--data-parallel-sharding-strategy",
                  layout.zero == 2 ? "optim_grads" : "optim_grads_params");
        flags.add("--ckpt-format", "fsdp_dtensor");
        if (layout.tensor > 1 || layout.context > 1)
            run.note("layout.zero",
                     {HW_TR("core",
                            "Megatron-FSDP and tensor or context ranks want different "
                            "values of CUDA_DEVICE_MAX_CONNECTIONS before Blackwell: it is "
                            "left out")});
    }
    if (layout.replicate > 1)
        flags.add("--num-distributed-optimizer-instances", layout.replicate);
}

/// "Et*11|t*11|t*10L": the layers of each stage.
std::string stageLayout(const ConfigRun& run)
{
    const Layout& layout = run.layout();
    const std::vector<std::int64_t> starts = layout.stageLayers.empty()
        ? stageStarts(run.shape(), layout.pipeline, run.choices.stageSplit)
        : run.resolved.stageStarts;
    const std::int64_t further = run.plan.recipe.predictionLayers;
    return "E" + stagePieces(starts)
        + (further > 0 ? "m*" + std::to_string(further) : std::string()) + "L";
}

void addMegatronPipeline(ConfigRun& run, MegatronFlags& flags)
{
    const Layout& layout = run.layout();
    flags.add("--pipeline-model-parallel-size", layout.pipeline);
    if (layout.pipeline == 1)
        return;
    const bool balanced = run.choices.stageSplit == StageSplit::Balanced;
    const std::int64_t chunks = layout.pipeline * layout.virtualPipeline;
    const std::int64_t pieces = run.shape().layers + (balanced ? 2 : 0);
    if (layout.virtualPipeline == 1
        && (pieces % layout.pipeline != 0 || !layout.stageLayers.empty())) {
        flags.addQuoted("--pipeline-model-parallel-layout", stageLayout(run));
        // A list of layers does not show the rule behind it.
        if (balanced
            && stageStarts(run.shape(), layout.pipeline, StageSplit::Even)
                == stageStarts(run.shape(), layout.pipeline, StageSplit::Balanced))
            run.cannotSay(KeyPath("layout.stage_split"));
        return;
    }
    if (balanced) {
        flags.add("--account-for-embedding-in-pipeline-split");
        flags.add("--account-for-loss-in-pipeline-split");
    }
    if (layout.virtualPipeline == 1)
        return;
    flags.add("--num-virtual-stages-per-pipeline-rank", layout.virtualPipeline);
    if (pieces % chunks != 0)
        run.note(
            "layout.virtual_pipeline",
            {HW_TR("core", "%1 {layer does|layers do} not divide into %2 stages of equal length"),
             {grouped(pieces), grouped(chunks)}});
    if (run.microBatches % layout.pipeline != 0)
        run.note("workload.global_batch",
                 {HW_TR("core",
                        "an interleaved schedule wants micro-batches in multiples of the stages, "
                        "%1; {there is %2|there are %2}"),
                  {grouped(layout.pipeline), grouped(run.microBatches)}});
}

void addMegatronRanks(ConfigRun& run, MegatronFlags& flags)
{
    const Layout& layout = run.layout();
    flags.add("--tensor-model-parallel-size", layout.tensor);
    addMegatronPipeline(run, flags);
    if (run.plan.recipe.predictionLayers > 0)
        flags.add("--mtp-num-layers", run.plan.recipe.predictionLayers);
    if (layout.context > 1) {
        flags.add("--context-parallel-size", layout.context);
        if (layout.contextKind)
            flags.add("--cp-comm-type",
                      *layout.contextKind == ContextKind::Ring            ? "p2p"
                          : *layout.contextKind == ContextKind::AllGather ? "all_gather"
                                                                          : "a2a");
        if (run.workload().context % (2 * layout.context) != 0)
            run.note("workload.context",
                     {HW_TR("core", "must divide by twice the context ranks, %1"),
                      {grouped(2 * layout.context)}});
    }
    const bool expertsAndTensor = layout.expert > 1 && run.isMoe() && layout.tensor > 1;
    if (layout.tensor > 1 && (run.choices.sequenceParallel || expertsAndTensor))
        flags.add("--sequence-parallel");
    if (expertsAndTensor && !run.choices.sequenceParallel)
        run.note("layout.sequence_parallel",
                 {HW_TR("core", "is needed where expert and tensor ranks are used together")});
    if (run.isMoe()) {
        flags.add("--expert-model-parallel-size", layout.expert);
        flags.add("--expert-tensor-parallel-size", layout.expertTensor);
    }
    addZero(run, flags);
}

/// The recipes of core/enums.py. Narrow weights are gathered from the distributed optimizer
/// (training/arguments.py: --fp8-param-gather).
void addMegatronFormat(ConfigRun& run, MegatronFlags& flags)
{
    const Precision precision = run.choices.precision;
    const bool four = precision == Precision::Nvfp4Mixed;
    if (four) {
        flags.add("--fp4-format", "e2m1");
        flags.add("--fp4-recipe", "nvfp4");
    } else {
        const bool whole = precision == Precision::Fp8Mixed;
        flags.add("--fp8-format", whole ? "hybrid" : "e4m3");
        flags.add("--fp8-recipe",
                  whole                                       ? "delayed"
                      : precision == Precision::Fp8BlockMixed ? "blockwise"
                                                              : "mxfp8");
    }
    if (!run.plan.recipe.narrowParameters)
        return;
    if (run.layout().zero == 0) {
        run.cannotSay(KeyPath("recipe.narrow_parameters"));
        return;
    }
    flags.add(four ? "--fp4-param-gather" : "--fp8-param-gather");
    if (precision == Precision::Mxfp8Mixed)
        flags.add("--reuse-grad-buf-for-mxfp8-param-ag");
}

void addMegatronPrecision(ConfigRun& run, MegatronFlags& flags)
{
    const Choices& choices = run.choices;
    switch (choices.precision) {
    case Precision::Bf16:
        run.cannotSay(KeyPath("recipe.precision"));
        [[fallthrough]];
    case Precision::Bf16Mixed:
        flags.add("--bf16");
        break;
    case Precision::Fp8Mixed:
    case Precision::Fp8BlockMixed:
    case Precision::Mxfp8Mixed:
    case Precision::Nvfp4Mixed:
        flags.add("--bf16");
        addMegatronFormat(run, flags);
        break;
    case Precision::Fp16:
        run.cannotSay(KeyPath("recipe.precision"));
        [[fallthrough]];
    case Precision::Fp16Mixed:
        flags.add("--fp16");
        if (choices.gradients == Gradients::Fp32)
            flags.add("--accumulate-allreduce-grads-in-fp32");
        break;
    case Precision::Fp32:
        break;
    }
    const bool half = choices.precision != Precision::Fp32;
    if (half && choices.precision != Precision::Fp16Mixed && choices.precision != Precision::Fp16
        && choices.gradients == Gradients::Bf16)
        flags.add("--grad-reduce-in-bf16");
    if (choices.gradients == Gradients::Both || (!half && choices.gradients != Gradients::Fp32))
        run.cannotSay(KeyPath("recipe.gradients"));
}

/// The optimizer's name; notes what no flag can express.
std::string optimizerName(ConfigRun& run, MegatronFlags& flags)
{
    const Optimizer chosen = run.choices.optimizer;
    const bool emerging = chosen == Optimizer::Lion || chosen == Optimizer::Muon;
    if (emerging && megatronUsesFsdp(run)) {
        run.note("recipe.optimizer",
                 {HW_TR("core", "Megatron-FSDP steps with sgd or adam alone: adam here")});
        return "adam";
    }
    switch (chosen) {
    case Optimizer::AdamW:
        return "adam";
    case Optimizer::Sgd:
        flags.add("--sgd-momentum", 0);
        return "sgd";
    case Optimizer::SgdMomentum:
        flags.add("--sgd-momentum", "0.9");
        return "sgd";
    case Optimizer::Lion:
        return "lion";
    case Optimizer::Muon:
        return "muon";
    default:
        run.cannotSay(KeyPath("recipe.optimizer"));
        return "adam";
    }
}

void addMegatronOptimizer(ConfigRun& run, MegatronFlags& flags)
{
    const std::string name = optimizerName(run, flags);
    flags.add("--optimizer", name);
    flags.add("--lr", pythonReal(run.learningRate()));
    flags.add("--train-iters", run.steps());
    const bool adam = name == "adam";
    const Moments moments = run.choices.moments;
    const bool narrow = moments != Moments::Fp32 && moments != Moments::Int8 && adam;
    const bool narrowMaster = run.plan.recipe.masterPrecision == MasterPrecision::Fp16 && adam;
    const bool offloads = run.layout().offloadOptimizer == Offload::Cpu && adam;
    if (narrow || offloads || narrowMaster)
        flags.add("--use-precision-aware-optimizer");
    if (narrow) {
        flags.add("--exp-avg-dtype", nameOf(moments));
        flags.add("--exp-avg-sq-dtype", nameOf(moments));
    } else {
        run.cannotSay({"recipe.moments"});
    }
    if (narrowMaster)
        flags.add("--main-params-dtype", "fp16");
    else
        run.cannotSay({"recipe.master_precision"});
    if (offloads)
        flags.add("--optimizer-cpu-offload");
    if (offloads && run.layout().offloadFraction < 1)
        flags.add("--optimizer-offload-fraction", pythonReal(run.layout().offloadFraction));
    if (!offloads)
        run.cannotSay({"layout.offload_optimizer"});
}

void addMegatronRecompute(ConfigRun& run, MegatronFlags& flags)
{
    if (run.choices.recompute == Recompute::Full) {
        flags.add("--recompute-granularity", "full");
        const bool block = run.plan.recipe.recomputeMethod == RecomputeMethod::Block;
        const bool uniform = run.plan.recipe.recomputeMethod == RecomputeMethod::Uniform;
        flags.add("--recompute-method", block ? "block" : "uniform");
        flags.add("--recompute-num-layers", block || uniform ? run.plan.recipe.recomputeLayers : 1);
        if (run.plan.recipe.recomputeMethod == RecomputeMethod::Every)
            run.cannotSay(KeyPath("recipe.recompute_method"));
    } else if (run.choices.recompute == Recompute::Selective) {
        flags.add("--recompute-granularity", "selective");
        std::string modules;
        for (const RecomputeModule module : run.plan.recipe.recomputeModules)
            modules += (modules.empty() ? "" : " ") + std::string(nameOf(module));
        if (!modules.empty())
            flags.add("--recompute-modules", modules);
    }
    if (run.choices.offloadActivations == ActivationOffload::None)
        return;
    if (!run.layout().offloadModules.empty()) {
        std::string modules;
        for (const OffloadModule module : run.layout().offloadModules)
            modules += (modules.empty() ? "" : " ") + std::string(nameOf(module));
        flags.add("--fine-grained-activation-offloading");
        flags.add("--offload-modules", modules);
        run.cannotSay({"layout.offload_layers"});
        return;
    }
    if (run.layout().pipeline > 1 || run.choices.recompute != Recompute::None
        || run.shape().layers == 1) {
        run.note("layout.offload_activations",
                 {HW_TR("core", "Megatron-LM has it neither with a pipeline nor with recompute")});
        return;
    }
    flags.add("--cpu-offloading");
    // core/transformer/transformer_config.py: fewer than all.
    flags.add(
        "--cpu-offloading-num-layers",
        std::min(run.layout().offloadLayers.value_or(run.shape().layers), run.shape().layers - 1));
}

void addKernels(ConfigRun& run, MegatronFlags& flags)
{
    const bool flash = run.choices.attention == Attention::Flash;
    const bool cudnn = run.asked.attentionKernel == AttentionKernel::Cudnn;
    flags.add("--attention-backend", !flash ? "unfused" : cudnn ? "fused" : "flash");
    flags.add("--transformer-impl",
              run.choices.kernels == Kernels::Eager ? "local" : "transformer_engine");
    const char* dropout = run.choices.dropout ? "0.1" : "0";
    flags.add("--attention-dropout", dropout);
    flags.add("--hidden-dropout", dropout);
}

} // namespace

std::string stagePieces(const std::vector<std::int64_t>& starts)
{
    std::string text;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        const std::int64_t layers = starts[i + 1] - starts[i];
        text += (i > 0 ? "|" : "") + (layers > 0 ? "t*" + std::to_string(layers) : std::string());
    }
    return text;
}

WrittenConfig writeMegatron(ConfigRun& run)
{
    MegatronFlags flags;
    addMegatronRanks(run, flags);
    addMegatronShape(run, flags);
    flags.add("--micro-batch-size", run.workload().microBatch);
    flags.add("--global-batch-size", run.globalBatch);
    addMegatronPrecision(run, flags);
    addMegatronOptimizer(run, flags);
    addMegatronRecompute(run, flags);
    addKernels(run, flags);
    flags.add("--tokenizer-type", "NullTokenizer");
    flags.add("--vocab-size", run.shape().vocabulary);
    flags.add("--mock-data");
    run.cannotSay({"recipe.keep_gradients", "recipe.master_weights", "recipe.loss", "adapter.kind",
                   "adapter.rank", "adapter.targets", "adapter.dropout", "adapter.base",
                   "adapter.upcast", "layout.tp_inputs", "layout.offload_parameters"});

    const std::vector<std::string> launch{"bash " + run.file};
    std::string text = "#!/usr/bin/env bash\n" + headOf(run, launch);
    if (const std::string settings = allocatorSettings(run.plan.cluster); !settings.empty())
        text += "export PYTORCH_CUDA_ALLOC_CONF=" + settings + "\n";
    if (!megatronUsesFsdp(run))
        text += "export CUDA_DEVICE_MAX_CONNECTIONS=1\n";
    text += torchrun(run) + " pretrain_gpt.py";
    for (const std::string& line : flags.lines())
        text += " \\\n    " + line;
    return {text + "\n", {}, launch, {}};
}

} // namespace highwater
