// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"
#include "core/configs/python_call.h"
#include "core/configs/torchtitan_flavours.h"

#include "core/explore/layer_savings.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace highwater {
namespace {

/// "from torchtitan.config import ParallelismConfig, TrainingConfig", in the order of names.
class Imports
{
public:
    void add(const std::string& module, const std::string& name) { m_names.insert({module, name}); }
    std::string written() const
    {
        std::string text, last;
        for (const auto& [module, name] : m_names) {
            if (module == last)
                text += ", " + name;
            else
                text += (last.empty() ? "from " : "\nfrom ") + module + " import " + name;
            last = module;
        }
        return text + "\n";
    }

private:
    std::set<std::pair<std::string, std::string>> m_names;
};

PythonCall training(ConfigRun& run)
{
    const Workload& work = run.workload();
    const std::int64_t tokens = work.microBatch * work.context;
    PythonCall call("TrainingConfig");
    call.value("num_tokens_per_microbatch_per_dp_rank", tokens);
    call.value("num_tokens_per_train_step", run.globalBatch * work.context);
    call.value("max_context_length", work.context);
    call.value("steps", run.steps());
    const std::int64_t parts
        = run.layout().tensor * (run.layout().context > 1 ? 2 * run.layout().context : 1);
    if (tokens % parts != 0)
        run.note(
            "workload.context",
            {HW_TR("core", "torchtitan wants the tokens of a micro-batch, %1, to divide by %2"),
             {grouped(tokens), grouped(parts)}});
    switch (run.choices.precision) {
    case Precision::Fp16Mixed:
    case Precision::Fp16:
        run.cannotSay(KeyPath("recipe.precision"));
        break;
    case Precision::Bf16:
        call.value("dtype", "bfloat16");
        break;
    case Precision::Fp32:
        call.value("mixed_precision_param", "float32");
        break;
    case Precision::Fp8BlockMixed:
    case Precision::Nvfp4Mixed:
        run.cannotSay(KeyPath("recipe.precision"));
        break;
    case Precision::Bf16Mixed:
    case Precision::Fp8Mixed:
    case Precision::Mxfp8Mixed:
        break;
    }
    const Layout& layout = run.layout();
    const bool offloads
        = layout.offloadOptimizer != Offload::None || layout.offloadParameters != Offload::None;
    if (offloads && layout.zero >= 1)
        call.value("enable_cpu_offload", true);
    const auto noteOther = [&](KeyPath key, Offload place) {
        if (offloads && (place != Offload::Cpu || layout.zero == 0))
            run.note(
                key,
                {HW_TR("core",
                       "FSDP alone offloads, and weights, gradients and optimizer together, to "
                       "host memory")});
    };
    noteOther("layout.offload_optimizer", layout.offloadOptimizer);
    noteOther("layout.offload_parameters", layout.offloadParameters);
    // CUDA graphs cannot capture a pipeline, nor experts with a dispatcher that needs the host.
    if (layout.pipeline > 1 || layout.expert > 1)
        call.value("disable_cuda_graphs", true);
    return call;
}

void addDataRanks(ConfigRun& run, PythonCall& call)
{
    const Layout& layout = run.layout();
    const std::int64_t ranks = run.dataParallel;
    if (layout.zero == 0) {
        call.value("data_parallel_replicate_degree", ranks);
        call.value("data_parallel_shard_degree", 1);
        if (layout.context > 1)
            run.note("layout.zero",
                     {HW_TR("core", "torchtitan shares the weights out over context ranks")});
        return;
    }
    const bool divides = ranks % layout.replicate == 0;
    if (!divides)
        run.cannotSay(KeyPath("layout.replicate"));
    const std::int64_t replicas = divides ? layout.replicate : 1;
    if (replicas > 1)
        call.value("data_parallel_replicate_degree", replicas);
    call.value("data_parallel_shard_degree", ranks / replicas);
    if (layout.zero == 1)
        run.note("layout.zero",
                 {HW_TR("core", "%1 has no ZeRO-1: the gradients are shared out too, as in ZeRO-2"),
                  {programName(run.target)}});
    call.value("fsdp_reshard_after_forward", layout.zero == 3 ? "always" : "never");
}

void addTorchtitanPipeline(ConfigRun& run, PythonCall& call)
{
    const Layout& layout = run.layout();
    if (layout.pipeline == 1)
        return;
    call.value("pipeline_parallel_degree", layout.pipeline);
    call.value("num_pp_microbatches", run.microBatches);
    // By default, embedding and head count as one layer each.
    const std::int64_t less = run.choices.stageSplit == StageSplit::Balanced ? 1 : 0;
    call.value("pipeline_parallel_first_stage_less_layers", less);
    call.value("pipeline_parallel_last_stage_less_layers", less);
    const bool interleaved = layout.virtualPipeline > 1;
    const bool turns = layout.schedule == PipelineSchedule::Zbv;
    const bool dual = layout.schedule == PipelineSchedule::DualPipeV;
    call.value("pipeline_parallel_schedule",
               interleaved ? "Interleaved1F1B"
                   : turns ? "ZBVZeroBubble"
                   : dual  ? "DualPipeV"
                           : "1F1B");
    if (!turns && !dual)
        run.cannotSay({"layout.schedule"});
    if (interleaved) {
        const std::int64_t stages = layout.pipeline * layout.virtualPipeline;
        const std::int64_t layers = run.shape().layers + 2 * less;
        const std::int64_t each = shareOf(layers, stages);
        call.value("pipeline_parallel_layers_per_stage", each);
        if (shareOf(layers, each) != stages)
            run.note("layout.virtual_pipeline",
                     {HW_TR("core",
                            "%1 {layer does|layers do} not divide into %2 stages of equal length"),
                      {grouped(layers), grouped(stages)}});
    }
    if (run.shape().tied)
        run.note("layout.pipeline",
                 {HW_TR("core",
                        "torchtitan refuses a pipeline where embedding and head share "
                        "their weights")});
}

PythonCall torchtitanParallelism(ConfigRun& run)
{
    const Layout& layout = run.layout();
    PythonCall call("ParallelismConfig");
    addDataRanks(run, call);
    if (layout.tensor > 1) {
        call.value("tensor_parallel_degree", layout.tensor);
        call.value("enable_sequence_parallel", run.choices.sequenceParallel);
        if (run.shape().kvHeads % layout.tensor != 0)
            run.note("layout.tensor",
                     {HW_TR("core", "must divide the number of key heads in %1, %2"),
                      {programName(run.target), grouped(run.shape().kvHeads)}});
    }
    addTorchtitanPipeline(run, call);
    if (layout.context > 1)
        call.value("context_parallel_degree", layout.context);
    if (layout.expert > 1 && run.isMoe())
        call.value("expert_parallel_degree", layout.expert);
    return call;
}

std::vector<std::string> torchtitanAdapterModules(ConfigRun& run)
{
    using enum AdapterTarget;
    const Adapter& adapter = run.plan.adapter;
    const auto has = [&adapter](AdapterTarget target) { return hasTarget(adapter, target); };
    std::vector<std::string> modules;
    // Its Llamas and Qwens make q, k and v with one product.
    if (has(Q) || has(K) || has(V))
        modules.push_back("wqkv");
    if (!(has(Q) == has(K) && has(K) == has(V)))
        run.note("adapter.targets",
                 {HW_TR("core",
                        "torchtitan makes q, k and v with one product: one adapter is on "
                        "all three")});
    for (const auto& [target, name] :
         {std::pair{O, "wo"}, {Gate, "w1"}, {Down, "w2"}, {Up, "w3"}, {Head, "lm_head"}})
        if (has(target))
            modules.push_back(name);
    return modules;
}

/// The changes to the model: adapters and 8-bit products.
std::string converters(ConfigRun& run, Imports& imports)
{
    std::vector<std::string> list;
    const bool scaled = run.choices.precision == Precision::Mxfp8Mixed;
    if (scaled || run.choices.precision == Precision::Fp8Mixed) {
        const std::string name = scaled ? "MXFP8LinearConverter" : "Float8LinearConverter";
        imports.add("torchtitan.components.quantization", name);
        const bool compiled = run.choices.kernels == Kernels::Fused;
        list.push_back(name + ".Config(model_compile_enabled=" + (compiled ? "True" : "False")
                       + ")");
    }
    if (!run.trainsAll()) {
        const Adapter& adapter = run.plan.adapter;
        if (adapter.kind == AdapterKind::Qlora)
            run.cannotSay(KeyPath("adapter.kind"));
        run.cannotSay({"adapter.base", "adapter.dropout", "adapter.upcast"});
        imports.add("torchtitan.components.lora", "LoRAConverter");
        list.push_back("LoRAConverter.Config(rank=" + std::to_string(adapter.rank)
                       + ", alpha=" + std::to_string(2 * adapter.rank)
                       + ".0, target_modules=" + pythonList(torchtitanAdapterModules(run)) + ")");
    }
    return list.empty() ? std::string() : "[" + joined(list, ", ") + "]";
}

std::string lossText(ConfigRun& run, Imports& imports)
{
    imports.add("torchtitan.components.loss", "CrossEntropyLoss");
    imports.add("torchtitan.models.common.config_utils", "decoder_vocab_size");
    std::string plain = "CrossEntropyLoss.Config(global_vocab_size=decoder_vocab_size(spec))";
    if (run.choices.loss == Loss::Full)
        return plain;
    if (run.choices.loss == Loss::Fused)
        run.cannotSay(KeyPath("recipe.loss"));
    imports.add("torchtitan.components.loss", "ChunkedLossWrapper");
    return "ChunkedLossWrapper.Config(loss_fn=" + plain + ")";
}

std::string checkpointing(ConfigRun& run, Imports& imports)
{
    if (run.choices.recompute == Recompute::None)
        return "None";
    const std::int64_t part = longestPart(run.resolved);
    const LayerSaving saving = savingOf(run.resolved);
    const bool full = saving.recompute == Recompute::Full;
    const bool budgets
        = full && saving.method == RecomputeMethod::Block && run.choices.kernels == Kernels::Fused;
    if (!budgets && saving.method != RecomputeMethod::All)
        run.cannotSay({"recipe.recompute_method", "recipe.recompute_layers"});
    const std::string name = budgets ? "MemoryBudgetAC" : full ? "FullAC" : "SelectiveAC";
    imports.add("torchtitan.distributed.activation_checkpoint", name);
    if (!budgets)
        return name + ".Config()";
    // Rounded down, so that as many layers come back.
    constexpr double parts = 10'000;
    const double kept = static_cast<double>(part - saving.layers) / static_cast<double>(part);
    return name + ".Config(memory_budget=" + pythonReal(std::floor(kept * parts) / parts) + ")";
}

bool keepsMomentsIn16(ConfigRun& run)
{
    if (run.choices.optimizer != Optimizer::AdamW) {
        run.cannotSay(KeyPath("recipe.optimizer"));
        run.cannotSay({"recipe.moments"});
        return false;
    }
    if (run.choices.precision == Precision::Bf16) {
        run.noteMomentsOf16();
        return false;
    }
    if (run.choices.moments != Moments::Fp32 && run.choices.moments != Moments::Bf16)
        run.cannotSay(KeyPath("recipe.moments"));
    return run.choices.moments == Moments::Bf16;
}

std::string moduleOf(const std::string& file)
{
    const std::size_t slash = file.rfind('/');
    std::string stem = slash == std::string::npos ? file : file.substr(slash + 1);
    return stem.ends_with(".py") ? stem.substr(0, stem.size() - 3) : stem;
}

std::vector<std::string> torchtitanLaunchOf(const ConfigRun& run)
{
    const std::string name = moduleOf(run.file);
    if (run.nodes == 1)
        return {environment(run) + "MODULE=" + name
                + " CONFIG=run NGPU=" + std::to_string(run.gpusPerNode) + " ./run_train.sh"};
    return {environment(run) + torchrun(run) + " -m torchtitan.train --module " + name
            + " --config run"};
}

} // namespace

WrittenConfig writeTorchtitan(ConfigRun& run)
{
    Imports imports;
    imports.add("torchtitan.components.data", "ConcatThenSplitPackingConfig");
    imports.add("torchtitan.components.data", "GrainDataLoader");
    imports.add("torchtitan.components.optimizer", "default_adamw");
    imports.add("torchtitan.config", "ParallelismConfig");
    imports.add("torchtitan.config", "TrainingConfig");
    imports.add("torchtitan.hf_datasets.text_datasets", "DATASETS");
    imports.add("torchtitan.trainer", "Trainer");
    const TorchtitanFlavour flavour = torchtitanFlavour(run);
    imports.add("torchtitan.models." + flavour.module, "model_registry");

    std::string spec = "model_registry(" + pythonText(flavour.name);
    if (const std::string changes = converters(run, imports); !changes.empty())
        spec += ", converters=" + changes;
    PythonCall config("Trainer.Config");
    config.code("model_spec", "spec");
    config.value("hf_assets_path", "./assets/hf/" + flavour.assets);
    config.code("optimizer", "optimizer");
    config.code("loss", lossText(run, imports));
    config.code("training", training(run).written(8));
    config.code("parallelism", torchtitanParallelism(run).written(8));
    config.code("activation_checkpoint", checkpointing(run, imports));
    if (run.choices.kernels == Kernels::Fused) {
        imports.add("torchtitan.config", "CompileConfig");
        config.code("compile", "CompileConfig(enable=True)");
    }
    config.code("dataloader",
                "GrainDataLoader.Config(dataset=ConcatThenSplitPackingConfig("
                "dataset=DATASETS[\"c4\"]))");
    std::string body = "    spec = " + spec
        + ")\n    optimizer = default_adamw(lr=" + pythonReal(run.learningRate()) + ")\n";
    if (keepsMomentsIn16(run))
        body += "    optimizer.implementation = \"fused_opt_states_bf16\"\n";
    body += "    return " + config.written(4) + "\n";

    if (run.choices.attention == Attention::Eager)
        run.cannotSay(KeyPath("recipe.attention"));
    run.cannotSay({"recipe.gradients", "recipe.keep_gradients", "recipe.master_weights",
                   "recipe.dropout", "layout.expert_tensor", "layout.tp_inputs",
                   "layout.offload_activations"});
    const std::vector<std::string> launch = torchtitanLaunchOf(run);
    return {headOf(run, launch) + imports.written() + "\n\ndef run() -> Trainer.Config:\n" + body,
            {},
            launch,
            {}};
}

} // namespace highwater
