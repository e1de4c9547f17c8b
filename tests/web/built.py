# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""What the tests of packaging/web's results share."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ["core", "app", "presets", "resources"]


def skip(why):
    """Ends the test with 77, which ctest reads as skipped."""
    print(f"skipped: {why}")
    sys.exit(77)


def skip_unless_built(path):
    """Skips where packaging/web did not make `path`, or made it of older sources."""
    if not path.exists():
        skip("packaging/web has not run")
    files = (each for folder in SOURCES for each in (ROOT / folder).rglob("*") if each.is_file())
    if max(each.stat().st_mtime for each in files) > path.stat().st_mtime:
        skip("packaging/web ran before the last change")
