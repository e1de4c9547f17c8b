# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Megatron-core's GPTModel without Transformer Engine or Apex: tensor and pipeline parallel, its own
distributed optimizer and schedules, as the examples of its repository put them together."""

import os
from functools import partial

import torch
from megatron.core import parallel_state
from megatron.core.distributed import (
    DistributedDataParallel,
    DistributedDataParallelConfig,
    finalize_model_grads,
)
from megatron.core.models.gpt import GPTModel
from megatron.core.models.gpt.gpt_layer_specs import get_gpt_layer_local_spec
from megatron.core.optimizer import OptimizerConfig, get_megatron_optimizer
from megatron.core.pipeline_parallel import get_forward_backward_func
from megatron.core.tensor_parallel.random import model_parallel_cuda_manual_seed
from megatron.core.transformer import TransformerConfig
from megatron.core.transformer.moe import moe_utils

import cases


if not hasattr(moe_utils, "te_general_gemm"):  # which 0.16.1 reads without Transformer Engine too
    moe_utils.te_general_gemm = None


def configuration(case):
    hidden, width, layers, heads, kv_heads, _, _ = cases.SHAPES[case.shape]
    experts = {}
    if case.experts:
        experts = {
            "num_moe_experts": case.experts,
            "moe_router_topk": 2,
            "moe_token_dispatcher_type": "alltoall",
            "expert_model_parallel_size": case.expert,
        }
    recompute = {"recompute_granularity": "full", "recompute_method": "uniform", "recompute_num_layers": 1}
    return TransformerConfig(
        hidden_size=hidden,
        ffn_hidden_size=width,
        num_layers=case.layers or layers,
        num_attention_heads=heads,
        num_query_groups=kv_heads,
        tensor_model_parallel_size=case.tensor,
        pipeline_model_parallel_size=case.pipeline,
        sequence_parallel=False,  # whose norm only Apex and Transformer Engine have
        pipeline_dtype=torch.bfloat16,
        params_dtype=torch.bfloat16,
        bf16=True,
        normalization="RMSNorm",
        gated_linear_unit=True,
        activation_func=torch.nn.functional.silu,
        add_bias_linear=False,
        gradient_accumulation_fusion=False,
        finalize_model_grads_func=finalize_model_grads,
        **experts,
        **(recompute if case.recompute != "none" else {}),
    )


def loss_of(tokens, losses):
    return losses.float().mean(), {}


def forward(tokens, batches, model):
    places = torch.arange(tokens.shape[1], device="cuda").expand_as(tokens)
    return model(tokens, places, None, labels=tokens), partial(loss_of, tokens)


def main():
    parser = cases.arguments(("core",), recompute=("none", "full"))
    parser.add_argument("--tensor", type=int, default=2)
    parser.add_argument("--pipeline", type=int, default=1)
    parser.add_argument("--experts", type=int, help="of each layer; a token goes to two")
    parser.add_argument("--expert", type=int, default=1, help="ranks that share the experts")
    case = parser.parse_args()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    torch.distributed.init_process_group("nccl")
    parallel_state.initialize_model_parallel(
        case.tensor, case.pipeline, expert_model_parallel_size=case.expert
    )
    model_parallel_cuda_manual_seed(1)
    config = configuration(case)
    model = GPTModel(
        config,
        get_gpt_layer_local_spec(num_experts=case.experts, normalization="RMSNorm"),
        vocab_size=cases.SHAPES[case.shape][5],
        max_sequence_length=case.length,
        pre_process=parallel_state.is_pipeline_first_stage(),
        post_process=parallel_state.is_pipeline_last_stage(),
        position_embedding_type="rope",
        share_embeddings_and_output_weights=False,
    ).cuda()
    ddp = DistributedDataParallelConfig(use_distributed_optimizer=True, grad_reduce_in_fp32=True)
    model = DistributedDataParallel(config, ddp, model.bfloat16())
    optimizer = get_megatron_optimizer(
        OptimizerConfig(optimizer="adam", lr=1e-5, bf16=True, use_distributed_optimizer=True), [model]
    )
    tokens = cases.Rows(case)[0]["input_ids"].expand(case.batch, -1).cuda()
    schedule = get_forward_backward_func()
    for _ in range(case.steps):
        model.zero_grad_buffer()
        optimizer.zero_grad()
        schedule(
            forward_step_func=partial(forward, tokens),
            data_iterator=None,
            model=[model],
            num_microbatches=case.accumulate,
            seq_length=case.length,
            micro_batch_size=case.batch,
            forward_only=False,
        )
        optimizer.step()


if __name__ == "__main__":
    main()
