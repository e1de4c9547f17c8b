#!/bin/bash
# Llama 8B on 8 × H100
# Llama 3.1 8B · 8,192 tokens × 1 · 8 × H100 · ZeRO-3
# Written by Highwater. Start:
#   bash sft.sh
# Not as the plan has it:
# - model: put the model's folder or its name on a hub in the place of MODEL/llama-3.1-8b, and the data set in that of DATASET
NPROC_PER_NODE=8 swift sft \
    --model MODEL/llama-3.1-8b \
    --dataset DATASET \
    --output_dir output \
    --max_length 8192 \
    --per_device_train_batch_size 1 \
    --gradient_accumulation_steps 1 \
    --tuner_type full \
    --optim adamw_torch_fused \
    --torch_dtype bfloat16 \
    --gradient_checkpointing true \
    --gradient_checkpointing_kwargs '{"use_reentrant":true}' \
    --attn_impl flash_attention_2 \
    --use_liger_kernel false \
    --fsdp '{"fsdp":"full_shard auto_wrap","fsdp_config":{"fsdp_version":2,"reshard_after_forward":true,"activation_checkpointing":false}}'
