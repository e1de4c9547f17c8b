# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the script lacks on this computer and what a person can do about it, a sentence for each."""

import functools
import sys

from .after_import import both


class Needs:
    def __init__(self):
        self.sentences = []

    def __call__(self, sentence):
        if sentence not in self.sentences:
            self.sentences.append(sentence)
            print("highwater: " + sentence, file=sys.stderr)

    def report(self):
        return {"needs": self.sentences}


def named(function, what, needs):
    """The class method, which says what it lacked where it finds no file."""
    call = function.__func__

    @functools.wraps(call)
    def from_pretrained(cls, name, *args, **kwargs):
        try:
            return call(cls, name, *args, **kwargs)
        except OSError:
            needs(what % name)
            raise

    return classmethod(from_pretrained)


CONFIGURATION = (
    "the configuration of %s is not on this disk: put its config.json into a folder of that name where "
    "the command runs, or into another that you name in its place, or allow the network"
)
TOKENIZER = (
    "the tokenizer of %s is not on this disk: put its tokenizer.json and tokenizer_config.json into "
    "a folder of that name where the command runs, or into another that you name in its place, make "
    "the data (a plain tokenizer comes with it), or allow the network"
)
WEIGHTS = (
    "the weights of %s are not on this disk: rehearse without weights, which needs the config.json alone"
)
DATA = (
    "the data set %s is not on this disk: make the data, name a folder that has it, or allow the "
    "network"
)
METRIC = (
    "the metric %s of evaluate is not on this disk: make the data (a metric that counts nothing comes "
    "with it), or allow the network"
)
PROCESSOR = (
    "the processor of images of %s is not on this disk: put its preprocessor_config.json into a folder "
    "of that name where the command runs, make the data, or allow the network"
)


def watch_method(needs, owner, name, what):
    def replace(module):
        place = getattr(module, owner, None)
        if place is not None and name in vars(place):
            setattr(place, name, named(vars(place)[name], what, needs))

    return replace


def actions(needs):
    return {
        # transformers 5 writes the name with a capital T.
        "transformers.configuration_utils": both(
            watch_method(needs, "PretrainedConfig", "get_config_dict", CONFIGURATION),
            watch_method(needs, "PreTrainedConfig", "get_config_dict", CONFIGURATION),
        ),
        "transformers.modeling_utils": watch_method(
            needs, "PreTrainedModel", "from_pretrained", WEIGHTS
        ),
    }
