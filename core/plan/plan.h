// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/names.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace highwater {

enum class MethodId {
    Exact,
    Lecture,
    LectureZero,
    TransformerMath,
    RuleOfThumb,
    ActivationRatio,
    DeepSpeed,
    Eleuther,
    Megatron,
    LlmAnalysis,
    Accelerate
};
enum class Task { Train, Inference, Preference, Reinforcement };
/// Ways to train with more than one model, or with a loss other than that of the next token.
enum class JobKind { Sft, Dpo, Orpo, Kto, Reward, Grpo, Ppo, Distill };
enum class RoleState { Train, Frozen, Serve };
/// The models of a job.
enum class RoleId { Policy, Ref, Value, Reward, Teacher, Ema, Rollout };
/// Shared: on the cards of the policy. Policy: the policy's own weights with its adapters off.
enum class RolePlace { Shared, Own, Host, Policy };
enum class RoleType { Fp32, Bf16, Fp8, Int8, Nf4 };
enum class RoleOffload { None, Parameters, Gradients, Optimizer };
/// Of a server between two generations: 1 keeps the weights in the host's memory, 2 drops them.
enum class SleepLevel { None, One, Two };
enum class Packing { Padded, Packed };
enum class JobLogits { Fp32, Bf16, Chunked, Fused };
enum class LogitRows { All, Completion };
enum class Entropy { None, NoGrad, Grad };
enum class Framework {
    Plain,
    PyTorchFsdp,
    DeepSpeed,
    Megatron,
    Nanotron,
    HuggingFace,
    Torchtune,
    LitGpt,
    Verl,
    OpenRlhf,
    LlamaFactory,
    MsSwift,
    Axolotl,
    Unsloth
};
/// The library that runs the data-parallel ranks of a framework that leaves the choice.
enum class Engine { Ddp, Fsdp1, Fsdp2, DeepSpeed };
/// Fp8Mixed has one scale for each tensor, the others one for each block of values: Fp8BlockMixed
/// of 128 (DeepSeek-V3, arXiv 2412.19437), Mxfp8Mixed of 32 and Nvfp4Mixed of 16 (arXiv
/// 2509.25149).
enum class Precision {
    Bf16Mixed,
    Fp16Mixed,
    Bf16,
    Fp32,
    Fp8Mixed,
    Fp8BlockMixed,
    Mxfp8Mixed,
    Nvfp4Mixed,
    Fp16
};
enum class Gradients { Bf16, Fp32, Both };
enum class Optimizer {
    AdamW,
    AdamW8bit,
    Sgd,
    SgdMomentum,
    Adagrad,
    Adafactor,
    Lion,
    Muon,
    PagedAdamW,
    PagedAdamW8bit,
    GaLore,
    Apollo,
    ApolloMini,
    Lomo,
    AdaLomo,
    AdamMini,
    Soap
};
/// How the ranks that share a gradient bring its matrix together for Muon: each matrix to every
/// rank, which computes it; as many matrices as there are ranks to every rank, which computes one;
/// the same, but each rank gets one matrix alone; none, as whole matrices are the ranks' shares.
enum class MuonGather { Each, Batch, Exchange, Owned };
enum class Moments { Fp32, Bf16, Int8, Fp16, Fp8 };
enum class MasterPrecision { Fp32, Fp16 };
enum class Recompute { None, Selective, Full };
/// Which layers are recomputed.
enum class RecomputeMethod { All, Block, Uniform, Every };
/// Layers that keep a state of one size for a sequence in place of keys and values: gated delta
/// nets (arXiv 2412.06464), lightning attention (arXiv 2501.08313), Mamba (arXiv 2312.00752) and
/// Mamba-2 (arXiv 2405.21060), delta attention with a gate for each channel (Kimi Linear, arXiv
/// 2510.26692), short convolutions (LFM2, arXiv 2511.23404).
enum class LinearKind { GatedDelta, Lightning, Mamba, Mamba2, ChannelDelta, Convolution };
/// Image towers, each as one published model has it: which norms, products and positions a layer
/// has, and how patches become tokens.
enum class TowerKind {
    Qwen2Vl,
    Qwen25Vl,
    Qwen3Vl,
    Siglip,
    Clip,
    Pixtral,
    Llama4,
    Mllama,
    MoonVit,
    Gemma4
};
/// Parts of a layer that Megatron-LM can recompute alone.
enum class RecomputeModule { CoreAttn, LayerNorm, MoeAct, MlaUpProj, Mlp, Moe, SharedExperts };
/// Parts of the model outside the layers that can be left untrained.
enum class FrozenPart { Vision, Embedding, Head };
enum class Attention { Eager, Flash };
/// The code of flash attention.
enum class AttentionKernel { Triton, Cudnn, Flash2, Flash3 };
enum class Kernels { Eager, Fused };
enum class Loss { Full, Chunked, Fused };
/// The memory in which the whole weights are gathered to be saved: the first rank's host's, or that
/// of every GPU.
enum class SavedState { None, Host, Gpu };
enum class AdapterKind { None, Lora, Qlora };
/// The weights that an adapter adds: factors of low rank; a prompt in front of each layer's
/// attention, gated (LLaMA-Adapter, arXiv 2303.16199); the same with a scale and a bias for every
/// product (its second version, arXiv 2304.15010); keys and values in front of each layer's (prefix
/// tuning, arXiv 2101.00190); embeddings in front of the first layer (arXiv 2104.08691).
enum class AdapterMethod { Lora, Adapter, AdapterV2, Prefix, Prompt };
enum class AdapterTarget { Q, K, V, O, Gate, Up, Down, Head, Embedding };
/// Modules that adapters train in full, as a copy in addition to the frozen module.
enum class SavedModule { Embedding, Head };
/// The frozen weights of QLoRA; Fp32 is of LoRA alone, whose others all are of 16 bits.
enum class AdapterBase { Bf16, Int8, Nf4, Nf4Double, Gptq, Fp32 };
enum class Overhead { None, Low, Expected, High };
enum class TpInputs { Recomputed, Gathered };
enum class StageSplit { Even, Balanced };
/// The order of the passes of a pipeline.
enum class PipelineSchedule {
    OneForwardOneBackward,
    Zb1p,
    Zb2p,
    Zbv,
    VHalf,
    VMin,
    DualPipe,
    DualPipeV
};
/// The exchange of keys and values between ranks of context parallelism.
enum class ContextKind { AllGather, Ring, Ulysses };
enum class Offload { None, Cpu, Nvme };
enum class ActivationOffload { None, Cpu };
/// When the host steps an optimizer that is offloaded to it: after the backward pass, while the
/// backward pass still runs (SuperOffload), or once for several micro-batches, of which the columns
/// with the largest gradients step on the GPU (ZenFlow) and, at last, while the next ones run.
enum class HostStep { After, Superoffload, Zenflow, ZenflowOverlap };
/// Parts of a layer of which Megatron-LM can offload what they keep.
enum class OffloadModule {
    AttnNorm,
    QkvLinear,
    CoreAttn,
    AttnProj,
    MlpNorm,
    ExpertFc1,
    MoeAct,
    FusedGroupMlp
};
enum class WeightFormat {
    Bf16,
    Fp16,
    Fp8,
    Int8,
    Int4,
    Nf4,
    Q2K,
    Q3KS,
    Q3KM,
    Q3KL,
    Q4_0,
    Q4_1,
    Q4KS,
    Q4KM,
    Q5_0,
    Q5_1,
    Q5KS,
    Q5KM,
    Q6K,
    Q8_0,
    Fp32,
    Fp8Block,
    W8A8,
    Gptq,
    Awq,
    W4A16,
    Fp4,
    Nf4Double,
    Mxfp4,
    Nvfp4,
    Q2KS,
    Iq1S,
    Iq1M,
    Iq2Xxs,
    Iq2Xs,
    Iq2S,
    Iq2M,
    Iq3Xxs,
    Iq3Xs,
    Iq3S,
    Iq3M,
    Iq4Nl,
    Iq4Xs,
    Tq1_0,
    Tq2_0,
    Mxfp4Moe,
    Q2KL,
    Q3KXl,
    Q4KL,
    Q5KL,
    Q6KL
};
enum class KvFormat {
    Bf16,
    Fp8,
    Int8,
    Q8_0,
    Q4_0,
    Fp16,
    Fp32,
    Q4_1,
    Q5_0,
    Q5_1,
    Iq4Nl,
    Nvfp4,
    Fp8PerHead,
    Int8PerHead,
    Fp8DsMla
};
/// The proposer of tokens for one pass of a model that generates text.
enum class DraftKind {
    Model, ///< another model of the catalogue
    Mtp, ///< the model's own layers that predict further tokens
    Eagle, ///< a trained layer behind the model's last one (arXiv 2401.15077)
    Eagle3 ///< the same from three of its layers, with a head of its own (arXiv 2503.01840)
};
/// Programs that serve a model.
enum class Server { Plain, Vllm, Sglang, TensorRtLlm, LlamaCpp, HuggingFace };
enum class Norm { RmsNorm, LayerNorm };
enum class Activation { Silu, Gelu, GeluTanh, Relu };
enum class QkNorm { None, Head, Full };

/// A model of the catalogue, by id.
struct CatalogModel
{
    std::string id = "llama-3.1-8b";
    bool operator==(const CatalogModel&) const = default;
};

/// An architecture written out. A number that is left out gets a default (shapeOf()).
struct CustomModel
{
    std::optional<std::int64_t> hiddenSize, numLayers, numHeads, numKvHeads, headDim,
        intermediateSize, vocabSize, maxPositions, learnedPositions, slidingWindow;
    std::optional<Norm> norm;
    std::optional<Activation> activation;
    std::optional<QkNorm> qkNorm;
    std::optional<bool> gated, tiedEmbeddings, biases, attnQkvBias, attnOutBias, mlpBias, moeBias,
        routerBias, sharedGate, finalNorm;
    std::optional<std::int64_t> normsPerLayer, extraFinal, attnExtra, mtpLayers, normVectors,
        embeddingWidth, visionParams;
    /// The kinds of attention, a letter a layer, repeated: "sssssf" has a full layer after five
    /// with a sliding window.
    std::optional<std::string> layerPattern;
    std::optional<std::int64_t> experts, expertsPerToken, moeIntermediateSize, sharedExperts,
        sharedIntermediate, firstKDense, moeEvery, moeOffset;
    std::optional<std::int64_t> mlaQLoraRank, mlaKvLoraRank, mlaQkNopeHeadDim, mlaQkRopeHeadDim,
        mlaVHeadDim;
    std::optional<std::int64_t> linearKeyHeads, linearValueHeads, linearKeyHeadDim,
        linearValueHeadDim, linearConvKernel;
    std::optional<LinearKind> linearKind; ///< null: attnExtra has the weights of these layers
    std::optional<std::int64_t> windowHeads, windowKvHeads, windowHeadDim, valueHeadDim,
        moeLatentSize, indexHeadDim, cachedValues, kvSharedLayers;
    std::optional<TowerKind> visionKind; ///< null: only the tower's parameters are known
    std::optional<std::int64_t> visionHiddenSize, visionIntermediateSize, visionNumLayers,
        visionNumHeads, visionPatchSize, visionMergeSize, visionImageSize, visionDeepstack;
    /// The number of parameters for methods that count states only, in place of the shape's count:
    /// 6 billion for ChatGLM-6B.
    std::optional<double> parameters;
    /// Facts about the model that no estimate uses. They are keys so that a person can paste an
    /// model's file of the catalogue as a whole.
    std::optional<std::string> id, name, family, source, officialSource;
    /// Fields of the file from which the model was read that may count and were not read, separated
    /// by commas.
    std::optional<std::string> unread;
    std::optional<std::int64_t> totalParams, activeParams, officialParams;
    std::optional<bool> verified;
    bool operator==(const CustomModel&) const = default;
};

/// A Llama-shaped model of about this many parameters.
struct SizedModel
{
    double parameters = 8e9;
    bool operator==(const SizedModel&) const = default;
};

using ModelChoice = std::variant<CatalogModel, CustomModel, SizedModel>;

struct Workload
{
    Task task = Task::Train;
    std::int64_t context = 8192;
    std::int64_t microBatch = 1;
    std::optional<std::int64_t> globalBatch, trainingTokens;
    std::optional<std::int64_t> meanLength; ///< of a sequence, without padding; null: the context
    std::optional<std::int64_t> examples; ///< sequences of the data set
    double epochs = 1; ///< passes through the examples
    std::int64_t evaluationBatch = 0; ///< sequences of a pass without gradients; 0: none is run
    std::int64_t keptPredictions = 0; ///< such passes whose logits stay on the GPU for metrics
    std::int64_t images = 0; ///< in a sequence; their tokens are part of the context
    std::optional<std::int64_t> imageWidth, imageHeight; ///< pixels; null: as the tower takes them
    std::optional<std::int64_t> imageTokens; ///< of one image; null: as its pixels give
    bool operator==(const Workload&) const = default;
};

/// The arithmetic of the training run. The framework's profile fills each key that is left open
/// (resolve()).
struct Recipe
{
    Framework framework = Framework::Plain;
    std::optional<Precision> precision;
    std::optional<Gradients> gradients;
    std::optional<bool> keepGradients, masterWeights;
    std::optional<bool> fusedStep; ///< of the optimizer, in one kernel
    std::optional<Optimizer> optimizer;
    std::optional<Moments> moments;
    std::optional<Recompute> recompute;
    std::optional<Attention> attention;
    std::optional<AttentionKernel> attentionKernel; ///< of flash attention; null: the framework's
                                                    ///< choice on the device
    std::optional<Kernels> kernels;
    std::optional<Kernels> normKernels, mlpKernels; ///< null: as `kernels`
    std::optional<Loss> loss;
    std::optional<bool> dropout;
    RecomputeMethod recomputeMethod = RecomputeMethod::All;
    std::int64_t recomputeLayers = 1; ///< of a method that is not All
    std::vector<RecomputeModule> recomputeModules; ///< empty: the framework's own choice
    std::vector<FrozenPart> frozen;
    std::int64_t frozenLayers = 0; ///< from frozenFrom on
    std::int64_t frozenFrom = 0; ///< 0: the first layers, and the parts before them
    std::int64_t optimizerRank = 128; ///< of optimizers that project gradients
    MuonGather muonGather = MuonGather::Each;
    bool narrowParameters = false; ///< weights of products are kept in the 8 or 4 bits that these
                                   ///< compute in, without 16-bit ones beside them
    std::int64_t mlpTiles = 1; ///< parts of the tokens, one after the other, for which a dense MLP
                               ///< is computed and made again; 1: all at once, nothing again
    MasterPrecision masterPrecision = MasterPrecision::Fp32;
    bool stepInBackward = false; ///< each gradient is used as soon as it is made
    std::int64_t predictionLayers = 0; ///< that predict further tokens, in addition to the model's
                                       ///< layers
    std::optional<Engine> engine;
    std::optional<bool> reentrant; ///< checkpoints of PyTorch's first kind
    std::optional<bool> checkpointOutside; ///< a layer's checkpoint holds its FSDP unit, not the
                                           ///< unit its checkpoint
    std::optional<bool> originalParameters; ///< FSDP1's use_orig_params
    std::optional<bool> backwardPrefetch; ///< FSDP1 gathers the next unit in a backward pass
    bool holdsLogits = false; ///< the script keeps the model's output through the backward pass
    SavedState savedState = SavedState::None; ///< where the whole weights are gathered to be saved
    std::optional<bool> efficientLoading; ///< one rank alone has a copy in the host's memory
    /// The versions of libraries whose code differs by them; empty: the newest.
    std::string transformers, accelerate, peft, deepspeed;
    bool operator==(const Recipe&) const = default;
};

struct Adapter
{
    AdapterKind kind = AdapterKind::None;
    std::int64_t rank = 16;
    std::vector<AdapterTarget> targets{AdapterTarget::Q,   AdapterTarget::K,    AdapterTarget::V,
                                       AdapterTarget::O,   AdapterTarget::Gate, AdapterTarget::Up,
                                       AdapterTarget::Down};
    double dropout = 0;
    AdapterBase base = AdapterBase::Nf4Double;
    bool upcast = true;
    bool dora = false; ///< a trained magnitude for every output (arXiv 2402.09353)
    std::vector<SavedModule> modulesToSave;
    AdapterMethod method = AdapterMethod::Lora;
    std::int64_t promptLength = 10; ///< tokens of a prompt
    std::int64_t startLayer = 2; ///< the first one with a gated prompt
    std::optional<bool> ownUnits; ///< each adapter is an FSDP unit by itself
    bool merges = false; ///< the run ends with the adapters merged into the weights
    std::optional<Kernels> kernels; ///< of adapters with the products that they adapt
    bool operator==(const Adapter&) const = default;
};

struct Cluster
{
    std::string device = "h100-sxm5-80gb";
    std::int64_t gpus = 8;
    std::int64_t gpusPerNode = 8;
    std::optional<std::int64_t> capacity;
    std::int64_t reserve = 0;
    Overhead overhead = Overhead::Expected;
    std::optional<std::int64_t> hostMemory;
    std::optional<double> utilisation, pricePerHour;
    /// Rates of one device; null: the catalogue's.
    std::optional<double> peakTflops, memoryBandwidth, boardPower; ///< the last two GB/s, W
    std::optional<double> linkIntra, linkInter, linkPcie, linkHost, linkDisk; ///< GB/s
    /// Settings of PyTorch's caching allocator (PYTORCH_CUDA_ALLOC_CONF).
    std::optional<bool> expandableSegments;
    std::optional<std::int64_t> maxSplitSize; ///< bytes
    std::int64_t roundupDivisions = 1; ///< of a power of two
    bool operator==(const Cluster&) const = default;
};

struct Layout
{
    std::int64_t zero = 0;
    std::int64_t replicate = 1;
    std::int64_t tensor = 1, pipeline = 1, context = 1, expert = 1, expertTensor = 1;
    std::optional<bool> sequenceParallel;
    std::optional<TpInputs> tpInputs;
    std::int64_t virtualPipeline = 1;
    std::optional<StageSplit> stageSplit;
    double imbalance = 1;
    Offload offloadOptimizer = Offload::None;
    Offload offloadParameters = Offload::None;
    std::optional<ActivationOffload> offloadActivations;
    double offloadFraction = 1; ///< of the optimizer, where it is offloaded
    HostStep hostStep = HostStep::After; ///< of DeepSpeed, where it is offloaded
    double zenflowShare = 0.1; ///< of a matrix's columns, which step on the GPU
    bool zenflowOffload = false; ///< their moments wait on the host
    std::optional<std::int64_t> offloadLayers; ///< of each stage, for activations; null: all
    std::vector<OffloadModule> offloadModules; ///< of a layer, for activations; empty: all
    PipelineSchedule schedule = PipelineSchedule::OneForwardOneBackward;
    std::string stageLayers; ///< of every stage, "7,8*14,7"; empty: as stageSplit says
    std::optional<ContextKind> contextKind; ///< null: nothing is counted for the exchange
    std::optional<std::int64_t> reduceBucket; ///< gradients in one; null: the framework's default
    std::optional<bool> overlapComm; ///< reduces one bucket while another fills; null: DeepSpeed's
    bool usesDisk() const
    {
        return offloadOptimizer == Offload::Nvme || offloadParameters == Offload::Nvme;
    }
    bool operator==(const Layout&) const = default;
};

struct Inference
{
    WeightFormat weights = WeightFormat::Bf16;
    KvFormat kvCache = KvFormat::Bf16;
    std::int64_t output = 0;
    Server server = Server::Plain;
    /// The fraction of the card's memory, by the server's definition; null: the server's default.
    std::optional<double> memoryFraction;
    std::optional<std::int64_t> prefillChunk; ///< tokens of one pass over prompts
    std::optional<std::int64_t> maxSequences; ///< that the server may serve at a time
    /// Whether a GGUF file is made with an importance matrix; null: only where its type needs one.
    std::optional<bool> imatrix;
    std::optional<std::int64_t> groupSize; ///< weights that share a scale: GPTQ, AWQ, W4A16, int4
    std::string version; ///< of the server; empty: the newest
    bool graphs = true; ///< the server records CUDA graphs
    /// llama.cpp's -ngl: the head and so many layers but one are on the GPU; null: all.
    std::optional<std::int64_t> gpuLayers;
    std::int64_t hostExperts = 0; ///< layers whose experts are in the host's memory (--n-cpu-moe)
    std::int64_t hostMlps = 0; ///< layers whose dense MLP is there (--override-tensor)
    DraftKind draftKind = DraftKind::Model;
    std::string draftModel; ///< of the catalogue, of DraftKind::Model; empty: none
    std::optional<WeightFormat> draftWeights; ///< null: as the model's own
    std::int64_t draftTokens = 4; ///< that it proposes for one pass of the model
    double draftAcceptance = 0.7; ///< the share of its tokens that the model takes
    bool drafts() const { return draftKind != DraftKind::Model || !draftModel.empty(); }
    bool operator==(const Inference&) const = default;
};

/// A training job. A key that it leaves open has the framework's or the kind's default.
struct Job
{
    std::optional<JobKind> kind;
    std::optional<std::int64_t> samples, prompt, completion;
    std::optional<Packing> packing;
    std::optional<std::int64_t> updateTokens, logprobTokens, valueTokens; ///< of one pass on a GPU
    std::optional<JobLogits> logits;
    std::optional<LogitRows> rows;
    std::optional<Entropy> entropy;
    bool referenceFree = false, precomputedReference = false;
    std::optional<std::int64_t> topK; ///< logits that are kept of a teacher's row
    bool operator==(const Job&) const = default;
};

/// One of a job's models. A key that it leaves open has the policy's value, or the framework's or
/// the kind's default.
struct RoleChoice
{
    std::optional<std::string> model; ///< of the catalogue
    std::optional<RoleState> state;
    std::optional<RoleType> dtype;
    std::optional<std::int64_t> zero;
    std::optional<RolePlace> place;
    std::optional<std::int64_t> gpus; ///< where the role has its own GPUs
    std::optional<std::vector<RoleOffload>> offload; ///< to the host, while other roles work
    std::optional<SleepLevel> sleep;
    bool operator==(const RoleChoice&) const = default;
};

/// The members of RoleChoice, which are keys of each role.
enum class RoleKey { Model, State, Dtype, Zero, Place, Gpus, Offload, Sleep };

struct Roles
{
    RoleChoice policy, ref, value, reward, teacher, ema, rollout;
    bool operator==(const Roles&) const = default;
};

inline constexpr EnumTable<RoleId, RoleChoice Roles::*>
    roleMembers({&Roles::policy, &Roles::ref, &Roles::value, &Roles::reward, &Roles::teacher,
                 &Roles::ema, &Roles::rollout});

/// The plan's choices for a role.
inline const RoleChoice& choiceOf(const Roles& roles, RoleId role)
{
    return roles.*roleMembers[role];
}

/// The engine that generates text in reinforcement learning.
struct Rollout
{
    std::optional<double> utilization; ///< of the card's memory
    std::optional<std::int64_t> tensor, maxLength;
    bool operator==(const Rollout&) const = default;
};

/// Everything that a person chooses. The program opens with a default plan.
struct Plan
{
    std::string name;
    std::string notes;
    std::string unread; ///< settings of the file from which the plan was read that were not read,
                        ///< separated by commas
    MethodId method = MethodId::Exact;
    ModelChoice model;
    Workload workload;
    Recipe recipe;
    Adapter adapter;
    Cluster cluster;
    Layout layout;
    Inference inference;
    Job job;
    Roles roles;
    Rollout rollout;
    bool operator==(const Plan&) const = default;
};

} // namespace highwater

HIGHWATER_NAMES(MethodId, "exact", "lecture", "lecture-zero", "transformer-math", "rule-of-thumb",
                "activation-ratio", "deepspeed", "eleuther", "megatron", "llm-analysis",
                "accelerate")
HIGHWATER_NAMES(Task, "train", "inference", "preference", "reinforcement")
HIGHWATER_NAMES(JobKind, "sft", "dpo", "orpo", "kto", "reward", "grpo", "ppo", "distill")
HIGHWATER_NAMES(RoleId, "policy", "ref", "value", "reward", "teacher", "ema", "rollout")
HIGHWATER_NAMES(RoleKey, "model", "state", "dtype", "zero", "place", "gpus", "offload", "sleep")
HIGHWATER_NAMES(RoleState, "train", "frozen", "serve")
HIGHWATER_NAMES(RolePlace, "shared", "own", "host", "policy")
HIGHWATER_NAMES(RoleType, "fp32", "bf16", "fp8", "int8", "nf4")
HIGHWATER_NAMES(RoleOffload, "none", "parameters", "gradients", "optimizer")
HIGHWATER_NAMES(SleepLevel, "none", "1", "2")
HIGHWATER_NAMES(Packing, "padded", "packed")
HIGHWATER_NAMES(JobLogits, "fp32", "bf16", "chunked", "fused")
HIGHWATER_NAMES(LogitRows, "all", "completion")
HIGHWATER_NAMES(Entropy, "none", "nograd", "grad")
HIGHWATER_NAMES(Framework, "plain", "pytorch-fsdp", "deepspeed", "megatron", "nanotron",
                "huggingface", "torchtune", "litgpt", "verl", "openrlhf", "llama-factory",
                "ms-swift", "axolotl", "unsloth")
HIGHWATER_NAMES(Engine, "ddp", "fsdp1", "fsdp2", "deepspeed")
HIGHWATER_NAMES(Precision, "bf16-mixed", "fp16-mixed", "bf16", "fp32", "fp8-mixed",
                "fp8-block-mixed", "mxfp8-mixed", "nvfp4-mixed", "fp16")
HIGHWATER_NAMES(Gradients, "bf16", "fp32", "both")
HIGHWATER_NAMES(Optimizer, "adamw", "adamw-8bit", "sgd", "sgd-momentum", "adagrad", "adafactor",
                "lion", "muon", "adamw-paged", "adamw-8bit-paged", "galore", "apollo",
                "apollo-mini", "lomo", "adalomo", "adam-mini", "soap")
HIGHWATER_NAMES(MuonGather, "each", "batch", "exchange", "owned")
HIGHWATER_NAMES(Moments, "fp32", "bf16", "int8", "fp16", "fp8")
HIGHWATER_NAMES(MasterPrecision, "fp32", "fp16")
HIGHWATER_NAMES(RecomputeMethod, "all", "block", "uniform", "every")
HIGHWATER_NAMES(RecomputeModule, "core_attn", "layernorm", "moe_act", "mla_up_proj", "mlp", "moe",
                "shared_experts")
HIGHWATER_NAMES(FrozenPart, "vision", "embedding", "head")
HIGHWATER_NAMES(SavedModule, "embedding", "head")
HIGHWATER_NAMES(PipelineSchedule, "1f1b", "zb1p", "zb2p", "zbv", "v-half", "v-min", "dualpipe",
                "dualpipev")
HIGHWATER_NAMES(ContextKind, "all-gather", "ring", "ulysses")
HIGHWATER_NAMES(Recompute, "none", "selective", "full")
HIGHWATER_NAMES(Attention, "eager", "flash")
HIGHWATER_NAMES(AttentionKernel, "triton", "cudnn", "flash-2", "flash-3")
HIGHWATER_NAMES(Kernels, "eager", "fused")
HIGHWATER_NAMES(Loss, "full", "chunked", "fused")
HIGHWATER_NAMES(SavedState, "none", "host", "gpu")
HIGHWATER_NAMES(AdapterKind, "none", "lora", "qlora")
HIGHWATER_NAMES(AdapterTarget, "q", "k", "v", "o", "gate", "up", "down", "head", "embedding")
HIGHWATER_NAMES(AdapterMethod, "lora", "adapter", "adapter-v2", "prefix", "prompt")
HIGHWATER_NAMES(AdapterBase, "bf16", "int8", "nf4", "nf4-double", "gptq", "fp32")
HIGHWATER_NAMES(Overhead, "none", "low", "expected", "high")
HIGHWATER_NAMES(TpInputs, "recomputed", "gathered")
HIGHWATER_NAMES(StageSplit, "even", "balanced")
HIGHWATER_NAMES(Offload, "none", "cpu", "nvme")
HIGHWATER_NAMES(ActivationOffload, "none", "cpu")
HIGHWATER_NAMES(HostStep, "after", "superoffload", "zenflow", "zenflow_overlap")
HIGHWATER_NAMES(OffloadModule, "attn_norm", "qkv_linear", "core_attn", "attn_proj", "mlp_norm",
                "expert_fc1", "moe_act", "fused_group_mlp")
HIGHWATER_NAMES(WeightFormat, "bf16", "fp16", "fp8", "int8", "int4", "nf4", "q2_k", "q3_k_s",
                "q3_k_m", "q3_k_l", "q4_0", "q4_1", "q4_k_s", "q4_k_m", "q5_0", "q5_1", "q5_k_s",
                "q5_k_m", "q6_k", "q8_0", "fp32", "fp8-block", "w8a8", "gptq", "awq", "w4a16",
                "fp4", "nf4-double", "mxfp4", "nvfp4", "q2_k_s", "iq1_s", "iq1_m", "iq2_xxs",
                "iq2_xs", "iq2_s", "iq2_m", "iq3_xxs", "iq3_xs", "iq3_s", "iq3_m", "iq4_nl",
                "iq4_xs", "tq1_0", "tq2_0", "mxfp4_moe", "q2_k_l", "q3_k_xl", "q4_k_l", "q5_k_l",
                "q6_k_l")
HIGHWATER_NAMES(KvFormat, "bf16", "fp8", "int8", "q8_0", "q4_0", "fp16", "fp32", "q4_1", "q5_0",
                "q5_1", "iq4_nl", "nvfp4", "fp8-per-head", "int8-per-head", "fp8_ds_mla")
HIGHWATER_NAMES(DraftKind, "model", "mtp", "eagle", "eagle3")
HIGHWATER_NAMES(Server, "plain", "vllm", "sglang", "tensorrt-llm", "llama.cpp", "huggingface")
HIGHWATER_NAMES(Norm, "RMSNorm", "LayerNorm")
HIGHWATER_NAMES(Activation, "silu", "gelu", "gelu_tanh", "relu")
HIGHWATER_NAMES(LinearKind, "gated-delta", "lightning", "mamba", "mamba2", "channel-delta",
                "convolution")
HIGHWATER_NAMES(QkNorm, "none", "head", "full")
HIGHWATER_NAMES(TowerKind, "qwen2-vl", "qwen2.5-vl", "qwen3-vl", "siglip", "clip", "pixtral",
                "llama4", "mllama", "moonvit", "gemma4")
