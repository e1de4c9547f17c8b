# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A tokenizer that no hub has to give: words "0", "1", ... are their own numbers."""

import cases

SPECIAL = {"pad_token": "<pad>", "eos_token": "<end>", "bos_token": "<begin>", "unk_token": "0"}
CHAT = (
    "{% for message in messages %}{{ message['content'] + ' ' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '1 ' }}{% endif %}"
)


def words_of(case):
    return min(cases.SHAPES[case.shape][5], 2048)


def special_ids(case):
    words = words_of(case)
    return {"bos_token_id": words - 3, "pad_token_id": words - 2, "eos_token_id": words - 1}


def plain_tokenizer(case):
    from tokenizers import Tokenizer, models, pre_tokenizers

    ids = special_ids(case)
    known = {str(number): number for number in range(words_of(case) - len(ids))}
    known.update({SPECIAL[name[: -len("_id")]]: place for name, place in ids.items()})
    plain = Tokenizer(models.WordLevel(known, unk_token="0"))
    plain.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    plain.add_special_tokens([SPECIAL[name] for name in ("bos_token", "pad_token", "eos_token")])
    return plain


def settings():
    return {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": CHAT, **SPECIAL}


def made_tokenizer(case):
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(tokenizer_object=plain_tokenizer(case), **SPECIAL)
