// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/ledger/adapter.h"
#include "core/ledger/choices.h"
#include "core/ledger/idle_shares.h"
#include "core/ledger/layer_pattern.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/product.h"
#include "core/ledger/program_traits.h"
#include "core/ledger/stage.h"
#include "core/ledger/warning.h"
#include "core/ledger/weights.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"
#include "core/plan/shape.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace highwater {

struct Profile;

/// The rules by which a model of a job is counted differently from a model that is trained alone.
struct RoleRules
{
    bool frozen = false; ///< goes forward alone: no gradients, no optimizer
    std::int64_t weightBytes = 0; ///< of a weight as it is stored; 0: as the recipe says
    bool narrowAdapters = false; ///< 16-bit adapters where the framework makes 32-bit ones
    /// Rows of a sequence that have logits: `completion` of them; if 0, all but `prompt`.
    std::int64_t completion = 0, prompt = 0;
    std::int64_t sequencesAtATime = 0; ///< in the head; 0: all of a pass
    bool ownLoss = false; ///< the recipe's loss, as in plain training
    std::vector<Term> head; ///< else the tensors of the head and the loss
};

struct JobRole;

/// All that the weights of a rank depend on, for one shape of the rank and one adapter: a search
/// counts them anew only where one of these changes.
struct WeightBasis
{
    WeightSplit split;
    std::int64_t projectedRank = -1; ///< no plan has this one
    std::int64_t vectorBytes = 0;
    bool operator==(const WeightBasis&) const = default;
};

/// A plan with its model, device and framework found and its derived numbers computed. Estimates
/// are computed from a resolved plan.
struct Resolved
{
    MethodId method = MethodId::Exact;
    const Model* model = nullptr; ///< null for a custom model or a size scaled to a shape
    std::string family; ///< of the model, as the catalogue or its file names it; empty: unknown
    std::string modelSource; ///< the file that a custom model was read from; empty: unknown
    /// Fields of files that were not read: of the model's, and of the one with the settings.
    std::vector<std::string> unreadOfModel, unread;
    double statedParameters = 0; ///< as the plan says them, else 0
    bool madeToSize = false; ///< the shape was made for model.parameters
    Shape shape;
    WeightCounts counts;
    Recipe recipe; ///< as written
    Choices choices{};
    const Profile* profile = nullptr; ///< of the framework
    Workload workload;
    bool packs = false; ///< several sequences fill a context, each attends to itself alone
    Adapter adapter;
    Inference inference;
    Cluster cluster;
    Layout layout;
    const Device* device = nullptr;
    Bytes capacity = 0; ///< of one GPU
    bool capacityIsDevices = true; ///< false: the plan or the lecture's method sets `capacity`
    std::int64_t dataParallel = 1; ///< D = floor(gpus / (t·p·c))
    std::int64_t shards = 1; ///< S = D·c / replicas
    std::int64_t expertShards
        = 1; ///< the same for routed experts: N / (p·ep·etp) / replicas; S if none
    std::int64_t microBatches = 1; ///< of one step and GPU
    Shape heldByRank; ///< as tensor ranks hold it: vocabulary padded, key heads replicated
    WeightBasis weightBasis; ///< of the three that follow
    RankWeights weights; ///< of one rank
    AdapterWeights adapterWeights;
    BaseBytes base; ///< of a quantised base, else none
    BaseBytes baseScales; ///< of it, the constants of blocks of 4-bit weights
    LayerPattern pattern; ///< which layers are recomputed, which ones frozen
    SymbolValues symbols{}; ///< of the whole model, for methods other than the exact one
    BackwardPoints points; ///< of a layer's backward pass at which its memory may be highest
    std::vector<std::int64_t> stageStarts; ///< the first layer of every stage, and the end
    std::vector<Stage> stages; ///< those that can be the most loaded, in order
    std::vector<Stage> spareStages; ///< unused by this layout; kept for layouts with more
    std::vector<Warning> warnings;
    /// Whether estimates replay the allocator. A window does not replay while a control is dragged,
    /// and a search does not for its candidates: both take `idle`.
    bool replays = true;
    IdleShares idle = fittedIdleShares();
    std::optional<RoleRules> role; ///< where the plan is that of one model of a job
    JobKind jobKind = JobKind::Sft; ///< where there are roles
    std::int64_t prompt = 0, completion = 0; ///< tokens of a job's sequence; 0: not given
    bool saysReference = false; ///< the plan of a job has keys of a reference
    std::vector<JobRole> roles; ///< the models of a job (core/job); empty in all other plans
    std::shared_ptr<const Resolved> draft; ///< serves the model that proposes tokens; null: none
    ProgramTraits program;
    std::size_t unsupported = 0; ///< so many of the `warnings`, from the first on, are about
                                 ///< settings that the framework lacks

    /// The number of parameters to show: the plan's own where it states one, else the count.
    double parameters() const
    {
        return statedParameters > 0 ? statedParameters : static_cast<double>(counts.total);
    }
    /// Sequences of one pass of all GPUs, each micro-batch full.
    std::int64_t passSequences() const { return bounded::times(workload.microBatch, dataParallel); }
    /// Sequences of one step over all GPUs. A batch that the plan states stays as it is: where it
    /// is no whole number of passes, the last pass is not full, but is counted with the memory and
    /// time of a full one.
    std::int64_t stepSequences() const { return workload.globalBatch.value_or(passSequences()); }
    /// Whether the plan generates text with its model and trains nothing.
    bool serves() const { return workload.task == Task::Inference; }
    /// Whether it is a job with roles.
    bool isJob() const { return !roles.empty(); }
    bool isFrozen() const { return role && role->frozen; }
    // The moments beside the step: whether they are known of the plan's program, and whether the
    // plan asks for them.
    bool canLoadWhole() const; ///< in the host's memory
    bool canEvaluate() const;
    bool canSaveWhole() const;
    bool canMerge() const;
    bool loadsWhole() const { return recipe.efficientLoading && canLoadWhole(); }
    bool evaluates() const { return workload.evaluationBatch > 0 && canEvaluate(); }
    bool savesWhole() const { return recipe.savedState != SavedState::None && canSaveWhole(); }
    bool mergesAdapters() const { return adapter.merges && canMerge(); }
    /// Gradient accumulation keeps the gradients between micro-batches whatever the plan says.
    bool keepsGradients() const
    {
        return (choices.keepGradients || microBatches > 1) && !stepsInBackward();
    }
    /// The optimizer uses each gradient as soon as the backward pass has made it.
    bool stepsInBackward() const
    {
        return trainsAll() && (recipe.stepInBackward || traitsOf(choices.optimizer).inBackward);
    }
    /// Whether the optimizer has both a fused step and one in separate kernels. DeepSpeed's engine
    /// and a step on the host have neither.
    bool choosesStep() const;
    bool stepsUnfused() const;
    /// Whether selective recomputation drops the outputs of all operators of a layer except chosen
    /// ones.
    bool recomputesOperators() const;
    /// Whether selective recomputation drops the attention's scores.
    bool recomputesScores() const;
    /// Whether the plan names this part of each layer for selective recomputation.
    bool recomputesModule(RecomputeModule module) const
    {
        return choices.recompute == Recompute::Selective
            && std::ranges::find(recipe.recomputeModules, module) != recipe.recomputeModules.end();
    }
    /// Whether each dense MLP is computed for one part of the tokens after another, and keeps its
    /// input alone.
    bool tilesMlp() const { return recipe.mlpTiles > 1 && counts.denseLayers > 0 && !serves(); }
    /// Whether the inputs of products, and their weights, are kept in the 8 or 4 bits in which they
    /// are multiplied.
    bool keepsNarrow() const;
    /// Whether such weights are all that the products have, without 16-bit ones.
    bool narrowParameters() const
    {
        return recipe.narrowParameters && keepsNarrow() && trainsAll() && !serves();
    }
    /// The directions in which such a weight is stored: a product of 8-bit values reads both of its
    /// factors along the sum, so the forward pass and the backward pass read a weight in two
    /// directions. Blackwell's cards for servers read one value for each tensor's scale either way
    /// (Transformer Engine, pytorch/utils.py: is_non_tn_fp8_gemm_supported).
    std::int64_t narrowCopies() const;
    bool freezes(FrozenPart part) const
    {
        return std::ranges::find(recipe.frozen, part) != recipe.frozen.end();
    }
    bool freezesFirst() const { return recipe.frozenLayers > 0 && recipe.frozenFrom == 0; }
    /// Frozen first layers freeze the parts before them too. A tied table is frozen at both ends.
    bool trainsEmbedding() const
    {
        return trainsAll() && !freezesFirst() && !freezes(FrozenPart::Embedding)
            && !(isTied() && freezes(FrozenPart::Head));
    }
    bool trainsHead() const
    {
        return trainsAll() && !freezes(FrozenPart::Head) && !(isTied() && !trainsEmbedding());
    }
    bool trainsVision() const
    {
        return trainsAll() && !freezesFirst() && !freezes(FrozenPart::Vision);
    }
    bool freezesSome() const { return recipe.frozenLayers > 0 || !recipe.frozen.empty(); }
    bool isTied() const;
    bool saves(SavedModule module) const
    {
        return !trainsAll()
            && std::ranges::find(adapter.modulesToSave, module) != adapter.modulesToSave.end();
    }
    bool chunksLoss() const;
    /// Whether eager attention computes its softmax in 32 bits and casts the result: Llama-like
    /// code does, GPT code does not.
    bool widensSoftmax() const;
    /// Whether the residual stream is in 32 bits: autocasts(), or PEFT casts the norms and the
    /// embedding of a quantised base (adapter.upcast).
    bool widensStream() const;
    /// Whether products give 32-bit values of 32-bit inputs: bitsandbytes' do.
    bool widensProducts() const;
    /// Whether torch.autocast computes in 16 bits with weights of 32: the residual stream has the
    /// type of embedding and norms, and each product keeps its own 16-bit copies of its weight and
    /// of its input.
    bool autocasts() const;
    bool trainsAll() const { return adapter.kind == AdapterKind::None; }
    /// Whether tensor ranks cut along the tokens what they leave whole.
    bool splitsSequence() const { return layout.tensor > 1 && choices.sequenceParallel; }
    /// Whether weights are cut over ranks, each of which gathers those that it computes with.
    bool gathersWeights() const { return layout.zero >= 3 && shards > 1; }
    /// Whether ranks that share gradients out gather them for Muon, which needs whole matrices.
    bool gathersForMuon() const
    {
        return choices.optimizer == Optimizer::Muon && layout.zero >= 1 && shards > 1
            && !offloadsStates();
    }
    /// Whether the ranks of a data-parallel group gather the weights that each has stepped.
    bool gathersStepped() const { return layout.zero >= 1 && shards > 1; }
    /// Whether the norms are trained together with the adapter (litgpt, adapter_v2.py:
    /// adapter_filter).
    bool tunesNorms() const { return !trainsAll() && adapter.method == AdapterMethod::AdapterV2; }
    bool quantisedBase() const
    {
        return adapter.kind == AdapterKind::Qlora && adapter.base != AdapterBase::Bf16;
    }
    /// Whether the frozen weights below LoRA may be in 32 bits while their products are of 16.
    /// DeepSpeed's engine casts all weights, and a role of a job has a type of its own.
    bool mayFloatBase() const;
    bool floatBase() const { return adapter.base == AdapterBase::Fp32 && mayFloatBase(); }
    /// Whether each rank has the constants of all 4-bit weights: FSDP shares out the parameters,
    /// and these are in QuantState, which is none (bitsandbytes, nn/modules.py: Params4bit).
    bool keepsScalesWhole() const;
    /// Whether a frozen product keeps its input, whatever is trained: bitsandbytes does in 8 bits,
    /// and before 0.43.2 in 4 bits (autograd/_functions.py: MatMul8bitLt, MatMul4Bit).
    bool keepsFrozenInputs() const;
    /// Whether the weights are in 32 bits: those of frameworks that need no master copy for this
    /// reason, unless the plan requests one, and those that floatBase() says.
    bool floatParameters() const;
    /// PEFT creates adapters in 32 bits: they need no master copy. DeepSpeed casts them to 16 bits.
    bool floatAdapters() const;
    /// Whether adapters are stored in 32 bits: these, and those of DeepSpeed's stage 3, which keeps
    /// their type and makes master copies all the same.
    bool wideAdapters() const;
    /// Whether they compute in 32 bits, as autocast does not run.
    bool computesWideAdapters() const;
    bool offloadsStates() const { return layout.offloadOptimizer != Offload::None; }
    bool offloadsParameters() const { return layout.offloadParameters != Offload::None; }
    bool shares() const { return shards > 1 || expertShards > 1; }
    /// The gradients of a block stay whole until the last of them is made, and are then shared out
    /// or offloaded. DeepSpeed's buckets take each gradient as it comes.
    bool holdsBlockGradients() const;
    /// Whether embedding and head are sharded, gathered and reduced as one block, the root.
    bool reducesRoot() const;
    ReducedLast reducedLast() const;
    /// Whether a pipeline keeps whole gradients and gathered weights through all of a step's passes
    /// and reduces the gradients at the end.
    bool reducesOnce() const;
    /// Whether the micro-batches of a step but the last one keep their gradients whole, as nothing
    /// is reduced before the last one (accelerate, accelerator.py: no_sync).
    bool reducesLast() const;
    /// Whether the weights of a unit are shards of one flat tensor.
    bool flattens() const;
    /// Whether weights are gathered before the unit that needs them is reached. In a backward pass
    /// FSDP of PyTorch 1 does so on request (fully_sharded_data_parallel.py: BackwardPrefetch).
    bool gathersAhead() const;
    /// Whether embedding and head are units of their own: the head with the last norm stays
    /// gathered from the forward to the backward pass. One weight for both is one unit.
    bool splitsRoot() const;
    /// Whether embedding, norm and head are units besides the root, one or two of them.
    bool hasEndUnits() const;
    /// Bytes of a value in the buffer from which gradients are reduced to their shards.
    std::int64_t reducedBytes() const;
    /// Bytes of a value in the gradients that a step keeps whole (reducesLast()).
    std::int64_t wholeGradientBytes() const;
    /// Whether reentrant recomputation calls the unit of a layer from outside, with its hooks.
    bool recomputesUnits() const;
    /// Whether the adapters of a layer are gathered together with it, in its type.
    bool gathersAdapters() const;
    /// Whether frozen weights lie in one flat tensor with those of their block's adapters. Its
    /// gradient covers them too (litgpt, issue 1417).
    bool flattensFrozen() const;
    /// Whether frozen weights lie in flat tensors of their own, which have no gradient.
    bool hasFrozenUnits() const;
    /// Whether each unit is whole on the GPU before it is sharded.
    bool loadsUnits() const;
    bool usesDeepSpeed() const; ///< whether its engine holds the states
    /// The gradients in one of DeepSpeed's flat buckets; 0 without its engine.
    std::int64_t reduceBucket() const;
    /// Whether its stages 1 and 2 fill such buckets, and whether they do so while another is
    /// reduced.
    bool fillsBuckets() const;
    bool overlapsComm() const;
    /// Whether its engine may step the optimizer on the host while the GPU computes, when it does,
    /// and whether columns step on the GPU meanwhile.
    bool choosesHostStep() const;
    HostStep hostStep() const;
    bool selectsColumns() const { return hostStep() >= HostStep::Zenflow; }
    /// Whether the engine is one of those that made the states of the optimizer before the first
    /// pass, and such a bucket before the loss goes backward.
    bool makesStatesFirst() const;
    bool makesBucketsFirst() const;
    /// Whether the weight gradients of a layer add up in memory, one after another, until its
    /// backward pass ends. This has nothing to do with all-gather.
    bool gathersGradients() const;
    /// Whether the gradients of an MLP's gate and up take the places of these.
    bool gatesInPlace() const;
    /// Whether a pipeline's stage keeps its output until the output's gradient has come back.
    bool keepsStageOutput() const;
    /// Tokens of a sequence without padding, on average.
    std::int64_t meanLength() const
    {
        return std::min(workload.meanLength.value_or(workload.context), workload.context);
    }
    /// The share of a step's tokens that are not padding. A packed row is full.
    double realShare() const
    {
        return packs ? 1
                     : static_cast<double>(meanLength()) / static_cast<double>(workload.context);
    }
    bool offloadsActivations() const
    {
        return choices.offloadActivations == ActivationOffload::Cpu;
    }
    /// Whether the plan offloads the parts of a layer that keep this tensor.
    bool offloadsModuleOf(TermId id) const;
    bool expandsSegments() const { return highwater::expandsSegments(recipe, cluster); }
    /// Whether this adapter is computed together with the products that it adapts. The kernels are
    /// for query, key and value together, for the projection, and for the whole MLP.
    bool fusesAdapter(AdapterTarget target) const;
    bool mayFuseAdapter(AdapterTarget target) const; ///< the plan has what the kernel is for
    std::int64_t tokensPerMicroBatch() const
    {
        return bounded::times(workload.context, workload.microBatch);
    }
};

/// The tokens of one pass of a role.
struct PassTokens
{
    std::int64_t sequences = 1; ///< for each sample of the job's micro-batch
    std::int64_t budget = 0; ///< packed tokens, at least one sequence; 0: counted by sequences
};

/// One model of a job, as a separate plan.
struct JobRole
{
    RoleId id{};
    RoleState state = RoleState::Frozen;
    RolePlace place = RolePlace::Shared;
    SleepLevel sleep = SleepLevel::None;
    bool scalarHead = false; ///< one value a token in place of the vocabulary
    bool offloadsParameters = false, offloadsGradients = false,
         offloadsOptimizer = false; ///< to the host, while other roles work
    std::int64_t gpus = 0; ///< used by this role alone
    Resolved plan;
    PassTokens tokens;
    std::optional<Resolved> pass; ///< of a trained model: its passes without gradients
    PassTokens passTokens;
};

/// The pieces of a sequence that each context rank has: two, one from either end, as causal
/// attention gives later tokens more to do (Megatron-LM, core/utils.py: get_batch_on_this_cp_rank);
/// one under Ulysses, where each rank attends to all tokens.
constexpr std::int64_t contextPieces(const Layout& layout)
{
    return layout.contextKind == ContextKind::Ulysses ? 1 : 2;
}

/// Looks everything up, fills in keys that the plan leaves open and checks that the keys agree.
Result<Resolved> resolve(const Plan& plan, const Catalog& catalog);

/// The architecture that follows from a plan's choice of model alone.
Result<Shape> shapeOf(const ModelChoice& model, const Catalog& catalog);

/// One stage of the plan's pipeline; Resolved::stages has only those that can be the most loaded.
Stage stageAt(const Resolved& plan, std::int64_t index);

/// Gives the roles of a job the tokens that follow from the job's context and micro-batch.
void setRoleWorkloads(Resolved& job);

/// Sets the plan to another context and micro-batch; warnings are left as they are.
void setWorkload(Resolved& resolved, std::int64_t context, std::int64_t microBatch);

/// Changes the layout, for a search among many layouts: looks nothing up and reuses the vectors
/// that `resolved` has. The result equals resolve() of the whole plan with this layout. Every key
/// of the layout must be in its range. A layout that contradicts the rest of the plan changes
/// nothing. Warnings are left as they are.
Problems setLayout(Resolved& resolved, const Layout& layout);

/// The first part of setLayout(): everything but the stages, which remain those of the previous
/// layout until setStages() replaces them. The time of a step needs no stages unless activations
/// are offloaded.
Problems setRanks(Resolved& resolved, const Layout& layout);

/// The layout that is counted in place of the asked one: a dense model has no expert ranks, a stage
/// of ZeRO that the framework lacks stands for its highest, and states that the framework does not
/// bring to disk go to the host.
Layout countedLayout(const Resolved& plan, const Layout& asked);

/// Whether the plan's program starts without an engine that shards, so that every stage of ZeRO is
/// none: the plan says so, or the program has the choice, the layout leaves nobody to share with
/// and brings nothing to the host, and the plan names no engine.
bool startsUnsharded(const Resolved& plan, const Layout& layout);
void setStages(Resolved& resolved);

/// Bytes of one value of the norms and other tensors that a quantised base does not quantise: 4
/// where PEFT's prepare_model_for_kbit_training casts them.
std::int64_t vectorBytes(const Resolved& plan);

} // namespace highwater
