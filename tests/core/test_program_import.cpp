// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of programs on top of Hugging Face's Trainer: LLaMA-Factory, Axolotl, ms-swift, Unsloth,
// TRL.
// Each row's settings follow from the program's own defaults and the file's few lines.
#include "core/configs/import.h"
#include "helpers.h"
#include "import_rows.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

Result<Imported> imported(const QByteArray& text, const std::string& name = "file")
{
    const std::string bytes = text.toStdString();
    return importPlan({name, bytes}, {}, builtinCatalog());
}

constexpr const char* llamaFactory
    = "### model\nmodel_name_or_path: Qwen/Qwen3-4B\nstage: sft\ndo_train: true\n"
      "finetuning_type: lora\ncutoff_len: 1024\nper_device_train_batch_size: 2\nbf16: true\n";
constexpr const char* axolotl
    = "base_model: NousResearch/Meta-Llama-3-8B\nadapter: qlora\nload_in_4bit: true\nlora_r: 32\n"
      "lora_target_linear: true\nsequence_len: 4096\nmicro_batch_size: 2\n";
constexpr const char* swift = "swift sft --model Qwen/Qwen2.5-7B-Instruct --max_length 2048 ";
constexpr const char* unsloth
    = "from unsloth import FastLanguageModel\nmax_seq_length = 2048\n"
      "model, tokenizer = FastLanguageModel.from_pretrained(\n"
      "    model_name = \"unsloth/Llama-3.1-8B-bnb-4bit\",\n  max_seq_length = max_seq_length,)\n"
      "model = FastLanguageModel.get_peft_model(model, r = 16)\n";

constexpr const char* trlGrpo
    = "from datasets import load_dataset\nfrom trl import GRPOConfig, GRPOTrainer\n\n"
      "def reward_len(completions, **kwargs):\n    return [-abs(20 - len(c)) for c in "
      "completions]\n"
      "LENGTH = 1024\nargs = GRPOConfig(output_dir=\"x\", num_generations=4, "
      "max_prompt_length=512,\n    max_completion_length=LENGTH, per_device_train_batch_size=8, "
      "gradient_accumulation_steps=2,\n    use_vllm=True, vllm_mode=\"colocate\", "
      "vllm_gpu_memory_utilization=0.4, bf16=True,\n    gradient_checkpointing=True, beta=0.04, "
      "temperature=0.9, log_completions=True, logging_steps=1)\n";

QByteArray with(const char* start, const char* more)
{
    return QByteArray(start) + more;
}

} // namespace

class TestProgramImport : public QObject
{
    Q_OBJECT

private slots:
    void files_data();
    void files();
    void trl_data();
    void trl();
    void commands_data();
    void commands();
    void unread_data();
    void unread();
    void refusals_data();
    void refusals();
    void hostile_data();
    void hostile();
    void gpusAreTold();
    void idleFlagsAreTold();
    void pluginsThatMayCountAreListed();
    void filesBesideIt();
    void aTuningEndsTheOpenJob();
    void leavesNothingOfTheOpenPlan();
};

void TestProgramImport::files_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char* name, const char* kind, const QByteArray& text,
                        const QStringList& settings) {
        QTest::newRow(name) << text << QString::fromLatin1(kind) << settings;
    };
    const auto factory = [&](const char* name, const char* more, const QStringList& settings) {
        row(name, "llama-factory", with(llamaFactory, more), settings);
    };
    factory("LLaMA-Factory with its defaults", "",
            {u"model.id=qwen3-4b"_s, u"workload.context=1024"_s, u"workload.micro_batch=2"_s,
             u"workload.global_batch=null"_s, u"adapter.kind=lora"_s, u"adapter.rank=8"_s,
             u"adapter.targets=q,k,v,o,gate,up,down"_s, u"adapter.upcast=false"_s,
             u"recipe.recompute=full"_s, u"recipe.precision=bf16-mixed"_s, u"recipe.loss=full"_s,
             u"recipe.optimizer=adamw"_s, u"recipe.framework=llama-factory"_s, u"cluster.gpus=1"_s,
             u"layout.zero=0"_s, u"job.packing=null"_s});
    row("LLaMA-Factory without a length", "llama-factory",
        "model_name_or_path: Qwen/Qwen3-4B\nfinetuning_type: full\ndo_train: true\n",
        {u"workload.context=2048"_s, u"workload.micro_batch=8"_s, u"recipe.precision=fp32"_s,
         u"adapter.kind=none"_s});
    row("LLaMA-Factory as JSON", "llama-factory",
        R"({"model_name_or_path": "Qwen/Qwen3-4B", "do_train": true, "finetuning_type": "lora",
            "lora_rank": 64, "lora_target": "q_proj,v_proj", "lora_dropout": 0.1})",
        {u"adapter.rank=64"_s, u"adapter.targets=q,v"_s, u"adapter.dropout=0.1"_s});
    // hparams: image_max_pixels, freeze_vision_tower (true unless said)
    row("LLaMA-Factory, images of at most 768 x 768 pixels", "llama-factory",
        "model_name_or_path: Qwen/Qwen3-VL-8B-Instruct\nfinetuning_type: full\ndo_train: true\n"
        "image_max_pixels: 589824\n",
        {u"model.id=qwen3-vl-8b"_s, u"workload.images=1"_s, u"workload.image_width=768"_s,
         u"workload.image_height=768"_s, u"recipe.frozen=vision"_s});
    row("LLaMA-Factory, a tower that trains", "llama-factory",
        "model_name_or_path: Qwen/Qwen3-VL-8B-Instruct\nfinetuning_type: full\ndo_train: true\n"
        "freeze_vision_tower: false\n",
        {u"workload.images=0"_s, u"recipe.frozen="_s});
    factory("LLaMA-Factory, FlashAttention-3", "flash_attn: fa3\n",
            {u"recipe.attention=flash"_s, u"recipe.attention_kernel=flash-3"_s});
    factory("LLaMA-Factory, attention without a kernel", "flash_attn: disabled\n",
            {u"recipe.attention=eager"_s, u"recipe.attention_kernel=null"_s});
    factory("LLaMA-Factory, pixels without a tower", "image_max_pixels: 589824\n",
            {u"workload.images=0"_s, u"workload.image_width=null"_s, u"recipe.frozen="_s});
    row("ms-swift, images of at most 1,003,520 pixels", "ms-swift",
        "swift sft --model Qwen/Qwen3-VL-8B-Instruct --tuner_type full --max_pixels 1003520 ",
        {u"workload.images=1"_s, u"workload.image_width=1001"_s, u"recipe.frozen=vision"_s});
    factory("LLaMA-Factory, 4 bits, quantised twice", "quantization_bit: 4\n",
            {u"adapter.kind=qlora"_s, u"adapter.base=nf4-double"_s});
    factory("LLaMA-Factory, 4 bits, quantised once",
            "quantization_bit: 4\ndouble_quantization: false\nquantization_method: bnb\n",
            {u"adapter.kind=qlora"_s, u"adapter.base=nf4"_s});
    factory("LLaMA-Factory, epochs", "num_train_epochs: 2.5\n", {u"workload.epochs=2.5"_s});
    row("LLaMA-Factory, an engine on one GPU", "llama-factory",
        "CUDA_VISIBLE_DEVICES=0 llamafactory-cli train \\\n    --model_name_or_path "
        "Qwen/Qwen3-4B --do_train --deepspeed ds_z3_config.json --bf16 True\n",
        {u"cluster.gpus=1"_s, u"layout.zero=3"_s, u"recipe.engine=deepspeed"_s});
    factory("LLaMA-Factory, 8 bits", "quantization_bit: 8\n", {u"adapter.base=int8"_s});
    factory("LLaMA-Factory, ZeRO-3 by the file's name",
            "deepspeed: examples/deepspeed/ds_z3_config.json\ngradient_accumulation_steps: 4\n",
            {u"layout.zero=3"_s, u"layout.offload_parameters=none"_s, u"cluster.gpus=8"_s,
             u"workload.global_batch=64"_s});
    factory("LLaMA-Factory, ZeRO-3 with offload", "deepspeed: ds_z3_offload_config.json\n",
            {u"layout.zero=3"_s, u"layout.offload_parameters=cpu"_s,
             u"layout.offload_optimizer=cpu"_s});
    factory("LLaMA-Factory, ZeRO-3 and no offload", "deepspeed: ds_zero3_no_offload.json\n",
            {u"layout.zero=3"_s, u"layout.offload_parameters=none"_s,
             u"layout.offload_optimizer=none"_s});
    factory("LLaMA-Factory, FSDP", "fsdp: full_shard auto_wrap\n",
            {u"layout.zero=3"_s, u"recipe.engine=fsdp1"_s, u"recipe.reentrant=true"_s});
    factory("LLaMA-Factory, savings",
            "enable_liger_kernel: true\nuse_unsloth_gc: true\nneat_packing: true\n"
            "flash_attn: fa2\nray_num_workers: 4\n",
            {u"recipe.loss=chunked"_s, u"recipe.kernels=fused"_s,
             u"layout.offload_activations=cpu"_s, u"job.packing=packed"_s,
             u"recipe.attention=flash"_s, u"cluster.gpus=4"_s});
    factory("LLaMA-Factory, nothing saved",
            "disable_gradient_checkpointing: true\nflash_attn: disabled\n",
            {u"recipe.recompute=none"_s, u"recipe.attention=eager"_s});
    row("LLaMA-Factory, pure bf16 with GaLore", "llama-factory",
        "model_name_or_path: meta-llama/Meta-Llama-3-8B-Instruct\nstage: sft\ndo_train: true\n"
        "finetuning_type: full\nuse_galore: true\ngalore_rank: 128\ngalore_layerwise: true\n"
        "pure_bf16: true\n",
        {u"model.id=llama-3-8b"_s, u"recipe.precision=bf16"_s, u"recipe.moments=bf16"_s,
         u"recipe.optimizer=galore"_s, u"recipe.optimizer_rank=128"_s,
         u"recipe.step_in_backward=true"_s});
    // Qwen3 4B has 36 layers.
    row("LLaMA-Factory, the last four layers", "llama-factory",
        "model_name_or_path: Qwen/Qwen3-4B\ndo_train: true\nfinetuning_type: freeze\n"
        "freeze_trainable_layers: 4\nfreeze_extra_modules: lm_head\nbf16: true\n",
        {u"recipe.frozen_layers=32"_s, u"recipe.frozen_from=0"_s, u"recipe.frozen=embedding"_s,
         u"adapter.kind=none"_s});
    row("LLaMA-Factory, the first two layers", "llama-factory",
        "model_name_or_path: Qwen/Qwen3-4B\ndo_train: true\nfinetuning_type: freeze\n"
        "freeze_trainable_layers: -2\nbf16: true\n",
        {u"recipe.frozen_layers=34"_s, u"recipe.frozen_from=2"_s,
         u"recipe.frozen=embedding,head"_s});
    factory("LLaMA-Factory, DPO", "", {u"job.kind=null"_s});
    row("LLaMA-Factory, ORPO by its loss", "llama-factory",
        "model_name_or_path: Qwen/Qwen3-4B\nstage: dpo\npref_loss: orpo\ndo_train: true\n"
        "finetuning_type: lora\nbf16: true\n",
        {u"workload.task=preference"_s, u"job.kind=orpo"_s, u"roles.policy.dtype=bf16"_s});
    row("LLaMA-Factory, a text to go on with", "llama-factory",
        "model_name_or_path: Qwen/Qwen3-4B\nstage: pt\ndo_train: true\n",
        {u"job.packing=packed"_s});
    row("LLaMA-Factory's command", "llama-factory",
        "CUDA_VISIBLE_DEVICES=0,1 llamafactory-cli train \\\n    --model_name_or_path "
        "Qwen/Qwen3-4B \\\n    --stage sft --do_train --finetuning_type lora \\\n"
        "    --lora_rank 32 --cutoff_len 512 --per_device_train_batch_size 1 --bf16 True\n",
        {u"cluster.gpus=2"_s, u"adapter.rank=32"_s, u"workload.context=512"_s,
         u"recipe.precision=bf16-mixed"_s, u"workload.global_batch=null"_s});

    const auto own = [&](const char* name, const char* more, const QStringList& settings) {
        row(name, "axolotl", with(axolotl, more), settings);
    };
    own("Axolotl with its defaults", "",
        {u"model.id=llama-3-8b"_s, u"workload.context=4096"_s, u"workload.micro_batch=2"_s,
         u"adapter.kind=qlora"_s, u"adapter.base=nf4-double"_s, u"adapter.rank=32"_s,
         u"adapter.targets=q,k,v,o,gate,up,down"_s, u"adapter.upcast=false"_s,
         u"recipe.framework=axolotl"_s, u"adapter.kernels=null"_s, u"recipe.norm_kernels=null"_s,
         u"recipe.precision=bf16-mixed"_s, u"recipe.recompute=none"_s, u"recipe.loss=full"_s,
         u"recipe.optimizer=adamw"_s, u"cluster.gpus=1"_s, u"layout.zero=0"_s});
    own("Axolotl, packed rows of four steps",
        "sample_packing: true\ngradient_accumulation_steps: 4\noptimizer: adamw_bnb_8bit\n"
        "gradient_checkpointing: true\nflash_attention: true\nbf16: auto\n",
        {u"job.packing=packed"_s, u"workload.global_batch=8"_s, u"recipe.optimizer=adamw-8bit"_s,
         u"recipe.recompute=full"_s, u"recipe.attention=flash"_s});
    own("Axolotl, kernels",
        "plugins:\n  - axolotl.integrations.liger.LigerPlugin\n  - "
        "axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin\nliger_rms_norm: true\n"
        "liger_glu_activation: true\ngradient_checkpointing: offload\n",
        {u"recipe.loss=chunked"_s, u"recipe.kernels=fused"_s, u"recipe.recompute=full"_s,
         u"layout.offload_activations=cpu"_s});
    own("Axolotl, a kernel of Liger in the place of cross entropy",
        "plugins:\n  - axolotl.integrations.liger.LigerPlugin\nliger_cross_entropy: true\n",
        {u"recipe.loss=fused"_s});
    own("Axolotl, kernels of a plugin that the file does not list",
        "liger_rms_norm: true\nliger_glu_activation: true\nliger_cross_entropy: true\n"
        "liger_fused_linear_cross_entropy: true\n",
        {u"recipe.loss=full"_s, u"recipe.kernels=eager"_s});
    own("Axolotl, norms alone by Liger, adapters by PEFT",
        "plugins:\n  - axolotl.integrations.liger.LigerPlugin\nliger_rms_norm: true\n"
        "lora_mlp_kernel: false\nlora_qkv_kernel: false\nlora_o_kernel: false\n",
        {u"recipe.kernels=fused"_s, u"recipe.norm_kernels=null"_s, u"recipe.mlp_kernels=eager"_s,
         u"recipe.loss=full"_s, u"adapter.kernels=eager"_s});
    own("Axolotl, FSDP1 with offload",
        "fsdp:\n  - full_shard\n  - auto_wrap\nfsdp_config:\n  fsdp_offload_params: true\n"
        "  fsdp_sharding_strategy: FULL_SHARD\n",
        {u"layout.zero=3"_s, u"recipe.engine=fsdp1"_s, u"cluster.gpus=8"_s,
         u"layout.offload_parameters=cpu"_s});
    own("Axolotl evaluates in batches of its steps", "val_set_size: 0.05\nevals_per_epoch: 4\n",
        {u"workload.evaluation_batch=2"_s});
    own("Axolotl evaluates in larger batches",
        "test_datasets:\n  - path: a/b\neval_strategy: epoch\neval_batch_size: 8\n",
        {u"workload.evaluation_batch=8"_s});
    own("Axolotl drops one evaluation at the end",
        "val_set_size: 0.05\nnum_epochs: 1\nevals_per_epoch: 1\n",
        {u"workload.evaluation_batch=0"_s});
    own("Axolotl keeps nothing apart", "val_set_size: 0\neval_steps: 50\neval_batch_size: 8\n",
        {u"workload.evaluation_batch=0"_s});
    row("Axolotl, FSDP2 with tensor ranks and copies", "axolotl",
        "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\ndp_shard_size: 4\n"
        "dp_replicate_size: 2\ntensor_parallel_size: 2\nfsdp_version: 2\nfsdp_config:\n"
        "  reshard_after_forward: true\n",
        {u"layout.tensor=2"_s, u"layout.replicate=2"_s, u"cluster.gpus=16"_s, u"layout.zero=3"_s,
         u"recipe.precision=bf16-mixed"_s, u"adapter.kind=none"_s, u"recipe.engine=fsdp2"_s});
    own("Axolotl, epochs", "num_epochs: 3\n", {u"workload.epochs=3.0"_s});
    row("Axolotl, tiles of an MLP", "axolotl",
        "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 8192\nmicro_batch_size: 1\n"
        "tiled_mlp: true\ntiled_mlp_num_shards: 6\n",
        {u"recipe.mlp_tiles=6"_s});
    row("Axolotl, tiles of 32,768 tokens", "axolotl",
        "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 131072\nmicro_batch_size: 1\n"
        "tiled_mlp: true\n",
        {u"recipe.mlp_tiles=4"_s});
    row("Axolotl, all weights on one GPU", "axolotl",
        "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 8192\nmicro_batch_size: 1\n"
        "gradient_accumulation_steps: 8\noptimizer: paged_adamw_8bit\nbf16: auto\n"
        "gradient_checkpointing: true\n",
        {u"model.id=llama-3.1-8b"_s, u"recipe.precision=bf16"_s, u"recipe.moments=null"_s,
         u"recipe.optimizer=adamw-8bit-paged"_s, u"workload.global_batch=8"_s});
    row("Axolotl, ZeRO-3 with parameters in the host's memory", "axolotl",
        "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 1\n"
        "deepspeed: deepspeed_configs/zero3_bf16_cpuoffload_params.json\n",
        {u"workload.context=512"_s, u"layout.zero=3"_s, u"layout.offload_parameters=cpu"_s,
         u"layout.offload_optimizer=none"_s, u"recipe.precision=bf16-mixed"_s});
    row("Axolotl, LoRA on 8 bits with own targets", "axolotl",
        "base_model: Qwen/Qwen2.5-7B-Instruct\nadapter: lora\nload_in_8bit: true\nlora_r: 8\n"
        "lora_target_modules:\n  - q_proj\n  - v_proj\nlora_modules_to_save:\n  - embed_tokens\n"
        "  - lm_head\nsequence_len: 1_024\n",
        {u"adapter.kind=qlora"_s, u"adapter.base=int8"_s, u"adapter.targets=q,v"_s,
         u"adapter.modules_to_save=embedding,head"_s, u"workload.context=1024"_s});
    row("Axolotl, targets by an expression", "axolotl",
        "base_model: google/gemma-3-4b-it\nadapter: lora\nlora_r: 8\nsequence_len: 1024\n"
        "lora_target_modules: 'model.layers.[\\d]+.(mlp|self_attn).(up|down|gate|q)_proj'\n",
        {u"adapter.targets=q,gate,up,down"_s});
    row("Axolotl, LoRA without targets", "axolotl",
        "base_model: Qwen/Qwen2.5-7B-Instruct\nadapter: lora\nlora_r: 8\nsequence_len: 1024\n",
        {u"adapter.targets=q,v"_s});
    row("Axolotl, GRPO", "axolotl",
        "base_model: Qwen/Qwen2.5-7B-Instruct\nrl: grpo\nsequence_len: 1024\ntrl:\n"
        "  num_generations: 4\n  max_completion_length: 512\n  use_vllm: true\nvllm:\n"
        "  gpu_memory_utilization: 0.4\n",
        {u"workload.task=reinforcement"_s, u"job.kind=grpo"_s, u"job.samples=4"_s,
         u"job.completion=512"_s, u"workload.context=1536"_s, u"rollout.utilization=0.4"_s});

    const auto shell = [&](const char* name, const QByteArray& before, const char* more,
                           const QStringList& settings) {
        row(name, "ms-swift", before + swift + more + "\n", settings);
    };
    shell("ms-swift with its defaults", "CUDA_VISIBLE_DEVICES=0 \\\n", "",
          {u"model.id=qwen2.5-7b"_s, u"workload.context=2048"_s, u"workload.micro_batch=1"_s,
           u"workload.global_batch=16"_s, u"adapter.kind=lora"_s, u"adapter.rank=8"_s,
           u"adapter.dropout=0.05"_s, u"recipe.recompute=full"_s, u"recipe.precision=bf16-mixed"_s,
           u"cluster.gpus=1"_s});
    shell("ms-swift, all weights in 16 bits", "",
          "--tuner_type full --torch_dtype bfloat16 --gradient_accumulation_steps 4",
          {u"adapter.kind=none"_s, u"recipe.precision=bf16"_s, u"recipe.moments=bf16"_s,
           u"workload.global_batch=4"_s});
    shell("ms-swift, ZeRO-3 on two nodes", "NNODES=2 NPROC_PER_NODE=4 ",
          "--train_type full --deepspeed zero3 --per_device_train_batch_size 2",
          {u"cluster.gpus=8"_s, u"layout.zero=3"_s, u"recipe.precision=bf16-mixed"_s,
           u"workload.micro_batch=2"_s, u"workload.global_batch=null"_s});
    shell("ms-swift, steps by an expression", "ranks=2\nNPROC_PER_NODE=$ranks \\\n",
          "--gradient_accumulation_steps $(expr 16 / $ranks) --deepspeed zero2_offload",
          {u"cluster.gpus=2"_s, u"workload.global_batch=16"_s, u"layout.zero=2"_s,
           u"layout.offload_optimizer=cpu"_s});
    shell("ms-swift, 4 bits and Liger", "",
          "--quant_bits 4 --quant_method bnb --use_liger_kernel true --packing true "
          "--attn_impl flash_attn --lora_rank 16 --target_modules q_proj v_proj",
          {u"adapter.base=nf4-double"_s, u"recipe.loss=chunked"_s, u"recipe.kernels=fused"_s,
           u"job.packing=packed"_s, u"adapter.rank=16"_s, u"adapter.targets=q,v"_s});
    shell("ms-swift, a kernel from the hub", "", "--attn_impl kernels-community/flash-attn3",
          {u"recipe.attention=flash"_s, u"recipe.attention_kernel=flash-3"_s});
    shell("ms-swift, FSDP2 by name", "NPROC_PER_NODE=4 ", "--fsdp fsdp2",
          {u"layout.zero=3"_s, u"recipe.engine=fsdp2"_s, u"recipe.recompute=full"_s});
    shell("ms-swift, ranks of a sequence", "NPROC_PER_NODE=8 ", "--sequence_parallel_size 4",
          {u"layout.context=4"_s, u"layout.context_kind=ulysses"_s, u"cluster.gpus=8"_s});
    row("ms-swift, DPO", "ms-swift",
        "NPROC_PER_NODE=4 swift rlhf --rlhf_type dpo --model Qwen/Qwen2.5-7B-Instruct "
        "--tuner_type full --max_length 8192 --deepspeed zero3\n",
        {u"job.kind=dpo"_s, u"workload.context=8192"_s, u"layout.zero=3"_s,
         u"roles.policy.dtype=bf16"_s, u"recipe.framework=ms-swift"_s});
    const QByteArray swiftGrpo = "NPROC_PER_NODE=4 swift rlhf --rlhf_type grpo --use_vllm true "
                                 "--vllm_mode colocate --model Qwen/Qwen2.5-7B-Instruct "
                                 "--max_length 512 --tuner_type ";
    row("ms-swift, GRPO beside its reference", "ms-swift", swiftGrpo + "full\n",
        {u"job.kind=grpo"_s, u"roles.ref.dtype=bf16"_s, u"roles.policy.dtype=bf16"_s});
    row("ms-swift, GRPO without a reference", "ms-swift", swiftGrpo + "full --beta 0\n",
        {u"roles.ref.dtype=null"_s});
    row("ms-swift, GRPO of adapters", "ms-swift", swiftGrpo + "lora\n",
        {u"roles.ref.dtype=null"_s});
    row("ms-swift's settings in a file", "ms-swift",
        "model: Qwen/Qwen2.5-7B-Instruct\ntuner_type: lora\nlora_rank: 8\n"
        "target_modules: all-linear\nmax_length: 2048\ngradient_accumulation_steps: 8\n",
        {u"workload.global_batch=8"_s, u"adapter.targets=q,k,v,o,gate,up,down"_s});
    // 131,072 is the longest context of Qwen2.5 7B.
    row("ms-swift without a length", "ms-swift", "swift sft --model Qwen/Qwen2.5-7B-Instruct\n",
        {u"workload.context=131072"_s});

    const auto script = [&](const char* name, const char* more, const QStringList& settings) {
        row(name, "unsloth", with(unsloth, more), settings);
    };
    script("Unsloth with its defaults",
           "trainer = SFTTrainer(model = model, args = SFTConfig(\n        max_steps = 60,\n"
           "    output_dir = \"out\"))\n",
           {u"model.id=llama-3.1-8b"_s, u"workload.context=2048"_s, u"workload.micro_batch=4"_s,
            u"workload.global_batch=8"_s, u"adapter.kind=qlora"_s, u"adapter.base=nf4-double"_s,
            u"adapter.rank=16"_s, u"adapter.upcast=false"_s, u"recipe.optimizer=adamw-8bit"_s,
            u"recipe.recompute=full"_s, u"layout.offload_activations=cpu"_s,
            u"recipe.framework=unsloth"_s, u"recipe.loss=null"_s, u"recipe.kernels=null"_s,
            u"cluster.allocator.expandable_segments=null"_s, u"cluster.gpus=1"_s});
    script("Unsloth, an exported notebook",
           "!pip install --no-deps \"trl<0.9\" \\\n  xformers 'peft\n%%capture\n"
           "per_device = 2\ntrainer = SFTTrainer(\n  model = model,\n      args = "
           "TrainingArguments(\n    per_device_train_batch_size = per_device * 2,\n"
           "  gradient_accumulation_steps = 4, fp16 = not is_bfloat16_supported(),\n"
           "        optim = \"adamw_torch\",),)\n",
           {u"workload.micro_batch=4"_s, u"workload.global_batch=16"_s, u"recipe.optimizer=adamw"_s,
            u"recipe.precision=bf16-mixed"_s});
    row("Unsloth, all weights", "unsloth",
        "from unsloth import FastModel\nmodel, _ = FastModel.from_pretrained(\"Qwen/Qwen3-4B\", "
        "max_seq_length=1024, full_finetuning=True, load_in_4bit=False)\n"
        "x = SFTConfig(per_device_train_batch_size=1)\n",
        {u"model.id=qwen3-4b"_s, u"adapter.kind=none"_s, u"recipe.precision=bf16"_s,
         u"workload.context=1024"_s});
    row("Unsloth, attention alone, its head too", "unsloth",
        "from unsloth import FastModel\nm, t = FastModel.from_pretrained(model_name=\"Qwen/"
        "Qwen3-4B\", load_in_4bit=False, load_in_16bit=True)\nm = FastModel.get_peft_model(m, r=8, "
        "target_modules=[\"q_proj\", \"up_proj\", \"lm_head\"], finetune_mlp_modules=False, "
        "use_gradient_checkpointing=False)\nt = SFTTrainer(args=SFTConfig(packing=True))\n",
        {u"adapter.kind=lora"_s, u"adapter.targets=q"_s, u"adapter.modules_to_save=head"_s,
         u"recipe.recompute=none"_s, u"job.packing=packed"_s, u"workload.context=2048"_s});
    script("Unsloth, GRPO",
           "max_prompt_length = 256\nargs = GRPOConfig(num_generations = 6, "
           "max_prompt_length = max_prompt_length,\n"
           "    max_completion_length = max_seq_length - max_prompt_length)\n",
           {u"job.kind=grpo"_s, u"job.samples=6"_s, u"job.prompt=256"_s, u"job.completion=1792"_s,
            u"workload.context=2048"_s});
    row("Unsloth's notebook", "unsloth",
        R"json({"nbformat": 4, "cells": [{"cell_type": "markdown", "source": ["It's a note\n"]},
            {"cell_type": "code", "source": ["from unsloth import FastLanguageModel\n",
             "m, t = FastLanguageModel.from_pretrained(\"Qwen/Qwen3-4B\", max_seq_length=512)\n",
             "m = FastLanguageModel.get_peft_model(m)"]},
            {"cell_type": "code", "source": "%%capture\n!pip install 'x\nc = SFTConfig()"}]})json",
        {u"model.id=qwen3-4b"_s, u"workload.context=512"_s, u"adapter.kind=qlora"_s});
    row("a TRL script that names its model", "training-arguments",
        "model = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen3-4B\")\n"
        "args = SFTConfig(max_length=512)\n",
        {u"model.id=qwen3-4b"_s, u"workload.context=512"_s});
    const auto made = [](const QByteArray& type, const QByteArray& more = {}) -> QByteArray {
        return "model = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen3-4B\"" + type
            + ")\nt = SFTTrainer(model=model, args=SFTConfig(max_length=512, bf16=True" + more
            + "))\n";
    };
    const QStringList pure{u"recipe.precision=bf16"_s, u"recipe.moments=bf16"_s};
    const QStringList mixed{u"recipe.precision=bf16-mixed"_s, u"recipe.moments=null"_s};
    row("a TRL script that loads bf16", "training-arguments",
        made(", torch_dtype=torch.bfloat16, attn_implementation=\"eager\""),
        pure + QStringList{u"recipe.attention=eager"_s});
    row("a TRL script that loads bf16 where a card has it", "training-arguments",
        made(", dtype=torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16"), pure);
    row("a TRL script that loads fp32", "training-arguments", made(", dtype=\"float32\""), mixed);
    row("a TRL script that leaves the type to transformers", "training-arguments", made({}), pure);
    // sft_trainer.py: "The `model_init_kwargs` will be ignored."
    row("a TRL script that states the type twice", "training-arguments",
        made(", dtype=torch.bfloat16", ", model_init_kwargs={\"dtype\": \"float32\"}"), pure);
    row("a TRL script that loads in 4 bits", "training-arguments", made(", load_in_4bit=True"),
        {u"adapter.kind=qlora"_s, u"adapter.base=nf4"_s});
    row("a TRL script that leaves loading to TRL", "training-arguments",
        "t = SFTTrainer(\"Qwen/Qwen3-4B\", args=SFTConfig(max_length=512), "
        "peft_config=LoraConfig())\n",
        {u"adapter.kind=lora"_s, u"adapter.base=fp32"_s});
    row("a TRL script whose LoRA is on bf16", "training-arguments",
        "model = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen3-4B\", dtype=\"auto\")\n"
        "t = SFTTrainer(model, args=SFTConfig(max_length=512), peft_config=LoraConfig())\n",
        {u"adapter.kind=lora"_s, u"adapter.base=nf4-double"_s});
    row("byte order mark and DOS lines", "axolotl",
        "\xEF\xBB\xBF" + QByteArray(axolotl).replace('\n', "\r\n"),
        {u"workload.context=4096"_s, u"adapter.rank=32"_s});
}

void TestProgramImport::files()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, kind);
    QFETCH(QStringList, settings);
    QCOMPARE(importFault(imported(text), kind, settings), QString());
}

void TestProgramImport::trl_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char* name, const char* file, const QByteArray& text,
                        const QStringList& settings) {
        QTest::newRow(name) << QString::fromLatin1(file) << text << settings;
    };
    const QString grpo = u"job.kind=grpo"_s;
    // 8 completions a pass, 2 passes a step; a reference stays beside a policy that is trained
    // whole, in TRL's 32 bits.
    row("GRPO with a reference", "grpo.py",
        with(trlGrpo,
             "t = GRPOTrainer(model=\"Qwen/Qwen2.5-1.5B-Instruct\", reward_funcs=reward_len, "
             "args=args, train_dataset=load_dataset(\"trl-lib/tldr\", split=\"train\"))\n"),
        {u"model.id=qwen2.5-1.5b"_s, u"workload.task=reinforcement"_s, grpo, u"job.samples=4"_s,
         u"job.prompt=512"_s, u"job.completion=1024"_s, u"workload.context=1536"_s,
         u"workload.micro_batch=8"_s, u"workload.global_batch=16"_s, u"cluster.gpus=1"_s,
         u"rollout.utilization=0.4"_s, u"roles.ref.dtype=fp32"_s, u"recipe.precision=bf16-mixed"_s,
         u"recipe.recompute=full"_s, u"recipe.framework=huggingface"_s, u"recipe.loss=null"_s});
    // grpo_trainer.py: adapters are switched off for it.
    row("GRPO with adapters", "grpo.py",
        with(trlGrpo,
             "t = GRPOTrainer(model=\"Qwen/Qwen2.5-1.5B-Instruct\", args=args, "
             "peft_config=LoraConfig(r=32, target_modules=[\"q_proj\"]))\n"),
        {grpo, u"adapter.kind=lora"_s, u"adapter.rank=32"_s, u"adapter.targets=q"_s,
         u"roles.ref.dtype=null"_s});
    row("GRPO with the adapters of PEFT's defaults", "grpo.py",
        with(trlGrpo,
             "t = GRPOTrainer(model=\"Qwen/Qwen2.5-1.5B-Instruct\", args=args, "
             "peft_config=LoraConfig())\n"),
        {u"adapter.kind=lora"_s, u"adapter.rank=8"_s, u"adapter.targets=q,v"_s});
    row("GRPO with its defaults", "grpo.py",
        "from trl import GRPOConfig, GRPOTrainer\n"
        "t = GRPOTrainer(\"Qwen/Qwen3-4B\", args=GRPOConfig(vllm_enable_sleep_mode=True))\n",
        {u"model.id=qwen3-4b"_s, grpo, u"job.samples=8"_s, u"job.completion=512"_s,
         u"workload.context=1024"_s, u"workload.micro_batch=8"_s, u"roles.ref.dtype=null"_s,
         u"roles.rollout.sleep=2"_s, u"rollout.utilization=null"_s, u"job.logits=null"_s});
    row("GRPO as a file of settings", "grpo.yaml",
        "model_name_or_path: Qwen/Qwen2.5-7B-Instruct\ndataset_name: trl-lib/tldr\n"
        "num_generations: 16\nmax_completion_length: 2048\nuse_vllm: true\nbeta: 0.01\n"
        "dtype: bfloat16\nuse_liger_kernel: true\nvllm_max_model_length: 4096\n"
        "vllm_tensor_parallel_size: 2\nnum_processes: 4\n",
        {u"model.id=qwen2.5-7b"_s, grpo, u"job.samples=16"_s, u"workload.context=2560"_s,
         u"cluster.gpus=4"_s, u"rollout.max_length=4096"_s, u"rollout.tensor=2"_s,
         u"roles.policy.dtype=bf16"_s, u"roles.ref.dtype=bf16"_s, u"job.logits=chunked"_s,
         u"recipe.kernels=fused"_s});
    row("GRPO by the length of the answers alone", "",
        "max_completion_length: 1536\nper_device_train_batch_size: 4\n",
        {grpo, u"workload.context=2048"_s});
    row("DPO as a file of settings", "dpo.yaml",
        "model_name_or_path: Qwen/Qwen3-4B\nper_device_train_batch_size: 2\nmax_length: 2048\n"
        "max_completion_length: 1024\nprecompute_ref_log_probs: true\n",
        {u"job.kind=dpo"_s, u"job.precomputed_reference=true"_s, u"workload.context=2048"_s});
    row("a reward model", "reward.py",
        "from trl import RewardConfig\n"
        "m = AutoModelForSequenceClassification.from_pretrained(\"Qwen/Qwen3-4B\")\n"
        "a = RewardConfig(per_device_train_batch_size=2)\n",
        {u"model.id=qwen3-4b"_s, u"job.kind=reward"_s, u"workload.context=1024"_s});
    row("KTO", "kto.py",
        "from trl import KTOConfig\na = KTOConfig(max_length=512, desirable_weight=1.0)\n",
        {u"job.kind=kto"_s, u"workload.context=512"_s});
    // What takes more stands first.
    row("tuning before reinforcement", "all.py",
        "import trl\na = trl.SFTConfig(max_length=64)\n"
        "b = trl.GRPOConfig(max_completion_length=100, max_prompt_length=28)\n",
        {grpo, u"workload.context=128"_s});
    row("a type that the card decides", "sft.py",
        "from trl import SFTConfig\n"
        "a = SFTConfig(bf16=is_bf16_supported(), fp16=not is_bf16_supported())\n",
        {u"recipe.precision=bf16-mixed"_s});
    row("a notebook of TRL", "nb.ipynb",
        R"json({"nbformat": 4, "cells": [{"cell_type": "code", "source": ["!pip install trl\n",
            "t = SFTTrainer('Qwen/Qwen3-4B', args=SFTConfig(max_length=256))"]}]})json",
        {u"model.id=qwen3-4b"_s, u"workload.context=256"_s, u"recipe.loss=chunked"_s});
    row("accelerate starts TRL's script", "run.sh",
        "accelerate launch --num_processes 2 trl/scripts/sft.py --model_name_or_path "
        "Qwen/Qwen3-8B \\\n  --dataset_name trl-lib/Capybara --per_device_train_batch_size 1 "
        "--max_length 8192 \\\n  --use_peft --lora_r 32 --lora_target_modules q_proj v_proj "
        "--gradient_checkpointing --bf16\n",
        {u"model.id=qwen3-8b"_s, u"workload.context=8192"_s, u"workload.micro_batch=1"_s,
         u"cluster.gpus=2"_s, u"adapter.kind=lora"_s, u"adapter.rank=32"_s,
         u"adapter.targets=q,v"_s, u"recipe.recompute=full"_s, u"recipe.loss=chunked"_s,
         u"recipe.precision=bf16-mixed"_s});
    row("sequences that are not cut", "sft.py", "a = SFTConfig(max_length=None)\n",
        {u"workload.context=8192"_s});
    row("an engine on two cards", "grpo.yaml",
        "model_name_or_path: Qwen/Qwen3-4B\nuse_vllm: true\nnum_generations: 4\n"
        "vllm_mode: colocate\nvllm_tensor_parallel_size: 2\n",
        {u"rollout.tensor=2"_s, u"cluster.gpus=8"_s});
    // As alignment-handbook's recipes say it: by a loss, by a folder, or by no more than "beta".
    const QByteArray recipe
        = "model_name_or_path: Qwen/Qwen3-8B\nmax_length: 1024\nnum_train_epochs: 1\n";
    row("a recipe's loss is DPO's", "config.yaml", recipe + "beta: 0.01\nloss_type: sigmoid\n",
        {u"job.kind=dpo"_s, u"model.id=qwen3-8b"_s});
    row("a loss of GRPO", "config.yaml", recipe + "beta: 0.04\nloss_type: dapo\n",
        {u"job.kind=grpo"_s});
    row("a loss of KTO beside a field of both", "config.yaml",
        recipe + "loss_type: kto\nprecompute_ref_log_probs: true\n", {u"job.kind=kto"_s});
    row("losses of which one is DPO's", "config.yaml", recipe + "loss_type: [sft, aot]\n",
        {u"job.kind=dpo"_s});
    row("a loss of fine-tuning", "config.yaml", recipe + "loss_type: nll\n",
        {u"workload.task=train"_s});
    row("a recipe in a folder of its job", "recipes/zephyr/orpo/config_full.yaml",
        recipe + "beta: 0.05\n", {u"job.kind=orpo"_s});
    row("a reward model's file", "reward-small.yaml", recipe, {u"job.kind=reward"_s});
    row("a folder further up says nothing", "dpo/runs/llama/a.yaml", recipe,
        {u"workload.task=train"_s});
    row("a field of preferences alone", "a.yaml", recipe + "beta: 0.1\n", {u"job.kind=dpo"_s});
    // accelerate's file would have the same as fsdp_config and deepspeed_config.
    const QByteArray eightB
        = " sft.py --model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size 1\n";
    row("FSDP by accelerate's arguments", "run.sh",
        "accelerate launch --use_fsdp --fsdp_version 2 --fsdp_reshard_after_forward false "
        "--fsdp_offload_params=true --num_processes 4"
            + eightB,
        {u"cluster.gpus=4"_s, u"layout.zero=2"_s, u"recipe.engine=fsdp2"_s,
         u"layout.offload_optimizer=cpu"_s});
    row("DeepSpeed by accelerate's arguments", "run.sh",
        "accelerate launch --num_processes 4 --use_deepspeed --zero_stage 3 "
        "--offload_optimizer_device cpu"
            + eightB,
        {u"cluster.gpus=4"_s, u"layout.zero=3"_s, u"layout.offload_optimizer=cpu"_s,
         u"layout.offload_parameters=none"_s});
    row("a file of DeepSpeed's among them", "run.sh",
        "accelerate launch --num_processes 4 --use_deepspeed --deepspeed_config_file "
        "ds_z1_config.json"
            + eightB,
        {u"cluster.gpus=4"_s, u"layout.zero=1"_s});
    row("DeepSpeed without a stage", "run.sh",
        "accelerate launch --use_deepspeed --num_processes 4" + eightB, {u"layout.zero=2"_s});
    row("the Trainer's engine before accelerate's", "run.sh",
        "accelerate launch --multi_gpu --num_processes 4" + eightB.chopped(1)
            + " --deepspeed ds_z3_config.json\n",
        {u"cluster.gpus=4"_s, u"layout.zero=3"_s});
    row("accelerate's precision where the Trainer asks for none", "run.sh",
        "accelerate launch --num_processes 2 --mixed_precision bf16 train.py "
        "--model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size 1\n",
        {u"recipe.precision=bf16-mixed"_s, u"layout.zero=0"_s});
    row("cards of a node", "run.sh",
        "torchrun --nnodes 2 --nproc_per_node 4" + eightB.chopped(1)
            + " --fsdp 'hybrid_shard auto_wrap'\n",
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s, u"layout.replicate=2"_s});
    row("cards of a node by accelerate", "run.sh",
        "accelerate launch --use_fsdp --fsdp_sharding_strategy HYBRID_SHARD --num_machines 2 "
        "--num_processes 8"
            + eightB,
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s, u"layout.replicate=2"_s});
    row("one process of torchrun on each node", "run.sh", "torchrun --nnodes 2" + eightB,
        {u"cluster.gpus=2"_s, u"cluster.gpus_per_node=1"_s});
    row("a process for each card", "run.sh",
        "export CUDA_VISIBLE_DEVICES=0,1,2\ntorchrun --nnodes 2 --nproc_per_node=gpu" + eightB,
        {u"cluster.gpus=6"_s, u"cluster.gpus_per_node=3"_s});
    row("a process for each card of nodes", "run.sh",
        "torchrun --nnodes 2 --nproc-per-node auto" + eightB, {u"cluster.gpus=16"_s});
    row("all cards of DeepSpeed's nodes", "run.sh", "deepspeed --num_nodes 3" + eightB,
        {u"cluster.gpus=24"_s});
    row("cards of DeepSpeed's hosts", "run.sh",
        "deepspeed --include=\"worker-0:0,1@worker-1:2,3\"" + eightB,
        {u"cluster.gpus=4"_s, u"cluster.gpus_per_node=2"_s});
    row("hosts of DeepSpeed", "run.sh", "deepspeed --include worker-0@worker-1" + eightB,
        {u"cluster.gpus=16"_s});
    row("tasks of MPI", "run.sh", "mpirun -np 4 -H a:2,b:2 python" + eightB, {u"cluster.gpus=4"_s});
    row("machines in accelerate's file", "run.sh",
        "cat <<END > two.yaml\ndistributed_type: MULTI_GPU\nnum_machines: 2\nnum_processes: 8\n"
        "END\naccelerate launch --config_file two.yaml"
            + eightB,
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s});
    row("settings before the arguments", "run.sh",
        "cat > sft.yaml 2> log <<'EOF'\nmodel_name_or_path: Qwen/Qwen3-8B\nmax_length: 512\n"
        "dataset_name: $x\nEOF\n"
        "accelerate launch --num_processes 2 scripts/run_sft.py sft.yaml --max_length=1024\n",
        {u"model.id=qwen3-8b"_s, u"cluster.gpus=2"_s, u"workload.context=1024"_s});
    row("a preparation with a model", "run.sh",
        "python prepare.py --model_name_or_path Qwen/Qwen3-4B\ntorchrun --nproc_per_node=2"
            + eightB,
        {u"model.id=qwen3-8b"_s, u"cluster.gpus=2"_s});
    row("cards of the training alone", "run.sh",
        "CUDA_VISIBLE_DEVICES=0,1,2,3 accelerate launch" + eightB
            + "CUDA_VISIBLE_DEVICES=0 python eval.py --ckpt o\n",
        {u"cluster.gpus=4"_s});
    row("options of the launcher before variables", "run.sh",
        "export NNODES=2 NPROC_PER_NODE=8\naccelerate launch --num_machines 1 --num_processes 4"
            + eightB,
        {u"cluster.gpus=4"_s});
    row("a count of cards on the launch line", "run.sh",
        "GPUS=(0 1 2 3)\ntorchrun --nproc_per_node ${#GPUS[@]}" + eightB, {u"cluster.gpus=4"_s});
    row("a job that writes a document of Python", "job.slurm",
        "#!/bin/bash\npython - <<PY\nimport torch\nprint(torch.__version__)\nPY\n"
        "# distributed_type is in another file\ntorchrun --nproc_per_node 2"
            + eightB,
        {u"cluster.gpus=2"_s});
    row("a script with a step of accelerate's", "train.py",
        "from accelerate import PartialState\nfrom trl import SFTConfig\n"
        "if PartialState().distributed_type == \"FSDP\":\n    print(1)\n"
        "a = SFTConfig(max_length=512)\n",
        {u"workload.context=512"_s});
    row("a length of the Trainer's example", "run.sh",
        "python run_glue.py --model_name_or_path Qwen/Qwen3-8B --max_seq_length 128 "
        "--per_device_train_batch_size 32\n",
        {u"recipe.loss=full"_s, u"recipe.precision=fp32"_s, u"workload.context=128"_s});
    row("a script named by its job", "run.sh",
        "python scripts/run_orpo.py --model_name_or_path Qwen/Qwen3-8B --max_length 512\n",
        {u"job.kind=orpo"_s});
    row("a length of the prompt is of preferences", "a.yaml", recipe + "max_prompt_length: 512\n",
        {u"job.kind=dpo"_s});
    row("tasks of Slurm", "job.sh",
        "#!/bin/bash\n#SBATCH --nodes=2 --ntasks-per-node=4\nsrun python" + eightB,
        {u"cluster.gpus=8"_s});
    row("tasks that srun is asked for", "job.sh",
        "#SBATCH --ntasks-per-node=4\nsrun -n2 python3" + eightB, {u"cluster.gpus=2"_s});
    row("launchers of Slurm's nodes", "job.sh",
        "#SBATCH -N 2 --gres=gpu:a100:4,nvme:1\n"
        "srun torchrun --nnodes $SLURM_NNODES --nproc_per_node=$SLURM_GPUS_ON_NODE"
            + eightB,
        {u"cluster.gpus=8"_s});
    row("arguments of a type that is not asked for", "run.sh",
        "accelerate launch --num_processes 4 --zero_stage 3" + eightB,
        {u"cluster.gpus=4"_s, u"layout.zero=0"_s});
    // trl/accelerate_configs/zero3.yaml, whose 8 processes the command makes 4
    row("TRL's command", "run.sh",
        "#!/bin/bash\n# trl sft --model_name_or_path none\nexport WANDB_PROJECT=x\n"
        "trl sft --model_name_or_path Qwen/Qwen3-8B --accelerate_config zero3 --num_processes 4 "
        "--max_length 4096 --no_gradient_checkpointing > log.txt 2>&1 | tee x\n",
        {u"model.id=qwen3-8b"_s, u"workload.context=4096"_s, u"cluster.gpus=4"_s,
         u"layout.zero=3"_s, u"recipe.recompute=none"_s, u"recipe.precision=bf16-mixed"_s});
    row("TRL's command on its own files' GPUs", "",
        "trl grpo --model_name_or_path Qwen/Qwen3-4B --accelerate_config fsdp2 --use_vllm "
        "--max_completion_length 1024\n",
        {grpo, u"workload.context=1536"_s, u"cluster.gpus=8"_s, u"layout.zero=3"_s,
         u"recipe.engine=fsdp2"_s, u"recipe.recompute=full"_s});
    row("TRL's command on the cards that it sees", "run.sh",
        "CUDA_VISIBLE_DEVICES=0,1,2 trl dpo --model_name_or_path Qwen/Qwen3-4B\n",
        {u"job.kind=dpo"_s, u"cluster.gpus=3"_s});
    // 4 sequences · 8 passes · 2 GPUs
    row("arguments of the Trainer", "run.sh",
        "GPUS=2\ntorchrun --nproc_per_node=$GPUS train.py --model_name_or_path "
        "meta-llama/Llama-2-7b-hf --data_path d.json --bf16 True --output_dir o "
        "--num_train_epochs 3 --per_device_train_batch_size 4 --gradient_accumulation_steps 8 "
        "--fsdp \"full_shard auto_wrap\" --fsdp_transformer_layer_cls_to_wrap LlamaDecoderLayer "
        "--model_max_length 2048 --gradient_checkpointing True\n",
        {u"model.id=llama-2-7b"_s, u"workload.context=2048"_s, u"workload.global_batch=64"_s,
         u"workload.epochs=3.0"_s, u"cluster.gpus=2"_s, u"layout.zero=3"_s, u"recipe.loss=full"_s,
         u"recipe.precision=bf16-mixed"_s, u"recipe.recompute=full"_s});
    row("nodes of DeepSpeed's launcher", "run.sh",
        "deepspeed --num_nodes 2 --num_gpus 8 sft.py --model_name_or_path Qwen/Qwen3-4B "
        "--per_device_train_batch_size 1 --max_length 512\n",
        {u"cluster.gpus=16"_s});
    row("cards that each node sees", "run.sh",
        "CUDA_VISIBLE_DEVICES=0,1,2,3 accelerate launch --num_machines 2" + eightB,
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s});
    row("a variable that TRL does not read", "run.sh",
        "export NNODES=2\nCUDA_VISIBLE_DEVICES=0,1,2,3 trl sft --model_name_or_path "
        "Qwen/Qwen3-4B\n",
        {u"cluster.gpus=4"_s});
    row("machines of TRL's command", "run.sh",
        "trl sft --model_name_or_path Qwen/Qwen3-4B --num_machines 2 --num_processes 8\n",
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s});
    row("variables that Python does not read", "run.sh",
        "export NNODES=2 NPROC_PER_NODE=8\npython" + eightB, {u"cluster.gpus=1"_s});
    row("variables of torchrun", "run.sh",
        "export NNODES=4 PET_NNODES=2 PET_NPROC_PER_NODE=3\ntorchrun" + eightB,
        {u"cluster.gpus=6"_s});
    row("nodes that may come", "run.sh", "torchrun --nnodes=1:2 --nproc_per_node 8" + eightB,
        {u"cluster.gpus=16"_s});
    row("cards that Slurm gives", "run.sh",
        "#SBATCH -N 2 --gres=gpu:4\nsrun deepspeed --num_nodes $SLURM_NNODES" + eightB,
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s});
    row("all cards of a node", "run.sh", "torchrun --nproc_per_node=gpu" + eightB,
        {u"cluster.gpus=8"_s});
    row("tasks of each node", "job.sh",
        "#SBATCH -N 2\n#SBATCH --ntasks-per-node=4\nsrun python" + eightB,
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s});
    row("tasks of MPI on each node", "run.sh", "mpirun -np 8 -npernode 2 python3" + eightB,
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=2"_s});
    row("a first option that names a file", "run.sh",
        "python train.py --dataset_config=mix.yaml" + QByteArray(eightB).replace("train.py", ""),
        {u"model.id=qwen3-8b"_s});
    row("a file that is written twice", "run.sh",
        "cat > a.yaml <<A\nmodel_name_or_path: Qwen/Qwen3-8B\nmax_length: 512\nA\n"
        "trl sft --config ./a.yaml\n"
        "cat > a.yaml <<A\nmodel_name_or_path: Qwen/Qwen3-4B\nA\ntrl sft --config a.yaml\n",
        {u"model.id=qwen3-8b"_s, u"workload.context=512"_s});
    row("a document of the settings, whatever the file's name", "launch.txt",
        "cat > a.yaml <<A\nmodel_name_or_path: Qwen/Qwen3-8B\nmax_length: 512\nA\n"
        "trl sft --config a.yaml\n",
        {u"model.id=qwen3-8b"_s, u"workload.context=512"_s});
    row("a script of LLaMA-Factory's name", "run.sh",
        "accelerate launch --config_file a.yaml src/train.py --model_name_or_path Qwen/Qwen3-8B "
        "--per_device_train_batch_size 1\n",
        {u"model.id=qwen3-8b"_s, u"adapter.kind=none"_s});
    row("a notebook that writes a file", "a.ipynb",
        R"({"nbformat": 4, "cells": [{"cell_type": "code", "source": ["!cat > a <<'EOF'\n",)"
        R"("a = SFTConfig(max_length=512)\n"]}]})",
        {u"workload.context=512"_s});
    row("a script that begins with a test", "run.sh",
        "[ -f x ] || exit 1\ntorchrun --nproc_per_node 2" + eightB, {u"cluster.gpus=2"_s});
    row("a module, and an engine's launcher", "run.sh",
        "deepspeed --num_gpus 2 --module mine.train --model-name-or-path Qwen/Qwen3-4B "
        "--per-device-train-batch-size 3 --deepspeed ds_zero2.json\n",
        {u"model.id=qwen3-4b"_s, u"workload.micro_batch=3"_s, u"cluster.gpus=2"_s,
         u"layout.zero=2"_s});
}

/// Scripts, settings and commands of TRL and of the Trainer.
void TestProgramImport::trl()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, settings);
    QCOMPARE(importFault(imported(text, name.toStdString()), u"training-arguments"_s, settings),
             QString());
}

void TestProgramImport::commands_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char* name, const char* kind, const QByteArray& text,
                        const QStringList& settings) {
        QTest::newRow(name) << QString::fromLatin1(kind) << text << settings;
    };
    row("nodes of LLaMA-Factory", "llama-factory",
        "FORCE_TORCHRUN=1 NNODES=2 llamafactory-cli train --model_name_or_path Qwen/Qwen3-8B "
        "--stage sft --do_train --finetuning_type full --deepspeed z3.json\n",
        {u"cluster.gpus=16"_s});
    row("a script of LLaMA-Factory", "llama-factory",
        "CUDA_VISIBLE_DEVICES=0 python src/train.py --model_name_or_path Qwen/Qwen3-8B --stage sft "
        "--do_train --finetuning_type lora --cutoff_len 512\n",
        {u"recipe.framework=llama-factory"_s, u"cluster.gpus=1"_s, u"workload.context=512"_s});
    const QByteArray fsdp2 = "cat > fsdp.yaml <<A\ndistributed_type: FSDP\nnum_processes: 4\n"
                             "fsdp_config:\n  fsdp_version: 2\nA\n"
                             "accelerate launch --config_file fsdp.yaml ";
    const QStringList shared{u"cluster.gpus=4"_s, u"layout.zero=3"_s, u"recipe.engine=fsdp2"_s};
    row("accelerate's file for LLaMA-Factory", "llama-factory",
        fsdp2
            + "src/train.py --stage sft --do_train --finetuning_type full --model_name_or_path "
              "Qwen/Qwen3-8B\n",
        shared);
    row("accelerate's file for ms-swift", "ms-swift",
        fsdp2 + "swift/cli/sft.py --model Qwen/Qwen3-8B --tuner_type full\n", shared);
    row("processes of accelerate's file, on the cards of each machine", "ms-swift",
        "cat > a.yaml <<A\nnum_machines: 2\nnum_processes: 8\nA\n"
        "CUDA_VISIBLE_DEVICES=0,1,2,3 accelerate launch --config_file a.yaml swift/cli/sft.py "
        "--model Qwen/Qwen3-8B\n",
        {u"cluster.gpus=8"_s, u"cluster.gpus_per_node=4"_s});
    row("accelerate's file for Axolotl", "axolotl",
        "cat > a.yml <<B\nbase_model: Qwen/Qwen3-8B\nsequence_len: 512\nB\n" + fsdp2
            + "-m axolotl.cli.train a.yml\n",
        shared);
    row("ranks of Axolotl under accelerate's engine", "axolotl",
        "cat > a.yml <<B\nbase_model: Qwen/Qwen3-8B\nsequence_len: 512\n"
        "tensor_parallel_size: 2\nB\naxolotl train a.yml -- --use_fsdp --num_processes 4\n",
        {u"cluster.gpus=4"_s, u"layout.tensor=2"_s, u"layout.zero=3"_s});
    row("copies of Axolotl's shards", "axolotl",
        "cat > a.yml <<B\nbase_model: Qwen/Qwen3-8B\nsequence_len: 512\ndp_shard_size: 2\n"
        "fsdp_version: 2\nfsdp_config:\n  reshard_after_forward: true\nB\n"
        "axolotl train a.yml -- --num_processes 8\n",
        {u"cluster.gpus=8"_s, u"layout.replicate=4"_s, u"layout.zero=3"_s});
    row("Axolotl's file beside it", "axolotl",
        "cat > a.yml <<B\nbase_model: Qwen/Qwen3-8B\nsequence_len: 512\nB\n"
        "axolotl train a.yml --launcher accelerate -- --use_fsdp --num_processes=4\n",
        {u"cluster.gpus=4"_s, u"layout.zero=3"_s});
    row("options of Axolotl's command", "axolotl",
        "cat > a.yml <<B\nbase_model: Qwen/Qwen3-8B\nrl: grpo\nsample_packing: true\n"
        "sequence_len: 512\nload_in_8bit: true\nadapter: lora\ntrl:\n  num_generations: 4\n"
        "B\naxolotl train --sweep s.yaml a.yml --no-load-in-8bit --load-in-4bit "
        "--trl.num-generations 16 --launcher python\n",
        {u"cluster.gpus=1"_s, u"adapter.base=nf4-double"_s, u"job.samples=16"_s});
    row("nodes of ms-swift", "ms-swift", "NNODES=2 swift sft --model Qwen/Qwen3-8B\n",
        {u"cluster.gpus=2"_s, u"cluster.gpus_per_node=1"_s});
    row("Axolotl's command with a document", "axolotl",
        "LEN=2048\ncat > a.yml <<EOF\nbase_model: Qwen/Qwen3-8B\nsequence_len: $LEN\n"
        "micro_batch_size: 1\noutput_dir: \\$HOME/o\nEOF\n"
        "axolotl train --micro-batch-size 4 a.yml --launcher torchrun -- --nproc_per_node=2\n",
        {u"recipe.framework=axolotl"_s, u"model.id=qwen3-8b"_s, u"cluster.gpus=2"_s,
         u"workload.context=2048"_s, u"workload.micro_batch=4"_s});
    row("Axolotl's module on the cards that it sees", "axolotl",
        "tee a.yaml <<-'EOF'\n\tbase_model: Qwen/Qwen3-8B\n\tsequence_len: 512\n\tEOF\n"
        "CUDA_VISIBLE_DEVICES=0,1 accelerate launch -m axolotl.cli.train a.yaml\n",
        {u"recipe.framework=axolotl"_s, u"cluster.gpus=2"_s, u"workload.context=512"_s});
}

/// Scripts that start a program by its own command.
void TestProgramImport::commands()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, settings);
    QCOMPARE(importFault(imported(text, "run.sh"), kind, settings), QString());
}

void TestProgramImport::unread_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("fields");
    QTest::newRow("LLaMA-Factory: nothing of files, reports and data")
        << with(llamaFactory,
                "template: qwen3\noutput_dir: saves\nlogging_steps: 10\nlearning_rate: 1.0e-4\n"
                "lr_scheduler_type: cosine\nwarmup_ratio: 0.1\nplot_loss: true\nseed: 1\n"
                "ddp_timeout: 180000000\nreport_to: none\ndataset: identity\nmax_samples: 1000\n"
                "preprocessing_num_workers: 16\nresume_from_checkpoint: null\nlora_alpha: 16\n")
        << QStringList();
    QTest::newRow("LLaMA-Factory: what may count")
        << with(llamaFactory, "use_asft_loss: true\nnew_wonder: 3\n")
        << QStringList{u"use_asft_loss"_s, u"new_wonder"_s};
    QTest::newRow("Axolotl: nothing of reports and data")
        << with(axolotl,
                "wandb_project:\nwandb_name: x\ndatasets:\n  - path: a/b\n    type: alpaca\n"
                "val_set_size: 0.05\noutput_dir: ./out\nlr_scheduler: cosine\nnum_epochs: 4\n"
                "learning_rate: 0.0002\ntf32: false\nsaves_per_epoch: 1\nlora_model_dir:\n"
                "special_tokens:\n  pad_token: x\nfsdp:\nlora_alpha: 16\nlora_dropout: 0.05\n"
                "tokenizer_type: AutoTokenizer\nlora_mlp_kernel: true\n")
        << QStringList();
    QTest::newRow("Axolotl: what may count")
        << with(axolotl,
                "optimizer: came_pytorch\nlora_target_parameters:\n  - experts\n"
                "quantize_moe_experts: false\n")
        << QStringList{u"optimizer"_s, u"lora_target_parameters"_s};
    QTest::newRow("ms-swift: nothing of reports and data")
        << with(swift,
                "--dataset 'a/b#500' 'c/d#500' --output_dir output --system 'You are.' "
                "--warmup_ratio 0.05 --model_author swift --model_name x --eval_steps 50 "
                "--save_steps 50 --logging_steps 5 --dataloader_num_workers 4 --lora_alpha 32\n")
        << QStringList();
    QTest::newRow("ms-swift: layers over the cards of one process")
        << QByteArray("CUDA_VISIBLE_DEVICES=0,1 ") + swift + "\n"
        << QStringList{u"CUDA_VISIBLE_DEVICES"_s};
    QTest::newRow("Unsloth: an argument that may count")
        << with(unsloth, "c = SFTConfig(warmup_steps = 5, seed = 3407, offload_magic = True)\n")
        << QStringList{u"offload_magic"_s};
    QTest::newRow("TRL: nothing of sampling and the loss's weights")
        << with(trlGrpo, "") << QStringList();
    QTest::newRow("TRL: text by the model itself, and a model that rewards")
        << QByteArray("from trl import GRPOConfig, GRPOTrainer\na = GRPOConfig(bf16=True)\n"
                      "t = GRPOTrainer(args=a, reward_funcs=[reward_len, \"acme/reward\"])\n")
        << QStringList{u"reward_funcs"_s, u"use_vllm"_s};
    QTest::newRow("TRL: a server elsewhere")
        << QByteArray("use_vllm: true\nvllm_mode: server\nper_device_train_batch_size: 1\n")
        << QStringList{u"vllm_mode"_s};
    QTest::newRow("TRL: accelerate's file that is not there")
        << QByteArray("accelerate launch --config_file my.yaml --num_processes 2 sft.py "
                      "--model_name_or_path Qwen/Qwen3-4B\n")
        << QStringList{u"my.yaml"_s};
    QTest::newRow("TRL: rows over the cards of one process")
        << QByteArray("CUDA_VISIBLE_DEVICES=0,1 python train.py --model_name_or_path "
                      "Qwen/Qwen3-4B --per_device_train_batch_size 1 --data_path x\n")
        << QStringList{u"CUDA_VISIBLE_DEVICES"_s, u"data_path"_s};
}

void TestProgramImport::unread()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, fields);
    const auto read = imported(text);
    QVERIFY2(read, qPrintable(whyNot(read)));
    QStringList found;
    for (const std::string& field : read->unread)
        found << shown(field);
    QCOMPARE(found, fields);
}

void TestProgramImport::refusals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* name, const QByteArray& text, const char* message,
                        const char* file = "file") {
        QTest::newRow(name) << text << QString::fromUtf8(message) << QString::fromLatin1(file);
    };
    row("a model that the catalogue lacks",
        "base_model: acme/Wonder-9B\nsequence_len: 1024\nadapter: lora\n",
        "1:13: base_model: is no model of the catalogue: import its config.json first; found "
        "\"acme/Wonder-9B\"");
    row("a document of settings that are none",
        "cat > ds.json <<E\n{\n  bad\nE\ntrl sft --model_name_or_path Qwen/Qwen3-4B --deepspeed "
        "./ds.json\n",
        "./ds.json:2:3: not valid JSON: \"b\" is not expected here", "run.sh");
    row("accelerate's file, which is none",
        "cat > a.yaml <<E\nnum_processes: {8\nE\naccelerate launch --config_file a.yaml sft.py "
        "--model_name_or_path Qwen/Qwen3-4B\n",
        "a.yaml:1:1: a mapping in braces has no end", "run.sh");
    row("a script that runs itself", "cat > a <<'E'\n. ./a\nE\n. ./a\ntrl sft --max_length 1\n",
        "5:1: nested more than 16 levels deep", "run.sh");
    row("no model", "finetuning_type: lora\nmodel_name_or_path:\ndo_train: true\n",
        "2:1: model_name_or_path: is missing");
    row("a method that is not counted", with(llamaFactory, "use_badam: true\n"),
        "9:1: use_badam: is a method that is not counted; found true");
    row("another model of Megatron's",
        "torchrun --nproc_per_node 8 pretrain_t5.py --micro-batch-size 1 --num-layers 12\n",
        "pretrain_t5.py: trains a model of a kind that is not counted");
    row("a strategy that is none of FSDP's",
        "accelerate launch --num_processes 4 --use_fsdp --fsdp_sharding_strategy 9 sft.py "
        "--model_name_or_path Qwen/Qwen3-4B --max_length 64\n",
        "1:50: fsdp_config.fsdp_sharding_strategy: is no sharding strategy of FSDP; found \"9\"");
    row("OFT", "model_name_or_path: Qwen/Qwen3-4B\nfinetuning_type: oft\ndo_train: true\n",
        "2:1: finetuning_type: is a method that is not counted; found \"oft\"");
    row("three bits", with(llamaFactory, "quantization_bit: 3\n"),
        "9:1: quantization_bit: a base of so few bits is not counted: 4 or 8 are; found 3");
    row("a file for merging", "model_name_or_path: Qwen/Qwen3-4B\nexport_dir: saves/merged\n",
        "do_train: is not true: the file trains nothing");
    row("LLaMA-Factory on Megatron", with(llamaFactory, "pipeline_model_parallel_size: 4\n"),
        "9:1: pipeline_model_parallel_size: is of LLaMA-Factory's part on Megatron, which cannot "
        "be "
        "read yet; found 4");
    row("LLaMA-Factory's version 1", "model: Qwen/Qwen3-4B\nmodel_class: llm\ncutoff_len: 2048\n",
        "1:1: model: is a file of LLaMA-Factory's version 1, which cannot be read yet");
    row("settings of DeepSpeed whose name says nothing",
        with(llamaFactory, "deepspeed: my_settings.json\n"),
        "9:1: deepspeed: is another file, and its name says no stage of ZeRO; found "
        "my_settings.json");
    row("Axolotl's parameters by expression",
        with(axolotl, "unfrozen_parameters:\n  - ^lm_head.weight$\n"),
        "8:1: unfrozen_parameters: is a method that is not counted; found […]");
    row("bits without an adapter",
        "base_model: Qwen/Qwen3-4B\nload_in_4bit: true\nsequence_len: 512\n",
        "2:1: load_in_4bit: cannot train a base in few bits; found true");
    row("a target that is none",
        "base_model: Qwen/Qwen3-4B\nadapter: lora\nlora_r: 8\nsequence_len: 512\n"
        "lora_target_modules:\n  - wonder\n",
        "5:1: lora_target_modules: names no matrix that is known; found wonder");
    row("a wrong type", with(axolotl, "gradient_accumulation_steps: [4]\n"),
        "8:1: gradient_accumulation_steps: must be a whole number from 1 to 2,147,483,648; found "
        "[…]");
    row("Megatron's command of ms-swift", "# ours\nmegatron sft --model Qwen/Qwen3-4B\n",
        "2:1: megatron sft: is of ms-swift's part on Megatron, which cannot be read yet");
    row("a command that trains nothing", "swift infer --model Qwen/Qwen3-4B\n",
        "1:1: swift infer: starts no training");
    row("a tuner of ms-swift", "swift sft --model Qwen/Qwen3-4B --tuner_type reft\n",
        "1:35: tuner_type: is a method that is not counted; found \"reft\"");
    row("an Unsloth script that trains nothing",
        "m, t = FastLanguageModel.from_pretrained(\"Qwen/Qwen3-4B\")\n",
        "get_peft_model: is missing, and full_finetuning too: the script trains nothing");
    row("Unsloth's sentences",
        "from unsloth import FastSentenceTransformer\n"
        "m = FastSentenceTransformer.from_pretrained(\"x\")\n"
        "a = TrainingArguments(per_device_train_batch_size = 4)\n",
        "2:29: from_pretrained: loads no language model that can be read");
    row("a rank that the script works out",
        with(unsloth, "m = FastLanguageModel.get_peft_model(m, r = best())\n")
            .replace("get_peft_model(model, r = 16)", "get_peft_model(model, r = best())"),
        "6:49: r: is an expression, and no script is run: a number is needed");
    row("a program that is not known",
        "base_model_name: x\nmodel: Qwen/Qwen3-4B\nseq_len: 4096\noutput_dir: x\n"
        "per_device_train_batch_size: 4\n",
        "2:1: model: is no setting of TrainingArguments: the file is of a program that cannot be "
        "read yet; found \"Qwen/Qwen3-4B\"");
    row("a model that a script of sentences loads",
        "m = SentenceTransformer.from_pretrained(\"x\")\na = TrainingArguments(bf16=True)\n",
        "1:25: from_pretrained: loads no language model that can be read");
    row("a tab", with(axolotl, "trl:\n\tnum_generations: 4\n"),
        "9:1: a tab: YAML indents by spaces");
    row("a script that takes its settings from its command",
        "\"\"\"\npython sft.py --per_device_train_batch_size 2\n\"\"\"\n"
        "from trl import SFTConfig, TrlParser\nparser = TrlParser((SFTConfig,))\n",
        "4:28: TrlParser: takes the settings from the command that starts the script: import that "
        "command or its file of settings",
        "sft.py");
    row("a script without a trainer that is known",
        "from trl import PPOConfig\nargs = PPOConfig(per_device_train_batch_size=2)\n",
        "TrainingArguments: is missing: the script trains nothing that can be read", "ppo.py");
    row("a script of something else", "import torch\nprint(torch.__version__)\n",
        "calls nothing that can be read, such as TRL's SFTConfig, TrainingArguments or Unsloth's "
        "FastLanguageModel",
        "train.py");
    row("a batch that the script works out",
        "from trl import SFTConfig\na = SFTConfig(per_device_train_batch_size=args.batch)\n",
        "2:15: per_device_train_batch_size: is an expression, and no script is run: a number is "
        "needed",
        "sft.py");
    row("a command with other options",
        "cd x\npython3 train.py --lr 3 --output_dir x --num_train_epochs 3\n",
        "2:9: train.py: is a command that is not known", "run.sh");
    row("a program that is not known, with its options", "ls\nmytool --num_train_epochs 3\n",
        "2:1: mytool: is a command that is not known", "run.sh");
    row("a command of verl", "python3 -m verl.trainer.main_ppo data.train_batch_size=8\n",
        "starts no training by a command that is known", "run.sh");
    row("a command of a program with other names",
        "python train.py --model Qwen/Qwen3-4B --per_device_train_batch_size 1\n",
        "1:19: model: is no setting of TrainingArguments: the file is of a program that cannot be "
        "read yet; found \"Qwen/Qwen3-4B\"",
        "run.sh");
    row("TRL's settings that are elsewhere", "trl sft --config other.yaml\n",
        "1:9: --config: is another file: import it as well; found other.yaml", "run.sh");
}

void TestProgramImport::refusals()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    QFETCH(QString, name);
    const auto read = imported(text, name.toStdString());
    QVERIFY(!read);
    QCOMPARE(shown(english(read.problems().front())), message);
}

void TestProgramImport::hostile_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& text) { QTest::newRow(name) << text; };
    constexpr int million = 1000000;
    row("brackets of YAML", with(axolotl, "trl: ") + QByteArray(million, '['));
    row("brackets in a notebook",
        R"({"nbformat": 4, "cells": )" + QByteArray(million, '[') + "FastModel.from_pretrained");
    row("brackets of a script", with(unsloth, "x = SFTConfig(") + QByteArray(million / 2, '('));
    row("aliases", with(axolotl, "a: &a [x, x]\nb: &b [*a, *a]\n"));
    row("cut off", QByteArray(axolotl).chopped(1) + "\nfsdp_config: {a");
    row("a NUL", with(axolotl, "") + QByteArray("x: \0\n", 5));
    row("no UTF-8", with(llamaFactory, "x: \xff\xfe\n"));
    row("a model that is a list", "base_model: [a, b]\nsequence_len: 512\n");
    row("a model that is a megabyte",
        "base_model: " + QByteArray(million, 'x') + "\nsequence_len: 512\n");
    row("a length below none", with(llamaFactory, "").replace("1024", "-1"));
    row("a rank beyond all", with(axolotl, "").replace("32", "1e300"));
    row("GPUs beyond all", with(llamaFactory, "ray_num_workers: 99999999999\n"));
    row("a sharding that is a number", with(axolotl, "deepspeed: 3\n"));
    row("a folder above", with(llamaFactory, "deepspeed: ../../../../etc/passwd\n"));
    row("variables that double",
        "A=aaaaaaaa\n" + QByteArray("A=$A$A\n").repeated(64) + swift + "--lora_rank $A\n");
    row(
        "a large list by many names",
        "x = [" + QByteArray("1,").repeated(100000) + "1]\n" + "FastModel.from_pretrained(" + [] {
            QByteArray arguments;
            for (int i = 0; i < 50000; ++i)
                arguments += "a" + QByteArray::number(i) + "=x,";
            return arguments;
        }() + ")\n");
    row("many keys", [] {
        QByteArray text = axolotl;
        for (int i = 0; i < 100000; ++i)
            text += "k" + QByteArray::number(i) + ":\n";
        return text;
    }());
    row("many names", [] {
        QByteArray text = unsloth;
        for (int i = 0; i < 100000; ++i)
            text += "k" + QByteArray::number(i) + "=1\n";
        return text;
    }());
    row("brackets of a script of TRL", with(trlGrpo, "x = (") + QByteArray(million, '('));
    row("a command of a million words",
        "trl sft --model_name_or_path " + QByteArray("a ").repeated(million / 2));
    row("a command without end",
        "trl sft --model_name_or_path Qwen/Qwen3-4B --config " + QByteArray(million, 'x'));
    row("GPUs of TRL beyond all",
        "trl sft --model_name_or_path Qwen/Qwen3-4B --num_processes 99999999999\n");
    row("answers beyond all", with(trlGrpo, "").replace("LENGTH = 1024", "LENGTH = 8388609"));
    row("names in a circle", "a = b\nb = a\nm, t = FastModel.from_pretrained(model_name = a)\n");
}

/// Each file is refused with a message, and none takes much time or memory.
void TestProgramImport::hostile()
{
    QFETCH(QByteArray, text);
    const auto read = imported(text);
    QVERIFY(!read);
    QVERIFY(!english(read.problems().front()).empty());
    QVERIFY(english(read.problems().front()).size() < 400);
}

/// The open plan's eight GPUs are not taken for a file that says nothing of GPUs, and what is
/// assumed is told.
void TestProgramImport::gpusAreTold()
{
    const auto told = [](const QByteArray& text) {
        const auto read = imported(text);
        QStringList found;
        if (read)
            for (const ImportNote& note : read->notes)
                if (note.field == "cluster.gpus")
                    found << shown(english(note.message));
        return found;
    };
    QCOMPARE(told(llamaFactory), QStringList{u"is not in the file: 1 GPU assumed"_s});
    QCOMPARE(told(with(llamaFactory, "fsdp: full_shard\n")),
             QStringList{u"is not in the file, which shards: 8 GPUs assumed"_s});
    QCOMPARE(told("NPROC_PER_NODE=2 " + QByteArray(swift)), QStringList());
    const QStringList one{u"is not in the file: 1 GPU assumed"_s};
    QCOMPARE(told(trlGrpo), one);
    QCOMPARE(told("model_name_or_path: Qwen/Qwen3-4B\nmax_length: 512\nuse_peft: true\n"
                  "output_dir: x\n"),
             one);
    QCOMPARE(told("args = TrainingArguments(bf16=True)\n"), one);
    QCOMPARE(told("deepspeed --num_nodes 2 a.py --per_device_train_batch_size 1\n"),
             QStringList{u"is not in the file: 2 nodes of 8 GPUs assumed"_s});
    QCOMPARE(told("args = TrainingArguments(bf16=True, fsdp=\"full_shard\")\n"),
             QStringList{u"is not in the file, which shards: 8 GPUs assumed"_s});
    // Arguments that the Trainer saved, of a run without FSDP.
    QCOMPARE(told(R"({"per_device_train_batch_size": 1, "fsdp": [], "deepspeed": null,
                      "fsdp_config": {"min_num_params": 0, "xla": false}})"),
             one);
    QCOMPARE(told("trl sft --model_name_or_path Qwen/Qwen3-4B --num_processes 1\n"), QStringList());
}

/// Axolotl calls a plugin that the file lists, and no other.
void TestProgramImport::idleFlagsAreTold()
{
    const auto told = [](const char* more) {
        const auto read = imported(with(axolotl, more));
        QString found;
        if (read)
            for (const ImportNote& note : read->notes)
                if (note.field == "plugins")
                    found += shown(english(note.message));
        return found;
    };
    QCOMPARE(told("liger_rms_norm: true\n"),
             u"lacks axolotl.integrations.liger.LigerPlugin, without which its settings have no "
             "effect"_s);
    QCOMPARE(told("liger_rms_norm: false\n"), QString());
    QCOMPARE(told("plugins: [axolotl.integrations.liger.LigerPlugin]\nliger_rms_norm: true\n"),
             QString());
}

void TestProgramImport::pluginsThatMayCountAreListed()
{
    const auto unread = [](const QByteArray& plugin) {
        const QByteArray more = "plugins: [" + plugin + "]\n";
        const auto read = imported(with(axolotl, more.constData()));
        QStringList found;
        if (read)
            for (const std::string& field : read->unread)
                if (field.starts_with("plugins"))
                    found += shown(field);
        return found;
    };
    for (const char* harmless :
         {"axolotl.integrations.swanlab.SwanLabPlugin", "axolotl.integrations.lm_eval.LMEvalPlugin",
          "axolotl.integrations.expert_parallel.ExpertParallelPlugin"})
        QCOMPARE(unread(harmless), QStringList());
    QCOMPARE(unread("mine.WidePlugin"), QStringList{u"plugins mine.WidePlugin"_s});
}

/// A file that the settings name is read where it lies: in the folder of the settings, or in one
/// above it, as programs are started from there.
void TestProgramImport::filesBesideIt()
{
    QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& text) {
        QVERIFY(QDir(folder.path()).mkpath(QFileInfo(name).path()));
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(text) == text.size());
    };
    write(u"examples/deepspeed/mine.json"_s,
          R"({"zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}})");
    const std::string name = folder.filePath(u"examples/train/lora.yaml"_s).toStdString();
    const auto read
        = imported(with(llamaFactory, "deepspeed: examples/deepspeed/mine.json\n"), name);
    QVERIFY2(read, qPrintable(whyNot(read)));
    QCOMPARE(read->plan.layout.zero, std::int64_t{2});
    QCOMPARE(read->plan.layout.offloadOptimizer, Offload::Cpu);
    write(u"examples/train/lora.yaml"_s, llamaFactory);
    const auto command
        = imported("llamafactory-cli train examples/train/lora.yaml cutoff_len=256\n",
                   folder.filePath(u"run.sh"_s).toStdString());
    QVERIFY2(command, qPrintable(whyNot(command)));
    QCOMPARE(command->plan.workload.context, std::int64_t{256});
    QCOMPARE(command->plan.adapter.kind, AdapterKind::Lora);
    // As open-r1's README starts it. The Trainer's own precision counts before accelerate's.
    write(u"recipes/zero3.yaml"_s,
          "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\nnum_processes: 8\n"
          "mixed_precision: 'no'\ndeepspeed_config:\n  zero_stage: 3\n"
          "  offload_optimizer_device: cpu\n");
    write(u"recipes/grpo.yaml"_s,
          "model_name_or_path: Qwen/Qwen3-4B\nbf16: true\nuse_vllm: true\nnum_generations: 4\n"
          "max_completion_length: 512\nactivation_offloading: true\n");
    const auto grpo = imported("accelerate launch --config_file recipes/zero3.yaml "
                               "--num_processes=7 \\\n  src/open_r1/grpo.py --config "
                               "recipes/grpo.yaml --num_generations 16 > log 2>&1\n",
                               folder.filePath(u"run.sh"_s).toStdString());
    QVERIFY2(grpo, qPrintable(whyNot(grpo)));
    QCOMPARE(grpo->plan.job.kind, JobKind::Grpo);
    QCOMPARE(grpo->plan.job.samples, std::int64_t{16});
    QCOMPARE(grpo->plan.cluster.gpus, std::int64_t{7});
    QCOMPARE(grpo->plan.layout.zero, std::int64_t{3});
    QCOMPARE(grpo->plan.layout.offloadOptimizer, Offload::Cpu);
    QCOMPARE(grpo->plan.layout.offloadActivations, ActivationOffload::Cpu);
    QCOMPARE(grpo->plan.recipe.precision, Precision::Bf16Mixed);
    QVERIFY(grpo->unread.empty());
    // open-r1's README breaks the line before the file of settings.
    const auto broken
        = imported("accelerate launch --config_file=recipes/zero3.yaml src/sft.py \\\n"
                   "  --config recipes/grpo.yaml\n",
                   folder.filePath(u"run.sh"_s).toStdString());
    QVERIFY2(broken, qPrintable(whyNot(broken)));
    QCOMPARE(broken->plan.layout.zero, std::int64_t{3});
    QCOMPARE(broken->plan.workload.task, Task::Train);
    // An argument counts before the file.
    const auto sft = imported("accelerate launch --config_file recipes/zero3.yaml --zero_stage 2 "
                              "sft.py --model_name_or_path Qwen/Qwen3-4B --max_length 64\n",
                              folder.filePath(u"run.sh"_s).toStdString());
    QVERIFY2(sft, qPrintable(whyNot(sft)));
    QCOMPARE(sft->plan.cluster.gpus, std::int64_t{8});
    QCOMPARE(sft->plan.layout.zero, std::int64_t{2});
    QCOMPARE(sft->plan.layout.offloadOptimizer, Offload::Cpu);
}

/// An open plan of another job is no part of a script that tunes.
void TestProgramImport::aTuningEndsTheOpenJob()
{
    Plan open;
    open.workload.task = Task::Reinforcement;
    open.job.kind = JobKind::Grpo;
    open.job.completion = 512;
    open.roles.ref.dtype = RoleType::Fp32;
    const auto read
        = importPlan({"sft.py", "a = SFTConfig(max_length=512)\n"}, open, builtinCatalog());
    QVERIFY2(read, qPrintable(whyNot(read)));
    QCOMPARE(read->plan.workload.task, Task::Train);
    QVERIFY(read->plan.job == Job{});
    QVERIFY(read->plan.roles == Roles{});
}

void TestProgramImport::leavesNothingOfTheOpenPlan()
{
    Plan open;
    open.name = "TP 4 · PP 32";
    open.model = CatalogModel{"llama-3.1-405b"};
    open.workload.microBatch = 8;
    open.workload.globalBatch = 2048;
    open.layout.tensor = 4;
    open.layout.pipeline = 32;
    open.recipe.precision = Precision::Fp8Mixed;
    open.job.kind = JobKind::Dpo;
    open.cluster.device = "rtx-4090-24gb";
    const auto read = importPlan({"file", axolotl}, open, builtinCatalog());
    const auto fresh = importPlan({"file", axolotl}, {}, builtinCatalog());
    QVERIFY(read && fresh);
    Plan expected = fresh->plan;
    expected.cluster.device = open.cluster.device;
    QCOMPARE(read->plan.name, std::string());
    QVERIFY(read->plan == expected);
}

QTEST_APPLESS_MAIN(TestProgramImport)
#include "test_program_import.moc"
