#!/bin/bash
# Qwen 7B on 1 × RTX 3090, LoRA by ms-swift
# Qwen2.5 7B · 2,048 tokens × 1 · 1 × RTX 3090 · ZeRO off · LoRA rank 8 · full recompute
# Written by Highwater. Start:
#   bash sft.sh
# Not as the plan has it:
# - model: put the model's folder or its name on a hub in the place of MODEL/qwen2.5-7b, and the data set in that of DATASET
swift sft \
    --model MODEL/qwen2.5-7b \
    --dataset DATASET \
    --output_dir output \
    --max_length 2048 \
    --per_device_train_batch_size 1 \
    --gradient_accumulation_steps 16 \
    --tuner_type lora \
    --lora_rank 8 \
    --lora_alpha 16 \
    --lora_dropout 0.05 \
    --target_modules q_proj k_proj v_proj o_proj gate_proj up_proj down_proj \
    --optim adamw_torch_fused \
    --torch_dtype bfloat16 \
    --gradient_checkpointing true \
    --gradient_checkpointing_kwargs '{"use_reentrant":true}' \
    --attn_impl flash_attention_2 \
    --use_liger_kernel false
