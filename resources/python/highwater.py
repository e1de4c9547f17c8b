# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the program `highwater` how much GPU memory a training run takes.

    import highwater

    found = highwater.estimate("my.hwplan", layout__zero=3)
    print(found["per_gpu"]["total"] / 2**30, "GiB")

A plan is a path (a .hwplan file, or a model's config.json), a share code ("HW1..."), a dict with what
such a file says, or None for the default plan. Settings are the keys of a plan with two underscores
for each dot, or with dots: `workload__context=8192`, `**{"layout.zero": 3}`. Bytes are integers, times
are seconds, money is USD; `highwater --help` and the help of the program say what the answers hold.

The program is looked for in the variable HIGHWATER, on the PATH, and beside this file. The module
needs nothing but Python 3.8.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

__all__ = [
    "HighwaterError",
    "ProgramNotFound",
    "advise",
    "assert_fits",
    "compare",
    "estimate",
    "fits",
    "program",
    "solve",
    "sweep",
]

#: A path, a share code, what a plan or a config.json says, or None for the default plan.
PlanLike = Union[None, str, "os.PathLike[str]", Mapping[str, Any]]
#: A value of a plan's key.
Value = Union[None, bool, int, float, str, Mapping[str, Any], List[Any]]
#: An answer, as `--json` writes it.
Answer = Dict[str, Any]

_PLAN_FORMAT = {"format": "highwater-plan", "version": 1}
_PLAN_KEYS = frozenset(
    "format version name notes method model workload recipe adapter cluster layout inference".split()
)


class HighwaterError(Exception):
    """The program refused what it was asked; the text is its own sentence."""

    def __init__(self, message: str, exit_code: Optional[int] = None) -> None:
        super().__init__(message)
        #: 1: could not read or write; 2: bad plan or bad setting; None: it did not run.
        self.exit_code = exit_code


class ProgramNotFound(HighwaterError):
    """There is no program `highwater` to ask."""


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
    places = [here / name]
    if len(here.parents) > 2:
        # As it is installed (share/highwater/python beside bin), and in a checkout that was built.
        places += [here.parents[2] / "bin" / name, here.parents[1] / "build/release/app" / name]
    for place in [shutil.which("highwater"), *map(str, places)]:
        if place and shutil.which(place):
            return place
    raise ProgramNotFound("no program highwater: set HIGHWATER to its path, or put it on the PATH")


def estimate(plan: PlanLike = None, **settings: Value) -> Answer:
    """The memory of one GPU and what it is made of; `["per_gpu"]["total"]` is the sum in bytes."""
    return _ask("estimate", plan, [], settings)


def fits(plan: PlanLike = None, **settings: Value) -> bool:
    """Whether the plan stays under the capacity of its card, and of the host where that is known."""
    return bool(estimate(plan, **settings)["per_gpu"]["fits"])


def solve(
    plan: PlanLike = None, *, for_: str, edge: bool = False, **settings: Value
) -> Answer:
    """The largest `workload.context`, `workload.micro_batch` or `model.parameters`, or the fewest
    `cluster.gpus`, with which the plan fits and runs as it is: `["answer"]`, or None and a
    `["reason"]`. The last value that fits at all is `["edge"]`; with `edge` it is the answer."""
    return _ask("solve", plan, ["--for", for_] + ["--edge"] * edge, settings)


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


def _ask(command: str, plan: PlanLike, options: List[str], settings: Mapping[str, Value]) -> Answer:
    line = [program(), command]
    text: Optional[str] = None
    with tempfile.TemporaryDirectory(prefix="highwater-") as folder:
        if isinstance(plan, Mapping):
            if _PLAN_KEYS.issuperset(plan):
                line.append("-")
                text = json.dumps({**_PLAN_FORMAT, **plan})
            else:
                config = Path(folder) / "config.json"
                config.write_text(json.dumps(dict(plan)), encoding="utf-8")
                line.append(str(config))
        elif plan is not None:
            line.append(os.fspath(plan))
        for key, value in settings.items():
            line += ["--set", f"{key.replace('__', '.')}={_written(value)}"]
        line += [*options, "--json"]
        try:
            ran = subprocess.run(
                line, input=text or "", capture_output=True, encoding="utf-8", check=False
            )
        except OSError as error:
            raise ProgramNotFound(f"{line[0]} does not run: {error}") from error
    if ran.returncode != 0:
        said = ran.stderr.strip()
        raise HighwaterError(said or f"highwater ended with {ran.returncode}", ran.returncode)
    answer: Answer = json.loads(ran.stdout)
    return answer


def _written(value: Value) -> str:
    return value if isinstance(value, str) else json.dumps(value)
