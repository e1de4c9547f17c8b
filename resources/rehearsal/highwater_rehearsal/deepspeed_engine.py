# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is different where DeepSpeed trains."""

import functools


def count_its_steps(watch):
    """Its optimizers call PyTorch's once for each group of parameters, or for each piece of one."""

    def replace(module):
        engine = module.DeepSpeedEngine
        step = engine._take_model_step

        @functools.wraps(step)
        def take_model_step(self, *args, **kwargs):
            if watch.counted is None:
                watch.counted = self
            done = step(self, *args, **kwargs)
            if watch.counted is self:
                watch.step_made()
            return done

        engine._take_model_step = take_model_step

    return replace


# What these change they are given; none of them gives anything back.
OPTIMIZERS = ("cpu_adagrad", "cpu_adam", "cpu_lion", "fused_adam", "fused_lamb", "fused_lion")


class LeftOut:
    """A module of kernels that do nothing, as all kernels of a rehearsal."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **kwargs: None


def leave_out_what_cannot_be_built(unanswered):
    """Its optimizers are built when they are first used, by nvcc, which a rehearsal does not need."""

    def replace(module):
        load = module.OpBuilder.load

        @functools.wraps(load)
        def load_or_leave_out(self, *args, **kwargs):
            name = getattr(self, "name", "")
            if name not in OPTIMIZERS:
                return load(self, *args, **kwargs)
            try:
                return load(self, *args, **kwargs)
            except Exception as error:  # whatever its build and PyTorch's raise
                unanswered("the work of %s, not built: %s" % (name, str(error).split("\n")[0][:80]))
                return LeftOut()

        module.OpBuilder.load = load_or_leave_out

    return replace
