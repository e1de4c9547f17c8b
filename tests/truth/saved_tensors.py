#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""Count the bytes autograd keeps for one layer, tensor by tensor.

Every block is written out with plain PyTorch operators, run forward once on a CPU and watched with
torch.autograd.graph.saved_tensors_hooks.  A storage counts once and counts whole (a saved view keeps all of its
storage alive).  Weights, rotary tables, attention masks and labels do not count; the input of the layer does if
something saves it; the output of the layer does not unless something saves it.

What cannot run on a CPU is emulated by custom autograd functions that keep what the CUDA kernels keep:
FlashAttention-2 (q, k, v, out, fp32 log-sum-exp), fused RMSNorm (input, fp32 reciprocal deviation), fused LayerNorm
(input, mean and reciprocal deviation), fused SwiGLU (gate, up), grouped GEMM (input).

  saved_tensors.py                         count, print the table, write ../golden/saved_tensors_counted.json
  saved_tensors.py --compare FILE          recount the rows of FILE and print the differences; write nothing
"""

import argparse
import json
import math
import sys
import weakref
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.autograd import Function
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.checkpoint import checkpoint

Row = Dict[str, Any]
DTYPES = {"bfloat16": torch.bfloat16, "float32": torch.float32}


# ---------------------------------------------------------------------------------------------------------------------
# The harness
# ---------------------------------------------------------------------------------------------------------------------


def storage_of(tensor: Tensor) -> Tuple[int, int]:
    """Address and size in bytes of the storage behind a tensor, in old and new PyTorch."""
    storage = tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()
    return storage.data_ptr(), storage.nbytes()


class Keeper:
    """Records what autograd saves while a block runs, and under which human name."""

    def __init__(self, dtype: torch.dtype) -> None:
        self.dtype = dtype
        self.saved: Dict[int, Row] = {}
        self._names: Dict[int, Tuple[str, List[int]]] = {}
        self._excluded: Dict[int, Tensor] = {}
        # Named tensors stay alive until the count ends: a freed address would be handed out again under an old name.
        self._alive: List[Tensor] = []
        self._op = "unnamed"
        self._gpu_itemsize: Optional[int] = None

    def name(self, tensor: Tensor, label: str) -> Tensor:
        """Name the storage of a tensor; the first name given to a storage stays."""
        self._names.setdefault(storage_of(tensor)[0], (label, list(tensor.shape)))
        self._alive.append(tensor.detach())
        return tensor

    def constant(self, tensor: Tensor) -> Tensor:
        """Keep a storage out of the count (tables, masks, labels)."""
        self._excluded[storage_of(tensor)[0]] = tensor
        return tensor

    def weight(self, *shape: int) -> Tensor:
        value = torch.randn(*shape, dtype=torch.float32) * 0.02
        return self.constant(value.to(self.dtype).requires_grad_(True))

    def bias(self, size: int) -> Tensor:
        return self.constant(torch.zeros(size, dtype=self.dtype, requires_grad=True))

    @contextmanager
    def op(self, label: str, gpu_itemsize: Optional[int] = None) -> Iterator[None]:
        """Name for tensors an operator makes and saves by itself; gpu_itemsize where a GPU keeps another width."""
        before = (self._op, self._gpu_itemsize)
        self._op, self._gpu_itemsize = label, gpu_itemsize
        try:
            yield
        finally:
            self._op, self._gpu_itemsize = before

    def pack(self, tensor: Tensor) -> Tensor:
        """The hook.  Names are looked up at the end: an operator saves its result before anyone can name it."""
        address, size = storage_of(tensor)
        if size > 0 and address not in self.saved:
            self._alive.append(tensor.detach())
            self.saved[address] = {
                "name": "scalar constant" if tensor.dim() == 0 else self._op,
                "shape": list(tensor.shape),
                "dtype": str(tensor.dtype).replace("torch.", ""),
                "bytes": size,
                "gpu_bytes": size // tensor.element_size() * (self._gpu_itemsize or tensor.element_size()),
            }
        return tensor

    def _entries(self) -> Iterator[Row]:
        for address, entry in self.saved.items():
            if address in self._excluded:
                continue
            if address in self._names:
                label, shape = self._names[address]
                entry = dict(entry, name=label, shape=shape, gpu_bytes=entry["bytes"])
            yield entry

    @contextmanager
    def watch(self) -> Iterator[None]:
        with saved_tensors_hooks(self.pack, lambda tensor: tensor):
            yield

    def tensors(self) -> List[Row]:
        """Saved tensors in the order of saving; those of one name, as of the experts' loop, are joined by rows."""
        joined: Dict[Tuple[str, str, str], Row] = {}
        for entry in self._entries():
            key = (entry["name"], entry["dtype"], str(entry["shape"][1:]))
            if key not in joined:
                joined[key] = dict(entry, shape=list(entry["shape"]), count=1)
                continue
            into = joined[key]
            into["count"] += 1
            into["bytes"] += entry["bytes"]
            into["gpu_bytes"] += entry["gpu_bytes"]
            if into["shape"]:
                into["shape"][0] += entry["shape"][0]
        return list(joined.values())


# ---------------------------------------------------------------------------------------------------------------------
# Fused kernels, emulated: only the forward pass runs, what counts is save_for_backward
# ---------------------------------------------------------------------------------------------------------------------


class FlashAttention(Function):
    """FlashAttention-2: q, k, v, out [b, s, heads, d] and log-sum-exp [b, heads, s]; with dropout an rng state too."""

    @staticmethod
    def forward(ctx: Any, keep: Keeper, q: Tensor, k: Tensor, v: Tensor, dropout: float) -> Tensor:
        group = q.shape[2] // k.shape[2]
        keys, values = (t.float().repeat_interleave(group, dim=2).transpose(1, 2) for t in (k, v))
        scores = q.float().transpose(1, 2) @ keys.transpose(2, 3) / math.sqrt(q.shape[-1])
        scores = scores + causal_mask(q.shape[1], torch.float32)
        lse = keep.name(torch.logsumexp(scores, dim=-1), "flash attention: log-sum-exp")
        out = (scores.softmax(dim=-1) @ values).to(q.dtype).transpose(1, 2).contiguous()
        keep.name(out, "attention output")
        if dropout > 0.0:
            rng = keep.name(torch.zeros(2, dtype=torch.int64), "flash attention: rng state")
            ctx.save_for_backward(q, k, v, out, lse, rng)
        else:
            ctx.save_for_backward(q, k, v, out, lse)
        return out


class FusedRMSNorm(Function):
    @staticmethod
    def forward(ctx: Any, keep: Keeper, x: Tensor, weight: Tensor, label: str) -> Tensor:
        rstd = torch.rsqrt(x.float().pow(2).mean(-1) + 1e-6)
        keep.name(rstd, f"{label}: reciprocal deviation")
        ctx.save_for_backward(x, weight, rstd)
        return (x.float() * rstd.unsqueeze(-1)).to(x.dtype) * weight


class FusedLayerNorm(Function):
    """As Liger Kernel's ops/layer_norm.py: the statistics are kept in the type of the input. (PyTorch's own CUDA kernel
    keeps them in fp32, its CPU kernel in the input's type.)"""

    @staticmethod
    def forward(ctx: Any, keep: Keeper, x: Tensor, weight: Tensor, bias: Tensor, label: str) -> Tensor:
        mean = keep.name(x.float().mean(-1).to(x.dtype), f"{label}: mean")
        rstd = torch.rsqrt(x.float().var(-1, unbiased=False) + 1e-5).to(x.dtype)
        rstd = keep.name(rstd, f"{label}: reciprocal deviation")
        ctx.save_for_backward(x, weight, bias, mean, rstd)
        return ((x.float() - mean.unsqueeze(-1)) * rstd.unsqueeze(-1)).to(x.dtype) * weight + bias


class FusedSwiGLU(Function):
    @staticmethod
    def forward(ctx: Any, gate: Tensor, up: Tensor) -> Tensor:
        ctx.save_for_backward(gate, up)
        return F.silu(gate) * up


class GroupedLinear(Function):
    """One GEMM per expert over rows already sorted by expert; keeps its input (and the weights)."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, sizes: List[int]) -> Tensor:
        ctx.save_for_backward(x, weight)
        return torch.cat([F.linear(part, weight[i]) for i, part in enumerate(x.split(sizes))])


# ---------------------------------------------------------------------------------------------------------------------
# Parts of a layer
# ---------------------------------------------------------------------------------------------------------------------


def causal_mask(seq: int, dtype: torch.dtype) -> Tensor:
    return torch.full((seq, seq), -1e9, dtype=dtype).triu(1)


def rms_norm(keep: Keeper, x: Tensor, label: str, fused: bool, style: str = "llama") -> Tensor:
    """Hugging Face's RMSNorm (eager), or one fused kernel.  Names the input x unless it has a name."""
    weight = keep.weight(x.shape[-1])
    keep.name(x, f"{label}: input")
    if fused:
        return FusedRMSNorm.apply(keep, x, weight, label)
    wide = keep.name(x.float(), f"{label}: input in fp32")
    # sum()/n and not mean(): old PyTorch keeps the whole square for the gradient of mean(), new PyTorch does not.
    rstd = torch.rsqrt(wide.pow(2).sum(-1, keepdim=True) / x.shape[-1] + 1e-6)
    keep.name(rstd, f"{label}: reciprocal deviation")
    if style == "gemma":  # multiplies by (1 + weight) before the cast back
        with keep.op(f"{label}: weight plus one in fp32"):
            return (keep.name(wide * rstd, f"{label}: normalised") * (1.0 + weight.float())).to(x.dtype)
    normalised = keep.name((wide * rstd).to(x.dtype), f"{label}: normalised")
    return weight * normalised


def layer_norm(keep: Keeper, x: Tensor, label: str, kind: str) -> Tensor:
    width = x.shape[-1]
    keep.name(x, f"{label}: input")
    if kind == "fused":
        return FusedLayerNorm.apply(keep, x, keep.weight(width), keep.bias(width), label)
    # The CPU kernel keeps mean and deviation in the width of the input, the GPU kernel always in fp32.
    with keep.op(f"{label}: mean, reciprocal deviation", gpu_itemsize=4):
        return F.layer_norm(x, (width,), keep.weight(width), keep.bias(width))


def dropout(keep: Keeper, x: Tensor, p: float, label: str) -> Tensor:
    # The CPU keeps a mask of the width of x, the GPU's native_dropout one byte an element.
    with keep.op(f"{label}: dropout mask", gpu_itemsize=1):
        return F.dropout(x, p, training=True)


def linear(keep: Keeper, x: Tensor, width: int, label: str, bias: bool = False) -> Tensor:
    keep.name(x, f"{label}: input")
    return F.linear(x, keep.weight(width, x.shape[-1]), keep.bias(width) if bias else None)


def rotate_half(x: Tensor) -> Tensor:
    first, second = x.chunk(2, dim=-1)
    return torch.cat((-second, first), dim=-1)


def rotary(keep: Keeper, x: Tensor, rotary_dim: int) -> Tensor:
    """Rotary embedding of the first rotary_dim of each head; saves nothing but its tables."""
    seq = x.shape[1]
    angle = torch.arange(seq).float()[:, None] * torch.ones(rotary_dim)[None, :]
    cos = keep.constant(angle.cos().to(x.dtype)[None, :, None, :])
    sin = keep.constant(angle.sin().to(x.dtype)[None, :, None, :])
    turned, rest = x[..., :rotary_dim], x[..., rotary_dim:]
    turned = turned * cos + rotate_half(turned) * sin
    return turned if rest.shape[-1] == 0 else torch.cat((turned, rest), dim=-1)


def repeat_heads(x: Tensor, times: int) -> Tensor:
    """Hugging Face's repeat_kv on [b, heads, s, d]: a copy, unless times is 1 or heads is 1 (then a view)."""
    if times == 1:
        return x
    b, heads, seq, dim = x.shape
    return x[:, :, None].expand(b, heads, times, seq, dim).reshape(b, heads * times, seq, dim)


def batched_product(keep: Keeper, left: Tensor, right: Tensor, left_name: str, right_name: str) -> Tensor:
    """torch.matmul of 4-dimensional tensors, in its own steps so that the copies its reshape makes have names."""
    flat_left = keep.name(left.reshape(-1, *left.shape[2:]), left_name)
    flat_right = keep.name(right.reshape(-1, *right.shape[2:]), right_name)
    return torch.bmm(flat_left, flat_right).view(*left.shape[:3], right.shape[3])


def eager_attention(keep: Keeper, q: Tensor, k: Tensor, v: Tensor, p: float, fp32_softmax: bool) -> Tensor:
    """q, k, v [b, s, heads, d] to [b, s, heads, d of v], with the score matrix written out."""
    seq, group = q.shape[1], q.shape[2] // k.shape[2]
    scale = 1.0 / math.sqrt(q.shape[-1])
    q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
    k, v = repeat_heads(k, group), repeat_heads(v, group)
    scores = batched_product(keep, q, k.transpose(2, 3), "query", "key") * scale
    scores = scores + keep.constant(causal_mask(seq, q.dtype))
    if fp32_softmax:
        wide = keep.name(F.softmax(scores, dim=-1, dtype=torch.float32), "attention probabilities in fp32")
        probs = keep.name(wide.to(q.dtype), "attention probabilities")
    else:
        probs = keep.name(F.softmax(scores, dim=-1), "attention probabilities")
    if p > 0.0:
        probs = keep.name(dropout(keep, probs, p, "attention probabilities"), "attention probabilities, dropped out")
    out = batched_product(keep, probs, v, "attention probabilities", "value")
    return out.transpose(1, 2).contiguous()


def attend(keep: Keeper, q: Tensor, k: Tensor, v: Tensor, row: Row, p: float, fp32_softmax: bool) -> Tensor:
    """Attention by the row; the result is [b, s, heads * d], without the columns v was padded with."""
    if row["attn"] == "flash":
        out = FlashAttention.apply(keep, q, k, v, p)
    elif row["attn"] == "sdpa":  # Hugging Face's sdpa path: heads repeated first, then a flash kernel
        group = q.shape[2] // k.shape[2]
        k, v = (keep.name(repeat_heads(t.transpose(1, 2), group), label).transpose(1, 2)
                for t, label in ((k, "key"), (v, "value")))
        out = FlashAttention.apply(keep, q, k, v, p)
    else:
        out = eager_attention(keep, q, k, v, p, fp32_softmax)
    if row.get("value") == "padded":
        return keep.name(out[..., : row["v_head_dim"]].flatten(2), "attention output without padding")
    return keep.name(out.flatten(2), "attention output")


def qkv_projections(keep: Keeper, x: Tensor, row: Row, bias: bool) -> Tuple[Tensor, Tensor, Tensor]:
    """Three products, or one whose output is split into views (fused_qkv); widths a*d, k*d, k*d."""
    q_width = row["heads"] * row["head_dim"]
    kv_width = row["kv_heads"] * row["head_dim"]
    if row.get("fused_qkv", False):
        whole = linear(keep, x, q_width + 2 * kv_width, "attention projections", bias)
        keep.name(whole, "fused query-key-value output")
        q, k, v = whole.split([q_width, kv_width, kv_width], dim=-1)
        return q, k, v
    q = linear(keep, x, q_width, "attention projections", bias)
    k = linear(keep, x, kv_width, "attention projections", bias)
    v = keep.name(linear(keep, x, kv_width, "attention projections", bias), "value")
    return q, k, v


def self_attention(
    keep: Keeper, x: Tensor, row: Row, p: float = 0.0, bias: bool = False, fp32_softmax: bool = True
) -> Tensor:
    """Projections, optional norms of q and k, rotary embedding, attention, output product."""
    fused_norm, qk_norm = row.get("fused_norm", True), row.get("qk_norm", "none")
    q, k, v = qkv_projections(keep, x, row, bias)
    if qk_norm == "full":
        q, k = rms_norm(keep, q, "query norm", fused_norm), rms_norm(keep, k, "key norm", fused_norm)
    q, k, v = (t.unflatten(-1, (-1, row["head_dim"])) for t in (q, k, v))
    if qk_norm == "head":
        q, k = rms_norm(keep, q, "query norm", fused_norm), rms_norm(keep, k, "key norm", fused_norm)
    rotary_dim = row.get("rotary_dim", row["head_dim"])
    if rotary_dim > 0:
        q, k = rotary(keep, q, rotary_dim), rotary(keep, k, rotary_dim)
    if row["attn"] != "eager":  # eager attention may copy q and k, the copies are what is kept
        keep.name(q, "query")
        keep.name(k, "key")
    return linear(keep, attend(keep, q, k, v, row, p, fp32_softmax), x.shape[-1], "attention output product", bias)


def swiglu_mlp(keep: Keeper, x: Tensor, width: int, fused: bool, label: str = "MLP") -> Tensor:
    gate = keep.name(linear(keep, x, width, label), f"{label}: gate")
    up = keep.name(linear(keep, x, width, label), f"{label}: up")
    if fused:
        product = FusedSwiGLU.apply(gate, up)
    else:
        product = keep.name(F.silu(gate), f"{label}: activated gate") * up
    keep.name(product, f"{label}: product of gate and up")
    return linear(keep, product, x.shape[-1], f"{label}: down product")


def gelu_new(keep: Keeper, x: Tensor) -> Tensor:
    """GPT-2's GELU in Hugging Face, spelt out in operators."""
    inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))
    half = keep.name(0.5 * x, "MLP: half of the GELU input")
    tanh = keep.name(torch.tanh(inner), "MLP: tanh")
    return half * keep.name(1.0 + tanh, "MLP: one plus tanh")


def plain_mlp(keep: Keeper, x: Tensor, row: Row) -> Tensor:
    first = linear(keep, x, row["ffn"], "MLP", bias=True)
    kind = row.get("activation", "gelu")
    if kind == "relu":  # keeps its output, the very storage the second product keeps
        active = F.relu(first)
    elif kind == "gelu_new":
        active = gelu_new(keep, keep.name(first, "MLP: activation input"))
    else:
        active = F.gelu(keep.name(first, "MLP: activation input"))
    keep.name(active, "MLP: activation output")
    return linear(keep, active, x.shape[-1], "MLP: second product", bias=True)


# ---------------------------------------------------------------------------------------------------------------------
# Layers
# ---------------------------------------------------------------------------------------------------------------------


def norm_around(keep: Keeper, x: Tensor, body: Callable[[Tensor], Tensor], label: str, row: Row) -> Tensor:
    """Residual around one half of a layer: norm before (pre), after (post) or both (sandwich)."""
    place, fused, style = row.get("norm_place", "pre"), row.get("fused_norm", True), row.get("norm_style", "llama")
    inner = x if place == "post" else rms_norm(keep, x, f"{label} norm", fused, style)
    out = body(inner)
    if place != "pre":
        out = rms_norm(keep, out, f"{label} output norm", fused, style)
    return x + out


def llama_layer(keep: Keeper, x: Tensor, row: Row) -> Tensor:
    x = norm_around(keep, x, lambda t: self_attention(keep, t, row), "attention", row)
    return norm_around(keep, x, lambda t: swiglu_mlp(keep, t, row["ffn"], row["fused_glu"]), "MLP", row)


def gpt_layer(keep: Keeper, x: Tensor, row: Row) -> Tensor:
    """LayerNorm, biases, GELU or ReLU; parallel: attention and MLP beside each other with one or two norms."""
    p, kind = row.get("p", 0.0), row.get("layer_norm", "native")
    row = dict(row, attn=row.get("attn", "eager"), rotary_dim=row.get("rotary_dim", 0))

    def attention(t: Tensor) -> Tensor:
        out = self_attention(keep, t, row, p, bias=True, fp32_softmax=False)
        return dropout(keep, out, p, "attention residual") if p > 0.0 else out

    def mlp(t: Tensor) -> Tensor:
        out = plain_mlp(keep, t, row)
        return dropout(keep, out, p, "MLP residual") if p > 0.0 else out

    if row.get("parallel", False):
        normed = layer_norm(keep, x, "attention norm", kind)
        other = normed if row["norms_per_layer"] == 1 else layer_norm(keep, x, "MLP norm", kind)
        return x + attention(normed) + mlp(other)
    x = x + attention(layer_norm(keep, x, "attention norm", kind))
    return x + mlp(layer_norm(keep, x, "MLP norm", kind))


def route(keep: Keeper, x: Tensor, row: Row) -> Tuple[Tensor, Tensor]:
    """Mixtral's router: logits, fp32 softmax, top-k, normalise in place, cast."""
    logits = linear(keep, x, row["experts"], "MoE")
    probs = keep.name(F.softmax(logits, dim=1, dtype=torch.float32), "router: probabilities in fp32")
    weights, chosen = torch.topk(probs, row["top_k"], dim=-1)
    keep.name(chosen, "router: chosen experts")
    total = keep.name(weights.sum(dim=-1, keepdim=True), "router: sum of the chosen probabilities")
    with keep.op("router: chosen probabilities before normalising"):
        weights /= total
    return weights.to(x.dtype), chosen


def experts_in_loop(keep: Keeper, x: Tensor, weights: Tensor, chosen: Tensor, row: Row) -> Tensor:
    """Mixtral's loop: gather the tokens of an expert, SwiGLU, times the routing weight, index_add."""
    out = torch.zeros_like(x)
    member = F.one_hot(chosen, num_classes=row["experts"]).permute(2, 1, 0)
    for expert in range(row["experts"]):
        slot, token = torch.where(member[expert])  # two views of one [n, 2] tensor
        whole = token._base if token._base is not None else token
        keep.name(whole, "experts: token and slot indices")
        rows = x[None, token].reshape(-1, x.shape[-1])
        y = keep.name(swiglu_mlp(keep, rows, row["ffn"], row["fused_glu"], "experts"), "experts: output")
        scale = keep.name(weights[token, slot, None], "experts: routing weight")
        # The gradient of index_add asks for the shape of its source and so keeps the source.
        out.index_add_(0, token, keep.name(y * scale, "experts: weighted output"))
    return out


def experts_grouped(keep: Keeper, x: Tensor, weights: Tensor, chosen: Tensor, row: Row) -> Tensor:
    """Tokens sorted by expert once, grouped GEMMs, one scatter-add."""
    experts, k, hidden, ffn = row["experts"], row["top_k"], x.shape[-1], row["ffn"]
    order = keep.name(chosen.flatten().argsort(), "experts: sorting order")
    token = keep.name(torch.div(order, k, rounding_mode="floor"), "experts: token indices")
    sizes = torch.bincount(chosen.flatten(), minlength=experts).tolist()
    rows = keep.name(x.index_select(0, token), "experts: input")
    gate = keep.name(GroupedLinear.apply(rows, keep.weight(experts, ffn, hidden), sizes), "experts: gate")
    up = keep.name(GroupedLinear.apply(rows, keep.weight(experts, ffn, hidden), sizes), "experts: up")
    product = keep.name(FusedSwiGLU.apply(gate, up), "experts: product of gate and up")
    y = keep.name(GroupedLinear.apply(product, keep.weight(experts, hidden, ffn), sizes), "experts: output")
    scale = keep.name(weights.flatten().index_select(0, order), "experts: routing weight")
    index = token[:, None].expand(-1, hidden)
    # scatter_add keeps its index only, where index_add would keep the weighted output as well.
    return torch.zeros_like(x).scatter_add(0, index, y * scale[:, None])


def moe(keep: Keeper, x: Tensor, row: Row) -> Tensor:
    flat = x.view(-1, x.shape[-1])
    keep.name(flat, "MoE: input")
    weights, chosen = route(keep, flat, row)
    body = experts_grouped if row["experts_kernel"] == "grouped" else experts_in_loop
    out = body(keep, flat, weights, chosen, row).view(x.shape)
    if row.get("shared_ffn", 0) > 0:
        out = out + swiglu_mlp(keep, x, row["shared_ffn"], row["fused_glu"], "shared experts")
    return out


def moe_layer(keep: Keeper, x: Tensor, row: Row) -> Tensor:
    x = norm_around(keep, x, lambda t: self_attention(keep, t, row), "attention", row)
    return norm_around(keep, x, lambda t: moe(keep, t, row), "MoE", row)


def mla_attention(keep: Keeper, x: Tensor, row: Row) -> Tensor:
    """Multi-head latent attention as in Hugging Face's DeepSeek-V3."""
    heads, nope, rope = row["heads"], row["qk_nope_head_dim"], row["qk_rope_head_dim"]
    v_dim, kv_rank, q_rank = row["v_head_dim"], row["kv_lora_rank"], row["q_lora_rank"]
    fused = row["fused_norm"]
    b, s, hidden = x.shape
    if q_rank > 0:
        latent = linear(keep, x, q_rank, "attention projections")
        latent = rms_norm(keep, latent, "query latent norm", fused)
        q = linear(keep, latent, heads * (nope + rope), "query up-projection")
    else:
        q = linear(keep, x, heads * (nope + rope), "attention projections")
    q_pass, q_rot = q.view(b, s, heads, nope + rope).split([nope, rope], dim=-1)
    # One product gives the latent and the shared rotary key; a fused norm saves its view and so the whole of it.
    joint = keep.name(linear(keep, x, kv_rank + rope, "attention projections"), "key-value latent and rotary key")
    latent, k_rot = joint.split([kv_rank, rope], dim=-1)
    latent = rms_norm(keep, latent, "key-value latent norm", fused)
    kv = linear(keep, latent, heads * (nope + v_dim), "key-value up-projection").view(b, s, heads, nope + v_dim)
    k_pass, v = kv.split([nope, v_dim], dim=-1)
    if row["value"] == "copy":  # a kernel that wants a contiguous v
        v = keep.name(v.contiguous(), "value")
    elif row["value"] == "padded":  # Hugging Face with FlashAttention-2, which takes one head width only
        v = keep.name(F.pad(v, [0, nope + rope - v_dim]), "value")
    else:  # eager attention with b > 1 copies v in its batched product and lets go of this
        keep.name(kv, "key and value up-projected (v is a view of it)")
    q_rot, k_rot = rotary(keep, q_rot, rope), rotary(keep, k_rot.view(b, s, 1, rope), rope)
    # Hugging Face concatenates in [b, heads, s, d]; the kernels then see a transposed view of that storage.
    q, k = (torch.cat((first.transpose(1, 2), second.transpose(1, 2)), dim=-1).transpose(1, 2)
            for first, second in ((q_pass, q_rot), (k_pass, k_rot.expand(-1, -1, heads, -1))))
    keep.name(q, "query")
    keep.name(k, "key")
    return linear(keep, attend(keep, q, k, v, row, 0.0, True), hidden, "attention output product")


def mla_layer(keep: Keeper, x: Tensor, row: Row) -> Tensor:
    x = norm_around(keep, x, lambda t: mla_attention(keep, t, row), "attention", row)
    return norm_around(keep, x, lambda t: swiglu_mlp(keep, t, row["ffn"], row["fused_glu"]), "MLP", row)


LAYERS: Dict[str, Callable[[Keeper, Tensor, Row], Tensor]] = {
    "llama": llama_layer,
    "gpt": gpt_layer,
    "moe": moe_layer,
    "mla": mla_layer,
}


# ---------------------------------------------------------------------------------------------------------------------
# Counting
# ---------------------------------------------------------------------------------------------------------------------


def outputs(tensors: List[Row], tokens: int) -> Row:
    """Totals; of a tensor count is given where several were joined, gpu_bytes where a GPU keeps another width."""
    total, gpu_total = (sum(t[key] for t in tensors) for key in ("bytes", "gpu_bytes"))
    plain = {"count": lambda t: 1, "gpu_bytes": lambda t: t["bytes"]}
    return {
        "saved_bytes_per_layer": total,
        "bytes_per_token": total / tokens,
        "gpu_saved_bytes_per_layer": gpu_total,
        "tensors": [{k: v for k, v in t.items() if k not in plain or v != plain[k](t)} for t in tensors],
    }


def layer_input(row: Row) -> Tensor:
    dtype = DTYPES[row["dtype"]]
    x = torch.randn(row["micro_batch"], row["seq"], row["hidden"]).to(dtype)
    return x.requires_grad_(True)


def count_layer(row: Row) -> Row:
    keep = Keeper(DTYPES[row["dtype"]])
    x = layer_input(row)
    with keep.watch():
        result = LAYERS[row["block"]](keep, x, row)
    assert result.requires_grad
    return outputs(keep.tensors(), row["micro_batch"] * row["seq"])


def count_loss(row: Row) -> Row:
    """Final norm (if final_norm), head and cross entropy.  Without the norm the head's input does not count."""
    tokens, dtype = row["micro_batch"] * row["seq"], DTYPES[row["dtype"]]
    keep = Keeper(dtype)
    hidden = torch.randn(tokens, row["hidden"]).to(dtype).requires_grad_(True)
    labels = keep.constant(torch.arange(tokens) % row["vocab"])
    with keep.watch():
        if row.get("final_norm", False):
            hidden = rms_norm(keep, hidden, "final norm", row["fused_norm"])
        else:
            keep.constant(hidden)
        logits = linear(keep, hidden, row["vocab"], "head")
        wide = logits.float() if row["upcast_fp32"] else logits
        # F.cross_entropy in its two steps, to name the log-softmax it keeps.
        log_probs = keep.name(F.log_softmax(wide, dim=-1), "loss: log-softmax")
        with keep.op("loss: total weight"):
            loss = F.nll_loss(log_probs, labels)
    assert loss.requires_grad
    result = outputs(keep.tensors(), tokens)
    kept = sum(t["bytes"] for t in result["tensors"] if t["name"].startswith("loss"))
    result["saved_bytes"] = result["saved_bytes_per_layer"]
    result["bytes_per_logit"] = kept / (tokens * row["vocab"])
    return result


def count_checkpoint(row: Row) -> Row:
    """A Llama layer inside torch.utils.checkpoint: what is kept until its backward pass begins."""
    keep = Keeper(DTYPES[row["dtype"]])
    leaf = layer_input(row)
    inner = Keeper(keep.dtype)  # the weights and the names of the layer itself

    def run() -> Tuple[Tensor, "weakref.ref[Tensor]"]:
        x = keep.name(leaf * 1.0, "layer input")
        with keep.watch():
            y = checkpoint(lambda t: llama_layer(inner, t, row), x, use_reentrant=row["use_reentrant"])
        return y, weakref.ref(x)

    result, alive = run()
    assert result.requires_grad
    x = alive()
    # Without re-entrance the input is an argument held by a closure, which no hook sees: it lives on all the same.
    if x is not None:
        keep.pack(x)
    return outputs(keep.tensors(), row["micro_batch"] * row["seq"])


# torchtitan's operator-selective recomputation, as its policy function has it up to 2025: of the aten.mm calls of a
# block in forward order the outputs of the 1st, 3rd, 5th, ... are saved ("all compute ops, except every second mm"),
# and so are all outputs of the attention operator; everything else runs again in the backward pass from the block's
# input.  A saved output stays for the whole interval, needed or not (w2's output is not).  The order of the products
# in a Llama block is wq, wk, wv, (attention), wo, w1, w3, w2, so wq, wv, w1 and w2 stay; wk, wo and w3 do not.
# PyTorch before 2.4 has no such interface, therefore the policy is applied here to the list of operators.


def llama_operators(row: Row) -> List[Tuple[str, str, List[Tuple[List[int], str]]]]:
    """Operators of a Llama block that the policy may save, in forward order: kind, name, outputs."""
    b, s, dtype = row["micro_batch"], row["seq"], row["dtype"]
    q, kv = row["heads"] * row["head_dim"], row["kv_heads"] * row["head_dim"]

    def product(name: str, width: int) -> Tuple[str, str, List[Tuple[List[int], str]]]:
        return "mm", name, [([b, s, width], dtype)]

    attention = ("attention", "attention", [
        ([b, s, row["heads"], row["head_dim"]], dtype), ([b, row["heads"], s], "float32")])
    return [
        product("wq", q), product("wk", kv), product("wv", kv), attention, product("wo", row["hidden"]),
        product("w1", row["ffn"]), product("w3", row["ffn"]), product("w2", row["hidden"]),
    ]


def every_second_product(operators: List[Tuple[str, str, List[Tuple[List[int], str]]]]) -> List[str]:
    """The policy: names of the operators whose outputs are saved."""
    products, saved = 0, []
    for kind, name, _ in operators:
        products += kind == "mm"
        if kind == "attention" or products % 2 == 1:
            saved.append(name)
    return saved


def count_selective(row: Row) -> Row:
    operators = llama_operators(row)
    chosen = every_second_product(operators)
    kept = [("layer input", [row["micro_batch"], row["seq"], row["hidden"]], row["dtype"])]
    for _, name, results in operators:
        for i, (shape, dtype) in enumerate(results):
            if name in chosen:
                kept.append((f"{name} log-sum-exp" if i else f"{name} output", shape, dtype))
    tensors = []
    for name, shape, dtype in kept:
        size = math.prod(shape) * torch.empty((), dtype=DTYPES[dtype]).element_size()
        tensors.append({"name": name, "shape": shape, "dtype": dtype, "bytes": size, "gpu_bytes": size, "count": 1})
    return outputs(tensors, row["micro_batch"] * row["seq"])


def count(row: Row) -> Row:
    torch.manual_seed(1)
    if row["block"] == "lm_head+cross_entropy":
        return count_loss(row)
    if row["block"] == "checkpoint":
        return count_checkpoint(row)
    if row["block"] == "selective_op":
        return count_selective(row)
    return count_layer(row)


# ---------------------------------------------------------------------------------------------------------------------
# The rows
# ---------------------------------------------------------------------------------------------------------------------

# hidden, heads, kv heads, head dim, ffn, seq, micro-batch: widths that no two terms share, so that a fit is unique.
SHAPES = [
    (96, 4, 4, 24, 160, 20, 1),
    (96, 4, 2, 32, 200, 28, 2),
    (160, 5, 1, 16, 312, 36, 1),
    (64, 6, 3, 40, 104, 52, 2),
    (128, 8, 2, 24, 336, 44, 1),
    (80, 3, 3, 56, 88, 68, 2),
    (112, 7, 7, 8, 448, 76, 1),
    (144, 12, 4, 20, 264, 60, 2),
]


def shaped(block: str, shape: Tuple[int, ...], dtype: str = "bfloat16", **variant: Any) -> Row:
    names = ("hidden", "heads", "kv_heads", "head_dim", "ffn", "seq", "micro_batch")
    return {"block": block, **dict(zip(names, shape)), "dtype": dtype, **variant}


def llama_rows() -> List[Row]:
    rows = []
    for qk_norm in ("none", "head", "full"):
        for attn in ("flash", "eager"):
            for fused_norm, fused_glu in ((True, True), (False, False)):
                variant = {"fused_norm": fused_norm, "fused_glu": fused_glu, "attn": attn, "qk_norm": qk_norm}
                rows += [shaped("llama", shape, **variant) for shape in SHAPES]
    for place, style in (("sandwich", "llama"), ("sandwich", "gemma"), ("post", "llama")):
        for fused in (True, False):
            if fused and style == "gemma":
                continue  # one fused kernel keeps the same for either style
            variant = {"fused_norm": fused, "fused_glu": True, "attn": "flash", "norm_place": place,
                       "norms_per_layer": 4 if place == "sandwich" else 2, "norm_style": style,
                       "qk_norm": "full" if place == "post" else "none"}
            rows += [shaped("llama", shape, **variant) for shape in SHAPES]
    for attn in ("flash", "eager"):
        variant = {"fused_norm": True, "fused_glu": True, "attn": attn, "qk_norm": "none", "fused_qkv": True}
        rows += [shaped("llama", shape, **variant) for shape in SHAPES]
    rows += [shaped("llama", shape, fused_norm=True, fused_glu=True, attn="sdpa", qk_norm="none") for shape in SHAPES]
    for attn, fused in (("flash", True), ("eager", False), ("flash", False)):
        variant = {"fused_norm": fused, "fused_glu": fused, "attn": attn, "qk_norm": "none"}
        rows += [shaped("llama", shape, "float32", **variant) for shape in SHAPES]
    return rows


def gpt_rows() -> List[Row]:
    rows = []
    for p in (0.0, 0.1):
        for attn in ("flash", "eager"):
            variant = {"p": p, "attn": attn, "layer_norm": "fused", "activation": "gelu"}
            rows += [shaped("gpt", shape, **variant) for shape in SHAPES]
    base = {"p": 0.0, "attn": "flash", "layer_norm": "fused"}
    rows += [shaped("gpt", (h, a, k, d, 4 * h, s, b), activation="gelu", **base) for h, a, k, d, _, s, b in SHAPES[:3]]
    for activation in ("relu", "gelu_new"):
        rows += [shaped("gpt", shape, activation=activation, **base) for shape in SHAPES]
    for norms in (1, 2):  # Falcon-7B, GPT-NeoX
        for fused_qkv in (False, True):
            for shape in SHAPES:
                dim = shape[3] if norms == 1 else shape[3] // 4 * 2
                rows.append(shaped("gpt", shape, activation="gelu", parallel=True, norms_per_layer=norms,
                                   rotary_dim=dim, fused_qkv=fused_qkv, **base))
    return rows


def moe_rows() -> List[Row]:
    routing = [(8, 2), (4, 1), (16, 4), (16, 8), (8, 4), (4, 2), (16, 1), (8, 1)]
    rows = []
    for kernel, fused_glu in (("loop", False), ("loop", True), ("grouped", True)):
        for shared in (False, True):
            for shape, (experts, top_k) in zip(SHAPES, routing):
                rows.append(shaped("moe", shape, fused_norm=True, fused_glu=fused_glu, attn="flash", qk_norm="none",
                                   experts=experts, top_k=top_k, experts_kernel=kernel,
                                   shared_ffn=shape[4] // 2 + 8 * top_k if shared else 0))
    return rows


# hidden, heads, q rank, kv rank, nope, rope, v dim, ffn, seq, micro-batch
MLA_SHAPES = [
    (96, 4, 0, 40, 16, 8, 12, 160, 20, 1),
    (96, 4, 56, 32, 24, 8, 20, 200, 28, 2),
    (160, 5, 72, 48, 8, 16, 28, 312, 36, 1),
    (64, 6, 0, 24, 20, 12, 16, 104, 52, 2),
    (128, 8, 88, 64, 12, 4, 8, 336, 44, 1),
    (80, 3, 24, 104, 36, 20, 32, 88, 68, 2),
    (112, 7, 0, 16, 4, 24, 40, 448, 76, 1),
    (144, 12, 120, 80, 28, 20, 24, 264, 60, 2),
    (72, 2, 136, 52, 44, 8, 36, 120, 40, 1),
]


def mla_rows() -> List[Row]:
    names = ("hidden", "heads", "q_lora_rank", "kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim",
             "ffn", "seq", "micro_batch")
    rows = []
    for attn, value in (("flash", "view"), ("flash", "copy"), ("flash", "padded"), ("eager", "view")):
        for fused in (True, False):
            variant = {"dtype": "bfloat16", "fused_norm": fused, "fused_glu": True, "attn": attn, "value": value}
            for shape in MLA_SHAPES:
                if value != "padded" or shape[6] < shape[4] + shape[5]:
                    rows.append({"block": "mla", **dict(zip(names, shape)), **variant})
    return rows


def whole_model_rows() -> List[Row]:
    rows: List[Row] = []
    for vocab, hidden, seq, batch in ((1000, 64, 128, 1), (1511, 96, 36, 2), (777, 160, 52, 1)):
        for upcast in (True, False):
            for fused in (True, False):
                rows.append({"block": "lm_head+cross_entropy", "vocab": vocab, "seq": seq, "micro_batch": batch,
                             "hidden": hidden, "dtype": "bfloat16", "upcast_fp32": upcast, "final_norm": True,
                             "fused_norm": fused})
    variant = {"fused_norm": False, "fused_glu": False, "attn": "eager", "qk_norm": "none"}
    for reentrant in (True, False):
        rows += [shaped("checkpoint", shape, use_reentrant=reentrant, **variant) for shape in SHAPES[:4]]
    rows += [shaped("selective_op", shape, attn="flash") for shape in SHAPES]
    return rows


def all_rows() -> List[Row]:
    return llama_rows() + gpt_rows() + moe_rows() + mla_rows() + whole_model_rows()


# ---------------------------------------------------------------------------------------------------------------------
# Command line
# ---------------------------------------------------------------------------------------------------------------------


def describe(inputs: Row) -> str:
    return " ".join(f"{key}={value}" for key, value in inputs.items())


def compare(path: Path) -> bool:
    """Recount the rows of another file; true if each agrees to 64 bytes."""
    agree = True
    for row in json.loads(path.read_text(encoding="utf-8")):
        want = row["outputs"].get("saved_bytes_per_layer", row["outputs"].get("saved_bytes"))
        got = count(row["inputs"])["saved_bytes_per_layer"]
        agree = agree and abs(got - want) <= 64
        print(f"{got:>12} {want:>12} {got - want:>6}  {describe(row['inputs'])}")
    return agree


def print_table(rows: List[Row]) -> None:
    print(f"{'bytes':>10} {'on a GPU':>10} {'a token':>12}  inputs")
    for row in rows:
        out = row["outputs"]
        print(f"{out['saved_bytes_per_layer']:>10} {out['gpu_saved_bytes_per_layer']:>10} "
              f"{out['bytes_per_token']:>12.3f}  {describe(row['inputs'])}")


def write(path: Path, rows: List[Row]) -> None:
    """One row a line, so that a change shows as one line."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def main() -> int:
    default = Path(__file__).resolve().parent.parent / "golden" / "saved_tensors_counted.json"
    parser = argparse.ArgumentParser(description="Count the bytes autograd keeps for one layer.")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="recount the rows of FILE instead")
    parser.add_argument("--output", type=Path, default=default, help="where the rows go")
    parser.add_argument("--tensors", action="store_true", help="print the tensors of each row too")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.compare is not None:
        return 0 if compare(options.compare) else 1
    rows = [{"inputs": row, "outputs": count(row)} for row in all_rows()]
    print_table(rows)
    if options.tensors:
        for row in rows:
            print(describe(row["inputs"]))
            for t in row["outputs"]["tensors"]:
                print(f"    {t['bytes']:>9} {t['dtype']:<9} {str(t['shape']):<20} {t['name']}")
    write(options.output, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
