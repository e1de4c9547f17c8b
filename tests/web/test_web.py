#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""test_web.py PROGRAM SCRIPT: the program that packaging/web compiled for node answers as PROGRAM does, to the byte.

Ends with 77, which ctest reads as skipped, where node or the compiled program is missing."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from built import ROOT, skip, skip_unless_built


def answer(command):
    ran = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def main():
    program, script = sys.argv[1], Path(sys.argv[2])
    node = shutil.which("node")
    if not node:
        skip("node is missing")
    skip_unless_built(script)
    plans = sorted((ROOT / "presets").glob("*.hwplan"))
    questions = [["estimate", f"presets/{plan.name}", "--json"] for plan in plans]
    first = f"presets/{plans[0].name}"
    questions += [
        ["estimate", first, "--markdown"],
        ["estimate", "HW10070Nmv9xNF80"],
        ["advise", "--set", "workload.context=131072", "--json"],
        ["compare", first, "--json"],
        ["estimate", "HW1zzzz"],
        ["estimate", "--set", "workload.context=1.5e3x"],
        ["estimate", "--set", "recipe.optimizer=none"],
        ["help", "zero", "--lang", "zh_CN"],
    ]
    different = []
    for question in questions:
        if answer([program] + question) != answer([node, str(script)] + question):
            different.append(" ".join(question))
    with tempfile.TemporaryDirectory() as folder:
        charts = []
        for index, command in enumerate(([program], [node, str(script)])):
            path = Path(folder) / f"{index}.svg"
            subprocess.run(command + ["chart", first, "--lang", "zh_CN", "-o", str(path)], cwd=ROOT, check=True)
            charts.append(path.read_bytes())
        if charts[0] != charts[1]:
            different.append("chart")
    print(f"{len(questions) + 1} answers compared, {len(different)} different")
    for question in different:
        print(question)
    sys.exit(1 if different or len(plans) < 70 else 0)


main()
