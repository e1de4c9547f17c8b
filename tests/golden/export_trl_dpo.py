# Llama 8B on 8 × H100, DPO of all weights
# Llama 3.1 8B · DPO · 2,048 tokens × 1 · 8 × H100 · ZeRO-3 · full recompute
# Written by Highwater. Start:
#   torchrun --nproc_per_node 8 dpo.py
# Not as the plan has it:
# - model: put the model and the data set in the place of MODEL and DATASET
from datasets import load_dataset
from trl import DPOConfig, DPOTrainer

args = DPOConfig(
    output_dir="output",
    per_device_train_batch_size=1,
    gradient_accumulation_steps=1,
    max_length=2048,
    bf16=True,
    optim="adamw_torch_fused",
    gradient_checkpointing=True,
    loss_type="sigmoid",
    precompute_ref_log_probs=False,
    use_liger_kernel=False,
    model_init_kwargs={"attn_implementation": "flash_attention_2", "dtype": "bfloat16"},
    deepspeed={"train_micro_batch_size_per_gpu": "auto", "gradient_accumulation_steps": "auto", "gradient_clipping": "auto", "zero_optimization": {"stage": 3, "reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto", "stage3_param_persistence_threshold": "auto"}, "bf16": {"enabled": "auto"}},
)
trainer = DPOTrainer(
    model="MODEL",
    args=args,
    train_dataset=load_dataset("DATASET", split="train"),
)
trainer.train()
