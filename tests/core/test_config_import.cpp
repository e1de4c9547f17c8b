// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/import.h"
#include "core/configs/python_reader.h"
#include "core/configs/shell_reader.h"
#include "core/configs/yaml_reader.h"
#include "helpers.h"
#include "import_rows.h"

#include <QTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

class TestConfigImport : public QObject
{
    Q_OBJECT

private slots:
    void files_data();
    void files();
    void notes_data();
    void notes();
    void refusals_data();
    void refusals();
    void hostile_data();
    void hostile();
    void yaml_data();
    void yaml();
    void shell_data();
    void shell();
};

namespace {

Result<Imported> imported(const QString& text, const Plan& base = {})
{
    const std::string bytes = text.toStdString();
    return importPlan({"file", bytes}, base, builtinCatalog());
}

} // namespace

void TestConfigImport::files_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char* name, const char* kind, const char* text,
                        const QStringList& settings) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromLatin1(kind) << settings;
    };
    row("DeepSpeed ZeRO-3", "deepspeed",
        R"({"train_batch_size": 8, "train_micro_batch_size_per_gpu": 1,
            "gradient_accumulation_steps": 1, "bf16": {"enabled": true}, "gradient_clipping": 1.0,
            "zero_optimization": {"stage": 3, "overlap_comm": true, "reduce_bucket_size": 2e8},
            "optimizer": {"type": "AdamW", "params": {"lr": 3e-4}}})",
        {u"layout.zero=3"_s, u"layout.reduce_bucket=200000000"_s, u"layout.overlap_comm=true"_s,
         u"cluster.gpus=8"_s, u"recipe.precision=bf16-mixed"_s, u"workload.micro_batch=1"_s,
         u"workload.global_batch=null"_s, u"recipe.optimizer=adamw"_s,
         u"recipe.framework=deepspeed"_s});
    // 64 sequences on the open plan's 8 GPUs, in one pass
    row("DeepSpeed, the batch of all GPUs alone", "deepspeed",
        R"({"train_batch_size": 64, "zero_optimization": {"stage": 2}})",
        {u"cluster.gpus=8"_s, u"workload.micro_batch=8"_s, u"workload.global_batch=null"_s});
    row("DeepSpeed with comments, 64 GPUs, offload", "deepspeed",
        R"(// ours
           {"train_batch_size": 512, # all of it
            "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4,
            /* half */ "fp16": {"enabled": true, "loss_scale": 0},
            "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}},
            "optimizer": {"type": "SGD", "params": {"lr": 0.1, "momentum": 0.9}}})",
        {u"layout.zero=2"_s, u"cluster.gpus=64"_s, u"recipe.precision=fp16-mixed"_s,
         u"workload.micro_batch=2"_s, u"workload.global_batch=512"_s,
         u"layout.offload_optimizer=cpu"_s, u"recipe.optimizer=sgd-momentum"_s});
    row("DeepSpeed, ZenFlow", "deepspeed",
        R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 2,
            "offload_optimizer": {"device": "cpu"},
            "zenflow": {"topk_ratio": 0.05, "select_strategy": "auto", "overlap_step": true,
                        "update_interval": 4}}})",
        {u"layout.host_step=zenflow_overlap"_s, u"layout.zenflow_share=0.05"_s,
         u"layout.zenflow_offload=false"_s, u"workload.global_batch=32"_s});
    row("DeepSpeed, SuperOffload", "deepspeed",
        R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 3,
            "offload_optimizer": {"device": "cpu", "super_offload": true,
                                  "cpuadam_cores_perc": 0.9}}})",
        {u"layout.host_step=superoffload"_s, u"layout.offload_optimizer=cpu"_s});
    row("DeepSpeed, SuperOffload that clips", "deepspeed",
        R"({"train_micro_batch_size_per_gpu": 1, "gradient_clipping": 1.0,
            "zero_optimization": {"stage": 3,
            "offload_optimizer": {"device": "cpu", "super_offload": true}}})",
        {u"layout.host_step=after"_s, u"layout.offload_optimizer=cpu"_s});
    const auto mixture = [](const char* name, const char* layers, const QStringList& settings) {
        const QString text = uR"(parallelism:
  dp: 1
  pp: 1
  tp: 1
tokens:
  micro_batch_size: 1
  sequence_length: 2048
  batch_accumulation_per_replica: 1
model:
  model_config:
    hidden_size: 64
    num_hidden_layers: 4
    num_attention_heads: 4
    num_key_value_heads: 4
    intermediate_size: 128
    vocab_size: 256
    is_qwen2_config: true
    moe_config:
      num_experts: 8
      top_k: 2
      moe_intermediate_size: 32
      layers: %1
)"_s;
        QTest::newRow(name) << text.arg(QString::fromLatin1(layers)) << u"nanotron"_s << settings;
    };
    mixture("nanotron, experts in every layer", "[-1]",
            {u"model.custom.experts=8"_s, u"model.custom.moe_every=null"_s});
    mixture("nanotron, experts in the last two of four layers", "[2, 3]",
            {u"model.custom.first_k_dense=2"_s, u"model.custom.moe_every=1"_s});
    mixture("nanotron, experts in every other layer", "[1, 3]",
            {u"model.custom.moe_every=2"_s, u"model.custom.moe_offset=1"_s});
    row("DeepSpeed, micro-batch from the other two", "deepspeed",
        R"({"train_batch_size": 64, "gradient_accumulation_steps": 2,
            "zero_optimization": {"stage": 1}})",
        {u"workload.micro_batch=4"_s, u"workload.global_batch=64"_s, u"recipe.precision=fp32"_s});
    // 8 GPUs · 1,000,000,000 passes; the export of a plan with stages of a pipeline leaves them
    // out.
    row("DeepSpeed, more sequences than a plan can have", "deepspeed",
        R"({"train_micro_batch_size_per_gpu": 1, "gradient_accumulation_steps": 1000000000,
            "zero_optimization": {"stage": 1}})",
        {u"workload.micro_batch=1"_s, u"workload.global_batch=2147483648"_s});
    row("DeepSpeed, sequence ranks and pure bf16", "deepspeed",
        R"({"train_micro_batch_size_per_gpu": 1, "sequence_parallel_size": 4,
            "bf16": {"enabled": true, "bf16_master_weights_and_grads": true,
                     "bf16_optimizer_states": true},
            "data_types": {"grad_accum_dtype": "fp32"}, "zero_optimization": {"stage": 3}})",
        {u"layout.context=4"_s, u"recipe.precision=bf16"_s, u"recipe.moments=bf16"_s,
         u"recipe.gradients=fp32"_s});
    row("DeepSpeed, pure fp16", "deepspeed",
        R"({"train_micro_batch_size_per_gpu": 1,
            "fp16": {"enabled": true, "fp16_master_weights_and_grads": true},
            "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}})",
        {u"recipe.precision=fp16"_s, u"recipe.moments=fp32"_s});
    row("accelerate FSDP2", "accelerate",
        "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nmixed_precision: bf16\n"
        "num_machines: 2\nnum_processes: 16\nfsdp_config: {fsdp_version: 2, "
        "fsdp_reshard_after_forward: true, fsdp_activation_checkpointing: true}\n",
        {u"layout.zero=3"_s, u"cluster.gpus=16"_s, u"cluster.gpus_per_node=8"_s,
         u"recipe.recompute=full"_s, u"recipe.precision=bf16-mixed"_s,
         u"recipe.framework=huggingface"_s, u"recipe.engine=fsdp2"_s});
    row("accelerate FSDP1 by number, without prefix", "accelerate",
        "distributed_type: FSDP\nmixed_precision: 'no'\nnum_processes: 8 # all\nfsdp_config:\n"
        "  sharding_strategy: 2\n  fsdp_offload_params: \"true\"\n",
        {u"layout.zero=2"_s, u"layout.offload_optimizer=cpu"_s, u"layout.offload_parameters=cpu"_s,
         u"recipe.precision=fp32"_s, u"recipe.engine=fsdp1"_s, u"recipe.use_orig_params=null"_s,
         u"recipe.backward_prefetch=null"_s});
    row("accelerate FSDP1 with its own settings", "accelerate",
        "distributed_type: FSDP\nmixed_precision: bf16\nnum_processes: 8\nfsdp_config:\n"
        "  fsdp_sharding_strategy: FULL_SHARD\n  fsdp_use_orig_params: false\n"
        "  fsdp_backward_prefetch: BACKWARD_PRE\n  fsdp_activation_checkpointing: true\n"
        "  fsdp_cpu_ram_efficient_loading: true\n  fsdp_state_dict_type: FULL_STATE_DICT\n",
        {u"recipe.efficient_loading=true"_s, u"recipe.saved_state=host"_s, u"recipe.engine=fsdp1"_s,
         u"layout.zero=3"_s, u"recipe.use_orig_params=false"_s, u"recipe.backward_prefetch=true"_s,
         u"recipe.recompute=full"_s, u"recipe.reentrant=false"_s,
         u"recipe.checkpoint_outside=false"_s});
    row("accelerate FSDP1 that shards nothing", "accelerate",
        "distributed_type: FSDP\nmixed_precision: bf16\nnum_processes: 8\nfsdp_config:\n"
        "  fsdp_sharding_strategy: NO_SHARD\n",
        {u"recipe.engine=fsdp1"_s, u"layout.zero=0"_s});
    row("accelerate, tensor and context ranks", "accelerate",
        "distributed_type: FSDP\nnum_processes: 16\nmixed_precision: bf16\nfsdp_config:\n"
        "  fsdp_version: 2\n  fsdp_reshard_after_forward: false\nparallelism_config:\n"
        "  parallelism_config_dp_shard_size: 2\n  parallelism_config_tp_size: 4\n"
        "  parallelism_config_cp_size: 2\n",
        {u"layout.tensor=4"_s, u"layout.context=2"_s, u"layout.zero=2"_s, u"cluster.gpus=16"_s});
    row("accelerate DeepSpeed", "accelerate",
        "distributed_type: DEEPSPEED\nmixed_precision: fp16\nnum_processes: 4\ndeepspeed_config:\n"
        "  zero_stage: 3\n  gradient_accumulation_steps: 2\n  offload_param_device: nvme\n"
        "  offload_optimizer_device: 'none'\n",
        {u"layout.zero=3"_s, u"layout.offload_parameters=nvme"_s,
         u"layout.offload_optimizer=none"_s, u"workload.global_batch=8"_s,
         u"recipe.framework=huggingface"_s, u"layout.reduce_bucket=500000000"_s});
    row("TrainingArguments", "training-arguments",
        R"({"output_dir": "out", "per_device_train_batch_size": 4,
            "gradient_accumulation_steps": 2, "bf16": true, "gradient_checkpointing": true,
            "optim": "paged_adamw_8bit", "fsdp": "full_shard auto_wrap offload",
            "fsdp_config": {"fsdp_transformer_layer_cls_to_wrap": ["LlamaDecoderLayer"]}})",
        {u"workload.micro_batch=4"_s, u"workload.global_batch=64"_s,
         u"recipe.precision=bf16-mixed"_s, u"recipe.recompute=full"_s,
         u"recipe.optimizer=adamw-8bit-paged"_s, u"layout.zero=3"_s,
         u"layout.offload_optimizer=cpu"_s, u"layout.offload_parameters=cpu"_s,
         u"recipe.framework=huggingface"_s, u"recipe.engine=fsdp1"_s});
    row("TrainingArguments with FSDP of a later version", "training-arguments",
        R"({"per_device_train_batch_size": 1, "bf16": true, "gradient_checkpointing": true,
            "gradient_checkpointing_kwargs": {"use_reentrant": true}, "fsdp": true})",
        {u"layout.zero=3"_s, u"recipe.engine=fsdp2"_s, u"recipe.reentrant=true"_s});
    row("TrainingArguments with FSDP1 by its version", "training-arguments",
        R"({"per_device_train_batch_size": 1, "bf16": true, "fsdp": true,
            "fsdp_config": {"version": 1, "use_orig_params": "false",
                            "backward_prefetch": "backward_pre"}})",
        {u"layout.zero=3"_s, u"recipe.engine=fsdp1"_s, u"recipe.use_orig_params=false"_s,
         u"recipe.backward_prefetch=true"_s});
    row("TrainingArguments that evaluate", "training-arguments",
        R"({"per_device_train_batch_size": 1, "eval_strategy": "steps", "eval_steps": 50,
            "eval_accumulation_steps": 4})",
        {u"workload.evaluation_batch=8"_s, u"workload.kept_predictions=4"_s});
    row("TrainingArguments that evaluate losses alone", "training-arguments",
        R"({"per_device_train_batch_size": 1, "do_eval": true, "per_device_eval_batch_size": 2,
            "eval_accumulation_steps": 4, "prediction_loss_only": true})",
        {u"workload.evaluation_batch=2"_s, u"workload.kept_predictions=0"_s});
    row("TrainingArguments that do not evaluate", "training-arguments",
        R"({"per_device_train_batch_size": 1, "eval_strategy": "no",
            "per_device_eval_batch_size": 2})",
        {u"workload.evaluation_batch=0"_s});
    row("TrainingArguments with DeepSpeed", "training-arguments",
        R"({"per_device_train_batch_size": 1, "bf16": true,
            "deepspeed": {"zero_optimization": {"stage": 2}}})",
        {u"layout.zero=2"_s, u"recipe.framework=huggingface"_s, u"recipe.engine=null"_s});
    // alignment-handbook's and TRL's way: the weights that are trained have 16 bits themselves.
    const QByteArray narrow = "model_name_or_path: Qwen/Qwen2.5-7B\ntorch_dtype: bfloat16\n"
                              "bf16: true\nmax_length: 2048\nper_device_train_batch_size: 1\n";
    const QStringList pure{u"recipe.precision=bf16"_s, u"recipe.moments=bf16"_s};
    const QStringList mixed{u"recipe.precision=bf16-mixed"_s, u"recipe.moments=null"_s};
    row("SFT of weights in bf16", "training-arguments", narrow.constData(), pure);
    row("SFT of weights in bf16 by DDP", "training-arguments",
        QByteArray(narrow + "accelerate_config: multi_gpu\n").constData(), pure);
    row("SFT of weights in bf16 by DeepSpeed", "training-arguments",
        QByteArray(narrow + "deepspeed: ds_z2_config.json\n").constData(), mixed);
    row("SFT of weights in bf16 by FSDP", "training-arguments",
        QByteArray(narrow + "fsdp: full_shard auto_wrap\n").constData(), mixed);
    row("SFT of weights in bf16 by accelerate's FSDP", "training-arguments",
        QByteArray(narrow + "accelerate_config: fsdp2\n").constData(), mixed);
    row("SFT of weights as their files have them", "training-arguments",
        "model_name_or_path: Qwen/Qwen2.5-7B\ndtype: auto\nmax_length: "
        "2048\nper_device_train_batch_size: 1\n",
        pure);
    row("SFT of weights in fp32", "training-arguments",
        "model_name_or_path: Qwen/Qwen2.5-7B\nmax_length: 2048\nper_device_train_batch_size: 1\n",
        mixed);
    row("LoRA on weights in bf16", "training-arguments",
        QByteArray(narrow + "use_peft: true\n").constData(),
        {u"recipe.precision=bf16-mixed"_s, u"adapter.kind=lora"_s, u"adapter.base=nf4-double"_s});
    const QByteArray wide
        = "model_name_or_path: Qwen/Qwen2.5-7B\nmax_length: 2048\nper_device_train_batch_size: 1\n"
          "use_peft: true\n";
    row("LoRA on weights in fp32", "training-arguments", wide.constData(),
        {u"recipe.precision=bf16-mixed"_s, u"adapter.kind=lora"_s, u"adapter.base=fp32"_s});
    row("LoRA on weights that DeepSpeed casts", "training-arguments",
        QByteArray(wide + "deepspeed: ds_z2_config.json\n").constData(),
        {u"adapter.base=nf4-double"_s});
    row("LoRA on weights that are quantised", "training-arguments",
        QByteArray(wide + "load_in_4bit: true\n").constData(),
        {u"adapter.kind=qlora"_s, u"adapter.base=nf4"_s});
    row("SFTConfig with its defaults, as YAML", "training-arguments",
        "model_name_or_path: meta-llama/Llama-3.1-8B\nper_device_train_batch_size: 2\n"
        "packing: true\nuse_peft: true\nlora_r: 32\nlora_target_modules: all-linear\n"
        "load_in_4bit: true\n",
        {u"workload.context=1024"_s, u"recipe.recompute=full"_s, u"recipe.precision=bf16-mixed"_s,
         u"recipe.loss=chunked"_s, u"adapter.kind=qlora"_s, u"adapter.rank=32"_s,
         u"adapter.base=nf4"_s, u"job.packing=packed"_s});
    row("Liger Kernel with its loss", "training-arguments",
        R"({"per_device_train_batch_size": 1, "use_liger_kernel": true})",
        {u"recipe.loss=chunked"_s, u"recipe.kernels=fused"_s});
    row("Liger Kernel in the place of cross entropy", "training-arguments",
        R"({"per_device_train_batch_size": 1, "use_liger_kernel": true, "liger_kernel_config":
            {"cross_entropy": true, "fused_linear_cross_entropy": false, "rms_norm": false}})",
        {u"recipe.loss=fused"_s, u"recipe.norm_kernels=eager"_s, u"recipe.mlp_kernels=null"_s});
    row("AdamW in separate kernels", "training-arguments",
        R"({"per_device_train_batch_size": 1, "optim": "adamw_torch"})",
        {u"recipe.optimizer=adamw"_s, u"recipe.fused_step=false"_s});
    row("AdamW in one", "training-arguments",
        R"({"per_device_train_batch_size": 1, "optim": "adamw_torch_fused"})",
        {u"recipe.optimizer=adamw"_s, u"recipe.fused_step=true"_s});
    row("a TRL script", "training-arguments",
        "from trl import SFTConfig\nlora = LoraConfig(r=8, target_modules=[\"q_proj\", "
        "\"v_proj\"])\nargs = SFTConfig(\n    per_device_train_batch_size=1,  # one\n"
        "    max_length=2 * 4096,\n    bf16=True, gradient_checkpointing=False,\n"
        "    loss_type=\"nll\", fsdp=\"shard_grad_op auto_wrap\",\n)\n",
        {u"workload.context=8192"_s, u"recipe.recompute=none"_s, u"layout.zero=2"_s,
         u"recipe.loss=full"_s, u"adapter.kind=lora"_s, u"adapter.rank=8"_s,
         u"adapter.targets=q,v"_s});
    row("a TRL script of adapters", "training-arguments",
        "from trl import SFTConfig\nlora = LoraConfig(r=8, target_modules=[\"q_proj\"], "
        "use_dora=True, modules_to_save=[\"embed_tokens\", \"lm_head\"])\n"
        "args = SFTConfig(max_length=1024, optim=\"apollo_adamw\", optim_args=\"rank=256\", "
        "optim_target_modules=[\"attn\", \"mlp\"])\n",
        {u"adapter.dora=true"_s, u"adapter.modules_to_save=embedding,head"_s,
         u"recipe.optimizer=apollo"_s, u"recipe.optimizer_rank=256"_s});
    row("PEFT's file of a prefix", "peft",
        R"({"peft_type": "PREFIX_TUNING", "task_type": "CAUSAL_LM", "num_virtual_tokens": 30,
            "num_layers": 32, "token_dim": 4096, "num_attention_heads": 32})",
        {u"adapter.kind=lora"_s, u"adapter.method=prefix"_s, u"adapter.prompt_length=30"_s});
    row("PEFT's file of a prompt", "peft",
        R"({"peft_type": "PROMPT_TUNING", "num_virtual_tokens": 8})",
        {u"adapter.method=prompt"_s, u"adapter.prompt_length=8"_s});
    row("PEFT's file of factors", "peft",
        R"({"peft_type": "LORA", "r": 32, "lora_dropout": 0.1, "use_dora": true,
            "target_modules": ["q_proj", "v_proj"], "modules_to_save": ["lm_head"]})",
        {u"adapter.method=lora"_s, u"adapter.rank=32"_s, u"adapter.dropout=0.1"_s,
         u"adapter.dora=true"_s, u"adapter.targets=q,v"_s, u"adapter.modules_to_save=head"_s});
    row("PEFT's modules by GLM's names", "peft",
        R"({"peft_type": "LORA", "modules_to_save": ["word_embeddings", "output_layer"]})",
        {u"adapter.modules_to_save=embedding,head"_s});
    row("PEFT's targets by an expression", "peft",
        R"json({"peft_type": "LORA", "target_modules": ".*\\.(?:q_proj|k_proj|v_proj)"})json",
        {u"adapter.targets=q,k,v"_s});
    row("PEFT's targets by what they are not", "peft",
        R"json({"peft_type": "LORA", "target_modules": "^(language_model|model)(?!.*(lm_head)).*"})json",
        {u"adapter.targets=q,k,v,o,gate,up,down"_s});
    row("litgpt, adapter", "litgpt",
        "checkpoint_dir: checkpoints/x\nout_dir: out/finetune/adapter\nprecision: bf16-true\n"
        "devices: 1\ntrain:\n  global_batch_size: 16\n  micro_batch_size: 4\n"
        "  max_seq_length: 512\n",
        {u"recipe.framework=litgpt"_s, u"recipe.precision=bf16"_s, u"adapter.method=adapter"_s,
         u"adapter.prompt_length=10"_s, u"adapter.start_layer=2"_s, u"workload.context=512"_s,
         u"workload.micro_batch=4"_s, u"workload.global_batch=16"_s, u"layout.zero=0"_s});
    row("litgpt, adapter of the second version on two GPUs", "litgpt",
        "checkpoint_dir: checkpoints/x\nout_dir: out/finetune/adapter-v2\n"
        "precision: bf16-mixed\ndevices: 2\nadapter_prompt_length: 20\n"
        "adapter_start_layer: 4\nquantize: bnb.nf4\ntrain:\n  micro_batch_size: 1\n"
        "  max_seq_length: 2048\n",
        {u"recipe.precision=bf16-mixed"_s, u"adapter.kind=qlora"_s, u"adapter.base=nf4"_s,
         u"adapter.method=adapter-v2"_s, u"adapter.prompt_length=20"_s, u"adapter.start_layer=4"_s,
         u"cluster.gpus=2"_s, u"layout.zero=3"_s});
    row("litgpt, LoRA", "litgpt",
        "checkpoint_dir: checkpoints/Qwen/Qwen2.5-14B/\nout_dir: out/finetune/lora\nprecision: "
        "bf16-true\n"
        "devices: 1\nlora_r: 32\nlora_dropout: 0.05\nlora_query: true\nlora_key: false\n"
        "lora_value: true\nlora_projection: true\ntrain:\n  max_seq_length: 512\n",
        {u"adapter.method=lora"_s, u"adapter.rank=32"_s, u"adapter.targets=q,v,o"_s,
         u"model.id=qwen2.5-14b"_s});
    row("torchtitan, a model by its module and flavour", "torchtitan",
        "from torchtitan.models.common import decoder\n"
        "from torchtitan.models.llama3 import model_registry\n\n\ndef run():\n"
        "    return Trainer.Config(model_spec=model_registry(\"70B\"))\n",
        {u"model.id=llama-3.1-70b"_s});
    row("Megatron arguments", "megatron",
        "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 --sequence-parallel "
        "--num-layers 80 --hidden-size 8192 --ffn-hidden-size 28672 --num-attention-heads 64 "
        "--group-query-attention --num-query-groups 8 --swiglu --normalization RMSNorm "
        "--position-embedding-type rope --untie-embeddings-and-output-weights "
        "--disable-bias-linear --seq-length 4096 --seq-length 8192 "
        "--max-position-embeddings 131072 --micro-batch-size 1 --global-batch-size 16 --bf16 "
        "--vocab-size 128256 --recompute-granularity full --recompute-method uniform "
        "--recompute-num-layers 1 --use-distributed-optimizer",
        {u"layout.tensor=8"_s, u"layout.pipeline=4"_s, u"cluster.gpus=32"_s,
         u"workload.context=8192"_s, u"workload.global_batch=16"_s, u"layout.zero=1"_s,
         u"model.custom.num_layers=80"_s, u"model.custom.num_kv_heads=8"_s,
         u"model.custom.gated=true"_s, u"recipe.recompute=full"_s,
         u"layout.sequence_parallel=true"_s, u"recipe.precision=bf16-mixed"_s});
    const QString megatron
        = u"--num-layers 24 --hidden-size 1024 --num-attention-heads 16 --vocab-size 32000 "
          "--seq-length 2048 --micro-batch-size 1 --global-batch-size 16 --bf16 "_s;
    const auto flags = [&](const char* name, const char* more, const QStringList& settings) {
        QTest::newRow(name) << megatron + QString::fromLatin1(more) << u"megatron"_s << settings;
    };
    flags("Megatron, attention of cuDNN", "--attention-backend fused",
          {u"recipe.attention=flash"_s, u"recipe.attention_kernel=cudnn"_s});
    flags("Megatron, attention of flash-attn", "--attention-backend flash",
          {u"recipe.attention=flash"_s, u"recipe.attention_kernel=null"_s});
    flags("Megatron, a block of layers",
          "--recompute-granularity full --recompute-method block --recompute-num-layers 6",
          {u"recipe.recompute=full"_s, u"recipe.recompute_method=block"_s,
           u"recipe.recompute_layers=6"_s});
    flags("Megatron, groups of layers",
          "--recompute-granularity full --recompute-method uniform --recompute-num-layers 4",
          {u"recipe.recompute_method=uniform"_s, u"recipe.recompute_layers=4"_s});
    flags("Megatron, modules",
          "--recompute-granularity selective --recompute-modules core_attn layernorm mlp",
          {u"recipe.recompute=selective"_s, u"recipe.recompute_modules=core_attn,layernorm,mlp"_s});
    flags("Megatron, narrow states, a part of them offloaded",
          "--use-precision-aware-optimizer --exp-avg-dtype fp8 --exp-avg-sq-dtype fp8 "
          "--main-params-dtype fp16 --optimizer-cpu-offload --optimizer-offload-fraction 0.5",
          {u"recipe.moments=fp8"_s, u"recipe.master_precision=fp16"_s,
           u"layout.offload_optimizer=cpu"_s, u"layout.offload_fraction=0.5"_s});
    flags("Megatron, activations of some layers", "--cpu-offloading --cpu-offloading-num-layers 6",
          {u"layout.offload_activations=cpu"_s, u"layout.offload_layers=6"_s});
    flags("Megatron, activations of all layers", "--cpu-offloading-num-layers 23",
          {u"layout.offload_activations=cpu"_s, u"layout.offload_layers=null"_s});
    flags("Megatron, parts of a layer on the host",
          "--fine-grained-activation-offloading --offload-modules core_attn attn_proj moe_act",
          {u"layout.offload_activations=cpu"_s,
           u"layout.offload_modules=core_attn,attn_proj,moe_act"_s});
    flags("Megatron, parts without the flag", "--offload-modules core_attn",
          {u"layout.offload_activations=null"_s, u"layout.offload_modules="_s});
    flags("Megatron, one scale for each tensor",
          "--fp8-format hybrid --fp8-recipe tensorwise --fp8-param-gather",
          {u"recipe.precision=fp8-mixed"_s, u"recipe.narrow_parameters=true"_s});
    flags("Megatron, scales of blocks", "--fp8-format e4m3 --fp8-recipe blockwise",
          {u"recipe.precision=fp8-block-mixed"_s, u"recipe.narrow_parameters=false"_s});
    flags("Megatron, MXFP8",
          "--fp8-format e4m3 --fp8-recipe mxfp8 --fp8-param-gather "
          "--reuse-grad-buf-for-mxfp8-param-ag",
          {u"recipe.precision=mxfp8-mixed"_s, u"recipe.narrow_parameters=true"_s});
    flags("Megatron, NVFP4", "--fp4-format e2m1 --fp4-recipe nvfp4 --fp4-param-gather",
          {u"recipe.precision=nvfp4-mixed"_s, u"recipe.narrow_parameters=true"_s});
    flags("Megatron, short ends",
          "--pipeline-model-parallel-size 4 --decoder-first-pipeline-num-layers 4 "
          "--decoder-last-pipeline-num-layers 6",
          {u"layout.pipeline=4"_s, u"layout.stage_layers=4,7*2,6"_s});
    flags("Megatron, a layout of stages",
          "--pipeline-model-parallel-size 4 --pipeline-model-parallel-layout "
          "'Et*5|(tttttt|)*2tttttttL' --mtp-num-layers 1",
          {u"layout.stage_layers=5,6*2,7"_s, u"recipe.prediction_layers=1"_s});
    row("a launch script", "megatron",
        "#!/bin/bash\nGPUS=8\nNNODES=${NNODES:-4}\nTP=${1:-2}\n"
        "DISTRIBUTED_ARGS=(\n  --nproc_per_node $GPUS\n  --nnodes \"$NNODES\" # nodes\n)\n"
        "MODEL_ARGS=\"--num-layers 32 \\\n --hidden-size 4096 --num-attention-heads 32\"\n"
        "MODEL_ARGS+=\" --seq-length=2048\"\nBATCH=$((GPUS * NNODES * 4))\n"
        "torchrun ${DISTRIBUTED_ARGS[@]} pretrain_gpt.py \\\n  $MODEL_ARGS \\\n"
        "  --micro-batch-size 2 --global-batch-size ${BATCH} --tensor-model-parallel-size $TP "
        "--fp16\n",
        {u"cluster.gpus=32"_s, u"layout.tensor=2"_s, u"workload.context=2048"_s,
         u"workload.global_batch=128"_s, u"model.custom.num_layers=32"_s,
         u"recipe.precision=fp16-mixed"_s, u"layout.sequence_parallel=false"_s,
         u"recipe.dropout=true"_s});
}

void TestConfigImport::files()
{
    QFETCH(QString, text);
    QFETCH(QString, kind);
    QFETCH(QStringList, settings);
    QCOMPARE(importFault(imported(text), kind, settings), QString());
}

void TestConfigImport::notes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("an unknown key of DeepSpeed")
        << u"{\"zero_optimization\": {\"stage\": 3}, \"hybrid_engine\": {\"enabled\": true}}"_s
        << u"hybrid_engine"_s;
    QTest::newRow("a bucket of DeepSpeed that costs no memory")
        << u"{\"zero_optimization\": {\"stage\": 2, \"allgather_bucket_size\": 5e8}}"_s
        << u"zero_optimization.allgather_bucket_size"_s;
    QTest::newRow("a bucket that the script sizes")
        << u"{\"zero_optimization\": {\"stage\": 2, \"reduce_bucket_size\": \"auto\"}}"_s
        << u"zero_optimization.reduce_bucket_size"_s;
    QTest::newRow("auto") << u"{\"train_batch_size\": \"auto\"}"_s << u"train_batch_size"_s;
    QTest::newRow("an unknown key of accelerate")
        << u"distributed_type: MULTI_GPU\nnum_processes: 8\nsurprise: 1\n"_s << u"surprise"_s;
    QTest::newRow("an unknown argument")
        << u"{\"per_device_train_batch_size\": 1, \"wonder_alpha\": 5}"_s << u"wonder_alpha"_s;
    QTest::newRow("ZenFlow without offload")
        << u"{\"zero_optimization\": {\"stage\": 2, \"zenflow\": {\"topk_ratio\": 0.1}}}"_s
        << u"zero_optimization.zenflow.topk_ratio"_s;
    QTest::newRow("ZenFlow's own interval")
        << u"{\"zero_optimization\": {\"stage\": 2, \"offload_optimizer\": {\"device\": \"cpu\"}, "
           "\"zenflow\": {\"update_interval\": \"auto\"}}}"_s
        << u"zero_optimization.zenflow.update_interval"_s;
    QTest::newRow("SuperOffload that clips")
        << u"{\"gradient_clipping\": 1.0, \"zero_optimization\": {\"stage\": 3, "
           "\"offload_optimizer\": {\"device\": \"cpu\", \"super_offload\": true}}}"_s
        << u"zero_optimization.offload_optimizer.super_offload"_s;
    QTest::newRow("an unknown flag")
        << u"--num-attention-heads 8 --transformer-magic 3"_s << u"--transformer-magic"_s;
    QTest::newRow("a prompt without a length")
        << u"{\"peft_type\": \"PROMPT_TUNING\"}"_s << u"num_virtual_tokens"_s;
    QTest::newRow("ranks of single matrices")
        << u"{\"peft_type\": \"LORA\", \"r\": 8, \"rank_pattern\": {\"q_proj\": 64}}"_s
        << u"rank_pattern"_s;
    QTest::newRow("litgpt without a method")
        << u"checkpoint_dir: x\nprecision: bf16-true\ntrain:\n  max_seq_length: 512\n"_s
        << u"out_dir"_s;
    QTest::newRow("a variable from outside")
        << u"torchrun pretrain_gpt.py --micro-batch-size $MBS"_s << u"$MBS"_s;
}

void TestConfigImport::notes()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    const auto read = imported(text);
    QVERIFY2(read, qPrintable(whyNot(read)));
    QStringList fields;
    for (const ImportNote& note : read->notes)
        fields << shown(note.field);
    for (const std::string& unread : read->unread)
        fields << shown(unread);
    QVERIFY2(fields.contains(field), qPrintable(fields.join(u' ')));
}

void TestConfigImport::refusals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(message);
    };
    row("a stage that is none", R"({"zero_optimization": {"stage": 7}})",
        "zero_optimization.stage: must be a whole number from 0 to 3; found 7");
    row("an object that is a number", R"({"zero_optimization": 3})",
        "zero_optimization: must be an object; found 3");
    row("a key twice", "{\"zero_optimization\": {\"stage\": 1,\n \"stage\": 2}}",
        "2:8: stage: is written twice");
    row("both halves",
        R"({"train_batch_size": 8, "bf16": {"enabled": true}, "fp16": {"enabled": true}})",
        "fp16: excludes bf16");
    row("a tab", "distributed_type: FSDP\nfsdp_config:\n\tfsdp_version: 2\n",
        "3:1: a tab: YAML indents by spaces");
    row("a line that is no setting", "distributed_type: FSDP\nfsdp_config\n",
        "2:1: must be KEY: VALUE");
    row("an alias", "distributed_type: FSDP\nfsdp_config: *other\n",
        "2:1: anchors, aliases and tags are not read");
    row("an open brace", "distributed_type: FSDP\nfsdp_config: {fsdp_version: 2\n",
        "2:1: a mapping in braces has no end");
    row("a word for a number", "--num-attention-heads many --micro-batch-size 1",
        "--num-attention-heads: must be a whole number from 1 to 65,536; found \"many\"");
    row("an open quote", "pretrain_gpt.py --micro-batch-size 1 \\\n --data 'here",
        "2:14: a quoted text has no end");
    row("an open call", "x = SFTConfig(\n  bf16=True,", "2:13: a bracket has no end");
}

void TestConfigImport::refusals()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto read = imported(text);
    QVERIFY(!read);
    QCOMPARE(shown(english(read.problems().front())), message);
}

void TestConfigImport::hostile_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& text) { QTest::newRow(name) << text; };
    constexpr int million = 1000000;
    row("a million brackets of JSON", "{\"zero_optimization\": " + QByteArray(million, '['));
    row("a million brackets of YAML", "distributed_type: " + QByteArray(million, '['));
    row("a million items of YAML", "distributed_type:\n" + QByteArray("- ").repeated(million / 4));
    row(
        "a YAML that gets deeper", "distributed_type:\n" + [] {
            QByteArray text;
            for (int i = 1; i < 1000; ++i)
                text += QByteArray(i, ' ') + "a:\n";
            return text;
        }());
    row("a bracket over many lines", "distributed_type: [\n" + QByteArray("a,\n").repeated(300000));
    row("a million brackets of Python", "SFTConfig(" + QByteArray(million, '('));
    const QByteArray commands = QByteArray("a;").repeated(million / 8);
    row("a long launcher of many commands",
        "pretrain_gpt " + QByteArray(million / 4, 'x') + " bash -c '" + commands + "'");
    row("a launcher of many words",
        "pretrain_gpt " + QByteArray("y ").repeated(million / 8) + "bash -c '" + commands + "'");
    row("many commands",
        "A='" + commands + "'\n" + QByteArray("eval $A\n").repeated(300) + "pretrain_gpt\n");
    row("many shells", QByteArray("bash -o ").repeated(million / 8) + "\npretrain_gpt\n");
    row("a comment of many commands", "# " + QByteArray("trl sft ").repeated(million / 8));
    row("many modules",
        "### model_name_or_path\n#" + QByteArray(million / 2, 'x')
            + "\nmodel_name_or_path: Qwen/Qwen3-4B\nstage: sft\n"
              "finetuning_type: freeze\nfreeze_trainable_modules: "
            + QByteArray("a,").repeated(million / 8) + "a\n");
    row("many branches",
        "pretrain_gpt\n" + QByteArray("if [ $1 ]\n").repeated(million / 16) + "x ${");
    row("many shifts", "pretrain_gpt\n" + QByteArray("x <<X\n").repeated(million / 8));
    row("a million brackets of a shell", "pretrain_gpt ${" + QByteArray(million, '{'));
    row("ten megabytes", "distributed_type: " + QByteArray(10 * million, 'a'));
    row("ten megabytes of JSON", "{\"train_batch_size\": \"" + QByteArray(10 * million, 'a'));
    row("variables that double",
        "pretrain_gpt.py\nA=aaaaaaaa\n" + QByteArray("A=$A$A\n").repeated(64)
            + "x --micro-batch-size $A\n");
    row("lists that double",
        "pretrain_gpt.py\nA=(a b)\n" + QByteArray("A=(\"${A[@]}\" \"${A[@]}\")\n").repeated(64));
    row("defaults in defaults",
        "pretrain_gpt " + QByteArray("${A:-").repeated(1000) + QByteArray("}").repeated(1000));
    row("no UTF-8", "distributed_type: \xff\xfe");
    row("a NUL", QByteArray("pretrain_gpt --micro-batch-size 1\0", 34));
    row("a number beyond all", "{\"train_batch_size\": 1e999}");
    row("a method of PEFT that is none", "{\"peft_type\": \"" + QByteArray(million, 'x') + "\"}");
    row("a method of PEFT that is a list", "{\"peft_type\": [1, 2]}");
    row("a prompt beyond all", R"({"peft_type": "PROMPT_TUNING", "num_virtual_tokens": 1e300})");
    row("a prompt of fewer tokens than none",
        R"({"peft_type": "PREFIX_TUNING", "num_virtual_tokens": -1})");
    row("a dropout that is none", R"({"peft_type": "LORA", "lora_dropout": 7})");
    row("litgpt, brackets", "checkpoint_dir: x\ndevices: 1\ntrain: " + QByteArray(million, '['));
    row("litgpt, GPUs beyond all",
        "checkpoint_dir: x\ndevices: 1000000000000\ntrain:\n  epochs: 1\n");
    row("litgpt, LoRA of nothing",
        "checkpoint_dir: x\ndevices: 1\nlora_r: 8\nlora_query: false\nlora_value: false\n"
        "train:\n  epochs: 1\n");
    row("cut short", "{\"zero_optimization\": {\"sta");
}

/// Each file is refused with a message, and none takes much time or memory.
void TestConfigImport::hostile()
{
    QFETCH(QByteArray, text);
    const std::string bytes = text.toStdString();
    const auto read = importPlan({"file", bytes}, {}, builtinCatalog());
    QVERIFY(!read);
    QVERIFY(!english(read.problems().front()).empty());
    QVERIFY(english(read.problems().front()).size() < 300);
}

void TestConfigImport::yaml_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* name, const char* text, const char* json) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(json);
    };
    row("scalars", "a: 1\nb: 1.5\nc: text here\nd: 'no'\ne: no\nf: ~\ng: 1.0e-05\n",
        R"({"a":1,"b":1.5,"c":"text here","d":"no","e":false,"f":null,"g":1e-05})");
    row("nested", "---\na:\n  b:\n    c: 1\n  d: [1, two, {e: 3}]\nf: {}\n",
        R"({"a":{"b":{"c":1},"d":[1,"two",{"e":3}]},"f":{}})");
    row("lists", "a:\n- 1\n- b: 2\n  c: 3\n-\n  d: 4\ne:\n  - x\n",
        R"({"a":[1,{"b":2,"c":3},{"d":4}],"e":["x"]})");
    row("comments and quotes", "a: \"# no comment\" # one\n# whole line\n\"b c\": 'it''s'\n",
        R"({"a":"# no comment","b c":"it's"})");
    row("brackets over lines", "a: {b: 1, # one\n    c: [2,\n 3]}\nd: 4\n",
        R"({"a":{"b":1,"c":[2,3]},"d":4})");
    row("an end", "---\na: 1\n... # end\n\n# after it\n", R"({"a":1})");
    row("an address", "a: http://host:29500\nb: 12:30\n",
        R"({"a":"http://host:29500","b":"12:30"})");
}

void TestConfigImport::yaml()
{
    QFETCH(QString, text);
    QFETCH(QString, json);
    const auto read = readYaml(text.toStdString());
    QVERIFY2(read, qPrintable(whyNot(read)));
    QCOMPARE(shown(read->onOneLine()), json);
}

void TestConfigImport::shell_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* text, const char* words) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(words);
    };
    row("quotes", R"(a 'b c' "d \"e" f\ g)", "a|b c|d \"e|f g");
    row("lines that go on", "a \\\n  b # c\nd", "a|b/d");
    row("variables", "A='x y'\nB=${A}z\nrun $A \"$A\" $B ${C:-$A} ${D}", "run|x|y|x y|x|yz|x|y");
    row("lists", "A=(x 'y z')\nA+=(w)\nrun ${A[@]} \"${A[@]}\"", "run|x|y|z|w|x|y z|w");
    row("sums", "A=8\nrun $((A * (2 + 1))) $(date)", "run|24");
    row("files and streams", "a > b c 2>&1 >>d <e 2 >f\ng &>h; i 3", "a|c|2/g/i|3");
    row("values for want of others",
        "run ${A:=4} ${B=x} ${C:?no} ${A:=${D:=9}}\nrun $A $B ${A:+--a} ${D:+--d}",
        "run|4|x|4/run|4|x|--a");
    row("elements of a list",
        "declare -a A=(x y z)\nI=1\nrun ${A[0]} ${A[$I+1]} ${A[I]} ${A[-1]} ${A[9]} ${#A[@]} ${#A}",
        "run|x|z|y|z|3|1");
    row("a part of a value is unknown", "A=x,y\nrun ${A%%,*} ${A//,/ } ${#A}", "run|3");
    row("a script in quotes",
        "A=8\nsrun --x 1 bash -euo pipefail -c \"a --n $A; b 'c d'\" && e\nsh -c 'f $A'",
        "srun|--x|1|a|--n|8/srun|--x|1|b|c d/e/f|8");
    row("a command that is shown and run", "C='run x'\necho \"$C\" > log\neval \"$C y\"\n: z",
        "run|x|y");
    row("documents", "cat <<END > f.json\n{\"a\": it's}\nEND\ng <<-'X' h\n\ty\n\tX\ni",
        "cat/g|h/i");
    row("a document that is run", "srun -n2 bash <<'END'\nexport A=3\nrun $A\nEND\nnext",
        "srun|-n2|run|3/srun|-n2|bash/next");
    // bash puts variables into a document before the document runs.
    row("a job in a document",
        "A=3; sbatch <<EOT\n#!/bin/bash\n#SBATCH -N2\nrun \\$SLURM_NNODES $A $SLURM_NNODES\nEOT\n",
        "run|2|3/sbatch");
    row("a job's options on the command",
        "sbatch -N 3 <<'E'\n#SBATCH -N 2\nrun $SLURM_NNODES\nE\nrun ${SLURM_NNODES:-none}",
        "run|3/sbatch|-N|3/run|none");
    row("a job in a file", "cat > a.sh <<'E'\nrun $SLURM_NTASKS\nE\nsbatch -n 4 a.sh -n 5",
        "cat/run|4");
    row("a file that is another command's",
        "cat > a.yaml <<E\na: 'x\nE\n./trl a.yaml\nbash b.sh a.yaml",
        "cat/./trl|a.yaml/bash|b.sh|a.yaml");
    row("a price in a document", "cat > a <<E\nrun \"a$\" $(expr 8 / 2)\nE\n. a", "cat/run|a$|4");
    row("a document of a branch", "case x in x) cat > f <<E ;;\nno\nE\nesac\nrun", "cat/run");
    row("echoes that are no file", "echo -e 'run\\n' > a\necho a >&2\nbash a", "bash|a");
    row("a script that the script writes",
        "mkdir jobs\ncat > jobs/a.sh <<'E'\nrun $0\nE\nsrun bash ./jobs//a.sh 2\n",
        "mkdir|jobs/cat/srun|run");
    row("a document before the end of the line", "cat <<A > a.sh && bash a.sh\nrun\nA\nnext",
        "cat/run/next");
    row("a document through a pipe", "cat <<A | tee a.sh\nrun\nA\nsource a.sh", "cat/tee|a.sh/run");
    row("a document in two parts",
        "cat > a <<A; cat >> a <<B\nrun 1\nA\nrun 2\nB\necho run 3 >> a\n. ./a",
        "cat/cat/run|1/run|2/run|3");
    row("a shift is no document", "((x = 1 << 2))\nrun", "((x|=|1/run");
    row("a branch by a variable",
        "A=7B\nif [ $A = 8B ]; then\n  B=1\nelif [ \"$A\" == 7B ]; then B=2\nelse B=3; fi\nrun $B",
        "run|2");
    row("a branch inside one that does not count",
        "if false; then\n  if true; then a; else b; fi\n  c\nelse\n  d\nfi; e", "d/e");
    row("a branch that nobody knows counts, and no other",
        "if [ $1 = x ]; then a; elif true; then b; else c; fi\nX=$2\n[ $X -gt 1 ] && d || e",
        "a/d");
    row("variables that are not set",
        "if [ \"$A\" = 1 ]; then a; fi\n[ -z $A ] && b\n[[ $A == 1 ]] || c", "b/c");
    row("tests of numbers and patterns",
        "N=8\n[ $N -gt 4 ] && a\n[ $N -lt 4 ] && b\nM=llama-3-8b\n[[ $M == llama* ]] && c\n"
        "[[ $M != *8b && $N -eq 8 ]] && d\n[ ! -n \"$M\" ] || e",
        "a/c/e");
    row("an arm of case",
        "S=7B\ncase $S in\n  1B|3B) run 1 ;;\n  7?|\"8B\")\n A=2; run $A\n;;\n *) run "
        "3;;\nesac\nend",
        "run|2/end");
    row("an arm of case that nobody knows", "case \"$1\" in x) a;; *) b;; esac; c", "a/c");
    row("a loop runs once",
        "for A in x y; do\n  run $A\ndone\nwhile [ $# -gt 0 ]; do\n case $1 in\n --a) B=$2;;\n"
        " esac\n shift\ndone\nend",
        "run|x/end");
    row("assignments of one command",
        "A=1\nA=2 B=3 run $A\nrun $A $B\nif true; then A=4; fi; run $A", "run|2/run|1/run|4");
    row("functions and subshells", "f() {\n  a\n}\nf\n(cd x && b --c 1); d", "a/f/cd|x/b|--c|1/d");
    row("lines that go on after a joint", "true &&\n  a\nfalse ||\n# why\n  b", "true/a/false/b");
    row("a line of Windows in quotes", "A=\"--x 1 \\\r\n--y 2\"\r\nrun $A\r\n", "run|--x|1|--y|2");
    row("Slurm's variables",
        "#!/bin/bash\n#SBATCH --nodes=2 --ntasks-per-node 4\n#SBATCH --gres=gpu:a100:8 # all\n"
        "# SBATCH -N 9\nrun $SLURM_NNODES $SLURM_JOB_NUM_NODES $SLURM_NTASKS $SLURM_GPUS_ON_NODE\n"
        "#SBATCH -N 7\nrun $SLURM_NNODES",
        "run|2|2|8|8/run|2");
    row("Slurm's tasks decide the nodes",
        "#SBATCH -n16 --tasks-per-node=8 --gpus=a100:16\nrun $SLURM_NNODES $SLURM_GPUS_ON_NODE",
        "run|2|8");
    row("Slurm without a count", "#SBATCH --time=01:00 --gres=nvme:1\nrun $SLURM_NNODES", "run|1");
    row("one after another", "A=$B\nB=$A\nrun $A$B x; go && there", "run|x/go/there");
}

void TestConfigImport::shell()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    const auto read = readShell(text.toStdString());
    QVERIFY2(read, qPrintable(whyNot(read)));
    QStringList commands;
    for (const auto& command : read->commands) {
        QStringList list;
        for (const std::string& word : command.words)
            list << shown(word);
        commands << list.join(u'|');
    }
    QCOMPARE(commands.join(u'/'), words);
}

QTEST_APPLESS_MAIN(TestConfigImport)
#include "test_config_import.moc"
