#!/usr/bin/env bash
# Llama 70B on 64 × H100, recomputed
# Llama 3.1 70B · 8,192 tokens × 1 · 64 × H100 · ZeRO-1 · TP 8 · PP 4 · full recompute
# Written by Highwater. Start on each node:
#   bash train.sh
# Not as the plan has it:
# - workload.training_tokens: are open: the file runs 1,000 steps
export CUDA_DEVICE_MAX_CONNECTIONS=1
torchrun --nnodes 8 --nproc_per_node 8 --rdzv_backend c10d --rdzv_endpoint HOST:29500 pretrain_gpt.py \
    --tensor-model-parallel-size 8 \
    --pipeline-model-parallel-size 4 \
    --sequence-parallel \
    --use-distributed-optimizer \
    --num-layers 80 \
    --hidden-size 8192 \
    --ffn-hidden-size 28672 \
    --num-attention-heads 64 \
    --group-query-attention \
    --num-query-groups 8 \
    --kv-channels 128 \
    --swiglu \
    --normalization RMSNorm \
    --position-embedding-type rope \
    --untie-embeddings-and-output-weights \
    --disable-bias-linear \
    --seq-length 8192 \
    --max-position-embeddings 131072 \
    --micro-batch-size 1 \
    --global-batch-size 512 \
    --bf16 \
    --optimizer adam \
    --lr 0.00015 \
    --train-iters 1000 \
    --recompute-granularity full \
    --recompute-method uniform \
    --recompute-num-layers 1 \
    --attention-backend flash \
    --transformer-impl transformer_engine \
    --attention-dropout 0 \
    --hidden-dropout 0 \
    --tokenizer-type NullTokenizer \
    --vocab-size 128256 \
    --mock-data
