// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/keys.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace highwater {
namespace {

// A Slot<T> reads, writes and bounds a member of type T. A key whose member is an optional<T> may
// be left open.

template <class T> struct Slot;

template <> struct Slot<bool>
{
    static constexpr Kind kind = Kind::Bool;
    static Value get(bool value) { return value; }
    static bool set(bool& member, const Value& value)
    {
        const bool* given = std::get_if<bool>(&value);
        if (given)
            member = *given;
        return given != nullptr;
    }
    static bool valid(bool, const Key&) { return true; }
};

template <> struct Slot<std::int64_t>
{
    static constexpr Kind kind = Kind::Integer;
    static Value get(std::int64_t value) { return value; }
    static bool set(std::int64_t& member, const Value& value)
    {
        const std::int64_t* given = std::get_if<std::int64_t>(&value);
        if (given)
            member = *given;
        return given != nullptr;
    }
    static bool valid(std::int64_t value, const Key& key)
    {
        const auto number = static_cast<double>(value);
        return number >= key.least && number <= key.most;
    }
};

template <> struct Slot<double>
{
    static constexpr Kind kind = Kind::Real;
    static Value get(double value) { return value; }
    static bool set(double& member, const Value& value)
    {
        if (const double* real = std::get_if<double>(&value))
            member = *real;
        else if (const std::int64_t* whole = std::get_if<std::int64_t>(&value))
            member = static_cast<double>(*whole);
        else
            return false;
        return true;
    }
    static bool valid(double value, const Key& key)
    {
        return value >= key.least && value <= key.most; // false for NaN
    }
};

template <> struct Slot<std::string>
{
    static constexpr Kind kind = Kind::Text;
    static Value get(const std::string& value) { return value; }
    static bool set(std::string& member, const Value& value)
    {
        const std::string* given = std::get_if<std::string>(&value);
        if (given)
            member = *given;
        return given != nullptr;
    }
    static bool valid(const std::string& value, const Key& key)
    {
        return static_cast<double>(value.size()) <= key.most && isUtf8(value);
    }
};

template <Named E> struct Slot<E>
{
    static constexpr Kind kind = Kind::Choice;
    static Value get(E value) { return std::string(nameOf(value)); }
    static bool set(E& member, const Value& value)
    {
        const std::string* given = std::get_if<std::string>(&value);
        const std::int64_t* number = std::get_if<std::int64_t>(&value); // a choice's word may be a
                                                                        // number
        const auto found = given ? fromName<E>(*given)
            : number             ? fromName<E>(std::to_string(*number))
                                 : std::nullopt;
        if (found)
            member = *found;
        return found.has_value();
    }
    static bool valid(E, const Key&) { return true; }
};

template <Named E> struct Slot<std::vector<E>>
{
    static constexpr Kind kind = Kind::Choices;
    static Value get(const std::vector<E>& values)
    {
        std::vector<std::string> words;
        for (const E value : values)
            words.emplace_back(nameOf(value));
        return words;
    }
    static bool set(std::vector<E>& member, const Value& value)
    {
        const auto* words = std::get_if<std::vector<std::string>>(&value);
        if (!words)
            return false;
        std::vector<E> chosen;
        for (const std::string& word : *words) {
            const auto found = fromName<E>(word);
            if (!found || std::ranges::find(chosen, *found) != chosen.end())
                return false;
            chosen.push_back(*found);
        }
        member = std::move(chosen);
        return true;
    }
    static bool valid(const std::vector<E>& values, const Key& key)
    {
        return static_cast<double>(values.size()) >= key.least;
    }
};

template <class T> struct Slot<std::optional<T>>
{
    static constexpr Kind kind = Slot<T>::kind;
    static Value get(const std::optional<T>& value)
    {
        return value ? Slot<T>::get(*value) : Value{};
    }
    static bool set(std::optional<T>& member, const Value& value)
    {
        if (std::holds_alternative<std::monostate>(value)) {
            member.reset();
            return true;
        }
        T plain{};
        if (!Slot<T>::set(plain, value))
            return false;
        member = std::move(plain);
        return true;
    }
    static bool valid(const std::optional<T>& value, const Key& key)
    {
        return !value || Slot<T>::valid(*value, key);
    }
};

template <class T> struct Bare
{
    using Type = T;
};
template <class T> struct Bare<std::optional<T>>
{
    using Type = T;
};
template <class T> struct Bare<std::vector<T>>
{
    using Type = T;
};
template <class T> struct Bare<std::optional<std::vector<T>>>
{
    using Type = T;
};

// A place finds a key's member in a plan: a member of the plan itself (In<member>), of a part of
// the plan (In<part, member>), or of one kind of model, which the plan may or may not have
// (InModel).

template <auto...> struct In;
template <auto Member> struct In<Member>
{
    static const auto* find(const Plan& plan) { return &(plan.*Member); }
    static auto& make(Plan& plan) { return plan.*Member; }
};
template <auto Part, auto Member> struct In<Part, Member>
{
    static const auto* find(const Plan& plan) { return &((plan.*Part).*Member); }
    static auto& make(Plan& plan) { return (plan.*Part).*Member; }
};

template <RoleId role, auto Member> struct InRole
{
    static const auto* find(const Plan& plan) { return &(choiceOf(plan.roles, role).*Member); }
    static auto& make(Plan& plan) { return (plan.roles.*roleMembers[role]).*Member; }
};

template <class Model, auto Member> struct InModel
{
    static const auto* find(const Plan& plan)
    {
        const Model* model = std::get_if<Model>(&plan.model);
        return model ? &(model->*Member) : nullptr;
    }
    static auto& make(Plan& plan)
    {
        if (!std::holds_alternative<Model>(plan.model))
            plan.model = Model{};
        return std::get<Model>(plan.model).*Member;
    }
};

struct Range
{
    double least = 0, most = 0;
};
constexpr Range anyText{0, 1024};
constexpr Range noteText{0, 65536};

template <class Place> constexpr Key key(KeyPath path, Range range = {}, bool nullable = false)
{
    using T = std::remove_cvref_t<decltype(*Place::find(std::declval<const Plan&>()))>;
    using Plain = typename Bare<T>::Type;
    std::span<const std::string_view> words;
    if constexpr (Named<Plain>)
        words = namesOf<Plain>();
    return {path,
            Slot<T>::kind,
            nullable,
            range.least,
            range.most,
            words,
            [](const Plan& plan) {
                const T* member = Place::find(plan);
                return member ? Slot<T>::get(*member) : Value{};
            },
            [](Plan& plan, const Value& value) { return Slot<T>::set(Place::make(plan), value); },
            [](const Plan& plan, const Key& self) {
                const T* member = Place::find(plan);
                return !member || Slot<T>::valid(*member, self);
            }};
}

template <auto Member> constexpr Key custom(KeyPath path, Range range = {})
{
    return key<InModel<CustomModel, Member>>(path, range);
}
template <auto Member> constexpr Key descriptive(KeyPath path, Range range = {})
{
    return key<InModel<CustomModel, Member>>(path, range, true);
}

constexpr double most = 1e15;
constexpr Range count{1, 1048576};
constexpr Range width{1, 16777216};
constexpr Range parameters{1e6, 1e14};

template <RoleId role> constexpr std::array<Key, enumCount<RoleKey>> keysOfRole()
{
    const auto path = [](RoleKey which) { return rolePath(role, which); };
    return {key<InRole<role, &RoleChoice::model>>(path(RoleKey::Model), anyText, true),
            key<InRole<role, &RoleChoice::state>>(path(RoleKey::State)),
            key<InRole<role, &RoleChoice::dtype>>(path(RoleKey::Dtype)),
            key<InRole<role, &RoleChoice::zero>>(path(RoleKey::Zero), {0, 3}, true),
            key<InRole<role, &RoleChoice::place>>(path(RoleKey::Place)),
            key<InRole<role, &RoleChoice::gpus>>(path(RoleKey::Gpus), count, true),
            key<InRole<role, &RoleChoice::offload>>(path(RoleKey::Offload)),
            key<InRole<role, &RoleChoice::sleep>>(path(RoleKey::Sleep))};
}

constexpr std::array keysBeforeRoles{
    key<In<&Plan::name>>("name", anyText),
    key<In<&Plan::notes>>("notes", noteText),
    key<In<&Plan::unread>>("unread", anyText),
    key<In<&Plan::method>>("method"),
    key<InModel<CatalogModel, &CatalogModel::id>>("model.id", anyText),
    custom<&CustomModel::hiddenSize>("model.custom.hidden_size", width),
    custom<&CustomModel::numLayers>("model.custom.num_layers", {1, 65536}),
    custom<&CustomModel::numHeads>("model.custom.num_heads", {1, 65536}),
    custom<&CustomModel::numKvHeads>("model.custom.num_kv_heads", {1, 65536}),
    custom<&CustomModel::headDim>("model.custom.head_dim", {1, 65536}),
    custom<&CustomModel::intermediateSize>("model.custom.intermediate_size", {0, 16777216}),
    custom<&CustomModel::vocabSize>("model.custom.vocab_size", width),
    custom<&CustomModel::maxPositions>("model.custom.max_positions", {1, 1e12}),
    custom<&CustomModel::learnedPositions>("model.custom.learned_positions", {0, 16777216}),
    custom<&CustomModel::slidingWindow>("model.custom.sliding_window", {1, 1e12}),
    custom<&CustomModel::norm>("model.custom.norm"),
    custom<&CustomModel::activation>("model.custom.activation"),
    custom<&CustomModel::qkNorm>("model.custom.qk_norm"),
    custom<&CustomModel::gated>("model.custom.gated"),
    custom<&CustomModel::tiedEmbeddings>("model.custom.tied_embeddings"),
    custom<&CustomModel::biases>("model.custom.biases"),
    custom<&CustomModel::attnQkvBias>("model.custom.attn_qkv_bias"),
    custom<&CustomModel::attnOutBias>("model.custom.attn_out_bias"),
    custom<&CustomModel::mlpBias>("model.custom.mlp_bias"),
    custom<&CustomModel::normsPerLayer>("model.custom.norms_per_layer", {1, 8}),
    custom<&CustomModel::extraFinal>("model.custom.extra_final", {0, 1e12}),
    custom<&CustomModel::attnExtra>("model.custom.attn_extra", {-1e9, 1e9}),
    custom<&CustomModel::mtpLayers>("model.custom.mtp_layers", {0, 64}),
    custom<&CustomModel::normVectors>("model.custom.norm_vectors", {0, 2}),
    custom<&CustomModel::finalNorm>("model.custom.final_norm"),
    custom<&CustomModel::embeddingWidth>("model.custom.embedding_width", width),
    custom<&CustomModel::visionParams>("model.custom.vision_params", {0, 1e12}),
    custom<&CustomModel::layerPattern>("model.custom.layer_pattern", anyText),
    custom<&CustomModel::experts>("model.custom.experts", {0, 65536}),
    custom<&CustomModel::expertsPerToken>("model.custom.experts_per_token", {1, 65536}),
    custom<&CustomModel::moeIntermediateSize>("model.custom.moe_intermediate_size", width),
    custom<&CustomModel::sharedExperts>("model.custom.shared_experts", {0, 1024}),
    custom<&CustomModel::sharedIntermediate>("model.custom.shared_intermediate", {0, 16777216}),
    custom<&CustomModel::firstKDense>("model.custom.first_k_dense", {0, 65536}),
    custom<&CustomModel::moeEvery>("model.custom.moe_every", {1, 65536}),
    custom<&CustomModel::moeOffset>("model.custom.moe_offset", {0, 65536}),
    custom<&CustomModel::moeBias>("model.custom.moe_bias"),
    custom<&CustomModel::routerBias>("model.custom.router_bias"),
    custom<&CustomModel::sharedGate>("model.custom.shared_gate"),
    custom<&CustomModel::mlaQLoraRank>("model.custom.mla.q_lora_rank", {0, 16777216}),
    custom<&CustomModel::mlaKvLoraRank>("model.custom.mla.kv_lora_rank", width),
    custom<&CustomModel::mlaQkNopeHeadDim>("model.custom.mla.qk_nope_head_dim", {1, 65536}),
    custom<&CustomModel::mlaQkRopeHeadDim>("model.custom.mla.qk_rope_head_dim", {1, 65536}),
    custom<&CustomModel::mlaVHeadDim>("model.custom.mla.v_head_dim", {1, 65536}),
    custom<&CustomModel::windowHeads>("model.custom.window_heads", {1, 65536}),
    custom<&CustomModel::windowKvHeads>("model.custom.window_kv_heads", {1, 65536}),
    custom<&CustomModel::windowHeadDim>("model.custom.window_head_dim", {1, 65536}),
    custom<&CustomModel::valueHeadDim>("model.custom.value_head_dim", {1, 65536}),
    custom<&CustomModel::moeLatentSize>("model.custom.moe_latent_size", width),
    custom<&CustomModel::linearKind>("model.custom.linear.kind"),
    custom<&CustomModel::linearKeyHeads>("model.custom.linear.num_key_heads", {0, 65536}),
    custom<&CustomModel::linearValueHeads>("model.custom.linear.num_value_heads", {0, 65536}),
    custom<&CustomModel::linearKeyHeadDim>("model.custom.linear.key_head_dim", {0, 65536}),
    custom<&CustomModel::linearValueHeadDim>("model.custom.linear.value_head_dim", {0, 65536}),
    custom<&CustomModel::linearConvKernel>("model.custom.linear.conv_kernel_dim", {0, 1024}),
    custom<&CustomModel::indexHeadDim>("model.custom.index_head_dim", {0, 65536}),
    custom<&CustomModel::cachedValues>("model.custom.cached_values", {0, 16777216}),
    custom<&CustomModel::kvSharedLayers>("model.custom.kv_shared_layers", {0, 65535}),
    custom<&CustomModel::visionKind>("model.custom.vision.kind"),
    custom<&CustomModel::visionHiddenSize>("model.custom.vision.hidden_size", {1, 65536}),
    custom<&CustomModel::visionIntermediateSize>("model.custom.vision.intermediate_size",
                                                 {1, 1048576}),
    custom<&CustomModel::visionNumLayers>("model.custom.vision.num_layers", {1, 4096}),
    custom<&CustomModel::visionNumHeads>("model.custom.vision.num_heads", {1, 4096}),
    custom<&CustomModel::visionPatchSize>("model.custom.vision.patch_size", {1, 1024}),
    custom<&CustomModel::visionMergeSize>("model.custom.vision.merge_size", {1, 64}),
    custom<&CustomModel::visionImageSize>("model.custom.vision.image_size", {0, 65536}),
    custom<&CustomModel::visionDeepstack>("model.custom.vision.deepstack", {0, 64}),
    custom<&CustomModel::parameters>("model.custom.parameters", parameters),
    descriptive<&CustomModel::id>("model.custom.id", anyText),
    descriptive<&CustomModel::name>("model.custom.name", anyText),
    descriptive<&CustomModel::family>("model.custom.family", anyText),
    descriptive<&CustomModel::source>("model.custom.source", anyText),
    descriptive<&CustomModel::officialSource>("model.custom.official_source", anyText),
    descriptive<&CustomModel::unread>("model.custom.unread", anyText),
    descriptive<&CustomModel::totalParams>("model.custom.total_params_computed", {0, most}),
    descriptive<&CustomModel::activeParams>("model.custom.active_params_computed", {0, most}),
    descriptive<&CustomModel::officialParams>("model.custom.official_total_params", {0, most}),
    descriptive<&CustomModel::verified>("model.custom.arch_verified"),
    key<InModel<SizedModel, &SizedModel::parameters>>("model.parameters", parameters),

    key<In<&Plan::workload, &Workload::task>>("workload.task"),
    key<In<&Plan::workload, &Workload::context>>("workload.context", {1, 16777216}),
    key<In<&Plan::workload, &Workload::microBatch>>("workload.micro_batch", {1, 65536}),
    key<In<&Plan::workload, &Workload::globalBatch>>("workload.global_batch", {1, 2147483648.0},
                                                     true),
    key<In<&Plan::workload, &Workload::trainingTokens>>("workload.training_tokens", {1, 1e18},
                                                        true),
    key<In<&Plan::workload, &Workload::meanLength>>("workload.mean_length", {1, 16777216}, true),
    key<In<&Plan::workload, &Workload::examples>>("workload.examples", {1, 1e12}, true),
    key<In<&Plan::workload, &Workload::epochs>>("workload.epochs", {0.001, 10000}),
    key<In<&Plan::workload, &Workload::evaluationBatch>>("workload.evaluation_batch", {0, 65536}),
    key<In<&Plan::workload, &Workload::keptPredictions>>("workload.kept_predictions", {0, 65536}),
    key<In<&Plan::workload, &Workload::images>>("workload.images", {0, 65536}),
    key<In<&Plan::workload, &Workload::imageWidth>>("workload.image_width", {1, 65536}, true),
    key<In<&Plan::workload, &Workload::imageHeight>>("workload.image_height", {1, 65536}, true),
    key<In<&Plan::workload, &Workload::imageTokens>>("workload.image_tokens", {1, 1048576}, true),

    key<In<&Plan::recipe, &Recipe::framework>>("recipe.framework"),
    key<In<&Plan::recipe, &Recipe::precision>>("recipe.precision"),
    key<In<&Plan::recipe, &Recipe::gradients>>("recipe.gradients"),
    key<In<&Plan::recipe, &Recipe::keepGradients>>("recipe.keep_gradients"),
    key<In<&Plan::recipe, &Recipe::masterWeights>>("recipe.master_weights"),
    key<In<&Plan::recipe, &Recipe::fusedStep>>("recipe.fused_step"),
    key<In<&Plan::recipe, &Recipe::optimizer>>("recipe.optimizer"),
    key<In<&Plan::recipe, &Recipe::moments>>("recipe.moments"),
    key<In<&Plan::recipe, &Recipe::recompute>>("recipe.recompute"),
    key<In<&Plan::recipe, &Recipe::attention>>("recipe.attention"),
    key<In<&Plan::recipe, &Recipe::attentionKernel>>("recipe.attention_kernel"),
    key<In<&Plan::recipe, &Recipe::kernels>>("recipe.kernels"),
    key<In<&Plan::recipe, &Recipe::normKernels>>("recipe.norm_kernels"),
    key<In<&Plan::recipe, &Recipe::mlpKernels>>("recipe.mlp_kernels"),
    key<In<&Plan::recipe, &Recipe::loss>>("recipe.loss"),
    key<In<&Plan::recipe, &Recipe::dropout>>("recipe.dropout"),
    key<In<&Plan::recipe, &Recipe::recomputeMethod>>("recipe.recompute_method"),
    key<In<&Plan::recipe, &Recipe::recomputeLayers>>("recipe.recompute_layers", {1, 65536}),
    key<In<&Plan::recipe, &Recipe::recomputeModules>>("recipe.recompute_modules"),
    key<In<&Plan::recipe, &Recipe::frozen>>("recipe.frozen"),
    key<In<&Plan::recipe, &Recipe::frozenLayers>>("recipe.frozen_layers", {0, 65536}),
    key<In<&Plan::recipe, &Recipe::frozenFrom>>("recipe.frozen_from", {0, 65536}),
    key<In<&Plan::recipe, &Recipe::optimizerRank>>("recipe.optimizer_rank", {1, 65536}),
    key<In<&Plan::recipe, &Recipe::muonGather>>("recipe.muon_gather"),
    key<In<&Plan::recipe, &Recipe::narrowParameters>>("recipe.narrow_parameters"),
    key<In<&Plan::recipe, &Recipe::mlpTiles>>("recipe.mlp_tiles", {1, 65536}),
    key<In<&Plan::recipe, &Recipe::masterPrecision>>("recipe.master_precision"),
    key<In<&Plan::recipe, &Recipe::stepInBackward>>("recipe.step_in_backward"),
    key<In<&Plan::recipe, &Recipe::predictionLayers>>("recipe.prediction_layers", {0, 64}),
    key<In<&Plan::recipe, &Recipe::engine>>("recipe.engine"),
    key<In<&Plan::recipe, &Recipe::reentrant>>("recipe.reentrant"),
    key<In<&Plan::recipe, &Recipe::checkpointOutside>>("recipe.checkpoint_outside"),
    key<In<&Plan::recipe, &Recipe::originalParameters>>("recipe.use_orig_params"),
    key<In<&Plan::recipe, &Recipe::backwardPrefetch>>("recipe.backward_prefetch"),
    key<In<&Plan::recipe, &Recipe::holdsLogits>>("recipe.hold_logits"),
    key<In<&Plan::recipe, &Recipe::savedState>>("recipe.saved_state"),
    key<In<&Plan::recipe, &Recipe::efficientLoading>>("recipe.efficient_loading"),
    key<In<&Plan::recipe, &Recipe::transformers>>("recipe.versions.transformers", anyText),
    key<In<&Plan::recipe, &Recipe::accelerate>>("recipe.versions.accelerate", anyText),
    key<In<&Plan::recipe, &Recipe::peft>>("recipe.versions.peft", anyText),
    key<In<&Plan::recipe, &Recipe::deepspeed>>("recipe.versions.deepspeed", anyText),

    key<In<&Plan::adapter, &Adapter::kind>>("adapter.kind"),
    key<In<&Plan::adapter, &Adapter::rank>>("adapter.rank", {1, 4096}),
    key<In<&Plan::adapter, &Adapter::targets>>("adapter.targets", {1, 64}),
    key<In<&Plan::adapter, &Adapter::dropout>>("adapter.dropout", {0, 1}),
    key<In<&Plan::adapter, &Adapter::base>>("adapter.base"),
    key<In<&Plan::adapter, &Adapter::upcast>>("adapter.upcast"),
    key<In<&Plan::adapter, &Adapter::dora>>("adapter.dora"),
    key<In<&Plan::adapter, &Adapter::modulesToSave>>("adapter.modules_to_save"),
    key<In<&Plan::adapter, &Adapter::method>>("adapter.method"),
    key<In<&Plan::adapter, &Adapter::promptLength>>("adapter.prompt_length", {1, 65536}),
    key<In<&Plan::adapter, &Adapter::startLayer>>("adapter.start_layer", {0, 65536}),
    key<In<&Plan::adapter, &Adapter::ownUnits>>("adapter.own_units"),
    key<In<&Plan::adapter, &Adapter::merges>>("adapter.merge"),
    key<In<&Plan::adapter, &Adapter::kernels>>("adapter.kernels"),

    key<In<&Plan::cluster, &Cluster::device>>("cluster.device", anyText),
    key<In<&Plan::cluster, &Cluster::gpus>>("cluster.gpus", count),
    key<In<&Plan::cluster, &Cluster::gpusPerNode>>("cluster.gpus_per_node", {1, 1024}),
    key<In<&Plan::cluster, &Cluster::capacity>>("cluster.capacity", {1, most}, true),
    key<In<&Plan::cluster, &Cluster::reserve>>("cluster.reserve", {0, most}),
    key<In<&Plan::cluster, &Cluster::overhead>>("cluster.overhead"),
    key<In<&Plan::cluster, &Cluster::hostMemory>>("cluster.host_memory", {1, most}, true),
    key<In<&Plan::cluster, &Cluster::utilisation>>("cluster.utilisation", {0, 1}, true),
    key<In<&Plan::cluster, &Cluster::pricePerHour>>("cluster.price_per_hour", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::peakTflops>>("cluster.peak_tflops", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::memoryBandwidth>>("cluster.memory_bandwidth", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::boardPower>>("cluster.board_power", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::linkIntra>>("cluster.links.intra", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::linkInter>>("cluster.links.inter", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::linkPcie>>("cluster.links.pcie", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::linkHost>>("cluster.links.host", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::linkDisk>>("cluster.links.disk", {0, 1e9}, true),
    key<In<&Plan::cluster, &Cluster::expandableSegments>>("cluster.allocator.expandable_segments"),
    key<In<&Plan::cluster, &Cluster::maxSplitSize>>("cluster.allocator.max_split_size",
                                                    {20971520, most}, true),
    key<In<&Plan::cluster, &Cluster::roundupDivisions>>(
        "cluster.allocator.roundup_power2_divisions", {1, 64}),

    key<In<&Plan::layout, &Layout::zero>>("layout.zero", {0, 3}),
    key<In<&Plan::layout, &Layout::replicate>>("layout.replicate", count),
    key<In<&Plan::layout, &Layout::tensor>>("layout.tensor", count),
    key<In<&Plan::layout, &Layout::pipeline>>("layout.pipeline", count),
    key<In<&Plan::layout, &Layout::context>>("layout.context", count),
    key<In<&Plan::layout, &Layout::expert>>("layout.expert", count),
    key<In<&Plan::layout, &Layout::expertTensor>>("layout.expert_tensor", count),
    key<In<&Plan::layout, &Layout::sequenceParallel>>("layout.sequence_parallel"),
    key<In<&Plan::layout, &Layout::tpInputs>>("layout.tp_inputs"),
    key<In<&Plan::layout, &Layout::virtualPipeline>>("layout.virtual_pipeline", count),
    key<In<&Plan::layout, &Layout::stageSplit>>("layout.stage_split"),
    key<In<&Plan::layout, &Layout::imbalance>>("layout.imbalance", {1, 64}),
    key<In<&Plan::layout, &Layout::offloadOptimizer>>("layout.offload_optimizer"),
    key<In<&Plan::layout, &Layout::offloadParameters>>("layout.offload_parameters"),
    key<In<&Plan::layout, &Layout::offloadActivations>>("layout.offload_activations"),
    key<In<&Plan::layout, &Layout::offloadFraction>>("layout.offload_fraction", {0, 1}),
    key<In<&Plan::layout, &Layout::hostStep>>("layout.host_step"),
    key<In<&Plan::layout, &Layout::zenflowShare>>("layout.zenflow_share", {0, 1}),
    key<In<&Plan::layout, &Layout::zenflowOffload>>("layout.zenflow_offload"),
    key<In<&Plan::layout, &Layout::offloadLayers>>("layout.offload_layers", {1, 65536}, true),
    key<In<&Plan::layout, &Layout::offloadModules>>("layout.offload_modules"),
    key<In<&Plan::layout, &Layout::schedule>>("layout.schedule"),
    key<In<&Plan::layout, &Layout::stageLayers>>("layout.stage_layers", anyText),
    key<In<&Plan::layout, &Layout::contextKind>>("layout.context_kind"),
    key<In<&Plan::layout, &Layout::reduceBucket>>("layout.reduce_bucket", {1, 1e12}, true),
    key<In<&Plan::layout, &Layout::overlapComm>>("layout.overlap_comm"),

    key<In<&Plan::inference, &Inference::weights>>("inference.weights"),
    key<In<&Plan::inference, &Inference::kvCache>>("inference.kv_cache"),
    key<In<&Plan::inference, &Inference::output>>("inference.output", {0, 16777216}),
    key<In<&Plan::inference, &Inference::server>>("inference.server"),
    key<In<&Plan::inference, &Inference::memoryFraction>>("inference.memory_fraction", {0.01, 1},
                                                          true),
    key<In<&Plan::inference, &Inference::prefillChunk>>("inference.prefill_chunk", {1, 16777216},
                                                        true),
    key<In<&Plan::inference, &Inference::maxSequences>>("inference.max_sequences", {1, 1048576},
                                                        true),
    key<In<&Plan::inference, &Inference::imatrix>>("inference.imatrix", {}, true),
    key<In<&Plan::inference, &Inference::groupSize>>("inference.group_size", {1, 16777216}, true),
    key<In<&Plan::inference, &Inference::version>>("inference.version", anyText),
    key<In<&Plan::inference, &Inference::graphs>>("inference.graphs"),
    key<In<&Plan::inference, &Inference::gpuLayers>>("inference.gpu_layers", {0, 65536}, true),
    key<In<&Plan::inference, &Inference::hostExperts>>("inference.host_experts", {0, 65536}),
    key<In<&Plan::inference, &Inference::hostMlps>>("inference.host_mlps", {0, 65536}),
    key<In<&Plan::inference, &Inference::draftKind>>("inference.draft_kind"),
    key<In<&Plan::inference, &Inference::draftModel>>("inference.draft_model", anyText),
    key<In<&Plan::inference, &Inference::draftWeights>>("inference.draft_weights", {}, true),
    key<In<&Plan::inference, &Inference::draftTokens>>("inference.draft_tokens", {1, 1024}),
    key<In<&Plan::inference, &Inference::draftAcceptance>>("inference.draft_acceptance", {0, 1}),

    key<In<&Plan::job, &Job::kind>>("job.kind"),
    key<In<&Plan::job, &Job::samples>>("job.samples", {1, 65536}, true),
    key<In<&Plan::job, &Job::prompt>>("job.prompt", {1, 16777216}, true),
    key<In<&Plan::job, &Job::completion>>("job.completion", {1, 16777216}, true),
    key<In<&Plan::job, &Job::packing>>("job.packing"),
    key<In<&Plan::job, &Job::updateTokens>>("job.tokens.update", {1, 1e9}, true),
    key<In<&Plan::job, &Job::logprobTokens>>("job.tokens.logprob", {1, 1e9}, true),
    key<In<&Plan::job, &Job::valueTokens>>("job.tokens.value", {1, 1e9}, true),
    key<In<&Plan::job, &Job::logits>>("job.logits"),
    key<In<&Plan::job, &Job::rows>>("job.rows"),
    key<In<&Plan::job, &Job::entropy>>("job.entropy"),
    key<In<&Plan::job, &Job::referenceFree>>("job.reference_free"),
    key<In<&Plan::job, &Job::precomputedReference>>("job.precomputed_reference"),
    key<In<&Plan::job, &Job::topK>>("job.top_k", {1, 16777216}, true),
};

constexpr std::array keysAfterRoles{
    key<In<&Plan::rollout, &Rollout::utilization>>("rollout.utilization", {0.01, 1}, true),
    key<In<&Plan::rollout, &Rollout::tensor>>("rollout.tensor", count, true),
    key<In<&Plan::rollout, &Rollout::maxLength>>("rollout.max_length", {1, 16777216}, true),
};

constexpr std::array roleKeys{
    keysOfRole<RoleId::Policy>(),  keysOfRole<RoleId::Ref>(),     keysOfRole<RoleId::Value>(),
    keysOfRole<RoleId::Reward>(),  keysOfRole<RoleId::Teacher>(), keysOfRole<RoleId::Ema>(),
    keysOfRole<RoleId::Rollout>(),
};

constexpr const Key& listedKey(std::size_t index)
{
    if (index < keysBeforeRoles.size())
        return keysBeforeRoles[index];
    index -= keysBeforeRoles.size();
    if (index < roleKeyCount)
        return roleKeys[index / enumCount<RoleKey>][index % enumCount<RoleKey>];
    return keysAfterRoles[index - roleKeyCount];
}

template <std::size_t... index>
constexpr std::array<Key, sizeof...(index)> listedKeys(std::index_sequence<index...>)
{
    return {listedKey(index)...};
}

constexpr std::array keyTable = listedKeys(
    std::make_index_sequence<keysBeforeRoles.size() + roleKeyCount + keysAfterRoles.size()>());

/// keyOf() finds a key by its path's index in keyPaths, so both lists must have one order.
constexpr bool isInTheOrderOfPaths()
{
    for (std::size_t i = 0; i < keyTable.size(); ++i)
        if (keyTable[i].path.index() != i)
            return false;
    return keyTable.size() == keyPaths.size();
}
static_assert(isInTheOrderOfPaths());

using Paths = std::vector<std::string_view>;

/// The sentence with the keys that a person may have meant; the other one where there are none, or
/// too many to help.
Text meant(const Paths& paths, const char* sentence, const char* other)
{
    constexpr std::size_t mostMeant = 3;
    return paths.empty() || paths.size() > mostMeant ? Text(other)
                                                     : Text{sentence, {joined(paths)}};
}

/// The keys whose path ends with a name after this letter, those of the fewest parts: layout.zero,
/// not also that of each role.
Paths keysThatEndWith(std::string_view name, char before)
{
    Paths found;
    std::ptrdiff_t fewest = 0;
    for (const std::string_view path : keyPaths) {
        if (path.size() <= name.size() || !path.ends_with(name)
            || path[path.size() - name.size() - 1] != before)
            continue;
        const std::ptrdiff_t parts = std::ranges::count(path, '.');
        if (!found.empty() && parts > fewest)
            continue;
        if (parts < fewest)
            found.clear();
        fewest = parts;
        found.push_back(path);
    }
    return found;
}

/// The keys of a group, but not of the groups within, that take a value: those with the word among
/// their choices, else all.
Paths keysThatTake(const Value& value, std::string_view group)
{
    Paths choices, all;
    Plan plan;
    for (const Key& key : keyTable) {
        const std::string_view path = key.path;
        if (!KeyGroup::holds(group, path) || path.find('.', group.size() + 1) != path.npos
            || !assign(plan, key.path, value).empty())
            continue;
        all.push_back(path);
        if (key.kind == Kind::Choice)
            choices.push_back(path);
    }
    return choices.empty() ? all : choices;
}

} // namespace

std::span<const Key> keys()
{
    return keyTable;
}

const Key& keyOf(KeyPath path)
{
    return keyTable[path.index()];
}

bool isDescription(KeyPath path)
{
    return path == "name" || path == "notes" || path == "unread";
}

bool differsFromDefault(const Plan& plan, const Key& key)
{
    static const Plan defaults;
    const Value value = key.get(plan);
    return !std::holds_alternative<std::monostate>(value) && value != key.get(defaults);
}

Problems assign(Plan& plan, KeyPath path, const Value& value)
{
    const Key& key = keyOf(path);
    const bool isNull = std::holds_alternative<std::monostate>(value);
    Plan changed = plan;
    if ((isNull && !key.nullable) || !key.set(changed, value) || !key.valid(changed, key))
        return {Problem{path, typed(value), allowedValues(key)}};
    plan = std::move(changed);
    return {};
}

Text unknownKeyText(std::string_view path)
{
    Paths paths;
    for (const char before : {'.', '_'}) // "batch" is a part of "micro_batch"
        if (paths.empty() && !path.empty())
            paths = keysThatEndWith(path, before);
    return meant(paths, HW_TR("core", "is not a key of a plan; did you mean %1?"),
                 HW_TR("core", "is not a key of a plan"));
}

Problems assignTyped(Plan& plan, std::string_view path, const Value& value)
{
    if (const auto known = findKeyPath(path))
        return assign(plan, *known, value);
    if (KeyGroup::isOne(path))
        return {Problem{std::string(path), typed(value),
                        meant(keysThatTake(value, path),
                              HW_TR("core", "must be an object (or did you mean %1?)"),
                              HW_TR("core", "must be an object"))}};
    return {Problem{excerpt(path), {}, unknownKeyText(path)}};
}

} // namespace highwater
