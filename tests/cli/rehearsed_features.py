# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses what PyTorch has of CUDA's libraries, feature by feature, and says for each how it went.

Is rehearsed by test_rehearsal_device.py, and runs on a GPU as it is. Names that came with newer versions of
PyTorch are used where they are there: 2.1 is the oldest.
"""

import json
import tempfile

import torch
import torch.nn.functional as F
from torch import nn

PAGE = 2 << 20
GPU = "cuda"


def first_allocation():
    """A tensor of three numbers takes 512 bytes of a segment of 2 MiB."""
    before = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
    small = torch.zeros(3, device=GPU)
    taken = torch.cuda.memory_allocated() - before[0], torch.cuda.memory_reserved() - before[1]
    assert small.shape == (3,) and taken[0] == 512 and taken[1] in (0, PAGE), taken


def step_of(**options):
    model = nn.Sequential(nn.Linear(256, 1024), nn.GELU(), nn.Linear(1024, 256)).to(GPU, torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), **options)
    rows = torch.randn(64, 256, device=GPU, dtype=torch.bfloat16)
    model(rows).float().pow(2).mean().backward()
    optimizer.step()


def optimizer_foreach():
    step_of(foreach=True)


def optimizer_fused():
    step_of(fused=True)


def attend(choose):
    with choose:
        query = torch.randn(1, 8, 1024, 64, device=GPU, dtype=torch.bfloat16, requires_grad=True)
        F.scaled_dot_product_attention(query, query, query, is_causal=True).sum().backward()


def kernel_of(name):
    try:
        from torch.nn.attention import SDPBackend, sdpa_kernel
    except ImportError:  # before 2.3
        return torch.backends.cuda.sdp_kernel(
            enable_flash=name == "FLASH_ATTENTION", enable_mem_efficient=name == "EFFICIENT_ATTENTION",
            enable_math=name == "MATH")
    return sdpa_kernel(getattr(SDPBackend, name))


def attention_flash():
    attend(kernel_of("FLASH_ATTENTION"))


def attention_efficient():
    attend(kernel_of("EFFICIENT_ATTENTION"))


def attention_math():
    attend(kernel_of("MATH"))


def mixed_precision():
    layer = nn.Linear(256, 256).to(GPU)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1, momentum=0.9)
    scaler = getattr(torch.amp, "GradScaler", torch.cuda.amp.GradScaler)()
    with torch.autocast(GPU, torch.float16):
        loss = layer(torch.randn(8, 256, device=GPU)).sum()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()


def streams_and_events():
    side = torch.cuda.Stream()
    source = torch.empty(1 << 20, device=GPU)
    with torch.cuda.stream(side):
        result = source * 2
    result.record_stream(torch.cuda.current_stream())
    torch.cuda.current_stream().wait_stream(side)
    event = torch.cuda.Event(enable_timing=True)
    event.record()
    torch.cuda.synchronize()
    assert event.query()


def workers_and_pinned_memory():
    rows = torch.utils.data.TensorDataset(torch.arange(64 * 128).view(64, 128))
    loader = torch.utils.data.DataLoader(rows, batch_size=8, pin_memory=True, num_workers=2)
    seen = 0
    for (batch,) in loader:
        assert batch.is_pinned()
        there = batch.to(GPU, non_blocking=True)
        assert there.cpu().equal(batch)
        seen += there.shape[0]
    assert seen == 64


def recomputation():
    from torch.utils.checkpoint import checkpoint

    layer = nn.Linear(512, 512).to(GPU)
    rows = torch.randn(64, 512, device=GPU, requires_grad=True)
    for reentrant in (True, False):
        checkpoint(layer, rows, use_reentrant=reentrant).sum().backward()


def out_of_memory():
    try:
        torch.empty(torch.cuda.mem_get_info()[1] + 1, dtype=torch.uint8, device=GPU)
    except torch.cuda.OutOfMemoryError as error:
        assert "out of memory" in str(error)
    else:
        raise AssertionError("more than the card has was given")


def cross_entropy():
    logits = torch.randn(256, 32000, device=GPU, requires_grad=True)
    F.cross_entropy(logits, torch.randint(32000, (256,), device=GPU)).backward()


def embedding():
    nn.Embedding(32000, 64, device=GPU)(torch.randint(32000, (4, 64), device=GPU)).sum().backward()


def snapshot():
    torch.cuda.memory._record_memory_history(max_entries=10000, stacks="python")
    kept = torch.randn(1000, device=GPU)
    taken = torch.cuda.memory._snapshot()
    assert kept.shape and taken["segments"] and taken["device_traces"][0]
    with tempfile.NamedTemporaryFile(suffix=".pickle") as file:
        torch.cuda.memory._dump_snapshot(file.name)
    torch.cuda.memory._record_memory_history(enabled=None)


def graph():
    layer = nn.Linear(256, 256).to(GPU)
    rows = torch.randn(8, 256, device=GPU)
    with torch.cuda.stream(torch.cuda.Stream()):
        layer(rows)
    captured = torch.cuda.CUDAGraph()
    with torch.cuda.graph(captured):
        layer(rows)
    captured.replay()


def sorting():
    values = torch.randn(1000, device=GPU)
    values.sort()
    values.topk(10)
    values.cumsum(0)
    assert values[values > 0].dim() == 1
    values.unique()


def convolution():
    nn.Conv2d(3, 16, 7).to(GPU)(torch.randn(2, 3, 32, 32, device=GPU)).sum().backward()


def fourier_transform():
    torch.fft.rfft(torch.randn(4, 1024, device=GPU))


def linear_algebra():
    assert torch.linalg.qr(torch.randn(64, 64, device=GPU))[0].shape == (64, 64)
    torch.linalg.cholesky(torch.eye(64, device=GPU))
    torch.linalg.svdvals(torch.randn(64, 64, device=GPU))


FEATURES = [
    first_allocation, optimizer_foreach, optimizer_fused, attention_flash, attention_efficient, attention_math,
    mixed_precision, streams_and_events, workers_and_pinned_memory, recomputation, out_of_memory, cross_entropy,
    embedding, snapshot, graph, sorting, convolution, fourier_transform, linear_algebra]


def main():
    for feature in FEATURES:
        torch.cuda.empty_cache()
        try:
            feature()
            problem = None
        except Exception as error:  # the test says which
            problem = f"{type(error).__name__}: {error}"
        print(json.dumps({"feature": feature.__name__, "problem": problem}), flush=True)


if __name__ == "__main__":
    main()
