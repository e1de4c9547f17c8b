#!/usr/bin/env python3
# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""allocator.py GOLDEN: what PyTorch's caching allocator does with made sequences of requests.

It runs where PyTorch sees a card: under the stand-ins of `highwater rehearse`, or on a GPU that nothing
else uses. Each case fills the card to 60 to 99 per cent in the way of training steps and ends with the
first request that fails. The file keeps what was asked for and what PyTorch then held, so that
test_allocator holds this program's allocator to it without PyTorch.

    highwater rehearse --memory 8724152320 -- python allocator.py tests/golden/allocator.json
"""

import json
import os
import random
import sys

import torch

KIB, MIB = 1 << 10, 1 << 20
SETTINGS = (
    {},
    {"expandable_segments": True},
    {"max_split_size_mb": 64},
    {"max_split_size_mb": 256},
    {"roundup_power2_divisions": 8},
    {"expandable_segments": True, "roundup_power2_divisions": 4},
    {"garbage_collection_threshold": 0.8},  # does nothing without a limit on the process
)
CASES = 6  # of each of the settings


class Requests:
    """Requests and frees of blocks; a block is known by the number of its request."""

    def __init__(self, draw):
        self.draw = draw
        self.sizes, self.known, self.made, self.free = [], {}, [], []
        self.operations = []  # 2 · size + stream; a free is -1 - block
        self.live = {}

    def make(self, size, stream=0):
        at = self.known.setdefault(size, len(self.sizes))
        if at == len(self.sizes):
            self.sizes.append(size)
        self.operations.append(2 * at + stream)
        block = len(self.made)
        self.made.append(size)
        self.live[block] = size
        return block

    def drop(self, block):
        self.operations.append(-1 - block)
        del self.live[block]

    def held(self):
        return sum(self.live.values())


def odd(draw, size):
    """A size like this one that is no multiple of anything."""
    return max(1, int(size * draw.uniform(0.7, 1.3)))


def steps(draw, room):
    """Weights, then steps with activations, gradients, gathered weights of a second stream, and an optimizer."""
    asked = Requests(draw)
    layers = draw.randint(3, 12)
    unit = room / layers
    weights = [odd(draw, unit * part) for part in (0.06, 0.03, 0.015)] + [odd(draw, 8 * KIB), odd(draw, 700 * KIB)]
    for _ in range(layers):
        for size in weights:
            asked.make(size)
    kept = [odd(draw, unit * part) for part in (0.12, 0.05, 0.03, 0.012)] + [odd(draw, 16 * KIB)]
    passing = [odd(draw, unit * part) for part in (0.2, 0.08, 0.04)] + [odd(draw, 3 * MIB)]
    states = []
    for _ in range(draw.randint(2, 3)):
        scale = draw.choice((1, 1, draw.uniform(0.6, 1.5)))  # of the step's length
        saved, grads = [], []
        for _ in range(layers):
            gathered = [asked.make(size, 1) for size in weights[:2]]
            layer = []
            for size in kept:
                layer.append(asked.make(max(1, int(size * scale))))
                if draw.random() < 0.5:
                    asked.drop(asked.make(max(1, int(draw.choice(passing) * scale))))
            saved.append(layer)
            for block in gathered:
                asked.drop(block)
        for layer in reversed(saved):
            flow = asked.make(max(1, int(passing[1] * scale)))
            for block in reversed(layer):
                made = asked.make(max(1, int(draw.choice(passing) * scale)))
                asked.drop(block)
                asked.drop(made)
            grads += [asked.make(size) for size in weights]
            asked.drop(flow)
        if not states:
            states = [asked.make(size) for size in weights * layers for _ in (0, 1)]
        whole = asked.make(odd(draw, unit * 0.5))
        asked.drop(whole)
        for block in grads:
            asked.drop(block)
    return asked


def mixture(draw, room):
    """Blocks of all sizes that come and go, at a level that rises."""
    asked = Requests(draw)
    sizes = [odd(draw, size) for size in (300, 9 * KIB, 500 * KIB, MIB, 3 * MIB, 9 * MIB, 21 * MIB)]
    sizes += [odd(draw, room * part) for part in (0.01, 0.02, 0.04, 0.1)]
    total = draw.randint(250, 450)
    for i in range(total):
        level = room * min(1.0, 0.4 + i / total)
        while asked.live and asked.held() > level * draw.uniform(0.9, 1.0):
            asked.drop(draw.choice(list(asked.live)))
        size = draw.choice(sizes) if draw.random() < 0.8 else odd(draw, draw.choice(sizes))
        asked.make(size, int(draw.random() < 0.2))
    return asked


def peak_of(asked):
    held = peak = block = 0
    for each in asked.operations:
        if each < 0:
            held -= asked.made[-1 - each]
        else:
            held += asked.made[block]
            block += 1
            peak = max(peak, held)
    return peak


def stats():
    found = torch._C._cuda_memoryStats(0)
    return found["reserved_bytes"]["all"]["current"], found["allocated_bytes"]["all"]["current"], found


def run(asked, streams):
    """What PyTorch holds after each request or free that changes what is reserved."""
    changes, blocks, before = [], [], 0
    ended = None
    for number, each in enumerate(asked.operations):
        if each < 0:
            torch.cuda.caching_allocator_delete(blocks[-1 - each])
            blocks[-1 - each] = None
        else:
            try:
                blocks.append(torch.cuda.caching_allocator_alloc(asked.sizes[each >> 1], 0, streams[each & 1]))
            except torch.cuda.OutOfMemoryError:
                ended = number
        reserved, allocated, _ = stats()
        if reserved != before:
            changes.append([number, reserved // MIB, allocated])
            before = reserved
        if ended is not None:
            break
    reserved, allocated, found = stats()
    segments = sorted(each["total_size"] // MIB for each in torch.cuda.memory_snapshot())
    result = {
        "changes": changes,
        "allocated": allocated,
        "peak_allocated": found["allocated_bytes"]["all"]["peak"],
        "peak_reserved": found["reserved_bytes"]["all"]["peak"] // MIB,
        "retries": found["num_alloc_retries"],
        "out_of_memory_at": ended,
        "segments": segments,
    }
    for block in blocks:
        if block is not None:
            torch.cuda.caching_allocator_delete(block)
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    torch.cuda.reset_accumulated_memory_stats()
    return result


def write_settings(settings):
    usual = {"expandable_segments": False, "max_split_size_mb": 1 << 30, "roundup_power2_divisions": 1}
    usual.update(settings)
    torch.cuda.memory._set_allocator_settings(",".join("%s:%s" % each for each in usual.items()))


def main(golden):
    torch.cuda.init()
    streams = (torch.cuda.default_stream(), torch.cuda.Stream())
    capacity = torch.cuda.mem_get_info()[0]
    cases = []
    for place, settings in enumerate(SETTINGS):
        write_settings(settings)
        for number in range(CASES):
            draw = random.Random(1000 * place + number)
            make = mixture if number % 3 == 2 else steps
            share = draw.uniform(0.6, 0.99)
            # Once to learn the most that is held, then at this share of the card.
            seed = draw.random()
            asked = make(random.Random(seed), capacity)
            asked = make(random.Random(seed), capacity * share * capacity / peak_of(asked))
            cases.append({"settings": settings, "sizes": asked.sizes, "operations": asked.operations,
                          **run(asked, streams)})
            assert stats()[:2] == (0, 0), stats()[:2]
    with open(golden, "w", encoding="utf-8") as file:
        file.write('{"torch": %s, "capacity": %d, "cases": [\n' % (json.dumps(torch.__version__), capacity))
        file.write(",\n".join(json.dumps(each, separators=(",", ":")) for each in cases) + "\n]}\n")
    print("%d cases, %d retries, %d out of memory" % (
        len(cases), sum(each["retries"] for each in cases),
        sum(each["out_of_memory_at"] is not None for each in cases)))


if __name__ == "__main__":
    main(*sys.argv[1:])
