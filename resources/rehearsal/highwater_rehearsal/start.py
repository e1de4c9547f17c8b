# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The beginning of a watched process."""

import os
import sys

from . import host_copies, needs, saving
from .after_import import AfterImport, together
from .collectives import Collectives
from .data import Data, is_wanted
from .deepspeed_engine import count_its_steps, leave_out_what_cannot_be_built
from .launchers import Launchers, compiles_for_pytorch, this_command
from .ranks import Ranks
from .unanswered import Unanswered
from .values import Values, routing_of
from .watch import Watch
from .weights import Weights
from .written import Written

WITHOUT_NETWORK = {
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_EVALUATE_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
}


def watch_this_process(folder):
    command = this_command()
    if compiles_for_pytorch(command):
        return
    watch = Watch(
        folder,
        int(os.environ.get("HIGHWATER_REHEARSAL_STEPS", "3")),
        "HIGHWATER_REHEARSAL_RECORD" in os.environ,
    )
    watch.watch_errors(os.environ)
    if "HIGHWATER_REHEARSAL_NETWORK" not in os.environ:
        os.environ.update(WITHOUT_NETWORK)
    unanswered = Unanswered()
    lacking = needs.Needs()
    without_weights = "HIGHWATER_REHEARSAL_WITHOUT_WEIGHTS" in os.environ
    values = Values(unanswered, routing_of(os.environ))
    data = Data(unanswered, lacking, is_wanted(os.environ))
    collectives = Collectives(values)
    ranks = Ranks(folder, os.environ, unanswered, collectives)
    launchers = Launchers(ranks, os.environ, command)
    launchers.prepare()
    os.environ.update(saving.without_trackers(folder))
    saving.Guard(watch).install()
    watch.parts += [ranks, launchers, unanswered, lacking, data]

    def torch_imported(torch):
        launchers.torch_imported(torch)
        ranks.torch_imported(torch)
        watch.begin(torch)
        values.begin(torch)
        collectives.begin(torch)

    actions = {
        "torch": torch_imported,
        "deepspeed.runtime.engine": count_its_steps(watch),
        "deepspeed.ops.op_builder.builder": leave_out_what_cannot_be_built(unanswered),
    }
    actions = together(
        actions,
        launchers.actions(),
        saving.actions(watch),
        Written(watch, folder).actions(),
        needs.actions(lacking),
        data.actions(),
        values.actions(),
        host_copies.actions(),
    )
    if without_weights:
        weights = Weights(folder, unanswered)
        watch.parts.append(weights)
        actions = together(actions, weights.actions())
    sys.meta_path.insert(0, AfterImport(actions))
