# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the program `highwater` how much GPU memory a training run takes.

    import highwater

    found = highwater.estimate("my.hwplan", layout__zero=3)
    print(found.per_gpu.total / 2**30, "GiB")

A plan is a path (a .hwplan file, or a model's config.json), a share code ("HW1..."), a dict with what
such a file says, or None for the default plan. Settings are the keys of a plan with two underscores
for each dot, or with dots: `workload__context=8192`, `**{"layout.zero": 3}`. An answer is a dict
whose entries are attributes too. Bytes are integers, times are seconds, money is USD; `highwater
--help` and the help of the program say what the answers hold.

The program is looked for in the variable HIGHWATER, on the PATH, and beside this package. It needs
nothing but Python 3.8.
"""

from __future__ import annotations

import html
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

__all__ = [
    "Answer",
    "Estimate",
    "HighwaterError",
    "ProgramNotFound",
    "advise",
    "assert_fits",
    "compare",
    "estimate",
    "fits",
    "plan_from",
    "program",
    "solve",
    "sweep",
]

#: A path, a share code, what a plan or a config.json says, or None for the default plan.
PlanLike = Union[None, str, "os.PathLike[str]", Mapping[str, Any]]
#: A value of a plan's key.
Value = Union[None, bool, int, float, str, Mapping[str, Any], List[Any]]
_PLAN_FORMAT = {"format": "highwater-plan", "version": 1}
_PLAN_KEYS = frozenset(
    "format version name notes unread method model workload recipe adapter cluster layout inference "
    "job roles rollout compared".split()
)

#: The groups of an answer as the program's own pages name them, and the verdicts.
_GROUPS = {
    "parameters": "Parameters",
    "gradients": "Gradients",
    "optimizer": "Optimizer state",
    "activations": "Activations",
    "temporary": "Logits and buffers",
    "overhead": "Runtime overhead",
}
_VERDICTS = {"fits": "Fits", "probably": "Probably fits", "over": "Does not fit"}


class HighwaterError(Exception):
    """The program refused what it was asked; the text is its own sentence."""

    def __init__(self, message: str, exit_code: Optional[int] = None) -> None:
        super().__init__(message)
        #: 1: could not read or write; 2: bad plan or bad setting; None: it did not run.
        self.exit_code = exit_code


class ProgramNotFound(HighwaterError):
    """There is no program `highwater` to ask."""


class Answer(Dict[str, Any]):
    """An answer, as `--json` writes it; `answer.per_gpu.total` is `answer["per_gpu"]["total"]`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the answer has no {name}: it has {', '.join(self)}") from None

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(name for name in self if name.isidentifier())]


class Estimate(Answer):
    """The answer of `estimate`. A notebook shows its verdict, its groups and its chart."""

    _given: "_Given"

    def chart(self, size: str = "") -> str:
        """The memory against the context, as SVG; `size` is in pixels, such as 800x450."""
        with tempfile.TemporaryDirectory(prefix="highwater-") as folder:
            path = Path(folder) / "chart.svg"
            options = ["--size", size] if size else []
            self._given.run("chart", *options, "-o", str(path))
            return path.read_text(encoding="utf-8")

    def markdown(self) -> str:
        """The page that `estimate --markdown` writes."""
        return self._given.run("estimate", "--markdown")

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_html_(self) -> str:
        per_gpu = self.per_gpu
        rows = [(name, per_gpu[group]) for group, name in _GROUPS.items() if per_gpu[group]]
        rows.append(("Total per GPU", per_gpu.total))
        cells = "".join(
            f"<tr><td style='text-align:left'>{html.escape(name)}</td>"
            f"<td style='text-align:right'>{_gib(amount)}</td></tr>"
            for name, amount in rows
        )
        left = f"{_gib(abs(per_gpu.free))} {'free' if per_gpu.free >= 0 else 'over'}"
        said = f"{_gib(per_gpu.total)} of {_gib(per_gpu.capacity)}, {left}"
        verdict = f"{_VERDICTS[per_gpu.verdict]}: {said}"
        chart = self.chart("760x400")
        # Beside the table where there is room; its own size is its largest.
        style = "flex:1 1 460px;max-width:760px;height:auto"
        picture = chart[chart.index("<svg") :].replace("<svg ", f"<svg style='{style}' ", 1)
        return (
            f"<p><b>{html.escape(verdict)}</b></p>"
            f"<div style='display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start'>"
            f"<table style='margin:0'>{cells}</table>{picture}</div>"
        )


def program() -> str:
    """The path of the program that is asked."""
    named = os.environ.get("HIGHWATER")
    if named:
        found = shutil.which(named)
        if found:
            return found
        raise ProgramNotFound(f"HIGHWATER names no program: {named}")
    name = "highwater.exe" if sys.platform == "win32" else "highwater"
    here = Path(__file__).resolve().parent
    places = [here / "program/bin" / name, here.parent / name]
    if len(here.parents) > 3:
        # As it is installed (share/highwater/python beside bin), and in a checkout that was built.
        places += [here.parents[3] / "bin" / name, here.parents[2] / "build/release/app" / name]
    for place in [shutil.which("highwater"), *map(str, places)]:
        if place and shutil.which(place):
            return place
    raise ProgramNotFound("no program highwater: set HIGHWATER to its path, or put it on the PATH")


def estimate(plan: PlanLike = None, **settings: Value) -> Estimate:
    """The memory of one GPU and what it is made of; `.per_gpu.total` is the sum in bytes."""
    given = _Given(plan, settings)
    found = Estimate(_read(given.run("estimate", "--json")))
    found._given = given
    return found


def fits(plan: PlanLike = None, **settings: Value) -> bool:
    """Whether the plan stays under the capacity of its card, and of the host where that is known."""
    return bool(estimate(plan, **settings)["per_gpu"]["fits"])


def solve(
    plan: PlanLike = None,
    *,
    for_: str,
    edge: bool = False,
    line: Optional[float] = None,
    **settings: Value,
) -> Answer:
    """The largest `workload.context`, `workload.micro_batch` or `model.parameters`, or the fewest
    `cluster.gpus`, with which the plan fits and runs as it is: `["answer"]`, or None and a
    `["reason"]`. The last value that fits at all is `["edge"]`; with `edge` it is the answer.
    `recompute` finds the recompute and offload of the layers of least time with which the plan fits,
    or stays below `line` GiB: `["answer"]["set"]`."""
    options = ["--for", for_] + ["--edge"] * edge
    return _ask("solve", plan, options + (["--line", str(line)] if line else []), settings)


def sweep(
    plan: PlanLike = None, *, axis: str, start: int, stop: int, points: int, **settings: Value
) -> Answer:
    """The memory over values of one key, spaced in powers: `["points"]`."""
    options = ["--axis", axis, "--from", str(start), "--to", str(stop), "--points", str(points)]
    return _ask("sweep", plan, options, settings)


def compare(plan: PlanLike = None, **settings: Value) -> Answer:
    """The plan by every method: `["methods"]`, each with its total and its flaw, or a reason."""
    return _ask("compare", plan, [], settings)


def advise(plan: PlanLike = None, **settings: Value) -> Answer:
    """What to change so that the plan fits, cheapest first."""
    return _ask("advise", plan, [], settings)


def assert_fits(plan: PlanLike = None, *, free: int = 0, **settings: Value) -> None:
    """For tests: fails where the plan does not fit, or leaves less than `free` bytes."""
    __tracebackhide__ = True  # pytest shows the line of the test
    per_gpu = estimate(plan, **settings)["per_gpu"]
    if per_gpu["fits"] and per_gpu["free"] >= free:
        return
    lack = f"needs {_gib(per_gpu['total'])} of {_gib(per_gpu['capacity'])} on one GPU"
    if per_gpu["fits"]:
        raise AssertionError(f"the plan {lack}: less than {_gib(free)} are free")
    if per_gpu["total"] <= per_gpu["capacity"]:
        raise AssertionError(f"the plan {lack}, but more than the host has")
    raise AssertionError(f"the plan does not fit: it {lack}")


def _gib(amount: int) -> str:
    return f"{amount / 2**30:.2f} GiB"


def plan_from(*sources: Any, **settings: Value) -> Dict[str, Any]:
    """The plan of a run, from what describes it: the model first, then the training arguments, then
    the rest. A source is a path of a file or folder that `highwater import` reads (accelerate's
    YAML, a DeepSpeed JSON, an Axolotl YAML, ...), a dict with what such a file says, or an object
    with `to_dict()`: a model, its config, TrainingArguments, SFTConfig, LoraConfig."""
    with tempfile.TemporaryDirectory(prefix="highwater-") as folder:
        paths = [_as_file(source, Path(folder) / str(i)) for i, source in enumerate(sources)]
        options = _options(settings)
        imported = _read(_run(["import", *paths, *options, "--json"], ""))
    plan: Dict[str, Any] = imported["plan"]
    return plan


def _as_file(source: Any, folder: Path) -> str:
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    source = getattr(source, "config", source) if hasattr(source, "parameters") else source
    said = source if isinstance(source, Mapping) else source.to_dict()
    folder.mkdir()
    # A file of PEFT is known by its name.
    path = folder / ("adapter_config.json" if "peft_type" in said else "config.json")
    path.write_text(json.dumps(said, default=_as_word), encoding="utf-8")
    return str(path)


def _as_word(value: Any) -> Any:
    """JSON for what the objects of a framework hold: an enum, a set, a type."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(getattr(value, "value", value))


class _Given:
    """A plan and settings as words of the command line, and the text of its standard input."""

    def __init__(self, plan: PlanLike, settings: Mapping[str, Value]) -> None:
        self.text = ""
        if isinstance(plan, Mapping):
            is_plan = _PLAN_KEYS.issuperset(plan)
            self.text = json.dumps({**_PLAN_FORMAT, **plan} if is_plan else dict(plan))
        words = ["-"] if self.text else [] if plan is None else [os.fspath(plan)]
        self._words = words + _options(settings)

    def run(self, command: str, *options: str) -> str:
        return _run([command, *self._words, *options], self.text)


def _ask(command: str, plan: PlanLike, options: List[str], settings: Mapping[str, Value]) -> Answer:
    return _read(_Given(plan, settings).run(command, *options, "--json"))


def _options(settings: Mapping[str, Value]) -> List[str]:
    words = []
    for key, value in settings.items():
        words += ["--set", f"{key.replace('__', '.')}={_written(value)}"]
    return words


def _run(words: List[str], text: str) -> str:
    line = [program(), *words]
    try:
        ran = subprocess.run(
            line, input=text, capture_output=True, encoding="utf-8", check=False
        )
    except OSError as error:
        raise ProgramNotFound(f"{line[0]} does not run: {error}") from error
    if ran.returncode != 0:
        said = ran.stderr.strip()
        raise HighwaterError(said or f"highwater ended with {ran.returncode}", ran.returncode)
    return ran.stdout


def _read(text: str) -> Answer:
    answer: Answer = json.loads(text, object_hook=Answer)
    return answer


def _written(value: Value) -> str:
    return value if isinstance(value, str) else json.dumps(value)
