# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The beginning of a watched process."""

import os
import sys

from . import saving
from .after_import import AfterImport
from .watch import Watch


def watch_this_process(folder):
    watch = Watch(
        folder,
        int(os.environ.get("HIGHWATER_REHEARSAL_STEPS", "3")),
        "HIGHWATER_REHEARSAL_RECORD" in os.environ,
    )
    os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", WANDB_MODE="disabled")
    actions = {"torch": watch.begin}
    actions.update(saving.actions(watch))
    sys.meta_path.insert(0, AfterImport(actions))
