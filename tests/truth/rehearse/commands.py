# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Frameworks that are started by a command of their own, each with the plan of its run.

A command runs in a folder with what made_model.py wrote to model/.
"""

import os

from cases import CARD, MODELS

HERE = os.path.dirname(os.path.abspath(__file__))


def command(name, words, shape, length, ranks=1, rank=0, weights=None, **settings):
    """A case; `settings` are of its plan, with __ for the point of a key."""
    settings = {key.replace("__", "."): value for key, value in settings.items()}
    settings = {
        "model.id": MODELS[shape],
        "workload.context": length,
        "workload.micro_batch": 1,
        "cluster.device": CARD,
        "cluster.gpus": ranks,
        "layout.zero": 0,
        "recipe.framework": "huggingface",
        "recipe.recompute": "none",
        **settings,
    }
    settings["workload.global_batch"] = settings["workload.micro_batch"] * ranks
    return {
        "case": name, "command": words, "shape": shape, "length": length, "ranks": ranks, "rank": rank,
        "weights": weights, "set": settings,
    }


ADAPTER = {"adapter__rank": 16, "adapter__upcast": "false", "recipe__precision": "bf16-mixed"}
PRECISION = {
    "full": {"recipe__precision": "bf16", "recipe__moments": "bf16"},
    "mixed": {"recipe__precision": "bf16-mixed", "recipe__moments": "fp32"},
    "lora": {"adapter__kind": "lora", **ADAPTER},
    "qlora": {"adapter__kind": "qlora", **ADAPTER},
}


def of_unsloth():
    for shape, batch, method, recompute in (
        ("1b", 4, "lora", "unsloth"),
        ("8b", 2, "qlora", "unsloth"),
        ("1b", 4, "lora", "none"),
        ("1b", 4, "full", "unsloth"),
        ("1b", 4, "lora", "plain"),
        ("1b", 4, "full", "none"),
        ("1b", 4, "qlora", "unsloth"),
        ("8b", 2, "lora", "unsloth"),
        ("8b", 2, "qlora", "none"),
        ("3b", 2, "lora", "unsloth"),
        ("7b", 1, "qlora", "unsloth"),
    ):
        words = ["python", os.path.join(HERE, "unsloth_sft.py"), "--model", "model"]
        words += ["--shape", shape, "--length", "2048", "--batch", str(batch)]
        words += ["--method", method, "--recompute", recompute]
        yield command(
            "unsloth-%s-2048-%d-%s-%s" % (shape, batch, method, recompute), words, shape, 2048,
            workload__micro_batch=batch, recipe__framework="unsloth",
            recipe__recompute="none" if recompute == "none" else "full",
            layout__offload_activations="cpu" if recompute == "unsloth" else "none",
            **({} if method == "full" else PRECISION[method]),
        )


def of_llama_factory():
    for shape, batch, method, recompute, ranks in (
        ("1b", 4, "lora", "reentrant", 1),
        ("8b", 2, "qlora", "reentrant", 1),
        ("1b", 4, "full", "reentrant", 1),
        ("1b", 4, "lora", "none", 1),
        ("8b", 2, "lora", "reentrant", 8),
        ("8b", 1, "full", "plain", 8),
        ("1b", 4, "full", "none", 1),
        ("1b", 4, "qlora", "reentrant", 1),
        ("8b", 2, "lora", "reentrant", 1),
        ("8b", 2, "qlora", "none", 1),
        ("3b", 2, "full", "reentrant", 1),
        ("7b", 1, "lora", "none", 1),
    ):
        words = ["llamafactory-cli", "train", os.path.join(HERE, "llama_factory.yaml")]
        words += ["per_device_train_batch_size=%d" % batch]
        words += ["finetuning_type=" + ("full" if method == "full" else "lora")]
        words += ["quantization_bit=4"] if method == "qlora" else []
        words += ["disable_gradient_checkpointing=true"] if recompute == "none" else []
        words += ["fsdp=[full_shard,auto_wrap]", FSDP2_OF_LLAMA] if recompute == "plain" else []
        yield command(
            "llama-factory-%s-2048-%d-%s-%s%s" % (shape, batch, method, recompute, "-8" if ranks > 1 else ""),
            words, shape, 2048, ranks=ranks, workload__micro_batch=batch,
            layout__zero=3 if recompute == "plain" else 0, recipe__framework="llama-factory",
            **({"recipe__engine": "fsdp2"} if recompute == "plain" else {}),
            recipe__recompute="none" if recompute == "none" else "full",
            **PRECISION["mixed" if method == "full" else method],
        )


# Without spaces, at which its launcher parts the words.
FSDP2_OF_LLAMA = "fsdp_config={version:2,transformer_layer_cls_to_wrap:[LlamaDecoderLayer]}"


# Axolotl 0.16 asks for expandable segments by a variable that PyTorch reads from 2.10 on.
def of_axolotl():
    for shape, batch, method, recompute, more in (
        ("1b", 4, "lora", "plain", ()),
        ("8b", 2, "qlora", "plain", ()),
        ("1b", 4, "full", "plain", ()),
        ("1b", 4, "lora", "none", ()),
        ("1b", 4, "lora", "offload", ("--activation-offloading=true",)),
        ("1b", 4, "full", "none", ()),
        ("1b", 4, "qlora", "plain", ()),
        ("8b", 2, "lora", "plain", ()),
        ("8b", 2, "qlora", "none", ()),
        ("3b", 2, "lora", "none", ()),
    ):
        words = ["axolotl", "train", os.path.join(HERE, "axolotl-%s.yaml" % method)]
        words += ["--launcher=python", "--micro-batch-size=%d" % batch]
        words += ["--gradient-checkpointing=false"] if recompute == "none" else list(more)
        yield command(
            "axolotl-%s-2048-%d-%s-%s" % (shape, batch, method, recompute), words, shape, 2048,
            workload__micro_batch=batch, recipe__framework="axolotl",
            recipe__recompute="none" if recompute == "none" else "full",
            layout__offload_activations="cpu" if recompute == "offload" else "none",
            cluster__allocator__expandable_segments="false", **PRECISION[method],
        )


def of_torchtune():
    names = {"1b": "llama3_2/1B", "8b": "llama3_1/8B"}
    for shape, batch, method, recompute, ranks in (
        ("1b", 4, "lora", True, 1),
        ("8b", 2, "qlora", True, 1),
        ("8b", 2, "full", True, 8),
        ("1b", 4, "lora", False, 1),
        ("1b", 4, "full", True, 1),
        ("8b", 2, "lora", True, 8),
        ("8b", 2, "lora", True, 1),
        ("1b", 4, "qlora", True, 1),
        ("1b", 4, "full", False, 1),
    ):
        recipe = ("full" if method == "full" else "lora") + "_finetune_"
        recipe += "distributed" if ranks > 1 else "single_device"
        words = ["tune", "run"] + (["--nproc_per_node", str(ranks)] if ranks > 1 else []) + [recipe]
        words += ["--config", names[shape] + "_" + method + ("" if ranks > 1 else "_single_device")]
        words += TORCHTUNE + ["batch_size=%d" % batch, "enable_activation_checkpointing=%s" % recompute]
        words += [] if method == "full" else ["model.lora_rank=16"]
        words += FULL_OF_TORCHTUNE if method == "full" else []
        yield command(
            "torchtune-%s-2048-%d-%s-%s%s" % (
                shape, batch, method, "plain" if recompute else "none", "-8" if ranks > 1 else "",
            ),
            words, shape, 2048, ranks=ranks, weights="torchtune", workload__micro_batch=batch,
            layout__zero=3 if ranks > 1 else 0, recipe__framework="torchtune",
            recipe__recompute="full" if recompute else "none",
            **dict(PRECISION[method], recipe__precision="bf16", recipe__moments="bf16"),
        )


TORCHTUNE = """
    checkpointer.checkpoint_dir=model checkpointer.checkpoint_files=[model.safetensors] output_dir=output
    tokenizer.path=model/tokenizer.model tokenizer.max_seq_len=2049
    dataset._component_=torchtune.datasets.text_completion_dataset dataset.source=json dataset.split=train
    dataset.data_files=model/rows/rows.jsonl gradient_accumulation_steps=1
""".split()
FULL_OF_TORCHTUNE = "optimizer._component_=torch.optim.AdamW optimizer.fused=True optimizer_in_bwd=False".split()


def of_litgpt():
    for shape, batch, method, devices in (
        ("1b", 4, "lora", 1),
        ("8b", 2, "qlora", 1),
        ("8b", 2, "full", 8),
        ("1b", 4, "full", 1),
        ("8b", 2, "lora", 8),
        ("8b", 2, "lora", 1),
    ):
        words = ["litgpt", "finetune_full" if method == "full" else "finetune_lora", "model"]
        words += "--data JSON --data.json_path model/rows/rows.jsonl --data.val_split_fraction 0.25".split()
        words += "--train.max_seq_length 2048 --train.max_steps 4 --train.lr_warmup_steps 1".split()
        words += ["--train.micro_batch_size", str(batch), "--train.global_batch_size", str(batch * devices)]
        words += ["--devices", str(devices), "--precision", "bf16-true", "--eval.initial_validation", "false"]
        words += ["--quantize", "bnb.nf4"] if method == "qlora" else []
        words += [] if method == "full" else EVERY_ADAPTER_OF_LITGPT
        yield command(
            "litgpt-%s-2048-%d-%s%s" % (shape, batch, method, "-8" if devices > 1 else ""), words, shape, 2048,
            ranks=devices, weights="litgpt", workload__micro_batch=batch, layout__zero=3 if devices > 1 else 0,
            recipe__framework="litgpt", recipe__recompute="full" if devices > 1 else "none",
            **({} if method == "full" else {"adapter__dropout": 0.05}),  # its default
            **dict(PRECISION[method], recipe__precision="bf16", recipe__moments="bf16"),
        )


EVERY_ADAPTER_OF_LITGPT = [
    word
    for part in ("query", "key", "value", "projection", "mlp")
    for word in ("--lora_" + part, "true")
] + ["--lora_r", "16"]


def of_torchtitan():
    for batch, length, recompute in ((1, 4096, "full"), (1, 4096, "selective"), (1, 4096, "none")):
        words = ["torchrun", "--nproc_per_node", "8", "-m", "torchtitan.train"]
        words += ["--job.config_file", os.path.join(HERE, "torchtitan.toml")]
        words += ["--training.local_batch_size", str(batch), "--training.seq_len", str(length)]
        words += ["--activation_checkpoint.mode", recompute, "--activation_checkpoint.selective_ac_option", "op"]
        yield command(
            "torchtitan-8b-%d-%d-%s-8" % (length, batch, recompute), words, "8b", length, ranks=8,
            workload__micro_batch=batch, layout__zero=3, recipe__framework="pytorch-fsdp",
            recipe__recompute=recompute, **PRECISION["mixed"],
        )


def of_swift():
    for shape, batch, method, recompute, ranks in (
        ("1b", 4, "lora", True, 1),
        ("8b", 2, "qlora", True, 1),
        ("1b", 4, "full", True, 1),
        ("1b", 4, "lora", False, 1),
        ("8b", 2, "lora", True, 1),
        ("7b", 1, "lora", False, 1),
    ):
        words = ["swift", "sft", "--model", "model", "--model_type", "llama", "--template", "dummy"]
        words += ["--dataset", "model/rows/rows.jsonl", "--max_length", "2048", "--truncation_strategy", "right"]
        words += ["--tuner_type", "full" if method == "full" else "lora", "--torch_dtype", "bfloat16"]
        words += ["--lora_rank", "16", "--target_modules", "all-linear"] if method != "full" else []
        words += ["--quant_method", "bnb", "--quant_bits", "4"] if method == "qlora" else []
        words += ["--per_device_train_batch_size", str(batch), "--gradient_accumulation_steps", "1"]
        words += ["--max_steps", "4", "--gradient_checkpointing", str(recompute).lower()]
        words += ["--output_dir", "output", "--split_dataset_ratio", "0", "--report_to", "none"]
        yield command(
            "ms-swift-%s-2048-%d-%s-%s" % (shape, batch, method, "plain" if recompute else "none"), words,
            shape, 2048, ranks=ranks, workload__micro_batch=batch, recipe__framework="ms-swift",
            recipe__recompute="full" if recompute else "none", **PRECISION[method],
            **({} if method == "full" else {"adapter__dropout": 0.05}),  # its default
        )


def of_gptq():
    for shape, batch, recompute in (("1b", 4, "plain"), ("8b", 2, "plain"), ("1b", 4, "none")):
        words = ["python", os.path.join(HERE, "gptq_lora.py"), "--model", "model"]
        words += ["--shape", shape, "--length", "2048", "--batch", str(batch)]
        words += ["--method", "lora", "--recompute", recompute, "--backend", "torch"]
        yield command(
            "gptq-%s-2048-%d-lora-%s" % (shape, batch, recompute), words, shape, 2048, weights="gptq",
            workload__micro_batch=batch, recipe__recompute="none" if recompute == "none" else "full",
            adapter__base="gptq", **PRECISION["qlora"],
        )


def of_commands():
    for framework in (
        of_unsloth, of_llama_factory, of_axolotl, of_torchtune, of_litgpt, of_torchtitan, of_swift,
        of_gptq,
    ):
        yield from framework()
