# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plain tokenizer in the place of one whose files are not there, and how one is known to be empty."""

import functools

from . import made_rows
from .needs import TOKENIZER

SPECIAL = {
    "unk_token": "<unk>",
    "bos_token": "<s>",
    "eos_token": "</s>",
    "pad_token": "<pad>",
    "mask_token": "<mask>",
    "cls_token": "<cls>",
    "sep_token": "<sep>",
}
BLANK = "\u0120"  # as bytes are written in such a vocabulary
CHAT = (
    "{% for message in messages %}{{ message['role'] + ': ' + message['content'] }}"
    "{{ eos_token }}{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}"
)
FEWEST_WORDS = 8  # beside the special ones; transformers 5 makes some kinds without any file


def is_empty(tokenizer):
    """Whether it has no words of its own, so that every text is of no length."""
    words = set(tokenizer.get_vocab())
    return len(words - set(tokenizer.all_special_tokens) - set(tokenizer.get_added_vocab())) < FEWEST_WORDS


def of_text(config):
    """The part of a model's configuration that knows of tokens."""
    part = getattr(config, "get_text_config", None)
    return part() if part is not None else config


def most_tokens(config):
    """The longest text that the model takes; none where its configuration does not say."""
    for name in ("max_position_embeddings", "n_positions", "max_seq_len"):
        most = getattr(config, name, None)
        if isinstance(most, int) and most > 0:
            # RoBERTa counts positions from the one after its padding token on.
            is_roberta = "roberta" in str(getattr(config, "model_type", ""))
            return most - (getattr(config, "pad_token_id", None) or 1) - 1 if is_roberta else most
    return None


def tokenizer(config=None):
    """Of bytes: a text of any language. The words of made texts are one token each. It has as many
    entries as the model, which scripts compare."""
    import tokenizers
    import transformers

    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    words = {name: place for place, name in enumerate([*SPECIAL.values(), *alphabet])}
    for word in sorted(set(made_rows.words_of(made_rows.KINDS_OF_WORDS))):
        for written in (word, BLANK + word):
            words[written] = len(words)
    for place in range(len(words), getattr(config, "vocab_size", None) or 0):
        words["<unused%d>" % place] = place
    plain = tokenizers.Tokenizer(
        tokenizers.models.BPE(
            vocab=words, merges=[], unk_token=SPECIAL["unk_token"], ignore_merges=True
        )
    )
    plain.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain.decoder = tokenizers.decoders.ByteLevel()
    names = ["input_ids", "attention_mask"]
    if (getattr(config, "type_vocab_size", None) or 0) > 1:  # BERT's sort of a sentence
        names.insert(1, "token_type_ids")
    longest = most_tokens(config)
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain,
        model_input_names=names,
        **SPECIAL,
        **({"model_max_length": longest} if longest else {}),
    )
    made.chat_template = CHAT
    return made


class Tokenizers:
    """Makes tokenizers, or says which are missing."""

    def __init__(self, data):
        self.data = data
        self.within = 0  # one that chooses the class of another

    def made(self, name, kwargs):
        self.data.note(str(name), "a plain tokenizer of bytes in the place of %s's" % name)
        made = tokenizer(self.config(name, kwargs))
        made.name_or_path = str(name)
        for option in ("model_max_length", "padding_side", "truncation_side"):
            if kwargs.get(option) is not None:
                setattr(made, option, kwargs[option])
        return made

    def config(self, name, kwargs):
        import transformers

        of_the_model = {}
        if kwargs.get("subfolder"):
            of_the_model["subfolder"] = kwargs["subfolder"]
        try:
            return of_text(transformers.AutoConfig.from_pretrained(name, **of_the_model))
        except Exception:  # the tokenizer of no model
            return None

    def from_pretrained(self, original):
        @functools.wraps(original)
        def from_pretrained(cls, name, *args, **kwargs):
            self.within += 1
            try:
                found = original(cls, name, *args, **kwargs)
            except Exception:
                found = None
                if self.within > 1 or not self.data.make:
                    if self.within == 1:
                        self.data.needs(TOKENIZER % name)
                    raise
            finally:
                self.within -= 1
            if self.within:
                return found
            if found is None or (self.data.make and is_empty(found)):
                return self.made(name, kwargs)
            if is_empty(found):
                self.data.needs(TOKENIZER % name)
            return found

        return classmethod(from_pretrained)

    def replaces(self, owner):
        def replace(module):
            kind = getattr(module, owner, None)
            if kind is not None and "from_pretrained" in vars(kind):
                original = vars(kind)["from_pretrained"].__func__
                kind.from_pretrained = self.from_pretrained(original)

        return replace

    def actions(self):
        return {
            "transformers.models.auto.tokenization_auto": self.replaces("AutoTokenizer"),
            "transformers.tokenization_utils_base": self.replaces("PreTrainedTokenizerBase"),
        }
