# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""Small Llama- and GPT-like models and one training step, announced event by event.

Fused kernels are custom autograd functions that keep, reuse and return what Liger Kernel's do; they work through their
rows in blocks, so that what PyTorch needs beside the tensors of the real kernel stays small.  Where there is no CUDA,
FlashAttention-2 is written out with the buffers that its backward pass allocates.

Everything inside kernel() is arithmetic that the real kernel does in registers: what is allocated and freed inside
such a range does not exist on a GPU.
"""

import math
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.autograd import Function
from torch.profiler import record_function
from torch.utils.checkpoint import checkpoint

KERNEL = "highwater: inside one kernel"
BLOCK = 1 << 17  # elements that a fused kernel, written out, works on at a time

Mark = Callable[[str, Optional[int]], None]
"""Called at the begin of each event with its name and layer; an event lasts until the next one."""


@dataclass(frozen=True)
class Shape:
    kind: str  # llama or gpt
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    ffn: int
    vocab: int
    seq: int
    micro_batch: int

    @property
    def head_dim(self) -> int:
        return self.hidden // self.heads


@dataclass(frozen=True)
class Recipe:
    precision: str = "bf16-mixed"  # fp32, bf16 (weights, gradients and moments), bf16-mixed (32-bit master weights)
    kernels: str = "fused"  # or eager
    attention: str = "flash"  # or eager
    recompute: str = "none"  # or full
    loss: str = "full"  # or chunked
    keep_gradients: bool = True
    accumulation: int = 1
    optimizer: str = "one-kernel"  # or foreach, fused: those of torch.optim
    hold_logits: bool = True  # the training loop still names the logits while the backward pass runs
    autocast: bool = False
    dropout: float = 0.0  # of GPT: after embedding, attention and MLP, and of eager attention's probabilities

    @property
    def dtype(self) -> torch.dtype:
        return torch.float32 if self.precision == "fp32" or self.autocast else torch.bfloat16


@contextmanager
def kernel() -> Iterator[None]:
    with record_function(KERNEL):
        yield


def row_blocks(*tensors: Tensor) -> Iterator[Tuple[Tensor, ...]]:
    """The same rows of each tensor, as views of [rows, width]."""
    flat = [t.view(-1, t.shape[-1]) for t in tensors]
    step = max(1, BLOCK // max(t.shape[-1] for t in flat))
    for begin in range(0, flat[0].shape[0], step):
        yield tuple(t[begin : begin + step] for t in flat)


# ---------------------------------------------------------------------------------------------------------------------
# Fused kernels
# ---------------------------------------------------------------------------------------------------------------------


class FusedRMSNorm(Function):
    """Keeps its input and the 32-bit reciprocal deviation; writes the gradient over the one it gets."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor) -> Tensor:
        out = torch.empty_like(x)
        rstd = torch.empty(*x.shape[:-1], 1, dtype=torch.float32, device=x.device)
        with kernel():
            for source, scale, into in row_blocks(x, rstd, out):
                scale.copy_(torch.rsqrt(source.float().pow(2).mean(-1, keepdim=True) + 1e-6))
                into.copy_((source.float() * scale).to(x.dtype) * weight)
        ctx.save_for_backward(x, weight, rstd)
        return out

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tuple[Tensor, Tensor]:
        x, weight, rstd = ctx.saved_tensors
        grad = grad.contiguous()
        weight_grad = torch.empty_like(weight)
        with kernel():
            FusedRMSNorm.over_the_gradient(x, weight, rstd, grad, weight_grad)
        return grad, weight_grad

    @staticmethod
    def over_the_gradient(x: Tensor, weight: Tensor, rstd: Tensor, grad: Tensor, weight_grad: Tensor) -> None:
        total = torch.zeros(weight.shape, dtype=torch.float32, device=x.device)
        for source, scale, flow in row_blocks(x, rstd, grad):
            normal = source.float() * scale
            total += (flow.float() * normal).sum(0)
            inner = flow.float() * weight.float()
            flow.copy_((inner - normal * (inner * normal).mean(-1, keepdim=True)) * scale)
        weight_grad.copy_(total)


class FusedSwiGLU(Function):
    """Keeps gate and up, and writes their gradients over them."""

    @staticmethod
    def forward(ctx: Any, gate: Tensor, up: Tensor) -> Tensor:
        out = torch.empty_like(gate)
        with kernel():
            for left, right, into in row_blocks(gate, up, out):
                into.copy_(F.silu(left.float()).to(gate.dtype) * right)
        ctx.save_for_backward(gate, up)
        return out

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tuple[Tensor, Tensor]:
        gate, up = ctx.saved_tensors
        with kernel():
            FusedSwiGLU.over_the_inputs(gate, up, grad.contiguous())
        return gate, up

    @staticmethod
    def over_the_inputs(gate: Tensor, up: Tensor, grad: Tensor) -> None:
        for left, right, flow in row_blocks(gate, up, grad):
            sigmoid = torch.sigmoid(left.float())
            silu = left.float() * sigmoid
            slope = sigmoid + silu * (1.0 - sigmoid)
            left.copy_(flow.float() * right.float() * slope)
            right.copy_(flow.float() * silu)


class FusedRotary(Function):
    """Turns the heads of [b, s, heads * d] in place, there and back; keeps only its tables."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        ctx.mark_dirty(x)
        ctx.save_for_backward(cos, sin)
        FusedRotary.turn(x, cos, sin)
        return x

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tuple[Tensor, None, None]:
        cos, sin = ctx.saved_tensors
        FusedRotary.turn(grad, cos, -sin)
        return grad, None, None

    @staticmethod
    def turn(x: Tensor, cos: Tensor, sin: Tensor) -> None:
        heads = x.view(*x.shape[:-1], -1, cos.shape[-1])
        step = max(1, BLOCK // (x.shape[0] * x.shape[-1]))
        with kernel():
            for begin in range(0, x.shape[1], step):
                part = slice(begin, begin + step)
                heads[:, part] = rotated(heads[:, part], cos[:, part], sin[:, part])


class FlashOnCpu(Function):
    """FlashAttention-2: keeps q, k, v, out [b, s, heads, d] and log-sum-exp [b, heads, s].

    Its backward pass (csrc/flash_attn/flash_api.cpp, mha_bwd) allocates a 32-bit accumulator of dq, padded to 128 rows
    and 32 columns, a 32-bit sum for each row of the scores, and for grouped heads dk and dv of every query head.
    """

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        out = torch.empty(q.shape, dtype=q.dtype)
        lse = torch.empty(q.shape[0], q.shape[2], q.shape[1], dtype=torch.float32)
        with kernel():
            FlashOnCpu.attend(q, k, v, out, lse)
        ctx.save_for_backward(q, k, v, out, lse)
        return out

    @staticmethod
    def attend(q: Tensor, k: Tensor, v: Tensor, out: Tensor, lse: Tensor) -> None:
        scores = causal_scores(q, k)
        lse.copy_(torch.logsumexp(scores, dim=-1))
        out.copy_((scores.softmax(dim=-1) @ wide_heads(v, q)).transpose(1, 2))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        q, k, v, out, lse = ctx.saved_tensors
        b, s, heads, d = q.shape
        rows, columns = -(-s // 128) * 128, -(-d // 32) * 32
        buffers = [torch.empty(b, heads, rows), torch.empty(b, rows, heads, columns)]
        if k.shape[2] != heads:
            buffers += [torch.empty(q.shape, dtype=q.dtype), torch.empty(q.shape, dtype=q.dtype)]
        grads = tuple(torch.empty(t.shape, dtype=t.dtype) for t in (q, k, v))
        with kernel():
            FlashOnCpu.flow_back(q, k, v, out, lse, grad, grads)
        return grads

    @staticmethod
    def flow_back(
        q: Tensor, k: Tensor, v: Tensor, out: Tensor, lse: Tensor, grad: Tensor, into: Tuple[Tensor, ...]
    ) -> None:
        scale = 1.0 / math.sqrt(q.shape[-1])
        probs = torch.exp(causal_scores(q, k) - lse.unsqueeze(-1))
        flow = grad.float().transpose(1, 2)
        rows = (flow * out.float().transpose(1, 2)).sum(-1, keepdim=True)
        inner = probs * (flow @ wide_heads(v, q).transpose(2, 3) - rows) * scale
        into[0].copy_((inner @ wide_heads(k, q)).transpose(1, 2))
        for target, whole in ((into[1], inner.transpose(2, 3) @ q.float().transpose(1, 2)),
                              (into[2], probs.transpose(2, 3) @ flow)):
            b, s, heads, d = target.shape
            target.copy_(whole.transpose(1, 2).reshape(b, s, heads, -1, d).sum(3))


class ChunkedLoss(Function):
    """Head and cross entropy in one (Liger's fused linear cross entropy): gradients are made on the way forward, chunk
    by chunk, in the place of the chunk's logits."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, labels: Tensor) -> Tensor:
        tokens, width = x.shape
        chunk = 1 << (-(-tokens // -(-weight.shape[0] // width)) - 1).bit_length()
        x_grad, weight_grad = torch.empty_like(x), torch.zeros_like(weight)
        loss = torch.zeros((), dtype=torch.float32, device=x.device)
        for begin in range(0, tokens, chunk):
            part = slice(begin, begin + chunk)
            logits = x[part] @ weight.t()
            with kernel():
                ChunkedLoss.over_the_logits(logits, labels[part], loss, tokens)
            torch.mm(logits, weight, out=x_grad[part])
            weight_grad.addmm_(logits.t(), x[part])
            del logits
        ctx.save_for_backward(x_grad, weight_grad)
        return loss

    @staticmethod
    def over_the_logits(logits: Tensor, labels: Tensor, loss: Tensor, tokens: int) -> None:
        for rows, marked in row_blocks(logits, labels[:, None]):
            log_probs = F.log_softmax(rows.float(), dim=-1)
            loss -= log_probs.gather(1, marked).sum() / tokens
            probs = log_probs.exp_()
            probs.scatter_add_(1, marked, torch.full(marked.shape, -1.0, device=rows.device))
            rows.copy_(probs / tokens)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tuple[Tensor, Tensor, None]:
        x_grad, weight_grad = ctx.saved_tensors
        return x_grad.mul_(grad), weight_grad.mul_(grad), None


# ---------------------------------------------------------------------------------------------------------------------
# Attention
# ---------------------------------------------------------------------------------------------------------------------


def rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-second, first), dim=-1) * sin


def wide_heads(x: Tensor, q: Tensor) -> Tensor:
    """Keys or values in 32 bits, repeated to every query head: [b, heads, s, d]."""
    return x.float().repeat_interleave(q.shape[2] // x.shape[2], dim=2).transpose(1, 2)


def causal_scores(q: Tensor, k: Tensor) -> Tensor:
    seq = q.shape[1]
    scores = q.float().transpose(1, 2) @ wide_heads(k, q).transpose(2, 3) / math.sqrt(q.shape[-1])
    return scores + torch.full((seq, seq), -1e9).triu(1)


def repeat_heads(x: Tensor, times: int) -> Tensor:
    """Hugging Face's repeat_kv on [b, heads, s, d]."""
    if times == 1:
        return x
    b, heads, seq, dim = x.shape
    return x[:, :, None].expand(b, heads, times, seq, dim).reshape(b, heads * times, seq, dim)


def eager_attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, upcast: bool, p: float) -> Tensor:
    """As Hugging Face writes it, [b, s, heads, d] to the same."""
    group, scale = q.shape[2] // k.shape[2], 1.0 / math.sqrt(q.shape[-1])
    q, k, v = (t.transpose(1, 2) for t in (q, k, v))
    scores = q @ repeat_heads(k, group).transpose(2, 3) * scale
    scores = scores + mask
    if upcast:
        probs = F.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
    else:
        probs = F.softmax(scores, dim=-1)
    if p > 0.0:
        probs = F.dropout(probs, p)
    return (probs @ repeat_heads(v, group)).transpose(1, 2).contiguous()


def native_groups() -> bool:
    """Whether scaled_dot_product_attention takes grouped heads as they are (PyTorch 2.5)."""
    return tuple(int(part) for part in torch.__version__.split(".")[:2]) >= (2, 5)


def flash_attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    if not q.is_cuda:
        return FlashOnCpu.apply(q, k, v)
    q, k, v = (t.transpose(1, 2) for t in (q, k, v))
    options: Dict[str, Any] = {"is_causal": True}
    group = q.shape[1] // k.shape[1]
    if group > 1 and native_groups():
        options["enable_gqa"] = True
    else:
        k, v = repeat_heads(k, group), repeat_heads(v, group)
    return F.scaled_dot_product_attention(q, k, v, **options).transpose(1, 2)


# ---------------------------------------------------------------------------------------------------------------------
# Models
# ---------------------------------------------------------------------------------------------------------------------


class RMSNorm(nn.Module):
    def __init__(self, width: int, fused: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.fused = fused

    def forward(self, x: Tensor) -> Tensor:
        if self.fused:
            return FusedRMSNorm.apply(x, self.weight)
        wide = x.float()
        # sum()/n and not mean(): old PyTorch keeps the whole square for the gradient of mean(), new PyTorch does not.
        rstd = torch.rsqrt(wide.pow(2).sum(-1, keepdim=True) / x.shape[-1] + 1e-6)
        return self.weight * (wide * rstd).to(x.dtype)


class Layer(nn.Module):
    def __init__(self, shape: Shape, recipe: Recipe) -> None:
        super().__init__()
        h, kv = shape.hidden, shape.kv_heads * shape.head_dim
        self.shape, self.recipe = shape, recipe
        self.llama = shape.kind == "llama"
        self.fused = self.llama and recipe.kernels == "fused"
        norm = (lambda: RMSNorm(h, self.fused)) if self.llama else (lambda: nn.LayerNorm(h))
        bias = not self.llama
        self.attention_norm, self.mlp_norm = norm(), norm()
        self.q, self.k, self.v = (nn.Linear(h, width, bias=bias) for width in (h, kv, kv))
        self.o = nn.Linear(h, h, bias=bias)
        self.gate = nn.Linear(h, shape.ffn, bias=False) if self.llama else None
        self.up = nn.Linear(h, shape.ffn, bias=bias)
        self.down = nn.Linear(shape.ffn, h, bias=bias)
        self.tables: Dict[str, Tensor] = {}

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attend(self.attention_norm(x))
        return x + self.feed(self.mlp_norm(x))

    def attend(self, x: Tensor) -> Tensor:
        q, k, v = self.q(x), self.k(x), self.v(x)
        if self.fused:  # before the heads are views: in-place work on a view costs autograd a copy
            q, k = (FusedRotary.apply(t, self.tables["cos"], self.tables["sin"]) for t in (q, k))
        q, k, v = (t.unflatten(-1, (-1, self.shape.head_dim)) for t in (q, k, v))
        if self.llama and not self.fused:
            q, k = (rotated(t, self.tables["cos"].to(t.dtype), self.tables["sin"].to(t.dtype)) for t in (q, k))
        if self.recipe.attention == "flash":
            out = flash_attention(q, k, v)
        else:
            out = eager_attention(q, k, v, self.tables["mask"], self.llama, self.recipe.dropout)
        return self.dropped(self.o(out.flatten(2)))

    def feed(self, x: Tensor) -> Tensor:
        if self.gate is None:
            return self.dropped(self.down(F.gelu(self.up(x))))
        if self.fused:
            return self.down(FusedSwiGLU.apply(self.gate(x), self.up(x)))
        return self.down(F.silu(self.gate(x)) * self.up(x))

    def dropped(self, x: Tensor) -> Tensor:
        return F.dropout(x, self.recipe.dropout) if self.recipe.dropout > 0.0 else x


def tables(shape: Shape, dtype: torch.dtype, device: torch.device) -> Dict[str, Tensor]:
    angle = torch.arange(shape.seq).float()[:, None] * torch.ones(shape.head_dim)[None, :]
    made = {"cos": angle.cos()[None, :, None, :], "sin": angle.sin()[None, :, None, :],
            "mask": torch.full((shape.seq, shape.seq), -1e9).triu(1)}
    return {name: table.to(dtype).to(device) for name, table in made.items()}


class Model(nn.Module):
    def __init__(self, shape: Shape, recipe: Recipe) -> None:
        super().__init__()
        self.shape, self.recipe = shape, recipe
        llama = shape.kind == "llama"
        self.embedding = nn.Embedding(shape.vocab, shape.hidden)
        self.positions = None if llama else nn.Embedding(shape.seq, shape.hidden)
        self.layers = nn.ModuleList(Layer(shape, recipe) for _ in range(shape.layers))
        self.norm = RMSNorm(shape.hidden, recipe.kernels == "fused") if llama else nn.LayerNorm(shape.hidden)
        self.head = nn.Linear(shape.hidden, shape.vocab, bias=False)

    def place(self, device: torch.device) -> "Model":
        self.to(self.recipe.dtype).to(device)
        made = tables(self.shape, self.recipe.dtype, device)
        for layer in self.layers:
            layer.tables = made
        self.order = torch.arange(self.shape.seq, device=device)
        return self

    def forward(self, tokens: Tensor, labels: Tensor, mark: Mark) -> Tuple[Tensor, Optional[Tensor]]:
        """The loss, and the logits where the training loop holds on to them."""
        mark("forward_embedding", None)
        x = self.embedding(tokens)
        if self.positions is not None:
            x = x + self.positions(self.order)
        if self.recipe.dropout > 0.0:
            x = F.dropout(x, self.recipe.dropout)
        when_gradient(x, "backward_embedding", None, mark)
        x = run_layers(self.layers, x, self.recipe, mark)
        mark("forward_head", None)
        x = self.norm(x).flatten(0, 1)
        if self.recipe.loss == "chunked":
            when_gradient(x, "backward_head", None, mark)
            mark("loss", None)
            return ChunkedLoss.apply(x, self.head.weight, labels), None
        logits = self.head(x)
        when_gradient(logits, "backward_head", None, mark)
        mark("loss", None)
        loss = F.cross_entropy(logits.float(), labels)
        return loss, logits if self.recipe.hold_logits else None


def when_gradient(x: Tensor, name: str, layer: Optional[int], mark: Mark) -> None:
    """Announces an event of the backward pass: the gradient of x is there, what made x comes next."""
    x.register_hook(lambda _: mark(name, layer))


def run_layers(layers: nn.ModuleList, x: Tensor, recipe: Recipe, mark: Mark) -> Tensor:
    for index, layer in enumerate(layers):
        mark("forward_layer", index)
        if recipe.recompute == "full":  # the random state, where it matters, is kept in the host's memory
            x = checkpoint(layer, x, use_reentrant=False, preserve_rng_state=recipe.dropout > 0.0)
        else:
            x = layer(x)
        when_gradient(x, "backward_layer", index, mark)
    return x


# ---------------------------------------------------------------------------------------------------------------------
# Optimizer and step
# ---------------------------------------------------------------------------------------------------------------------


class OneKernelAdamW:
    """AdamW as one kernel that reads every tensor once: nothing temporary."""

    def __init__(self, parameters: List[nn.Parameter], moments: torch.dtype, master: bool) -> None:
        self.parameters, self.count = parameters, 0
        self.master = [p.detach().float() for p in parameters] if master else [p.detach() for p in parameters]
        self.first = [torch.zeros_like(p, dtype=moments) for p in parameters]
        self.second = [torch.zeros_like(p, dtype=moments) for p in parameters]

    def tensors(self) -> List[Tensor]:
        own = [m for m, p in zip(self.master, self.parameters) if m.data_ptr() != p.data_ptr()]
        return own + self.first + self.second

    def step(self) -> None:
        self.count += 1
        with torch.no_grad(), kernel():
            for p, master, first, second in zip(self.parameters, self.master, self.first, self.second):
                self.update(p, master, first, second)

    def update(self, p: Tensor, master: Tensor, first: Tensor, second: Tensor) -> None:
        for into, grad, weight, mean, square in row_blocks(p, p.grad, master, first, second):
            wide = grad.float()
            mean.copy_(mean.float() * 0.9 + wide * 0.1)
            square.copy_(square.float() * 0.95 + wide * wide * 0.05)
            unbiased = mean.float() / (1.0 - 0.9**self.count)
            deviation = (square.float() / (1.0 - 0.95**self.count)).sqrt() + 1e-8
            weight.copy_(weight.float() * (1.0 - 1e-5) - 1e-4 * unbiased / deviation)
            into.copy_(weight)


class TorchAdamW:
    """torch.optim.AdamW, on 32-bit copies where the recipe has master weights."""

    def __init__(self, parameters: List[nn.Parameter], master: bool, **options: bool) -> None:
        self.parameters = parameters
        self.master = [nn.Parameter(p.detach().float()) for p in parameters] if master else parameters
        self.inner = torch.optim.AdamW(self.master, lr=1e-4, **options)

    def tensors(self) -> List[Tensor]:
        own = [m for m, p in zip(self.master, self.parameters) if m is not p]
        states = [t for state in self.inner.state.values() for t in state.values() if torch.is_tensor(t)]
        return own + [t for t in states if t.dim() > 0]

    def step(self) -> None:
        separate = self.master is not self.parameters
        if separate:
            for master, p in zip(self.master, self.parameters):
                master.grad = p.grad.float()
        self.inner.step()
        if separate:
            with torch.no_grad():
                for master, p in zip(self.master, self.parameters):
                    p.copy_(master)
                    master.grad = None


def block_step(layers: nn.ModuleList, x: Tensor, grad: Tensor, recipe: Recipe,
               mark: Callable[[str, Optional[int], int], None]) -> None:
    """Layers alone, there and back."""
    announce = partial(announced, mark, 0)
    with torch.autocast(x.device.type, torch.bfloat16, enabled=recipe.autocast):
        out = run_layers(layers, x, recipe, announce)
    announce("backward", None)
    out.backward(grad)


def make_optimizer(model: nn.Module, recipe: Recipe) -> Any:
    parameters = list(model.parameters())
    master = recipe.precision == "bf16-mixed" and not recipe.autocast
    if recipe.optimizer == "one-kernel":
        return OneKernelAdamW(parameters, torch.float32 if master else recipe.dtype, master)
    return TorchAdamW(parameters, master, **{recipe.optimizer: True})


def make_batches(shape: Shape, count: int, device: torch.device) -> List[Tuple[Tensor, Tensor]]:
    generator = torch.Generator().manual_seed(7)
    size = (shape.micro_batch, shape.seq)
    made = (torch.randint(shape.vocab, size, generator=generator).to(device) for _ in range(2 * count))
    return [(tokens, labels.flatten()) for tokens, labels in zip(made, made)]


def announced(mark: Callable[[str, Optional[int], int], None], micro_batch: int, name: str,
              layer: Optional[int]) -> None:
    mark(name, layer, micro_batch)


def train_step(model: Model, optimizer: Any, batches: List[Tuple[Tensor, Tensor]],
               mark: Callable[[str, Optional[int], int], None]) -> float:
    """One step; the caller clears the gradients.  Returns the mean loss."""
    total = 0.0
    for index, (tokens, labels) in enumerate(batches):
        announce = partial(announced, mark, index)
        with torch.autocast(tokens.device.type, torch.bfloat16, enabled=model.recipe.autocast):
            loss, held = model(tokens, labels, announce)
        total += loss.item() / len(batches)
        announce("backward_loss", None)
        (loss if len(batches) == 1 else loss / len(batches)).backward()
        del loss, held
    mark("optimizer_step", None, len(batches) - 1)
    optimizer.step()
    return total


def clear_gradients(model: nn.Module, keep: bool) -> None:
    for p in model.parameters():
        if keep and p.grad is not None:
            p.grad.zero_()
        elif not keep:
            p.grad = None
