#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""Measure how high the memory of training steps rises on a CUDA card, moment by moment.

Small Llama- and GPT-like models (small_models.py) and single layers of them take one step to warm up and one that is
measured; what PyTorch's allocator has allocated and reserved goes into a CSV file in the columns that `highwater
validate` reads, one row for each moment:

  load            the weights are on the card
  forward_end     what is allocated once the loss is computed (of a single layer: its output)
  loss            highest from the loss's forward pass to the end of the head's backward pass
  layer_backward  highest in the backward pass of the layers
  backward_end    highest in the backward pass of the embedding
  optimizer_step  highest while the optimizer runs
  step            highest of the whole step

  measure_peak.py -o peaks.csv          measure everything that the card can hold
  measure_peak.py --list                the cases
  measure_peak.py --dry-run             go through all of it on a CPU with tiny shapes; no memory is measured
"""

import argparse
import csv
import gc
import io
import sys
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ContextManager, Dict, List, Optional, Tuple

SKIPPED = 77
try:
    import torch

    from small_models import (Layer, Model, Recipe, Shape, block_step, clear_gradients, make_batches, make_optimizer,
                              native_groups, tables, train_step)
    from torch import nn
except ImportError as missing:
    if __name__ != "__main__" or (missing.name or "").split(".")[0] != "torch":
        raise
    print("skipped: this needs PyTorch, and this Python has none")
    sys.exit(SKIPPED)

COLUMNS = ("id,source,model,layers,hidden,heads,kv_heads,ffn,vocab,params,gpus,gpu_type,dp,tp,pp,cp,zero_or_fsdp,"
           "offload,recompute,attention,optimizer,precision,grad_dtype,seq,micro_batch,measured_what,value_GB_or_GiB,"
           "unit,notes,grad_accum,moment").split(",")
MOMENTS = ("load", "forward_end", "loss", "layer_backward", "backward_end", "optimizer_step", "step")
MOMENT_OF = {"loss": "loss", "backward_loss": "loss", "backward_head": "loss", "backward_layer": "layer_backward",
             "backward_embedding": "backward_end", "optimizer_step": "optimizer_step"}
Sizes = Tuple[Optional[int], Optional[int]]  # allocated, reserved; unknown on a CPU
Peaks = Dict[str, Sizes]


@dataclass
class Case:
    name: str
    shape: Shape
    recipe: Recipe
    block: bool = False  # layers alone: no embedding, head or optimizer


# ---------------------------------------------------------------------------------------------------------------------
# The cases
# ---------------------------------------------------------------------------------------------------------------------

SHAPES = {
    "llama-gqa": Shape("llama", 4, 2048, 16, 4, 5632, 32000, 2048, 2),
    "llama-mha": Shape("llama", 8, 1024, 16, 16, 2816, 32000, 1024, 4),
    "llama-wide-vocabulary": Shape("llama", 4, 2048, 16, 8, 7168, 128256, 2048, 1),
    "gpt": Shape("gpt", 8, 1024, 16, 16, 4096, 50304, 1024, 4),
}
TINY = dict(layers=2, hidden=64, ffn=96, vocab=160, seq=16)


def variants(llama: bool) -> Dict[str, Recipe]:
    """One choice at a time away from the first, and the pairs that meet in one moment."""
    base = Recipe(optimizer="fused")
    eager = replace(base, kernels="eager")
    out = {
        "fused kernels": base,
        "recomputed": replace(base, recompute="full"),
        "two micro-batches": replace(base, accumulation=2),
        "two micro-batches, gradients freed": replace(base, accumulation=2, keep_gradients=False),
        "gradients freed": replace(base, keep_gradients=False),
        "logits let go": replace(base, hold_logits=False),
        "chunked loss": replace(base, loss="chunked"),
        "chunked loss, recomputed": replace(base, loss="chunked", recompute="full"),
        "AdamW foreach": replace(base, optimizer="foreach"),
        "AdamW foreach, chunked loss, recomputed": replace(base, optimizer="foreach", loss="chunked", recompute="full"),
        "eager attention": replace(base, attention="eager"),
        "eager attention, recomputed": replace(base, attention="eager", recompute="full"),
        "bf16 throughout": replace(base, precision="bf16"),
        "bf16 throughout, AdamW foreach": replace(base, precision="bf16", optimizer="foreach"),
        "fp32, eager": replace(eager, precision="fp32", attention="eager"),
        "fp32, eager, AdamW foreach": replace(eager, precision="fp32", attention="eager", optimizer="foreach"),
        "autocast": replace(eager, autocast=True),
        "autocast, recomputed, AdamW foreach": replace(eager, autocast=True, recompute="full", optimizer="foreach"),
    }
    if not llama:
        out["dropout"] = replace(base, dropout=0.1, attention="eager")
    else:  # a GPT layer has nothing that only a fused kernel would save
        out.update({
            "eager kernels": eager,
            "eager kernels, recomputed": replace(eager, recompute="full"),
            "eager kernels and attention": replace(eager, attention="eager"),
            "eager kernels, two micro-batches": replace(eager, accumulation=2),
        })
    return out


BLOCK_VARIANTS = ("fused kernels", "recomputed", "eager attention", "eager attention, recomputed", "fp32, eager",
                  "autocast", "eager kernels", "eager kernels, recomputed", "eager kernels and attention", "dropout")


def all_cases() -> List[Case]:
    cases = []
    for shape_name, shape in SHAPES.items():
        for name, recipe in variants(shape.kind == "llama").items():
            if name in BLOCK_VARIANTS and shape_name != "llama-wide-vocabulary":
                cases.append(Case(f"{shape_name} layer: {name}", replace(shape, layers=1), recipe, block=True))
            cases.append(Case(f"{shape_name}: {name}", shape, recipe))
    return cases


def tiny(case: Case) -> Case:
    shape = case.shape
    small = {**TINY, "heads": 4, "kv_heads": 4 * shape.kv_heads // shape.heads, "layers": min(2, shape.layers)}
    # PyTorch's fused AdamW was for CUDA alone for long.
    optimizer = "foreach" if case.recipe.optimizer == "fused" else case.recipe.optimizer
    return replace(case, shape=replace(shape, **small), recipe=replace(case.recipe, optimizer=optimizer))


# ---------------------------------------------------------------------------------------------------------------------
# Measuring
# ---------------------------------------------------------------------------------------------------------------------


class Meter:
    """Asks the allocator at every event and keeps the highest of each moment."""

    def __init__(self, device: torch.device) -> None:
        self.cuda = device.type == "cuda"
        self.peaks: Peaks = {}
        self.moment: Optional[str] = None

    def __call__(self, name: str, layer: Optional[int], micro_batch: int) -> None:
        self.close()
        if name in ("backward_loss", "backward"):
            self.keep("forward_end", self.now())
        self.moment = MOMENT_OF.get(name)

    def close(self) -> None:
        highest: Sizes = (None, None)
        if self.cuda:
            highest = torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved()
            torch.cuda.reset_peak_memory_stats()
        self.keep("step", highest)
        if self.moment is not None:
            self.keep(self.moment, highest)

    def now(self) -> Sizes:
        return (torch.cuda.memory_allocated(), torch.cuda.memory_reserved()) if self.cuda else (None, None)

    def keep(self, moment: str, sizes: Sizes) -> None:
        before = self.peaks.get(moment, (None, None))
        self.peaks[moment] = tuple(max((s for s in pair if s is not None), default=None)
                                   for pair in zip(before, sizes))

    def begin(self) -> None:
        """From here on peaks count; what is cached stays, as it does in a long run."""
        self.peaks, self.moment = {}, None
        if self.cuda:
            torch.cuda.synchronize()
            torch.cuda.reset_peak_memory_stats()


def flash_only(case: Case) -> ContextManager[Any]:
    """Lets scaled_dot_product_attention take its flash kernel or fail."""
    if case.recipe.attention != "flash" or not torch.cuda.is_available():
        return nullcontext()
    try:
        from torch.nn.attention import SDPBackend, sdpa_kernel
        return sdpa_kernel(SDPBackend.FLASH_ATTENTION)
    except ImportError:
        return torch.backends.cuda.sdp_kernel(enable_flash=True, enable_math=False, enable_mem_efficient=False)


def clean(device: torch.device) -> None:
    gc.collect()
    if device.type == "cuda":
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()


def measure_model(case: Case, device: torch.device) -> Tuple[int, Peaks]:
    meter = Meter(device)
    model = Model(case.shape, case.recipe).place(device)
    load = meter.now()
    optimizer = make_optimizer(model, case.recipe)
    batches = make_batches(case.shape, case.recipe.accumulation, device)
    train_step(model, optimizer, batches, lambda *_: None)
    clear_gradients(model, case.recipe.keep_gradients)
    meter.begin()
    train_step(model, optimizer, batches, meter)
    meter.close()
    return sum(p.numel() for p in model.parameters()), {"load": load, **meter.peaks}


def measure_block(case: Case, device: torch.device) -> Tuple[int, Peaks]:
    meter = Meter(device)
    shape, dtype = case.shape, case.recipe.dtype
    layers = nn.ModuleList(Layer(shape, case.recipe) for _ in range(shape.layers)).to(dtype).to(device)
    made = tables(shape, dtype, device)
    for layer in layers:
        layer.tables = made
    load = meter.now()
    size = (shape.micro_batch, shape.seq, shape.hidden)
    x = torch.randn(size, device=device).to(dtype).requires_grad_(True)
    grad = torch.randn(size, device=device).to(dtype)
    block_step(layers, x, grad, case.recipe, lambda *_: None)
    clear_gradients(layers, case.recipe.keep_gradients)
    x.grad = None
    meter.begin()
    block_step(layers, x, grad, case.recipe, meter)
    meter.close()
    return sum(p.numel() for p in layers.parameters()), {"load": load, **meter.peaks}


def measure(case: Case, device: torch.device) -> Tuple[int, Peaks]:
    torch.manual_seed(3)
    with flash_only(case):
        return (measure_block if case.block else measure_model)(case, device)


# ---------------------------------------------------------------------------------------------------------------------
# Rows
# ---------------------------------------------------------------------------------------------------------------------


def slug(text: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def optimizer_words(case: Case) -> str:
    states = {"fp32": "fp32 moments", "bf16": "bf16 moments", "bf16-mixed": "fp32 master+moments"}
    wide = "fp32 moments" if case.recipe.autocast else states[case.recipe.precision]
    return "none" if case.block else f"AdamW ({case.recipe.optimizer}, {wide})"


def precision_words(recipe: Recipe) -> str:
    if recipe.autocast:
        return "bf16 autocast, fp32 params"
    return {"bf16": "pure bf16 (params, grads, AdamW states bf16)", "bf16-mixed": "bf16"}.get(recipe.precision, "fp32")


def note_words(case: Case, before: Sizes) -> str:
    recipe = case.recipe
    said = [f"kernels={recipe.kernels}" if case.shape.kind == "llama" else "kernels=PyTorch's own",
            f"loss={recipe.loss}", f"gradients {'kept' if recipe.keep_gradients else 'freed'} between steps",
            f"grad_accum={recipe.accumulation}"]
    if recipe.dropout > 0.0:
        said.append(f"dropout={recipe.dropout}")
    if recipe.loss == "full" and not case.block:
        said.append("logits named through the backward pass" if recipe.hold_logits else "logits let go before it")
    if recipe.attention == "flash" and case.shape.kv_heads < case.shape.heads and not native_groups():
        said.append("keys and values repeated to every head before the flash kernel")
    if recipe.precision == "bf16-mixed" and not recipe.autocast and not case.block:
        said.append("gradients cast to fp32 all at once at the step")
    if before[0] is not None:
        said.append(f"{before[0]} bytes were allocated before the model (workspaces)")
    return "; ".join(said + machine_words())


def machine_words() -> List[str]:
    words = [f"PyTorch {torch.__version__}", f"CUDA {torch.version.cuda}"]
    if torch.cuda.is_available():
        properties = torch.cuda.get_device_properties(0)
        words.append(f"{properties.name}, {properties.total_memory} bytes, sm_{properties.major}{properties.minor}")
    return words


def row_of(case: Case, gpu: str) -> Dict[str, Any]:
    """What all moments of a case share."""
    shape, recipe = case.shape, case.recipe
    wide = recipe.autocast or recipe.precision == "fp32"
    return {"source": "Highwater tests/truth/measure_peak.py", "model": case.name.split(":")[0],
            "layers": shape.layers, "hidden": shape.hidden, "heads": shape.heads, "kv_heads": shape.kv_heads,
            "ffn": shape.ffn, "vocab": "" if case.block else shape.vocab, "gpus": 1, "gpu_type": gpu,
            "dp": 1, "tp": 1, "pp": 1, "cp": 1, "zero_or_fsdp": "none", "offload": "none",
            "recompute": recipe.recompute, "attention": recipe.attention, "optimizer": optimizer_words(case),
            "precision": precision_words(recipe), "grad_dtype": "fp32" if wide else "bf16", "seq": shape.seq,
            "micro_batch": shape.micro_batch, "grad_accum": recipe.accumulation}


def rows_of(case: Case, gpu: str, parameters: int, peaks: Peaks, before: Sizes) -> List[Dict[str, Any]]:
    rows = []
    for moment in MOMENTS:
        if moment not in peaks:
            continue
        for what, size in zip(("peak_allocated", "peak_reserved"), peaks[moment]):
            rows.append({**row_of(case, gpu), "id": f"own-{slug(gpu)}-{slug(case.name)}-{moment}-{what[5:]}",
                         "params": parameters, "measured_what": what, "moment": moment, "unit": "MiB",
                         "value_GB_or_GiB": "" if size is None else size / 2**20, "notes": note_words(case, before)})
    return rows


def oom_row(case: Case, gpu: str) -> Dict[str, Any]:
    return {**row_of(case, gpu), "id": f"own-{slug(gpu)}-{slug(case.name)}-oom", "measured_what": "oom",
            "moment": "step", "notes": note_words(case, (None, None))}


def measure_all(cases: List[Case], device: torch.device) -> List[Dict[str, Any]]:
    gpu = torch.cuda.get_device_name(device) if device.type == "cuda" else "none (dry run)"
    rows = []
    for case in cases:
        clean(device)
        before = Meter(device).now()
        try:
            parameters, peaks = measure(case, device)
        except RuntimeError as error:
            if device.type != "cuda":
                raise
            # A card without the flash kernel, or one that is too small, still measures the rest.
            print(f"{case.name}: {str(error).splitlines()[0]}", file=sys.stderr)
            rows += [oom_row(case, gpu)] if "out of memory" in str(error) else []
            continue
        rows += rows_of(case, gpu, parameters, peaks, before)
        allocated = peaks["step"][0]
        print(f"{case.name}: {'ran' if allocated is None else f'{allocated / 2**20:.1f} MiB'}", file=sys.stderr)
    return rows


def written(rows: List[Dict[str, Any]]) -> str:
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def complete(rows: List[Dict[str, Any]]) -> bool:
    """Whether every model went through every moment, and every layer through its own."""
    seen: Dict[str, List[str]] = {}
    for row in rows:
        seen.setdefault(row["id"].rsplit("-", 2)[0], []).append(row["moment"])
    wanted = {False: set(MOMENTS), True: {"load", "forward_end", "layer_backward", "step"}}
    lacking = [name for name, moments in seen.items() if set(moments) != wanted["-layer-" in name]]
    print("".join(f"moments are missing or too many: {name}\n" for name in lacking), end="", file=sys.stderr)
    return bool(seen) and not lacking


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the memory of training steps on a CUDA card.")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where the CSV goes; else it is printed")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--case", action="append", metavar="NAME", help="only cases whose name begins so")
    parser.add_argument("--dry-run", action="store_true", help="run everything on a CPU with tiny shapes")
    options = parser.parse_args()
    begins = tuple(options.case or [""])
    cases = [case for case in all_cases() if case.name.startswith(begins)]
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        print("no case has a name that begins so; --list prints them", file=sys.stderr)
        return 2
    if not options.dry_run and not torch.cuda.is_available():
        print("this PyTorch sees no CUDA card, and there is nothing to measure on a CPU; --dry-run goes through all "
              "cases with tiny shapes, step_timeline.py records allocations without a card", file=sys.stderr)
        return 1
    if options.dry_run:
        torch.set_num_threads(1)
        cases = [tiny(case) for case in cases]
    rows = measure_all(cases, torch.device("cpu" if options.dry_run else "cuda"))
    text = written(rows)
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")
    elif not options.dry_run:
        print(text, end="")
    return 0 if complete(rows) or not options.dry_run else 1


if __name__ == "__main__":
    sys.exit(main())
