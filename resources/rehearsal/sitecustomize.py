# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches a training script: Python imports a module of this name where its folder is on PYTHONPATH.

Without HIGHWATER_REHEARSAL it does nothing; highwater_rehearsal says what else can be set.
"""

import importlib.machinery
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run_the_next_of_this_name():
    """The one that Python would have imported without this folder."""
    elsewhere = [path for path in sys.path if os.path.abspath(path) != HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", elsewhere)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if os.environ.get("HIGHWATER_REHEARSAL"):
    try:
        from highwater_rehearsal.start import watch_this_process

        watch_this_process(os.environ["HIGHWATER_REHEARSAL"])
    except Exception:
        # Python would go on, and the script would write what nothing keeps it from writing.
        import traceback

        traceback.print_exc()
        os._exit(1)
run_the_next_of_this_name()
