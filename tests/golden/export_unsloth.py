# Llama 8B on 1 × RTX 4090, QLoRA by Unsloth
# Llama 3.1 8B · 4,096 tokens × 2 · 1 × RTX 4090 · ZeRO off · QLoRA rank 16 on NF4 · 8-bit AdamW · full recompute · activations in host memory
# Written by Highwater. Start:
#   PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True python unsloth_sft.py
# Not as the plan has it:
# - model: put the model's folder or its name on a hub in the place of MODEL/llama-3.1-8b, and the data set in that of DATASET
from unsloth import FastLanguageModel
from datasets import load_dataset
from trl import SFTConfig, SFTTrainer

model, tokenizer = FastLanguageModel.from_pretrained(
    model_name="MODEL/llama-3.1-8b",
    max_seq_length=4096,
    load_in_4bit=True,
    full_finetuning=False,
    use_gradient_checkpointing="unsloth",
)
model = FastLanguageModel.get_peft_model(
    model=model,
    r=16,
    lora_alpha=32,
    lora_dropout=0,
    target_modules=["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
    use_gradient_checkpointing="unsloth",
)
args = SFTConfig(
    output_dir="output",
    per_device_train_batch_size=2,
    gradient_accumulation_steps=1,
    max_length=4096,
    optim="adamw_bnb_8bit",
    bf16=True,
    fp16=False,
)
trainer = SFTTrainer(
    model=model,
    processing_class=tokenizer,
    train_dataset=load_dataset("DATASET", split="train"),
    args=args,
)
trainer.train()
