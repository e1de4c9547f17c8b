// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/key_words.h"

#include "core/plan/expert_keys.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr const char* byFramework = HW_TR("keys", "by framework");
constexpr const char* byServer = HW_TR("keys", "by server");
constexpr const char* needed = HW_TR("keys", "needed");
constexpr const char* unusedText = HW_TR("keys", "A description, not used.");

constexpr std::array keyWords{
    KeyWords{"recipe.precision", "precision#precision", HW_TR("keys", "Precision"),
             HW_TR("keys",
                   "Number format of forward and backward pass. Mixed keeps a 32-bit "
                   "master copy of the weights (arXiv 1710.03740).")},
    KeyWords{"recipe.gradients", "precision#gradients", HW_TR("keys", "Gradients"),
             HW_TR("keys",
                   "Precision of the gradients: 2, 4 or 6 bytes a parameter for "
                   "16-bit, 32-bit, or both."),
             HW_TR("keys", "bf16; fp32 with fp32")},
    KeyWords{"recipe.optimizer", "precision#optimizer", HW_TR("keys", "Optimizer"),
             HW_TR("keys",
                   "What updates the weights, and remembers for each of them: AdamW "
                   "two values, momentum one, SGD none.")},
    KeyWords{"recipe.moments", "precision#moments", HW_TR("keys", "State precision"),
             HW_TR("keys", "The precision in which the optimizer states are held."),
             HW_TR("keys", "by optimizer")},
    KeyWords{"recipe.recompute", "activations#recompute", HW_TR("keys", "Recompute"),
             HW_TR("keys",
                   "Drops activations in the forward pass and makes them again in the "
                   "backward pass. Full: a third more compute.")},
    KeyWords{"recipe.attention", "activations#attention", HW_TR("keys", "Attention"),
             HW_TR("keys",
                   "Flash attention never writes the scores of all pairs of tokens to "
                   "GPU memory (arXiv 2205.14135).")},
    KeyWords{"recipe.attention_kernel", "activations#attention-kernel",
             HW_TR("keys", "Kernel of attention"),
             HW_TR("keys",
                   "The code of flash attention. It changes the time, not the memory: "
                   "FlashAttention-3 is for Hopper's cards."),
             HW_TR("keys", "by framework and card")},
    KeyWords{"recipe.kernels", "activations#kernels", HW_TR("keys", "Kernels"),
             HW_TR("keys",
                   "Fused kernels compute several operators at once and keep less than "
                   "PyTorch's own, one by one (eager).")},
    KeyWords{"recipe.norm_kernels", "activations#kernels", HW_TR("keys", "Kernels of norms"),
             HW_TR("keys",
                   "Of norms and rotary embeddings alone, where they differ from the "
                   "other kernels."),
             HW_TR("keys", "as recipe.kernels")},
    KeyWords{"recipe.mlp_kernels", "activations#kernels", HW_TR("keys", "Kernels of the MLP"),
             HW_TR("keys",
                   "Of the MLP's activation and the experts alone, where they differ "
                   "from the other kernels."),
             HW_TR("keys", "as recipe.kernels")},
    KeyWords{"recipe.loss", "activations#loss", HW_TR("keys", "Loss"),
             HW_TR("keys",
                   "Full: all scores over the vocabulary at once. Chunked: piece by "
                   "piece. Fused: twice, in 16 bits.")},
    KeyWords{"recipe.keep_gradients", "precision#keep-gradients", HW_TR("keys", "Keep gradients"),
             HW_TR("keys",
                   "Kept through the step, or freed after it and made again layer by "
                   "layer in the backward pass.")},
    KeyWords{"recipe.dropout", "activations#dropout", HW_TR("keys", "Dropout"),
             HW_TR("keys", "Its masks are kept: one byte an entry.")},
    KeyWords{"workload.global_batch", "workload#global-batch", HW_TR("keys", "Global batch"),
             HW_TR("keys",
                   "Sequences of one step over all GPUs. If they need several passes, "
                   "gradients are accumulated."),
             HW_TR("keys", "one pass")},
    KeyWords{"cluster.device", "memory#device", HW_TR("keys", "GPU"),
             HW_TR("keys",
                   "The card. The red line stands at the memory that a program can "
                   "have, a little less than its name says.")},
    KeyWords{"cluster.capacity", "memory#capacity", HW_TR("keys", "Capacity"),
             HW_TR("keys", "Usable memory: the red line."), HW_TR("keys", "as reported")},
    KeyWords{"cluster.reserve", "memory#reserve", HW_TR("keys", "Reserve"),
             HW_TR("keys", "Memory that you keep free; it counts as overhead.")},
    KeyWords{"cluster.gpus_per_node", "parallelism#node", HW_TR("keys", "GPUs per node"),
             HW_TR("keys",
                   "GPUs of one machine, with the fastest links. Fewest GPUs offers "
                   "parts of a machine or whole ones.")},
    KeyWords{"workload.training_tokens", "time#tokens", HW_TR("keys", "Training tokens"),
             HW_TR("keys",
                   "Length of the run: 15T, 300B. Empty: 20 tokens for each parameter "
                   "(arXiv 2203.15556), or unknown with adapters."),
             HW_TR("keys", "20 a parameter, unknown with adapters")},
    KeyWords{"workload.examples", "time#examples", HW_TR("keys", "Examples"),
             HW_TR("keys",
                   "Sequences of the data set. A run has examples × mean length × "
                   "epochs tokens, whatever the training tokens say."),
             HW_TR("keys", "not given")},
    KeyWords{"workload.epochs", "time#examples", HW_TR("keys", "Epochs"),
             HW_TR("keys", "How often the run passes through all examples.")},
    KeyWords{"cluster.price_per_hour", "time#price", HW_TR("keys", "Price (USD/h)"),
             HW_TR("keys",
                   "Of one GPU and hour. Without it, a price of the catalogue, with "
                   "its date, where it knows one.")},
    KeyWords{"cluster.utilisation", "time#utilisation", HW_TR("keys", "Utilisation"),
             HW_TR("keys",
                   "Share of the peak, 0.4 for 40 %. It replaces the estimate of a "
                   "step's time from its parts.")},
    KeyWords{"cluster.peak_tflops", "time#rates", HW_TR("keys", "Peak (TFLOPS)"),
             HW_TR("keys",
                   "Of one GPU's matrix products, in the precision of the plan and "
                   "without sparsity.")},
    KeyWords{"cluster.memory_bandwidth", "time#rates", HW_TR("keys", "Memory speed (GB/s)"),
             HW_TR("keys", "At which one GPU reads and writes its own memory.")},
    KeyWords{"cluster.board_power", "time#rates", HW_TR("keys", "Power (W)"),
             HW_TR("keys", "Of one GPU's board at work, for the energy of the run.")},
    KeyWords{"cluster.links.intra", "time#links", HW_TR("keys", "Link in a node (GB/s)"),
             HW_TR("keys", "Of one GPU and direction, such as NVLink's.")},
    KeyWords{"cluster.links.inter", "time#links", HW_TR("keys", "Network (GB/s)"),
             HW_TR("keys", "Between nodes, of one GPU and direction.")},
    KeyWords{"cluster.links.pcie", "time#links", HW_TR("keys", "PCIe (GB/s)"),
             HW_TR("keys", "To the host's memory, of one GPU and direction.")},
    KeyWords{"cluster.links.host", "time#links", HW_TR("keys", "Host memory (GB/s)"),
             HW_TR("keys",
                   "One GPU's share of the speed of the host's memory, where an "
                   "offloaded optimizer steps.")},
    KeyWords{"cluster.links.disk", "time#links", HW_TR("keys", "Disks (GB/s)"),
             HW_TR("keys",
                   "One GPU's share of the speed of the node's disks, for offload to "
                   "NVMe.")},
    KeyWords{"cluster.overhead", "memory#overhead", HW_TR("keys", "Overhead"),
             HW_TR("keys",
                   "Memory in addition to the tensors: driver, libraries, "
                   "communication, and what the allocator holds idle.")},
    KeyWords{"method", "methods", HW_TR("keys", "Method"),
             HW_TR("keys",
                   "Exact counts every tensor; the others are the formulas of a "
                   "lecture and of other programs, errors included.")},
    KeyWords{"recipe.master_weights", "precision#master", HW_TR("keys", "32-bit master weights"),
             HW_TR("keys", "Four bytes a parameter, counted with the optimizer state."),
             HW_TR("keys", "true if mixed")},
    KeyWords{"recipe.fused_step", "precision#fused-step", HW_TR("keys", "Fused optimizer step"),
             HW_TR("keys",
                   "In one kernel; otherwise lists as large as the weights exist for a "
                   "moment in addition to the states.")},
    KeyWords{"layout.replicate", "zero#replicas", HW_TR("keys", "Replicas"),
             HW_TR("keys",
                   "Whole copies of the shared-out states, such as one in each node "
                   "(hybrid sharding, HSDP).")},
    KeyWords{"workload.context", "workload#context", HW_TR("keys", "Context length"),
             HW_TR("keys", "Tokens of one training sequence. Activations grow with it.")},
    KeyWords{"workload.micro_batch", "workload#micro-batch", HW_TR("keys", "Micro-batch size"),
             HW_TR("keys", "Sequences that one GPU takes through the model at once.")},
    KeyWords{"cluster.gpus", "parallelism#gpus", HW_TR("keys", "GPU count"),
             HW_TR("keys", "GPUs of the whole cluster. Memory is shown for one of them.")},
    KeyWords{"layout.zero", "zero#stage", HW_TR("keys", "ZeRO stage"),
             HW_TR("keys", "GPUs split: 1 optimizer, 2 also gradients, 3 also weights.")},
    KeyWords{"model.id", "model#preset", HW_TR("keys", "Model"),
             HW_TR("keys", "A real model, by its id in the catalogue.")},
    KeyWords{"model.parameters", "model#size", HW_TR("keys", "Model size"),
             HW_TR("keys", "A made-up model of about this size.")},
    KeyWords{"layout.tensor", "parallelism#tensor", HW_TR("keys", "Tensor parallel"),
             HW_TR("keys",
                   "Ranks that share each layer's matrices, and so its weights and "
                   "most of its activations (arXiv 1909.08053).")},
    KeyWords{"layout.pipeline", "parallelism#pipeline", HW_TR("keys", "Pipeline parallel"),
             HW_TR("keys",
                   "Stages that hold some of the layers each. The first keeps "
                   "activations of several micro-batches.")},
    KeyWords{"layout.context", "parallelism#context", HW_TR("keys", "Context parallel"),
             HW_TR("keys",
                   "Ranks that share the tokens of each sequence; the states are "
                   "shared over them as well.")},
    KeyWords{"layout.expert", "parallelism#expert", HW_TR("keys", "Expert parallel"),
             HW_TR("keys",
                   "Ranks that share the experts of each layer; each gets as many "
                   "copies of tokens as it sends, times the imbalance.")},
    KeyWords{"layout.expert_tensor", "parallelism#expert-tensor", HW_TR("keys", "Expert tensor"),
             HW_TR("keys",
                   "Expert tensor parallel: ranks that share the matrices of each "
                   "expert, and so see the tokens of one another.")},
    KeyWords{"layout.sequence_parallel", "parallelism#sequence",
             HW_TR("keys", "Sequence parallelism"),
             HW_TR("keys",
                   "With tensor parallelism, tensors between the split matrices are "
                   "split over the ranks too (arXiv 2205.05198).")},
    KeyWords{"layout.tp_inputs", "parallelism#tp-inputs", HW_TR("keys", "TP inputs"),
             HW_TR("keys",
                   "Gathered inputs of sequence parallelism: dropped and gathered "
                   "again later, or kept whole.")},
    KeyWords{
        "layout.virtual_pipeline", "parallelism#virtual", HW_TR("keys", "Virtual stages"),
        HW_TR("keys", "Pieces of the model that each pipeline rank holds (interleaved schedule).")},
    KeyWords{"layout.stage_split", "parallelism#stage-split", HW_TR("keys", "Stage split"),
             HW_TR("keys",
                   "Even: the same number of layers in each stage. Balanced: fewer "
                   "where the embedding and the head are.")},
    KeyWords{"layout.imbalance", "parallelism#imbalance", HW_TR("keys", "Expert imbalance"),
             HW_TR("keys", "Tokens of the most loaded expert rank against the mean.")},
    KeyWords{"layout.offload_optimizer", "offload#optimizer", HW_TR("keys", "Offload optimizer"),
             HW_TR("keys",
                   "Where the optimizer state lies: on the GPU, in host memory or on "
                   "NVMe (arXiv 2101.06840).")},
    KeyWords{
        "layout.offload_parameters", "offload#parameters", HW_TR("keys", "Offload parameters"),
        HW_TR("keys", "Where the sharded parameters lie between their uses (arXiv 2104.07857).")},
    KeyWords{"layout.offload_activations", "offload#activations",
             HW_TR("keys", "Offload activations"),
             HW_TR("keys", "Where kept activations wait for the backward pass."),
             HW_TR("keys", "none; cpu in unsloth")},
    KeyWords{
        "cluster.host_memory", "offload#host", HW_TR("keys", "Host memory"),
        HW_TR("keys",
              "Of one node. Where it is known, the verdict checks what is offloaded against it."),
        HW_TR("keys", "not checked")},
    KeyWords{"cluster.allocator.expandable_segments", "memory#allocator",
             HW_TR("keys", "Expandable segments"),
             HW_TR("keys",
                   "Where a tensor fits nowhere, PyTorch's allocator adds pages to a "
                   "segment instead of making a new one."),
             HW_TR("keys", "by framework")},
    KeyWords{"cluster.allocator.max_split_size", "memory#allocator", HW_TR("keys", "Largest split"),
             HW_TR("keys",
                   "PyTorch's allocator does not cut cached blocks of this size or "
                   "more (max_split_size_mb).")},
    KeyWords{"cluster.allocator.roundup_power2_divisions", "memory#allocator",
             HW_TR("keys", "Roundup parts"),
             HW_TR("keys",
                   "PyTorch's allocator rounds sizes up to this part of a power of "
                   "two: 1, 2, 4, 8 and so on; 1 is off.")},
    KeyWords{"adapter.kind", "adapters#adapter", HW_TR("keys", "Adapter"),
             HW_TR("keys",
                   "LoRA trains small matrices added to frozen ones; QLoRA holds the "
                   "frozen ones in 4 bits (arXiv 2106.09685, 2305.14314).")},
    KeyWords{"adapter.method", "adapters#method", HW_TR("keys", "Adapter's form"),
             HW_TR("keys",
                   "Small matrices (LoRA), a gated prompt in each layer "
                   "(LLaMA-Adapter), a prefix of keys and values, or a prompt.")},
    KeyWords{"adapter.prompt_length", "adapters#prompts", HW_TR("keys", "Prompt length"),
             HW_TR("keys", "Trained tokens of a prompt or a prefix.")},
    KeyWords{"adapter.start_layer", "adapters#prompts", HW_TR("keys", "First layer with a prompt"),
             HW_TR("keys",
                   "Counted from 0. Layers before it keep nothing where nothing in "
                   "them is trained.")},
    KeyWords{"adapter.rank", "adapters#rank", HW_TR("keys", "Rank"),
             HW_TR("keys", "Width of the adapter's matrices.")},
    KeyWords{
        "adapter.targets", "adapters#targets", HW_TR("keys", "Targets"),
        HW_TR(
            "keys",
            "Matrices that have an adapter: some of q, k, v, o, gate, up, down, head, embedding.")},
    KeyWords{"adapter.dropout", "adapters#dropout", HW_TR("keys", "Adapter dropout"),
             HW_TR("keys", "Above 0, its masks are kept.")},
    KeyWords{"adapter.base", "adapters#base", HW_TR("keys", "Base weights"),
             HW_TR("keys", "Number format of the frozen weights.")},
    KeyWords{
        "adapter.upcast", "adapters#upcast", HW_TR("keys", "Upcast to 32 bits"),
        HW_TR("keys", "Norms, head and embedding in 32 bits, as PEFT prepares a quantised model.")},
    KeyWords{"recipe.recompute_method", "partial#layers", HW_TR("keys", "Recomputed layers"),
             HW_TR("keys",
                   "All, the first ones of each stage (block), groups of several at "
                   "once (uniform), or every few layers.")},
    KeyWords{"recipe.recompute_layers", "partial#layers", HW_TR("keys", "Layers at a time"),
             HW_TR("keys",
                   "The layers of a block or of a group, or the distance from one "
                   "recomputed layer to the next.")},
    KeyWords{"recipe.recompute_modules", "partial#modules", HW_TR("keys", "Recomputed parts"),
             HW_TR("keys",
                   "Parts of a layer: core_attn, layernorm, moe_act, mla_up_proj, mlp, "
                   "moe, shared_experts.")},
    KeyWords{"recipe.frozen", "partial#frozen", HW_TR("keys", "Frozen parts"),
             HW_TR("keys",
                   "Parts that are not trained: some of vision, embedding, head. They "
                   "have no gradients and no states.")},
    KeyWords{"recipe.frozen_layers", "partial#frozen", HW_TR("keys", "Frozen layers"),
             HW_TR("keys",
                   "The first layers, and what lies before them: no gradients, no "
                   "states, and nothing kept for a backward pass.")},
    KeyWords{"recipe.frozen_from", "partial#frozen", HW_TR("keys", "Frozen from layer"),
             HW_TR("keys",
                   "The first frozen layer, counted from 0. Behind trained layers, "
                   "gradients pass through it.")},
    KeyWords{
        "recipe.optimizer_rank", "partial#optimizers", HW_TR("keys", "Optimizer rank"),
        HW_TR("keys",
              "Rank to which GaLore and APOLLO project the gradients of the layers' matrices.")},
    KeyWords{"recipe.muon_gather", "partial#muon", HW_TR("keys", "Muon's gathering"),
             HW_TR("keys",
                   "How ranks that share gradients bring whole matrices together for "
                   "Muon.")},
    KeyWords{"recipe.narrow_parameters", "precision#narrow",
             HW_TR("keys", "Weights in 8 or 4 bits alone"),
             HW_TR("keys",
                   "No 16-bit weights beside those that products read "
                   "(--fp8-param-gather, --fp4-param-gather).")},
    KeyWords{"recipe.mlp_tiles", "partial#tiles", HW_TR("keys", "Tiles of an MLP"),
             HW_TR("keys",
                   "Parts of the tokens for which an MLP is computed in turn, and once "
                   "more in the backward pass. 1: none.")},
    KeyWords{"recipe.master_precision", "partial#optimizers", HW_TR("keys", "Precision of master"),
             HW_TR("keys", "Bits of the master weights; Megatron-LM can hold them in 16.")},
    KeyWords{"recipe.step_in_backward", "partial#backward", HW_TR("keys", "Step in backward pass"),
             HW_TR("keys",
                   "The optimizer uses each gradient as soon as it is made: no "
                   "gradients are kept, none accumulated.")},
    KeyWords{"recipe.prediction_layers", "partial#further", HW_TR("keys", "MTP layers"),
             HW_TR("keys",
                   "Layers trained to predict further tokens, each with a projection "
                   "and logits of its own.")},
    KeyWords{"recipe.engine", "frameworks#engine", HW_TR("keys", "Engine"),
             HW_TR("keys",
                   "What runs the GPUs together: whole copies (DDP), PyTorch's FSDP, "
                   "or DeepSpeed. accelerate's file says it."),
             HW_TR("keys", "deepspeed from ZeRO-1 on, else ddp")},
    KeyWords{"recipe.reentrant", "frameworks#checkpoints", HW_TR("keys", "Reentrant recompute"),
             HW_TR("keys",
                   "use_reentrant=True, which transformers set before 5.0. FSDP then "
                   "keeps weights or gradients longer."),
             HW_TR("keys", "by version of transformers")},
    KeyWords{"recipe.checkpoint_outside", "frameworks#checkpoints",
             HW_TR("keys", "Recompute around FSDP units"),
             HW_TR("keys",
                   "Recompute begins outside a layer's FSDP unit, as before "
                   "transformers 4.52; else inside it."),
             HW_TR("keys", "by version of transformers")},
    KeyWords{"recipe.use_orig_params", "frameworks#units", HW_TR("keys", "Original parameters"),
             HW_TR("keys",
                   "FSDP1's use_orig_params: a unit may hold frozen and trained "
                   "weights together."),
             "true"},
    KeyWords{"recipe.backward_prefetch", "frameworks#units",
             HW_TR("keys", "Prefetch in backward pass"),
             HW_TR("keys",
                   "FSDP1 gathers the next unit while one goes backward: a unit of "
                   "weights more (backward_prefetch)."),
             HW_TR("keys", "false in the Trainer")},
    KeyWords{"adapter.own_units", "frameworks#units", HW_TR("keys", "Adapters as own units"),
             HW_TR("keys",
                   "FSDP wraps each adapter by itself, as PEFT's policy says, which "
                   "the Trainer takes."),
             HW_TR("keys", "true with fsdp1")},
    KeyWords{"adapter.kernels", "adapters#kernels", HW_TR("keys", "Kernels of adapters"),
             HW_TR("keys",
                   "Fused: adapters and what they adapt are one operation, as in "
                   "Unsloth and Axolotl; needs dropout 0."),
             HW_TR("keys", "fused in unsloth and axolotl")},
    KeyWords{"recipe.hold_logits", "frameworks#held", HW_TR("keys", "Logits held"),
             HW_TR("keys",
                   "The training loop still names the model's output while it goes "
                   "backward and steps.")},
    KeyWords{"workload.evaluation_batch", "step#beside", HW_TR("keys", "Evaluation batch"),
             HW_TR("keys",
                   "Sequences of a pass without gradients on each GPU; 0: the run does "
                   "not evaluate. The Trainer's default is 8.")},
    KeyWords{"workload.kept_predictions", "step#beside", HW_TR("keys", "Predictions kept"),
             HW_TR("keys",
                   "Passes whose logits stay on the GPU for metrics: as many as "
                   "eval_accumulation_steps; 0: losses alone.")},
    KeyWords{"workload.images", "workload#images", HW_TR("keys", "Images"),
             HW_TR("keys",
                   "Images in each sequence. Their tokens are part of the context; the "
                   "vision tower's tensors come on top.")},
    KeyWords{"workload.image_width", "workload#images", HW_TR("keys", "Image width"),
             HW_TR("keys",
                   "Pixels of each image, after the processor's own limit "
                   "(max_pixels). Empty: the tower's size, else 1024."),
             HW_TR("keys", "the tower's, else 1024")},
    KeyWords{"workload.image_height", "workload#images", HW_TR("keys", "Image height"),
             HW_TR("keys",
                   "Pixels of each image, after the processor's own limit "
                   "(max_pixels). Empty: the tower's size, else 1024."),
             HW_TR("keys", "the tower's, else 1024")},
    KeyWords{"workload.image_tokens", "workload#images", HW_TR("keys", "Tokens of an image"),
             HW_TR("keys",
                   "Tokens of the context that each image takes. Empty: as its width "
                   "and height give."),
             HW_TR("keys", "by its size")},
    KeyWords{"recipe.saved_state", "step#beside", HW_TR("keys", "Weights saved whole"),
             HW_TR("keys",
                   "Where sharded weights are gathered to be saved: on the first "
                   "rank's host, or on every GPU.")},
    KeyWords{"recipe.efficient_loading", "step#beside", HW_TR("keys", "Load on one rank"),
             HW_TR("keys",
                   "cpu_ram_efficient_loading: the first rank alone has the whole "
                   "weights in the host's memory."),
             HW_TR("keys", "not counted")},
    KeyWords{"adapter.merge", "step#beside", HW_TR("keys", "Merged at the end"),
             HW_TR("keys",
                   "The adapters are merged into the weights on the GPU after the "
                   "last step (merge_and_unload).")},
    KeyWords{"recipe.versions.transformers", "frameworks#versions",
             HW_TR("keys", "transformers version"),
             HW_TR("keys",
                   "Such as 4.46; empty: the newest. It decides on copies of the "
                   "logits and on recompute."),
             HW_TR("keys", "the newest")},
    KeyWords{"recipe.versions.accelerate", "frameworks#versions",
             HW_TR("keys", "accelerate version"),
             HW_TR("keys",
                   "Such as 1.12, the last that held all weights in 32 bits under "
                   "FSDP2; empty: the newest."),
             HW_TR("keys", "the newest")},
    KeyWords{"recipe.versions.peft", "frameworks#versions", HW_TR("keys", "PEFT version"),
             HW_TR("keys",
                   "Before 0.12 adapters had the type of the weights; empty: the "
                   "newest."),
             HW_TR("keys", "the newest")},
    KeyWords{"recipe.versions.deepspeed", "frameworks#versions", HW_TR("keys", "DeepSpeed version"),
             HW_TR("keys",
                   "Such as 0.14.2, which makes its buckets before the loss goes "
                   "backward; empty: the newest."),
             HW_TR("keys", "the newest")},
    KeyWords{
        "adapter.dora", "partial#adapters", HW_TR("keys", "DoRA"),
        HW_TR("keys", "A trained length for each output of an adapted matrix (arXiv 2402.09353).")},
    KeyWords{"adapter.modules_to_save", "partial#adapters", HW_TR("keys", "Modules to save"),
             HW_TR("keys",
                   "Trained in full as a copy, while the frozen original stays: some "
                   "of embedding, head.")},
    KeyWords{
        "layout.offload_fraction", "partial#share", HW_TR("keys", "Offloaded share"),
        HW_TR("keys", "Part of the optimizer state that is offloaded; the rest stays on the GPU.")},
    KeyWords{"layout.host_step", "offload#host-step", HW_TR("keys", "Host's step"),
             HW_TR("keys",
                   "When the host steps the optimizer: DeepSpeed's SuperOffload and "
                   "ZenFlow do so while the GPU computes.")},
    KeyWords{"layout.zenflow_share", "offload#host-step", HW_TR("keys", "ZenFlow's columns"),
             HW_TR("keys",
                   "Part of each matrix's columns, those with the largest gradients, "
                   "that steps on the GPU (topk_ratio).")},
    KeyWords{"layout.zenflow_offload", "offload#host-step",
             HW_TR("keys", "ZenFlow's moments on the host"),
             HW_TR("keys",
                   "The moments of these columns wait in host memory, and come for "
                   "their step.")},
    KeyWords{"layout.offload_layers", "partial#share", HW_TR("keys", "Offloaded layers"),
             HW_TR("keys",
                   "First layers of each stage whose activations are offloaded. Empty: "
                   "all layers."),
             HW_TR("keys", "all")},
    KeyWords{"layout.offload_modules", "partial#share", HW_TR("keys", "Offloaded parts"),
             HW_TR("keys",
                   "Parts: attn_norm, qkv_linear, core_attn, attn_proj, mlp_norm, "
                   "expert_fc1, moe_act, fused_group_mlp. Empty: all.")},
    KeyWords{"workload.mean_length", "workload#packing", HW_TR("keys", "Mean length"),
             HW_TR("keys",
                   "Tokens of a sequence without padding, on average. Empty: the "
                   "context is full."),
             HW_TR("keys", "the context")},
    KeyWords{
        "layout.schedule", "partial#pipelines", HW_TR("keys", "Pipeline schedule"),
        HW_TR("keys",
              "Order of the passes of a pipeline, and so the activations that each stage keeps.")},
    KeyWords{
        "layout.stage_layers", "partial#pipelines", HW_TR("keys", "Layers of stages"),
        HW_TR("keys", "Layers of each stage, such as 7,8*14,7; empty: as the stage split says.")},
    KeyWords{"layout.context_kind", "partial#exchange", HW_TR("keys", "Context exchange"),
             HW_TR("keys",
                   "How context ranks get one another's keys and values. Empty: the "
                   "exchange is not counted.")},
    KeyWords{"layout.reduce_bucket", "zero#bucket", HW_TR("keys", "Gradient bucket"),
             HW_TR("keys",
                   "Gradients that DeepSpeed reduces at once (reduce_bucket_size). "
                   "Empty: the framework's default.")},
    KeyWords{"layout.overlap_comm", "zero#bucket", HW_TR("keys", "Overlapped reduction"),
             HW_TR("keys",
                   "DeepSpeed fills one bucket while another is reduced "
                   "(overlap_comm). Empty: at stage 3 alone, as DeepSpeed does.")},
    KeyWords{"workload.task", "workload#task", HW_TR("keys", "Task"),
             HW_TR("keys", "Training, tuning by preferences or rewards, or generating text.")},
    KeyWords{"recipe.framework", "frameworks", HW_TR("keys", "Framework"),
             HW_TR("keys", "Sets what the framework itself would; what you choose wins over it.")},
    KeyWords{"inference.weights", "formats#gguf", HW_TR("keys", "Weights"),
             HW_TR("keys", "Number format of the weights.")},
    KeyWords{"inference.kv_cache", "workload#inference", HW_TR("keys", "KV cache"),
             HW_TR("keys", "Number format of the keys and values of earlier tokens.")},
    KeyWords{"inference.output", "workload#inference", HW_TR("keys", "Output tokens"),
             HW_TR("keys", "Tokens to be generated, which the cache has to hold as well.")},
    KeyWords{"inference.server", "workload#server", HW_TR("keys", "Server"),
             HW_TR("keys",
                   "The program that runs the model: its blocks, passes and "
                   "share of the card.")},
    KeyWords{
        "inference.memory_fraction", "workload#server", HW_TR("keys", "Share of the card"),
        HW_TR("keys", "Share that the server takes, by its own counting; its default unless said."),
        byServer},
    KeyWords{"inference.prefill_chunk", "workload#server", HW_TR("keys", "Tokens of a pass"),
             HW_TR("keys", "Of a pass over prompts; the server's default unless said."), byServer},
    KeyWords{"inference.max_sequences", "workload#server", HW_TR("keys", "Sequence limit"),
             HW_TR("keys", "Sequences served at a time; the server's default unless said."),
             byServer},
    KeyWords{
        "inference.imatrix", "formats#gguf", HW_TR("keys", "Importance matrix"),
        HW_TR("keys",
              "A GGUF file made with an importance matrix mixes other types in a few formats."),
        HW_TR("keys", "by type")},
    KeyWords{"inference.group_size", "formats#others", HW_TR("keys", "Group size"),
             HW_TR("keys", "Weights of a row that share a scale; 128 unless said.")},
    KeyWords{"inference.version", "workload#server-versions", HW_TR("keys", "Server version"),
             HW_TR("keys",
                   "Such as 0.10.2 of vLLM: its share, its measured pass and what it "
                   "leaves out differ by it."),
             HW_TR("keys", "the newest")},
    KeyWords{"inference.graphs", "workload#server-versions", HW_TR("keys", "CUDA graphs"),
             HW_TR("keys",
                   "Off: --enforce-eager, --disable-cuda-graph. Recorded graphs hold "
                   "memory of their own.")},
    KeyWords{"inference.gpu_layers", "workload#host-layers", HW_TR("keys", "Layers on the GPU"),
             HW_TR("keys",
                   "llama.cpp's -ngl: the head counts as one, and the last layers "
                   "follow; the host keeps the others."),
             HW_TR("keys", "all")},
    KeyWords{"inference.host_experts", "workload#host-layers",
             HW_TR("keys", "Layers with experts on the host"),
             HW_TR("keys",
                   "llama.cpp's --n-cpu-moe: the routed experts of so many first "
                   "layers stay in the host's memory.")},
    KeyWords{"inference.host_mlps", "workload#host-layers",
             HW_TR("keys", "Layers with their MLP on the host"),
             HW_TR("keys",
                   "llama.cpp's -ot: the dense MLP of so many first layers stays in "
                   "the host's memory.")},
    KeyWords{"inference.draft_kind", "workload#draft", HW_TR("keys", "Tokens are drafted by"),
             HW_TR("keys",
                   "Another model, the model's own layers for further tokens (MTP), or "
                   "a layer trained behind it.")},
    KeyWords{"inference.draft_model", "workload#draft", HW_TR("keys", "Draft model"),
             HW_TR("keys",
                   "A small model of the catalogue that proposes tokens, which the "
                   "model checks in one pass.")},
    KeyWords{"inference.draft_weights", "workload#draft", HW_TR("keys", "Weights of the draft"),
             HW_TR("keys", "The format in which the draft model is stored."),
             HW_TR("keys", "as the model's")},
    KeyWords{"inference.draft_tokens", "workload#draft", HW_TR("keys", "Drafted tokens"),
             HW_TR("keys", "Tokens that the draft model proposes for one pass.")},
    KeyWords{"inference.draft_acceptance", "workload#draft", HW_TR("keys", "Accepted share"),
             HW_TR("keys",
                   "How likely the model takes a proposed token: read it off your "
                   "server's log.")},
    KeyWords{"job.kind", "jobs#kind", HW_TR("keys", "Kind of job"),
             HW_TR("keys", "Which models the job has, and the phases of its step.")},
    KeyWords{"job.samples", "jobs#tokens", HW_TR("keys", "Sequences a sample"),
             HW_TR("keys", "2 where a chosen and a rejected one make a pair."),
             HW_TR("keys", "2 for pairs")},
    KeyWords{"job.prompt", "jobs#tokens", HW_TR("keys", "Prompt tokens"),
             HW_TR("keys", "Prompt and completion together are the context.")},
    KeyWords{"job.completion", "jobs#tokens", HW_TR("keys", "Completion tokens"),
             HW_TR("keys", "Tokens that are generated, or that the loss is about.")},
    KeyWords{"job.packing", "workload#packing", HW_TR("keys", "Packing"),
             HW_TR("keys",
                   "Whether sequences are padded to the context, or put one behind "
                   "another."),
             byFramework},
    KeyWords{"job.tokens.update", "jobs#tokens", HW_TR("keys", "Tokens of an update"),
             HW_TR("keys", "Of one pass on a GPU, whatever the micro-batch."), byFramework},
    KeyWords{"job.tokens.logprob", "jobs#tokens", HW_TR("keys", "Tokens of a forward pass"),
             HW_TR("keys", "For log-probabilities; those of an update unless said."),
             HW_TR("keys", "as update")},
    KeyWords{"job.tokens.value", "jobs#tokens", HW_TR("keys", "Tokens of the critic"),
             HW_TR("keys", "Of one pass of the value model."), byFramework},
    KeyWords{"job.logits", "jobs#logits", HW_TR("keys", "Logits"),
             HW_TR("keys", "What the loss keeps of the logits; as the framework does unless said."),
             byFramework},
    KeyWords{"job.rows", "jobs#logits", HW_TR("keys", "Rows of logits"),
             HW_TR("keys", "Of all tokens, or of the completion alone."), byFramework},
    KeyWords{"job.entropy", "jobs#logits", HW_TR("keys", "Entropy"),
             HW_TR("keys", "Whether it is computed, and whether it has a gradient."), byFramework},
    KeyWords{"job.reference_free", "jobs#preference", HW_TR("keys", "No reference"),
             HW_TR("keys", "The loss has no reference model; GRPO and PPO no KL term.")},
    KeyWords{"job.precomputed_reference", "jobs#preference", HW_TR("keys", "Precomputed reference"),
             HW_TR("keys", "The reference's log-probabilities are computed before the run.")},
    KeyWords{"job.top_k", "jobs#distillation", HW_TR("keys", "Teacher's logits"),
             HW_TR("keys", "How many of a row are kept; all of them unless said."),
             HW_TR("keys", "all")},
    KeyWords{"rollout.utilization", "jobs#engine", HW_TR("keys", "Share of the card"),
             HW_TR("keys", "Of a card's memory, while it generates."), byFramework},
    KeyWords{"rollout.tensor", "jobs#engine", HW_TR("keys", "Tensor parallel"),
             HW_TR("keys", "Tensor-parallel ranks of the engine."), byFramework},
    KeyWords{"rollout.max_length", "jobs#engine", HW_TR("keys", "Longest sequence"),
             HW_TR("keys", "The context unless said."), HW_TR("keys", "the context")},
    KeyWords{"roles.policy.model", "jobs#roles", HW_TR("keys", "Model"),
             HW_TR("keys", "One of the catalogue; the policy's unless said."),
             HW_TR("keys", "the policy's")},
    KeyWords{"roles.policy.state", "jobs#roles", HW_TR("keys", "State"),
             HW_TR("keys", "Whether it is trained; as the kind of job has it unless said."),
             HW_TR("keys", "by kind")},
    KeyWords{
        "roles.policy.dtype", "jobs#roles", HW_TR("keys", "Weights"),
        HW_TR("keys", "Number format of the weights; as the framework loads them unless said."),
        byFramework},
    KeyWords{"roles.policy.zero", "jobs#roles", HW_TR("keys", "ZeRO stage"),
             HW_TR("keys",
                   "How the model is shared out over the GPUs: 0 to 3. By the "
                   "framework unless said."),
             byFramework},
    KeyWords{
        "roles.policy.place", "jobs#roles", HW_TR("keys", "Place"),
        HW_TR("keys", "Where the model's weights lie. A model on cards of its own is not counted."),
        byFramework},
    KeyWords{"roles.policy.gpus", "jobs#roles", HW_TR("keys", "Own GPUs"),
             HW_TR("keys", "Cards of its own.")},
    KeyWords{"roles.policy.offload", "jobs#roles", HW_TR("keys", "Offload"),
             HW_TR("keys",
                   "What waits in the host's memory while others work: some of "
                   "parameters, gradients, optimizer."),
             byFramework},
    KeyWords{"roles.policy.sleep", "jobs#roles", HW_TR("keys", "Sleep"),
             HW_TR("keys",
                   "Between two generations: 1 keeps its weights on the host, 2 "
                   "drops them."),
             byFramework},
    KeyWords{"model.custom.hidden_size", "model#shape", HW_TR("keys", "Hidden size"),
             HW_TR("keys", "Width of the residual stream: h."), needed},
    KeyWords{"model.custom.num_layers", "model#shape", HW_TR("keys", "Layers"),
             HW_TR("keys", "Number of layers: L."), needed},
    KeyWords{"model.custom.num_heads", "model#shape", HW_TR("keys", "Heads"),
             HW_TR("keys", "Query heads of each layer: a."), needed},
    KeyWords{"model.custom.num_kv_heads", "model#shape", HW_TR("keys", "Key and value heads"),
             HW_TR("keys",
                   "Fewer than heads: grouped-query attention (arXiv 2305.13245). As "
                   "many as heads unless said."),
             "num_heads"},
    KeyWords{"model.custom.head_dim", "model#shape", HW_TR("keys", "Head width"),
             HW_TR("keys", "Hidden size divided by heads unless said."), "hidden_size / num_heads"},
    KeyWords{"model.custom.intermediate_size", "model#shape", HW_TR("keys", "Feed-forward width"),
             HW_TR("keys", "Of a dense layer: f."), needed},
    KeyWords{"model.custom.vocab_size", "model#embedding", HW_TR("keys", "Vocabulary"),
             HW_TR("keys", "Rows of the embedding: v."), needed},
    KeyWords{"model.custom.max_positions", "workload#context", HW_TR("keys", "Longest context"),
             HW_TR("keys", "What the model was made for; a longer one gets a remark.")},
    KeyWords{"model.custom.activation", "model#shape", HW_TR("keys", "Activation"),
             HW_TR("keys", "Of the feed-forward layers.")},
    KeyWords{"model.custom.gated", "model#shape", HW_TR("keys", "Gated feed-forward"),
             HW_TR("keys", "Three matrices, as in SwiGLU (arXiv 2002.05202), rather than two.")},
    KeyWords{"model.custom.tied_embeddings", "model#embedding", HW_TR("keys", "Tied embeddings"),
             HW_TR("keys", "The head uses the embedding's weights.")},
    KeyWords{"model.custom.experts", "model#experts", HW_TR("keys", "Experts"),
             HW_TR("keys", "Of each layer that routes; 0 for a dense model."), "0"},
    KeyWords{"model.custom.experts_per_token", "model#experts", HW_TR("keys", "Experts per token"),
             HW_TR("keys", "Routed experts that each token passes.")},
    KeyWords{"model.custom.moe_intermediate_size", "model#experts", HW_TR("keys", "Expert width"),
             HW_TR("keys", "Feed-forward width of one expert; that of a dense layer unless said."),
             "intermediate_size"},
    KeyWords{"model.custom.moe_latent_size", "model#experts",
             HW_TR("keys", "Latent of the experts"),
             HW_TR("keys",
                   "Width that routed experts take and give, where two products lead "
                   "to it and back."),
             "hidden_size"},
    KeyWords{"model.custom.shared_experts", "model#experts", HW_TR("keys", "Shared experts"),
             HW_TR("keys", "That every token passes.")},
    KeyWords{
        "model.custom.shared_intermediate", "model#experts", HW_TR("keys", "Shared width"),
        HW_TR("keys", "Of all shared experts together; 0: their number times the expert width.")},
    KeyWords{"model.custom.first_k_dense", "model#experts", HW_TR("keys", "Dense layers first"),
             HW_TR("keys", "Layers at the start that do not route.")},
    KeyWords{"model.custom.moe_every", "model#experts", HW_TR("keys", "Routing every"),
             HW_TR("keys", "1: every layer routes, 2: every second one.")},
    KeyWords{"model.custom.moe_offset", "model#experts", HW_TR("keys", "Routing from"),
             HW_TR("keys", "The first layer that routes, counted from 0.")},
    KeyWords{"model.custom.moe_bias", "model#experts", HW_TR("keys", "Biases of experts"),
             HW_TR("keys", "A bias in each matrix of an expert.")},
    KeyWords{"model.custom.router_bias", "model#experts", HW_TR("keys", "Bias of the router"),
             HW_TR("keys", "One number an expert.")},
    KeyWords{"model.custom.mla.q_lora_rank", "model#latent", HW_TR("keys", "Query latent"),
             HW_TR("keys", "Width of the latent that queries pass; 0: none (arXiv 2405.04434)."),
             "0"},
    KeyWords{"model.custom.mla.kv_lora_rank", "model#latent", HW_TR("keys", "Key and value latent"),
             HW_TR("keys", "Width of the latent that keys and values pass.")},
    KeyWords{"model.custom.mla.qk_nope_head_dim", "model#latent",
             HW_TR("keys", "Head width, plain"),
             HW_TR("keys", "The part of a query or key head without a position.")},
    KeyWords{"model.custom.mla.qk_rope_head_dim", "model#latent",
             HW_TR("keys", "Head width, rotary"),
             HW_TR("keys", "The part of a query or key head with the rotary position.")},
    KeyWords{"model.custom.mla.v_head_dim", "model#latent", HW_TR("keys", "Head width, values"),
             HW_TR("keys", "Of a value head.")},
    KeyWords{"model.custom.sliding_window", "model#pattern", HW_TR("keys", "Window"),
             HW_TR("keys", "Tokens that a layer with a sliding window, or a chunk, sees.")},
    KeyWords{"model.custom.layer_pattern", "model#pattern", HW_TR("keys", "Pattern of layers"),
             HW_TR("keys",
                   "A letter a layer: f full, s window, c chunks, l a state, b both, n "
                   "none; sssssf has one full in six.")},
    KeyWords{"model.custom.window_heads", "model#pattern", HW_TR("keys", "Heads with a window"),
             HW_TR("keys", "Of layers with a sliding window, where they differ."), "num_heads"},
    KeyWords{"model.custom.window_kv_heads", "model#pattern",
             HW_TR("keys", "Key heads with a window"),
             HW_TR("keys", "Of layers with a sliding window, where they differ."), "num_kv_heads"},
    KeyWords{"model.custom.window_head_dim", "model#pattern",
             HW_TR("keys", "Head width with a window"),
             HW_TR("keys", "Of layers with a sliding window, where it differs."), "head_dim"},
    KeyWords{"model.custom.value_head_dim", "model#pattern", HW_TR("keys", "Value head width"),
             HW_TR("keys", "Where it is not the width of query and key heads."), "head_dim"},
    KeyWords{"model.custom.linear.kind", "model#pattern", HW_TR("keys", "Kind of state"),
             HW_TR("keys",
                   "Of layers with the letter l or b. It sets their weights and what "
                   "they keep."),
             "attn_extra"},
    KeyWords{"model.custom.linear.num_key_heads", "model#pattern",
             HW_TR("keys", "Linear key heads"),
             HW_TR("keys", "Of layers with linear attention (arXiv 2412.06464)."), "0"},
    KeyWords{"model.custom.linear.num_value_heads", "model#pattern",
             HW_TR("keys", "Linear value heads"),
             HW_TR("keys", "Each keeps a matrix for every sequence."), "0"},
    KeyWords{"model.custom.linear.key_head_dim", "model#pattern", HW_TR("keys", "Linear key width"),
             HW_TR("keys", "Of a key head with linear attention."), "0"},
    KeyWords{"model.custom.linear.value_head_dim", "model#pattern",
             HW_TR("keys", "Linear value width"),
             HW_TR("keys", "Of a value head with linear attention."), "0"},
    KeyWords{
        "model.custom.linear.conv_kernel_dim", "model#pattern", HW_TR("keys", "Linear convolution"),
        HW_TR("keys", "Tokens that the convolution before linear attention sees; 0: none."), "0"},
    KeyWords{"model.custom.norm", "model#norms", HW_TR("keys", "Norm"),
             HW_TR("keys", "LayerNorm has a bias and keeps two statistics; RMSNorm has neither.")},
    KeyWords{"model.custom.qk_norm", "model#norms", HW_TR("keys", "Norm of queries and keys"),
             HW_TR("keys", "None, one over each head, or one over all heads.")},
    KeyWords{"model.custom.norms_per_layer", "model#norms", HW_TR("keys", "Norms per layer"),
             HW_TR("keys", "1, 2 or 4.")},
    KeyWords{"model.custom.attn_qkv_bias", "model#norms", HW_TR("keys", "Bias of q, k and v"),
             HW_TR("keys", "A vector added to the output of each of these matrices."), "biases"},
    KeyWords{"model.custom.attn_out_bias", "model#norms", HW_TR("keys", "Bias of the output"),
             HW_TR("keys", "A vector added after the output matrix of attention."), "biases"},
    KeyWords{"model.custom.mlp_bias", "model#norms", HW_TR("keys", "Biases of the feed-forward"),
             HW_TR("keys", "A vector added to the output of each feed-forward matrix."), "biases"},
    KeyWords{"model.custom.learned_positions", "model#embedding",
             HW_TR("keys", "Learned positions"),
             HW_TR("keys", "Rows of a table of positions; 0: none.")},
    KeyWords{"model.custom.extra_final", "model#shape", HW_TR("keys", "Parameters outside layers"),
             HW_TR("keys", "That nothing else here counts, such as a norm behind the embedding.")},
    KeyWords{
        "model.custom.attn_extra", "model#shape", HW_TR("keys", "Parameters in attention"),
        HW_TR("keys", "Of each layer, that nothing else here counts, such as attention sinks.")},
    KeyWords{"model.custom.mtp_layers", "model#shape", HW_TR("keys", "Prediction layers"),
             HW_TR("keys", "Layers that predict further tokens; noted, not counted.")},
    KeyWords{
        "model.custom.norm_vectors", "model#norms", HW_TR("keys", "Vectors of a norm"),
        HW_TR("keys", "0: no weights, 1: a weight, 2: weight and bias. By the norm unless said."),
        HW_TR("keys", "1, LayerNorm 2")},
    KeyWords{"model.custom.final_norm", "model#norms", HW_TR("keys", "Final norm"),
             HW_TR("keys", "A norm between the last layer and the head."), "true"},
    KeyWords{"model.custom.embedding_width", "model#embedding", HW_TR("keys", "Embedding width"),
             HW_TR("keys", "Where it is not the hidden size, as in OPT 350M."), "hidden_size"},
    KeyWords{"model.custom.vision_params", "model#vision", HW_TR("keys", "Vision tower"),
             HW_TR("keys",
                   "Parameters of the part that reads images, with the way to the "
                   "text. They are held and trained."),
             "0"},
    KeyWords{"model.custom.index_head_dim", "model#pattern", HW_TR("keys", "Indexer's key width"),
             HW_TR("keys",
                   "Of sparse attention: values that each layer caches of a token to "
                   "choose by, in the mean of all layers."),
             "0"},
    KeyWords{"model.custom.cached_values", "model#pattern", HW_TR("keys", "Cached values"),
             HW_TR("keys",
                   "Values of a token that a layer with compressed tokens keeps when "
                   "generating, in the mean; 0: keys and values."),
             "0"},
    KeyWords{"model.custom.kv_shared_layers", "model#pattern",
             HW_TR("keys", "Layers without a cache"),
             HW_TR("keys",
                   "The last ones, which use keys and values of earlier layers, as in "
                   "Gemma 3n and 4."),
             "0"},
    KeyWords{"model.custom.vision.kind", "model#vision", HW_TR("keys", "Kind of tower"),
             HW_TR("keys",
                   "How it cuts images and what its layers keep. Empty: its parameters "
                   "alone are counted."),
             HW_TR("keys", "not known")},
    KeyWords{"model.custom.vision.hidden_size", "model#vision", HW_TR("keys", "Tower's width"),
             HW_TR("keys", "Values of a patch between the tower's layers."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.vision.intermediate_size", "model#vision",
             HW_TR("keys", "Tower's MLP width"),
             HW_TR("keys", "Values of a patch inside the MLP of the tower's layers."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.vision.num_layers", "model#vision", HW_TR("keys", "Tower's layers"),
             HW_TR("keys", "All layers of the tower, gated ones among them."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.vision.num_heads", "model#vision", HW_TR("keys", "Tower's heads"),
             HW_TR("keys", "Attention heads of the tower's layers."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.vision.patch_size", "model#vision", HW_TR("keys", "Patch side"),
             HW_TR("keys", "Pixels of a side of the squares that an image is cut into."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.vision.merge_size", "model#vision", HW_TR("keys", "Patches joined"),
             HW_TR("keys", "So many patches by so many become one token of the text model."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.vision.image_size", "model#vision", HW_TR("keys", "Tower's image side"),
             HW_TR("keys",
                   "Pixels to which each image or tile is scaled, Pixtral's longest "
                   "side; 0: images keep their size."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.vision.deepstack", "model#vision", HW_TR("keys", "Deepstack layers"),
             HW_TR("keys",
                   "Layers of the tower whose outputs go to the text as well, as in "
                   "Qwen3-VL."),
             HW_TR("keys", "that of its kind")},
    KeyWords{"model.custom.shared_gate", "model#experts", HW_TR("keys", "Gate of shared experts"),
             HW_TR("keys", "A vector that weighs what they add, as in Qwen2-MoE."), "false"},
    KeyWords{"model.custom.parameters", "model#counted-as", HW_TR("keys", "Counted as"),
             HW_TR("keys",
                   "Parameters that formulas of model states take instead of the "
                   "shape's own count; the exact method counts the shape.")},
    KeyWords{"name", "plans#name", nullptr, HW_TR("keys", "A name for people.")},
    KeyWords{"notes", "plans#name", nullptr, HW_TR("keys", "Notes for people.")},
    KeyWords{"unread", "plans#import", nullptr,
             HW_TR("keys", "Settings of the imported file that have no part in the plan.")},
    KeyWords{"model.custom.unread", "plans#import", nullptr,
             HW_TR("keys", "Fields of its file that may count and were not read.")},
    KeyWords{"model.custom.biases", "model#norms", nullptr,
             HW_TR("keys", "Biases everywhere that no other key speaks of."), "false"},
    KeyWords{"model.custom.id", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.name", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.family", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.source", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.official_source", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.total_params_computed", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.active_params_computed", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.official_total_params", "model#preset", nullptr, unusedText},
    KeyWords{"model.custom.arch_verified", "model#preset", nullptr, unusedText},
};

consteval bool everyKeyHasWords()
{
    return std::ranges::all_of(keyPaths, [](std::string_view path) {
        const bool another = path.starts_with("roles.") && !path.starts_with("roles.policy.");
        return another || std::ranges::find(keyWords, path, &KeyWords::path) != keyWords.end();
    });
}
static_assert(everyKeyHasWords(), "a key has no row in keyWords");

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

} // namespace highwater
