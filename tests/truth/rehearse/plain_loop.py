# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A loop of one's own over a model of transformers, in the ways of PyTorch to share it among ranks.

  ddp, fsdp1, fsdp2   the whole model on each rank, or a part of each layer
  tp                  tensor parallel of the given width by DTensor, the rest of the ranks fsdp2
  pp                  stages of torch.distributed.pipelining, one rank each
  cp                  each layer in parts as with fsdp2, and each sequence too: ring attention
"""

import contextlib
import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

import cases


def with_ddp(model, case, world):
    model.to("cuda")
    return torch.nn.parallel.DistributedDataParallel(model, device_ids=[torch.cuda.current_device()])


def with_fsdp1(model, case, world):
    from torch.distributed.fsdp import FullyShardedDataParallel, MixedPrecision
    from torch.distributed.fsdp.wrap import ModuleWrapPolicy

    return FullyShardedDataParallel(
        model,
        auto_wrap_policy=ModuleWrapPolicy({type(model.model.layers[0])}),
        device_id=torch.cuda.current_device(),
        use_orig_params=True,
        param_init_fn=lambda module: module.to_empty(device="cuda", recurse=False),
        mixed_precision=MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.float32),
    )


def sharded(model, mesh):
    try:
        from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
    except ImportError:  # before PyTorch 2.6
        from torch.distributed._composable.fsdp import MixedPrecisionPolicy, fully_shard
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    for layer in model.model.layers:
        fully_shard(layer, mesh=mesh, mp_policy=policy)
    fully_shard(model, mesh=mesh, mp_policy=policy)
    model.to_empty(device="cuda")
    return model


def with_fsdp2(model, case, world):
    return sharded(model, init_device_mesh("cuda", (world,)))


def with_tensor_parallel(model, case, world):
    from torch.distributed.tensor import parallel

    mesh = init_device_mesh("cuda", (world // case.width, case.width), mesh_dim_names=("dp", "tp"))
    column, row = parallel.ColwiseParallel, parallel.RowwiseParallel
    for layer in model.model.layers:
        parallel.parallelize_module(
            layer,
            mesh["tp"],
            {
                "self_attn.q_proj": column(),
                "self_attn.k_proj": column(),
                "self_attn.v_proj": column(),
                "self_attn.o_proj": row(),
                "mlp.gate_proj": column(),
                "mlp.up_proj": column(),
                "mlp.down_proj": row(),
            },
        )
    if mesh["dp"].size() > 1:
        return sharded(model, mesh["dp"])
    return model.to_empty(device="cuda")


class Stage(torch.nn.Module):
    """A run of layers with what comes before the first and after the last."""

    def __init__(self, model, layers, first, last):
        super().__init__()
        self.embedding = model.model.embed_tokens if first else None
        self.layers = torch.nn.ModuleList(layers)
        self.norm = model.model.norm if last else None
        self.head = model.lm_head if last else None
        self.positions = model.model.rotary_emb

    def forward(self, hidden):
        if self.embedding is not None:
            hidden = self.embedding(hidden)
        places = torch.arange(hidden.shape[1], device=hidden.device)[None]
        angles = self.positions(hidden, places)
        for layer in self.layers:
            hidden = layer(hidden, position_embeddings=angles, position_ids=places)
            hidden = hidden[0] if isinstance(hidden, tuple) else hidden
        return self.head(self.norm(hidden)) if self.head is not None else hidden


def pipeline(model, case, world, rank):
    from torch.distributed.pipelining import PipelineStage, Schedule1F1B

    layers = list(model.model.layers)
    each = -(-len(layers) // world)
    stage = Stage(model, layers[rank * each : (rank + 1) * each], rank == 0, rank == world - 1)
    stage.to(torch.bfloat16).to_empty(device="cuda")
    hidden = torch.empty(
        case.batch, case.length, model.config.hidden_size, dtype=torch.bfloat16, device="meta"
    )
    tokens = torch.empty(case.batch, case.length, dtype=torch.int64, device="meta")
    logits = torch.empty(
        case.batch, case.length, model.config.vocab_size, dtype=torch.bfloat16, device="meta"
    )
    # The shapes, which a stage else hears from the one before it: a rehearsal may have one alone.
    made = PipelineStage(
        stage,
        rank,
        world,
        torch.device("cuda", torch.cuda.current_device()),
        input_args=(tokens if rank == 0 else hidden,),
        output_args=(logits if rank == world - 1 else hidden,),
    )

    def loss(logits, labels):
        return torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(), labels.flatten())

    return stage, Schedule1F1B(made, n_microbatches=case.accumulate, loss_fn=loss)


def with_context_parallel(model, case, world):
    def without_mask(module, arguments, named):  # ring attention is causal by itself
        return arguments, named | {"attention_mask": None}

    for layer in model.model.layers:
        layer.self_attn.register_forward_pre_hook(without_mask, with_kwargs=True)
    return with_fsdp2(model, case, world)


@contextlib.contextmanager
def part_of(tokens, case, world):
    """The rank's part of the sequence, with its places."""
    if case.engine != "cp":
        yield {"input_ids": tokens, "labels": tokens}
        return
    from torch.distributed.tensor.experimental import context_parallel
    from torch.nn.attention import SDPBackend, sdpa_kernel

    places = torch.arange(tokens.shape[1], device=tokens.device)[None]
    mesh = init_device_mesh("cuda", (world,))
    with context_parallel(mesh, buffers=[tokens, places], buffer_seq_dims=[1, 1]):
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            yield {"input_ids": tokens, "labels": tokens, "position_ids": places}


def tile(model, tiles):
    """DeepSpeed's TiledMLP in the place of each MLP's forward pass."""
    from deepspeed.runtime.sequence_parallel.ulysses_sp import TiledMLP

    def tiled(module, hidden):
        def forward(module, part):
            return module.down_proj(module.act_fn(module.gate_proj(part)) * module.up_proj(part))

        return TiledMLP.apply(forward, module, hidden, tiles, list(module.parameters()))

    kind = type(model.model.layers[0].mlp)
    kind.forward = tiled


WAYS = {
    "ddp": with_ddp,
    "fsdp1": with_fsdp1,
    "fsdp2": with_fsdp2,
    "tp": with_tensor_parallel,
    "cp": with_context_parallel,
}


def main():
    parser = cases.arguments(("none", *WAYS, "pp"), ("full", "lora"))
    parser.add_argument("--width", type=int, default=8, help="ranks of a tensor parallel group")
    parser.add_argument("--tiles", type=int, default=1, help="parts of the tokens of each MLP")
    case = parser.parse_args()
    torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    world, rank = 1, 0
    if case.engine != "none":
        dist.init_process_group("nccl")
        world, rank = dist.get_world_size(), dist.get_rank()
    halves = case.engine in ("none", "ddp", "tp")  # the others keep 32 bits and compute in 16
    dtype = torch.bfloat16 if halves else torch.float32
    if case.engine in ("none", "ddp"):
        model = cases.model_of(case, dtype)
    else:
        model = cases.made_model(case, dtype, "meta")
    if case.tiles > 1:
        tile(model, case.tiles)
    if case.method == "lora":
        model = cases.with_adapters(model)
    if case.recompute != "none":
        model.gradient_checkpointing_enable({"use_reentrant": case.recompute == "reentrant"})
        if case.method == "lora" and case.recompute == "reentrant":
            model.enable_input_require_grads()
    row = cases.Rows(case)[0]["input_ids"].expand(case.batch, -1)
    if case.engine == "pp":
        model, schedule = pipeline(model, case, world, rank)
        rows = row.repeat(case.accumulate, 1).cuda()
    else:
        model = WAYS[case.engine](model, case, world) if case.engine != "none" else model.cuda()
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-5, fused=case.engine != "tp")
    for _ in range(case.steps):
        if case.engine == "pp":
            given = (rows,) if rank == 0 else ()
            schedule.step(*given, **({"target": rows} if rank == world - 1 else {}))
        else:
            for _ in range(case.accumulate):
                with part_of(row.cuda(), case, world) as part:
                    model(**part).loss.backward()
            if case.engine != "tp":  # whose gradients lie on two meshes, which it cannot take
                torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad()


if __name__ == "__main__":
    main()
