# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory that a run of transformers' Trainer takes, beside what was planned.

    from highwater.trainer import MemoryCheck

    trainer = Trainer(..., callbacks=[MemoryCheck("run.hwplan")])

After the first steps it logs PyTorch's peaks beside the plan's: `highwater/allocated_gib`,
`highwater/planned_allocated_gib` and so on."""

import logging

import torch
from transformers import TrainerCallback

import highwater

_LOG = logging.getLogger("highwater")
_GIB = 2**30


class MemoryCheck(TrainerCallback):
    """Compares the peaks of this process's GPU with the plan's after `steps` steps. Without a plan
    it makes one of the model's config and the training arguments, on as many GPUs as there are
    processes."""

    def __init__(self, plan=None, *, steps=3, **settings):
        self._plan = plan
        self._steps = steps
        self._settings = settings
        #: What was found: peaks in bytes, by name; empty before.
        self.found = {}

    def on_train_begin(self, args, state, control, model=None, **_):
        if self._plan is None:
            self._plan = highwater.plan_from(model, args, cluster__gpus=args.world_size)

    def on_step_end(self, args, state, control, **_):
        if state.global_step != self._steps or not torch.cuda.is_available():
            return
        planned = highwater.estimate(self._plan, **self._settings).per_gpu
        self.found = {
            "allocated": torch.cuda.max_memory_allocated(),
            "planned_allocated": planned.allocated,
            "reserved": torch.cuda.max_memory_reserved(),
            "planned_reserved": planned.reserved,
        }
        for name in ("allocated", "reserved"):
            measured, expected = self.found[name], self.found[f"planned_{name}"]
            _LOG.warning(
                "%s memory after %d steps: %.2f GiB, planned %.2f GiB (%+.1f %%)",
                name,
                state.global_step,
                measured / _GIB,
                expected / _GIB,
                100 * (measured / expected - 1),
            )

    def on_log(self, args, state, control, logs=None, **_):
        if logs is not None:
            logs.update({f"highwater/{name}_gib": each / _GIB for name, each in self.found.items()})
