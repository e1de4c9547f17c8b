# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is made in the place of data that are not on this computer: data sets, tokenizers, metrics and
processors of images.

Texts are long, so that batches are as long as the script lets them be.
"""

import functools
import sys

from . import made_rows
from .made_tokenizer import Tokenizers
from .needs import DATA, METRIC, PROCESSOR

ROWS_OF_A_TEST = 16


def script_text():
    main = sys.modules.get("__main__")
    path = getattr(main, "__file__", None) or sys.argv[0]
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


class Metric:
    """In the place of one of evaluate: a rehearsal has nothing to count."""

    class Numbers(dict):
        def __missing__(self, name):
            return 0.0

    def add(self, *args, **kwargs):
        pass

    add_batch = add

    def compute(self, *args, **kwargs):
        return self.Numbers(accuracy=0.0, f1=0.0, score=0.0)


class Data:
    def __init__(self, unanswered, needs, make):
        self.unanswered = unanswered
        self.needs = needs
        self.make = make  # else only say what is missing
        self.made = []

    def report(self):
        return {"data_made": self.made}

    def note(self, name, answer):
        if name not in self.made:
            self.made.append(name)
        self.unanswered(answer)

    def data_set(self, datasets, split, streaming):
        script = script_text()
        words = made_rows.longest_asked(script, sys.argv)
        text = " ".join(made_rows.words_of(words))
        wanted = made_rows.columns(sys.modules, script, sys.argv, text)
        wanted = made_rows.without_text(wanted)

        def rows(name):
            number = made_rows.rows_of(words) if "train" in str(name) else ROWS_OF_A_TEST
            made = made_rows.data_set(datasets, wanted, number)
            return made.to_iterable_dataset() if streaming else made

        if split is not None:
            return [rows(name) for name in split] if isinstance(split, (list, tuple)) else rows(split)
        kind = datasets.IterableDatasetDict if streaming else datasets.DatasetDict
        return kind({name: rows(name) for name in made_rows.splits(script)})

    def or_made(self, load, sentence, make):
        """The function, which makes what it finds neither on the disk nor in the network."""

        @functools.wraps(load)
        def load_or_make(path, *args, **kwargs):
            try:
                return load(path, *args, **kwargs)
            except Exception:
                # Libraries say in many ways that a file or the network is not there.
                if not self.make:
                    self.needs(sentence % path)
                    raise
                return make(path, kwargs)

        return load_or_make

    def made_data_set(self, path, kwargs):
        import datasets

        self.note(str(path), "a made data set in the place of %s" % path)
        return self.data_set(datasets, kwargs.get("split"), kwargs.get("streaming", False))

    def made_metric(self, path, kwargs):
        self.note(str(path), "a metric that counts nothing in the place of %s" % path)
        return Metric()

    def made_processor(self, path, kwargs):
        import transformers
        from transformers.models.auto import image_processing_auto as auto

        kind = auto.IMAGE_PROCESSOR_MAPPING[type(transformers.AutoConfig.from_pretrained(path))]
        kinds = kind.values() if isinstance(kind, dict) else kind
        self.note(str(path), "the usual processor of images in the place of %s's" % path)
        return [each for each in kinds if each is not None][0]()

    def datasets_imported(self, module):
        for name in ("load_dataset", "load_from_disk"):
            if hasattr(module, name):
                original = getattr(module, name)
                setattr(module, name, self.or_made(original, DATA, self.made_data_set))

    def metrics_imported(self, module):
        module.load = self.or_made(module.load, METRIC, self.made_metric)

    def processors_imported(self, module):
        kind = module.AutoImageProcessor
        original = kind.from_pretrained  # bound to the class
        kind.from_pretrained = staticmethod(self.or_made(original, PROCESSOR, self.made_processor))

    def actions(self):
        return {
            "datasets.load": self.datasets_imported,
            "evaluate.loading": self.metrics_imported,
            "transformers.models.auto.image_processing_auto": self.processors_imported,
            **Tokenizers(self).actions(),
        }


def is_wanted(environment):
    return environment.get("HIGHWATER_REHEARSAL_DATA") == "made"
