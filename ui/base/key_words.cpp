// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/key_words.h"

#include "core/answer/group_words.h"
#include "core/catalog/catalog.h"
#include "core/methods/method.h"
#include "ui/base/words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

struct CheckLabel
{
    KeyPath path;
    const char* label;
};

/// The labels of a choice's words, in the order of its enumeration.
struct WordLabels
{
    KeyPath path;
    std::array<const char*, 24> labels{};
};

/// A word without a label does not compile.
template <class E, std::size_t count>
constexpr WordLabels wordsLabelled(KeyPath path, const char* const (&labels)[count])
{
    static_assert(count == enumCount<E>, "one label for each word");
    WordLabels row{path};
    std::ranges::copy(labels, row.labels.begin());
    return row;
}

constexpr const char* context = keyContext;

constexpr WordLabels kernelsLabelled(KeyPath path)
{
    return wordsLabelled<Kernels>(
        path, {QT_TRANSLATE_NOOP("keys", "Eager"), QT_TRANSLATE_NOOP("keys", "Fused")});
}

constexpr const char* byFramework = QT_TRANSLATE_NOOP("keys", "by framework");
constexpr const char* byServer = QT_TRANSLATE_NOOP("keys", "by server");
constexpr const char* needed = QT_TRANSLATE_NOOP("keys", "needed");
constexpr const char* description = QT_TRANSLATE_NOOP("keys", "A description, not used.");

constexpr std::array keyWords{
    KeyWords{"recipe.precision", "precision#precision", QT_TRANSLATE_NOOP("keys", "Precision"),
             QT_TRANSLATE_NOOP("keys",
                               "Number format of forward and backward pass. Mixed keeps a 32-bit "
                               "master copy of the weights (arXiv 1710.03740).")},
    KeyWords{"recipe.gradients", "precision#gradients", QT_TRANSLATE_NOOP("keys", "Gradients"),
             QT_TRANSLATE_NOOP("keys",
                               "Precision of the gradients: 2, 4 or 6 bytes a parameter for "
                               "16-bit, 32-bit, or both."),
             QT_TRANSLATE_NOOP("keys", "bf16; fp32 with fp32")},
    KeyWords{"recipe.optimizer", "precision#optimizer", QT_TRANSLATE_NOOP("keys", "Optimizer"),
             QT_TRANSLATE_NOOP("keys",
                               "What updates the weights, and remembers for each of them: AdamW "
                               "two values, momentum one, SGD none.")},
    KeyWords{"recipe.moments", "precision#moments", QT_TRANSLATE_NOOP("keys", "State precision"),
             QT_TRANSLATE_NOOP("keys", "The precision in which the optimizer states are held."),
             QT_TRANSLATE_NOOP("keys", "by optimizer")},
    KeyWords{"recipe.recompute", "activations#recompute", QT_TRANSLATE_NOOP("keys", "Recompute"),
             QT_TRANSLATE_NOOP("keys",
                               "Drops activations in the forward pass and makes them again in the "
                               "backward pass. Full: a third more compute.")},
    KeyWords{"recipe.attention", "activations#attention", QT_TRANSLATE_NOOP("keys", "Attention"),
             QT_TRANSLATE_NOOP("keys",
                               "Flash attention never writes the scores of all pairs of tokens to "
                               "GPU memory (arXiv 2205.14135).")},
    KeyWords{"recipe.kernels", "activations#kernels", QT_TRANSLATE_NOOP("keys", "Kernels"),
             QT_TRANSLATE_NOOP("keys",
                               "Fused kernels compute several operators at once and keep less than "
                               "PyTorch's own, one by one (eager).")},
    KeyWords{"recipe.norm_kernels", "activations#kernels",
             QT_TRANSLATE_NOOP("keys", "Kernels of norms"),
             QT_TRANSLATE_NOOP("keys",
                               "Of norms and rotary embeddings alone, where they differ from the "
                               "other kernels."),
             QT_TRANSLATE_NOOP("keys", "as recipe.kernels")},
    KeyWords{"recipe.mlp_kernels", "activations#kernels",
             QT_TRANSLATE_NOOP("keys", "Kernels of the MLP"),
             QT_TRANSLATE_NOOP("keys",
                               "Of the MLP's activation and the experts alone, where they differ "
                               "from the other kernels."),
             QT_TRANSLATE_NOOP("keys", "as recipe.kernels")},
    KeyWords{"recipe.loss", "activations#loss", QT_TRANSLATE_NOOP("keys", "Loss"),
             QT_TRANSLATE_NOOP("keys",
                               "Full: all scores over the vocabulary at once. Chunked: piece by "
                               "piece. Fused: twice, in 16 bits.")},
    KeyWords{"recipe.keep_gradients", "precision#keep-gradients",
             QT_TRANSLATE_NOOP("keys", "Keep gradients"),
             QT_TRANSLATE_NOOP("keys",
                               "Kept through the step, or freed after it and made again layer by "
                               "layer in the backward pass.")},
    KeyWords{"recipe.dropout", "activations#dropout", QT_TRANSLATE_NOOP("keys", "Dropout"),
             QT_TRANSLATE_NOOP("keys", "Its masks are kept: one byte an entry.")},
    KeyWords{"workload.global_batch", "workload#global-batch",
             QT_TRANSLATE_NOOP("keys", "Global batch"),
             QT_TRANSLATE_NOOP("keys",
                               "Sequences of one step over all GPUs. If they need several passes, "
                               "gradients are accumulated."),
             QT_TRANSLATE_NOOP("keys", "one pass")},
    KeyWords{"cluster.device", "memory#device", QT_TRANSLATE_NOOP("keys", "GPU"),
             QT_TRANSLATE_NOOP("keys",
                               "The card. The red line stands at the memory that a program can "
                               "have, a little less than its name says.")},
    KeyWords{"cluster.capacity", "memory#capacity", QT_TRANSLATE_NOOP("keys", "Capacity"),
             QT_TRANSLATE_NOOP("keys", "Usable memory: the red line."),
             QT_TRANSLATE_NOOP("keys", "as reported")},
    KeyWords{"cluster.reserve", "memory#reserve", QT_TRANSLATE_NOOP("keys", "Reserve"),
             QT_TRANSLATE_NOOP("keys", "Memory that you keep free; it counts as overhead.")},
    KeyWords{"cluster.gpus_per_node", "parallelism#node",
             QT_TRANSLATE_NOOP("keys", "GPUs per node"),
             QT_TRANSLATE_NOOP("keys",
                               "GPUs of one machine, with the fastest links. Fewest GPUs offers "
                               "parts of a machine or whole ones.")},
    KeyWords{"workload.training_tokens", "time#tokens",
             QT_TRANSLATE_NOOP("keys", "Training tokens"),
             QT_TRANSLATE_NOOP("keys",
                               "Length of the run: 15T, 300B. Empty: 20 tokens for each parameter "
                               "(arXiv 2203.15556), or unknown with adapters."),
             QT_TRANSLATE_NOOP("keys", "20 a parameter, unknown with adapters")},
    KeyWords{"workload.examples", "time#examples", QT_TRANSLATE_NOOP("keys", "Examples"),
             QT_TRANSLATE_NOOP("keys",
                               "Sequences of the data set. A run has examples × mean length × "
                               "epochs tokens, whatever the training tokens say."),
             QT_TRANSLATE_NOOP("keys", "not given")},
    KeyWords{"workload.epochs", "time#examples", QT_TRANSLATE_NOOP("keys", "Epochs"),
             QT_TRANSLATE_NOOP("keys", "How often the run passes through all examples.")},
    KeyWords{"cluster.price_per_hour", "time#price", QT_TRANSLATE_NOOP("keys", "Price (USD/h)"),
             QT_TRANSLATE_NOOP("keys",
                               "Of one GPU and hour. Without it, a price of the catalogue, with "
                               "its date, where it knows one.")},
    KeyWords{"cluster.utilisation", "time#utilisation", QT_TRANSLATE_NOOP("keys", "Utilisation"),
             QT_TRANSLATE_NOOP("keys",
                               "Share of the peak, 0.4 for 40 %. It replaces the estimate of a "
                               "step's time from its parts.")},
    KeyWords{"cluster.peak_tflops", "time#rates", QT_TRANSLATE_NOOP("keys", "Peak (TFLOPS)"),
             QT_TRANSLATE_NOOP("keys",
                               "Of one GPU's matrix products, in the precision of the plan and "
                               "without sparsity.")},
    KeyWords{"cluster.memory_bandwidth", "time#rates",
             QT_TRANSLATE_NOOP("keys", "Memory speed (GB/s)"),
             QT_TRANSLATE_NOOP("keys", "At which one GPU reads and writes its own memory.")},
    KeyWords{"cluster.board_power", "time#rates", QT_TRANSLATE_NOOP("keys", "Power (W)"),
             QT_TRANSLATE_NOOP("keys", "Of one GPU's board at work, for the energy of the run.")},
    KeyWords{"cluster.links.intra", "time#links",
             QT_TRANSLATE_NOOP("keys", "Link in a node (GB/s)"),
             QT_TRANSLATE_NOOP("keys", "Of one GPU and direction, such as NVLink's.")},
    KeyWords{"cluster.links.inter", "time#links", QT_TRANSLATE_NOOP("keys", "Network (GB/s)"),
             QT_TRANSLATE_NOOP("keys", "Between nodes, of one GPU and direction.")},
    KeyWords{"cluster.links.pcie", "time#links", QT_TRANSLATE_NOOP("keys", "PCIe (GB/s)"),
             QT_TRANSLATE_NOOP("keys", "To the host's memory, of one GPU and direction.")},
    KeyWords{"cluster.links.host", "time#links", QT_TRANSLATE_NOOP("keys", "Host memory (GB/s)"),
             QT_TRANSLATE_NOOP("keys",
                               "One GPU's share of the speed of the host's memory, where an "
                               "offloaded optimizer steps.")},
    KeyWords{"cluster.links.disk", "time#links", QT_TRANSLATE_NOOP("keys", "Disks (GB/s)"),
             QT_TRANSLATE_NOOP("keys",
                               "One GPU's share of the speed of the node's disks, for offload to "
                               "NVMe.")},
    KeyWords{"cluster.overhead", "memory#overhead", QT_TRANSLATE_NOOP("keys", "Overhead"),
             QT_TRANSLATE_NOOP("keys",
                               "Memory in addition to the tensors: driver, libraries, "
                               "communication, and what the allocator holds idle.")},
    KeyWords{"method", "methods", QT_TRANSLATE_NOOP("keys", "Method"),
             QT_TRANSLATE_NOOP("keys",
                               "Exact counts every tensor; the others are the formulas of a "
                               "lecture and of other programs, errors included.")},
    KeyWords{"recipe.master_weights", "precision#master",
             QT_TRANSLATE_NOOP("keys", "32-bit master weights"),
             QT_TRANSLATE_NOOP("keys", "Four bytes a parameter, counted with the optimizer state."),
             QT_TRANSLATE_NOOP("keys", "true if mixed")},
    KeyWords{"recipe.fused_step", "precision#fused-step",
             QT_TRANSLATE_NOOP("keys", "Fused optimizer step"),
             QT_TRANSLATE_NOOP("keys",
                               "In one kernel; otherwise lists as large as the weights exist for a "
                               "moment in addition to the states.")},
    KeyWords{"layout.replicate", "zero#replicas", QT_TRANSLATE_NOOP("keys", "Replicas"),
             QT_TRANSLATE_NOOP("keys",
                               "Whole copies of the shared-out states, such as one in each node "
                               "(hybrid sharding, HSDP).")},
    KeyWords{
        "workload.context", "workload#context", QT_TRANSLATE_NOOP("keys", "Context length"),
        QT_TRANSLATE_NOOP("keys", "Tokens of one training sequence. Activations grow with it.")},
    KeyWords{"workload.micro_batch", "workload#micro-batch",
             QT_TRANSLATE_NOOP("keys", "Micro-batch size"),
             QT_TRANSLATE_NOOP("keys", "Sequences that one GPU takes through the model at once.")},
    KeyWords{
        "cluster.gpus", "parallelism#gpus", QT_TRANSLATE_NOOP("keys", "GPU count"),
        QT_TRANSLATE_NOOP("keys", "GPUs of the whole cluster. Memory is shown for one of them.")},
    KeyWords{
        "layout.zero", "zero#stage", QT_TRANSLATE_NOOP("keys", "ZeRO stage"),
        QT_TRANSLATE_NOOP("keys", "GPUs split: 1 optimizer, 2 also gradients, 3 also weights.")},
    KeyWords{"model.id", "model#preset", QT_TRANSLATE_NOOP("keys", "Model"),
             QT_TRANSLATE_NOOP("keys", "A real model, by its id in the catalogue.")},
    KeyWords{"model.parameters", "model#size", QT_TRANSLATE_NOOP("keys", "Model size"),
             QT_TRANSLATE_NOOP("keys", "A made-up model of about this size.")},
    KeyWords{"layout.tensor", "parallelism#tensor", QT_TRANSLATE_NOOP("keys", "Tensor parallel"),
             QT_TRANSLATE_NOOP("keys",
                               "Ranks that share each layer's matrices, and so its weights and "
                               "most of its activations (arXiv 1909.08053).")},
    KeyWords{"layout.pipeline", "parallelism#pipeline",
             QT_TRANSLATE_NOOP("keys", "Pipeline parallel"),
             QT_TRANSLATE_NOOP("keys",
                               "Stages that hold some of the layers each. The first keeps "
                               "activations of several micro-batches.")},
    KeyWords{"layout.context", "parallelism#context", QT_TRANSLATE_NOOP("keys", "Context parallel"),
             QT_TRANSLATE_NOOP("keys",
                               "Ranks that share the tokens of each sequence; the states are "
                               "shared over them as well.")},
    KeyWords{"layout.expert", "parallelism#expert", QT_TRANSLATE_NOOP("keys", "Expert parallel"),
             QT_TRANSLATE_NOOP("keys",
                               "Ranks that share the experts of each layer; each gets as many "
                               "copies of tokens as it sends, times the imbalance.")},
    KeyWords{"layout.expert_tensor", "parallelism#expert-tensor",
             QT_TRANSLATE_NOOP("keys", "Expert tensor"),
             QT_TRANSLATE_NOOP("keys",
                               "Expert tensor parallel: ranks that share the matrices of each "
                               "expert, and so see the tokens of one another.")},
    KeyWords{"layout.sequence_parallel", "parallelism#sequence",
             QT_TRANSLATE_NOOP("keys", "Sequence parallelism"),
             QT_TRANSLATE_NOOP("keys",
                               "With tensor parallelism, tensors between the split matrices are "
                               "split over the ranks too (arXiv 2205.05198).")},
    KeyWords{"layout.tp_inputs", "parallelism#tp-inputs", QT_TRANSLATE_NOOP("keys", "TP inputs"),
             QT_TRANSLATE_NOOP("keys",
                               "Gathered inputs of sequence parallelism: dropped and gathered "
                               "again later, or kept whole.")},
    KeyWords{
        "layout.virtual_pipeline", "parallelism#virtual",
        QT_TRANSLATE_NOOP("keys", "Virtual stages"),
        QT_TRANSLATE_NOOP(
            "keys", "Pieces of the model that each pipeline rank holds (interleaved schedule).")},
    KeyWords{"layout.stage_split", "parallelism#stage-split",
             QT_TRANSLATE_NOOP("keys", "Stage split"),
             QT_TRANSLATE_NOOP("keys",
                               "Even: the same number of layers in each stage. Balanced: fewer "
                               "where the embedding and the head are.")},
    KeyWords{"layout.imbalance", "parallelism#imbalance",
             QT_TRANSLATE_NOOP("keys", "Expert imbalance"),
             QT_TRANSLATE_NOOP("keys", "Tokens of the most loaded expert rank against the mean.")},
    KeyWords{"layout.offload_optimizer", "offload#optimizer",
             QT_TRANSLATE_NOOP("keys", "Offload optimizer"),
             QT_TRANSLATE_NOOP("keys",
                               "Where the optimizer state lies: on the GPU, in host memory or on "
                               "NVMe (arXiv 2101.06840).")},
    KeyWords{
        "layout.offload_parameters", "offload#parameters",
        QT_TRANSLATE_NOOP("keys", "Offload parameters"),
        QT_TRANSLATE_NOOP(
            "keys", "Where the sharded parameters lie between their uses (arXiv 2104.07857).")},
    KeyWords{"layout.offload_activations", "offload#activations",
             QT_TRANSLATE_NOOP("keys", "Offload activations"),
             QT_TRANSLATE_NOOP("keys", "Where kept activations wait for the backward pass."),
             QT_TRANSLATE_NOOP("keys", "none; cpu in unsloth")},
    KeyWords{
        "cluster.host_memory", "offload#host", QT_TRANSLATE_NOOP("keys", "Host memory"),
        QT_TRANSLATE_NOOP(
            "keys",
            "Of one node. Where it is known, the verdict checks what is offloaded against it."),
        QT_TRANSLATE_NOOP("keys", "not checked")},
    KeyWords{"cluster.allocator.expandable_segments", "memory#allocator",
             QT_TRANSLATE_NOOP("keys", "Expandable segments"),
             QT_TRANSLATE_NOOP("keys",
                               "Where a tensor fits nowhere, PyTorch's allocator adds pages to a "
                               "segment instead of making a new one."),
             QT_TRANSLATE_NOOP("keys", "by framework")},
    KeyWords{"cluster.allocator.max_split_size", "memory#allocator",
             QT_TRANSLATE_NOOP("keys", "Largest split"),
             QT_TRANSLATE_NOOP("keys",
                               "PyTorch's allocator does not cut cached blocks of this size or "
                               "more (max_split_size_mb).")},
    KeyWords{"cluster.allocator.roundup_power2_divisions", "memory#allocator",
             QT_TRANSLATE_NOOP("keys", "Roundup parts"),
             QT_TRANSLATE_NOOP("keys",
                               "PyTorch's allocator rounds sizes up to this part of a power of "
                               "two: 1, 2, 4, 8 and so on; 1 is off.")},
    KeyWords{"adapter.kind", "adapters#adapter", QT_TRANSLATE_NOOP("keys", "Adapter"),
             QT_TRANSLATE_NOOP("keys",
                               "LoRA trains small matrices added to frozen ones; QLoRA holds the "
                               "frozen ones in 4 bits (arXiv 2106.09685, 2305.14314).")},
    KeyWords{"adapter.method", "adapters#method", QT_TRANSLATE_NOOP("keys", "Adapter's form"),
             QT_TRANSLATE_NOOP("keys",
                               "Small matrices (LoRA), a gated prompt in each layer "
                               "(LLaMA-Adapter), a prefix of keys and values, or a prompt.")},
    KeyWords{"adapter.prompt_length", "adapters#prompts",
             QT_TRANSLATE_NOOP("keys", "Prompt length"),
             QT_TRANSLATE_NOOP("keys", "Trained tokens of a prompt or a prefix.")},
    KeyWords{"adapter.start_layer", "adapters#prompts",
             QT_TRANSLATE_NOOP("keys", "First layer with a prompt"),
             QT_TRANSLATE_NOOP("keys",
                               "Counted from 0. Layers before it keep nothing where nothing in "
                               "them is trained.")},
    KeyWords{"adapter.rank", "adapters#rank", QT_TRANSLATE_NOOP("keys", "Rank"),
             QT_TRANSLATE_NOOP("keys", "Width of the adapter's matrices.")},
    KeyWords{
        "adapter.targets", "adapters#targets", QT_TRANSLATE_NOOP("keys", "Targets"),
        QT_TRANSLATE_NOOP(
            "keys",
            "Matrices that have an adapter: some of q, k, v, o, gate, up, down, head, embedding.")},
    KeyWords{"adapter.dropout", "adapters#dropout", QT_TRANSLATE_NOOP("keys", "Adapter dropout"),
             QT_TRANSLATE_NOOP("keys", "Above 0, its masks are kept.")},
    KeyWords{"adapter.base", "adapters#base", QT_TRANSLATE_NOOP("keys", "Base weights"),
             QT_TRANSLATE_NOOP("keys", "Number format of the frozen weights.")},
    KeyWords{
        "adapter.upcast", "adapters#upcast", QT_TRANSLATE_NOOP("keys", "Upcast to 32 bits"),
        QT_TRANSLATE_NOOP(
            "keys", "Norms, head and embedding in 32 bits, as PEFT prepares a quantised model.")},
    KeyWords{"recipe.recompute_method", "partial#layers",
             QT_TRANSLATE_NOOP("keys", "Recomputed layers"),
             QT_TRANSLATE_NOOP("keys",
                               "All, the first ones of each stage (block), groups of several at "
                               "once (uniform), or every few layers.")},
    KeyWords{"recipe.recompute_layers", "partial#layers",
             QT_TRANSLATE_NOOP("keys", "Layers at a time"),
             QT_TRANSLATE_NOOP("keys",
                               "The layers of a block or of a group, or the distance from one "
                               "recomputed layer to the next.")},
    KeyWords{"recipe.recompute_modules", "partial#modules",
             QT_TRANSLATE_NOOP("keys", "Recomputed parts"),
             QT_TRANSLATE_NOOP("keys",
                               "Parts of a layer: core_attn, layernorm, moe_act, mla_up_proj, mlp, "
                               "moe, shared_experts.")},
    KeyWords{"recipe.frozen", "partial#frozen", QT_TRANSLATE_NOOP("keys", "Frozen parts"),
             QT_TRANSLATE_NOOP("keys",
                               "Parts that are not trained: some of vision, embedding, head. They "
                               "have no gradients and no states.")},
    KeyWords{"recipe.frozen_layers", "partial#frozen", QT_TRANSLATE_NOOP("keys", "Frozen layers"),
             QT_TRANSLATE_NOOP("keys",
                               "The first layers, and what lies before them: no gradients, no "
                               "states, and nothing kept for a backward pass.")},
    KeyWords{"recipe.frozen_from", "partial#frozen", QT_TRANSLATE_NOOP("keys", "Frozen from layer"),
             QT_TRANSLATE_NOOP("keys",
                               "The first frozen layer, counted from 0. Behind trained layers, "
                               "gradients pass through it.")},
    KeyWords{"recipe.optimizer_rank", "partial#optimizers",
             QT_TRANSLATE_NOOP("keys", "Optimizer rank"),
             QT_TRANSLATE_NOOP(
                 "keys",
                 "Rank to which GaLore and APOLLO project the gradients of the layers' matrices.")},
    KeyWords{"recipe.muon_gather", "partial#muon", QT_TRANSLATE_NOOP("keys", "Muon's gathering"),
             QT_TRANSLATE_NOOP("keys",
                               "How ranks that share gradients bring whole matrices together for "
                               "Muon.")},
    KeyWords{"recipe.narrow_parameters", "precision#narrow",
             QT_TRANSLATE_NOOP("keys", "Weights in 8 or 4 bits alone"),
             QT_TRANSLATE_NOOP("keys",
                               "No 16-bit weights beside those that products read "
                               "(--fp8-param-gather, --fp4-param-gather).")},
    KeyWords{"recipe.mlp_tiles", "partial#tiles", QT_TRANSLATE_NOOP("keys", "Tiles of an MLP"),
             QT_TRANSLATE_NOOP("keys",
                               "Parts of the tokens for which an MLP is computed in turn, and once "
                               "more in the backward pass. 1: none.")},
    KeyWords{
        "recipe.master_precision", "partial#optimizers",
        QT_TRANSLATE_NOOP("keys", "Precision of master"),
        QT_TRANSLATE_NOOP("keys", "Bits of the master weights; Megatron-LM can hold them in 16.")},
    KeyWords{"recipe.step_in_backward", "partial#backward",
             QT_TRANSLATE_NOOP("keys", "Step in backward pass"),
             QT_TRANSLATE_NOOP("keys",
                               "The optimizer uses each gradient as soon as it is made: no "
                               "gradients are kept, none accumulated.")},
    KeyWords{"recipe.prediction_layers", "partial#further", QT_TRANSLATE_NOOP("keys", "MTP layers"),
             QT_TRANSLATE_NOOP("keys",
                               "Layers trained to predict further tokens, each with a projection "
                               "and logits of its own.")},
    KeyWords{"recipe.engine", "frameworks#engine", QT_TRANSLATE_NOOP("keys", "Engine"),
             QT_TRANSLATE_NOOP("keys",
                               "What runs the GPUs together: whole copies (DDP), PyTorch's FSDP, "
                               "or DeepSpeed. accelerate's file says it."),
             QT_TRANSLATE_NOOP("keys", "deepspeed from ZeRO-1 on, else ddp")},
    KeyWords{"recipe.reentrant", "frameworks#checkpoints",
             QT_TRANSLATE_NOOP("keys", "Reentrant recompute"),
             QT_TRANSLATE_NOOP("keys",
                               "use_reentrant=True, which transformers set before 5.0. FSDP then "
                               "keeps weights or gradients longer."),
             QT_TRANSLATE_NOOP("keys", "by version of transformers")},
    KeyWords{"recipe.checkpoint_outside", "frameworks#checkpoints",
             QT_TRANSLATE_NOOP("keys", "Recompute around FSDP units"),
             QT_TRANSLATE_NOOP("keys",
                               "Recompute begins outside a layer's FSDP unit, as before "
                               "transformers 4.52; else inside it."),
             QT_TRANSLATE_NOOP("keys", "by version of transformers")},
    KeyWords{"recipe.use_orig_params", "frameworks#units",
             QT_TRANSLATE_NOOP("keys", "Original parameters"),
             QT_TRANSLATE_NOOP("keys",
                               "FSDP1's use_orig_params: a unit may hold frozen and trained "
                               "weights together."),
             "true"},
    KeyWords{"recipe.backward_prefetch", "frameworks#units",
             QT_TRANSLATE_NOOP("keys", "Prefetch in backward pass"),
             QT_TRANSLATE_NOOP("keys",
                               "FSDP1 gathers the next unit while one goes backward: a unit of "
                               "weights more (backward_prefetch)."),
             QT_TRANSLATE_NOOP("keys", "false in the Trainer")},
    KeyWords{"adapter.own_units", "frameworks#units",
             QT_TRANSLATE_NOOP("keys", "Adapters as own units"),
             QT_TRANSLATE_NOOP("keys",
                               "FSDP wraps each adapter by itself, as PEFT's policy says, which "
                               "the Trainer takes."),
             QT_TRANSLATE_NOOP("keys", "true with fsdp1")},
    KeyWords{"adapter.kernels", "adapters#kernels",
             QT_TRANSLATE_NOOP("keys", "Kernels of adapters"),
             QT_TRANSLATE_NOOP("keys",
                               "Fused: adapters and what they adapt are one operation, as in "
                               "Unsloth and Axolotl; needs dropout 0."),
             QT_TRANSLATE_NOOP("keys", "fused in unsloth and axolotl")},
    KeyWords{"recipe.hold_logits", "frameworks#held", QT_TRANSLATE_NOOP("keys", "Logits held"),
             QT_TRANSLATE_NOOP("keys",
                               "The training loop still names the model's output while it goes "
                               "backward and steps.")},
    KeyWords{"workload.evaluation_batch", "step#beside",
             QT_TRANSLATE_NOOP("keys", "Evaluation batch"),
             QT_TRANSLATE_NOOP("keys",
                               "Sequences of a pass without gradients on each GPU; 0: the run does "
                               "not evaluate. The Trainer's default is 8.")},
    KeyWords{"workload.kept_predictions", "step#beside",
             QT_TRANSLATE_NOOP("keys", "Predictions kept"),
             QT_TRANSLATE_NOOP("keys",
                               "Passes whose logits stay on the GPU for metrics: as many as "
                               "eval_accumulation_steps; 0: losses alone.")},
    KeyWords{"workload.images", "workload#images", QT_TRANSLATE_NOOP("keys", "Images"),
             QT_TRANSLATE_NOOP("keys",
                               "Images in each sequence. Their tokens are part of the context; the "
                               "vision tower's tensors come on top.")},
    KeyWords{"workload.image_width", "workload#images", QT_TRANSLATE_NOOP("keys", "Image width"),
             QT_TRANSLATE_NOOP("keys",
                               "Pixels of each image, after the processor's own limit "
                               "(max_pixels). Empty: the tower's size, else 1024."),
             QT_TRANSLATE_NOOP("keys", "the tower's, else 1024")},
    KeyWords{"workload.image_height", "workload#images", QT_TRANSLATE_NOOP("keys", "Image height"),
             QT_TRANSLATE_NOOP("keys",
                               "Pixels of each image, after the processor's own limit "
                               "(max_pixels). Empty: the tower's size, else 1024."),
             QT_TRANSLATE_NOOP("keys", "the tower's, else 1024")},
    KeyWords{"workload.image_tokens", "workload#images",
             QT_TRANSLATE_NOOP("keys", "Tokens of an image"),
             QT_TRANSLATE_NOOP("keys",
                               "Tokens of the context that each image takes. Empty: as its width "
                               "and height give."),
             QT_TRANSLATE_NOOP("keys", "by its size")},
    KeyWords{"recipe.saved_state", "step#beside", QT_TRANSLATE_NOOP("keys", "Weights saved whole"),
             QT_TRANSLATE_NOOP("keys",
                               "Where sharded weights are gathered to be saved: on the first "
                               "rank's host, or on every GPU.")},
    KeyWords{"recipe.efficient_loading", "step#beside",
             QT_TRANSLATE_NOOP("keys", "Load on one rank"),
             QT_TRANSLATE_NOOP("keys",
                               "cpu_ram_efficient_loading: the first rank alone has the whole "
                               "weights in the host's memory."),
             QT_TRANSLATE_NOOP("keys", "not counted")},
    KeyWords{"adapter.merge", "step#beside", QT_TRANSLATE_NOOP("keys", "Merged at the end"),
             QT_TRANSLATE_NOOP("keys",
                               "The adapters are merged into the weights on the GPU after the "
                               "last step (merge_and_unload).")},
    KeyWords{"recipe.versions.transformers", "frameworks#versions",
             QT_TRANSLATE_NOOP("keys", "transformers version"),
             QT_TRANSLATE_NOOP("keys",
                               "Such as 4.46; empty: the newest. It decides on copies of the "
                               "logits and on recompute."),
             QT_TRANSLATE_NOOP("keys", "the newest")},
    KeyWords{"recipe.versions.accelerate", "frameworks#versions",
             QT_TRANSLATE_NOOP("keys", "accelerate version"),
             QT_TRANSLATE_NOOP("keys",
                               "Such as 1.12, the last that held all weights in 32 bits under "
                               "FSDP2; empty: the newest."),
             QT_TRANSLATE_NOOP("keys", "the newest")},
    KeyWords{"recipe.versions.peft", "frameworks#versions",
             QT_TRANSLATE_NOOP("keys", "PEFT version"),
             QT_TRANSLATE_NOOP("keys",
                               "Before 0.12 adapters had the type of the weights; empty: the "
                               "newest."),
             QT_TRANSLATE_NOOP("keys", "the newest")},
    KeyWords{"recipe.versions.deepspeed", "frameworks#versions",
             QT_TRANSLATE_NOOP("keys", "DeepSpeed version"),
             QT_TRANSLATE_NOOP("keys",
                               "Such as 0.14.2, which makes its buckets before the loss goes "
                               "backward; empty: the newest."),
             QT_TRANSLATE_NOOP("keys", "the newest")},
    KeyWords{
        "adapter.dora", "partial#adapters", QT_TRANSLATE_NOOP("keys", "DoRA"),
        QT_TRANSLATE_NOOP(
            "keys", "A trained length for each output of an adapted matrix (arXiv 2402.09353).")},
    KeyWords{"adapter.modules_to_save", "partial#adapters",
             QT_TRANSLATE_NOOP("keys", "Modules to save"),
             QT_TRANSLATE_NOOP("keys",
                               "Trained in full as a copy, while the frozen original stays: some "
                               "of embedding, head.")},
    KeyWords{
        "layout.offload_fraction", "partial#share", QT_TRANSLATE_NOOP("keys", "Offloaded share"),
        QT_TRANSLATE_NOOP(
            "keys", "Part of the optimizer state that is offloaded; the rest stays on the GPU.")},
    KeyWords{"layout.offload_layers", "partial#share",
             QT_TRANSLATE_NOOP("keys", "Offloaded layers"),
             QT_TRANSLATE_NOOP("keys",
                               "First layers of each stage whose activations are offloaded. Empty: "
                               "all layers."),
             QT_TRANSLATE_NOOP("keys", "all")},
    KeyWords{"layout.offload_modules", "partial#share",
             QT_TRANSLATE_NOOP("keys", "Offloaded parts"),
             QT_TRANSLATE_NOOP("keys",
                               "Parts of a layer: attn_norm, qkv_linear, core_attn, attn_proj, "
                               "mlp_norm, expert_fc1, moe_act. Empty: all.")},
    KeyWords{"workload.mean_length", "workload#packing", QT_TRANSLATE_NOOP("keys", "Mean length"),
             QT_TRANSLATE_NOOP("keys",
                               "Tokens of a sequence without padding, on average. Empty: the "
                               "context is full."),
             QT_TRANSLATE_NOOP("keys", "the context")},
    KeyWords{
        "layout.schedule", "partial#pipelines", QT_TRANSLATE_NOOP("keys", "Pipeline schedule"),
        QT_TRANSLATE_NOOP(
            "keys",
            "Order of the passes of a pipeline, and so the activations that each stage keeps.")},
    KeyWords{
        "layout.stage_layers", "partial#pipelines", QT_TRANSLATE_NOOP("keys", "Layers of stages"),
        QT_TRANSLATE_NOOP(
            "keys", "Layers of each stage, such as 7,8*14,7; empty: as the stage split says.")},
    KeyWords{"layout.context_kind", "partial#exchange",
             QT_TRANSLATE_NOOP("keys", "Context exchange"),
             QT_TRANSLATE_NOOP("keys",
                               "How context ranks get one another's keys and values. Empty: the "
                               "exchange is not counted.")},
    KeyWords{"layout.reduce_bucket", "zero#bucket", QT_TRANSLATE_NOOP("keys", "Gradient bucket"),
             QT_TRANSLATE_NOOP("keys",
                               "Gradients that DeepSpeed reduces at once (reduce_bucket_size). "
                               "Empty: the framework's default.")},
    KeyWords{"layout.overlap_comm", "zero#bucket",
             QT_TRANSLATE_NOOP("keys", "Overlapped reduction"),
             QT_TRANSLATE_NOOP("keys",
                               "DeepSpeed fills one bucket while another is reduced "
                               "(overlap_comm). Empty: at stage 3 alone, as DeepSpeed does.")},
    KeyWords{"workload.task", "workload#task", QT_TRANSLATE_NOOP("keys", "Task"),
             QT_TRANSLATE_NOOP("keys",
                               "Training, tuning by preferences or rewards, or generating text.")},
    KeyWords{"recipe.framework", "frameworks", QT_TRANSLATE_NOOP("keys", "Framework"),
             QT_TRANSLATE_NOOP(
                 "keys", "Sets what the framework itself would; what you choose wins over it.")},
    KeyWords{"inference.weights", "formats#gguf", QT_TRANSLATE_NOOP("keys", "Weights"),
             QT_TRANSLATE_NOOP("keys", "Number format of the weights.")},
    KeyWords{"inference.kv_cache", "workload#inference", QT_TRANSLATE_NOOP("keys", "KV cache"),
             QT_TRANSLATE_NOOP("keys", "Number format of the keys and values of earlier tokens.")},
    KeyWords{
        "inference.output", "workload#inference", QT_TRANSLATE_NOOP("keys", "Output tokens"),
        QT_TRANSLATE_NOOP("keys", "Tokens to be generated, which the cache has to hold as well.")},
    KeyWords{"inference.server", "workload#server", QT_TRANSLATE_NOOP("keys", "Server"),
             QT_TRANSLATE_NOOP("keys",
                               "The program that runs the model: its blocks, passes and "
                               "share of the card.")},
    KeyWords{
        "inference.memory_fraction", "workload#server",
        QT_TRANSLATE_NOOP("keys", "Share of the card"),
        QT_TRANSLATE_NOOP(
            "keys", "Share that the server takes, by its own counting; its default unless said."),
        byServer},
    KeyWords{"inference.prefill_chunk", "workload#server",
             QT_TRANSLATE_NOOP("keys", "Tokens of a pass"),
             QT_TRANSLATE_NOOP("keys", "Of a pass over prompts; the server's default unless said."),
             byServer},
    KeyWords{
        "inference.max_sequences", "workload#server", QT_TRANSLATE_NOOP("keys", "Sequence limit"),
        QT_TRANSLATE_NOOP("keys", "Sequences served at a time; the server's default unless said."),
        byServer},
    KeyWords{"inference.imatrix", "formats#gguf", QT_TRANSLATE_NOOP("keys", "Importance matrix"),
             QT_TRANSLATE_NOOP(
                 "keys",
                 "A GGUF file made with an importance matrix mixes other types in a few formats."),
             QT_TRANSLATE_NOOP("keys", "by type")},
    KeyWords{"inference.group_size", "formats#others", QT_TRANSLATE_NOOP("keys", "Group size"),
             QT_TRANSLATE_NOOP("keys", "Weights of a row that share a scale; 128 unless said.")},
    KeyWords{"inference.version", "workload#server-versions",
             QT_TRANSLATE_NOOP("keys", "Server version"),
             QT_TRANSLATE_NOOP("keys",
                               "Such as 0.10.2 of vLLM: its share, its measured pass and what it "
                               "leaves out differ by it."),
             QT_TRANSLATE_NOOP("keys", "the newest")},
    KeyWords{"inference.graphs", "workload#server-versions",
             QT_TRANSLATE_NOOP("keys", "CUDA graphs"),
             QT_TRANSLATE_NOOP("keys",
                               "Off: --enforce-eager, --disable-cuda-graph. Recorded graphs hold "
                               "memory of their own.")},
    KeyWords{"inference.gpu_layers", "workload#host-layers",
             QT_TRANSLATE_NOOP("keys", "Layers on the GPU"),
             QT_TRANSLATE_NOOP("keys",
                               "llama.cpp's -ngl: the head counts as one, and the last layers "
                               "follow; the host keeps the others."),
             QT_TRANSLATE_NOOP("keys", "all")},
    KeyWords{"inference.host_experts", "workload#host-layers",
             QT_TRANSLATE_NOOP("keys", "Layers with experts on the host"),
             QT_TRANSLATE_NOOP("keys",
                               "llama.cpp's --n-cpu-moe: the routed experts of so many first "
                               "layers stay in the host's memory.")},
    KeyWords{"inference.host_mlps", "workload#host-layers",
             QT_TRANSLATE_NOOP("keys", "Layers with their MLP on the host"),
             QT_TRANSLATE_NOOP("keys",
                               "llama.cpp's -ot: the dense MLP of so many first layers stays in "
                               "the host's memory.")},
    KeyWords{"inference.draft_model", "workload#draft", QT_TRANSLATE_NOOP("keys", "Draft model"),
             QT_TRANSLATE_NOOP("keys",
                               "A small model of the catalogue that proposes tokens, which the "
                               "model checks in one pass.")},
    KeyWords{"inference.draft_weights", "workload#draft",
             QT_TRANSLATE_NOOP("keys", "Weights of the draft"),
             QT_TRANSLATE_NOOP("keys", "The format in which the draft model is stored."),
             QT_TRANSLATE_NOOP("keys", "as the model's")},
    KeyWords{"inference.draft_tokens", "workload#draft",
             QT_TRANSLATE_NOOP("keys", "Drafted tokens"),
             QT_TRANSLATE_NOOP("keys", "Tokens that the draft model proposes for one pass.")},
    KeyWords{"inference.draft_acceptance", "workload#draft",
             QT_TRANSLATE_NOOP("keys", "Accepted share"),
             QT_TRANSLATE_NOOP("keys",
                               "How likely the model takes a proposed token: read it off your "
                               "server's log.")},
    KeyWords{"job.kind", "jobs#kind", QT_TRANSLATE_NOOP("keys", "Kind of job"),
             QT_TRANSLATE_NOOP("keys", "Which models the job has, and the phases of its step.")},
    KeyWords{"job.samples", "jobs#tokens", QT_TRANSLATE_NOOP("keys", "Sequences a sample"),
             QT_TRANSLATE_NOOP("keys", "2 where a chosen and a rejected one make a pair."),
             QT_TRANSLATE_NOOP("keys", "2 for pairs")},
    KeyWords{"job.prompt", "jobs#tokens", QT_TRANSLATE_NOOP("keys", "Prompt tokens"),
             QT_TRANSLATE_NOOP("keys", "Prompt and completion together are the context.")},
    KeyWords{"job.completion", "jobs#tokens", QT_TRANSLATE_NOOP("keys", "Completion tokens"),
             QT_TRANSLATE_NOOP("keys", "Tokens that are generated, or that the loss is about.")},
    KeyWords{"job.packing", "workload#packing", QT_TRANSLATE_NOOP("keys", "Packing"),
             QT_TRANSLATE_NOOP("keys",
                               "Whether sequences are padded to the context, or put one behind "
                               "another."),
             byFramework},
    KeyWords{"job.tokens.update", "jobs#tokens", QT_TRANSLATE_NOOP("keys", "Tokens of an update"),
             QT_TRANSLATE_NOOP("keys", "Of one pass on a GPU, whatever the micro-batch."),
             byFramework},
    KeyWords{"job.tokens.logprob", "jobs#tokens",
             QT_TRANSLATE_NOOP("keys", "Tokens of a forward pass"),
             QT_TRANSLATE_NOOP("keys", "For log-probabilities; those of an update unless said."),
             QT_TRANSLATE_NOOP("keys", "as update")},
    KeyWords{"job.tokens.value", "jobs#tokens", QT_TRANSLATE_NOOP("keys", "Tokens of the critic"),
             QT_TRANSLATE_NOOP("keys", "Of one pass of the value model."), byFramework},
    KeyWords{"job.logits", "jobs#logits", QT_TRANSLATE_NOOP("keys", "Logits"),
             QT_TRANSLATE_NOOP(
                 "keys", "What the loss keeps of the logits; as the framework does unless said."),
             byFramework},
    KeyWords{"job.rows", "jobs#logits", QT_TRANSLATE_NOOP("keys", "Rows of logits"),
             QT_TRANSLATE_NOOP("keys", "Of all tokens, or of the completion alone."), byFramework},
    KeyWords{"job.entropy", "jobs#logits", QT_TRANSLATE_NOOP("keys", "Entropy"),
             QT_TRANSLATE_NOOP("keys", "Whether it is computed, and whether it has a gradient."),
             byFramework},
    KeyWords{
        "job.reference_free", "jobs#preference", QT_TRANSLATE_NOOP("keys", "No reference"),
        QT_TRANSLATE_NOOP("keys", "The loss has no reference model; GRPO and PPO no KL term.")},
    KeyWords{"job.precomputed_reference", "jobs#preference",
             QT_TRANSLATE_NOOP("keys", "Precomputed reference"),
             QT_TRANSLATE_NOOP("keys",
                               "The reference's log-probabilities are computed before the run.")},
    KeyWords{"job.top_k", "jobs#distillation", QT_TRANSLATE_NOOP("keys", "Teacher's logits"),
             QT_TRANSLATE_NOOP("keys", "How many of a row are kept; all of them unless said."),
             QT_TRANSLATE_NOOP("keys", "all")},
    KeyWords{"rollout.utilization", "jobs#engine", QT_TRANSLATE_NOOP("keys", "Share of the card"),
             QT_TRANSLATE_NOOP("keys", "Of a card's memory, while it generates."), byFramework},
    KeyWords{"rollout.tensor", "jobs#engine", QT_TRANSLATE_NOOP("keys", "Tensor parallel"),
             QT_TRANSLATE_NOOP("keys", "Tensor-parallel ranks of the engine."), byFramework},
    KeyWords{"rollout.max_length", "jobs#engine", QT_TRANSLATE_NOOP("keys", "Longest sequence"),
             QT_TRANSLATE_NOOP("keys", "The context unless said."),
             QT_TRANSLATE_NOOP("keys", "the context")},
    KeyWords{"roles.policy.model", "jobs#roles", QT_TRANSLATE_NOOP("keys", "Model"),
             QT_TRANSLATE_NOOP("keys", "One of the catalogue; the policy's unless said."),
             QT_TRANSLATE_NOOP("keys", "the policy's")},
    KeyWords{
        "roles.policy.state", "jobs#roles", QT_TRANSLATE_NOOP("keys", "State"),
        QT_TRANSLATE_NOOP("keys", "Whether it is trained; as the kind of job has it unless said."),
        QT_TRANSLATE_NOOP("keys", "by kind")},
    KeyWords{"roles.policy.dtype", "jobs#roles", QT_TRANSLATE_NOOP("keys", "Weights"),
             QT_TRANSLATE_NOOP(
                 "keys", "Number format of the weights; as the framework loads them unless said."),
             byFramework},
    KeyWords{"roles.policy.zero", "jobs#roles", QT_TRANSLATE_NOOP("keys", "ZeRO stage"),
             QT_TRANSLATE_NOOP("keys",
                               "How the model is shared out over the GPUs: 0 to 3. By the "
                               "framework unless said."),
             byFramework},
    KeyWords{
        "roles.policy.place", "jobs#roles", QT_TRANSLATE_NOOP("keys", "Place"),
        QT_TRANSLATE_NOOP(
            "keys", "Where the model's weights lie. A model on cards of its own is not counted."),
        byFramework},
    KeyWords{"roles.policy.gpus", "jobs#roles", QT_TRANSLATE_NOOP("keys", "Own GPUs"),
             QT_TRANSLATE_NOOP("keys", "Cards of its own.")},
    KeyWords{"roles.policy.offload", "jobs#roles", QT_TRANSLATE_NOOP("keys", "Offload"),
             QT_TRANSLATE_NOOP("keys",
                               "What waits in the host's memory while others work: some of "
                               "parameters, gradients, optimizer."),
             byFramework},
    KeyWords{"roles.policy.sleep", "jobs#roles", QT_TRANSLATE_NOOP("keys", "Sleep"),
             QT_TRANSLATE_NOOP("keys",
                               "Between two generations: 1 keeps its weights on the host, 2 "
                               "drops them."),
             byFramework},
    KeyWords{"model.custom.hidden_size", "model#shape", QT_TRANSLATE_NOOP("keys", "Hidden size"),
             QT_TRANSLATE_NOOP("keys", "Width of the residual stream: h."), needed},
    KeyWords{"model.custom.num_layers", "model#shape", QT_TRANSLATE_NOOP("keys", "Layers"),
             QT_TRANSLATE_NOOP("keys", "Number of layers: L."), needed},
    KeyWords{"model.custom.num_heads", "model#shape", QT_TRANSLATE_NOOP("keys", "Heads"),
             QT_TRANSLATE_NOOP("keys", "Query heads of each layer: a."), needed},
    KeyWords{"model.custom.num_kv_heads", "model#shape",
             QT_TRANSLATE_NOOP("keys", "Key and value heads"),
             QT_TRANSLATE_NOOP("keys",
                               "Fewer than heads: grouped-query attention (arXiv 2305.13245). As "
                               "many as heads unless said."),
             "num_heads"},
    KeyWords{"model.custom.head_dim", "model#shape", QT_TRANSLATE_NOOP("keys", "Head width"),
             QT_TRANSLATE_NOOP("keys", "Hidden size divided by heads unless said."),
             "hidden_size / num_heads"},
    KeyWords{"model.custom.intermediate_size", "model#shape",
             QT_TRANSLATE_NOOP("keys", "Feed-forward width"),
             QT_TRANSLATE_NOOP("keys", "Of a dense layer: f."), needed},
    KeyWords{"model.custom.vocab_size", "model#embedding", QT_TRANSLATE_NOOP("keys", "Vocabulary"),
             QT_TRANSLATE_NOOP("keys", "Rows of the embedding: v."), needed},
    KeyWords{"model.custom.max_positions", "workload#context",
             QT_TRANSLATE_NOOP("keys", "Longest context"),
             QT_TRANSLATE_NOOP("keys", "What the model was made for; a longer one gets a remark.")},
    KeyWords{"model.custom.activation", "model#shape", QT_TRANSLATE_NOOP("keys", "Activation"),
             QT_TRANSLATE_NOOP("keys", "Of the feed-forward layers.")},
    KeyWords{"model.custom.gated", "model#shape", QT_TRANSLATE_NOOP("keys", "Gated feed-forward"),
             QT_TRANSLATE_NOOP(
                 "keys", "Three matrices, as in SwiGLU (arXiv 2002.05202), rather than two.")},
    KeyWords{"model.custom.tied_embeddings", "model#embedding",
             QT_TRANSLATE_NOOP("keys", "Tied embeddings"),
             QT_TRANSLATE_NOOP("keys", "The head uses the embedding's weights.")},
    KeyWords{"model.custom.experts", "model#experts", QT_TRANSLATE_NOOP("keys", "Experts"),
             QT_TRANSLATE_NOOP("keys", "Of each layer that routes; 0 for a dense model."), "0"},
    KeyWords{"model.custom.experts_per_token", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Experts per token"),
             QT_TRANSLATE_NOOP("keys", "Routed experts that each token passes.")},
    KeyWords{"model.custom.moe_intermediate_size", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Expert width"),
             QT_TRANSLATE_NOOP(
                 "keys", "Feed-forward width of one expert; that of a dense layer unless said."),
             "intermediate_size"},
    KeyWords{"model.custom.moe_latent_size", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Latent of the experts"),
             QT_TRANSLATE_NOOP("keys",
                               "Width that routed experts take and give, where two products lead "
                               "to it and back."),
             "hidden_size"},
    KeyWords{"model.custom.shared_experts", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Shared experts"),
             QT_TRANSLATE_NOOP("keys", "That every token passes.")},
    KeyWords{
        "model.custom.shared_intermediate", "model#experts",
        QT_TRANSLATE_NOOP("keys", "Shared width"),
        QT_TRANSLATE_NOOP(
            "keys", "Of all shared experts together; 0: their number times the expert width.")},
    KeyWords{"model.custom.first_k_dense", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Dense layers first"),
             QT_TRANSLATE_NOOP("keys", "Layers at the start that do not route.")},
    KeyWords{"model.custom.moe_every", "model#experts", QT_TRANSLATE_NOOP("keys", "Routing every"),
             QT_TRANSLATE_NOOP("keys", "1: every layer routes, 2: every second one.")},
    KeyWords{"model.custom.moe_offset", "model#experts", QT_TRANSLATE_NOOP("keys", "Routing from"),
             QT_TRANSLATE_NOOP("keys", "The first layer that routes, counted from 0.")},
    KeyWords{"model.custom.moe_bias", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Biases of experts"),
             QT_TRANSLATE_NOOP("keys", "A bias in each matrix of an expert.")},
    KeyWords{"model.custom.router_bias", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Bias of the router"),
             QT_TRANSLATE_NOOP("keys", "One number an expert.")},
    KeyWords{"model.custom.mla.q_lora_rank", "model#latent",
             QT_TRANSLATE_NOOP("keys", "Query latent"),
             QT_TRANSLATE_NOOP(
                 "keys", "Width of the latent that queries pass; 0: none (arXiv 2405.04434)."),
             "0"},
    KeyWords{"model.custom.mla.kv_lora_rank", "model#latent",
             QT_TRANSLATE_NOOP("keys", "Key and value latent"),
             QT_TRANSLATE_NOOP("keys", "Width of the latent that keys and values pass.")},
    KeyWords{"model.custom.mla.qk_nope_head_dim", "model#latent",
             QT_TRANSLATE_NOOP("keys", "Head width, plain"),
             QT_TRANSLATE_NOOP("keys", "The part of a query or key head without a position.")},
    KeyWords{
        "model.custom.mla.qk_rope_head_dim", "model#latent",
        QT_TRANSLATE_NOOP("keys", "Head width, rotary"),
        QT_TRANSLATE_NOOP("keys", "The part of a query or key head with the rotary position.")},
    KeyWords{"model.custom.mla.v_head_dim", "model#latent",
             QT_TRANSLATE_NOOP("keys", "Head width, values"),
             QT_TRANSLATE_NOOP("keys", "Of a value head.")},
    KeyWords{
        "model.custom.sliding_window", "model#pattern", QT_TRANSLATE_NOOP("keys", "Window"),
        QT_TRANSLATE_NOOP("keys", "Tokens that a layer with a sliding window, or a chunk, sees.")},
    KeyWords{"model.custom.layer_pattern", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Pattern of layers"),
             QT_TRANSLATE_NOOP("keys",
                               "A letter a layer: f full, s window, c chunks, l a state, b both, n "
                               "none; sssssf has one full in six.")},
    KeyWords{"model.custom.window_heads", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Heads with a window"),
             QT_TRANSLATE_NOOP("keys", "Of layers with a sliding window, where they differ."),
             "num_heads"},
    KeyWords{"model.custom.window_kv_heads", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Key heads with a window"),
             QT_TRANSLATE_NOOP("keys", "Of layers with a sliding window, where they differ."),
             "num_kv_heads"},
    KeyWords{"model.custom.window_head_dim", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Head width with a window"),
             QT_TRANSLATE_NOOP("keys", "Of layers with a sliding window, where it differs."),
             "head_dim"},
    KeyWords{"model.custom.value_head_dim", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Value head width"),
             QT_TRANSLATE_NOOP("keys", "Where it is not the width of query and key heads."),
             "head_dim"},
    KeyWords{"model.custom.linear.kind", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Kind of state"),
             QT_TRANSLATE_NOOP("keys",
                               "Of layers with the letter l or b. It sets their weights and what "
                               "they keep."),
             "attn_extra"},
    KeyWords{"model.custom.linear.num_key_heads", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Linear key heads"),
             QT_TRANSLATE_NOOP("keys", "Of layers with linear attention (arXiv 2412.06464)."), "0"},
    KeyWords{"model.custom.linear.num_value_heads", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Linear value heads"),
             QT_TRANSLATE_NOOP("keys", "Each keeps a matrix for every sequence."), "0"},
    KeyWords{"model.custom.linear.key_head_dim", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Linear key width"),
             QT_TRANSLATE_NOOP("keys", "Of a key head with linear attention."), "0"},
    KeyWords{"model.custom.linear.value_head_dim", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Linear value width"),
             QT_TRANSLATE_NOOP("keys", "Of a value head with linear attention."), "0"},
    KeyWords{"model.custom.linear.conv_kernel_dim", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Linear convolution"),
             QT_TRANSLATE_NOOP(
                 "keys", "Tokens that the convolution before linear attention sees; 0: none."),
             "0"},
    KeyWords{"model.custom.norm", "model#norms", QT_TRANSLATE_NOOP("keys", "Norm"),
             QT_TRANSLATE_NOOP(
                 "keys", "LayerNorm has a bias and keeps two statistics; RMSNorm has neither.")},
    KeyWords{"model.custom.qk_norm", "model#norms",
             QT_TRANSLATE_NOOP("keys", "Norm of queries and keys"),
             QT_TRANSLATE_NOOP("keys", "None, one over each head, or one over all heads.")},
    KeyWords{"model.custom.norms_per_layer", "model#norms",
             QT_TRANSLATE_NOOP("keys", "Norms per layer"), QT_TRANSLATE_NOOP("keys", "1, 2 or 4.")},
    KeyWords{"model.custom.attn_qkv_bias", "model#norms",
             QT_TRANSLATE_NOOP("keys", "Bias of q, k and v"),
             QT_TRANSLATE_NOOP("keys", "A vector added to the output of each of these matrices."),
             "biases"},
    KeyWords{"model.custom.attn_out_bias", "model#norms",
             QT_TRANSLATE_NOOP("keys", "Bias of the output"),
             QT_TRANSLATE_NOOP("keys", "A vector added after the output matrix of attention."),
             "biases"},
    KeyWords{"model.custom.mlp_bias", "model#norms",
             QT_TRANSLATE_NOOP("keys", "Biases of the feed-forward"),
             QT_TRANSLATE_NOOP("keys", "A vector added to the output of each feed-forward matrix."),
             "biases"},
    KeyWords{"model.custom.learned_positions", "model#embedding",
             QT_TRANSLATE_NOOP("keys", "Learned positions"),
             QT_TRANSLATE_NOOP("keys", "Rows of a table of positions; 0: none.")},
    KeyWords{"model.custom.extra_final", "model#shape",
             QT_TRANSLATE_NOOP("keys", "Parameters outside layers"),
             QT_TRANSLATE_NOOP(
                 "keys", "That nothing else here counts, such as a norm behind the embedding.")},
    KeyWords{"model.custom.attn_extra", "model#shape",
             QT_TRANSLATE_NOOP("keys", "Parameters in attention"),
             QT_TRANSLATE_NOOP(
                 "keys", "Of each layer, that nothing else here counts, such as attention sinks.")},
    KeyWords{"model.custom.mtp_layers", "model#shape",
             QT_TRANSLATE_NOOP("keys", "Prediction layers"),
             QT_TRANSLATE_NOOP("keys", "Layers that predict further tokens; noted, not counted.")},
    KeyWords{
        "model.custom.norm_vectors", "model#norms", QT_TRANSLATE_NOOP("keys", "Vectors of a norm"),
        QT_TRANSLATE_NOOP(
            "keys", "0: no weights, 1: a weight, 2: weight and bias. By the norm unless said."),
        QT_TRANSLATE_NOOP("keys", "1, LayerNorm 2")},
    KeyWords{"model.custom.final_norm", "model#norms", QT_TRANSLATE_NOOP("keys", "Final norm"),
             QT_TRANSLATE_NOOP("keys", "A norm between the last layer and the head."), "true"},
    KeyWords{"model.custom.embedding_width", "model#embedding",
             QT_TRANSLATE_NOOP("keys", "Embedding width"),
             QT_TRANSLATE_NOOP("keys", "Where it is not the hidden size, as in OPT 350M."),
             "hidden_size"},
    KeyWords{"model.custom.vision_params", "model#vision",
             QT_TRANSLATE_NOOP("keys", "Vision tower"),
             QT_TRANSLATE_NOOP("keys",
                               "Parameters of the part that reads images, with the way to the "
                               "text. They are held and trained."),
             "0"},
    KeyWords{"model.custom.index_head_dim", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Indexer's key width"),
             QT_TRANSLATE_NOOP("keys",
                               "Of sparse attention: values that each layer caches of a token to "
                               "choose by, in the mean of all layers."),
             "0"},
    KeyWords{"model.custom.cached_values", "model#pattern",
             QT_TRANSLATE_NOOP("keys", "Cached values"),
             QT_TRANSLATE_NOOP("keys",
                               "Values of a token that a layer with compressed tokens keeps when "
                               "generating, in the mean; 0: keys and values."),
             "0"},
    KeyWords{"model.custom.vision.kind", "model#vision", QT_TRANSLATE_NOOP("keys", "Kind of tower"),
             QT_TRANSLATE_NOOP("keys",
                               "How it cuts images and what its layers keep. Empty: its parameters "
                               "alone are counted."),
             QT_TRANSLATE_NOOP("keys", "not known")},
    KeyWords{"model.custom.vision.hidden_size", "model#vision",
             QT_TRANSLATE_NOOP("keys", "Tower's width"),
             QT_TRANSLATE_NOOP("keys", "Values of a patch between the tower's layers."),
             QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{"model.custom.vision.intermediate_size", "model#vision",
             QT_TRANSLATE_NOOP("keys", "Tower's MLP width"),
             QT_TRANSLATE_NOOP("keys", "Values of a patch inside the MLP of the tower's layers."),
             QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{"model.custom.vision.num_layers", "model#vision",
             QT_TRANSLATE_NOOP("keys", "Tower's layers"),
             QT_TRANSLATE_NOOP("keys", "All layers of the tower, gated ones among them."),
             QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{"model.custom.vision.num_heads", "model#vision",
             QT_TRANSLATE_NOOP("keys", "Tower's heads"),
             QT_TRANSLATE_NOOP("keys", "Attention heads of the tower's layers."),
             QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{
        "model.custom.vision.patch_size", "model#vision", QT_TRANSLATE_NOOP("keys", "Patch side"),
        QT_TRANSLATE_NOOP("keys", "Pixels of a side of the squares that an image is cut into."),
        QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{
        "model.custom.vision.merge_size", "model#vision",
        QT_TRANSLATE_NOOP("keys", "Patches joined"),
        QT_TRANSLATE_NOOP("keys", "So many patches by so many become one token of the text model."),
        QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{"model.custom.vision.image_size", "model#vision",
             QT_TRANSLATE_NOOP("keys", "Tower's image side"),
             QT_TRANSLATE_NOOP("keys",
                               "Pixels to which each image or tile is scaled, Pixtral's longest "
                               "side; 0: images keep their size."),
             QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{"model.custom.vision.deepstack", "model#vision",
             QT_TRANSLATE_NOOP("keys", "Deepstack layers"),
             QT_TRANSLATE_NOOP("keys",
                               "Layers of the tower whose outputs go to the text as well, as in "
                               "Qwen3-VL."),
             QT_TRANSLATE_NOOP("keys", "that of its kind")},
    KeyWords{"model.custom.shared_gate", "model#experts",
             QT_TRANSLATE_NOOP("keys", "Gate of shared experts"),
             QT_TRANSLATE_NOOP("keys", "A vector that weighs what they add, as in Qwen2-MoE."),
             "false"},
    KeyWords{"model.custom.parameters", "model#counted-as", QT_TRANSLATE_NOOP("keys", "Counted as"),
             QT_TRANSLATE_NOOP("keys",
                               "Parameters that formulas of model states take instead of the "
                               "shape's own count; the exact method counts the shape.")},
    KeyWords{"name", "plans#name", nullptr, QT_TRANSLATE_NOOP("keys", "A name for people.")},
    KeyWords{"notes", "plans#name", nullptr, QT_TRANSLATE_NOOP("keys", "Notes for people.")},
    KeyWords{
        "unread", "plans#import", nullptr,
        QT_TRANSLATE_NOOP("keys", "Settings of the imported file that have no part in the plan.")},
    KeyWords{"model.custom.unread", "plans#import", nullptr,
             QT_TRANSLATE_NOOP("keys", "Fields of its file that may count and were not read.")},
    KeyWords{"model.custom.biases", "model#norms", nullptr,
             QT_TRANSLATE_NOOP("keys", "Biases everywhere that no other key speaks of."), "false"},
    KeyWords{"model.custom.id", "model#preset", nullptr, description},
    KeyWords{"model.custom.name", "model#preset", nullptr, description},
    KeyWords{"model.custom.family", "model#preset", nullptr, description},
    KeyWords{"model.custom.source", "model#preset", nullptr, description},
    KeyWords{"model.custom.official_source", "model#preset", nullptr, description},
    KeyWords{"model.custom.total_params_computed", "model#preset", nullptr, description},
    KeyWords{"model.custom.active_params_computed", "model#preset", nullptr, description},
    KeyWords{"model.custom.official_total_params", "model#preset", nullptr, description},
    KeyWords{"model.custom.arch_verified", "model#preset", nullptr, description},
};

consteval bool everyKeyHasWords()
{
    return std::ranges::all_of(keyPaths, [](std::string_view path) {
        const bool another = path.starts_with("roles.") && !path.starts_with("roles.policy.");
        return another || std::ranges::find(keyWords, path, &KeyWords::path) != keyWords.end();
    });
}
static_assert(everyKeyHasWords(), "a key has no row in keyWords");

/// Keys with two words that are clearer as yes or no, and flags whose name does not show the
/// meaning of yes.
constexpr std::array checkLabels{
    CheckLabel{"recipe.attention", QT_TRANSLATE_NOOP("keys", "Flash attention")},
    CheckLabel{"recipe.kernels", QT_TRANSLATE_NOOP("keys", "Fused kernels")},
    CheckLabel{"recipe.keep_gradients", QT_TRANSLATE_NOOP("keys", "Keep gradients between steps")},
};

constexpr std::array wordLabels{
    wordsLabelled<Precision>(
        "recipe.precision",
        {QT_TRANSLATE_NOOP("keys", "bf16 + fp32 master"),
         QT_TRANSLATE_NOOP("keys", "fp16 + fp32 master"), QT_TRANSLATE_NOOP("keys", "bf16 alone"),
         QT_TRANSLATE_NOOP("keys", "fp32"), QT_TRANSLATE_NOOP("keys", "fp8 + fp32 master"),
         QT_TRANSLATE_NOOP("keys", "fp8 in blocks + fp32 master"),
         QT_TRANSLATE_NOOP("keys", "MXFP8 + fp32 master"),
         QT_TRANSLATE_NOOP("keys", "NVFP4 + fp32 master")}),
    wordsLabelled<Gradients>("recipe.gradients",
                             {QT_TRANSLATE_NOOP("keys", "16-bit"),
                              QT_TRANSLATE_NOOP("keys", "32-bit"),
                              QT_TRANSLATE_NOOP("keys", "16-bit and 32-bit")}),
    wordsLabelled<Optimizer>(
        "recipe.optimizer",
        {QT_TRANSLATE_NOOP("keys", "AdamW"), QT_TRANSLATE_NOOP("keys", "AdamW 8-bit"),
         QT_TRANSLATE_NOOP("keys", "SGD"), QT_TRANSLATE_NOOP("keys", "SGD with momentum"),
         QT_TRANSLATE_NOOP("keys", "AdaGrad"), QT_TRANSLATE_NOOP("keys", "Adafactor"),
         QT_TRANSLATE_NOOP("keys", "Lion"), QT_TRANSLATE_NOOP("keys", "Muon"),
         QT_TRANSLATE_NOOP("keys", "AdamW, paged"), QT_TRANSLATE_NOOP("keys", "AdamW 8-bit, paged"),
         "GaLore", "APOLLO", "APOLLO-Mini", "LOMO", "AdaLomo", "Adam-mini", "SOAP"}),
    wordsLabelled<Moments>("recipe.moments",
                           {QT_TRANSLATE_NOOP("keys", "32-bit"),
                            QT_TRANSLATE_NOOP("keys", "16-bit"), QT_TRANSLATE_NOOP("keys", "8-bit"),
                            "fp16", "fp8"}),
    wordsLabelled<Recompute>("recipe.recompute",
                             {QT_TRANSLATE_NOOP("keys", "None"),
                              QT_TRANSLATE_NOOP("keys", "Selective"),
                              QT_TRANSLATE_NOOP("keys", "Full, every layer")}),
    wordsLabelled<RecomputeMethod>(
        "recipe.recompute_method",
        {QT_TRANSLATE_NOOP("keys", "All"), QT_TRANSLATE_NOOP("keys", "The first of each stage"),
         QT_TRANSLATE_NOOP("keys", "In groups"), QT_TRANSLATE_NOOP("keys", "Every few layers")}),
    wordsLabelled<Engine>("recipe.engine", {"DDP", "FSDP1", "FSDP2", "DeepSpeed"}),
    wordsLabelled<MuonGather>("recipe.muon_gather",
                              {QT_TRANSLATE_NOOP("keys", "Each to every rank"),
                               QT_TRANSLATE_NOOP("keys", "A batch to every rank"),
                               QT_TRANSLATE_NOOP("keys", "One to each rank")}),
    wordsLabelled<MasterPrecision>(
        "recipe.master_precision",
        {QT_TRANSLATE_NOOP("keys", "32-bit"), QT_TRANSLATE_NOOP("keys", "16-bit")}),
    wordsLabelled<PipelineSchedule>(
        "layout.schedule",
        {"1F1B", "ZB1P", "ZB2P", "ZBV", "V-Half", "V-Min", "DualPipe", "DualPipeV"}),
    wordsLabelled<ContextKind>(
        "layout.context_kind",
        {QT_TRANSLATE_NOOP("keys", "All-gather"), QT_TRANSLATE_NOOP("keys", "Ring"), "Ulysses"}),
    wordsLabelled<Attention>(
        "recipe.attention",
        {QT_TRANSLATE_NOOP("keys", "Eager"), QT_TRANSLATE_NOOP("keys", "Flash")}),
    kernelsLabelled("recipe.kernels"),
    kernelsLabelled("recipe.norm_kernels"),
    kernelsLabelled("recipe.mlp_kernels"),
    kernelsLabelled("adapter.kernels"),
    wordsLabelled<Loss>("recipe.loss",
                        {QT_TRANSLATE_NOOP("keys", "Full logits"),
                         QT_TRANSLATE_NOOP("keys", "Chunked loss"),
                         QT_TRANSLATE_NOOP("keys", "Fused loss")}),
    wordsLabelled<SavedState>("recipe.saved_state",
                              {QT_TRANSLATE_NOOP("keys", "No"),
                               QT_TRANSLATE_NOOP("keys", "On the host"),
                               QT_TRANSLATE_NOOP("keys", "On every GPU")}),
    wordsLabelled<Overhead>("cluster.overhead",
                            {QT_TRANSLATE_NOOP("keys", "None"), QT_TRANSLATE_NOOP("keys", "Low"),
                             QT_TRANSLATE_NOOP("keys", "Expected"),
                             QT_TRANSLATE_NOOP("keys", "High")}),
    wordsLabelled<Offload>("layout.offload_optimizer",
                           {QT_TRANSLATE_NOOP("keys", "None"),
                            QT_TRANSLATE_NOOP("keys", "Host memory"),
                            QT_TRANSLATE_NOOP("keys", "NVMe")}),
    wordsLabelled<Offload>("layout.offload_parameters",
                           {QT_TRANSLATE_NOOP("keys", "None"),
                            QT_TRANSLATE_NOOP("keys", "Host memory"),
                            QT_TRANSLATE_NOOP("keys", "NVMe")}),
    wordsLabelled<ActivationOffload>(
        "layout.offload_activations",
        {QT_TRANSLATE_NOOP("keys", "None"), QT_TRANSLATE_NOOP("keys", "Host memory")}),
    wordsLabelled<TpInputs>(
        "layout.tp_inputs",
        {QT_TRANSLATE_NOOP("keys", "Gathered again"), QT_TRANSLATE_NOOP("keys", "Kept whole")}),
    wordsLabelled<StageSplit>(
        "layout.stage_split",
        {QT_TRANSLATE_NOOP("keys", "Even"), QT_TRANSLATE_NOOP("keys", "Balanced")}),
    wordsLabelled<Task>(
        "workload.task",
        {QT_TRANSLATE_NOOP("keys", "Training"), QT_TRANSLATE_NOOP("keys", "Inference"),
         QT_TRANSLATE_NOOP("keys", "Preferences"), QT_TRANSLATE_NOOP("keys", "Reinforcement")}),
    wordsLabelled<JobKind>("job.kind",
                           {QT_TRANSLATE_NOOP("keys", "Fine-tuning (SFT)"), "DPO", "ORPO", "KTO",
                            QT_TRANSLATE_NOOP("keys", "Reward model"), "GRPO, DAPO", "PPO",
                            QT_TRANSLATE_NOOP("keys", "Distillation")}),
    wordsLabelled<Packing>(
        "job.packing", {QT_TRANSLATE_NOOP("keys", "Padded"), QT_TRANSLATE_NOOP("keys", "Packed")}),
    wordsLabelled<JobLogits>(
        "job.logits",
        {"fp32", "bf16", QT_TRANSLATE_NOOP("keys", "Chunked"), QT_TRANSLATE_NOOP("keys", "Fused")}),
    wordsLabelled<LogitRows>(
        "job.rows", {QT_TRANSLATE_NOOP("keys", "All"), QT_TRANSLATE_NOOP("keys", "Completion")}),
    wordsLabelled<Entropy>("job.entropy",
                           {QT_TRANSLATE_NOOP("keys", "None"),
                            QT_TRANSLATE_NOOP("keys", "Without gradient"),
                            QT_TRANSLATE_NOOP("keys", "With gradient")}),
    wordsLabelled<RoleState>("roles.policy.state",
                             {QT_TRANSLATE_NOOP("keys", "Trained"),
                              QT_TRANSLATE_NOOP("keys", "Frozen"),
                              QT_TRANSLATE_NOOP("keys", "Serves")}),
    wordsLabelled<RolePlace>(
        "roles.policy.place",
        {QT_TRANSLATE_NOOP("keys", "Shared cards"), QT_TRANSLATE_NOOP("keys", "Own cards"),
         QT_TRANSLATE_NOOP("keys", "Host memory"), QT_TRANSLATE_NOOP("keys", "In the policy")}),
    wordsLabelled<SleepLevel>("roles.policy.sleep", {QT_TRANSLATE_NOOP("keys", "None"), "1", "2"}),
    wordsLabelled<Server>("inference.server",
                          {QT_TRANSLATE_NOOP("keys", "None"), "vLLM", "SGLang", "TensorRT-LLM",
                           "llama.cpp", QT_TRANSLATE_NOOP("keys", "Hugging Face generate")}),
    wordsLabelled<Framework>(
        "recipe.framework",
        {QT_TRANSLATE_NOOP("keys", "None"), QT_TRANSLATE_NOOP("keys", "PyTorch FSDP"),
         QT_TRANSLATE_NOOP("keys", "DeepSpeed"), QT_TRANSLATE_NOOP("keys", "Megatron-LM"),
         QT_TRANSLATE_NOOP("keys", "Nanotron"), QT_TRANSLATE_NOOP("keys", "Hugging Face"),
         QT_TRANSLATE_NOOP("keys", "torchtune"), QT_TRANSLATE_NOOP("keys", "LitGPT"), "verl",
         "OpenRLHF", "LLaMA-Factory", "ms-swift", "Axolotl", "Unsloth"}),
    wordsLabelled<AdapterKind>("adapter.kind",
                               {QT_TRANSLATE_NOOP("keys", "None"),
                                QT_TRANSLATE_NOOP("keys", "LoRA"),
                                QT_TRANSLATE_NOOP("keys", "QLoRA")}),
    wordsLabelled<AdapterMethod>(
        "adapter.method",
        {QT_TRANSLATE_NOOP("keys", "LoRA"), QT_TRANSLATE_NOOP("keys", "LLaMA-Adapter"),
         QT_TRANSLATE_NOOP("keys", "LLaMA-Adapter V2"), QT_TRANSLATE_NOOP("keys", "Prefix tuning"),
         QT_TRANSLATE_NOOP("keys", "Prompt tuning")}),
    wordsLabelled<AdapterBase>(
        "adapter.base",
        {"bf16", "int8", "nf4", QT_TRANSLATE_NOOP("keys", "nf4, scales in 8 bits"), "gptq"}),
    wordsLabelled<Activation>("model.custom.activation",
                              {QT_TRANSLATE_NOOP("keys", "SiLU"), QT_TRANSLATE_NOOP("keys", "GELU"),
                               QT_TRANSLATE_NOOP("keys", "GELU, tanh form"),
                               QT_TRANSLATE_NOOP("keys", "ReLU")}),
    wordsLabelled<QkNorm>("model.custom.qk_norm",
                          {QT_TRANSLATE_NOOP("keys", "None"),
                           QT_TRANSLATE_NOOP("keys", "Each head"),
                           QT_TRANSLATE_NOOP("keys", "All heads")}),
    wordsLabelled<LinearKind>("model.custom.linear.kind",
                              {QT_TRANSLATE_NOOP("keys", "Gated delta"),
                               QT_TRANSLATE_NOOP("keys", "Lightning"), "Mamba", "Mamba-2",
                               QT_TRANSLATE_NOOP("keys", "Delta by channel"),
                               QT_TRANSLATE_NOOP("keys", "Convolution")}),
    wordsLabelled<TowerKind>("model.custom.vision.kind",
                             {"Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL", "SigLIP", "CLIP", "Pixtral",
                              "Llama 4", "Llama 3.2", "MoonViT", "Gemma 4"}),
};

/// The labels of the policy's keys are used for all roles.
KeyPath listedPath(KeyPath path)
{
    const auto key = roleKeyOf(path);
    return key ? rolePath(RoleId::Policy, *key) : path;
}

} // namespace

const KeyWords& wordsOf(KeyPath path)
{
    return *std::ranges::find(keyWords, listedPath(path), &KeyWords::path);
}

const char* keyLabelSource(KeyPath path)
{
    const char* label = wordsOf(path).label;
    return label ? label : path.text().data();
}

QString shortKeyLabel(KeyPath path)
{
    return QCoreApplication::translate(context, keyLabelSource(path));
}

QString keyLabel(KeyPath path)
{
    const QString label = shortKeyLabel(path);
    const auto role = roleOfKey(path);
    return role
        ? QCoreApplication::translate("keys", "%1: %2").arg(sentence(roleName(*role)), label)
        : label;
}

QString fieldLabel(std::string_view field)
{
    const auto path = findKeyPath(field);
    return path ? keyLabel(*path) : toQString(field);
}

QString problemText(const Problem& problem)
{
    return QCoreApplication::translate("keys", "%1: %2")
        .arg(fieldLabel(problem.field), translated(problem.message));
}

QString pathText(KeyPath path)
{
    return toQString(path);
}

QString keyHelp(KeyPath path)
{
    return QCoreApplication::translate(context, wordsOf(path).help);
}

QString checkLabel(KeyPath path)
{
    const auto found = std::ranges::find(checkLabels, path, &CheckLabel::path);
    if (found != checkLabels.end())
        return QCoreApplication::translate(context, found->label);
    return keyOf(path).kind == Kind::Bool ? keyLabel(path) : QString();
}

QString wordLabel(KeyPath path, std::string_view word)
{
    if (path == "method")
        return translated(Text(methodOf(*fromName<MethodId>(word)).name));
    const auto found = std::ranges::find(wordLabels, listedPath(path), &WordLabels::path);
    const auto words = keyOf(path).words;
    const auto at = std::ranges::find(words, word);
    if (found == wordLabels.end() || at == words.end())
        return toQString(word);
    const auto place = static_cast<std::size_t>(at - words.begin());
    return QCoreApplication::translate(context, found->labels[place]);
}

QString valueLabel(KeyPath path, const Value& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return QStringLiteral("–");
    if (const bool* flag = std::get_if<bool>(&value))
        return *flag ? QCoreApplication::translate(context, QT_TRANSLATE_NOOP("keys", "yes"))
                     : QCoreApplication::translate(context, QT_TRANSLATE_NOOP("keys", "no"));
    if (const auto* count = std::get_if<std::int64_t>(&value))
        return QLocale().toString(static_cast<qlonglong>(*count));
    if (const auto* word = std::get_if<std::string>(&value)) {
        const Catalog& catalog = builtinCatalog();
        const bool isModel = path == "model.id" || roleKeyOf(path) == RoleKey::Model;
        if (const Model* model = isModel ? catalog.model(*word) : nullptr)
            return QString::fromStdString(model->name);
        if (const Device* device = path == "cluster.device" ? catalog.device(*word) : nullptr)
            return QString::fromStdString(device->name);
        return wordLabel(path, *word);
    }
    return QString::fromStdString(typed(value));
}

QString shortName(const Device& device)
{
    return QString::fromStdString(device.shortName());
}

} // namespace highwater
