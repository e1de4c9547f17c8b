#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""instructions.py PROGRAM: counts the instructions of a few commands and compares them with instructions.txt.

Seconds differ between machines and from run to run, instructions hardly: valgrind shows every machine the same processor. They
depend on the compiler, which is named in the file; the test is passed over with another one, and without valgrind. A count may
differ by a tenth. HIGHWATER_WRITE_GOLDEN=1 writes the file anew: say in the commit why a count changed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GOLDEN = Path(__file__).with_suffix(".txt")
PASSED_OVER = 77
COMMANDS = {
    "estimate of 8B": ["estimate", "--set", "model.id=llama-3.1-8b"],
    "estimate of 405B on 512": ["estimate", "presets/405b-on-512-h100.hwplan"],
    "chart of contexts": ["chart", "presets/8b-on-8-h100.hwplan", "-o", "chart.svg"],
    "search of 405B on 512": ["search", "--set", "model.id=llama-3.1-405b", "--set", "cluster.gpus=512", "--keep",
                              "recipe.recompute"],
    "search of 671B on 64": ["search", "--set", "model.id=deepseek-v3-r1-671b", "--set", "cluster.gpus=64"],
    "import of a launch script": ["import", "tests/golden/export_megatron.sh"],
}


def compiler_of(program):
    """The compiler's own line in the program, such as "GCC: (Debian 12.2.0-14) 12.2.0"."""
    told = subprocess.run(["readelf", "-p", ".comment", program], capture_output=True, text=True).stdout
    found = re.search(r"GCC: .*", told)
    return found[0].strip() if found else "unknown"


def instructions(program, command):
    with tempfile.TemporaryDirectory() as folder:
        words = [str(ROOT / word) if (ROOT / word).is_file() else word for word in command]
        words = [os.path.join(folder, word) if word == "chart.svg" else word for word in words]
        # Of the environment and of folders, lengths would count.
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *words], cwd="/",
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if not found:
        sys.exit(f"{' '.join(command)}: {done.stderr[-500:]}")
    return int(found[1])


def main(program):
    if not shutil.which("valgrind") or not shutil.which("readelf"):
        print("passed over: valgrind or readelf is missing")
        return PASSED_OVER
    writes = bool(os.environ.get("HIGHWATER_WRITE_GOLDEN"))
    compiler = compiler_of(program)
    first, *lines = GOLDEN.read_text().splitlines() if GOLDEN.exists() else [""]
    if first != compiler and not writes:
        print(f"passed over: this is {compiler}, and the counts are of {first}")
        return PASSED_OVER
    known = dict(line.rsplit(": ", 1) for line in lines)
    counts = {name: instructions(program, command) for name, command in COMMANDS.items()}
    if writes:
        GOLDEN.write_text("".join([compiler + "\n", *(f"{name}: {count}\n" for name, count in counts.items())]))
    failed = False
    for name, count in counts.items():
        before = int(known.get(name, 0))
        differs = not writes and abs(count - before) > before / 10
        failed |= differs
        change = f"{100 * (count / before - 1):+.1f} %" if before else "new"
        print(f"{name:28} {count / 1e6:10.1f} million  {change:>8}{'  more than a tenth' if differs else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
