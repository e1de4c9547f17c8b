// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/failure_place.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace highwater {
namespace {

bool hasAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool isAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, text) != words.end();
}

// Each tells one part of a run, by names that its libraries have had for years.

bool isSaving(const LogFrame& frame)
{
    return isAny(frame.function,
                 {"save_model", "_save_checkpoint", "save_pretrained", "save_checkpoint",
                  "get_state_dict", "state_dict", "_save", "_save_zero_checkpoint",
                  "_zero3_consolidated_16bit_state_dict", "full_optim_state_dict",
                  "save_model_checkpoint", "safe_save_model_for_hf_trainer", "_state_dict",
                  "optim_state_dict", "fsdp_save_ckpt", "get_model_state_dict"})
        || hasAny(frame.code, {".state_dict()", "save_pretrained("});
}

bool isEvaluating(const LogFrame& frame)
{
    return isAny(frame.function,
                 {"evaluate", "evaluation_loop", "prediction_loop", "prediction_step", "predict",
                  "nested_concat", "validation_step", "_maybe_log_save_evaluate", "evaluation",
                  "evaluate_and_print_results", "_run_evaluate", "compute_metrics"});
}

bool isGenerating(const LogFrame& frame)
{
    return isAny(frame.function,
                 {"generate", "_sample", "greedy_search", "_greedy_search", "beam_search",
                  "_beam_search", "sample", "_generate_and_score_completions", "chat",
                  "stream_chat"})
        || hasAny(frame.file, {"generation/utils.py"});
}

bool isBackward(const LogFrame& frame)
{
    return isAny(frame.function, {"backward", "run_backward", "_engine_run_backward"})
        || hasAny(frame.code, {"loss.backward()", "run_backward("})
        || isAny(frame.function, {"unpack_hook", "recompute_fn"});
}

bool isStep(const LogFrame& frame)
{
    if (hasAny(frame.file,
               {"stage_1_and_2.py", "stage3.py", "stage2.py", "distrib_optimizer.py",
                "fused_optimizer.py", "bf16_optimizer.py"}))
        return hasAny(frame.function, {"step", "unscale_and_clip", "get_grad_norm"});
    if (hasAny(frame.function,
               {"clip_grad_norm", "_multi_tensor_", "_single_tensor_", "_init_group", "init_state",
                "update_step"}))
        return true;
    return isAny(frame.function, {"step"})
        && hasAny(frame.file, {"optim", "adam", "lion", "bitsandbytes", "galore"});
}

bool isLoss(const LogFrame& frame)
{
    return hasAny(frame.function,
                  {"cross_entropy", "CausalLMLoss", "compute_loss_from", "log_softmax",
                   "selective_log_softmax", "_get_per_token_logps", "compute_log_probs",
                   "post_language_model_processing", "concatenated_forward", "gather_log"})
        || hasAny(frame.file, {"loss_utils.py", "nn/modules/loss.py", "cross_entropy"})
        || hasAny(frame.code, {"logits", "lm_head(", "loss_fct(", "loss_fn(", "CrossEntropyLoss"});
}

bool isForward(const LogFrame& frame)
{
    return isAny(frame.function,
                 {"forward", "_call_impl", "_forward", "training_step", "forward_step",
                  "new_forward", "custom_forward"})
        || (hasAny(frame.file, {"modeling_"}) && !hasAny(frame.file, {"modeling_utils"}));
}

bool isLoading(const LogFrame& frame)
{
    return isAny(frame.function,
                 {"from_pretrained",
                  "load_model",
                  "load_checkpoint",
                  "load_state_dict",
                  "initialize",
                  "_configure_distributed_model",
                  "_apply",
                  "cuda",
                  "to",
                  "_load_pretrained_model",
                  "prepare",
                  "prepare_model",
                  "__init__",
                  "set_module_tensor_to_device",
                  "_prepare_deepspeed",
                  "_prepare_fsdp",
                  "_materialize_meta_module",
                  "fully_shard",
                  "initialize_optimizer_states",
                  "_wrap_model",
                  "auto_wrap",
                  "get_peft_model",
                  "initialize_model_parallel",
                  "setup_model_and_optimizer",
                  "load_weights",
                  "convert"});
}

bool isServer(const LogFrame& frame)
{
    return hasAny(frame.file, {"vllm/", "sglang/", "lmdeploy/", "text_generation_server/"});
}

/// The kind of tensor, by the innermost frames that say it.
std::optional<AskedKind> kindOf(const LogFrame& frame)
{
    const std::string& code = frame.code;
    if (hasAny(frame.function, {"nested_concat", "torch_pad_and_concatenate", "pad_across"}))
        return AskedKind::Predictions;
    if (hasAny(frame.function,
               {"_unshard", "all_gather", "_alloc_padded_unsharded_flat_param", "fetch_sub_module",
                "__all_gather_params", "unshard", "_all_gather", "alloc_storage"}))
        return AskedKind::GatheredWeights;
    if (hasAny(frame.function,
               {"reduce_scatter", "allreduce_bucket", "average_tensor", "reduce_ipg_grads",
                "independent_gradient_partition", "reduce_independent", "__reduce_and_partition"}))
        return AskedKind::Gradients;
    if (isStep(frame)) {
        if (hasAny(code, {"exp_avg", "zeros_like", "state[", "init_state", "get_state_buffer"})
            && !hasAny(code, {"_foreach_", "sqrt"}))
            return AskedKind::Moments;
        if (hasAny(frame.function, {"_init_group", "init_state"}))
            return AskedKind::Moments;
        return AskedKind::StepCopies;
    }
    if (hasAny(frame.function,
               {"_create_fp32_partitions", "_create_fp16_partitions", "initialize_optimizer_states",
                "_initialize_optimizer_states"}))
        return AskedKind::Moments;
    if (hasAny(code,
               {"attn_weights", "attention_scores", "attn_scores", "attention_probs", "baddbmm",
                "matmul_result"})
        || hasAny(frame.function, {"unfused_attention", "eager_attention"}))
        return AskedKind::Scores;
    if (isLoss(frame))
        return AskedKind::Logits;
    if (hasAny(code,
               {"gate_proj", "up_proj", "down_proj", "act_fn", "mlp(", "dense_h_to_4h",
                "intermediate"})
        || hasAny(frame.function, {"swiglu", "mlp"}))
        return AskedKind::Mlp;
    if (hasAny(code,
               {"q_proj", "k_proj", "v_proj", "repeat_kv", "rotary", "query_layer", "flash_attn",
                "scaled_dot_product_attention"}))
        return AskedKind::Attention;
    if (hasAny(code, {"past_key_value", "key_cache", "torch.cat([past", "kv_cache"}))
        return AskedKind::KvCache;
    return std::nullopt;
}

/// The moment of the innermost frame that decides one.
void decideInnermost(const MemoryFailure& failure, FailurePlace& place)
{
    struct Rule
    {
        bool (*holds)(const LogFrame&);
        FailureMoment moment;
    };
    constexpr std::array rules{Rule{isStep, FailureMoment::Step}, Rule{isLoss, FailureMoment::Loss},
                               Rule{isForward, FailureMoment::Forward},
                               Rule{isLoading, FailureMoment::Load}};
    // A cast or a copy inside a pass is called as loading is.
    bool moves = false;
    for (std::size_t i = failure.frames.size(); i-- > 0;)
        for (const Rule& rule : rules) {
            if (!rule.holds(failure.frames[i]))
                continue;
            if (rule.moment == FailureMoment::Load) {
                if (!moves)
                    place.frame = i;
                moves = true;
                break;
            }
            const bool isTrainer = failure.frames[i].function == "training_step";
            if (moves && rule.moment == FailureMoment::Forward && isTrainer)
                continue;
            place.moment = rule.moment;
            place.frame = i;
            return;
        }
    if (moves)
        place.moment = FailureMoment::Load;
}

/// A part of a run that counts wherever it stands on the stack, as it calls passes of its own.
bool decideAnywhere(const MemoryFailure& failure, FailurePlace& place)
{
    struct Rule
    {
        bool (*holds)(const LogFrame&);
        FailureMoment moment;
    };
    constexpr std::array rules{
        Rule{isServer, FailureMoment::Serve}, Rule{isSaving, FailureMoment::Save},
        Rule{isGenerating, FailureMoment::Generate}, Rule{isEvaluating, FailureMoment::Evaluate},
        Rule{isBackward, FailureMoment::Backward}};
    for (const Rule& rule : rules)
        for (std::size_t i = failure.frames.size(); i-- > 0;)
            if (rule.holds(failure.frames[i])) {
                place.moment = rule.moment;
                place.frame = i;
                return true;
            }
    return false;
}

void decideByText(const MemoryFailure& failure, FailurePlace& place)
{
    if (failure.refuser == Refuser::ServerCache || failure.refuser == Refuser::ServerBuffer)
        place.moment = FailureMoment::Serve;
    if (failure.refuser == Refuser::ServerCache)
        place.kind = AskedKind::KvCache;
    if (place.moment)
        return;
    if (hasAny(failure.before, {"state_dict", "clone() tensor"}))
        place.moment = FailureMoment::Save;
}

} // namespace

FailurePlace placeOf(const MemoryFailure& failure)
{
    FailurePlace place;
    for (const LogFrame& frame : failure.frames) {
        place.recomputes = place.recomputes
            || hasAny(frame.file, {"torch/utils/checkpoint.py", "checkpointing"});
        place.usesDeepSpeed = place.usesDeepSpeed || hasAny(frame.file, {"deepspeed"});
        place.usesFsdp = place.usesFsdp || hasAny(frame.file, {"fsdp", "fully_sharded"});
    }
    if (!decideAnywhere(failure, place))
        decideInnermost(failure, place);
    constexpr std::size_t innermost = 8;
    const std::size_t first = failure.frames.size() - std::min(failure.frames.size(), innermost);
    for (std::size_t i = failure.frames.size(); i-- > first && !place.kind;)
        place.kind = kindOf(failure.frames[i]);
    // A closure that the optimizer's step calls is no part of the step.
    const bool isOfStep = place.kind == AskedKind::Moments || place.kind == AskedKind::StepCopies;
    if (isOfStep && place.moment != FailureMoment::Step && place.moment != FailureMoment::Load)
        place.kind.reset();
    if (place.moment == FailureMoment::Load && !place.kind)
        place.kind = AskedKind::Weights;
    if (place.kind == AskedKind::Logits && place.moment == FailureMoment::Forward)
        place.moment = FailureMoment::Loss;
    decideByText(failure, place);
    return place;
}

Text momentText(FailureMoment moment)
{
    switch (moment) {
    case FailureMoment::Load:
        return {HW_TR("core", "while the model is loaded")};
    case FailureMoment::Forward:
        return {HW_TR("core", "in the forward pass")};
    case FailureMoment::Loss:
        return {HW_TR("core", "at the loss")};
    case FailureMoment::Backward:
        return {HW_TR("core", "in the backward pass")};
    case FailureMoment::Step:
        return {HW_TR("core", "in the optimizer step")};
    case FailureMoment::Evaluate:
        return {HW_TR("core", "in an evaluation")};
    case FailureMoment::Save:
        return {HW_TR("core", "while the model is saved")};
    case FailureMoment::Generate:
        return {HW_TR("core", "while text is generated")};
    case FailureMoment::Serve:
        return {HW_TR("core", "while the server starts")};
    }
    return {};
}

Text kindText(AskedKind kind)
{
    switch (kind) {
    case AskedKind::Weights:
        return {HW_TR("core", "weights")};
    case AskedKind::GatheredWeights:
        return {HW_TR("core", "weights gathered from the ranks")};
    case AskedKind::Gradients:
        return {HW_TR("core", "gradients, or a buffer in which they are reduced")};
    case AskedKind::Moments:
        return {HW_TR("core", "moments of the optimizer")};
    case AskedKind::StepCopies:
        return {HW_TR("core", "temporary tensors of the optimizer step")};
    case AskedKind::Logits:
        return {HW_TR("core", "logits, sequence times vocabulary")};
    case AskedKind::Scores:
        return {HW_TR("core", "attention scores, sequence times sequence for each head")};
    case AskedKind::Mlp:
        return {HW_TR("core", "a tensor of the MLP's width")};
    case AskedKind::Attention:
        return {HW_TR("core", "a tensor of the attention")};
    case AskedKind::Predictions:
        return {HW_TR("core", "predictions that the evaluation collects")};
    case AskedKind::KvCache:
        return {HW_TR("core", "the KV cache")};
    }
    return {};
}

std::string frameText(const LogFrame& frame)
{
    const std::size_t slash = frame.file.find_last_of("/\\");
    return frame.file.substr(slash == std::string::npos ? 0 : slash + 1) + ":"
        + std::to_string(frame.line) + (frame.function.empty() ? "" : " " + frame.function);
}

} // namespace highwater
