// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/file_words.h"
#include "core/configs/megatron_arguments.h"
#include "core/configs/megatron_flags.h"
#include "core/configs/readers.h"
#include "core/ledger/resolve.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <numeric>

namespace highwater {

using bounded::times;

namespace {

constexpr std::int64_t mostGpus = 1048576;

/// Scripts of models that are no GPT.
void refuseMegatronOthers(const MegatronArguments& arguments)
{
    const std::string& program = arguments.program();
    for (const char* other : {"pretrain_t5.py", "pretrain_bert.py", "pretrain_mamba.py",
                              "pretrain_vlm.py", "pretrain_retro.py", "pretrain_ict.py"})
        if (program.ends_with(other))
            arguments.log().refuse(excerpt(program), {},
                                   {HW_TR("core", "trains a model of a kind that is not counted")});
}

void readDegrees(MegatronArguments& arguments)
{
    SettingLog& log = arguments.log();
    Layout& layout = log.plan.layout;
    const auto degree = [&arguments](std::string_view name) {
        return arguments.whole(name, 1, mostGpus).value_or(1);
    };
    layout.tensor = degree("--tensor-model-parallel-size");
    layout.pipeline = degree("--pipeline-model-parallel-size");
    layout.context = degree("--context-parallel-size");
    layout.expert = degree("--expert-model-parallel-size");
    // Without a separate size, experts are cut like the other weights.
    const auto expertTensor = arguments.whole("--expert-tensor-parallel-size", 1, mostGpus);
    layout.expertTensor = arguments.has("--num-experts") ? expertTensor.value_or(layout.tensor) : 1;
    const bool sequence = arguments.flag("--sequence-parallel");
    if (layout.tensor > 1)
        layout.sequenceParallel = sequence;
}

void readGpus(MegatronArguments& arguments)
{
    SettingLog& log = arguments.log();
    const std::int64_t ranks = modelRanks(log.plan.layout);
    StatedGpus stated = arguments.gpus();
    // torchrun takes the words "gpu" and "auto" too, and "2:4".
    for (const char* flag : {"--nproc-per-node", "--nnodes"})
        if (const auto word = arguments.word(flag);
            word && *word != "gpu" && *word != "auto" && word->find(':') == std::string::npos)
            arguments.whole(flag, 1, mostGpus);
    const auto each = stated.perNode;
    const std::int64_t nodes = stated.nodes.value_or(1);
    const auto world = arguments.whole("--world-size", 1, mostGpus);
    if (world)
        stated.processes = world;
    arguments.ignore({"--num-gpus", "--num-nodes", "--include"});
    if (!stated.processes && nodes == 1 && !stated.takesAll) {
        log.set("cluster.gpus", ranks, "--tensor-model-parallel-size");
        log.note(
            "--nproc-per-node",
            {HW_TR("core", "no launcher is in the file: %1 {GPU|GPUs}, the product of the degrees"),
             {grouped(ranks)}});
        return;
    }
    const std::int64_t gpus = stated.processes.value_or(times(log.plan.cluster.gpusPerNode, nodes));
    log.set("cluster.gpus", std::max(gpus, ranks), "--nnodes");
    if (gpus < ranks)
        log.note("--nnodes",
                 {HW_TR("core",
                        "%1 {GPU is less|GPUs are fewer} than the product of the degrees, %2, "
                        "which is taken"),
                  {grouped(gpus), grouped(ranks)}});
    if (each)
        log.set("cluster.gpus_per_node", *each, "--nproc-per-node");
}

void readZeroOf(MegatronArguments& arguments)
{
    SettingLog& log = arguments.log();
    Layout& layout = log.plan.layout;
    const bool shared = arguments.flag("--use-distributed-optimizer");
    const bool own = arguments.flag("--use-megatron-fsdp") || arguments.flag("--use-custom-fsdp");
    const bool torchs = arguments.flag("--use-torch-fsdp2");
    const std::string strategy
        = arguments.word("--data-parallel-sharding-strategy").value_or("no_shard");
    layout.zero = shared ? 1 : 0;
    if (torchs)
        layout.zero = 3;
    if (own)
        layout.zero = strategy == "optim_grads_params" ? 3
            : strategy == "optim_grads"                ? 2
            : strategy == "optim"                      ? 1
                                                       : 0;
    if (const auto copies = arguments.whole("--num-distributed-optimizer-instances", 1, mostGpus);
        copies && layout.zero > 0)
        layout.replicate = *copies;
}

/// The layers of each stage of a layout such as "et*3|(tt|)*29,m|l": every piece between two bars
/// is a part of a stage, and the parts go to the ranks in turn. Empty where the text is not
/// understood.
std::vector<std::int64_t> stagesIn(std::string_view text, std::int64_t pipeline)
{
    constexpr std::size_t longest = 65536;
    const auto repeats = [&](std::string& whole, const std::string& piece, std::size_t& at) {
        std::size_t count = 1;
        if (at < text.size() && text[at] == '*') {
            const std::size_t end
                = std::min(text.find_first_not_of("0123456789", at + 1), text.size());
            const auto number = wholeIn(text.substr(at + 1, end - at - 1));
            count = number && *number > 0 ? static_cast<std::size_t>(*number) : longest;
            at = end;
        }
        if (count > longest || whole.size() + count * piece.size() > longest)
            return false;
        for (std::size_t i = 0; i < count; ++i)
            whole += piece;
        return true;
    };
    std::string flat;
    for (std::size_t at = 0; at < text.size();) {
        std::string piece(1, text[at++]);
        if (piece == "(") {
            const std::size_t end = std::min(text.find(')', at), text.size() - 1);
            piece = text.substr(at, end - at);
            at = end + 1;
        }
        if (!repeats(flat, piece, at))
            return {};
    }
    std::vector<std::int64_t> stages(static_cast<std::size_t>(pipeline));
    std::size_t part = 0;
    for (const char letter : flat) {
        if (letter == '|')
            ++part;
        else if (letter == 't')
            ++stages[part % stages.size()];
    }
    if ((part + 1) % stages.size() != 0)
        return {};
    return stages;
}

/// "7,8*14,7".
std::string stageList(const std::vector<std::int64_t>& stages)
{
    std::string list;
    for (std::size_t i = 0; i < stages.size();) {
        std::size_t end = i;
        while (end < stages.size() && stages[end] == stages[i])
            ++end;
        list += (list.empty() ? "" : ",") + std::to_string(stages[i]);
        if (end - i > 1)
            list += "*" + std::to_string(end - i);
        i = end;
    }
    return list;
}

void readStages(MegatronArguments& arguments, const Catalog& catalog)
{
    SettingLog& log = arguments.log();
    Layout& layout = log.plan.layout;
    const auto chunks = arguments.whole("--num-virtual-stages-per-pipeline-rank", 1, 65536);
    const auto layersEach = arguments.whole("--num-layers-per-virtual-pipeline-stage", 1, 65536);
    const bool embeds = arguments.flag("--account-for-embedding-in-pipeline-split");
    const bool loses = arguments.flag("--account-for-loss-in-pipeline-split");
    const auto shape = shapeOf(log.plan.model, catalog);
    // Megatron-LM offloads at most all layers but one.
    const auto offloaded = arguments.whole("--cpu-offloading-num-layers", 0, 65536);
    if (offloaded && *offloaded > 0 && !(shape && *offloaded + 1 == shape->layers))
        layout.offloadLayers = *offloaded;
    if (layout.pipeline == 1)
        return;
    layout.stageSplit = embeds || loses ? StageSplit::Balanced : StageSplit::Even;
    // The layers of the ends; those between share the rest.
    const auto atFirst = arguments.whole("--decoder-first-pipeline-num-layers", 1, 65536);
    const auto atLast = arguments.whole("--decoder-last-pipeline-num-layers", 1, 65536);
    if (shape && (atFirst || atLast)) {
        const std::int64_t ends = (atFirst ? 1 : 0) + (atLast ? 1 : 0);
        const std::int64_t left = shape->layers - atFirst.value_or(0) - atLast.value_or(0);
        const std::int64_t between = layout.pipeline - ends;
        if (left >= 0 && between > 0 && left % between == 0) {
            std::vector<std::int64_t> stages(static_cast<std::size_t>(layout.pipeline),
                                             left / between);
            stages.front() = atFirst.value_or(stages.front());
            stages.back() = atLast.value_or(stages.back());
            layout.stageLayers = stageList(stages);
        } else {
            log.note("--decoder-first-pipeline-num-layers",
                     {HW_TR("core", "leaves layers that the other stages cannot share evenly")});
        }
    }
    if (chunks)
        layout.virtualPipeline = *chunks;
    else if (layersEach && shape)
        layout.virtualPipeline
            = std::max<std::int64_t>(1, shape->layers / layout.pipeline / *layersEach);
    const auto pieces = arguments.word("--pipeline-model-parallel-layout");
    if (!pieces || !shape)
        return;
    // "et*11|t*11|t*10l": the lists of the most even stages, and of stages with balanced work.
    std::vector<std::string> wanted;
    for (const StageSplit split : {StageSplit::Even, StageSplit::Balanced}) {
        const auto starts = stageStarts(*shape, std::min(layout.pipeline, shape->layers), split);
        wanted.push_back("e" + stagePieces(starts) + "l");
    }
    // A list becomes a rule where this rule, and not plain division, gives the list; else it stays.
    const bool isEven = *pieces == wanted[0] && shape->layers % layout.pipeline != 0;
    const bool isBalanced = *pieces == wanted[1] && (shape->layers + 2) % layout.pipeline != 0;
    layout.stageSplit = isEven ? StageSplit::Even : StageSplit::Balanced;
    if (isEven || isBalanced)
        return;
    const auto stages = stagesIn(*pieces, layout.pipeline);
    const bool isList
        = std::accumulate(stages.begin(), stages.end(), std::int64_t{0}) == shape->layers;
    if (isList) {
        layout.stageSplit = StageSplit::Even;
        layout.stageLayers = stageList(stages);
    } else {
        log.note("--pipeline-model-parallel-layout",
                 {HW_TR("core", "is another layout than the balanced one, which is taken")});
    }
}

/// The format of narrow products, and whether the weights are in it: core/enums.py, Fp8Recipe.
std::optional<Precision> narrowFormatOf(MegatronArguments& arguments)
{
    SettingLog& log = arguments.log();
    const bool eight = arguments.flag("--fp8-format") || arguments.flag("--fp8-hybrid");
    const bool four = arguments.flag("--fp4-format");
    const std::string recipe = arguments.word("--fp8-recipe").value_or("delayed");
    const bool gathers8 = arguments.flag("--fp8-param-gather");
    const bool gathers4 = arguments.flag("--fp4-param-gather");
    arguments.ignore({"--fp4-recipe", "--fp8-amax-history-len", "--fp8-amax-compute-algo",
                      "--fp8-margin", "--reuse-grad-buf-for-mxfp8-param-ag"});
    log.plan.recipe.narrowParameters = (eight && gathers8) || (four && gathers4);
    if (four)
        return Precision::Nvfp4Mixed;
    if (!eight)
        return std::nullopt;
    if (recipe == "mxfp8")
        return Precision::Mxfp8Mixed;
    if (recipe == "blockwise")
        return Precision::Fp8BlockMixed;
    if (recipe != "delayed" && recipe != "tensorwise")
        log.note("--fp8-recipe", {HW_TR("core", "is not read: %1"), {typed(recipe)}});
    return Precision::Fp8Mixed;
}

void readNumbers(MegatronArguments& arguments)
{
    SettingLog& log = arguments.log();
    Recipe& recipe = log.plan.recipe;
    const bool brain = arguments.flag("--bf16");
    const bool half = arguments.flag("--fp16");
    const auto narrow = narrowFormatOf(arguments);
    if (brain && half)
        log.problems.push_back({std::string("--fp16"), {}, {HW_TR("core", "excludes bf16")}});
    recipe.precision = narrow ? *narrow
        : brain               ? Precision::Bf16Mixed
        : half                ? Precision::Fp16Mixed
                              : Precision::Fp32;
    const bool whole = arguments.flag("--accumulate-allreduce-grads-in-fp32");
    if (arguments.flag("--grad-reduce-in-bf16") || (half && !whole))
        recipe.gradients = Gradients::Bf16;
    if (half && whole)
        recipe.gradients = Gradients::Fp32;
    const std::string first = arguments.word("--exp-avg-dtype").value_or("fp32");
    const std::string second = arguments.word("--exp-avg-sq-dtype").value_or("fp32");
    arguments.ignore({"--use-precision-aware-optimizer"});
    if (arguments.word("--main-params-dtype") == "fp16")
        recipe.masterPrecision = MasterPrecision::Fp16;
    if (const auto both = fromName<Moments>(first);
        both && first == second && *both != Moments::Fp32 && *both != Moments::Int8)
        recipe.moments = both;
    else if (first != "fp32" || second != "fp32")
        log.note("--exp-avg-dtype", {HW_TR("core", "is not read: %1"), {first + ", " + second}});
    const std::string name = arguments.word("--optimizer").value_or("adam");
    const auto momentum = arguments.number("--sgd-momentum").value_or(0.9);
    if (const auto known = optimizerNamed(name))
        recipe.optimizer
            = known == Optimizer::Sgd && momentum > 0 ? Optimizer::SgdMomentum : *known;
    else
        log.note("--optimizer", {HW_TR("core", "is not read: %1"), {typed(name)}});
}

void readOffloadedModules(MegatronArguments& arguments)
{
    SettingLog& log = arguments.log();
    const bool offloads = arguments.flag("--fine-grained-activation-offloading");
    const auto modules = arguments.words("--offload-modules");
    arguments.ignore({"--min-offloaded-tensor-size", "--delta-offload-bytes-across-pp-ranks",
                      "--delay-offload-until-cuda-graph",
                      "--fine-grained-offloading-max-inflight-offloads"});
    if (const auto share = arguments.number("--activation-offload-fraction"); share && *share < 1)
        log.note("--activation-offload-fraction",
                 {HW_TR("core", "is not read: %1"), {shortest(*share)}});
    if (!offloads)
        return;
    Layout& layout = log.plan.layout;
    layout.offloadActivations = ActivationOffload::Cpu;
    for (const std::string& module : modules) {
        const auto known = fromName<OffloadModule>(module);
        if (!known)
            log.note("--offload-modules", {HW_TR("core", "is not read: %1"), {typed(module)}});
        else if (std::ranges::find(layout.offloadModules, *known) == layout.offloadModules.end())
            layout.offloadModules.push_back(*known);
    }
}

void readRecomputeOf(MegatronArguments& arguments)
{
    SettingLog& log = arguments.log();
    Recipe& recipe = log.plan.recipe;
    const bool old = arguments.flag("--recompute-activations");
    const std::string kind
        = arguments.word("--recompute-granularity").value_or(old ? "selective" : "none");
    recipe.recompute = kind == "full" ? Recompute::Full
        : kind == "selective"         ? Recompute::Selective
                                      : Recompute::None;
    const auto method = arguments.word("--recompute-method");
    const auto layers = arguments.whole("--recompute-num-layers", 1, 65536);
    const bool block = method == "block";
    if (recipe.recompute == Recompute::Full && (block || layers.value_or(1) > 1)) {
        recipe.recomputeMethod = block ? RecomputeMethod::Block : RecomputeMethod::Uniform;
        recipe.recomputeLayers = layers.value_or(1);
    }
    const auto modules = arguments.words("--recompute-modules");
    for (const std::string& module : modules) {
        const auto known = fromName<RecomputeModule>(module);
        if (!known)
            log.note("--recompute-modules", {HW_TR("core", "is not read: %1"), {typed(module)}});
        else if (recipe.recompute == Recompute::Selective
                 && std::ranges::find(recipe.recomputeModules, *known)
                     == recipe.recomputeModules.end())
            recipe.recomputeModules.push_back(*known);
    }
    if (const auto further = arguments.whole("--mtp-num-layers", 0, 64))
        recipe.predictionLayers = *further;
    if (const auto exchange = arguments.word("--cp-comm-type")) {
        if (*exchange == "p2p" || *exchange == "all_gather")
            log.plan.layout.contextKind
                = *exchange == "p2p" ? ContextKind::Ring : ContextKind::AllGather;
        else if (*exchange == "a2a")
            log.plan.layout.contextKind = ContextKind::Ulysses;
        else
            log.note("--cp-comm-type", {HW_TR("core", "is not read: %1"), {typed(*exchange)}});
    }
    if (arguments.flag("--cpu-offloading") || arguments.has("--cpu-offloading-num-layers"))
        log.plan.layout.offloadActivations = ActivationOffload::Cpu;
    readOffloadedModules(arguments);
    if (arguments.flag("--optimizer-cpu-offload"))
        log.plan.layout.offloadOptimizer = Offload::Cpu;
    if (const auto share = arguments.number("--optimizer-offload-fraction"))
        log.plan.layout.offloadFraction = std::clamp(*share, 0.0, 1.0);
}

void readKernelsOf(MegatronArguments& arguments)
{
    Recipe& recipe = arguments.log().plan.recipe;
    const std::string backend = arguments.word("--attention-backend").value_or("auto");
    arguments.ignore({"--use-flash-attn"});
    recipe.attention
        = backend == "unfused" || backend == "local" ? Attention::Eager : Attention::Flash;
    if (backend == "fused") // cuDNN's (transformer_engine: NVTE_FUSED_ATTN)
        recipe.attentionKernel = AttentionKernel::Cudnn;
    const std::string implementation
        = arguments.word("--transformer-impl").value_or("transformer_engine");
    recipe.kernels = implementation == "local" ? Kernels::Eager : Kernels::Fused;
    const double ofAttention = arguments.number("--attention-dropout").value_or(0.1);
    const double ofHidden = arguments.number("--hidden-dropout").value_or(0.1);
    recipe.dropout = ofAttention > 0 || ofHidden > 0;
}

void ignoreRest(MegatronArguments& arguments)
{
    arguments.ignore({"--lr",
                      "--min-lr",
                      "--lr-decay-style",
                      "--lr-decay-iters",
                      "--lr-warmup-iters",
                      "--lr-warmup-fraction",
                      "--train-iters",
                      "--train-samples",
                      "--weight-decay",
                      "--adam-beta1",
                      "--adam-beta2",
                      "--adam-eps",
                      "--clip-grad",
                      "--init-method-std",
                      "--tokenizer-type",
                      "--tokenizer-model",
                      "--vocab-file",
                      "--merge-file",
                      "--mock-data",
                      "--data-path",
                      "--split",
                      "--save",
                      "--load",
                      "--save-interval",
                      "--eval-interval",
                      "--eval-iters",
                      "--log-interval",
                      "--tensorboard-dir",
                      "--wandb-project",
                      "--wandb-exp-name",
                      "--distributed-backend",
                      "--seed",
                      "--rotary-base",
                      "--rotary-percent",
                      "--norm-epsilon",
                      "--ckpt-format",
                      "--node-rank",
                      "--master-addr",
                      "--master-port",
                      "--rdzv-backend",
                      "--rdzv-endpoint",
                      "--rdzv-id",
                      "--use-mcore-models",
                      "--moe-grouped-gemm",
                      "--moe-token-dispatcher-type",
                      "--moe-router-load-balancing-type",
                      "--moe-aux-loss-coeff",
                      "--num-workers",
                      "--exit-duration-in-mins",
                      "--data-cache-path",
                      "--no-save-optim",
                      "--overlap-grad-reduce",
                      "--overlap-param-gather",
                      "--log-throughput"});
}

} // namespace

bool isMegatron(const ImportFile& file)
{
    for (const std::string_view word :
         {"--tensor-model-parallel-size", "--pipeline-model-parallel-size", "pretrain_gpt",
          "--micro-batch-size", "--num-attention-heads"})
        if (file.text.find(word) != std::string_view::npos)
            return true;
    return false;
}

Result<Imported> readMegatron(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    const auto script = readShell(file.text);
    if (!script)
        return script.problems();
    SettingLog log(base);
    log.plan.layout = {};
    log.plan.recipe = {};
    log.plan.recipe.framework = Framework::Megatron;
    log.plan.adapter = {};
    MegatronArguments arguments(*script, log);
    if (arguments.isEmpty())
        return Problem{{}, {}, {HW_TR("core", "has no arguments of Megatron-LM")}};
    refuseMegatronOthers(arguments);
    readDegrees(arguments);
    readGpus(arguments);
    readMegatronShape(arguments, catalog);
    readStages(arguments, catalog);
    readZeroOf(arguments);
    readNumbers(arguments);
    readRecomputeOf(arguments);
    readKernelsOf(arguments);
    if (const auto length = arguments.whole("--seq-length", 1, 16777216))
        log.plan.workload.context = *length;
    StatedBatch batch;
    batch.micro = arguments.whole("--micro-batch-size", 1, 65536);
    batch.global = arguments.whole("--global-batch-size", 1, 2147483648);
    log.plan.workload.globalBatch.reset();
    setBatch(log, batch, log.plan.cluster.gpus / modelRanks(log.plan.layout),
             "--global-batch-size");
    ignoreRest(arguments);
    arguments.noteRest();
    noteUnfollowed(*script, log);
    return std::move(log).imported(ImportKind::Megatron);
}

} // namespace highwater
