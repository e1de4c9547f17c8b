#!/usr/bin/env python3
# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""near.py HIGHWATER EDGES FOLDER [PART ...]: the least memory with which drawn plans run.

Each plan is rehearsed once on a card that is large enough; FOLDER keeps its requests of memory. They are
then given to PyTorch's own allocator on cards of other sizes until the least is found on which none fails.
EDGES is tests/golden/edges.json, whose rows test_edges compares with the program's answer. Rows of other
cases stay.

    near.py build/app/highwater tests/golden/edges.json /tmp/near trainer
"""

import json
import os
import pickle
import random
import subprocess
import sys

import record

HERE = os.path.dirname(os.path.abspath(__file__))
MIB = 1 << 20
ROOM = 1 << 40  # bytes of a card on which everything runs
OFFSETS = (-20, -10, -5, -2, -1, 1, 2, 5, 10, 20)  # of the least memory, in thousandths
STEPS = 10  # a card that is too small may show it late, as each step finds the cache of the one before
LENGTHS = {"1b": 16384, "3b": 16384, "7b": 8192, "8b": 8192, "13b": 6144}  # most tokens of a batch


def batch_of(draw, shape):
    length = draw.choice((512, 768, 1000, 1024, 1536, 2048, 3000, 3072, 4096, 6144, 8192))
    return min(length, LENGTHS[shape]), draw.randint(1, max(1, min(8, LENGTHS[shape] // length)))


def trainers(count):
    draw = random.Random(43)
    for number in range(count):
        shape = draw.choice(("1b", "3b", "7b", "8b", "13b"))
        length, batch = batch_of(draw, shape)
        method = draw.choice(("full", "lora"))
        recompute = draw.choice(("none", "plain", "plain", "reentrant"))
        accumulate = draw.choice((1, 1, 1, 2, 3))
        yield record.case(
            "trainer-%02d" % number, "hf_trainer.py", "huggingface", shape, length, batch,
            method=method, recompute=recompute, accumulate=accumulate,
            **({"set_recipe__reentrant": True} if recompute == "reentrant" else {}),
        )


def loops(count):
    draw = random.Random(44)
    for number in range(count):
        shape = draw.choice(("1b", "3b", "7b", "8b", "13b"))
        length, batch = batch_of(draw, shape)
        yield record.case(
            "fsdp2-%02d" % number, "plain_loop.py", "pytorch-fsdp", shape, length, batch,
            ranks=draw.choice((2, 4, 8)), zero=3, engine="fsdp2", recompute=draw.choice(("none", "plain")),
            set_recipe__kernels="eager",
        )


def engines(count):
    draw = random.Random(45)
    for number in range(count):
        shape = draw.choice(("1b", "3b", "7b", "8b", "13b"))
        length, batch = batch_of(draw, shape)
        stage = draw.choice((2, 3))
        yield record.case(
            "zero-%02d" % number, "hf_trainer.py", "deepspeed", shape, length, batch,
            ranks=draw.choice((2, 4, 8)), zero=stage, engine="zero%d" % stage,
            method=draw.choice(("full", "lora")), recompute=draw.choice(("none", "plain")),
        )


def requests_of(recording):
    """Bytes and stream of each request in turn, and the numbers of requests that are freed."""
    with open(recording, "rb") as file:
        events = pickle.load(file)["device_traces"][0]
    held, streams, made, requests = {}, {}, 0, []
    for event in events:
        if event["action"] == "alloc":
            held[event["addr"]] = made
            requests.append([max(1, event["size"]), streams.setdefault(event["stream"], len(streams))])
            made += 1
        elif event["action"] == "free_completed" and event["addr"] in held:
            requests.append(held.pop(event["addr"]))
    return requests


def runs(requests, streams, torch, memory):
    """Whether no request fails on a card with this much for PyTorch, what was reserved and how often the
    cache was emptied. A block that is never freed stands for the memory that the card has not."""
    allocate, free = torch.cuda.caching_allocator_alloc, torch.cuda.caching_allocator_delete
    outside = torch.cuda.Stream()
    total = torch.cuda.mem_get_info()[0]
    torch.cuda.reset_accumulated_memory_stats()
    missing = allocate(total - memory, 0, outside)
    torch.cuda.reset_peak_memory_stats()
    blocks, fits = [], True
    for request in requests:
        if isinstance(request, int):
            free(blocks[request])
            blocks[request] = None
            continue
        try:
            blocks.append(allocate(request[0], 0, streams[request[1]]))
        except torch.cuda.OutOfMemoryError:
            fits = False
            break
    found = torch._C._cuda_memoryStats(0)
    for block in blocks:
        if block is not None:
            free(block)
    free(missing)
    torch.cuda.empty_cache()
    reserved = found["reserved_bytes"]["all"]["peak"] - (total - memory)
    return fits, reserved, found["allocated_bytes"]["all"]["peak"] - (total - memory), found["num_alloc_retries"]


def find_edge(path):
    """The part that runs where PyTorch sees a card of ROOM bytes."""
    import torch

    with open(path, encoding="utf-8") as file:
        requests = json.load(file)
    most = 1 + max(each[1] for each in requests if not isinstance(each, int))
    streams = [torch.cuda.default_stream()] + [torch.cuda.Stream() for _ in range(most - 1)]
    _, reserved, allocated, _ = runs(requests, streams, torch, ROOM // 2)
    page = 2 * MIB
    low, high = allocated // page - 1, reserved // page
    while high - low > 1:
        middle = (low + high) // 2
        if runs(requests, streams, torch, middle * page)[0]:
            high = middle
        else:
            low = middle
    edge = high * page
    near = []  # a run may fail with a little more memory than the least, as blocks then lie elsewhere
    for offset in OFFSETS:
        fits, _, _, retries = runs(requests, streams, torch, edge + edge // 1000 * offset)
        near.append([offset, fits, retries])
    print(json.dumps({"allocated": allocated, "reserved": reserved, "edge": edge, "near": near}))


def edge_of(highwater, each, folder):
    path = os.path.join(folder, each["case"] + ".json")
    recording = os.path.join(folder, "recording.pickle")
    rehearse = [highwater, "rehearse", "--without-weights", "--card", record.CARD, "--memory", str(ROOM)]
    if not os.path.exists(path):
        script = [os.path.join(HERE, each["script"])] + each["arguments"] + ["--steps", str(STEPS + 1)]
        launch = [sys.executable]
        if each["ranks"] > 1:
            launch += ["-m", "torch.distributed.run", "--nproc_per_node", str(each["ranks"])]
        ranks = ["--ranks", str(each["ranks"]), "--rank", "0"] if each["ranks"] > 1 else []
        done = subprocess.run(rehearse + ranks + ["--steps", str(STEPS), "-o", recording, "--"] + launch + script,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0:
            return None
        with open(path, "w", encoding="utf-8") as file:
            json.dump(requests_of(recording), file, separators=(",", ":"))
        os.remove(recording)
    done = subprocess.run(rehearse + ["--", sys.executable, os.path.abspath(__file__), "--edge", path],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    found = [line for line in done.stdout.splitlines() if line.startswith('{"allocated"')]
    return json.loads(found[0]) if found else None


def main(highwater, edges, folder, *parts):
    rows = []
    if os.path.exists(edges):
        with open(edges, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
    os.makedirs(folder, exist_ok=True)
    for each in [*trainers(50), *loops(25), *engines(25)]:
        if parts and not any(part in each["case"] for part in parts):
            continue
        found = edge_of(highwater, each, folder)
        if found is None:
            print("no answer:", each["case"], file=sys.stderr, flush=True)
            continue
        row = {"case": each["case"], "command": " ".join([each["script"]] + each["arguments"]),
               "set": each["set"], **found}
        rows = sorted([old for old in rows if old["case"] != row["case"]] + [row], key=lambda old: old["case"])
        with open(edges, "w", encoding="utf-8") as file:
            file.write('{"rows": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]}\n")
        print("%-12s %-90s reserved %8.3f edge %8.3f GiB" % (
            row["case"], row["command"], row["reserved"] / 2**30, row["edge"] / 2**30), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--edge":
        find_edge(sys.argv[2])
    else:
        main(*sys.argv[1:])
