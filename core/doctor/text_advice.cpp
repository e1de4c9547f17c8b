// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/text_advice.h"

#include "core/ledger/choices.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

/// The settings by which a program's file follows each advice.
struct AdviceKeys
{
    const char* recompute;
    const char* flash;
    const char* plainFlash; ///< PyTorch's own
    const char* chunkedLoss;
    const char* smallMoments;
    const char* fusedStep;
    const char* evaluation;
};

/// transformers, training_args.py; also where no program is known.
constexpr AdviceKeys trainersOwn{
    "gradient_checkpointing=True",  "attn_implementation=\"flash_attention_2\"",
    "attn_implementation=\"sdpa\"", "use_liger_kernel=True",
    "optim=\"adamw_bnb_8bit\"",     "optim=\"adamw_torch_fused\"",
    "per_device_eval_batch_size"};
/// Axolotl, utils/schemas/config.py, integrations/liger/args.py.
constexpr AdviceKeys ofAxolotl{"gradient_checkpointing: true",
                               "flash_attention: true",
                               "sdp_attention: true",
                               "plugins: [axolotl.integrations.liger.LigerPlugin], "
                               "liger_fused_linear_cross_entropy: true",
                               "optimizer: adamw_bnb_8bit",
                               "optimizer: adamw_torch_fused",
                               "eval_batch_size"};
/// LLaMA-Factory, hparams/model_args.py.
constexpr AdviceKeys ofFactory{"disable_gradient_checkpointing: false",
                               "flash_attn: fa2",
                               "flash_attn: sdpa",
                               "enable_liger_kernel: true",
                               "optim: adamw_bnb_8bit",
                               "optim: adamw_torch_fused",
                               "per_device_eval_batch_size"};
/// ms-swift, swift/arguments.
constexpr AdviceKeys ofSwift{
    "--gradient_checkpointing true", "--attn_impl flash_attn", "--attn_impl sdpa",
    "--use_liger_kernel true",       "--optim adamw_bnb_8bit", "--optim adamw_torch_fused",
    "--per_device_eval_batch_size"};

const AdviceKeys& adviceKeysOf(std::optional<ConfigTarget> program)
{
    return program == ConfigTarget::Axolotl     ? ofAxolotl
        : program == ConfigTarget::LlamaFactory ? ofFactory
        : program == ConfigTarget::MsSwift      ? ofSwift
                                                : trainersOwn;
}

class AdviceList
{
public:
    AdviceList(bool alone, const AdviceKeys& keys)
        : m_alone(alone)
        , m_keys(keys)
    { }

    const AdviceKeys& keys() const { return m_keys; }

    void add(Text text, std::vector<std::pair<KeyPath, Value>> settings = {})
    {
        m_list.push_back({std::move(text), std::move(settings)});
    }

    void addRecompute()
    {
        add({HW_TR("core", "Recompute the layers: %1"), {m_keys.recompute}},
            {{KeyPath("recipe.recompute"), std::string("full")}});
    }
    void addSmallerPass()
    {
        add({HW_TR("core",
                   "Take a smaller micro-batch and accumulate more of them, or shorter "
                   "sequences")});
    }
    void addFlash()
    {
        add({HW_TR("core", "Take flash attention, which keeps no scores: %1 or %2"),
             {m_keys.flash, m_keys.plainFlash}},
            {{KeyPath("recipe.attention"), std::string("flash")}});
    }
    void addChunkedLoss()
    {
        add({HW_TR("core",
                   "Compute the loss in chunks, so that the logits of all tokens are never "
                   "there at once: Liger Kernel's fused loss (%1)"),
             {m_keys.chunkedLoss}},
            {{KeyPath("recipe.loss"), std::string("chunked")}});
    }
    void addExpandable()
    {
        add({HW_TR("core", "Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True")},
            {{KeyPath("cluster.allocator.expandable_segments"), true}});
    }
    void addShare(const FailurePlace& place)
    {
        if (m_alone)
            add({HW_TR("core",
                       "Share the states among several GPUs (FSDP, ZeRO-3), or offload the "
                       "optimizer to the host's memory")},
                {{KeyPath("layout.offload_optimizer"), std::string("cpu")}});
        else if (place.usesDeepSpeed || place.usesFsdp)
            add({HW_TR("core",
                       "Share the states among more GPUs, or offload the optimizer to the "
                       "host's memory")},
                {{KeyPath("layout.offload_optimizer"), std::string("cpu")}});
        else
            add({HW_TR("core",
                       "Share weights, gradients and moments among the GPUs: FSDP or "
                       "DeepSpeed's ZeRO-3")},
                {{KeyPath("layout.zero"), std::int64_t{3}}});
    }
    void addFusedStep()
    {
        if (&m_keys == &trainersOwn)
            add({HW_TR("core",
                       "Take the fused step, which has no temporary tensors "
                       "(optim=\"adamw_torch_fused\", or foreach=False)")});
        else
            add({HW_TR("core", "Take the fused step, which has no temporary tensors (%1)"),
                 {m_keys.fusedStep}});
    }
    void addSmallStates()
    {
        add({HW_TR("core", "Take an optimizer with 8-bit moments (%1)"), {m_keys.smallMoments}},
            {{KeyPath("recipe.optimizer"), std::string("adamw-8bit")}});
        add({HW_TR("core", "Train adapters (LoRA, QLoRA) in the place of all weights")},
            {{KeyPath("adapter.kind"), std::string("lora")}});
    }

    std::vector<DoctorAdvice> taken() { return std::move(m_list); }

private:
    std::vector<DoctorAdvice> m_list;
    bool m_alone; ///< the run has one GPU
    const AdviceKeys& m_keys;
};

void addOthers(const Diagnosis& diagnosis, AdviceList& list)
{
    const MemoryFailure& failure = diagnosis.failure;
    const auto& processes = failure.processes;
    const auto largest = std::ranges::max_element(processes, {}, &ProcessBytes::bytes);
    if (largest != processes.end() && failure.others() > 0)
        list.add({HW_TR("core",
                        "End the other processes on this GPU, or take a free one by "
                        "CUDA_VISIBLE_DEVICES: nvidia-smi lists them (process %1 has %2)"),
                  {std::to_string(largest->id), sizeText(largest->bytes)}});
    else
        list.add({HW_TR("core",
                        "End the other processes on this GPU, or take a free one by "
                        "CUDA_VISIBLE_DEVICES: nvidia-smi lists them")});
}

/// The options of a server by which its share of the GPU, its ranks, its lengths and its cache are
/// set.
struct OptionNames
{
    const char* share;
    const char* ranks;
    const char* length;
    const char* sequences;
    const char* smallCache;
};

/// vLLM, vllm/engine/arg_utils.py: EngineArgs.
constexpr OptionNames ofVllm{"gpu_memory_utilization", "tensor_parallel_size", "max_model_len",
                             "max_num_seqs", "kv_cache_dtype=\"fp8\""};
/// SGLang, srt/server_args.py: ServerArgs. Its share is that of weights and cache, the rest of the
/// GPU is for activations and graphs.
constexpr OptionNames ofSglang{"--mem-fraction-static", "--tp-size", "--context-length",
                               "--max-running-requests", "--kv-cache-dtype fp8_e4m3"};

const OptionNames& optionNamesOf(const MemoryFailure& failure)
{
    const bool sglang = failure.text.find("mem-fraction-static") != std::string::npos
        || std::ranges::any_of(failure.frames, [](const LogFrame& frame) {
                            return frame.file.find("sglang/") != std::string::npos;
                        });
    return sglang ? ofSglang : ofVllm;
}

void addServer(const Diagnosis& diagnosis, AdviceList& list)
{
    const MemoryFailure& failure = diagnosis.failure;
    if (failure.refuser == Refuser::ServerBuffer) {
        const Text layers{HW_TR("core",
                                "Put fewer layers on the GPU (-ngl), or the experts in the "
                                "host's memory (--n-cpu-moe)")};
        const Text context{HW_TR("core",
                                 "Take a shorter context (-c) or a KV cache of 8 bits "
                                 "(--cache-type-k q8_0)")};
        const bool isCache = diagnosis.cause == FailureCause::KvCache;
        list.add(isCache ? context : layers);
        list.add(isCache ? layers : context);
        return;
    }
    const OptionNames& options = optionNamesOf(failure);
    if (failure.text.find("ree memory on device") != std::string::npos) {
        list.add({HW_TR("core", "End the other processes on this GPU, or lower %1 to what is free"),
                  {options.share}});
        return;
    }
    if (failure.tokens)
        list.add({HW_TR("core", "Take %1 %2 at most, or raise %3"),
                  {options.length, std::to_string(*failure.tokens), options.share}});
    else
        list.add({HW_TR("core", "Raise %1, the share of the GPU that weights and cache may have"),
                  {options.share}});
    list.add({HW_TR("core", "Split the model over more GPUs (%1), or take weights of 8 or 4 bits"),
              {options.ranks}});
    list.add({HW_TR("core",
                    "Take shorter contexts (%1), fewer sequences at a time (%2), and a KV cache "
                    "of 8 bits (%3)"),
              {options.length, options.sequences, options.smallCache}});
}

void addForCause(const Diagnosis& diagnosis, AdviceList& list)
{
    const FailurePlace& place = diagnosis.place;
    switch (diagnosis.cause) {
    case FailureCause::OtherProcess:
        addOthers(diagnosis, list);
        break;
    case FailureCause::FreeEnough:
        list.add({HW_TR("core",
                        "Look for a limit that is not the card's: another process that had "
                        "the memory at that moment, set_per_process_memory_fraction, a "
                        "part of a card (MIG), or the page file of Windows")});
        break;
    case FailureCause::Fragmented:
        list.addExpandable();
        list.addSmallerPass();
        break;
    case FailureCause::OneTensor:
        list.add({HW_TR("core",
                        "Take a smaller micro-batch or shorter sequences, and flash "
                        "attention, which keeps no scores: a tensor of this size is most "
                        "often attention's, sequence times sequence")},
                 {{KeyPath("recipe.attention"), std::string("flash")}});
        break;
    case FailureCause::Scores:
        list.addFlash();
        list.addSmallerPass();
        break;
    case FailureCause::Logits:
        list.addChunkedLoss();
        list.addSmallerPass();
        break;
    case FailureCause::States:
        list.addShare(place);
        list.addSmallStates();
        break;
    case FailureCause::StepCopies:
        list.addFusedStep();
        list.addSmallStates();
        list.addShare(place);
        break;
    case FailureCause::Activations:
        if (!place.recomputes)
            list.addRecompute();
        list.addSmallerPass();
        list.addFlash();
        list.addShare(place);
        break;
    case FailureCause::Evaluation:
        list.add({HW_TR("core",
                        "Move the predictions to the host's memory as they come "
                        "(eval_accumulation_steps=1), keep the loss alone "
                        "(prediction_loss_only=True), or reduce the logits before "
                        "(preprocess_logits_for_metrics)")});
        list.add({HW_TR("core", "Take a smaller %1"), {list.keys().evaluation}},
                 {{KeyPath("workload.evaluation_batch"), std::int64_t{1}}});
        break;
    case FailureCause::Loading:
        list.add({HW_TR("core",
                        "Load the weights in 16 bits, or in 8 or 4, or split them over more "
                        "GPUs")});
        list.addShare(place);
        list.addSmallStates();
        break;
    case FailureCause::Saving:
        list.add({HW_TR("core",
                        "Gather the weights in the host's memory, or save each rank's part: "
                        "FullStateDictConfig(offload_to_cpu=True), SHARDED_STATE_DICT")},
                 {{KeyPath("recipe.saved_state"), std::string("host")}});
        break;
    case FailureCause::Generation:
        list.add({HW_TR("core",
                        "Generate for fewer or shorter prompts at a time, and without "
                        "gradients (torch.inference_mode())")});
        list.add({HW_TR("core",
                        "Load the weights in 16 bits, or in 8 or 4, or split them over more "
                        "GPUs")});
        break;
    case FailureCause::KvCache:
        addServer(diagnosis, list);
        break;
    case FailureCause::Host:
        list.add({HW_TR("core",
                        "Load the weights once on each node, not in each rank "
                        "(low_cpu_mem_usage, cpu_ram_efficient_loading), or take a machine "
                        "with more memory")});
        list.add({HW_TR("core", "Offload less to the host, and have fewer workers that read data")},
                 {{KeyPath("layout.offload_optimizer"), std::string("none")}});
        break;
    }
}

std::vector<DoctorAdvice> adviceFor(const Diagnosis& diagnosis, bool alone, const AdviceKeys& keys)
{
    AdviceList list(alone, keys);
    if (diagnosis.failure.refuser == Refuser::ServerBuffer)
        addServer(diagnosis, list);
    else
        addForCause(diagnosis, list);
    if (diagnosis.fragmented && diagnosis.cause != FailureCause::Fragmented)
        list.addExpandable();
    return list.taken();
}

/// Whether a run of the plan cannot gain from the setting. `whole`: the plan with defaults.
bool isHad(const Plan& whole, KeyPath key, const Value& value)
{
    if (key == "layout.offload_optimizer") // the states of adapters are small
        return whole.layout.offloadOptimizer != Offload::None
            || whole.adapter.kind != AdapterKind::None;
    if (key == "adapter.kind")
        return whole.adapter.kind != AdapterKind::None;
    if (key == "recipe.loss")
        return whole.recipe.loss != Loss::Full;
    if (key == "recipe.optimizer")
        return whole.recipe.moments == Moments::Int8;
    return keyOf(key).get(whole) == value;
}

} // namespace

std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis, const Plan& plan,
                                     std::optional<ConfigTarget> program)
{
    Diagnosis ofPlan = diagnosis;
    if (plan.layout.zero == 3 && plan.cluster.gpus > 1) // what is left of sharing is offload
        ofPlan.place.usesFsdp = true;
    std::vector<DoctorAdvice> all
        = adviceFor(ofPlan, plan.cluster.gpus == 1, adviceKeysOf(program));
    // A text that shows scores or whole logits shows that the run has not what the plan says.
    using enum FailureCause;
    const bool isSize = diagnosis.cause == States || diagnosis.cause == Activations
        || diagnosis.cause == Loading || diagnosis.cause == StepCopies;
    if (!isSize)
        return all;
    const Plan whole = withDefaults(plan);
    std::vector<DoctorAdvice> useful = all;
    std::erase_if(useful, [&](const DoctorAdvice& each) {
        return !each.settings.empty()
            && std::ranges::all_of(each.settings, [&](const auto& setting) {
                   return isHad(whole, setting.first, setting.second);
               });
    });
    return useful.empty() ? all : useful;
}

std::vector<DoctorAdvice> textAdvice(const Diagnosis& diagnosis)
{
    return adviceFor(diagnosis, false, trainersOwn);
}

} // namespace highwater
