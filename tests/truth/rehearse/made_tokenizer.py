# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A tokenizer that no hub has to give: words "0", "1", ... are their own numbers."""

import cases


def made_tokenizer(case):
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = min(cases.SHAPES[case.shape][5], 2048)
    known = {str(number): number for number in range(words - 2)}
    known.update({"<pad>": words - 2, "<end>": words - 1})
    plain = Tokenizer(models.WordLevel(known, unk_token="0"))
    plain.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=plain, pad_token="<pad>", eos_token="<end>", bos_token="<end>", unk_token="0"
    )
