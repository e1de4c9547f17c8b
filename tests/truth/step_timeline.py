#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""Record every allocation of whole training steps of small models on a CPU, and add them up event by event.

PyTorch's profiler (profile_memory) tells each allocation and release of the CPU allocator with its address.  Weights,
optimizer states and kept gradients exist before the recorded step (one step has gone before); their bytes are counted
from the tensors.  What only a CPU allocates is taken out, added up by cause and named.  Requested bytes are counted,
not rounded to the blocks of an allocator.

  step_timeline.py                         record all cases, write step_timeline.json beside this file
  step_timeline.py --markdown FILE         and a summary to read
  step_timeline.py --list                  the cases
  step_timeline.py --check FILE --case ... record the cases again and compare with FILE; 77 where PyTorch is missing
"""

import argparse
import gc
import json
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

SKIPPED = 77
try:
    import torch
    from torch._C._profiler import _EventType
    from torch.profiler import ProfilerActivity, profile, record_function

    from small_models import (KERNEL, Model, Recipe, Shape, clear_gradients, make_batches, make_optimizer, train_step)
except ImportError as missing:
    if __name__ != "__main__" or (missing.name or "").split(".")[0] != "torch":
        raise
    print("skipped: this test needs PyTorch (Debian: python3-torch), and this Python has none")
    sys.exit(SKIPPED)

MARK = "highwater event: "
GROUPS = ("parameters", "gradients", "optimizer", "activations")
PARAMETERS, GRADIENTS, OPTIMIZER, ACTIVATIONS = range(4)
PRODUCTS = {"aten::mm", "aten::addmm", "aten::addmm_", "aten::bmm", "aten::baddbmm", "aten::mv", "aten::dot"}
SCALAR = 8  # bytes; a scalar is not counted, as the profiler makes some of its own
TOLERANCE = 0.02


@dataclass
class Case:
    name: str
    shape: Shape
    recipe: Recipe


@dataclass
class Allocation:
    address: int
    size: int
    born: int
    died: int
    within: List[Any]  # the profiler's events around it, outermost first
    group: int = ACTIVATIONS
    cause: Optional[str] = None  # why it is there on a CPU alone


@dataclass
class Recording:
    allocations: List[Allocation]
    begins: List[int]  # of the events
    end: int
    unmatched: int = 0  # bytes released that the recording did not see allocated


@dataclass
class Marks:
    """The events of a step as they are announced, and where gradients were at each."""

    model: Model
    names: List[Tuple[str, Optional[int], int]] = field(default_factory=list)
    gradients: List[Set[int]] = field(default_factory=list)

    def __call__(self, name: str, layer: Optional[int], micro_batch: int) -> None:
        self.names.append((name, layer, micro_batch))
        self.gradients.append({p.grad.data_ptr() for p in self.model.parameters() if p.grad is not None})
        with record_function(MARK + name):
            pass


# ---------------------------------------------------------------------------------------------------------------------
# Recording
# ---------------------------------------------------------------------------------------------------------------------


def all_events(nodes: List[Any], above: List[Any]) -> Iterator[Tuple[Any, List[Any]]]:
    for node in nodes:
        yield node, above
        yield from all_events(node.children, above + [node])


def read(recorded: Any) -> Recording:
    tree = recorded.profiler.kineto_results.experimental_event_tree()
    events = sorted(all_events(tree, []), key=lambda pair: pair[0].start_time_ns)
    out = Recording([], [], events[-1][0].start_time_ns + 1)
    live: Dict[int, Allocation] = {}
    for event, above in events:
        if event.tag != _EventType.Allocation:
            if event.name.startswith(MARK):
                out.begins.append(event.start_time_ns)
            continue
        size, address, now = event.extra_fields.alloc_size, event.extra_fields.ptr, event.start_time_ns
        if abs(size) <= SCALAR or any(node.name.startswith(MARK) for node in above):
            continue  # record_function allocates, too
        if size > 0:
            live[address] = Allocation(address, size, now, out.end, above)
            out.allocations.append(live[address])
        elif address in live:
            live.pop(address).died = now
        else:
            out.unmatched -= size
    return out


def cpu_only(allocation: Allocation) -> Optional[str]:
    """Why nothing of this would be allocated on a GPU, if so: it lives and dies inside one kernel."""
    for node in allocation.within:
        if allocation.died > node.end_time_ns:
            continue
        if node.name == KERNEL:
            return "arithmetic of a fused kernel, written out"
        if node.name in PRODUCTS:
            return "scratch memory of the CPU's matrix products"
    return None


def narrowed(recording: Recording, itemsize: int) -> None:
    """A dropout mask has one byte an element on a GPU; a CPU's other bytes are set apart."""
    for allocation in list(recording.allocations):
        names = {node.name for node in allocation.within}
        if itemsize == 1 or not {"aten::dropout", "aten::empty_like"} <= names:
            continue
        rest = allocation.size - allocation.size // itemsize
        allocation.size -= rest
        recording.allocations.append(replace(allocation, size=rest, cause="dropout masks beyond one byte an element"))


def label(recording: Recording, marks: Marks, leftover: Set[int]) -> None:
    """Gradients are told by their address at the begin of each event; a gradient is one from its allocation on."""
    moments = recording.begins + [recording.end - 1]
    for allocation in recording.allocations:
        allocation.cause = allocation.cause or cpu_only(allocation)
        for moment, addresses in zip(moments, marks.gradients + [leftover]):
            if allocation.address in addresses and allocation.born < moment < allocation.died:
                allocation.group = GRADIENTS
                break


def record(case: Case) -> Tuple[Recording, Marks, List[int]]:
    torch.manual_seed(3)
    device = torch.device("cpu")
    model = Model(case.shape, case.recipe).place(device)
    optimizer = make_optimizer(model, case.recipe)
    batches = make_batches(case.shape, case.recipe.accumulation, device)
    train_step(model, optimizer, batches, lambda *_: None)
    clear_gradients(model, case.recipe.keep_gradients)
    gc.collect()

    weights = list(model.parameters())
    sizes = [bytes_of(weights), bytes_of([p.grad for p in weights if p.grad is not None]),
             bytes_of(optimizer.tensors()), 0]
    marks = Marks(model)
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as recorded:
        train_step(model, optimizer, batches, marks)
    recording = read(recorded)
    narrowed(recording, weights[0].element_size())
    label(recording, marks, {p.grad.data_ptr() for p in weights if p.grad is not None})
    return recording, marks, sizes


def bytes_of(tensors: List[torch.Tensor]) -> int:
    return sum(t.numel() * t.element_size() for t in tensors)


# ---------------------------------------------------------------------------------------------------------------------
# Adding up
# ---------------------------------------------------------------------------------------------------------------------


def add_up(recording: Recording, marks: Marks, resident: List[int]) -> List[Dict[str, Any]]:
    """One row for each event: bytes by group at its end, and at the highest point within it."""
    changes = []
    for allocation in recording.allocations:
        changes += [(allocation.born, allocation.size, allocation), (allocation.died, -allocation.size, allocation)]
    changes.sort(key=lambda change: change[0])
    rows, at = [], 0
    live, aside = list(resident), {}
    for index, (name, layer, micro_batch) in enumerate(marks.names):
        until = recording.begins[index + 1] if index + 1 < len(marks.names) else recording.end
        peak, aside_peak = list(live), dict(aside)
        while at < len(changes) and changes[at][0] < until:
            _, size, allocation = changes[at]
            at += 1
            if allocation.cause is None:
                live[allocation.group] += size
                if sum(live) > sum(peak):
                    peak = list(live)
                continue
            aside[allocation.cause] = aside.get(allocation.cause, 0) + size
            aside_peak[allocation.cause] = max(aside_peak.get(allocation.cause, 0), aside[allocation.cause])
        rows.append({"name": name, "phase": phase_of(name), "layer": layer, "micro_batch": micro_batch,
                     "live": list(live), "peak": peak, "total": sum(peak),
                     "cpu_only": {cause: size for cause, size in aside_peak.items() if size > 0}})
    return rows


def phase_of(name: str) -> str:
    return "optimizer" if name == "optimizer_step" else name.split("_")[0]


def plan_of(case: Case) -> Dict[str, Any]:
    """The case as a plan file."""
    shape, recipe = case.shape, case.recipe
    llama = shape.kind == "llama"
    custom = {"hidden_size": shape.hidden, "num_layers": shape.layers, "num_heads": shape.heads,
              "num_kv_heads": shape.kv_heads, "head_dim": shape.head_dim, "intermediate_size": shape.ffn,
              "vocab_size": shape.vocab}
    if not llama:
        custom.update(norm="LayerNorm", gated=False, activation="gelu", biases=True, learned_positions=shape.seq)
    wide = recipe.precision == "fp32"
    return {
        "format": "highwater-plan", "version": 1, "name": case.name, "method": "exact",
        "model": {"custom": custom},
        "workload": {"context": shape.seq, "micro_batch": shape.micro_batch,
                     "global_batch": shape.micro_batch * recipe.accumulation},
        "recipe": {"precision": recipe.precision, "gradients": "fp32" if wide else "bf16",
                   "keep_gradients": recipe.keep_gradients, "master_weights": recipe.precision == "bf16-mixed",
                   "optimizer": "adamw", "moments": "bf16" if recipe.precision == "bf16" else "fp32",
                   "recompute": recipe.recompute, "attention": recipe.attention, "kernels": recipe.kernels,
                   "loss": recipe.loss, "dropout": recipe.dropout > 0.0},
        "cluster": {"device": "h100-sxm5-80gb", "gpus": 1, "gpus_per_node": 1, "overhead": "none"},
    }


def not_counted(case: Case) -> List[str]:
    table = "rotary tables" if case.shape.kind == "llama" else "position indices"
    mask = ["causal mask [s, s]"] if case.recipe.attention == "eager" else []
    return ["scalars", "token and label indices", table] + mask


def not_in_plan(case: Case) -> List[str]:
    """What the step does and no key of a plan says."""
    recipe = case.recipe
    one = recipe.optimizer == "one-kernel"
    said = ["AdamW runs as one kernel" if one else f"AdamW of torch.optim, {recipe.optimizer}"]
    if recipe.loss == "full":
        said.append("the training loop still names the logits while the backward pass runs" if recipe.hold_logits
                    else "the training loop lets go of the logits before the backward pass")
        said.append("the loss is F.cross_entropy on logits in 32 bits")
    if recipe.attention == "flash":
        said.append("FlashAttention-2's backward pass: 32-bit dq, row sums, dk and dv of every query head")
    if recipe.recompute == "full":
        said.append("torch.utils.checkpoint around every layer, use_reentrant=False")
    return said


def other_widths(case: Case) -> List[str]:
    """What stays in the count although a GPU keeps another width."""
    if case.shape.kind == "gpt" and case.recipe.precision != "fp32":
        return ["LayerNorm keeps mean and deviation in 2 bytes, on a GPU in 4"]
    return []


def run(case: Case) -> Dict[str, Any]:
    recording, marks, resident = record(case)
    if len(recording.begins) != len(marks.names):
        raise RuntimeError(f"{case.name}: {len(marks.names)} events, {len(recording.begins)} of them in the profile")
    rows = add_up(recording, marks, resident)
    highest = max(range(len(rows)), key=lambda i: rows[i]["total"])
    hidden: Dict[str, int] = {}
    for row in rows:
        for cause, size in row.pop("cpu_only").items():
            hidden[cause] = max(hidden.get(cause, 0), size)
    return {"name": case.name, "plan": plan_of(case), "settings": {**asdict(case.shape), **asdict(case.recipe)},
            "not_in_plan": not_in_plan(case), "not_counted": not_counted(case),
            "cpu_only_removed": hidden, "cpu_only_left": other_widths(case), "released_unseen": recording.unmatched,
            "resident": resident, "peak_event": highest, "peak": rows[highest]["total"], "events": rows}


# ---------------------------------------------------------------------------------------------------------------------
# The cases
# ---------------------------------------------------------------------------------------------------------------------

LLAMA = Shape("llama", layers=4, hidden=256, heads=8, kv_heads=4, ffn=704, vocab=2048, seq=256, micro_batch=2)
GPT = Shape("gpt", layers=3, hidden=256, heads=8, kv_heads=8, ffn=1024, vocab=2048, seq=256, micro_batch=2)
TINY = Shape("llama", layers=2, hidden=64, heads=2, kv_heads=1, ffn=192, vocab=512, seq=128, micro_batch=1)
EAGER = Recipe(kernels="eager", attention="eager")


def all_cases() -> List[Case]:
    fused = Recipe()
    return [
        Case("tiny, fused, bf16-mixed", TINY, fused),
        Case("llama, fused, bf16-mixed", LLAMA, fused),
        Case("llama, fused, bf16-mixed, logits let go", LLAMA, replace(fused, hold_logits=False)),
        Case("llama, fused, bf16-mixed, recomputed", LLAMA, replace(fused, recompute="full")),
        Case("llama, fused, bf16-mixed, chunked loss, gradients freed", LLAMA,
             replace(fused, loss="chunked", keep_gradients=False)),
        Case("llama, fused, bf16-mixed, chunked loss, recomputed", LLAMA,
             replace(fused, loss="chunked", recompute="full")),
        Case("llama, fused, bf16-mixed, two micro-batches, gradients freed", LLAMA,
             replace(fused, accumulation=2, keep_gradients=False)),
        Case("llama, eager, bf16-mixed", LLAMA, EAGER),
        Case("llama, eager, bf16-mixed, recomputed", LLAMA, replace(EAGER, recompute="full")),
        Case("llama, fused, fp32", LLAMA, replace(fused, precision="fp32")),
        Case("llama, eager, fp32, two micro-batches", LLAMA, replace(EAGER, precision="fp32", accumulation=2)),
        Case("llama, fused, fp32, chunked loss, foreach", LLAMA,
             replace(fused, precision="fp32", loss="chunked", optimizer="foreach")),
        Case("gpt, flash, bf16-mixed", GPT, fused),
        Case("gpt, eager attention, bf16-mixed, dropout", GPT, replace(EAGER, dropout=0.1)),
        Case("gpt, eager attention, bf16-mixed, recomputed", GPT, replace(EAGER, recompute="full")),
    ]


# ---------------------------------------------------------------------------------------------------------------------
# Output
# ---------------------------------------------------------------------------------------------------------------------


def event_words(row: Dict[str, Any]) -> str:
    layer = "" if row["layer"] is None else f" {row['layer']}"
    return f"{row['name']}{layer}, micro-batch {row['micro_batch']}"


def as_json(cases: List[Dict[str, Any]]) -> str:
    """One event a line, so that a change shows as one line."""
    parts = []
    for case in cases:
        head = {key: value for key, value in case.items() if key != "events"}
        rows = ",\n".join("      " + json.dumps(row) for row in case["events"])
        fields = ",\n".join(f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items())
        parts.append(f'  {{\n{fields},\n    "events": [\n{rows}\n    ]\n  }}')
    head = {"format": "highwater-step-timeline", "version": 1, "torch": torch.__version__, "groups": list(GROUPS)}
    fields = "".join(f"{json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items())
    return "{\n" + fields + '"cases": [\n' + ",\n".join(parts) + "\n]\n}\n"


def as_markdown(cases: List[Dict[str, Any]]) -> str:
    lines = [f"# Recorded training steps (PyTorch {torch.__version__}, CPU)", "",
             "Bytes. Activations here are everything that is neither weight, gradient nor optimizer state."]
    for case in cases:
        lines += ["", f"## {case['name']}", "", f"Peak {case['peak']:,} in "
                  f"{event_words(case['events'][case['peak_event']])}.", ""]
        for title, key in (("Not said by the plan", "not_in_plan"), ("Not counted", "not_counted"),
                           ("Counted in the CPU's width", "cpu_only_left")):
            lines += [f"{title}: {'; '.join(case[key])}."] if case[key] else []
        lines += [f"Only on a CPU, taken out: {cause} (up to {size:,})." for cause, size in
                  case["cpu_only_removed"].items()]
        lines += ["", "| event | " + " | ".join(GROUPS) + " | peak within |", "|---|" + "---:|" * 5]
        for row in case["events"]:
            lines.append(f"| {event_words(row)} | " + " | ".join(f"{size:,}" for size in row["live"])
                         + f" | {row['total']:,} |")
    return "\n".join(lines) + "\n"


def order_of(case: Dict[str, Any]) -> List[str]:
    return [event_words(row) for row in case["events"]]


def differences(want: Dict[str, Any], got: Dict[str, Any]) -> List[str]:
    if order_of(want) != order_of(got):
        return ["the events come in another order"]
    found = []
    if want["peak_event"] != got["peak_event"]:
        found.append(f"the peak is in {order_of(got)[got['peak_event']]}, not {order_of(want)[want['peak_event']]}")
    for left, right in zip(want["events"], got["events"]):
        if abs(left["total"] - right["total"]) > TOLERANCE * left["total"]:
            found.append(f"{event_words(left)}: {right['total']:,} where {left['total']:,} was recorded")
    if got["events"][-1]["live"][ACTIVATIONS] > TOLERANCE * got["peak"]:
        found.append("activations outlive the step")
    return found


def check(path: Path, cases: List[Case]) -> bool:
    recorded = json.loads(path.read_text(encoding="utf-8"))
    wanted = {case["name"]: case for case in recorded["cases"]}
    good = True
    for case in cases:
        found = differences(wanted[case.name], run(case)) if case.name in wanted else ["was not recorded"]
        good = good and not found
        print(f"{'as recorded' if not found else 'differs'}: {case.name}")
        print("".join(f"    {line}\n" for line in found), end="")
    if not good:
        print(f"recorded with PyTorch {recorded['torch']}, this is {torch.__version__}")
    return good


def main() -> int:
    default = Path(__file__).resolve().parent / "step_timeline.json"
    parser = argparse.ArgumentParser(description="Record the memory of training steps on a CPU, event by event.")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--case", action="append", metavar="NAME", help="only cases whose name begins so")
    parser.add_argument("--output", type=Path, default=default, help="where the JSON goes")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write a summary as well")
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare with FILE and write nothing")
    options = parser.parse_args()
    begins = tuple(options.case or [""])
    cases = [case for case in all_cases() if case.name.startswith(begins)]
    if options.list or not cases:
        print("\n".join(case.name for case in all_cases()))
        return 0 if options.list else 2
    torch.set_num_threads(1)
    if options.check is not None:
        return 0 if check(options.check, cases) else 1
    done = [run(case) for case in cases]
    for case in done:
        print(f"{case['peak']:>12,} in {event_words(case['events'][case['peak_event']]):<36} {case['name']}")
    options.output.write_text(as_json(done), encoding="utf-8")
    if options.markdown is not None:
        options.markdown.write_text(as_markdown(done), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
