// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_topics.h"

#include "core/plan/keys.h"

#include <QLabel>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

struct KeyTopic
{
    KeyPath path;
    const char* topic;
};

/// In the order of keys(). resources/help/*/keys.md has the same links.
constexpr std::array keyTopics{
    KeyTopic{"name", "plans#name"},
    KeyTopic{"notes", "plans#name"},
    KeyTopic{"unread", "plans#import"},
    KeyTopic{"method", "methods"},
    KeyTopic{"model.id", "model#preset"},
    KeyTopic{"model.custom.hidden_size", "model#shape"},
    KeyTopic{"model.custom.num_layers", "model#shape"},
    KeyTopic{"model.custom.num_heads", "model#shape"},
    KeyTopic{"model.custom.num_kv_heads", "model#shape"},
    KeyTopic{"model.custom.head_dim", "model#shape"},
    KeyTopic{"model.custom.intermediate_size", "model#shape"},
    KeyTopic{"model.custom.vocab_size", "model#embedding"},
    KeyTopic{"model.custom.max_positions", "workload#context"},
    KeyTopic{"model.custom.learned_positions", "model#embedding"},
    KeyTopic{"model.custom.sliding_window", "model#pattern"},
    KeyTopic{"model.custom.norm", "model#norms"},
    KeyTopic{"model.custom.activation", "model#shape"},
    KeyTopic{"model.custom.qk_norm", "model#norms"},
    KeyTopic{"model.custom.gated", "model#shape"},
    KeyTopic{"model.custom.tied_embeddings", "model#embedding"},
    KeyTopic{"model.custom.biases", "model#norms"},
    KeyTopic{"model.custom.attn_qkv_bias", "model#norms"},
    KeyTopic{"model.custom.attn_out_bias", "model#norms"},
    KeyTopic{"model.custom.mlp_bias", "model#norms"},
    KeyTopic{"model.custom.norms_per_layer", "model#norms"},
    KeyTopic{"model.custom.extra_final", "model#shape"},
    KeyTopic{"model.custom.attn_extra", "model#shape"},
    KeyTopic{"model.custom.mtp_layers", "model#shape"},
    KeyTopic{"model.custom.norm_vectors", "model#norms"},
    KeyTopic{"model.custom.final_norm", "model#norms"},
    KeyTopic{"model.custom.embedding_width", "model#embedding"},
    KeyTopic{"model.custom.vision_params", "model#vision"},
    KeyTopic{"model.custom.layer_pattern", "model#pattern"},
    KeyTopic{"model.custom.experts", "model#experts"},
    KeyTopic{"model.custom.experts_per_token", "model#experts"},
    KeyTopic{"model.custom.moe_intermediate_size", "model#experts"},
    KeyTopic{"model.custom.shared_experts", "model#experts"},
    KeyTopic{"model.custom.shared_intermediate", "model#experts"},
    KeyTopic{"model.custom.first_k_dense", "model#experts"},
    KeyTopic{"model.custom.moe_every", "model#experts"},
    KeyTopic{"model.custom.moe_offset", "model#experts"},
    KeyTopic{"model.custom.moe_bias", "model#experts"},
    KeyTopic{"model.custom.router_bias", "model#experts"},
    KeyTopic{"model.custom.shared_gate", "model#experts"},
    KeyTopic{"model.custom.mla.q_lora_rank", "model#latent"},
    KeyTopic{"model.custom.mla.kv_lora_rank", "model#latent"},
    KeyTopic{"model.custom.mla.qk_nope_head_dim", "model#latent"},
    KeyTopic{"model.custom.mla.qk_rope_head_dim", "model#latent"},
    KeyTopic{"model.custom.mla.v_head_dim", "model#latent"},
    KeyTopic{"model.custom.linear.num_key_heads", "model#pattern"},
    KeyTopic{"model.custom.linear.num_value_heads", "model#pattern"},
    KeyTopic{"model.custom.linear.key_head_dim", "model#pattern"},
    KeyTopic{"model.custom.linear.value_head_dim", "model#pattern"},
    KeyTopic{"model.custom.linear.conv_kernel_dim", "model#pattern"},
    KeyTopic{"model.custom.parameters", "model#counted-as"},
    KeyTopic{"model.custom.id", "model#preset"},
    KeyTopic{"model.custom.name", "model#preset"},
    KeyTopic{"model.custom.family", "model#preset"},
    KeyTopic{"model.custom.source", "model#preset"},
    KeyTopic{"model.custom.official_source", "model#preset"},
    KeyTopic{"model.custom.unread", "plans#import"},
    KeyTopic{"model.custom.total_params_computed", "model#preset"},
    KeyTopic{"model.custom.active_params_computed", "model#preset"},
    KeyTopic{"model.custom.official_total_params", "model#preset"},
    KeyTopic{"model.custom.arch_verified", "model#preset"},
    KeyTopic{"model.parameters", "model#size"},
    KeyTopic{"workload.task", "workload#task"},
    KeyTopic{"workload.context", "workload#context"},
    KeyTopic{"workload.micro_batch", "workload#micro-batch"},
    KeyTopic{"workload.global_batch", "workload#global-batch"},
    KeyTopic{"workload.training_tokens", "time#tokens"},
    KeyTopic{"workload.mean_length", "workload#packing"},
    KeyTopic{"workload.examples", "time#examples"},
    KeyTopic{"workload.epochs", "time#examples"},
    KeyTopic{"recipe.framework", "frameworks"},
    KeyTopic{"recipe.precision", "precision#precision"},
    KeyTopic{"recipe.gradients", "precision#gradients"},
    KeyTopic{"recipe.keep_gradients", "precision#keep-gradients"},
    KeyTopic{"recipe.master_weights", "precision#master"},
    KeyTopic{"recipe.fused_step", "precision#fused-step"},
    KeyTopic{"recipe.optimizer", "precision#optimizer"},
    KeyTopic{"recipe.moments", "precision#moments"},
    KeyTopic{"recipe.recompute", "activations#recompute"},
    KeyTopic{"recipe.attention", "activations#attention"},
    KeyTopic{"recipe.kernels", "activations#kernels"},
    KeyTopic{"recipe.loss", "activations#loss"},
    KeyTopic{"recipe.dropout", "activations#dropout"},
    KeyTopic{"recipe.recompute_method", "partial#layers"},
    KeyTopic{"recipe.recompute_layers", "partial#layers"},
    KeyTopic{"recipe.recompute_modules", "partial#modules"},
    KeyTopic{"recipe.frozen", "partial#frozen"},
    KeyTopic{"recipe.frozen_layers", "partial#frozen"},
    KeyTopic{"recipe.frozen_from", "partial#frozen"},
    KeyTopic{"recipe.optimizer_rank", "partial#optimizers"},
    KeyTopic{"recipe.master_precision", "partial#optimizers"},
    KeyTopic{"recipe.step_in_backward", "partial#backward"},
    KeyTopic{"recipe.prediction_layers", "partial#further"},
    KeyTopic{"adapter.kind", "adapters#adapter"},
    KeyTopic{"adapter.rank", "adapters#rank"},
    KeyTopic{"adapter.targets", "adapters#targets"},
    KeyTopic{"adapter.dropout", "adapters#dropout"},
    KeyTopic{"adapter.base", "adapters#base"},
    KeyTopic{"adapter.upcast", "adapters#upcast"},
    KeyTopic{"adapter.dora", "partial#adapters"},
    KeyTopic{"adapter.modules_to_save", "partial#adapters"},
    KeyTopic{"adapter.method", "adapters#method"},
    KeyTopic{"adapter.prompt_length", "adapters#prompts"},
    KeyTopic{"adapter.start_layer", "adapters#prompts"},
    KeyTopic{"cluster.device", "memory#device"},
    KeyTopic{"cluster.gpus", "parallelism#gpus"},
    KeyTopic{"cluster.gpus_per_node", "parallelism#node"},
    KeyTopic{"cluster.capacity", "memory#capacity"},
    KeyTopic{"cluster.reserve", "memory#reserve"},
    KeyTopic{"cluster.overhead", "memory#overhead"},
    KeyTopic{"cluster.host_memory", "offload#host"},
    KeyTopic{"cluster.utilisation", "time#utilisation"},
    KeyTopic{"cluster.price_per_hour", "time#price"},
    KeyTopic{"cluster.peak_tflops", "time#rates"},
    KeyTopic{"cluster.memory_bandwidth", "time#rates"},
    KeyTopic{"cluster.board_power", "time#rates"},
    KeyTopic{"cluster.links.intra", "time#links"},
    KeyTopic{"cluster.links.inter", "time#links"},
    KeyTopic{"cluster.links.pcie", "time#links"},
    KeyTopic{"cluster.links.host", "time#links"},
    KeyTopic{"cluster.links.disk", "time#links"},
    KeyTopic{"cluster.allocator.expandable_segments", "memory#allocator"},
    KeyTopic{"cluster.allocator.max_split_size", "memory#allocator"},
    KeyTopic{"cluster.allocator.roundup_power2_divisions", "memory#allocator"},
    KeyTopic{"layout.zero", "zero#stage"},
    KeyTopic{"layout.replicate", "zero#replicas"},
    KeyTopic{"layout.tensor", "parallelism#tensor"},
    KeyTopic{"layout.pipeline", "parallelism#pipeline"},
    KeyTopic{"layout.context", "parallelism#context"},
    KeyTopic{"layout.expert", "parallelism#expert"},
    KeyTopic{"layout.expert_tensor", "parallelism#expert-tensor"},
    KeyTopic{"layout.sequence_parallel", "parallelism#sequence"},
    KeyTopic{"layout.tp_inputs", "parallelism#tp-inputs"},
    KeyTopic{"layout.virtual_pipeline", "parallelism#virtual"},
    KeyTopic{"layout.stage_split", "parallelism#stage-split"},
    KeyTopic{"layout.imbalance", "parallelism#imbalance"},
    KeyTopic{"layout.offload_optimizer", "offload#optimizer"},
    KeyTopic{"layout.offload_parameters", "offload#parameters"},
    KeyTopic{"layout.offload_activations", "offload#activations"},
    KeyTopic{"layout.offload_fraction", "partial#share"},
    KeyTopic{"layout.offload_layers", "partial#share"},
    KeyTopic{"layout.schedule", "partial#pipelines"},
    KeyTopic{"layout.stage_layers", "partial#pipelines"},
    KeyTopic{"layout.context_kind", "partial#exchange"},
    KeyTopic{"layout.reduce_bucket", "zero#bucket"},
    KeyTopic{"inference.weights", "formats#gguf"},
    KeyTopic{"inference.kv_cache", "workload#inference"},
    KeyTopic{"inference.output", "workload#inference"},
    KeyTopic{"inference.server", "workload#server"},
    KeyTopic{"inference.memory_fraction", "workload#server"},
    KeyTopic{"inference.prefill_chunk", "workload#server"},
    KeyTopic{"inference.max_sequences", "workload#server"},
    KeyTopic{"inference.imatrix", "formats#gguf"},
    KeyTopic{"inference.group_size", "formats#others"},
    KeyTopic{"job.kind", "jobs#kind"},
    KeyTopic{"job.samples", "jobs#tokens"},
    KeyTopic{"job.prompt", "jobs#tokens"},
    KeyTopic{"job.completion", "jobs#tokens"},
    KeyTopic{"job.packing", "workload#packing"},
    KeyTopic{"job.tokens.update", "jobs#tokens"},
    KeyTopic{"job.tokens.logprob", "jobs#tokens"},
    KeyTopic{"job.tokens.value", "jobs#tokens"},
    KeyTopic{"job.logits", "jobs#logits"},
    KeyTopic{"job.rows", "jobs#logits"},
    KeyTopic{"job.entropy", "jobs#logits"},
    KeyTopic{"job.reference_free", "jobs#preference"},
    KeyTopic{"job.precomputed_reference", "jobs#preference"},
    KeyTopic{"job.top_k", "jobs#distillation"},
    KeyTopic{"roles.policy.model", "jobs#roles"},
    KeyTopic{"roles.policy.state", "jobs#roles"},
    KeyTopic{"roles.policy.dtype", "jobs#roles"},
    KeyTopic{"roles.policy.zero", "jobs#roles"},
    KeyTopic{"roles.policy.place", "jobs#roles"},
    KeyTopic{"roles.policy.gpus", "jobs#roles"},
    KeyTopic{"roles.policy.offload", "jobs#roles"},
    KeyTopic{"roles.policy.sleep", "jobs#roles"},
    KeyTopic{"roles.ref.model", "jobs#roles"},
    KeyTopic{"roles.ref.state", "jobs#roles"},
    KeyTopic{"roles.ref.dtype", "jobs#roles"},
    KeyTopic{"roles.ref.zero", "jobs#roles"},
    KeyTopic{"roles.ref.place", "jobs#roles"},
    KeyTopic{"roles.ref.gpus", "jobs#roles"},
    KeyTopic{"roles.ref.offload", "jobs#roles"},
    KeyTopic{"roles.ref.sleep", "jobs#roles"},
    KeyTopic{"roles.value.model", "jobs#roles"},
    KeyTopic{"roles.value.state", "jobs#roles"},
    KeyTopic{"roles.value.dtype", "jobs#roles"},
    KeyTopic{"roles.value.zero", "jobs#roles"},
    KeyTopic{"roles.value.place", "jobs#roles"},
    KeyTopic{"roles.value.gpus", "jobs#roles"},
    KeyTopic{"roles.value.offload", "jobs#roles"},
    KeyTopic{"roles.value.sleep", "jobs#roles"},
    KeyTopic{"roles.reward.model", "jobs#roles"},
    KeyTopic{"roles.reward.state", "jobs#roles"},
    KeyTopic{"roles.reward.dtype", "jobs#roles"},
    KeyTopic{"roles.reward.zero", "jobs#roles"},
    KeyTopic{"roles.reward.place", "jobs#roles"},
    KeyTopic{"roles.reward.gpus", "jobs#roles"},
    KeyTopic{"roles.reward.offload", "jobs#roles"},
    KeyTopic{"roles.reward.sleep", "jobs#roles"},
    KeyTopic{"roles.teacher.model", "jobs#roles"},
    KeyTopic{"roles.teacher.state", "jobs#roles"},
    KeyTopic{"roles.teacher.dtype", "jobs#roles"},
    KeyTopic{"roles.teacher.zero", "jobs#roles"},
    KeyTopic{"roles.teacher.place", "jobs#roles"},
    KeyTopic{"roles.teacher.gpus", "jobs#roles"},
    KeyTopic{"roles.teacher.offload", "jobs#roles"},
    KeyTopic{"roles.teacher.sleep", "jobs#roles"},
    KeyTopic{"roles.ema.model", "jobs#roles"},
    KeyTopic{"roles.ema.state", "jobs#roles"},
    KeyTopic{"roles.ema.dtype", "jobs#roles"},
    KeyTopic{"roles.ema.zero", "jobs#roles"},
    KeyTopic{"roles.ema.place", "jobs#roles"},
    KeyTopic{"roles.ema.gpus", "jobs#roles"},
    KeyTopic{"roles.ema.offload", "jobs#roles"},
    KeyTopic{"roles.ema.sleep", "jobs#roles"},
    KeyTopic{"roles.rollout.model", "jobs#roles"},
    KeyTopic{"roles.rollout.state", "jobs#roles"},
    KeyTopic{"roles.rollout.dtype", "jobs#roles"},
    KeyTopic{"roles.rollout.zero", "jobs#roles"},
    KeyTopic{"roles.rollout.place", "jobs#roles"},
    KeyTopic{"roles.rollout.gpus", "jobs#roles"},
    KeyTopic{"roles.rollout.offload", "jobs#roles"},
    KeyTopic{"roles.rollout.sleep", "jobs#roles"},
    KeyTopic{"rollout.utilization", "jobs#engine"},
    KeyTopic{"rollout.tensor", "jobs#engine"},
    KeyTopic{"rollout.max_length", "jobs#engine"},
};

consteval bool everyKeyHasATopic()
{
    for (std::size_t i = 0; i < keyTopics.size(); ++i)
        if (keyTopics[i].path.index() != i)
            return false;
    return keyTopics.size() == keyPaths.size();
}
static_assert(everyKeyHasATopic(), "keyTopics has one row for each key, in their order");

/// A widget of this name, or of a name that begins with it and a dot.
struct PartTopic
{
    const char* name;
    const char* topic;
};

constexpr std::array partTopics{
    PartTopic{"pinned.model", "model#size"},
    PartTopic{"pinned.context", "workload#context"},
    PartTopic{"pinned.batch", "workload#micro-batch"},
    PartTopic{"pinned.gpus", "parallelism#gpus"},
    PartTopic{"pinned.zero", "zero#stage"},
    PartTopic{"model.preset", "model#preset"},
    PartTopic{"model.shape", "model#shape"},
    PartTopic{"model.editShape", "model#shape"},
    PartTopic{"shape", "model#shape"},
    PartTopic{"group.roles", "jobs#roles"},
    PartTopic{"group.job", "jobs"},
    PartTopic{"group", "window#groups"},
    PartTopic{"panel", "window#groups"},
    PartTopic{"verdict.action0", "window#suggestions"},
    PartTopic{"verdict.action1", "window#suggestions"},
    PartTopic{"verdict.action2", "window#suggestions"},
    PartTopic{"verdict.action3", "window#suggestions"},
    PartTopic{"verdict.more", "window#suggestions"},
    PartTopic{"verdict", "window#verdict"},
    PartTopic{"tabs", "window#tabs"},
    PartTopic{"legend", "chart#bands"},
    PartTopic{"zeroLegend", "chart#bands"},
    PartTopic{"gpusLegend", "chart#bands"},
    PartTopic{"sizesLegend", "chart#bands"},
    PartTopic{"timelineLegend", "chart#bands"},
    PartTopic{"range", "chart#range"},
    PartTopic{"contextChart", "chart"},
    PartTopic{"contextPage", "chart"},
    PartTopic{"zeroPage", "window#tab-zero"},
    PartTopic{"zeroBasis", "window#tab-zero"},
    PartTopic{"zeroScale", "window#tab-zero"},
    PartTopic{"gpusPage", "window#tab-gpus"},
    PartTopic{"sizesPage", "window#tab-sizes"},
    PartTopic{"sizesBasis", "window#tab-sizes"},
    PartTopic{"sizesScale", "window#tab-sizes"},
    PartTopic{"recomputePage", "activations#recompute"},
    PartTopic{"recomputeBasis", "activations#recompute"},
    PartTopic{"recomputeScale", "activations#recompute"},
    PartTopic{"recomputeLegend", "chart#bands"},
    PartTopic{"timelinePage", "step#timeline"},
    PartTopic{"timeline.stage", "step#timeline"},
    PartTopic{"timeline.gradients", "precision#keep-gradients"},
    PartTopic{"timeline.reserved", "memory#allocated-reserved"},
    PartTopic{"timeline.trace", "step#trace"},
    PartTopic{"runPanel", "step#run"},
    PartTopic{"run.device", "step#run"},
    PartTopic{"run.step", "step#run"},
    PartTopic{"run.close", "step#run"},
    PartTopic{"run.unexplained", "step#unexplained"},
    PartTopic{"timePage", "time"},
    PartTopic{"cardsPage", "cards"},
    PartTopic{"cardsFigure", "cards"},
    PartTopic{"cardsTable", "cards"},
    PartTopic{"cards", "cards"},
    PartTopic{"searchPage", "search"},
    PartTopic{"searchTable", "search"},
    PartTopic{"search", "search"},
    PartTopic{"timeTable", "time#parts"},
    PartTopic{"timeRun", "time#run"},
    PartTopic{"methodsPage", "methods"},
    PartTopic{"methods", "methods"},
    PartTopic{"comparePage", "window#tab-compare"},
    PartTopic{"compare", "window#tab-compare"},
    PartTopic{"plansPage", "plans#library"},
    PartTopic{"plans", "plans#library"},
    PartTopic{"ledger.showStages", "parallelism#pipeline"},
    PartTopic{"stages", "parallelism#pipeline"},
    PartTopic{"ledger", "window#ledger"},
    PartTopic{"figureTable", "window#tabs"},
    PartTopic{"method.ownTable", "methods"},
    PartTopic{"ownTable", "methods"},
    PartTopic{"plan.title", "plans#name"},
    PartTopic{"nameDialog", "plans#name"},
    PartTopic{"preferences", "window#preferences"},
    PartTopic{"config", "exports#configurations"},
    PartTopic{"export.targets", "exports#formats"},
    PartTopic{"export", "exports#options"},
};

HelpTopic topicOfName(const QString& name)
{
    if (const auto key = findKeyPath(name.toStdString()))
        return topicOf(*key);
    const auto found = std::ranges::find_if(partTopics, [&](const PartTopic& part) {
        const QLatin1String start(part.name);
        return name == start
            || (name.startsWith(start) && name.at(start.size()) == QLatin1Char('.'));
    });
    return found == partTopics.end() ? HelpTopic() : QString::fromLatin1(found->topic);
}

} // namespace

HelpTopic topicOf(KeyPath path)
{
    return QString::fromLatin1(keyTopics[path.index()].topic);
}

HelpTopic topicOf(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        if (HelpTopic topic = topicOfName(widget->objectName()); !topic.isEmpty())
            return topic;
        if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
            widget = label->buddy();
        if (HelpTopic topic = topicOfName(widget->objectName()); !topic.isEmpty())
            return topic;
    }
    return {};
}

} // namespace highwater
