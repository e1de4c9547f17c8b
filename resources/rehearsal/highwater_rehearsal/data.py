# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A made data set where the script's own is not on this computer, and a plain tokenizer.

Which columns it has follows from the trainers that the script imported and from the names of columns
that its text mentions. Its texts are long, so that batches are as long as the script lets them be.
"""

import functools
import re
import sys

from .needs import DATA, TOKENIZER

ROWS = 256
WORDS = 8192
SHORT_WORDS = 8  # a prompt leaves room for its answer

TEXT = " ".join("word%d" % (place % 97) for place in range(WORDS))
SHORT = " ".join("word%d" % (place % 89) for place in range(SHORT_WORDS))


def messages(text):
    return [{"role": "user", "content": SHORT}, {"role": "assistant", "content": text}]


CONTENT = {
    "text": TEXT,
    "content": TEXT,
    "messages": messages(TEXT),
    "conversations": [{"from": "human", "value": SHORT}, {"from": "gpt", "value": TEXT}],
    "conversation": messages(TEXT),
    "prompt": SHORT,
    "completion": TEXT,
    "chosen": TEXT,
    "rejected": TEXT,
    "instruction": SHORT,
    "input": "",
    "output": TEXT,
    "response": TEXT,
    "context": SHORT,
    "question": SHORT,
    "query": SHORT,
    "answer": TEXT,
    "label": 1,
    "labels": 1,
    "score": 1.0,
    "sentence": SHORT,
    "sentence1": SHORT,
    "sentence2": SHORT,
    "document": TEXT,
    "summary": SHORT,
    "title": SHORT,
    "system": SHORT,
}
# What the trainers of TRL take, by a part of the names of their modules.
TRAINERS = (
    (("dpo", "orpo", "cpo", "bco"), ("prompt", "chosen", "rejected")),
    (("reward_trainer",), ("chosen", "rejected")),
    (("kto",), ("prompt", "completion", "label")),
    (("grpo", "rloo", "ppo", "online", "xpo", "nash"), ("prompt",)),
)
SPLITS = ("train", "validation", "test")


def columns(modules, script):
    """The names of the columns that the script needs."""
    trainers = [name for name in modules if name.startswith("trl.") and "_trainer" in name]
    for parts, wanted in TRAINERS:
        if any(part in name for part in parts for name in trainers):
            return {
                name: bool(CONTENT[name]) if name == "label" else CONTENT[name] for name in wanted
            }
    mentioned = set(re.findall(r"""["'](\w+)["']""", script)) & set(CONTENT)
    # A mention of a role's "content" is none of a column.
    mentioned -= {"content"} if "role" in script else set()
    return {name: CONTENT[name] for name in sorted(mentioned | {"text"})}


def without_text(wanted):
    """TRL takes conversations or pairs before a text, and asks for a chat template."""
    if {"messages", "prompt", "conversations"} & set(wanted) and len(wanted) > 1:
        wanted = {name: content for name, content in wanted.items() if name != "text"}
    return wanted


def script_text():
    main = sys.modules.get("__main__")
    path = getattr(main, "__file__", None) or sys.argv[0]
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


def splits(script):
    named = re.findall(r"""["']((?:train|test|validation)_\w+)["']""", script)
    return SPLITS + tuple(name for name in sorted(set(named)) if "_split" not in name)


class Data:
    def __init__(self, unanswered, needs, make):
        self.unanswered = unanswered
        self.needs = needs
        self.make = make  # else only say what is missing
        self.made = []

    def report(self):
        return {"data_made": self.made}

    def data_set(self, datasets, split, streaming):
        script = script_text()
        wanted = without_text(columns(sys.modules, script))
        rows = datasets.Dataset.from_dict({name: [value] for name, value in wanted.items()})
        rows = rows.select([0] * ROWS)
        if streaming:
            rows = rows.to_iterable_dataset()
        if split is not None:
            return [rows for _ in split] if isinstance(split, (list, tuple)) else rows
        kind = datasets.IterableDatasetDict if streaming else datasets.DatasetDict
        return kind({name: rows for name in splits(script)})

    def loading(self, load):
        @functools.wraps(load)
        def load_or_make(path, *args, **kwargs):
            try:
                return load(path, *args, **kwargs)
            except Exception:
                # Libraries say in many ways that a file or the network is not there.
                name = str(path)
                if not self.make:
                    self.needs(DATA % name)
                    raise
                import datasets

                if name not in self.made:
                    self.made.append(name)
                self.unanswered("a made data set in the place of %s" % name)
                split = kwargs.get("split")
                return self.data_set(datasets, split, kwargs.get("streaming", False))

        return load_or_make

    def datasets_imported(self, module):
        for name in ("load_dataset", "load_from_disk"):
            if hasattr(module, name):
                setattr(module, name, self.loading(getattr(module, name)))

    def tokenizer(self):
        """Of bytes: a text of any language, 256 entries and a few special ones."""
        import tokenizers
        import transformers

        alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
        special = ["<unk>", "<s>", "</s>", "<pad>"]
        words = {name: place for place, name in enumerate(special + alphabet)}
        plain = tokenizers.Tokenizer(
            tokenizers.models.BPE(vocab=words, merges=[], unk_token="<unk>")
        )
        plain.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
        plain.decoder = tokenizers.decoders.ByteLevel()
        made = transformers.PreTrainedTokenizerFast(
            tokenizer_object=plain,
            unk_token="<unk>",
            bos_token="<s>",
            eos_token="</s>",
            pad_token="<pad>",
        )
        made.chat_template = (
            "{% for message in messages %}{{ message['role'] + ': ' + message['content'] }}"
            "{{ eos_token }}{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}"
        )
        return made

    def tokenizers_imported(self, module):
        original = module.AutoTokenizer.__dict__["from_pretrained"].__func__

        @functools.wraps(original)
        def from_pretrained(cls, name, *args, **kwargs):
            try:
                return original(cls, name, *args, **kwargs)
            except Exception:
                if not self.make:
                    self.needs(TOKENIZER % name)
                    raise
                if str(name) not in self.made:
                    self.made.append(str(name))
                self.unanswered("a plain tokenizer of bytes in the place of %s's" % name)
                return self.tokenizer()

        module.AutoTokenizer.from_pretrained = classmethod(from_pretrained)

    def actions(self):
        return {
            "datasets.load": self.datasets_imported,
            "transformers.models.auto.tokenization_auto": self.tokenizers_imported,
        }


def is_wanted(environment):
    return environment.get("HIGHWATER_REHEARSAL_DATA") == "made"
