# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""made_model.py FOLDER --shape 8b --length 2048: what a framework's own command is given.

The folder gets the configuration and the tokenizer of a model without its weights, and rows/rows.jsonl:
rows of a text that is with its end as many tokens as the length says, and of an instruction with a longer
output. For what reads weights itself, --weights torchtune, litgpt and gptq write files of the right names,
types and shapes that take no room on the disk.
"""

import base64
import json
import math
import os
import pathlib
import sys

import cases
import made_tokenizer

ROWS = 128
INSTRUCTION_TOKENS = 8


def row(case):
    words = ["%d" % (place % 2000) for place in range(case.length)]
    return {
        "text": " ".join(words[:-1]),  # frameworks put an end after it
        "instruction": " ".join(words[:INSTRUCTION_TOKENS]),
        "input": "",
        "output": " ".join(words),
    }


def write_json(folder, name, value):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)


def config(case):
    hidden, width, layers, heads, kv_heads, vocabulary, tied = cases.SHAPES[case.shape]
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "hidden_size": hidden,
        "intermediate_size": width,
        "num_hidden_layers": case.layers or layers,
        "num_attention_heads": heads,
        "num_key_value_heads": kv_heads,
        "head_dim": hidden // heads,
        "vocab_size": vocabulary,
        "max_position_embeddings": 131072,
        "rms_norm_eps": 1e-05,
        "rope_theta": 500000.0,
        "hidden_act": "silu",
        "tie_word_embeddings": tied,
        "torch_dtype": "bfloat16",
        "use_cache": False,
        **made_tokenizer.special_ids(case),
    }


def write(folder, case):
    os.makedirs(folder, exist_ok=True)
    write_json(folder, "config.json", config(case))
    write_json(folder, "generation_config.json", made_tokenizer.special_ids(case))
    made_tokenizer.plain_tokenizer(case).save(os.path.join(folder, "tokenizer.json"))
    write_json(folder, "tokenizer_config.json", made_tokenizer.settings())
    write_json(folder, "dataset_info.json", {"rows": {"file_name": "rows/rows.jsonl"}})
    rows = os.path.join(folder, "rows")
    os.makedirs(rows, exist_ok=True)
    with open(os.path.join(rows, "rows.jsonl"), "w", encoding="utf-8") as file:
        file.write((json.dumps(row(case)) + "\n") * ROWS)


def weight_shapes(case):
    """By transformers' names."""
    hidden, width, layers, heads, kv_heads, vocabulary, tied = cases.SHAPES[case.shape]
    keys = hidden // heads * kv_heads
    yield "model.embed_tokens.weight", (vocabulary, hidden)
    for layer in range(case.layers or layers):
        name = "model.layers.%d." % layer
        for part, shape in (
            ("self_attn.q_proj", (hidden, hidden)),
            ("self_attn.k_proj", (keys, hidden)),
            ("self_attn.v_proj", (keys, hidden)),
            ("self_attn.o_proj", (hidden, hidden)),
            ("mlp.gate_proj", (width, hidden)),
            ("mlp.up_proj", (width, hidden)),
            ("mlp.down_proj", (hidden, width)),
            ("input_layernorm", (hidden,)),
            ("post_attention_layernorm", (hidden,)),
        ):
            yield name + part + ".weight", shape
    yield "model.norm.weight", (hidden,)
    if not tied:
        yield "lm_head.weight", (vocabulary, hidden)


def sparse_writer():
    hook = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "resources/rehearsal")
    sys.path.append(hook)
    from highwater_rehearsal.weights import write_sparse

    return write_sparse


def write_for_torchtune(folder, case):
    """A sparse file of weights, and a tokenizer whose tokens are bytes."""
    shapes = {name: ("BF16", list(shape), 2 * math.prod(shape)) for name, shape in weight_shapes(case)}
    sparse_writer()(os.path.join(folder, "model.safetensors"), shapes)
    with open(os.path.join(folder, "tokenizer.model"), "wb") as file:
        for byte in range(256):
            file.write(base64.b64encode(bytes([byte])) + b" %d\n" % byte)


def write_for_litgpt(folder, case):
    """A checkpoint of litgpt's names whose content is a hole in the file, and litgpt's configuration."""
    import torch
    from litgpt import GPT, Config
    from litgpt.utils import save_config
    from torch._subclasses.fake_tensor import FakeTensorMode

    hidden, width, layers, heads, kv_heads, vocabulary, tied = cases.SHAPES[case.shape]
    made = Config(
        name="Llama-made-%s" % case.shape,
        block_size=131072,
        vocab_size=vocabulary,
        padded_vocab_size=vocabulary,
        n_layer=case.layers or layers,
        n_head=heads,
        n_query_groups=kv_heads,
        n_embd=hidden,
        head_size=hidden // heads,
        intermediate_size=width,
        rotary_percentage=1.0,
        parallel_residual=False,
        bias=False,
        norm_class_name="RMSNorm",
        mlp_class_name="LLaMAMLP",
        rope_base=500000,
    )
    save_config(made, pathlib.Path(folder))
    with FakeTensorMode(), torch.serialization.skip_data(materialize_fake_tensors=True):
        weights = GPT(made).to(torch.bfloat16).state_dict()
        torch.save(weights, os.path.join(folder, "lit_model.pth"))


GPTQ = {"quant_method": "gptq", "bits": 4, "group_size": 128, "desc_act": False, "sym": True}


def gptq_tensors(case):
    """Of each linear layer but the head: packed weights and zeros, scales, the group of each input."""
    for name, shape in weight_shapes(case):
        if len(shape) < 2 or "embed_tokens" in name or "lm_head" in name:
            yield name, ("F16", list(shape), 2 * math.prod(shape))
            continue
        outputs, inputs = shape
        groups = -(-inputs // GPTQ["group_size"])
        of = name[: -len("weight")]
        yield of + "qweight", ("I32", [inputs // 8, outputs], 4 * (inputs // 8) * outputs)
        yield of + "qzeros", ("I32", [groups, outputs // 8], 4 * groups * (outputs // 8))
        yield of + "scales", ("F16", [groups, outputs], 2 * groups * outputs)
        yield of + "g_idx", ("I32", [inputs], 4 * inputs)


def write_for_gptq(folder, case):
    sparse_writer()(os.path.join(folder, "model.safetensors"), dict(gptq_tensors(case)))
    write_json(folder, "config.json", {**config(case), "torch_dtype": "float16", "quantization_config": GPTQ})


WRITERS = {"torchtune": write_for_torchtune, "litgpt": write_for_litgpt, "gptq": write_for_gptq}


if __name__ == "__main__":
    parser = cases.arguments()
    parser.add_argument("folder")
    parser.add_argument("--weights", choices=sorted(WRITERS))
    arguments = parser.parse_args()
    write(arguments.folder, arguments)
    if arguments.weights:
        WRITERS[arguments.weights](arguments.folder, arguments)
