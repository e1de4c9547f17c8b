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


def _tokens_in(shape):
    return shape[0] * shape[1]


class MemoryCheck(TrainerCallback):
    """Compares the peaks of this process's GPU with the plan's after `steps` steps. Without a plan
    it makes one of the model's config, the training arguments, the number of processes and the
    largest batch that the model was given. The card is in none of these: name it by
    `cluster__device="h100-sxm5-80gb"`."""

    def __init__(self, plan=None, *, steps=3, **settings):
        self._plan = plan
        self._steps = steps
        self._settings = settings
        self._largest = (0, 0)
        self._hook = None
        #: What was found: peaks in bytes, by name; empty before.
        self.found = {}

    def on_train_begin(self, args, state, control, model=None, **_):
        if self._plan is None:
            self._hook = model.register_forward_pre_hook(self._see, with_kwargs=True)

    def _see(self, module, words, named):
        tokens = named.get("input_ids", words[0] if words else None)
        if tokens is not None:
            self._largest = max(self._largest, tuple(tokens.shape), key=_tokens_in)

    def _plan_of_run(self, model, args):
        batch, length = self._largest
        seen = {"cluster__gpus": args.world_size}
        if length:
            seen.update(workload__context=length, workload__micro_batch=batch)
        return highwater.plan_from(model, args, **seen)

    def on_step_end(self, args, state, control, model=None, **_):
        if state.global_step != self._steps:
            return
        if self._hook is not None:
            self._hook.remove()
            self._plan = self._plan_of_run(model, args)
        if not torch.cuda.is_available():
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
