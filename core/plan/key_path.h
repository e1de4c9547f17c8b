// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// "roles.ref.place" of Ref and Place.
class RolePath
{
public:
    constexpr RolePath() = default;
    constexpr RolePath(RoleId role, RoleKey key)
    {
        for (const std::string_view part :
             {std::string_view("roles."), nameOf(role), std::string_view("."), nameOf(key)})
            for (const char letter : part)
                m_letters[m_size++] = letter;
    }
    constexpr std::string_view text() const { return {m_letters.data(), m_size}; }

private:
    std::array<char, 24> m_letters{}; ///< ends with 0
    std::size_t m_size = 0;
};

inline constexpr std::size_t roleKeyCount = enumCount<RoleId> * enumCount<RoleKey>;

/// Each key of each role, a role after the other.
inline constexpr std::array rolePaths = [] {
    std::array<RolePath, roleKeyCount> paths;
    auto path = paths.begin();
    for (const RoleId role : everyOf<RoleId>())
        for (const RoleKey key : everyOf<RoleKey>())
            *path++ = RolePath(role, key);
    return paths;
}();

/// Stands in a list of paths for rolePaths.
inline constexpr std::string_view everyRoleKey = "roles.*";

template <std::size_t count>
consteval auto withRolePaths(const std::array<std::string_view, count>& listed)
{
    std::array<std::string_view, count - 1 + roleKeyCount> paths;
    auto path = paths.begin();
    for (const std::string_view one : listed) {
        if (one == everyRoleKey)
            path = std::ranges::transform(rolePaths, path, &RolePath::text).out;
        else
            *path++ = one;
    }
    return paths;
}

/// The path of every key of a plan, in the order of keys().
inline constexpr auto keyPaths = withRolePaths(std::to_array<std::string_view>({
    "name",
    "notes",
    "unread",
    "method",
    "model.id",
    "model.custom.hidden_size",
    "model.custom.num_layers",
    "model.custom.num_heads",
    "model.custom.num_kv_heads",
    "model.custom.head_dim",
    "model.custom.intermediate_size",
    "model.custom.vocab_size",
    "model.custom.max_positions",
    "model.custom.learned_positions",
    "model.custom.sliding_window",
    "model.custom.norm",
    "model.custom.activation",
    "model.custom.qk_norm",
    "model.custom.gated",
    "model.custom.tied_embeddings",
    "model.custom.biases",
    "model.custom.attn_qkv_bias",
    "model.custom.attn_out_bias",
    "model.custom.mlp_bias",
    "model.custom.norms_per_layer",
    "model.custom.extra_final",
    "model.custom.attn_extra",
    "model.custom.mtp_layers",
    "model.custom.norm_vectors",
    "model.custom.final_norm",
    "model.custom.embedding_width",
    "model.custom.vision_params",
    "model.custom.layer_pattern",
    "model.custom.experts",
    "model.custom.experts_per_token",
    "model.custom.moe_intermediate_size",
    "model.custom.shared_experts",
    "model.custom.shared_intermediate",
    "model.custom.first_k_dense",
    "model.custom.moe_every",
    "model.custom.moe_offset",
    "model.custom.moe_bias",
    "model.custom.router_bias",
    "model.custom.shared_gate",
    "model.custom.mla.q_lora_rank",
    "model.custom.mla.kv_lora_rank",
    "model.custom.mla.qk_nope_head_dim",
    "model.custom.mla.qk_rope_head_dim",
    "model.custom.mla.v_head_dim",
    "model.custom.window_heads",
    "model.custom.window_kv_heads",
    "model.custom.window_head_dim",
    "model.custom.value_head_dim",
    "model.custom.moe_latent_size",
    "model.custom.linear.kind",
    "model.custom.linear.num_key_heads",
    "model.custom.linear.num_value_heads",
    "model.custom.linear.key_head_dim",
    "model.custom.linear.value_head_dim",
    "model.custom.linear.conv_kernel_dim",
    "model.custom.index_head_dim",
    "model.custom.cached_values",
    "model.custom.kv_shared_layers",
    "model.custom.vision.kind",
    "model.custom.vision.hidden_size",
    "model.custom.vision.intermediate_size",
    "model.custom.vision.num_layers",
    "model.custom.vision.num_heads",
    "model.custom.vision.patch_size",
    "model.custom.vision.merge_size",
    "model.custom.vision.image_size",
    "model.custom.vision.deepstack",
    "model.custom.parameters",
    "model.custom.id",
    "model.custom.name",
    "model.custom.family",
    "model.custom.source",
    "model.custom.official_source",
    "model.custom.unread",
    "model.custom.total_params_computed",
    "model.custom.active_params_computed",
    "model.custom.official_total_params",
    "model.custom.arch_verified",
    "model.parameters",
    "workload.task",
    "workload.context",
    "workload.micro_batch",
    "workload.global_batch",
    "workload.training_tokens",
    "workload.mean_length",
    "workload.examples",
    "workload.epochs",
    "workload.evaluation_batch",
    "workload.kept_predictions",
    "workload.images",
    "workload.image_width",
    "workload.image_height",
    "workload.image_tokens",
    "recipe.framework",
    "recipe.precision",
    "recipe.gradients",
    "recipe.keep_gradients",
    "recipe.master_weights",
    "recipe.fused_step",
    "recipe.optimizer",
    "recipe.moments",
    "recipe.recompute",
    "recipe.attention",
    "recipe.attention_kernel",
    "recipe.kernels",
    "recipe.norm_kernels",
    "recipe.mlp_kernels",
    "recipe.loss",
    "recipe.dropout",
    "recipe.recompute_method",
    "recipe.recompute_layers",
    "recipe.recompute_modules",
    "recipe.frozen",
    "recipe.frozen_layers",
    "recipe.frozen_from",
    "recipe.optimizer_rank",
    "recipe.muon_gather",
    "recipe.narrow_parameters",
    "recipe.mlp_tiles",
    "recipe.master_precision",
    "recipe.step_in_backward",
    "recipe.prediction_layers",
    "recipe.engine",
    "recipe.reentrant",
    "recipe.checkpoint_outside",
    "recipe.use_orig_params",
    "recipe.backward_prefetch",
    "recipe.hold_logits",
    "recipe.saved_state",
    "recipe.efficient_loading",
    "recipe.versions.transformers",
    "recipe.versions.accelerate",
    "recipe.versions.peft",
    "recipe.versions.deepspeed",
    "adapter.kind",
    "adapter.rank",
    "adapter.targets",
    "adapter.dropout",
    "adapter.base",
    "adapter.upcast",
    "adapter.dora",
    "adapter.modules_to_save",
    "adapter.method",
    "adapter.prompt_length",
    "adapter.start_layer",
    "adapter.own_units",
    "adapter.merge",
    "adapter.kernels",
    "cluster.device",
    "cluster.gpus",
    "cluster.gpus_per_node",
    "cluster.capacity",
    "cluster.reserve",
    "cluster.overhead",
    "cluster.host_memory",
    "cluster.utilisation",
    "cluster.price_per_hour",
    "cluster.peak_tflops",
    "cluster.memory_bandwidth",
    "cluster.board_power",
    "cluster.links.intra",
    "cluster.links.inter",
    "cluster.links.pcie",
    "cluster.links.host",
    "cluster.links.disk",
    "cluster.allocator.expandable_segments",
    "cluster.allocator.max_split_size",
    "cluster.allocator.roundup_power2_divisions",
    "layout.zero",
    "layout.replicate",
    "layout.tensor",
    "layout.pipeline",
    "layout.context",
    "layout.expert",
    "layout.expert_tensor",
    "layout.sequence_parallel",
    "layout.tp_inputs",
    "layout.virtual_pipeline",
    "layout.stage_split",
    "layout.imbalance",
    "layout.offload_optimizer",
    "layout.offload_parameters",
    "layout.offload_activations",
    "layout.offload_fraction",
    "layout.host_step",
    "layout.zenflow_share",
    "layout.zenflow_offload",
    "layout.offload_layers",
    "layout.offload_modules",
    "layout.schedule",
    "layout.stage_layers",
    "layout.context_kind",
    "layout.reduce_bucket",
    "layout.overlap_comm",
    "inference.weights",
    "inference.kv_cache",
    "inference.output",
    "inference.server",
    "inference.memory_fraction",
    "inference.prefill_chunk",
    "inference.max_sequences",
    "inference.imatrix",
    "inference.group_size",
    "inference.version",
    "inference.graphs",
    "inference.gpu_layers",
    "inference.host_experts",
    "inference.host_mlps",
    "inference.draft_kind",
    "inference.draft_model",
    "inference.draft_weights",
    "inference.draft_tokens",
    "inference.draft_acceptance",
    "job.kind",
    "job.samples",
    "job.prompt",
    "job.completion",
    "job.packing",
    "job.tokens.update",
    "job.tokens.logprob",
    "job.tokens.value",
    "job.logits",
    "job.rows",
    "job.entropy",
    "job.reference_free",
    "job.precomputed_reference",
    "job.top_k",
    everyRoleKey,
    "rollout.utilization",
    "rollout.tensor",
    "rollout.max_length",
}));

/// An object of the plan file that holds keys: "model.custom" holds "model.custom.num_layers".
class KeyGroup
{
public:
    /// A literal that names no group does not compile.
    explicit consteval KeyGroup(const char* literal)
        : m_text(literal)
    {
        if (!isOne(m_text))
            throw "no key of a plan is in this group";
    }

    static constexpr bool isOne(std::string_view text)
    {
        return std::ranges::any_of(keyPaths,
                                   [text](std::string_view path) { return holds(text, path); });
    }
    static constexpr bool holds(std::string_view group, std::string_view path)
    {
        return path.size() > group.size() && path.starts_with(group) && path[group.size()] == '.';
    }
    constexpr bool holds(std::string_view path) const { return holds(m_text, path); }
    constexpr std::string_view text() const { return m_text; }

private:
    std::string_view m_text;
};

/// One of keyPaths. A literal becomes a KeyPath by itself, so a misspelt path does not compile.
class KeyPath
{
public:
    consteval KeyPath(const char* literal)
        : KeyPath(indexOf(literal))
    {
        if (m_index == keyPaths.size())
            throw "no key of a plan has this path";
    }

    constexpr std::size_t index() const { return m_index; } ///< in keyPaths and in keys()
    constexpr std::string_view text() const { return keyPaths[m_index]; }
    constexpr operator std::string_view() const { return text(); }
    constexpr bool isIn(KeyGroup group) const { return KeyGroup::holds(group.text(), text()); }
    friend constexpr bool operator==(KeyPath, KeyPath) = default;
    friend constexpr std::optional<KeyPath> findKeyPath(std::string_view text);
    friend constexpr KeyPath rolePath(RoleId role, RoleKey key);

private:
    explicit constexpr KeyPath(std::size_t index)
        : m_index(static_cast<std::uint16_t>(index))
    { }
    static constexpr std::size_t indexOf(std::string_view text)
    {
        return static_cast<std::size_t>(std::ranges::find(keyPaths, text) - keyPaths.begin());
    }

    std::uint16_t m_index;
    static_assert(keyPaths.size() < 65536);
};

/// The key of a path that is known at run time only: from a plan file, or typed after --set.
constexpr std::optional<KeyPath> findKeyPath(std::string_view text)
{
    const std::size_t index = KeyPath::indexOf(text);
    return index < keyPaths.size() ? std::optional(KeyPath(index)) : std::nullopt;
}

/// A literal is a KeyPath already, and the compiler has checked it.
template <std::size_t size> std::optional<KeyPath> findKeyPath(const char (&)[size]) = delete;

inline constexpr std::size_t firstRoleKey = KeyPath("roles.policy.model").index();

constexpr KeyPath rolePath(RoleId role, RoleKey key)
{
    return KeyPath(firstRoleKey
                   + static_cast<std::size_t>(role)
                       * enumCount<RoleKey> + static_cast<std::size_t>(key));
}

/// Place of "roles.ref.place"; nothing for a key outside "roles".
constexpr std::optional<RoleKey> roleKeyOf(KeyPath path)
{
    if (!path.isIn(KeyGroup("roles")))
        return std::nullopt;
    return static_cast<RoleKey>((path.index() - firstRoleKey) % enumCount<RoleKey>);
}

/// Ref of "roles.ref.place"; all keys of "rollout" are the engine's.
constexpr std::optional<RoleId> roleOfKey(KeyPath path)
{
    if (path.isIn(KeyGroup("rollout")))
        return RoleId::Rollout;
    if (!path.isIn(KeyGroup("roles")))
        return std::nullopt;
    return static_cast<RoleId>((path.index() - firstRoleKey) / enumCount<RoleKey>);
}

} // namespace highwater
