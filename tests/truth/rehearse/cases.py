# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scripts of this folder share: shapes of models, a made data set, arguments."""

import argparse
import contextlib

# hidden size, width of the MLP, layers, heads, heads of keys, tokens known, tied embeddings
SHAPES = {
    "tiny": (256, 688, 4, 4, 2, 2048, False),
    "1b": (2048, 8192, 16, 32, 8, 128256, True),  # Llama 3.2 1B
    "3b": (3072, 8192, 28, 24, 8, 128256, True),  # Llama 3.2 3B
    "7b": (4096, 11008, 32, 32, 32, 32000, False),  # Llama 2 7B
    "8b": (4096, 14336, 32, 32, 8, 128256, False),  # Llama 3.1 8B
    "13b": (5120, 13824, 40, 40, 40, 32000, False),  # Llama 2 13B
    "70b": (8192, 28672, 80, 64, 8, 128256, False),  # Llama 3.1 70B
}

CARD = "h100-sxm5-80gb"
MODELS = {  # in the catalogue
    "1b": "llama-3.2-1b",
    "3b": "llama-3.2-3b",
    "7b": "llama-2-7b",
    "8b": "llama-3.1-8b",
    "13b": "llama-2-13b",
    "70b": "llama-3.1-70b",
}


def arguments(engines=("none",), methods=("full",), recompute=("none", "plain", "reentrant")):
    parser = argparse.ArgumentParser()
    parser.add_argument("--shape", choices=sorted(SHAPES), default="1b")
    parser.add_argument("--layers", type=int, help="instead of those of the shape")
    parser.add_argument("--length", type=int, default=2048, help="tokens of a row")
    parser.add_argument("--batch", type=int, default=1, help="rows of a rank and step")
    parser.add_argument("--accumulate", type=int, default=1, help="batches of a step")
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--engine", choices=engines, default=engines[0])
    parser.add_argument("--method", choices=methods, default=methods[0])
    parser.add_argument("--recompute", choices=recompute, default="none")
    # deepspeed's launcher says it to each rank
    parser.add_argument("--local_rank", "--local-rank", type=int, default=-1, help=argparse.SUPPRESS)
    return parser


def llama_config(case):
    """A configuration of transformers."""
    from transformers import LlamaConfig

    hidden, width, layers, heads, kv_heads, vocabulary, tied = SHAPES[case.shape]
    return LlamaConfig(
        hidden_size=hidden,
        intermediate_size=width,
        num_hidden_layers=case.layers or layers,
        num_attention_heads=heads,
        num_key_value_heads=kv_heads,
        vocab_size=vocabulary,
        max_position_embeddings=131072,
        tie_word_embeddings=tied,
        use_cache=False,
    )


def named_dtype(dtype):
    """The argument by which this transformers is told the type of weights."""
    import transformers

    version = tuple(int(part) for part in transformers.__version__.split(".")[:2])
    return {"dtype" if version >= (4, 56) else "torch_dtype": dtype}


def made_model(case, dtype, device=None):
    """A model of transformers; on the device "meta" it has no content."""
    import torch
    from transformers import LlamaForCausalLM  # not under the device, where its imports fail

    with torch.device(device) if device else contextlib.nullcontext():
        return LlamaForCausalLM._from_config(llama_config(case), **named_dtype(dtype))


def model_of(case, dtype):
    """A model of transformers in the host's memory, which is not touched: nothing draws its weights."""
    import torch
    from transformers.integrations import is_deepspeed_zero3_enabled

    if is_deepspeed_zero3_enabled():  # then each layer is shared among the ranks as it is made
        return made_model(case, dtype)
    model = made_model(case, dtype, "meta")
    model.to_empty(device="cpu")
    model.tie_weights()
    return model


def quantized_model(case):
    """A model with weights of 4 bits, as QLoRA has them, made ready for adapters by PEFT.

    Its weights are not there: `highwater rehearse --without-weights` needs the configuration alone.
    """
    import os

    import torch
    from peft import prepare_model_for_kbit_training
    from transformers import BitsAndBytesConfig, LlamaForCausalLM

    model = LlamaForCausalLM.from_pretrained(
        "made",
        config=llama_config(case),
        quantization_config=BitsAndBytesConfig(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=True,
            bnb_4bit_compute_dtype=torch.bfloat16,
        ),
        device_map={"": int(os.environ.get("LOCAL_RANK", "0"))},
        **named_dtype(torch.bfloat16),
    )
    return prepare_model_for_kbit_training(
        model,
        use_gradient_checkpointing=case.recompute != "none",
        gradient_checkpointing_kwargs={"use_reentrant": case.recompute == "reentrant"},
    )


class Rows:
    """Rows of tokens of one length; no value matters."""

    def __init__(self, case, number=4096):
        import torch

        self.row = torch.arange(case.length) % SHAPES[case.shape][5]
        self.number = number

    def __len__(self):
        return self.number

    def __getitem__(self, place):
        return {"input_ids": self.row, "labels": self.row, "attention_mask": self.row * 0 + 1}


def with_adapters(model, rank=16, layers="all-linear"):
    """LoRA on every linear layer, by PEFT."""
    from peft import LoraConfig, get_peft_model

    return get_peft_model(
        model, LoraConfig(r=rank, lora_alpha=rank, target_modules=layers, task_type="CAUSAL_LM")
    )
