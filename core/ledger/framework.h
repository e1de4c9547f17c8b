// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/term.h"
#include "core/plan/plan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace highwater {

struct Resolved;
struct StageLayers;

/// A tensor that a framework keeps in addition to those that the mathematics needs.
struct Extra
{
    TermId id;
    Life life;
    Per per;
    Product each;
    bool (*when)(const Resolved&, const StageLayers&); ///< null: always
    Place place = Place::Gpu;
    BackwardPoint point = BackwardPoint::End;
};

/// The bytes of one logit in one tensor of the loss: `values` · value bytes + `bytes`.
struct LogitBytes
{
    TermId id;
    Life life;
    std::int64_t values; ///< values of the compute type
    std::int64_t bytes; ///< bytes besides
};

/// The logits that a role of a job keeps, of one width.
struct RoleLogits
{
    std::span<const LogitBytes>
        update{}; ///< after the forward pass, and in the loss's backward pass
    std::span<const LogitBytes> pass{}; ///< in a pass without gradients
    std::span<const LogitBytes> teacherPass{}; ///< of a teacher; empty: as any other
};

/// The way in which a framework runs jobs of several models: its choice for each key that a job
/// leaves open, and what its code keeps of the logits. Values are of the logits' width.
struct JobDefaults
{
    double utilization = 0.5;
    double utilizationApart = 0; ///< of an engine on GPUs of its own; 0: the same
    std::int64_t rolloutTensor = 1;
    SleepLevel sleep = SleepLevel::Two;
    bool referenceInGrpo = true; ///< false: only where the plan has a key of it
    bool rewardModelInPpo = true;
    RolePlace referencePlace = RolePlace::Shared;
    RolePlace emaPlace = RolePlace::Shared;
    std::int64_t shardedZero = 0; ///< the policy's stage where the plan's is 0
    bool keepsMasters = false; ///< master copies of 16-bit weights, whatever holds the states
    bool floatWeights = false; ///< models are loaded in 32 bits, without DeepSpeed
    bool narrowAdapters = false; ///< adapters of a quantised base are in 16 bits
    bool narrowLogits = false; ///< in 16 bits, unless the plan says so
    bool narrowLogitsWithMasters = false; ///< the same, where master copies are kept
    bool recomputes = false; ///< a layer at a time
    bool packs = false;
    std::int64_t updateTokens = 0, valueTokens = 0; ///< of a packed pass
    bool completionRows = false; ///< in GRPO, logits of the completion alone
    bool valueInPolicy = false; ///< policy and value are one module, updated together
    bool generatesItself = false; ///< PPO generates with the policy, without an engine
    bool offloadsStates = false; ///< states and gradients go to the host while other roles work
    bool dropsGradients = false; ///< their buffers are freed where parameters are offloaded
    bool referenceOffloadsAsPolicy = false; ///< with the policy's parameters, the reference is
                                            ///< offloaded
    Entropy entropy = Entropy::None;
    bool adaptsValue = false; ///< the value model has adapters too
    Bytes syncBucket = 0; ///< weights go to the engine in such buffers; 0: one after another
    bool gathersAdapted = false; ///< on that way, a model with adapters is gathered as a whole
    std::optional<JobLogits> leanLogits{}; ///< its setting that keeps fewest bytes of the logits
    bool fusesPrecomputed = true; ///< fused logits work with a precomputed reference too
    RoleLogits wide{}, narrow{}; ///< of logits in 32 bits, and in 16
    std::span<const LogitBytes> entropyUpdate{}; ///< of an entropy in the loss
    std::span<const LogitBytes> entropyPass{}; ///< of an entropy in the policy's passes
    std::span<const LogitBytes> ppoStep{}; ///< in PPO, to the end of the step
    bool masksPass = true; ///< DPO masks a copy of the logits in passes without gradients too
    const char* source = "";
};

/// Of frameworks that have no such jobs.
extern const JobDefaults assumedJob;

/// The pieces in which a framework gathers weights and reduces gradients.
enum class Sharding {
    Blocks, ///< a block at a time: FSDP
    BlocksAndRoot, ///< the same; embedding and head stay gathered from forward to backward: FSDP2
    Buckets ///< flat buffers of a fixed size, whatever the blocks: DeepSpeed
};

/// The tensors that a framework's selective recomputation makes again.
enum class Selective {
    None, ///< it has no such mode: recipe.recompute = selective recomputes nothing
    Layers, ///< its mode is another: one layer in so many, wholly
    CoreAttention, ///< the attention's scores, which flash attention never keeps
    Operators ///< the scores; with flash attention, all operators but chosen ones
};

/// The way in which a framework computes a chunked loss.
enum class LossChunks {
    None, ///< it has no such loss: the logits exist as a whole
    Kept, ///< chunk by chunk, but the logits of every chunk wait for the backward pass
    Fused, ///< one kernel, forward and backward of a chunk at a time
    InTurn ///< head, loss and their backward pass for one chunk after another
};

/// The library that chooses the kernel of flash attention.
enum class AttentionLibrary {
    PyTorch, ///< scaled_dot_product_attention: cuDNN on Hopper and Blackwell's cards for servers
             ///< (aten/native/transformers/cuda/sdp_utils.cpp: check_prefer_cudnn_attention)
    FlashAttention, ///< flash-attn, whose second generation runs from Ampere on
    TransformerEngine ///< cuDNN from Hopper on, before it flash-attn (pytorch/attention/
                      ///< dot_product_attention/utils.py: get_attention_backend)
};

/// Whether a framework sets PyTorch's allocator to expandable segments.
enum class Segments {
    Fixed,
    Expandable,
    ExpandableOnSeveral ///< GPUs
};

/// The schedule of every framework that has pipelines, and the recomputation of all layers alike.
inline constexpr std::array usualSchedule{PipelineSchedule::OneForwardOneBackward};
inline constexpr std::array usualRecompute{RecomputeMethod::All};

/// Whether a list of a framework's choices has this one. An empty list has no limit.
template <class T> bool allows(std::span<const T> choices, T choice)
{
    return choices.empty() || std::ranges::find(choices, choice) != choices.end();
}

/// The features for which a framework has a setting.
struct Abilities
{
    bool tensor = true, context = true, pipeline = true, expert = true;
    bool chunks = true; ///< a pipeline's stage may have several chunks of layers, interleaved
    std::span<const PipelineSchedule> schedules = usualSchedule; ///< empty: no limit
    bool unevenRanks = true; ///< tensor ranks may have parts of different sizes
    bool host = true; ///< states, weights and activations can be offloaded to the host
    bool hostActivations = true; ///< activations too
    bool hostActivationsRecomputed = false; ///< offloads activations only of recomputed layers
    bool offloadsTogether = false; ///< weights and states are offloaded both, or neither
    bool disk = false; ///< states can be offloaded to NVMe
    std::int64_t leastZeroOfParts = 4; ///< the least stage at which a part of the states can be
                                       ///< offloaded
    bool offloadsSomeLayers = false; ///< activations of some layers alone
    bool offloadsModules = false; ///< of some parts of a layer alone
    std::span<const RecomputeMethod> recomputeMethods = usualRecompute; ///< empty: no limit
    bool budgetsCompiled = false; ///< torch.compile keeps a share of what its layers would keep
    bool recomputesParts = false; ///< of a layer, by name
    bool eightBits = true; ///< products in 8 bits
    std::span<const Precision> scaledBlocks{}; ///< the formats with a scale for each block of
                                               ///< values in which it computes products
    bool narrowParameters = false; ///< weights in these alone
    bool tilesMlp = false; ///< computes an MLP for one part of the tokens after another
    bool halfPrecision = true; ///< products in fp16
    bool halfAlone = true; ///< without 32-bit weights
    bool fullPrecision = true; ///< products in fp32
    bool eagerAttention = true; ///< an attention that stores its scores
    std::span<const Optimizer> optimizers{}; ///< the only ones; empty: no limit
    bool stepsInBackward = false; ///< an optimizer that steps inside the backward pass
    bool narrowMoments = false; ///< in fp8 or fp16
    bool narrowMasters = false; ///< in fp16
    bool fusedLoss = true; ///< a loss that writes the logits' gradient over them
    bool packing = true; ///< several sequences in a row
    std::span<const JobKind> jobs{}; ///< the only ones; empty: no limit
    bool adapters = true; ///< LoRA and its kind
    std::span<const AdapterMethod> adapterMethods{}; ///< the only ones; empty: no limit
    std::span<const AdapterBase> adapterBases{}; ///< of a quantised base; empty: no limit
    bool floatBase = true; ///< LoRA's weights in 32 bits, below products in 16
    bool dora = true;
    bool embeddingAdapters = true; ///< an embedding can have an adapter
    bool savesModules = true; ///< adapters can train a module in full
    bool adapterKernels = false; ///< kernels of adapters with the products that they adapt
    bool quantisedBase = true; ///< the weights below adapters can have 4 bits
    bool sharedQuantisedBase = true; ///< on several GPUs too
    bool tensorAdapters = true; ///< tensor ranks split adapters too
    std::int64_t leastZero = 1; ///< the least stage above 0
    std::int64_t mostZero = 3;
    bool shardsAlways = false; ///< on several GPUs it has no stage below leastZero

    bool splitsTensors(bool trainsAll) const { return tensor && (trainsAll || tensorAdapters); }
    /// Layers of this method. A budget of compiled layers keeps as many bytes as a block of whole
    /// layers does: torch/_functorch/partitioners.py: choose_saved_values_set keeps a layer's input
    /// and, of what it would keep beside, no more than the budget's share.
    bool recomputesBy(RecomputeMethod method, Kernels kernels) const
    {
        return allows(recomputeMethods, method)
            || (budgetsCompiled && method == RecomputeMethod::Block && kernels == Kernels::Fused);
    }
    /// Of layers that are recomputed, or of others.
    bool offloadsActivations(bool recomputed) const
    {
        return host && hostActivations && (recomputed || !hostActivationsRecomputed);
    }
    /// Whether one may go to the host without the other.
    bool offloadsSo(Offload states, Offload weights) const
    {
        return !offloadsTogether || (states == Offload::None) == (weights == Offload::None);
    }
};

/// One framework: its choice for each key that a plan leaves open, and the tensors that its code
/// keeps in addition to those that the mathematics needs.
struct Profile
{
    Framework framework{}; ///< whose code trains
    const char* name = ""; ///< as its authors write it
    const char* source = "";
    /// Whether it runs on PyTorch for ROCm, so on AMD's cards, and not for CUDA alone. These two
    /// are the only GPUs for which PyTorch itself is built (pytorch.org, Get Started: Compute
    /// Platform).
    bool runsOnRocm = true;

    std::optional<Precision> precision{};
    std::optional<Gradients> gradients{};
    std::optional<bool> keepGradients{}, masterWeights{};
    std::optional<Moments> moments{}; ///< used only with a 16-bit precision that is not mixed
    AttentionLibrary attention = AttentionLibrary::PyTorch; ///< that chooses the kernel
    std::optional<Kernels> kernels{};
    std::optional<Loss> loss{};
    std::optional<Optimizer> optimizer{};
    std::optional<StageSplit> stageSplit{};
    Kernels adapterKernels = Kernels::Eager;
    bool trainsLoadedType = false; ///< weights in 16 bits, unless an engine makes 32-bit ones
    bool recomputes = false; ///< a layer at a time
    bool offloadsInputs = false; ///< of recomputed layers, to the host
    std::optional<bool> reentrant{}; ///< null: by the version of transformers
    Segments segments = Segments::Fixed;
    bool fusedStep = true; ///< of torch.optim's AdamW, unless the plan says another

    Abilities abilities{};
    const JobDefaults* job = &assumedJob;
    Engine engine = Engine::Ddp; ///< that shards, unless the plan says another; Ddp: its own code
    /// Of plans with this engine; null: the plan has no choice.
    const Profile *fsdp1 = nullptr, *fsdp2 = nullptr;
    bool choosesEngine() const { return fsdp1 && fsdp2; }
    const Profile* splitting = nullptr; ///< of plans whose ranks split layers, stages or experts;
                                        ///< null: this one
    Selective selective = Selective::None;
    LossChunks lossChunks = LossChunks::Fused;
    std::int64_t lossChunkCount = 0; ///< 0: by Liger Kernel's rule, or of so many tokens
    std::int64_t lossChunkTokens = 0;
    std::int64_t (*lossRows)(const Resolved&) = nullptr; ///< a rule of its own; null: none

    bool floatParameters = false; ///< sharded weights are 32-bit and need no master copy
    bool modelsOfTransformers = false; ///< whose defaults go by its version
    bool quantisesTower = false; ///< bitsandbytes replaces the products of a vision tower too
    bool floatAdapters = false; ///< adapters are 32-bit and need no master copy
    bool torchOptimizers = false; ///< torch.optim's, some of which have no fused step
    bool untiesHead = false; ///< head and embedding never share their storage
    bool quantisesHead = false; ///< 4-bit bases hold the head in 4 bits too
    bool upcastsBase = true; ///< obeys adapter.upcast
    bool pagedWhenQuantised = false; ///< 4-bit bases train with moments outside the allocator
    bool fusedQkv = false; ///< one product, one adapter and one view for q, k and v
    bool expandsKeys = false; ///< keys and grouped values are copied out to every head
    bool widensStream = false; ///< Resolved::widensProducts(): PEFT with bitsandbytes
    bool keepsFrozenInputs = true; ///< Resolved::keepsFrozenInputs(): bitsandbytes
    Sharding sharding = Sharding::Blocks;
    bool flatShards = false; ///< a block's weights are one flat tensor: FSDP of PyTorch 1
    bool loadsUnits = false; ///< each unit is whole on the GPU before it is sharded
    bool splitsRoot = false; ///< Resolved::splitsRoot(): accelerate, with FSDP2
    bool skipsReductions = false; ///< Resolved::reducesLast(): model.no_sync()
    std::int64_t reducedBytes = 0; ///< of a value in the buffer from which a block's gradients are
                                   ///< reduced; 0: as wide as the shards
    bool wrapsOneGpu = false; ///< copies its pieces even on one GPU, which shares nothing
    bool pipelineReducesOnce = false; ///< in a pipeline, weights stay gathered and gradients whole
                                      ///< from pass to pass, and are reduced after the last one
    bool freesStageOutput = false; ///< once a pipeline's stage has sent it; torch's pipelining
                                   ///< keeps it (distributed/pipelining/stage.py: fwd_cache)
    bool copiesOut = false; ///< weights are gathered into one buffer and copied to their tensors
    std::int64_t sharesParametersFrom = 3; ///< the first ZeRO stage that shards the parameters
    std::int64_t bucketElements = 0; ///< 0: hidden · hidden, as the Trainer's "auto"
    bool sizesByHidden() const { return bucketElements == 0; } ///< of DeepSpeed's buffers
    std::int64_t vocabularyMultiple = 1; ///< the vocabulary is padded to this times t

    bool fusesWeightGradients = false; ///< a product adds its weight's gradient to the sum in place
    bool castsAnew = false; ///< narrow products keep 16-bit inputs and weights, and cast both for
                            ///< each of their passes: torchao, float8/float8_linear.py
    bool fusedProducts = false; ///< one product makes q, k and v, and one gate and up
    bool gatesInPlace = true; ///< a fused activation writes the gradients of gate and up over them:
                              ///< Liger Kernel, ops/swiglu.py, swiglu_backward
    bool gathersIntoBuffer = false; ///< split products gather their inputs into one buffer
    bool runsTrainer = false; ///< transformers' Trainer runs the step
    std::int64_t rowMultiple = 0; ///< rows are padded to the longest sequence of their micro-batch
                                  ///< and to a multiple of this; 0: to the whole context
    bool timesNormKernels = false; ///< Triton times the kernels of norms at their first launch
    bool narrowSoftmax = false; ///< eager attention's softmax is in 16 bits, whatever the norm
    bool freesAttended = false; ///< a layer's code drops its attention's output after the sum with
                                ///< the residual; else a variable has it until the layer ends
    bool addedMask = false; ///< eager attention adds its mask of packed rows: values, not bools
    bool keepsGradientBuffer = false; ///< on the GPU, though the optimizer is offloaded
    bool isTuned = false; ///< with fused kernels it runs at the pace of Program::Tuned
    bool reducesAfterward = false; ///< with ZeRO, when the backward pass has ended
    bool allReducesShards = false; ///< with ZeRO, every rank gets the gradients of all others
    bool recordsCollectives = false; ///< collectives record their streams on every tensor
    bool hasOwnBand = false; ///< where states are shared, its readings lie by BandClass::Sharded
    bool isRecorded = false; ///< replays were held against recordings of its code on a GPU
    bool accumulatesApart = false; ///< each micro-batch's gradients are added up after its backward
    bool gathersByList = false; ///< stepped weights are gathered into a list of tensors
    bool dropsUnused = false; ///< compiled selective recomputation drops outputs that nothing needs
    std::span<const LogitBytes> logits{}, chunkedLogits{};
    std::span<const LogitBytes> shiftedLogits{}; ///< in transformers up to 4.48
    std::span<const LogitBytes> fusedLogits{}; ///< of a fused loss; empty: logits and gradient in
                                               ///< the computed type
    std::span<const LogitBytes> narrowLogits{}; ///< ProgramTraits::narrowLoss without autocast,
                                                ///< from ZeRO-1 on
    std::span<const LogitBytes> evaluationLogits{}; ///< at the loss of a pass without gradients;
                                                    ///< empty: evaluations are not counted
    std::span<const Extra> extras{};
};

const Profile& profileOf(Framework framework);

/// The profile of a plan with this recipe and layout.
const Profile& profileOf(const Recipe& recipe, const Layout& layout);

} // namespace highwater
