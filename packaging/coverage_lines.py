#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""coverage_lines BUILD [FOLDER]: the lines of core, ui and app that were reached, by folder, and those of FOLDER that were not.

A line of a header or template counts as reached where one of its copies was.
"""

import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("core", "ui", "app")


def lines_of(notes):
    """What gcov says of an object: file, line and how often it was reached."""
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(["gcov", "--json-format", "--stdout", str(notes)], cwd=folder, capture_output=True, check=True)
    found = []
    for text in told.stdout.splitlines():
        answer = json.loads(text)
        for file in answer["files"]:
            path = Path(os.path.normpath(Path(answer["current_working_directory"]) / file["file"]))
            if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in FLOORS:
                name = path.relative_to(ROOT).as_posix()
                found += [(name, line["line_number"], line["count"]) for line in file["lines"]]
    return found


def all_lines(build):
    """How often each line of each file was reached. Objects that no test ran have notes and no counts."""
    reached = collections.defaultdict(dict)
    notes = sorted((ROOT / build).rglob("*.gcno"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lines_of, notes):
            for name, line, count in found:
                reached[name][line] = max(count, reached[name].get(line, 0))
    return reached


def stretches(lines):
    """First and last of each run of lines that were not reached, with their number."""
    runs, run = [], []
    for line in sorted(lines):
        if lines[line] == 0:
            run.append(line)
        elif run:
            runs.append(run)
            run = []
    return runs + ([run] if run else [])


def main(build, folder=None):
    reached = all_lines(build)
    folders = collections.defaultdict(lambda: [0, 0])
    for name, lines in reached.items():
        parent = Path(name).parent
        for place in {parent.as_posix(), parent.parts[0] + " in all", "all"}:
            folders[place][0] += sum(count > 0 for count in lines.values())
            folders[place][1] += len(lines)
    for place in sorted(folders):
        got, of = folders[place]
        print(f"{place:28} {got:7,} of {of:7,}  {100 * got / of:5.1f} %  {of - got:5,} not")
    if folder:
        runs = [(run, name) for name, lines in reached.items() if name.startswith(folder) for run in stretches(lines)]
        for run, name in sorted(runs, key=lambda one: (-len(one[0]), one[1])):
            print(f"{len(run):4}  {name}:{run[0]}-{run[-1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
