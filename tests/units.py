#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""units.py BUILD TARGET alone: compiles each file of the target's units by itself, without output.
units.py BUILD TARGET joined FOLDER: writes a few large units of them and their compile_commands.json into the folder.

alone: a file of a unit may lean on what a file before it includes, and its names may not shadow others. A file that has
compiled before, in this folder or another, is passed over as long as it and all that it includes stay as they were.
joined: for clang-tidy, which goes through all headers of a unit again. Without GCC's precompiled headers. Which files CMake puts
into one unit depends on its version: names of neighbours that clash show here, whatever unit they have elsewhere.
"""

import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def place(unit):
    return int(re.search(r"unity_(\d+)_", unit["file"])[1])


def files_of(unit):
    return re.findall(r'^#include "(.*)"', pathlib.Path(unit["file"]).read_text(), re.MULTILINE)


def check_command(unit):
    """The unit's own command without its output and its file."""
    command = shlex.split(unit["command"])
    output = command.index("-o")
    del command[output : output + 2]
    return [word for word in command if word not in ("-c", unit["file"])] + ["-fsyntax-only"]


ROOT = pathlib.Path(__file__).resolve().parent.parent


@functools.cache
def print_of(path):
    """What tells one state of a file from another: of ours its text, of the system's its size and time."""
    path = pathlib.Path(path)
    if path.is_relative_to(ROOT):
        return hashlib.sha256(path.read_bytes()).hexdigest()
    told = path.stat()
    return f"{told.st_size} {told.st_mtime_ns}"


class Compiled:
    """The files that compiled with one command, with the prints of all that each included; shared by all checkouts."""

    def __init__(self, command):
        cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
        version = subprocess.run([command[0], "--version"], capture_output=True, text=True).stdout
        key = self.anywhere("\0".join(command)) + version
        self.folder = cache / "highwater-units" / hashlib.sha256(key.encode()).hexdigest()

    @staticmethod
    def anywhere(text):
        return text.replace(str(ROOT), "@")

    def stamp(self, file):
        return self.folder / hashlib.sha256(self.anywhere(file).encode()).hexdigest()

    def has(self, file):
        try:
            prints = json.loads(self.stamp(file).read_text())
            return all(print_of(path.replace("@", str(ROOT), 1)) == known for path, known in prints.items())
        except (OSError, ValueError):
            return False

    def add(self, file, rule):
        """`rule`: for make, with all that the file includes."""
        included = shlex.split(rule.replace("\\\n", " ").split(": ", 1)[1])
        prints = {self.anywhere(os.path.abspath(path)): print_of(os.path.abspath(path)) for path in included}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.stamp(file).write_text(json.dumps(prints))
        except OSError:
            pass  # the file is compiled again the next time


def compiles_alone(units):
    failed = 0
    for unit in units:
        os.chdir(unit["directory"])
        command = check_command(unit) + ["-Wshadow"]
        compiled = Compiled(command)
        for file in files_of(unit):
            if compiled.has(file):
                continue
            with tempfile.NamedTemporaryFile(mode="r", suffix=".d") as rule:
                if subprocess.run(command + ["-MD", "-MF", rule.name, file]).returncode != 0:
                    failed += 1
                else:
                    compiled.add(file, rule.read())
    return failed == 0


def write_joined(units, files, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.cxx"):
        old.unlink()
    most = 90
    count = -(-len(files) // most)
    entries = []
    for i in range(count):
        part = files[i * len(files) // count : (i + 1) * len(files) // count]
        unit = folder / f"{folder.name}_{i}.cxx"
        unit.write_text("".join(f'#include "{file}"\n' for file in part))
        command = re.sub(r"-include \S*cmake_pch\.hxx", "", units[0]["command"])
        command = command.replace(units[0]["file"], str(unit))
        entries.append({"directory": units[0]["directory"], "command": command, "file": str(unit)})
    (folder / "compile_commands.json").write_text(json.dumps(entries, indent=1))


def main(build, target, way, folder=None):
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    ours = [entry for entry in commands if f"CMakeFiles/{target}.dir/" in entry["command"]]
    units = sorted((entry for entry in ours if "/Unity/" in entry["file"]), key=place)
    if not units:
        sys.exit(f"{target} has no units")
    if way == "joined":
        return write_joined(units, [file for unit in units for file in files_of(unit)], pathlib.Path(folder).resolve())
    if not compiles_alone(units):
        sys.exit(f"the files of {target} that are named above do not compile alone: is an #include missing?")
    print(f"{target}: {sum(len(files_of(unit)) for unit in units)} files compile alone")


if __name__ == "__main__":
    main(*sys.argv[1:])
