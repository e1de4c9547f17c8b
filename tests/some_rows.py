#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""some_rows.py STEP TEST: runs a QtTest program with one of every STEP rows of each function, from its first row on.

Sanitizers take five to ten times as long, and the rows of a function mostly take one path through the program.
A function whose rows need initTestCase() is run whole, as the program cannot list them.
"""

import collections
import os
import subprocess
import sys


def listed(test, what):
    return subprocess.run([test, what], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()


def main(step, test):
    tags = collections.defaultdict(list)
    for line in listed(test, "-datatags"):
        _, function, *tag = line.split(" ", 2)
        tags[function] += tag
    chosen = []
    for function in (line.removesuffix("()") for line in listed(test, "-functions")):
        chosen += [f"{function}:{tag}" for tag in tags[function][:: int(step)]] or [function]
    if not chosen:
        sys.exit(f"{test} has no functions")
    os.execv(test, [test, *chosen])


if __name__ == "__main__":
    main(*sys.argv[1:])
