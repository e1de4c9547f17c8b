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
