# Llama 8B on 8 × H100
# Llama 3.1 8B · 8,192 tokens × 1 · 8 × H100 · ZeRO-3
# Written by Highwater. Start:
#   torchrun --nproc_per_node 8 sft.py
# Not as the plan has it:
# - model: put the model and the data set in the place of MODEL and DATASET
from datasets import load_dataset
from trl import SFTConfig, SFTTrainer

args = SFTConfig(
    output_dir="output",
    per_device_train_batch_size=1,
    gradient_accumulation_steps=1,
    max_length=8192,
    bf16=True,
    optim="adamw_torch_fused",
    gradient_checkpointing=False,
    loss_type="nll",
    model_init_kwargs={"attn_implementation": "flash_attention_2", "dtype": "float32"},
    fsdp="full_shard auto_wrap",
    fsdp_config={"version": 2, "reshard_after_forward": True, "activation_checkpointing": False},
)
trainer = SFTTrainer(
    model="MODEL",
    args=args,
    train_dataset=load_dataset("DATASET", split="train"),
)
trainer.train()
