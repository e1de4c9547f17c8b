# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the library that stands in for CUDA's under a real PyTorch.

HIGHWATER_TORCH_PYTHON names an interpreter that has a PyTorch built for CUDA; without it all are skipped. HIGHWATER
names the program.
"""

import json
import os
import subprocess
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
TORCH = os.environ.get("HIGHWATER_TORCH_PYTHON")
BUILT_FOR_CUDA = TORCH and subprocess.run(
    [TORCH, "-c", "import sys, torch; sys.exit(torch.version.cuda is None)"], capture_output=True).returncode == 0


def rehearsed(**variables):
    """What each feature says, and what the program says at the end."""
    # The script ends by itself, before so many steps.
    run = subprocess.run(
        [os.environ["HIGHWATER"], "rehearse", "--card", "h100-sxm5-80gb", "--steps", "1000", "--json", "--",
         TORCH, str(HERE / "rehearsed_features.py")],
        capture_output=True, text=True, timeout=600, env={**os.environ, **variables})
    told = {}
    for line in (run.stdout + run.stderr).splitlines():
        if line.startswith('{"feature"'):
            row = json.loads(line)
            told[row["feature"]] = row["problem"]
    return told, run.stderr


@unittest.skipUnless(TORCH, "HIGHWATER_TORCH_PYTHON names no interpreter")
@unittest.skipUnless(not TORCH or BUILT_FOR_CUDA, "the PyTorch of HIGHWATER_TORCH_PYTHON is not built for CUDA")
class TestDevice(unittest.TestCase):
    def check(self, **variables):
        told, messages = rehearsed(**variables)
        self.assertEqual(19, len(told), messages)
        self.assertEqual({}, {name: problem for name, problem in told.items() if problem})

    def test_runs_each_feature(self):
        self.check()

    def test_runs_each_feature_over_expandable_segments(self):
        self.check(PYTORCH_CUDA_ALLOC_CONF="expandable_segments:True")


if __name__ == "__main__":
    unittest.main()
