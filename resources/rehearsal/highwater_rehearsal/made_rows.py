# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which columns a script wants of a data set, and what a made row has in them.

It follows from the trainers that the script imported, from the names of columns that its text
mentions, and from its options that name one. A text is as long as the longest that the script, its
options or its settings files speak of, so that batches are cut at the script's own limit.
"""

import os
import re

WORDS = 8192  # of a text, where nothing longer is asked for
MOST_WORDS = 1 << 18
WORDS_OF_ALL_ROWS = 1 << 21
MOST_ROWS = 256
FEWEST_ROWS = 16
KINDS_OF_WORDS = 97
SHORT_WORDS = 8  # a prompt leaves room for its answer
CLASSES = 2  # of a label
SIDE = 512  # of a picture, in pixels
CODES_OF_LANGUAGES = ("cs", "de", "en", "fr", "ro", "ru", "zh")

SETTINGS = (".yaml", ".yml", ".json", ".toml", ".py")
MOST_SETTINGS = 1 << 20  # bytes of a file of settings
LIMIT = re.compile(
    r"""(?:max_\w*len\w*|max_source_length|block_size|seq(?:uence)?_len\w*|context_len\w*|cutoff_len)"""
    r"""["']?\s*[=:]\s*(\d{1,7})\b"""
)

LISTED_COLUMNS = re.compile(r"""remove_columns\s*=\s*\[\s*["']""")


def words_of(number):
    """Of letters alone, as tokenizers divide a text between letters and digits."""
    kinds = ["word" + chr(97 + kind // 26) + chr(97 + kind % 26) for kind in range(KINDS_OF_WORDS)]
    return [kinds[place % KINDS_OF_WORDS] for place in range(number)]


SHORT = " ".join(words_of(SHORT_WORDS))


def longest_asked(script, words):
    """The most tokens of a row that the script, its command line or a settings file names."""
    texts = [script]
    for option, value in options(words):
        texts.append("%s=%s" % (option, value))
    for word in words[1:]:
        if word.endswith(SETTINGS) and os.path.isfile(word) and os.path.getsize(word) < MOST_SETTINGS:
            with open(word, encoding="utf-8", errors="replace") as file:
                texts.append(file.read())
    found = [int(number) for text in texts for number in LIMIT.findall(text)]
    return min(max([WORDS, *found]), MOST_WORDS)


def rows_of(words):
    return min(MOST_ROWS, max(FEWEST_ROWS, WORDS_OF_ALL_ROWS // words))


def messages(text):
    return [{"role": "user", "content": SHORT}, {"role": "assistant", "content": text}]


class Label(int):
    """A class of a few."""


class Picture:
    """An image, made where the library of images is there."""


class Translation:
    """A text in each of the languages that the script works with."""


def contents(text):
    """What a row has, by the column's name."""
    return {
        "text": text,
        "content": text,
        "messages": messages(text),
        "conversations": [{"from": "human", "value": SHORT}, {"from": "gpt", "value": text}],
        "conversation": messages(text),
        "prompt": SHORT,
        "completion": text,
        "chosen": text,
        "rejected": text,
        "instruction": SHORT,
        "input": "",
        "output": text,
        "response": text,
        "context": SHORT,
        "question": SHORT,
        "question1": SHORT,
        "question2": SHORT,
        "query": SHORT,
        "answer": text,
        "answers": {"text": [words_of(1)[0]], "answer_start": [0]},
        "label": Label(1),
        "labels": Label(1),
        "score": 1.0,
        "idx": 0,
        "id": "0",
        "sentence": SHORT,
        "sentence1": SHORT,
        "sentence2": SHORT,
        "premise": SHORT,
        "hypothesis": SHORT,
        "document": text,
        "article": text,
        "highlights": SHORT,
        "summary": SHORT,
        "title": SHORT,
        "system": SHORT,
        "tokens": SHORT.split(),
        "ner_tags": [Label(1)] * SHORT_WORDS,
        "pos_tags": [Label(1)] * SHORT_WORDS,
        "translation": Translation(),
        "image": Picture(),
        "img": Picture(),
    }


# What the trainers of TRL take, by a part of the names of their modules.
TRAINERS = (
    (("dpo", "orpo", "cpo", "bco"), ("prompt", "chosen", "rejected")),
    (("reward_trainer",), ("chosen", "rejected")),
    (("kto",), ("prompt", "completion", "label")),
    (("grpo", "rloo", "ppo", "online", "xpo", "nash"), ("prompt",)),
)
SPLITS = ("train", "validation", "test")


def columns(modules, script, words=(), text=SHORT):
    """What the script needs in a row, by column; the words are those of its command line."""
    content = contents(text)
    trainers = [name for name in modules if name.startswith("trl.") and "_trainer" in name]
    for parts, wanted in TRAINERS:
        if any(part in name for part in parts for name in trainers):
            return {
                name: bool(content[name]) if name == "label" else content[name] for name in wanted
            }
    mentioned = set(re.findall(r"""["'](\w+)["']""", script)) & set(content)
    # A mention of a role's "content" is none of a column.
    mentioned -= {"content"} if "role" in script else set()
    # What a script names "labels" it has made itself, unless of pictures.
    if "label" in mentioned or not mentioned & {"image", "img"}:
        mentioned -= {"labels"}
    # Who lists the columns to be removed keeps all others, which then have to be batched.
    if not LISTED_COLUMNS.search(script):
        mentioned |= {"text"}
    wanted = {name: content[name] for name in sorted(mentioned)}
    for option, value in options(words):
        if option.endswith(("column", "column_name", "text_field")) and value.isidentifier():
            wanted[value] = content.get(value, content_for(option, text))
    if "translation" in wanted:
        wanted["translation"] = {name: text for name in languages(words)}
    return wanted


def options(words):
    """The options of a command line and their values."""
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if not option.startswith("--"):
            continue
        if not equals:
            value = words[place + 1] if place + 1 < len(words) else ""
        yield option.lstrip("-").replace("-", "_"), value


def content_for(option, text):
    if "image" in option:
        return Picture()
    return Label(1) if "label" in option else text


def languages(words):
    named = [value for option, value in options(words) if option.endswith(("_lang", "language"))]
    return sorted({*CODES_OF_LANGUAGES, *named, *[name.split("_")[0] for name in named]})


def without_text(wanted):
    """TRL takes conversations or pairs before a text, and asks for a chat template."""
    if {"messages", "prompt", "conversations"} & set(wanted) and len(wanted) > 1:
        wanted = {name: content for name, content in wanted.items() if name != "text"}
    return wanted


def splits(script):
    named = re.findall(r"""["']((?:train|test|validation)_\w+)["']""", script)
    return SPLITS + tuple(name for name in sorted(set(named)) if "_split" not in name)


def data_set(datasets, wanted, rows):
    """One row, so many times."""
    values, classes, pictures = {}, [], []
    for name, content in wanted.items():
        first = content[0] if isinstance(content, list) else content
        if isinstance(content, Picture):
            pictures.append(name)
        else:
            values[name] = [content]
        if isinstance(first, Label):
            classes.append((name, isinstance(content, list)))
    made = datasets.Dataset.from_dict(values)
    for name, of_each_word in classes:
        label = datasets.ClassLabel(names=["class%d" % number for number in range(CLASSES)])
        made = made.cast_column(name, datasets.Sequence(label) if of_each_word else label)
    for name in pictures:
        made = with_picture(datasets, made, name)
    return made.select([0] * rows)


def with_picture(datasets, made, name):
    from PIL import Image

    picture = Image.new("RGB", (SIDE, SIDE), (127, 127, 127))
    kind = datasets.Image()
    return made.add_column(name, [kind.encode_example(picture)]).cast_column(name, kind)
