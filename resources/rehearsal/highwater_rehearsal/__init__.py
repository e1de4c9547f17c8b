# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches the training script of a rehearsal from within its Python.

It counts the steps of the optimizer, keeps what PyTorch's allocator says of each, ends the script
after the steps that were asked for, and keeps it from writing checkpoints: its weights have no
values. The settings are variables of the environment:

    HIGHWATER_REHEARSAL         the folder for what was seen: process-<pid>.json of each process that
                                imported PyTorch. Without it this module does nothing.
    HIGHWATER_REHEARSAL_STEPS   end after so many steps of the optimizer; 3 without it
    HIGHWATER_REHEARSAL_RECORD  any text: keep the allocator's history, process-<pid>.pickle
    HIGHWATER_REHEARSAL_RANKS   how many ranks the job has; without it what its launcher says
    HIGHWATER_REHEARSAL_RANK    the ranks that run, one after another, "0,63"; 0 without it
    HIGHWATER_REHEARSAL_ROUTING "balanced" (without it too): experts are chosen in turn; "first": every
                                token goes to the first ones
    HIGHWATER_REHEARSAL_WITHOUT_WEIGHTS
                                any text: models are made from their configurations, no weights read
    HIGHWATER_REHEARSAL_DATA    "made": data sets and tokenizers that are not there are made
    HIGHWATER_REHEARSAL_NETWORK any text: libraries may ask the network for what they lack

A report says how its process ended: "steps" (all of them were seen), "script" (its last line came
first), "error" or "out of memory" (an exception that nobody caught). The peaks of a step are those
since the step before; the first step has the loading of the model as well. Bytes are integers.
"launched" is true where the process only started others, "records_streams" where what is reserved
depends on how far the device is behind. "unanswered" lists what was asked of values that nothing
here has: the person's line, the library's line that it led to, how often, and the answer.
"needs" has a sentence for each file that was not there, with what a person can do.
progress-<pid>.jsonl has a line for each step as soon as it was made.
"""
