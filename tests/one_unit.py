#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""one_unit.py BUILD TARGET: compiles all files of the target's units as one unit, without output.

Which files CMake puts into one unit depends on its version. Files that compile as one unit, in their order, compile in
units of any size.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys


def place(unit):
    return int(re.search(r"unity_(\d+)_", unit["file"])[1])


def main(build, target):
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    ours = [entry for entry in commands if f"CMakeFiles/{target}.dir/" in entry["command"]]
    units = sorted((entry for entry in ours if "/Unity/" in entry["file"]), key=place)
    # From CMake 3.31 on Qt's code is the first file of the first unit; before, a unit of its own.
    files = [entry["file"] for entry in ours if entry["file"].endswith("mocs_compilation.cpp")]
    for unit in units:
        files += re.findall(r'^#include "(.*)"', pathlib.Path(unit["file"]).read_text(), re.MULTILINE)
    if not units:
        sys.exit(f"{target} has no units")

    first = units[0]
    command = shlex.split(first["command"])
    output = command.index("-o")
    del command[output : output + 2]
    command = [word for word in command if word not in ("-c", first["file"])]
    command += ["-fsyntax-only", "-x", "c++", "-"]
    text = "".join(f'#include "{file}"\n' for file in files)
    if subprocess.run(command, input=text, text=True, cwd=first["directory"]).returncode:
        sys.exit(f"the {len(files)} files of {target} do not compile as one unit: do two of them define one name?")
    print(f"{target}: {len(files)} files compile as one unit")


if __name__ == "__main__":
    main(*sys.argv[1:])
